import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { type Api, ask, signIn, startApi } from './api.ts';
import { assert, command, memoryOf, pause, type Scenario, until } from './world.ts';

const seconds = 42;

/**
 * Headers and bodies sent byte by byte are cut off, stalled readers block nothing, a long upload over a slow link
 * succeeds, and everybody else is served meanwhile.
 */
export const slowClients: Scenario = async (world) => {
  const url = await world.database('demo');
  await command('db-seed', ['--tags', '100000'], { DATABASE_URL: url, DATA_DIR: world.folder('empty') });
  const api = await startApi(world.folder('empty'), url);
  // A person exports three files at a time.
  const people = ['admin', 'owner', 'owner2', 'staff'].map((name) => signIn(api, `${name}@demo.ru`));
  const tokens = await Promise.all(people);
  const [token = ''] = tokens;
  const before = memoryOf(api.pid);
  const alone = await waitOfOthers(api, token, 3);

  const headers = range(40).map(() => drip(api, 'GET /admin/rest/tags HTTP/1.1\r\nhost: x\r\n', 'x'));
  const bodies = range(40).map(() => drip(api, post('token', 'application/json', 500), '{'));
  const readers = range(10).map((number) => stall(api, tokens[number % tokens.length] ?? ''));
  const upload = slowUpload(api, token);
  // The exports fill all buffers before they stall.
  await pause(12_000);
  const during = await waitOfOthers(api, token, seconds - 12);
  const grown = memoryOf(api.pid) - before;
  await until('slow headers are cut off', () => headers.every(({ closed }) => closed), 5);
  await until('slow bodies are cut off', () => bodies.every(({ closed }) => closed), 5);
  const uploaded = await upload;
  for (const { socket } of [...headers, ...bodies]) socket.destroy();
  for (const socket of readers) socket.destroy();

  assert(uploaded.startsWith('HTTP/1.1 20'), `a slow upload: ${uploaded.slice(0, 300)}`);
  assert(
    bodies.every(({ text }) => text.startsWith('HTTP/1.1 408')),
    'a slow body is not told 408',
  );
  assert(during < Math.max(500, alone * 4), `others wait ${during} ms instead of ${alone}`);
  // Measured 285 MB: ten concurrent exports create much garbage.
  assert(grown < 400, `the server grew by ${grown} MB`);
  await api.end('SIGTERM');
  return `80 slow clients cut off, 10 that do not read; others p95 ${during} ms (${alone} before); memory +${grown} MB; 2.2 MB uploaded at 0.5 Mbit/s`;
};

/** 95th percentile of another client's requests, in milliseconds. Throws when one fails. */
async function waitOfOthers(api: Api, token: string, forSeconds: number): Promise<number> {
  const waits: number[] = [];
  const end = Date.now() + forSeconds * 1000;
  while (Date.now() < end) {
    const begun = performance.now();
    const { status } = await ask(api, 'GET', 'tags?limit=15', { token });
    assert(status === 200, `another client is answered ${status}`);
    waits.push(performance.now() - begun);
    await pause(100);
  }
  return Math.round(waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0);
}

const range = (length: number) => Array.from({ length }, (_, number) => number);

const post = (path: string, type: string, length: number, more = '') =>
  `POST /admin/rest/${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n${more}\r\n`;

interface Drip {
  socket: Socket;
  closed: boolean;
  text: string;
}

/** Starts a request and sends one more byte each second. */
function drip(api: Api, start: string, byte: string): Drip {
  const socket = connect(api.port, '127.0.0.1');
  const state: Drip = { socket, closed: false, text: '' };
  socket.write(start);
  const timer = setInterval(() => socket.write(byte), 1000);
  socket.on('data', (chunk) => {
    state.text += chunk.toString();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    state.closed = true;
    clearInterval(timer);
  });
  return state;
}

/** Requests a large export and does not read it. */
function stall(api: Api, token: string): Socket {
  const socket = connect(api.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(`GET /admin/rest/tags/export HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}

/** Uploads a file of 2.2 MB at 62 kB a second; returns the response. */
async function slowUpload(api: Api, token: string): Promise<string> {
  const border = 'border-of-parts';
  const head = `--${border}\r\ncontent-disposition: form-data; name="attachment[]"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\n`;
  const content = Buffer.concat([
    Buffer.from(head),
    randomBytes(2_200_000),
    Buffer.from(`\r\n--${border}--\r\n`),
  ]);
  const socket = connect(api.port, '127.0.0.1');
  socket.on('error', () => {});
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const more = `authorization: Bearer ${token}\r\nconnection: close\r\n`;
  socket.write(post('attachments', `multipart/form-data; boundary=${border}`, content.length, more));
  for (let from = 0; from < content.length && !socket.destroyed; from += 6250) {
    socket.write(content.subarray(from, from + 6250));
    await pause(100);
  }
  await Promise.race([closed, pause(20_000)]);
  return text;
}
