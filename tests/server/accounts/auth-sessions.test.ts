import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthAnswer, SessionRow } from '@/contract/accounts/auth';
import { endSessions } from '@/server/core/sessions';
import { setSettings } from '../../support/checkout';
import { buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';

/** A person's own sessions: listed, ended one by one and all together. */
const { api, scene } = setUpScene();
const password = 'Demo12345';
const email = 'vendor@test.ru';
let person: { id: number };
let tokens: string[];

const login = async (agent: string) =>
  String(
    (await api.request<AuthAnswer>(null, 'POST', 'token', { email, password }, { 'user-agent': agent })).body
      .token,
  );
const as = (token: string | undefined) => ({ authorization: `Bearer ${token}` });
const ask = <Body>(token: string | undefined, method: 'GET' | 'POST' | 'DELETE', path: string) =>
  api.request<Body>(null, method, path, undefined, as(token));
const list = async (token: string | undefined) => (await ask<SessionRow[]>(token, 'GET', 'sessions')).body;
const isOpen = async (token: string | undefined) => (await ask(token, 'GET', 'me')).status === 200;
const pass = (minutes: number) => api.setNow(new Date(api.now().getTime() + minutes * 60_000));

beforeEach(async () => {
  person = await buildUser(api.db, { role: 'store_owner', email, password });
  tokens = [await login('Firefox'), await login('Safari'), await login('Chrome')];
});

describe('GET sessions', () => {
  it('lists the own ones, the current one first, without their tokens', async () => {
    const rows = await list(tokens[0]);

    expect(rows.map(({ user_agent, is_current }) => [user_agent, is_current])).toEqual([
      ['Firefox', true],
      ['Chrome', false],
      ['Safari', false],
    ]);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      'created_at',
      'expires_at',
      'id',
      'ip',
      'is_current',
      'is_same_network',
      'last_seen_at',
      'user_agent',
    ]);
    expect((await api.request(null, 'GET', 'sessions')).status).toBe(401);
    expect(await api.request<SessionRow[]>(scene.customer, 'GET', 'sessions')).toMatchObject({
      body: [{ is_current: true }],
    });
  });

  it('shows when each was last used, with a precision of five minutes', async () => {
    const first = api.now().toISOString();
    const seen = async () =>
      (await list(tokens[1])).find(({ user_agent }) => user_agent === 'Firefox')?.last_seen_at;
    pass(4);
    await isOpen(tokens[0]);
    expect(await seen()).toBe(first);
    pass(2);
    await isOpen(tokens[0]);

    expect(await seen()).toBe(api.now().toISOString());
  });

  it('leaves out what has expired or was idle for too long', async () => {
    pass(6 * 24 * 60);
    const late = await login('Edge');
    pass(23 * 60);

    expect((await list(late)).map(({ user_agent }) => user_agent)).toEqual(['Edge']);
  });
});

describe('an idle session', () => {
  const hours = (count: number) => pass(count * 60);

  it('ends after a day', async () => {
    hours(24 - 0.1);
    expect(await isOpen(tokens[0])).toBe(true);
    hours(0.2);
    expect([await isOpen(tokens[0]), await isOpen(tokens[1])]).toEqual([true, false]);
    hours(24);
    expect(await isOpen(tokens[0])).toBe(false);
  });

  it('ends after the configured time', async () => {
    await setSettings(api, { sessionIdleHours: 2 });
    hours(1.9);
    expect(await isOpen(tokens[0])).toBe(true);
    hours(2.1);
    expect(await isOpen(tokens[0])).toBe(false);
  });

  it('ends after seven days in any case', async () => {
    for (let day = 0; day < 13; day += 1) {
      hours(12);
      expect([day, await isOpen(tokens[0])]).toEqual([day, true]);
    }
    hours(12);
    expect(await isOpen(tokens[0])).toBe(false);
  });

  it('is not written to on each request', async () => {
    const seen = () =>
      api.db.selectFrom('sessions').select('last_seen_at').orderBy('id').executeTakeFirstOrThrow();
    const before = await seen();
    for (let minute = 0; minute < 4; minute += 1) {
      pass(1);
      await isOpen(tokens[0]);
    }
    expect(await seen()).toEqual(before);
  });

  it.each([0, 169, 1.5, 'x', null])('cannot have a limit of %j hours', async (sessionIdleHours) => {
    const { status, body } = await api.request(scene.super_admin, 'POST', 'settings', {
      options: { sessionIdleHours },
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['sessionIdleHours']]);
  });
});

describe('ending sessions', () => {
  const idOf = async (agent: string) =>
    (await list(tokens[0])).find(({ user_agent }) => user_agent === agent)?.id ?? 0;

  it('ends one', async () => {
    const { status } = await ask(tokens[0], 'DELETE', `sessions/${await idOf('Safari')}`);

    expect(status).toBe(200);
    expect([await isOpen(tokens[0]), await isOpen(tokens[1]), await isOpen(tokens[2])]).toEqual([
      true,
      false,
      true,
    ]);
    const log = await api.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', '!=', 'sign-in')
      .orderBy('id')
      .execute();
    expect(log).toEqual([{ action: 'end' }]);
  });

  it('never another person’s', async () => {
    const id = await idOf('Safari');
    for (const path of [id, 999_999, 0, 'x', '1e3', `${id}%20or%201=1`]) {
      const { status } = await api.request(scene.super_admin, 'DELETE', `sessions/${path}`);
      expect([path, status]).toEqual([path, 404]);
    }
    expect((await api.request(null, 'DELETE', `sessions/${id}`)).status).toBe(401);
    expect(await isOpen(tokens[1])).toBe(true);
  });

  it('ends all others and keeps the current one', async () => {
    const { status } = await ask(tokens[0], 'POST', 'sessions/revoke-others');

    expect(status).toBe(200);
    expect([await isOpen(tokens[0]), await isOpen(tokens[1]), await isOpen(tokens[2])]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await api.request(null, 'POST', 'sessions/revoke-others')).status).toBe(401);
    expect((await api.request(scene.customer, 'GET', 'me')).status).toBe(200);
  });

  it('happens when a person’s role or ban changes', async () => {
    const ctx = {
      db: api.db,
      user: null,
      now: api.now(),
      locale: 'ru',
      ip: '::1',
      requestId: 'test',
      publicUrl: '',
    };
    await endSessions(ctx, person.id);

    expect([await isOpen(tokens[0]), await isOpen(tokens[1])]).toEqual([false, false]);
    // Also on a public route: the browser must notice on its next read.
    expect((await api.request(null, 'GET', 'settings')).status).toBe(200);
    expect(await ask(tokens[0], 'GET', 'settings')).toMatchObject({
      status: 401,
      body: { message: 'NOT_AUTHENTICATED' },
    });
    const again = await api.request<AuthAnswer>(null, 'POST', 'token', { email, password }, as(tokens[0]));
    expect(again.body.token).toEqual(expect.any(String));
  });
});

describe('POST token under attack', () => {
  it('allows ten wrong passwords per account, even when concurrent', async () => {
    const guess = () => api.request(null, 'POST', 'token', { email, password: 'Wrong12345' });
    await api.db.deleteFrom('rate_limits').execute();
    const answers = await Promise.all(Array.from({ length: 13 }, guess));

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  it('does not shut out an office that signs in often from one address', async () => {
    await api.db.deleteFrom('rate_limits').execute();
    for (let time = 0; time < 12; time += 1) expect(await login('Firefox')).not.toBe('null');
  });
});
