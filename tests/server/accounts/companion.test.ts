import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuthAnswer, SessionRow, TwoFactorSetup } from '@/contract/accounts/auth';
import { browserProofsOf, companionCookie } from '@/server/core/http/browser-proof';
import { sha256Hex } from '@/server/core/sessions';
import { buildUser } from '../../support/factories';
import { lastCode } from '../../support/outbox';
import { setUpScene } from '../../support/scene';
import { codeOf } from '../../support/session';

/** A session that our panel opens is bound to the browser by a cookie that no script reads. */
const { api } = setUpScene();
const password = 'Demo12345';
const email = 'vendor@test.ru';
const origin = 'https://shop.test';
/** What a browser says of a page in the origin of the API. */
const panel = { 'sec-fetch-site': 'same-origin', origin };
const foreign = { accept: 'application/json' };

beforeEach(async () => {
  await buildUser(api.db, { role: 'store_owner', email, password });
});

/** The companion that an answer stores, with its attributes. */
function companionOf({ headers }: { headers: Record<string, unknown> }) {
  const set = [headers['set-cookie'] ?? []].flat().map(String);
  const found = set.find((line) => /session_companion=/.test(line)) ?? '';
  const [cookie = '', ...attributes] = found.split('; ');
  return { cookie, attributes, secret: cookie.replace(/^.*=/, '') };
}
async function login(headers: Record<string, string> = panel) {
  const answer = await api.request<AuthAnswer>(null, 'POST', 'token', { email, password }, headers);
  return { token: String(answer.body.token), ...companionOf(answer) };
}
type Headers = Record<string, string>;
const ask = <Body = { message: string }>(
  token: string,
  cookie: string,
  path = 'me',
  method: 'GET' | 'POST' = 'GET',
  more: Headers = {},
) =>
  api.request<Body>(null, method, path, method === 'POST' ? {} : undefined, {
    authorization: `Bearer ${token}`,
    ...(cookie && { cookie }),
    ...more,
  });
const withoutId = ({ status, body }: { status: number; body: object }) => ({
  status,
  body: { ...body, request_id: '' },
});

describe('a session of the panel', () => {
  it('is found behind any number of cookies of the name, and over https by the one with the prefix alone', async () => {
    const { token, cookie, secret } = await login();
    const junk = Array.from({ length: 30 }, (_, at) => `session_companion=${String(at).padStart(43, 'x')}`);
    const plain = `session_companion=${secret}`;
    const host = { host: 'shop.test' };

    expect((await ask(token, [...junk, cookie].join('; '))).status).toBe(200);
    expect((await ask(token, [...junk, cookie].join('; '), 'me', 'GET', host)).status).toBe(200);
    expect((await ask(token, plain)).status).toBe(200);
    expect((await ask(token, plain, 'me', 'GET', host)).status).toBe(401);
  });

  it('has one secret for the API, the pages and the process in front of it: over https that with the prefix', () => {
    const [own, planted] = ['a'.repeat(43), 'b'.repeat(43)];
    const cookie = `session_companion=${planted}; __Host-session_companion=${own}`;
    const asked = (protocol: string, host: string) =>
      browserProofsOf({ protocol, host, headers: { cookie } } as FastifyRequest, {
        publicUrl: 'https://shop.test',
      });

    expect(asked('http', 'shop.test')).toEqual([own]);
    expect(asked('https', 'other.test')).toEqual([own]);
    expect(asked('http', '10.0.0.5')).toEqual([planted, own]);
    expect(companionCookie(asked('https', 'shop.test'))).toBe(`__Host-session_companion=${own}`);
  });

  it('stores a secret that no script reads and no other host sets, and keeps its hash only', async () => {
    const { cookie, attributes, secret, token } = await login();

    expect(cookie).toMatch(/^__Host-session_companion=[\w-]{43}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax', 'Secure']);
    const rows = await api.db.selectFrom('sessions').selectAll().execute();
    expect(rows.map(({ companion_hash }) => companion_hash)).toEqual([sha256Hex(secret)]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await ask(token, cookie)).status).toBe(200);
  });

  it('over http has the plain name, also where the public address is https', async () => {
    const { cookie, attributes, token } = await login({ ...panel, origin: 'http://10.0.0.5' });

    expect(cookie).toMatch(/^session_companion=/);
    expect(attributes).not.toContain('Secure');
    expect((await ask(token, cookie)).status).toBe(200);
  });

  it('is recognised without Sec-Fetch-Site by the host that was asked', async () => {
    const host = '10.0.0.5:3000';
    const own = await login({ host, origin: `http://${host}` });
    const other = await login({ host, origin: 'http://10.0.0.6:3000' });

    expect([own.secret.length, other.secret]).toEqual([43, '']);
  });

  it('finds its secret among cookies that others have planted', async () => {
    const { cookie, token } = await login();
    const planted = `session_companion=${'x'.repeat(43)}`;

    expect((await ask(token, `a=b; ${planted}; ${cookie}; c=d`)).status).toBe(200);
    expect((await ask(token, planted)).status).toBe(401);
  });

  it('has a new token and a new secret after each sign-in', async () => {
    const [one, two] = [await login(), await login()];

    expect(one.secret).not.toBe(two.secret);
    expect((await ask(two.token, two.cookie)).status).toBe(200);
    expect((await ask(one.token, two.cookie)).status).toBe(401);
  });

  it('is forgotten by the browser on sign-out', async () => {
    const { cookie, token } = await login();
    const out = await ask(token, cookie, 'logout', 'POST', panel);

    expect(companionOf(out)).toMatchObject({ secret: '', attributes: expect.arrayContaining(['Max-Age=0']) });
    expect((await ask(token, cookie)).status).toBe(401);
  });
});

