import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '@/server/core/deps';
import { openWriter } from '@/server/integrations/descriptions/descriptions';
import { setUpScene } from '../../support/scene';
import { type TestApp, testApp } from '../../support/server';

/**
 * Generated descriptions: who may request one, what is sent to the service, and how each kind of response is handled.
 */
let server: Server;
let answer: (response: ServerResponse) => void;
let asked: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
const deps: Partial<Deps> = { aiKey: 'top-secret', aiModel: 'some-model' };

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      asked.push({ url: request.url, headers: request.headers, body });
      answer(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  deps.aiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
});
beforeEach(() => {
  asked = [];
  answer = say({ choices: [{ message: { content: 'Мягкий шерстяной платок.\n\n- тёплый' } }] });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const { api, scene } = setUpScene(deps);

const say =
  (value: unknown, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof value === 'string' ? value : JSON.stringify(value));
  };
const write = (
  user: { id: number } | null,
  body: object = { prompt: 'Платок' },
  path = 'generate-descriptions',
) =>
  api.request<{ status: string; result: string; message: string; errors: object }>(user, 'POST', path, body);

describe('a generated description', () => {
  it('is available with the catalogue scope only', async () => {
    for (const [user, status] of [
      [null, 401],
      [scene.customer, 403],
      [scene.staff, 200],
      [scene.store_owner, 200],
      [scene.super_admin, 200],
    ] as const)
      expect((await write(user)).status).toBe(status);

    await api.db
      .updateTable('users')
      .set({ permissions: ['staff', 'customer', 'staff:orders'] })
      .where('id', '=', scene.staff.id)
      .execute();
    expect((await write(scene.staff)).status).toBe(403);
    expect(asked).toHaveLength(3);
  });

  it.each(['generate-descriptions', 'generate-description'])('is answered by %s', async (path) => {
    const { status, body } = await write(scene.store_owner, { prompt: '  Опиши платок ' }, path);

    expect([status, body]).toEqual([
      200,
      { status: 'success', result: 'Мягкий шерстяной платок.\n\n- тёплый' },
    ]);
    expect(asked[0]).toMatchObject({
      url: '/v1/chat/completions',
      headers: { authorization: 'Bearer top-secret' },
    });
    const sent = JSON.parse(asked[0]?.body ?? '{}');
    expect(sent.model).toBe('some-model');
    expect(sent.messages.at(-1)).toEqual({ role: 'user', content: 'Опиши платок' });
  });

  it.each([
    [{}, 'error-prompt-required'],
    [{ prompt: '   ' }, 'error-prompt-required'],
    [{ prompt: { text: 'x' } }, 'error-wrong-value'],
    [{ prompt: 'я'.repeat(2001) }, 'error-too-long'],
  ])('requires a valid request: %o', async (body, key) => {
    const refused = await write(scene.staff, body);

    expect([refused.status, refused.body.errors]).toEqual([422, { prompt: [key] }]);
    expect(asked).toEqual([]);
  });

  it('is limited in rate', async () => {
    for (let count = 0; count < 40; count += 1) await write(scene.staff);

    const { status, headers } = await write(scene.staff);

    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect(asked).toHaveLength(40);
    expect((await write(scene.store_owner)).status).toBe(200);
    api.setNow(new Date(api.now().getTime() + 61 * 60_000));
    expect((await write(scene.staff)).status).toBe(200);
  });
});

describe('a response of the service', () => {
  it.each([
    ['a refusal', say({ error: { message: 'top-secret is wrong' } }, 401)],
    ['a failure', say('<html>502</html>', 502)],
    ['no JSON', say('Платок')],
    ['no text', say({ choices: [] })],
    ['a text that is none', say({ choices: [{ message: { content: { a: 1 } } }] })],
    ['an empty text', say({ choices: [{ message: { content: '```\n```' } }] })],
    ['an endless one', say({ choices: [{ message: { content: 'я'.repeat(3_000_000) } }] })],
    ['a way elsewhere', (response: ServerResponse) => response.writeHead(302, { location: '/' }).end()],
    ['a hang-up', (response: ServerResponse) => response.destroy()],
  ])('%s means UNAVAILABLE', async (_name, given) => {
    answer = given;

    const { status, body } = await write(scene.store_owner);

    expect([status, body.message]).toEqual([503, 'UNAVAILABLE']);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it('is returned as plain text of limited length', async () => {
    const content = `\`\`\`text\nТёплый\u0000 платок\r\n${'я'.repeat(20_000)}\n\`\`\``;
    answer = say({ choices: [{ message: { content } }] });

    const { body } = await write(scene.store_owner);

    expect(body.result).toMatch(/^Тёплый платок\nяяя/);
    expect(body.result.length).toBeLessThanOrEqual(8000);
  });

  it('has a time limit', async () => {
    answer = () => undefined;

    await expect(openWriter({ ...deps, timeoutMs: 50 })?.('Платок')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
});

describe('without a service', () => {
  let plain: TestApp;
  beforeAll(async () => {
    plain = await testApp();
  });
  afterAll(() => plain.close());

  it('settings announce it, and requests are refused', async () => {
    type Options = { options: { useAi: boolean } };
    const offersAi = async (app: TestApp) =>
      (await app.request<Options>(null, 'GET', 'settings')).body.options.useAi;

    expect([await offersAi(api), await offersAi(plain)]).toEqual([true, false]);
    expect(openWriter({})).toBeUndefined();
  });

  it('cannot be enabled by saving the settings', async () => {
    const saved = await api.request<{ options: { useAi: boolean } }>(scene.super_admin, 'POST', 'settings', {
      options: { siteTitle: 'Лавка', useAi: false },
    });

    expect([saved.status, saved.body.options.useAi]).toEqual([200, true]);
  });
});
