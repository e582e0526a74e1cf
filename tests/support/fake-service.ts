import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type Answer = (response: ServerResponse, asked: ReceivedRequest) => void;

export interface FakeService {
  /** Without a trailing slash; available only while tests run. */
  readonly base: string;
  /** Requests of this test. */
  readonly asked: ReceivedRequest[];
  answer: Answer;
}

/** An external service as a local server; each test sets its responses. */
export function setUpService(): FakeService {
  let server: Server;
  const state = { base: '', asked: [] as ReceivedRequest[], answer: say({}) };
  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const asked = { method, url, headers, body: Buffer.concat(parts) };
        state.asked.push(asked);
        state.answer(response, asked);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    state.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    state.asked = [];
    state.answer = say({});
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return state;
}

/** Responds the same to every request; a text is sent verbatim. */
export function say(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value));
  };
}

/** Failures of a service and the state that they are recorded as. */
export const troubles: readonly (readonly [string, Answer, string])[] = [
  ['a refusal', say({ message: 'top-secret' }, 403), 'refused 403'],
  ['a limit', say('', 429), 'refused 429'],
  ['a failure', say('<h1>oops</h1>', 500), 'broken 500'],
  ['a gateway that is alone', say('', 502), 'broken 502'],
  ['no JSON', say('<html>'), 'unreadable'],
  [
    'a way elsewhere',
    (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    'unreachable',
  ],
  ['a broken line', (response) => response.destroy(), 'unreachable'],
  [
    'half an answer',
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"a":');
      setTimeout(() => response.destroy(), 10);
    },
    'unreachable',
  ],
  ['an answer without end', endless, 'unreadable'],
];

function endless(response: ServerResponse): void {
  const more = () => {
    if (!response.destroyed) response.write('x'.repeat(1024 * 1024), more);
  };
  more();
}
