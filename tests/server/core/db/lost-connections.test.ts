import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '@/server/core/context';
import { type OpenDatabase, openServer } from '@/server/core/db/client';
import { isConnectionLost } from '@/server/core/db/lost';
import { inTransaction } from '@/server/core/transaction';
import { setUpScene } from '../../../support/scene';

/** A connection to the database that breaks before, during and after the commit. The whole cluster: `npm run test:cluster`. */
const { api } = setUpScene();
const address = process.env.TEST_DATABASE_URL;

/** In front of the server: cuts the connection at a chosen message, once. */
async function startCutter(target: URL) {
  const cuts: { text: string; isDelivered: boolean }[] = [];
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => [client, upstream].forEach((each) => void each.destroy()));
    }
    upstream.on('data', (chunk) => client.write(chunk));
    client.on('data', (chunk) => {
      const [cut] = cuts;
      if (!cut || !chunk.includes(cut.text)) return void upstream.write(chunk);
      cuts.shift();
      if (!cut.isDelivered) return void client.destroy();
      // The server commits, and the answer is lost.
      upstream.removeAllListeners('data');
      upstream.once('data', () => client.destroy());
      return void upstream.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cutAt: (text: string, isDelivered: boolean) => void cuts.push({ text, isDelivered }),
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

describe.skipIf(!address)('a transaction whose connection breaks', () => {
  let cutter: Awaited<ReturnType<typeof startCutter>>;
  let opened: OpenDatabase;
  let runs = 0;
  beforeEach(async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db);
    const url = new URL(String(address));
    url.pathname = `/${rows[0]?.name}`;
    cutter = await startCutter(url);
    opened = openServer(cutter.url, 1);
    runs = 0;
  });
  afterEach(async () => {
    await opened.close();
    cutter.close();
  });

  const write = () =>
    inTransaction({ db: opened.db } as Ctx, async ({ db }) => {
      runs += 1;
      await db
        .insertInto('tags')
        .values({ name: 'Обрыв', slug: `cut-${runs}` })
        .execute();
      return runs;
    });
  const written = async () => {
    const rows = await api.db.selectFrom('tags').select('slug').where('name', '=', 'Обрыв').execute();
    return rows.map(({ slug }) => slug);
  };

  it('before its commit begins anew', async () => {
    cutter.cutAt('insert into', false);
    expect(await write()).toBe(2);
    expect(await written()).toEqual(['cut-2']);
  });

  it('before the server took the commit begins anew', async () => {
    cutter.cutAt('commit', false);
    expect(await write()).toBe(2);
    expect(await written()).toEqual(['cut-2']);
  });

  it('after the server committed is answered, and not done twice', async () => {
    cutter.cutAt('commit', true);
    expect(await write()).toBe(1);
    expect(await written()).toEqual(['cut-1']);
  });
});

it.each(['08006', '57P01', '57P02', '57P03', '25006', 'ECONNRESET'])('%s is a lost connection', (code) => {
  expect(isConnectionLost(Object.assign(new Error(), { code }))).toBe(true);
});

it.each(['57014', '40001', '23505', 'ENOSPC'])('%s is none', (code) => {
  expect(isConnectionLost(Object.assign(new Error(), { code }))).toBe(false);
});
