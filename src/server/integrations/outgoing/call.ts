import { setTimeout as wait } from 'node:timers/promises';
import { isRecord } from '@/contract/core/own-value';
import type { ExchangeOutcome, ExchangeRow } from '@/contract/payments/exchanges';
import type { ServiceFailure } from '@/contract/settings/outside';
import { type JsonRecord, parseJson } from '@/server/core/json-record';
import { ServiceError } from '@/server/integrations/service-error';
import { ask, type OutgoingAnswer } from './outgoing';
import { type KeptFields, redactBody, redactUrl } from './redact';

/** A service that moves money or goods, as its adapter describes it. */
export interface CalledService {
  name: string;
  keeps: KeptFields;
  /** What an answer in JSON means; by its status unless the service says otherwise (`byStatus`). */
  judge?: (status: number, body: JsonRecord) => ExchangeOutcome;
  /** The same request, with the same key, may be sent again after this outcome. */
  mayRepeat: (outcome: Outcome) => boolean;
  /** The pause that the service itself asks for, in milliseconds. */
  pauseMs?: (outcome: Outcome) => number | undefined;
}

/**
 * `answered`: done as asked; `refused`: not done, and never will be by the same request; `unknown`: it may have been done,
 * so whoever asked must read before asking anew (rules/payments: an unknown answer is no refusal).
 */
export type Outcome =
  | { kind: 'answered' | 'refused'; status: number; body: JsonRecord }
  | { kind: 'unknown'; failure: ServiceFailure; body: JsonRecord };

export interface CallRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: object | undefined;
  /** How often at most it is sent again; 0 where the service has no key that makes a repeat harmless. */
  repeats: number;
  /** The payment or order that it concerns, for the journal. */
  reference: string | null;
  /** The key of a repeat, for the journal; the adapter sends it in its own way. */
  idempotencyKey?: string | undefined;
}

/** A row of the journal. */
export interface Exchange extends Omit<ExchangeRow, 'id' | 'created_at' | 'failure'> {
  failure: ServiceFailure | null;
}

export interface CallDeps {
  /** Outside of the caller's transaction: a rollback keeps it. */
  journal: (exchange: Exchange) => Promise<void>;
  connectMs?: number;
  totalMs?: number;
  /** Tests do not wait. */
  pause?: (ms: number) => Promise<unknown>;
  random?: () => number;
  signal?: AbortSignal | undefined;
}

/** Before each repeat, in seconds; after the last one a job asks later. */
const pauses = [1, 2, 3, 5, 8];
export const maxRepeats = pauses.length;
const defaultTotalMs = 30_000;

/** Statuses of refusals that say nothing about what an earlier try has done. */
const inconclusive = [401, 403, 429];

/**
 * Asks a service once, and again as its adapter allows. A lost answer stays unknown when the last repeat is inconclusive.
 * Never throws for what the service does. Not within a transaction: a lock would last as long as the service likes.
 */
export async function call(service: CalledService, request: CallRequest, deps: CallDeps): Promise<Outcome> {
  const { pause = wait, random = Math.random, signal } = deps;
  let lost: Outcome | undefined;
  for (let repeat = 0; ; repeat += 1) {
    const outcome = await callOnce(service, request, deps);
    if (outcome.kind === 'unknown') lost = outcome;
    const seconds = pauses[repeat];
    const isLast = seconds === undefined || repeat >= request.repeats || signal?.aborted;
    if (isLast || !service.mayRepeat(outcome))
      return lost && outcome.kind === 'refused' && inconclusive.includes(outcome.status) ? lost : outcome;
    await pause(service.pauseMs?.(outcome) ?? Math.round(seconds * 1000 * (0.75 + random() / 2)));
  }
}

async function callOnce(service: CalledService, request: CallRequest, deps: CallDeps): Promise<Outcome> {
  const { method, url, headers, reference, idempotencyKey } = request;
  const body = request.body && JSON.stringify(request.body);
  const began = performance.now();
  const answer = await ask(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body,
    totalMs: deps.totalMs ?? defaultTotalMs,
    ...(deps.connectMs !== undefined && { connectMs: deps.connectMs }),
    signal: deps.signal,
  }).catch((error: unknown) => ServiceError.of(error));
  const outcome = outcomeOf(service, answer);
  await deps.journal({
    provider: service.name,
    method,
    url: redactUrl(url, service.keeps),
    request: redactBody(body ?? '', service.keeps),
    status: answer instanceof ServiceError ? null : answer.status,
    answer: answer instanceof ServiceError ? null : redactBody(answer.body.toString('utf8'), service.keeps),
    outcome: outcome.kind,
    failure: outcome.kind === 'unknown' ? outcome.failure : null,
    duration_ms: Math.round(performance.now() - began),
    reference,
    idempotency_key: idempotencyKey ?? null,
  });
  return outcome;
}

function outcomeOf({ judge = byStatus }: CalledService, answer: OutgoingAnswer | ServiceError): Outcome {
  if (answer instanceof ServiceError) return { kind: 'unknown', failure: answer.failure, body: {} };
  const { status } = answer;
  const body = objectIn(answer.body.toString('utf8'));
  if (body === undefined) {
    const failure = status >= 500 ? (`broken ${status}` as const) : (`unreadable ${status}` as const);
    return { kind: 'unknown', failure, body: {} };
  }
  const kind = judge(status, body);
  return kind === 'unknown' ? { kind, failure: `broken ${status}`, body } : { kind, status, body };
}

/** A failure of the server, and a time-out that a proxy reports, say nothing about what was done. */
export function byStatus(status: number): ExchangeOutcome {
  if (status >= 200 && status <= 299) return 'answered';
  return status >= 400 && status <= 499 && status !== 408 ? 'refused' : 'unknown';
}

function objectIn(text: string): JsonRecord | undefined {
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
}
