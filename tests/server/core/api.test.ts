import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorCodes } from '@/contract/core/errors';
import { migrate } from '@/server/core/db/migrate';
import { readEnv } from '@/server/core/env';
import { buildScene } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import { type TestApp, testApp } from '../../support/server';

/** Rules of every address: health, migrations, the format of responses and errors, the environment. */
const { api, scene } = setUpScene();

describe('GET health', () => {
  it('returns status, database and version', async () => {
    const { status, body } = await api.request(null, 'GET', 'health');

    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ok',
      database: expect.stringMatching(/embedded|server/),
      version: '0.0.0-test',
    });
  });
});

describe('a response', () => {
  const ask = (encodings: string, path = 'tags', method: 'GET' | 'HEAD' = 'GET') =>
    api.app.inject({ method, url: `/admin/rest/${path}`, headers: { 'accept-encoding': encodings } });
  beforeEach(async () => {
    const long = { name: 'Чайник', details: 'Пузатый, на два литра. '.repeat(60) };
    expect((await api.request(scene.super_admin, 'POST', 'tags', long)).status).toBe(201);
  });

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('to a client that accepts %s is compressed by %s', async (encodings, encoding, unpack) => {
    const { headers, rawPayload } = await ask(encodings);

    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(JSON.parse(unpack(rawPayload).toString('utf8'))).toMatchObject({ total: 1 });
  });

  it('is not compressed without Accept-Encoding, nor when it is small', async () => {
    expect((await ask('identity')).headers).not.toHaveProperty('content-encoding');
    expect((await ask('br', 'health')).headers).not.toHaveProperty('content-encoding');
  });

  it('to HEAD has no body', async () => {
    const { statusCode, rawPayload } = await ask('br', 'tags', 'HEAD');

    expect([statusCode, rawPayload.length]).toEqual([200, 0]);
  });

  it('does not reveal the server software', async () => {
    expect((await ask('br')).headers).not.toHaveProperty('x-powered-by');
  });

  const askOf = ({ app }: TestApp, origin: string, method: 'GET' | 'OPTIONS' = 'GET') =>
    app.inject({
      method,
      url: '/admin/rest/settings',
      headers: { origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'POST' }) },
    });

  it('is readable from any origin without cookies, as installed', async () => {
    const { headers } = await askOf(api, 'https://shop.example');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect((await askOf(api, 'https://shop.example', 'OPTIONS')).statusCode).toBe(204);
  });

  it('is readable from configured origins only, once there are some', async () => {
    const some = await testApp({ corsOrigins: ['https://shop.example'] });
    const askFrom = (origin: string, method?: 'OPTIONS') => askOf(some, origin, method);

    expect((await askFrom('https://shop.example')).headers).toMatchObject({
      'access-control-allow-origin': 'https://shop.example',
    });
    expect((await askFrom('https://shop.example', 'OPTIONS')).headers).toMatchObject({
      'access-control-allow-methods': expect.stringContaining('DELETE'),
    });
    expect((await askFrom('https://evil.example')).headers).not.toHaveProperty('access-control-allow-origin');
    await some.close();
  });
});

describe('migrations', () => {
  it('change nothing the second time', async () => {
    expect(await migrate(api.db)).toEqual([]);
  });

  it('let this version start on a database that a later one has migrated', async () => {
    const later = { name: '9999_later', at: '2030-01-01' };
    await sql`insert into kysely_migration (name, timestamp) values (${later.name}, ${later.at})`.execute(
      api.db,
    );
    try {
      expect(await migrate(api.db)).toEqual([]);
    } finally {
      await sql`delete from kysely_migration where name = ${later.name}`.execute(api.db);
    }
  });
});

