import { type LiveEvents, type LiveType, silenceSeconds } from '@/contract/core/live';
import { env } from '@/lib/env';
import { onCredentials, readCredentials } from '@/lib/session/session';
import { signInAgain } from '@/lib/session/sign-in-again';
import { retryDelay } from './query-client';

/** Hidden windows close their stream after this long: browsers allow six connections across all windows. */
const hiddenMs = 30_000;

/** Abort reason: reconnect immediately. */
const networkBack = 'The network is back';

type Handler<Type extends LiveType> = (data: LiveEvents[Type]) => void;

const handlers = new Map<LiveType, Set<Handler<never>>>();

/** Subscribes to a type of live event; returns the unsubscribe function. */
export function onLive<Type extends LiveType>(type: Type, handler: Handler<Type>): () => void {
  const subscribers = handlers.get(type) ?? new Set();
  handlers.set(type, subscribers.add(handler));
  return () => void subscribers.delete(handler);
}

/**
 * Keeps the live event stream open from a position (`Me.live_place`), each event once and in order: reconnects resume
 * after the last event. Stops silently when the server has no stream. Returns the stop function.
 */
export function startLive(from: number | undefined): () => void {
  let position = from === undefined ? undefined : String(from);
  let failures = 0;
  let open: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closeTimer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const connect = async () => {
    clearTimeout(timer);
    const token = readCredentials()?.token;
    if (isOver || open || !token) return;
    const attempt = new AbortController();
    open = attempt;
    try {
      const answer = await ask(token, position, attempt.signal);
      if (answer.status === 401 && (await signInAgain(token, false))) attempt.abort(networkBack);
      // Other servers of this dialect may have no stream.
      else if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) isOver = true;
      if (answer.ok && answer.body) {
        failures = 0;
        await readEvents(answer.body, attempt, (event) => {
          position = event.id ?? position;
          dispatch(event);
        });
      }
    } catch {
      // Broken or aborted: the next attempt resumes from the last event.
    }
    open = undefined;
    if (isOver || document.hidden) return;
    if (attempt.signal.reason === networkBack) {
      failures = 0;
      void connect();
      return;
    }
    timer = setTimeout(() => void connect(), retryDelay(failures) * (0.5 + Math.random() / 2));
    failures += 1;
  };

  const onVisibility = () => {
    clearTimeout(closeTimer);
    if (document.hidden) closeTimer = setTimeout(() => open?.abort(), hiddenMs);
    else void connect();
  };
  // A stream opened before the connection was lost may stay silent for ever.
  const onOnline = () => {
    if (open) open.abort(networkBack);
    else {
      failures = 0;
      void connect();
    }
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onOnline);
  // After signing in again, when there was no token to connect with.
  const stopListening = onCredentials(() => void connect());
  void connect();

  return () => {
    isOver = true;
    clearTimeout(timer);
    clearTimeout(closeTimer);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onOnline);
    stopListening();
    open?.abort();
  };
}

function ask(token: string, position: string | undefined, signal: AbortSignal): Promise<Response> {
  return fetch(`${env.apiUrl}/live`, {
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'text/event-stream',
      ...(position !== undefined && { 'Last-Event-ID': position }),
    },
    cache: 'no-store',
    signal,
  });
}

interface LiveMessage {
  id?: string;
  event?: string;
  data?: string;
}

/** Reads until the stream ends or has been silent for too long. */
async function readEvents(
  body: ReadableStream<Uint8Array>,
  attempt: AbortController,
  handle: (event: LiveMessage) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const alarm = setTimeout(() => attempt.abort(), silenceSeconds * 1000);
    const { value, done } = await reader.read().finally(() => clearTimeout(alarm));
    if (done) return;
    const parts = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const fields = part.split('\n').map((line) => line.split(/:(.*)/s).slice(0, 2));
      const message: LiveMessage = Object.fromEntries(
        fields.map(([name, text]) => [name, text?.trimStart()]),
      );
      if (message.event) handle(message);
    }
  }
}

function dispatch({ event, data }: LiveMessage): void {
  // Types come from our own server; one that this version does not know has no handlers.
  const subscribers = handlers.get(event as LiveType) as Set<Handler<LiveType>> | undefined;
  if (!subscribers || subscribers.size === 0) return;
  const payload = JSON.parse(data ?? '{}') as LiveEvents[LiveType];
  for (const handler of subscribers) (handler as (data: LiveEvents[LiveType]) => void)(payload);
}
