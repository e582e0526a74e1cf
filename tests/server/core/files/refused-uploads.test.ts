import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUpScene } from '../../../support/scene';
import { signIn } from '../../../support/session';

/** Refused uploads over real connections: answered immediately, without holding a connection for an unread body. */
const { api, scene } = setUpScene();

let port = 0;
beforeAll(async () => {
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(address).port);
});

const boundary = 'gostiny';
const size = 9 * 1024 * 1024;
const formType = `multipart/form-data; boundary=${boundary}`;
const fileHead = (name: string, field = 'attachment[]') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;

interface Upload {
  path: string;
  token?: string;
  type?: string;
  /** Start of the body, padded to its size. */
  start?: string | Buffer;
}

function open(): { socket: Socket; text: () => string; closed: Promise<void> } {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (part) => {
    text += part.toString('latin1');
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, text: () => text, closed };
}

function headOf({ path, token = '', type = formType }: Upload): string {
  return (
    `POST /admin/rest/${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\n` +
    `authorization: Bearer ${token}\r\ncontent-length: ${size}\r\n\r\n`
  );
}

async function answered(text: () => string, count = 1): Promise<void> {
  while (text().split('HTTP/1.1 ').length <= count) await sleep(5);
}

/** 64 KB each 100 ms. Returns the milliseconds until the response and until the connection is closed. */
async function sendSlowly(upload: Upload) {
  const { socket, text, closed } = open();
  const began = performance.now();
  socket.write(headOf(upload));
  socket.write(upload.start ?? fileHead('a.zip'));
  const timer = setInterval(() => {
    if (socket.writable) socket.write(Buffer.alloc(64 * 1024, 'x'));
  }, 100);
  await answered(text);
  const answerMs = performance.now() - began;
  await closed;
  clearInterval(timer);
  return { status: Number(text().slice(9, 12)), answerMs, endMs: performance.now() - began };
}

const tokenOf = (user: { id: number }) => signIn(api.db, user.id, api.now());

describe('a refused upload of a slow client', () => {
  const huge = { path: 'attachments', type: 'application/json', start: '{"a":"' };

  it.each([
    ['without a session', 401, async () => ({ path: 'attachments' })],
    [
      'without the right',
      403,
      async () => ({ path: 'product-imports', token: await tokenOf(scene.customer) }),
    ],
    [
      'of another type',
      415,
      async () => ({ path: 'attachments', type: 'text/x-none', token: await tokenOf(scene.customer) }),
    ],
    ['too large for a body', 413, async () => ({ ...huge, token: await tokenOf(scene.customer) })],
    [
      'that is no form',
      400,
      async () => ({
        path: 'attachments',
        token: await tokenOf(scene.customer),
        type: 'multipart/form-data',
      }),
    ],
  ] as const)(
    '%s is answered immediately, and its connection closed within two seconds',
    async (_what, status, given) => {
      const found = await sendSlowly(await given());

      expect(found.status).toBe(status);
      // The whole body would take 14 seconds.
      expect(found.answerMs).toBeLessThan(5000);
      expect(found.endMs - found.answerMs).toBeLessThan(2000);
    },
  );

  it('is answered in the middle of a file beyond the limit', async () => {
    const token = await tokenOf(scene.customer);
    // More than the limit of this API, 1 MB, immediately; then slowly.
    const start = Buffer.concat([Buffer.from(fileHead('a.zip')), Buffer.alloc(1_200_000)]);

    const found = await sendSlowly({ path: 'attachments', token, start });

    expect(found.status).toBe(413);
    expect(found.endMs - found.answerMs).toBeLessThan(2000);
  });

  it('is answered when the first of several files is refused', async () => {
    const token = await tokenOf(scene.customer);
    const start = `${fileHead('a.png')}no picture\r\n${fileHead('b.zip')}`;

    const found = await sendSlowly({ path: 'attachments', token, start });

    expect(found.status).toBe(415);
    expect(found.endMs - found.answerMs).toBeLessThan(2000);
  });
});

// On a machine so busy that the rest takes longer than a second, the connection is closed instead.
it('a refused upload that arrives whole leaves its connection usable', {
  retry: 3,
  timeout: 10_000,
}, async () => {
  const { socket, text } = open();
  const began = performance.now();
  socket.write(headOf({ path: 'attachments', token: await tokenOf(scene.customer) }));
  const start = Buffer.concat([Buffer.from(fileHead('a.zip')), Buffer.alloc(1_200_000)]);
  socket.write(Buffer.concat([start, Buffer.alloc(size - start.length)]));
  await answered(text);
  socket.write('GET /admin/rest/health HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await answered(text, 2);
  socket.destroy();

  expect(text()).toMatch(/^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 200 /);
  expect(performance.now() - began).toBeLessThan(10_000);
});

describe('a malformed form', () => {
  const endpoints = [
    'attachments',
    'product-imports',
    'import-products',
    'import-variation-options',
    'import-attributes',
  ];
  const part = `${fileHead('a.csv', 'csv')}name\r\n`;
  const forms: [string, string, string][] = [
    ['without a boundary', 'multipart/form-data', part],
    ['with an empty boundary', 'multipart/form-data; boundary=', part],
    ['with another boundary', 'multipart/form-data; boundary=other', part],
    ['that ends inside a file', formType, part],
    [
      'that ends inside the header of a file',
      formType,
      `--${boundary}\r\ncontent-disposition: form-data; na`,
    ],
    ['of noise', formType, 'nonsense'],
    [
      'with a field called __proto__',
      formType,
      `--${boundary}\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--${boundary}--\r\n`,
    ],
    [
      'with broken JSON in a field',
      formType,
      `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: application/json\r\n\r\n{\r\n--${boundary}--\r\n`,
    ],
  ];
  const cases = endpoints.flatMap((path) =>
    forms.map(([what, type, body]) => [path, what, type, body] as const),
  );

  it.each(cases)('sent to %s %s is refused with 400', async (path, _what, type, payload) => {
    const answer = await api.app.inject({
      method: 'POST',
      url: `/admin/rest/${path}`,
      headers: { authorization: `Bearer ${await tokenOf(scene.super_admin)}`, 'content-type': type },
      payload,
    });

    expect([answer.statusCode, answer.json().message]).toEqual([400, 'BAD_REQUEST']);
  });

  it('too many files or fields are refused with 413', async () => {
    const field = `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n`;
    const answer = await api.app.inject({
      method: 'POST',
      url: '/admin/rest/attachments',
      headers: { authorization: `Bearer ${await tokenOf(scene.super_admin)}`, 'content-type': formType },
      payload: `${field.repeat(11)}--${boundary}--\r\n`,
    });

    expect(answer.statusCode).toBe(413);
  });
});
