import { useSyncExternalStore } from 'react';
import type { OrderStatus } from '@/contract/orders/status';
import { keepText, readKept } from '@/lib/kept';

/** Changes that wait for a network, of each person in this browser (rules/panel: what is done without a network waits). */

export interface Refusal {
  code: string;
  status?: number | undefined;
  fields?: Record<string, string[]>;
}

interface Entry {
  /** Its `Idempotency-Key`: it is executed once, however often it is sent. */
  key: string;
  /** When it was made, ISO 8601. */
  at: string;
  method: 'put' | 'post';
  path: string;
  body: Record<string, unknown>;
  /** Entries of one subject are sent in order; a refused one holds those after it. */
  subject: string;
  /** Answers with a server error: the same input may always fail. */
  failures?: number;
  /** The server's final answer; the person decides. */
  refusal?: Refusal;
}

/** A step of an order. */
export interface WaitingStep extends Entry {
  kind: 'step';
  id: number;
  number: string;
  to: OrderStatus;
  /** Page of the order, where the person works on it. */
  href: string;
}

export interface WaitingSale extends Entry {
  kind: 'sale';
  shop: string;
  total: number;
  /** The receipt, to correct a refused sale. */
  receipt: unknown;
}

export type WaitingEntry = WaitingStep | WaitingSale;

const prefix = 'gostiny-queue:';
const none: readonly WaitingEntry[] = [];
const listeners = new Set<() => void>();
/** What was read last, so that the same text gives the same array. */
const lastRead = new Map<number, { text: string; entries: readonly WaitingEntry[] }>();

/** What waits of a person, oldest first. */
export function readQueue(person: number | undefined): readonly WaitingEntry[] {
  if (person === undefined) return none;
  const text = readKept(prefix + person);
  if (text === null) return none;
  const known = lastRead.get(person);
  if (known?.text === text) return known.entries;
  const entries = parse(text);
  lastRead.set(person, { text, entries });
  return entries;
}

/** Reads, changes and writes at once, since other tabs write, too. False when the storage is full or blocked. */
export function changeQueue(
  person: number,
  change: (entries: readonly WaitingEntry[]) => readonly WaitingEntry[],
): boolean {
  const entries = change(readQueue(person));
  if (!keepText(prefix + person, entries.length === 0 ? null : JSON.stringify(entries))) return false;
  for (const listener of listeners) listener();
  return true;
}

/** What waits of a person, as an external store. */
export function useQueue(person: number | undefined): readonly WaitingEntry[] {
  return useSyncExternalStore(
    follow,
    () => readQueue(person),
    () => none,
  );
}

/** True when something of anybody waits in this browser. */
export function isAnythingWaiting(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(prefix));
  } catch {
    return false;
  }
}

/** Entries that are dropped together with one: those after it build on it. */
export function droppedWith(entries: readonly WaitingEntry[], key: string): readonly WaitingEntry[] {
  const place = entries.findIndex((entry) => entry.key === key);
  return entries.filter(({ subject }, at) => at >= place && subject === entries[place]?.subject);
}

function follow(listen: () => void): () => void {
  listeners.add(listen);
  window.addEventListener('storage', listen);
  return () => {
    listeners.delete(listen);
    window.removeEventListener('storage', listen);
  };
}

function parse(text: string): readonly WaitingEntry[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isEntry) : none;
  } catch {
    return none;
  }
}

function isEntry(value: unknown): value is WaitingEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { key, at, path, subject, kind, method } = value as Record<string, unknown>;
  const areTexts = [key, at, path, subject].every((one) => typeof one === 'string');
  return areTexts && (kind === 'step' || kind === 'sale') && (method === 'put' || method === 'post');
}
