import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorCodes } from '@/contract/errors';
import { lockDataDir } from '@/server/db/lock';
import { migrate } from '@/server/db/migrate';
import { readEnv } from '@/server/env';
import { gate, tokenInCookie } from '@/server/gate';
import { buildScene, type Scene } from '../support/factories';
import { type TestApp, testApp } from '../support/server';

/** What holds for every address: health, migrations, the shape of refusals, the gate, the environment. */
let api: TestApp;
let scene: Scene;

beforeAll(async () => {
  api = await testApp();
});
beforeEach(async () => {
  await api.reset();
  scene = await buildScene(api.db);
});
afterAll(() => api.close());

describe('GET health', () => {
  it('answers status, database and version', async () => {
    const { status, body } = await api.request(null, 'GET', 'health');

    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ok',
      database: expect.stringMatching(/embedded|server/),
      version: '0.0.0-test',
    });
  });
});

describe('migrations', () => {
  it('change nothing the second time', async () => {
    expect(await migrate(api.db)).toEqual([]);
  });
});

describe('a refusal', () => {
  it.each([
    ['an unknown address', 'GET', 'no-such-thing', undefined, 404, 'NOT_FOUND'],
    ['a method that is not there', 'DELETE', 'settings', undefined, 404, 'NOT_FOUND'],
    ['broken JSON', 'POST', 'token', '{', 400, 'BAD_REQUEST'],
    ['an enormous body', 'POST', 'token', `"${'x'.repeat(3_000_000)}"`, 413, 'PAYLOAD_TOO_LARGE'],
  ] as const)('for %s is a code with a request id', async (_what, method, path, sent, status, code) => {
    const answer = await api.request(null, method, path, sent);

    expect([answer.status, answer.body.message]).toEqual([status, code]);
    expect(answer.body.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('carries the same request id in the header and is not cached', async () => {
    const { body, headers } = await api.request(null, 'GET', 'me');

    expect(headers['x-request-id']).toBe(body.request_id);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('refuses a content type that it does not read', async () => {
    const { status } = await api.request(null, 'POST', 'token', 'a=b', { 'content-type': 'text/xml' });

    expect(status).toBe(415);
  });

  it('for something unforeseen is INTERNAL and tells nothing of itself', async () => {
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
    for (const { status } of Object.values(errorCodes)) expect(status).toBeGreaterThanOrEqual(400);
  });

  it('is never taken for a lost session', () => {
    expect(Object.keys(errorCodes)).not.toContain('NOT_AUTHORIZED');
  });
});

describe('the data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gostiny-lock-'));
    return () => rmSync(folder, { recursive: true, force: true });
  });

  it('is refused while another living process holds it', () => {
    writeFileSync(join(folder, 'lock'), '1');

    expect(() => lockDataDir(folder)).toThrow(/in use by process 1/);
  });

  it.each(['999999999', '', 'nonsense'])('is taken over from a holder that is gone (%s)', (holder) => {
    writeFileSync(join(folder, 'lock'), holder);
    const unlock = lockDataDir(folder);

    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(String(process.pid));
    unlock();
    expect(() => readFileSync(join(folder, 'lock'))).toThrow();
  });
});

describe('the gate', () => {
  const as =
    (...permissions: string[]) =>
    async () => ({ permissions });
  const nobody = async () => null;

  it.each([
    ['/admin/tags', '/admin/login?from_url=%2Ftags'],
    ['/admin/tags?page=2&search=a', '/admin/login?from_url=%2Ftags%3Fpage%3D2%26search%3Da'],
    ['/admin/en/boxes', '/admin/en/login?from_url=%2Fboxes'],
    ['/admin', '/admin/login'],
    ['/admin/pervaya/faqs', '/admin/login?from_url=%2Fpervaya%2Ffaqs'],
    ['/admin//tags', '/admin/login?from_url=%2F%2Ftags'],
    ['/admin/%74ags', '/admin/login?from_url=%2F%2574ags'],
  ])('sends nobody from %s to the login page', async (url, location) => {
    expect(await gate(url, nobody)).toEqual({ kind: 'sign-in', location });
  });

  it('lets everybody to public pages and leaves unknown ones to the 404 page', async () => {
    for (const url of [
      '/admin/login',
      '/admin/en/login?from_url=%2Ftags',
      '/admin/api',
      '/admin/tags/1/nonsense',
    ]) {
      expect([url, await gate(url, nobody)]).toEqual([url, { kind: 'pass' }]);
    }
  });

  it('denies a page to a role that may not open it', async () => {
    expect(await gate('/admin/boxes', as('store_owner', 'customer'))).toMatchObject({ kind: 'denied' });
    expect(await gate('/admin/boxes', as('super_admin'))).toEqual({ kind: 'pass' });
    expect(await gate('/admin/pervaya/faqs', as('customer'))).toMatchObject({ kind: 'denied' });
    expect(await gate('/admin/pervaya/faqs', as('staff'))).toEqual({ kind: 'pass' });
  });

  it.each([
    '/admin/constructor',
    '/admin/__proto__',
    '/admin/toString/edit',
    '/admin/pervaya/constructor',
    '/admin/%E0%A4%A',
  ])('survives %s', async (url) => {
    await expect(gate(url, nobody)).resolves.toBeDefined();
  });

  it('reads the token out of the credential cookie', () => {
    const cookie = `a=1; AUTH_CRED=${encodeURIComponent('{"token":"abc","permissions":[]}')}; b=2`;

    expect(tokenInCookie(cookie)).toBe('abc');
    for (const wrong of [
      undefined,
      '',
      'AUTH_CRED=',
      'AUTH_CRED=%7B',
      'AUTH_CRED=null',
      'XAUTH_CRED=%7B%22token%22%3A%22a%22%7D',
    ]) {
      expect([wrong, tokenInCookie(wrong)]).toEqual([wrong, null]);
    }
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

describe('an attack on a query', () => {
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
  ])('changes and shows nothing: %s', async (query) => {
    const { status, body } = await api.request(
      scene.super_admin,
      'GET',
      `tags?${encodeURI(query).replaceAll('%25', '%')}`,
    );

    expect([200, 422]).toContain(status);
    // Page addresses repeat the question; the rows and the refusal must not answer it.
    expect(JSON.stringify(body.data ?? body)).not.toMatch(/argon|password_hash|syntax|pg_/);
    const people = await api.db.selectFrom('users').select('id').execute();
    expect(people.length).toBeGreaterThan(0);
  });
});
