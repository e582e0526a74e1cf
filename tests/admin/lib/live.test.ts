import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onLive, startLive } from '@/lib/api/live';
import { readCredentials, storeCredentials } from '@/lib/session/session';

/** The browser's side of the live stream, against a server that the test controls. */

interface LiveRequest {
  after: string | null;
  send: (text: string) => void;
  end: () => void;
  isLetGo: () => boolean;
}

let asked: LiveRequest[];
let stop: () => void;
let status: number;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  status = 200;
  stop = () => undefined;
  storeCredentials({ token: 'abc', permissions: ['super_admin'], role: 'super_admin' });
  vi.stubGlobal(
    'fetch',
    async (_url: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        start: (given) => {
          controller = given;
        },
      });
      signal.addEventListener('abort', () => controller?.error(signal.reason));
      asked.push({
        after: headers['Last-Event-ID'] ?? null,
        send: (text) => controller?.enqueue(new TextEncoder().encode(text)),
        end: () => controller?.close(),
        isLetGo: () => signal.aborted,
      });
      return status === 200 ? new Response(body) : new Response('{}', { status });
    },
  );
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const message = (id: number) =>
  `id: ${id}\nevent: message\ndata: {"conversation_id":${id},"id":${id},"change":"added"}\n\n`;

/** Starts the stream; returns the conversations it reported. */
async function start(from?: number) {
  const told: number[] = [];
  const forget = onLive('message', ({ conversation_id }) => void told.push(conversation_id));
  const end = startLive(from);
  stop = () => {
    forget();
    end();
  };
  await settle();
  return told;
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

it('dispatches each event once, however its bytes are chunked', async () => {
  const told = await start(7);
  expect(asked[0]?.after).toBe('7');
  const text = `: hello\n\n${message(8)}${message(9)}`;
  for (const letter of text) asked[0]?.send(letter);
  await settle();
  expect(told).toEqual([8, 9]);
});

it('resumes after the last event when the connection breaks', async () => {
  const told = await start(1);
  asked[0]?.send(message(2));
  await settle();
  asked[0]?.end();
  await settle(10_000);
  expect(asked.map(({ after }) => after)).toEqual(['1', '2']);
  asked[1]?.send(message(3));
  await settle();
  expect(told).toEqual([2, 3]);
});

it('drops a stream that has been silent for too long', async () => {
  await start(1);
  await settle(49_000);
  expect(asked).toHaveLength(1);
  await settle(12_000);
  expect(asked[0]?.isLetGo()).toBe(true);
  expect(asked).toHaveLength(2);
});

it('reconnects immediately when the network is back, although the old stream looks open', async () => {
  await start(1);
  asked[0]?.send(message(4));
  await settle();
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(asked[0]?.isLetGo()).toBe(true);
  expect(asked.map(({ after }) => after)).toEqual(['1', '4']);
});

it('backs off from failure to failure', async () => {
  status = 503;
  await start();
  await settle(60_000);
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.length).toBeLessThan(15);
});

it('ends silently where there is no such stream, and with the session', async () => {
  status = 404;
  await start();
  await settle(60_000);
  expect(asked).toHaveLength(1);
  expect(readCredentials()).not.toBeNull();
  stop();
  status = 401;
  await start();
  await settle(60_000);
  expect(asked).toHaveLength(2);
  expect(readCredentials()).toBeNull();
});