describe('an error', () => {
  it.each([
    ['an unknown address', 'GET', 'no-such-thing', undefined, 404, 'NOT_FOUND'],
    ['the base itself', 'GET', '', undefined, 404, 'NOT_FOUND'],
    ['a method that is not there', 'DELETE', 'settings', undefined, 404, 'NOT_FOUND'],
    ['broken JSON', 'POST', 'token', '{', 400, 'BAD_REQUEST'],
    ['an enormous body', 'POST', 'token', `"${'x'.repeat(3_000_000)}"`, 413, 'PAYLOAD_TOO_LARGE'],
  ] as const)('for %s is a code with a request id', async (_what, method, path, sent, status, code) => {
    const answer = await api.request(null, method, path, sent);

    expect([answer.status, answer.body.message]).toEqual([status, code]);
    expect(answer.body.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['tags/%', 'tags/%E0%A4%A', '%ff', 'uploads/%c0%ae'])('for the address %s is 400', async (path) => {
    const { status, body } = await api.request(null, 'GET', path);

    expect([status, body.message, Object.keys(body)]).toEqual([
      400,
      'BAD_REQUEST',
      ['message', 'request_id'],
    ]);
  });

  it('is a 404 outside of the API too, and for an endless address', async () => {
    for (const url of ['/nowhere', '//evil.example', `/admin/rest/tags/${'x'.repeat(9000)}`]) {
      const answer = await api.app.inject({ method: 'GET', url });
      expect([url.slice(0, 20), answer.statusCode, answer.json().message]).toEqual([
        url.slice(0, 20),
        404,
        'NOT_FOUND',
      ]);
    }
  });

  it('carries the same request id in the header and is not cached', async () => {
    const { body, headers } = await api.request(null, 'GET', 'me');

    expect(headers['x-request-id']).toBe(body.request_id);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('refuses an unsupported content type', async () => {
    const { status } = await api.request(null, 'POST', 'token', 'a=b', { 'content-type': 'text/xml' });

    expect(status).toBe(415);
  });

  it('for an unexpected exception is INTERNAL without details', async () => {
    const broken = await testApp();
    const { id } = await buildScene(broken.db).then(({ super_admin }) => super_admin);
    await broken.db.schema.dropTable('boxes').cascade().execute();

    const { status, body } = await broken.request({ id }, 'GET', 'api/admin/boxes');

    expect([status, Object.keys(body).sort(), body.message]).toEqual([
      500,
      ['message', 'request_id'],
      'INTERNAL',
    ]);
    await broken.close();
  });

  it('has a status for every code', () => {
    for (const status of Object.values(errorCodes)) expect(status).toBeGreaterThanOrEqual(400);
  });

  it('is never mistaken for a lost session', () => {
    expect(Object.keys(errorCodes)).not.toContain('NOT_AUTHORIZED');
  });
});

describe('the environment', () => {
  it('has working defaults, demo data only with the embedded database', () => {
    expect(readEnv({})).toMatchObject({ port: 3000, demo: true, databaseUrl: undefined });
    expect(readEnv({ DATABASE_URL: 'postgres://u@h/d' })).toMatchObject({ demo: false });
    expect(readEnv({ PORT: '' }).port).toBe(3000);
  });

  it('names every wrong key', () => {
    expect(() => readEnv({ PORT: 'x', DATABASE_URL: 'mysql://a' })).toThrow(
      /PORT[\s\S]*DATABASE_URL|DATABASE_URL[\s\S]*PORT/,
    );
  });
});

describe('an SQL injection', () => {
  it.each([
    "language=ru'%3B drop table users--",
    'orderBy=name%3B select pg_sleep(5)',
    'orderBy=(select password_hash from users limit 1)',
    "search=name:'%3B drop table users--",
    "search=slug:' union select password_hash from users--",
    'with=users%3Bpassword',
    'sortedBy=asc, (select 1)',
    'limit=1%3B drop table users',
    'searchJoin=and) or (1=1',
  ])('changes and reveals nothing: %s', async (query) => {
    const { status, body } = await api.request(
      scene.super_admin,
      'GET',
      `tags?${encodeURI(query).replaceAll('%25', '%')}`,
    );

    expect([200, 422]).toContain(status);
    // Page links repeat the query; the rows and the error must not answer it.
    expect(JSON.stringify(body.data ?? body)).not.toMatch(/argon|password_hash|syntax|pg_/);
    const people = await api.db.selectFrom('users').select('id').execute();
    expect(people.length).toBeGreaterThan(0);
  });
});
