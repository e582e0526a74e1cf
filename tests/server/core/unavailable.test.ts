import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '@/server/app';
import { openServer } from '@/server/core/db/client';
import { toAppError } from '@/server/core/errors';
import { setUpScene } from '../../support/scene';

/** Responses while the database is down, overloaded or full, and while the server stops. */
const { api, scene } = setUpScene();
const thrown = (code: string, message = '') => Object.assign(new Error(message), { code });

describe('an error of the database', () => {
  it.each([
    ...[
      '08006',
      '57P01',
      '57P03',
      '25006',
      '57014',
      '55P03',
      '25P03',
      '53300',
      '53200',
      '28P01',
      '40P01',
      '40001',
    ],
    ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND'],
  ])('%s is UNAVAILABLE, to be retried', (code) => {
    expect(toAppError(thrown(code))).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 5 });
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('“%s” is UNAVAILABLE', (message) => {
    expect(toAppError(new Error(message)).code).toBe('UNAVAILABLE');
  });

  it.each(['53100', 'ENOSPC', 'EDQUOT'])('%s is INSUFFICIENT_STORAGE', (code) => {
    expect(toAppError(thrown(code)).code).toBe('INSUFFICIENT_STORAGE');
  });

  it.each(['42P01', '42601', 'ENOENT', 'ERR_ASSERTION'])('%s stays INTERNAL', (code) => {
    expect(toAppError(thrown(code)).code).toBe('INTERNAL');
  });
});

describe('without a database', () => {
  let app: Awaited<ReturnType<typeof createApp>>;
  const away = openServer('postgres://nobody@127.0.0.1:9/none', 2);
  beforeAll(async () => {
    app = await createApp({ ...api.deps, db: away.db, listen: away.listen });
  });
  afterAll(async () => {
    await app.close();
    await away.close();
  });

  it('every request is answered 503 with Retry-After and the usual body', async () => {
    const asked = [
      ...(['health', 'settings', 'tags', 'live'] as const).map((path) => ['GET', path] as const),
      ...[['POST', 'token'] as const, ['POST', 'orders'] as const],
      ...[['PUT', 'tags/1'] as const, ['DELETE', 'tags/1'] as const],
    ];
    // Together: each asks the database again for two seconds.
    const answers = await Promise.all(
      asked.map(([method, path]) =>
        app.inject({
          method,
          url: `/admin/rest/${path}`,
          headers: { authorization: 'Bearer x' },
          ...(method !== 'GET' && { payload: { email: 'a@test.ru', password: 'Demo12345' } }),
        }),
      ),
    );

    for (const [index, answer] of answers.entries())
      expect([asked[index], answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
        asked[index],
        503,
        '5',
        { message: 'UNAVAILABLE', request_id: expect.any(String) },
      ]);
  });

  it('reports that the process is alive', async () => {
    const answer = await app.inject('/admin/rest/health/live');
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok', version: '0.0.0-test' }]);
  });
});

const address = process.env.TEST_DATABASE_URL;

describe.skipIf(!address)('on a PostgreSQL server', () => {
  const own = async (pool: number, statementMs: number) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db);
    const url = new URL(String(address));
    url.pathname = `/${rows[0]?.name}`;
    return openServer(url.href, pool, statementMs);
  };
  const codeOf = (run: Promise<unknown>) =>
    run.then(
      () => 'done',
      (error: unknown) => toAppError(error).code,
    );

  it('a statement that takes too long is cancelled, but not a migration', async () => {
    const opened = await own(1, 200);

    expect(await codeOf(sql`select pg_sleep(1)`.execute(opened.db))).toBe('UNAVAILABLE');
    expect(await codeOf(opened.unlimited((db) => sql`select pg_sleep(0.5)`.execute(db)))).toBe('done');
    expect(await codeOf(sql`select 1`.execute(opened.db))).toBe('done');
    await opened.close();
  });

  it('a connection cut off within a transaction rolls it back, and the next request is served', async () => {
    const opened = await own(1, 0);
    const name = 'Отрезанный';
    const cut = opened.db.transaction().execute(async (trx) => {
      await trx.insertInto('tags').values({ name, slug: 'cut-off' }).execute();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(api.db);
      // Time for the notification to arrive while no query is running.
      await new Promise((resolve) => setTimeout(resolve, 200));
      await sql`select 1`.execute(trx);
    });

    expect(await codeOf(cut)).toBe('UNAVAILABLE');
    expect(await opened.db.selectFrom('tags').select('id').where('name', '=', name).execute()).toEqual([]);
    await opened.close();
  });
});

describe('while the server stops', () => {
  it('finishes current requests and answers new ones with 503 and the usual body', async () => {
    const app = await createApp(api.deps);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const begun = await halfRequest(port);

    const closed = app.close();
    const refused = await fetch(`http://127.0.0.1:${port}/admin/rest/health/live`);
    begun.finish();

    expect([refused.status, refused.headers.get('connection'), await refused.json()]).toEqual([
      503,
      'close',
      { message: 'UNAVAILABLE', request_id: expect.any(String) },
    ]);
    expect(refused.headers.get('retry-after')).toBe('5');
    // It was accepted before: nobody has this password.
    expect(await begun.answer).toMatch(/^HTTP\/1\.1 (200|422) /);
    await closed;
    await expect(fetch(`http://127.0.0.1:${port}/admin/rest/health/live`)).rejects.toThrow();
  });
});

/** A request whose body has arrived only in part. */
async function halfRequest(port: number) {
  const body = JSON.stringify({ email: scene.staff.email, password: 'Wrong12345' });
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  const answer = once(socket, 'close').then(() => text);
  socket.write(
    `POST /admin/rest/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  // Its headers are read before those of a later request.
  await fetch(`http://127.0.0.1:${port}/admin/rest/health/live`);
  return { answer, finish: () => void socket.write(body.slice(5)) };
}
