import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceNames, resources } from '@/contract';
import { createApp } from '@/server/app';
import { endpointsOf } from '../../../support/endpoints';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import { signIn } from '../../../support/session';

const { api, scene } = setUpScene();

/** Lets a query fail: one by its number since a request began, or all that answer so many rows. 0 is none. */
const failing = { at: 0, asked: 0, rows: 0 };
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    failing.asked += 1;
    if (failing.asked === failing.at || (failing.rows > 0 && result.rows.length === failing.rows))
      throw new Error('The database is gone');
    return result;
  },
};

let app: FastifyInstance;
beforeAll(async () => {
  app = await createApp({ ...api.deps, db: api.deps.db.withPlugin(plugin) });
});
afterAll(() => app.close());

const lists = () =>
  endpointsOf(api.app).filter(({ path }) => path.endsWith('/export') && !path.includes(':'));

/** Every endpoint that returns rows as a file, with its parameters. */
function files(): string[] {
  const shop = scene.shop.id;
  return [
    ...lists().map(({ path }) => path),
    `shops/${shop}/ledger/export`,
    `shops/${shop}/statement?month=2026-02&format=csv`,
    `export-attributes/${shop}`,
    `product-exports?shop_id=${shop}`,
    `product-exports?shop_id=${shop}&format=xlsx`,
    `export-products/${shop}`,
    `export-variation-options/${shop}`,
  ];
}

async function ask(path: string) {
  const token = await signIn(api.db, scene.super_admin.id, api.now());
  failing.asked = 0;
  const headers = { authorization: `Bearer ${token}` };
  return app.inject({ method: 'GET', url: `/admin/rest/${path}`, headers });
}

describe('an export', () => {
  it('is refused with a bad query before any of it is sent', async () => {
    expect(lists().length).toBeGreaterThan(resourceNames.length);
    for (const { path } of lists()) {
      const isFamily = resourceNames.some((name) => path === `${resources[name].endpoint}/export`);
      // Bestsellers and categories have no period.
      const isOfAllTime = /^analytics\/(goods|categories)\//.test(path);
      const other = isOfAllTime ? 'format=nonsense' : 'from=nonsense';
      const query = isFamily ? 'orderBy=nonsense' : other;
      const answer = await api.request(scene.super_admin, 'GET', `${path}?${query}`);

      expect([path, answer.status, answer.body.message]).toEqual([path, 422, 'VALIDATION_FAILED']);
      expect(answer.headers['content-disposition']).toBeUndefined();
    }
  });

  it('is refused when only the database detects the bad query', async () => {
    for (const name of resourceNames) {
      const { endpoint, search } = resources[name];
      const key = Object.entries(search).find(([, operator]) => operator === 'like')?.[0];
      if (!key) continue;
      const answer = await api.request(scene.super_admin, 'GET', `${endpoint}/export?search=${key}:a%00b`);

      // Some families look a word up elsewhere first, and find nothing.
      expect([name, answer.status < 500]).toEqual([name, true]);
      if (answer.status !== 200) expect(answer.headers['content-disposition']).toBeUndefined();
    }
  });

  it('is a coded error when any of its first queries fails', async () => {
    await buildProduct(api.db, { shop: scene.shop });
    for (const path of files()) {
      failing.at = 0;
      // The first request also loads what is cached afterwards.
      await ask(path);
      const good = await ask(path);
      expect([path, good.statusCode]).toEqual([path, 200]);
      const queries = failing.asked;
      expect(queries).toBeGreaterThan(1);
      for (let at = 1; at <= queries; at += 1) {
        failing.at = at;
        const { statusCode, headers, body } = await ask(path);
        // Values cached by the first request: this one makes fewer queries.
        if (failing.asked < at) break;
        expect([path, at, statusCode, body.slice(0, 21)]).toEqual([path, at, 500, '{"message":"INTERNAL"']);
        expect(headers['content-disposition']).toBeUndefined();
      }
    }
    failing.at = 0;
  });
});

interface Download {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  isComplete: boolean;
  content: Buffer;
}

describe('an interrupted export', () => {
  /** What a client received, and whether it can tell that there should have been more. */
  async function download(path: string, headers: Record<string, string>) {
    await app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
    const { port } = app.server.address() as AddressInfo;
    const token = await signIn(api.db, scene.super_admin.id, api.now());
    return new Promise<Download>((resolve, reject) => {
      const given = { authorization: `Bearer ${token}`, ...headers };
      const done = (response: IncomingMessage, parts: Buffer[]) =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          isComplete: response.complete,
          content: Buffer.concat(parts),
        });
      get({ port, host: '127.0.0.1', path: `/admin/rest/${path}`, headers: given }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', () => undefined);
        response.on('close', () => done(response, parts));
      }).on('error', reject);
    });
  }

  const fill = (count: number) =>
    sql`insert into tags (name, slug) select md5(n::text), md5(n::text) from generate_series(1, ${count}) n`.execute(
      api.db,
    );

  // Compressed, the first batches are still buffered when a later one fails: it needs more of them.
  it.each([
    [{}, 1500],
    [{ 'accept-encoding': 'gzip' }, 6500],
  ])('looks incomplete to its client (%o)', async (headers, count) => {
    await fill(count);
    const whole = await download('tags/export', headers);
    const text = 'accept-encoding' in headers ? gunzipSync(whole.content) : whole.content;
    expect([whole.status, whole.isComplete]).toEqual([200, true]);
    expect(text.toString().trim().split('\n')).toHaveLength(count + 1);

    // A thousand are one batch; these are the rest.
    failing.rows = 500;
    const broken = await download('tags/export', headers);
    failing.rows = 0;

    expect([broken.status, broken.isComplete]).toEqual([200, false]);
  });

  it('is an ordinary uncompressed error while nothing was sent yet', async () => {
    await fill(1500);

    failing.rows = 500;
    const { status, headers, isComplete, content } = await download('tags/export', {
      'accept-encoding': 'gzip',
    });
    failing.rows = 0;

    // Whether anything was sent depends on the speed of the database.
    if (!isComplete) return;
    expect(status).toBe(500);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-disposition']).toBeUndefined();
    expect(headers['content-type']).toMatch('application/json');
    expect(JSON.parse(content.toString())).toMatchObject({ message: 'INTERNAL' });
  });
});
