import type { QueryClient } from '@tanstack/react-query';
import { api, apiAs } from '@/lib/api/client';
import { type ClientError, isPassing, toClientError } from '@/lib/api/errors';
import { changeQueue, readQueue, type WaitingEntry } from '@/lib/queue/waiting';
import { readCredentials } from '@/lib/session/session';
import { refetchAffected } from './moved-toast';

/** Server errors after which an entry counts as refused. */
const maxFailures = 3;
/** Shorter than the server remembers keys: an older entry might be executed twice. */
const sentWithinMs = 20 * 3600_000;

export interface QueueResult {
  sent: number;
  refused: number;
  /** False when something waits on: the network or the session is not back. */
  isDone: boolean;
}

const nothing: QueueResult = { sent: 0, refused: 0, isDone: false };
export const sentKey = (key: string | undefined) => ['sent-sale', key];

let isRunning = false;

/** Sends what waits of a person, in order. One tab sends; where the browser has no locks, keys prevent doubles. */
export async function sendQueue(client: QueryClient, person: number): Promise<QueueResult> {
  if (isRunning) return nothing;
  isRunning = true;
  try {
    // The lock exists on https only.
    if (!('locks' in navigator)) return await sendAll(client, person);
    return await navigator.locks.request('gostiny-queue', { ifAvailable: true }, (lock) =>
      lock ? sendAll(client, person) : nothing,
    );
  } finally {
    isRunning = false;
  }
}

/** The first entry that may be sent: none before it of the same subject is refused. */
export function nextToSend(entries: readonly WaitingEntry[]): WaitingEntry | undefined {
  const held = new Set(entries.filter(({ refusal }) => refusal).map(({ subject }) => subject));
  return entries.find(({ subject }) => !held.has(subject));
}

async function sendAll(client: QueryClient, person: number): Promise<QueueResult> {
  const outcome = { sent: 0, refused: 0 };
  let token: string | undefined;
  for (;;) {
    const entry = nextToSend(readQueue(person));
    if (!entry) break;
    const now = readCredentials()?.token;
    // Another tab may have signed in as somebody else: the cookie is common.
    if (now !== token || now === undefined) {
      if (now === undefined || !(await isStill(person))) return { ...outcome, isDone: false };
      token = now;
      continue;
    }
    const end = await sendOne(client, person, entry);
    if (end === 'waits') {
      if (outcome.sent > 0) refetch(client);
      return { ...outcome, isDone: false };
    }
    outcome[end] += 1;
  }
  if (outcome.sent + outcome.refused > 0) refetch(client);
  return { ...outcome, isDone: true };
}

async function isStill(person: number): Promise<boolean> {
  const me = await api.get('me').catch(() => undefined);
  return me?.id === person;
}

async function sendOne(
  client: QueryClient,
  person: number,
  entry: WaitingEntry,
): Promise<'sent' | 'refused' | 'waits'> {
  if (Date.now() - Date.parse(entry.at) > sentWithinMs) return refuse(person, entry, { code: 'TOO_OLD' });
  const { method, path, body, key } = entry;
  try {
    const answer = await apiAs.call<unknown>({
      method,
      url: path,
      data: body,
      headers: { 'Idempotency-Key': key },
    });
    if (entry.kind === 'sale') client.setQueryData(sentKey(key), answer);
    changeQueue(person, (entries) => carryVersion(without(entries, key), entry.subject, answer));
    return 'sent';
  } catch (reason) {
    return afterFailure(person, entry, toClientError(reason));
  }
}

function afterFailure(person: number, entry: WaitingEntry, error: ClientError): 'refused' | 'waits' {
  const { code, status, fields } = error;
  const isSessionLost = status === 401 || code === 'NOT_AUTHORIZED';
  if (isSessionLost || code === 'TOO_MANY_REQUESTS' || status === undefined) return 'waits';
  const failures = (entry.failures ?? 0) + 1;
  if (isPassing(error) && failures < maxFailures) {
    change(person, entry.key, { failures });
    return 'waits';
  }
  return refuse(person, entry, { code, status, fields });
}

function refuse(person: number, { key }: WaitingEntry, refusal: WaitingEntry['refusal'] & object): 'refused' {
  change(person, key, { refusal });
  return 'refused';
}

function change(person: number, key: string, more: Pick<WaitingEntry, 'failures' | 'refusal'>): void {
  changeQueue(person, (entries) =>
    entries.map((entry) => (entry.key === key ? { ...entry, ...more } : entry)),
  );
}

const without = (entries: readonly WaitingEntry[], key: string) =>
  entries.filter((entry) => entry.key !== key);

/** The next step of the same order was made over this one: it starts from the version that this one has given. */
function carryVersion(
  entries: readonly WaitingEntry[],
  subject: string,
  answer: unknown,
): readonly WaitingEntry[] {
  const version =
    typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : null;
  if (typeof version !== 'number') return entries;
  return entries.map((entry) =>
    entry.subject === subject && 'version' in entry.body
      ? { ...entry, body: { ...entry.body, version } }
      : entry,
  );
}

function refetch(client: QueryClient): void {
  void refetchAffected(client);
  void client.invalidateQueries({ queryKey: ['till'] });
}
