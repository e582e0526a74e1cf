import { delay, type HttpHandler, HttpResponse, http } from 'msw';
import { resources } from '@/contract/index';
import { Refusal } from './refusal';

/** Possible faults of a request. */
export const faults = ['401', '403', '422', '500', 'offline'] as const;

export type Fault = (typeof faults)[number];

export interface FaultRule {
  fault: Fault;
  isOnce: boolean;
}

/** Settings of the developer: a delay of every response, and faults by endpoint, as `PUT tags/:key`. */
export interface Disturbances {
  latency: number;
  rules: Record<string, FaultRule>;
}

const storageKey = 'gostiny-mock';
const calm: Disturbances = { latency: 0, rules: {} };
const listeners = new Set<() => void>();
let current: Disturbances | undefined;
let seen: readonly string[] = [];

/** The faults of this tab, kept across a reload. */
export function readDisturbances(): Disturbances {
  if (current) return current;
  try {
    current = {
      ...calm,
      ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Disturbances>),
    };
  } catch {
    current = calm;
  }
  return current;
}

export function setDisturbances(next: Disturbances): void {
  current = next;
  sessionStorage.setItem(storageKey, JSON.stringify(next));
  notify();
}

export function setFault(endpoint: string, rule: FaultRule | undefined): void {
  const { latency, rules } = readDisturbances();
  const { [endpoint]: _, ...others } = rules;
  setDisturbances({ latency, rules: rule ? { ...others, [endpoint]: rule } : others });
}

/** Requested endpoints, latest first. */
export const readSeen = (): readonly string[] => seen;

export function onDisturbances(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Runs before all other handlers: waits, and returns the fault set for the endpoint. */
export function disturbing(): HttpHandler {
  return http.all('*/rest/*', async ({ request }) => {
    const endpoint = normalizeEndpoint(request.method, request.url);
    seen = [endpoint, ...seen.filter((each) => each !== endpoint)].slice(0, shownEndpoints);
    notify();
    const { latency, rules } = readDisturbances();
    const rule = rules[endpoint];
    if (rule?.isOnce) setFault(endpoint, undefined);
    if (latency > 0) await delay(latency);
    return rule && responseTo(rule.fault);
  });
}

const shownEndpoints = 12;

/** `PUT …/rest/tags/novinka?language=ru` becomes `PUT tags/:key`; numbers in other addresses become `:id`. */
export function normalizeEndpoint(method: string, url: string): string {
  const path = new URL(url, 'http://mock.invalid').pathname.replace(/^.*?\/rest\//, '');
  const family = Object.values(resources).find((each) => path.startsWith(`${each.endpoint}/`));
  const rest = family && path.slice(family.endpoint.length + 1);
  if (family && rest && !rest.includes('/')) return `${method} ${family.endpoint}/:key`;
  return `${method} ${path.replace(/\/\d+(?=\/|$)/g, '/:id')}`;
}

const codes = {
  '401': 'NOT_AUTHENTICATED',
  '403': 'FORBIDDEN',
  '422': 'VALIDATION_FAILED',
  '500': 'INTERNAL',
} as const;

function responseTo(fault: Fault): Response {
  if (fault === 'offline') return HttpResponse.error();
  return new Refusal(codes[fault]).respond();
}