describe('a sign-in that PostgreSQL rolls back after the session was stored', () => {
  afterEach(async () => {
    await sql`drop function fall cascade`.execute(api.db);
    await sql`drop sequence falls`.execute(api.db);
  });

  /** Numbers of a sequence are not rolled back, so they count the attempts. */
  async function fallAt(attempts: string, state: string) {
    await sql`create sequence falls`.execute(api.db);
    await sql`create function fall() returns trigger language plpgsql as ${sql.lit(`begin
      if nextval('falls') ${attempts} then raise exception 'x' using errcode = '${state}'; end if;
      return new; end`)}`.execute(api.db);
    await sql`create trigger fall after insert on known_devices for each row execute function fall()`.execute(
      api.db,
    );
  }
  const signIn = () => api.request<AuthAnswer>(null, 'POST', 'token', { email, password }, panel);
  const namesIn = ({ headers }: { headers: Record<string, unknown> }) =>
    [headers['set-cookie'] ?? []].flat().map((line) => String(line).split('=')[0]);

  it('begins anew after a deadlock and sets each cookie once, of the session that is stored', async () => {
    await fallAt('= 1', '40P01');
    const answer = await signIn();

    expect(namesIn(answer)).toEqual(['__Host-session_companion', 'known_browser']);
    expect((await ask(String(answer.body.token), companionOf(answer).cookie)).status).toBe(200);
  });

  it('sets no cookie when it fails for good, so that the session of the browser stays open', async () => {
    await fallAt('> 0', '22000');
    const answer = await signIn();

    expect([answer.status, namesIn(answer)]).toEqual([500, []]);
  });
});

