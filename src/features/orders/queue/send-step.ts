import type { QueryClient } from '@tanstack/react-query';
import Router from 'next/router';
import { i18n } from 'next-i18next/pages';
import type { Me } from '@/contract/accounts/auth';
import { movesFrom } from '@/contract/orders/moves';
import type { OrderStatus } from '@/contract/orders/status';
import { apiAs } from '@/lib/api/client';
import { ClientError, clientCodes, toClientError } from '@/lib/api/errors';
import { isKnownPlain } from '@/lib/api/plain/known';
import { newKey } from '@/lib/new-key';
import { changeQueue, readQueue, type WaitingEntry, type WaitingStep } from '@/lib/queue/waiting';
import { showToast } from '@/lib/toast';
import { refetchAffected, showMovedToast } from './moved-toast';

type Step = Pick<WaitingStep, 'id' | 'number'>;

interface Request extends Pick<WaitingStep, 'method' | 'path'> {
  body: object | undefined;
}

/**
 * Moves an order and says so, unless the customer's code does it. Without a network the step joins the queue, and the
 * screen shows the order as moved: the answer is null then.
 */
export async function sendStep(client: QueryClient, request: Request, step: Step): Promise<unknown> {
  const answer = await sendOrQueue(client, request, step);
  if (answer !== null && request.method === 'put') showMovedToast(client, step.id, answer);
  return answer;
}

/** A step without a dialog; ends when the screen shows the order as it is now. */
export async function moveOrder(client: QueryClient, step: Step, body: object): Promise<void> {
  let answer: unknown;
  try {
    answer = await sendStep(client, { method: 'put', path: `orders/${step.id}`, body }, step);
  } finally {
    if (answer !== null) await refetchAffected(client);
  }
}

async function sendOrQueue(client: QueryClient, request: Request, step: Step): Promise<unknown> {
  const { method, path, body } = request;
  // Other servers know no keys.
  if (isKnownPlain()) return (await apiAs[method]<unknown>(path, body)) ?? true;
  const entry = entryOf(request, step);
  // A step over one that waits must not overtake it.
  if (isAnyWaiting(client, entry.subject) && addToQueue(client, entry)) return patchCache(client, entry);
  try {
    const headers = { 'Idempotency-Key': entry.key };
    return (await apiAs.call<unknown>({ method, url: path, data: body, headers })) ?? true;
  } catch (reason) {
    if (!isConnectionError(toClientError(reason)) || !addToQueue(client, entry)) throw explained(reason);
    return patchCache(client, entry);
  }
}

/** A refusal in the words of its reason, where it has some. */
function explained(reason: unknown): ClientError {
  const error = toClientError(reason);
  const [word] = error.fields.order_status ?? [];
  const message = word && i18n?.t(`form:${word}`, { defaultValue: '' });
  return message
    ? new ClientError(error.code, {
        message,
        status: error.status,
        fields: error.fields,
        requestId: error.requestId,
      })
    : error;
}

function entryOf(request: Request, { id, number }: Step): WaitingStep {
  const shop = Router.router?.query.shop;
  return {
    kind: 'step',
    key: newKey(),
    at: new Date().toISOString(),
    subject: `order:${id}`,
    ...request,
    body: { ...request.body },
    id,
    number,
    to: statusIn(request.body),
    href: `${typeof shop === 'string' ? `/${encodeURIComponent(shop)}` : ''}/orders/${id}`,
  };
}

/** A customer's code completes. */
function statusIn(body: { order_status?: OrderStatus } = {}): OrderStatus {
  return body.order_status ?? 'order-completed';
}

/** Puts a change into the queue of the signed-in person and says so; false when it cannot be stored. */
export function addToQueue(client: QueryClient, entry: WaitingEntry): boolean {
  const person = client.getQueryData<Me>(['me'])?.id;
  const isKept = person !== undefined && changeQueue(person, (entries) => [...entries, entry]);
  if (isKept) showToast('info', i18n?.t('orders:queue.kept') ?? '');
  return isKept;
}

/** No answer, or that of a proxy without the server: the change may or may not have been made. */
export const isConnectionError = ({ code, status }: ClientError) =>
  code === clientCodes.network || code === clientCodes.timeout || status === 502 || status === 504;

function isAnyWaiting(client: QueryClient, subject: string): boolean {
  const waiting = readQueue(client.getQueryData<Me>(['me'])?.id).filter((one) => one.subject === subject);
  return waiting.length > 0 && waiting.every(({ refusal }) => !refusal);
}

function patchCache(client: QueryClient, step: WaitingStep): null {
  client.setQueriesData({ queryKey: ['orders'] }, (data: unknown) => moved(data, step));
  return null;
}

/** The cached rows with the order in its new status. */
function moved(data: unknown, step: WaitingStep): unknown {
  if (Array.isArray(data)) return data.map((one) => moved(one, step));
  if (typeof data !== 'object' || data === null) return data;
  const next: Record<string, unknown> = { ...data };
  for (const name of ['rows', 'pages', 'children']) {
    if (name in next) next[name] = moved(next[name], step);
  }
  if (next.id !== step.id || !('order_status' in next)) return next;
  next.order_status = step.to;
  if ('moves' in next) next.moves = movesFrom(step.to);
  return next;
}
