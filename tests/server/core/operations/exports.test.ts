import { readdirSync, readFileSync } from 'node:fs';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../../../support/factories';
import { setUpScene } from '../../../support/scene';
import { isOneProcess } from '../../../support/server';
import { signIn } from '../../../support/session';

/** Many exports at once: three of a person, and others do not wait for them. */
const { api, scene } = setUpScene();

let address = '';

beforeEach(async () => {
  if (!api.app.server.listening) address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});

const buildTags = (count: number, length: number) =>
  sql`insert into tags (name, slug, created_at, updated_at)
    select repeat('м', ${length}) || number, 'tag-' || number, now(), now()
    from generate_series(1, ${count}::int) number`.execute(api.db);

const tokenOf = (person: { id: number }) => signIn(api.db, person.id, api.now());

/** A response whose body nobody reads yet. */
const get = (path: string, token?: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    httpGet(`${address}/admin/rest/${path}`, { headers, agent: false }, resolve).on('error', reject);
  });

const statusOf = async (path: string, token?: string) => {
  const answer = await get(path, token);
  answer.destroy();
  return answer.statusCode;
};

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Exports that have begun and are not read. */
async function hold(token: string): Promise<IncomingMessage[]> {
  const held = [];
  for (let count = 0; count < 3; count += 1) held.push(await get('tags/export', token));
  expect(held.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  return held;
}

async function eventuallyOk(path: string, token?: string): Promise<void> {
  await expect.poll(() => statusOf(path, token), { timeout: 30_000, interval: 20 }).toBe(200);
}

describe.runIf(isOneProcess)('a person', () => {
  // More than the buffers between server and client take.
  beforeEach(() => buildTags(2000, 4000));

  it('exports three lists at a time, and the next one after one ends or is abandoned', async () => {
    const token = await tokenOf(scene.super_admin);
    const held = await hold(token);

    const refused = await get('tags/export', token);

    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
    expect(JSON.parse(await textOf(refused))).toMatchObject({ message: 'TOO_MANY_EXPORTS' });
    for (const path of ['ledger/export', 'activity/export', 'analytics/shops/export']) {
      expect([path, await statusOf(path, token)]).toEqual([path, 429]);
    }
    // Other people and other requests are not concerned.
    expect(await statusOf('orders/export', await tokenOf(scene.store_owner))).toBe(200);
    expect(await statusOf('tags?limit=1', token)).toBe(200);

    held[0]?.destroy();
    await eventuallyOk('tags/export?search=slug:tag-1', token);
    expect(held[1] && (await textOf(held[1])).split('\n')).toHaveLength(2002);
    held[2]?.destroy();
    await eventuallyOk('tags/export', token);
  });

  it('of twenty at once gets three, and refused or invalid ones do not count', async () => {
    const token = await tokenOf(scene.super_admin);
    for (let round = 0; round < 5; round += 1) {
      expect(await statusOf('tags/export?columns=nothing', token)).toBe(422);
    }

    const answers = await Promise.all(Array.from({ length: 20 }, () => get('tags/export', token)));

    const taken = answers.filter(({ statusCode }) => statusCode === 200);
    expect(taken).toHaveLength(3);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(17);
    for (const answer of taken) answer.destroy();
    await eventuallyOk('tags/export', token);
  });

  it('keeps the link of a refused export of orders', async () => {
    const token = await tokenOf(scene.super_admin);
    const link = String(JSON.parse(await textOf(await get('export-order-url', token))));
    const path = link.slice(link.indexOf('export-order/token/'));
    const held = await hold(token);

    expect(await statusOf(path)).toBe(429);
    for (const answer of held) answer.destroy();

    await eventuallyOk(path);
    expect(await statusOf(path)).toBe(404);
  });
});

describe('forty exports at once', () => {
  it('are finished in turn, and others wait for no more than one of them', async () => {
    await buildTags(3000, 100);
    const people = await Promise.all(
      Array.from({ length: 14 }, () => buildUser(api.db, { role: 'super_admin' })),
    );
    const tokens = await Promise.all(people.map(tokenOf));

    const slowest = (await waitsDuring(1, tokens)).at(-1) ?? 0;
    const waits = await waitsDuring(40, tokens);

    expect(waits.length).toBeGreaterThan(10);
    // A busy machine is slow with one export already.
    expect(waits[Math.floor(waits.length * 0.95)]).toBeLessThan(Math.max(1000, 3 * slowest));
  }, 180_000);
});

/** How long light requests take while so many exports run, shortest first. */
async function waitsDuring(count: number, tokens: readonly string[]): Promise<number[]> {
  const light = await tokenOf(scene.store_owner);
  let isOver = false;
  const exported = Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const answer = await get('tags/export', tokens[index % tokens.length]);
      let size = 0;
      for await (const part of answer) size += part.length;
      return [answer.statusCode, size > 3000 * 200];
    }),
  ).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    const start = performance.now();
    expect(await statusOf('me', light)).toBe(200);
    waits.push(performance.now() - start);
  }
  expect(new Set((await exported).map(String))).toEqual(new Set(['200,true']));
  return waits.sort((one, other) => one - other);
}

it('every route that sends a file in parts counts it', () => {
  const files = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('send-export.ts'))
    .map((name) => ({ name, text: readFileSync(`src/server/${name}`, 'utf8') }));
  const sending = files.filter(({ text }) => text.includes('sendParts('));
  const uncounted = sending.filter(({ text }) => !/(startExport|countExport)\(/.test(text));

  expect(sending.length).toBeGreaterThan(5);
  expect(uncounted.map(({ name }) => name)).toEqual([]);
});