describe('a stolen token of the panel', () => {
  it.each(['me', 'orders', 'live', 'sessions', 'menu-counts'])(
    'gets the answer of an unknown one from %s',
    async (path) => {
      const { token } = await login();
      const stolen = await ask(token, '', path);

      expect(stolen.status).toBe(401);
      expect(withoutId(stolen)).toEqual(withoutId(await ask('unknown', '', path)));
    },
  );

  it('writes nothing, uploads nothing and does not prolong the session', async () => {
    const { token, cookie } = await login();
    api.setNow(new Date(api.now().getTime() + 10 * 60_000));
    const statuses = [
      await ask(token, '', 'sessions/revoke-others', 'POST'),
      await ask(token, '', 'attachments', 'POST'),
      await ask(token, '', 'logout', 'POST'),
    ].map(({ status }) => status);

    expect(statuses).toEqual([401, 401, 200]);
    const row = await api.db.selectFrom('sessions').select('last_seen_at').executeTakeFirstOrThrow();
    expect(row.last_seen_at).toEqual(new Date(api.now().getTime() - 10 * 60_000));
    expect((await ask(token, cookie)).status).toBe(200);
  });

  it('is worth nothing with the cookie of another session, nor is the cookie alone', async () => {
    await buildUser(api.db, { role: 'super_admin', email: 'other@test.ru', password });
    const mine = await login();
    const answer = await api.request<AuthAnswer>(
      null,
      ...(['POST', 'token', { email: 'other@test.ru', password }, panel] as const),
    );
    const theirs = companionOf(answer).cookie;

    expect((await ask(mine.token, theirs)).status).toBe(401);
    expect((await ask(String(answer.body.token), mine.cookie)).status).toBe(401);
    const alone = await api.request(null, 'POST', 'sessions/revoke-others', {}, { cookie: mine.cookie });
    expect(alone.status).toBe(401);
    expect((await ask(mine.token, mine.cookie)).status).toBe(200);
  });
});

describe('every way in', () => {
  const bound = async () =>
    (await api.db.selectFrom('sessions').select('companion_hash').execute()).map((row) => row.companion_hash);

  it('binds: a code by SMS', async () => {
    const phone = '+7 (912) 345-67-89';
    await api.db
      .updateTable('users')
      .set({ contact: phone, contact_verified_at: api.now() })
      .where('email', '=', email)
      .execute();
    await api.request(null, 'POST', 'api/admin/auth/send-code', { phone }, panel);
    const code = await lastCode(api.db, phone);
    const answer = await api.request(null, 'POST', 'api/admin/auth/check-code', { phone, code }, panel);

    expect(await bound()).toEqual([sha256Hex(companionOf(answer).secret)]);
  });

  it('binds: the second factor, and its challenge sets no cookie', async () => {
    const { token, cookie } = await login();
    const own = { authorization: `Bearer ${token}`, cookie };
    const setup = await api.request<TwoFactorSetup>(null, 'POST', 'two-factor/setup', { password }, own);
    const { secret } = setup.body;
    await api.request(null, 'POST', 'two-factor/confirm', { code: codeOf(secret, api.now()) }, own);
    await api.db.deleteFrom('sessions').execute();
    api.setNow(new Date(api.now().getTime() + 60_000));
    const first = await api.request<AuthAnswer>(null, 'POST', 'token', { email, password }, panel);
    const body = { challenge: first.body.challenge, code: codeOf(secret, api.now()) };
    const second = await api.request(null, 'POST', 'token/second-factor', body, panel);

    expect(companionOf(first).secret).toBe('');
    expect(await bound()).toEqual([sha256Hex(companionOf(second).secret)]);
  });
});

describe('a client that is not our panel', () => {
  it.each([
    ['on another origin', { ...foreign, 'sec-fetch-site': 'cross-site', origin: 'https://front.test' }],
    [
      'on another host of the domain',
      { ...foreign, 'sec-fetch-site': 'same-site', origin: 'https://a.shop.test' },
    ],
    ['in the same origin', { ...foreign, ...panel }],
    ['without a browser', foreign],
    ['that calls itself our panel on another origin', { ...panel, 'sec-fetch-site': 'cross-site' }],
  ])('%s gets a token that needs no cookie', async (_where, headers: Headers) => {
    const { token, cookie } = await login(headers);

    expect(cookie).toBe('');
    expect((await ask(token, '', 'me', 'GET', foreign)).status).toBe(200);
  });
});

describe('GET sessions', () => {
  it('says which sessions were opened in this network', async () => {
    const { token, cookie } = await login();
    await api.db
      .insertInto('sessions')
      .values({
        ...(await api.db.selectFrom('sessions').select(['user_id', 'expires_at']).executeTakeFirstOrThrow()),
        ip: '203.0.113.9',
        token_hash: sha256Hex('other'),
        created_at: api.now(),
      })
      .execute();
    const { body } = await ask<SessionRow[]>(token, cookie, 'sessions');

    expect(body.map((row) => row.is_same_network)).toEqual([true, false]);
    expect(JSON.stringify(body)).not.toContain('companion');
  });
});
