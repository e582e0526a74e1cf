import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthAnswer, TwoFactorSetup } from '@/contract/accounts/auth';
import { endSessions } from '@/server/core/sessions';
import { buildUser } from '../../support/factories';
import { lastCode, messagesTo } from '../../support/outbox';
import { setUpScene } from '../../support/scene';
import { signIn } from '../../support/session';

/** The second factor: codes of an authenticator app, and recovery codes. */
const { api, scene } = setUpScene();
const password = 'Demo12345';
const email = 'admin2@test.ru';
let person: { id: number };

type Coded = AuthAnswer & { message: string; attempts_left: number };

beforeEach(async () => {
  person = await buildUser(api.db, { role: 'super_admin', email, password });
});

const post = <Body = Record<string, unknown>>(
  path: string,
  body: object,
  user: { id: number } | null = person,
) => api.request<Body & { message: string; errors: Record<string, string[]> }>(user, 'POST', path, body);
const pass = (seconds: number) => api.setNow(new Date(api.now().getTime() + seconds * 1000));
const codeOf = (secret: string, offset = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: api.now().getTime() + offset * 1000,
  });

async function switchOn() {
  const setup = await post<TwoFactorSetup>('two-factor/setup', { password });
  const { secret } = setup.body;
  const confirmed = await post<{ recovery_codes: string[] }>('two-factor/confirm', { code: codeOf(secret) });
  pass(60);
  return { secret, recovery: confirmed.body.recovery_codes };
}
const login = async () => (await api.request<AuthAnswer>(null, 'POST', 'token', { email, password })).body;
const second = (challenge: unknown, code: string) =>
  post<Coded>('token/second-factor', { challenge, code }, null);
const wrong = (code: string) => (code === '111111' ? '222222' : '111111');
const row = () =>
  api.db
    .selectFrom('users')
    .select(['totp_secret', 'totp_enabled_at', 'totp_step'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();

describe('setting up', () => {
  it('requires the password, then a code; sign-in does not change before', async () => {
    const refused = await post('two-factor/setup', { password: 'Wrong12345' });
    const { status, body } = await post<TwoFactorSetup>('two-factor/setup', { password });

    expect([refused.status, refused.body.errors]).toEqual([422, { password: ['error-password-wrong'] }]);
    expect([status, body.secret]).toEqual([200, expect.stringMatching(/^[A-Z2-7]{32}$/)]);
    expect(decodeURIComponent(body.uri)).toMatch(/^otpauth:\/\/totp\/Гостиный двор:admin2@test\.ru\?/);
    expect(typeof (await login()).token).toBe('string');
    expect((await post('two-factor/confirm', { code: wrong(codeOf(body.secret)) })).body.message).toBe(
      'INVALID_CODE',
    );
    expect((await row()).totp_enabled_at).toBeNull();
  });

  it('is enabled by a code, returns ten recovery codes and notifies the user', async () => {
    const { recovery } = await switchOn();

    expect(new Set(recovery).size).toBe(10);
    const stored = await api.db.selectFrom('recovery_codes').selectAll().execute();
    expect(stored).toHaveLength(10);
    expect(JSON.stringify(stored)).not.toContain(recovery[0]);
    expect((await api.request(person, 'GET', 'me')).body.two_factor).toBe(true);
    expect((await messagesTo(api.db, email)).map(({ template }) => template)).toEqual(['two-factor-on']);
    for (const [path, body] of [
      ['setup', { password }],
      ['confirm', { code: '123456' }],
    ] as const)
      expect((await post(`two-factor/${path}`, body)).body.message).toBe('CONFIRMATION_NEEDED');
  });

  it.each(['setup', 'confirm', 'disable', 'recovery-codes'])(
    '%s needs a session and a body',
    async (name) => {
      expect((await post(`two-factor/${name}`, { password, code: '123456' }, null)).status).toBe(401);
      expect((await post(`two-factor/${name}`, {})).status).toBe(422);
    },
  );

  it('never shows the secret again', async () => {
    const { secret } = await switchOn();
    const answers = [
      await api.request(person, 'GET', 'me'),
      await api.request(scene.super_admin, 'GET', `users/${person.id}`),
    ];

    expect(JSON.stringify(answers)).not.toContain(secret);
    const log = await api.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(JSON.stringify(log)).not.toContain(secret);
  });
});

describe('signing in', () => {
  it('returns a challenge instead of a session for the password, and a session for the code', async () => {
    const { secret } = await switchOn();
    await api.db.deleteFrom('sessions').execute();
    const answer = await login();

    expect(answer).toEqual({ token: null, permissions: [], challenge: expect.any(String) });
    expect(await api.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
    const { status, body } = await second(answer.challenge, codeOf(secret));
    expect([status, body.role]).toEqual([200, 'super_admin']);
    const me = await api.request(null, 'GET', 'me', undefined, { authorization: `Bearer ${body.token}` });
    expect(me.status).toBe(200);
  });

  it('is also required after a code by SMS', async () => {
    await switchOn();
    const phone = '+7 (912) 345-67-89';
    const contact = { contact: phone, contact_verified_at: api.now() };
    await api.db.updateTable('users').set(contact).where('id', '=', person.id).execute();
    await api.request(null, 'POST', 'api/admin/auth/send-code', { phone });
    const code = await lastCode(api.db, phone);

    const { body } = await post<Coded>('api/admin/auth/check-code', { phone, code }, null);
    expect([body.token, typeof body.challenge]).toEqual([null, 'string']);
  });

  it('accepts a code once, and none of an earlier step', async () => {
    const { secret } = await switchOn();
    const code = codeOf(secret);
    const earlier = codeOf(secret, -30);
    expect((await second((await login()).challenge, code)).status).toBe(200);

    expect((await second((await login()).challenge, code)).status).toBe(422);
    expect((await second((await login()).challenge, earlier)).status).toBe(422);
    pass(30);
    expect((await second((await login()).challenge, codeOf(secret))).status).toBe(200);
  });

  it('accepts a challenge once, also with another valid code', async () => {
    const { secret, recovery } = await switchOn();
    const { challenge } = await login();
    expect((await second(challenge, codeOf(secret))).status).toBe(200);

    expect((await second(challenge, recovery[0] ?? '')).body).toMatchObject({
      message: 'INVALID_CODE',
      attempts_left: 0,
    });
  });

  it('tolerates a clock that is half a minute off, but not two minutes', async () => {
    const { secret } = await switchOn();

    expect((await second((await login()).challenge, codeOf(secret, 120))).status).toBe(422);
    expect((await second((await login()).challenge, codeOf(secret, 30))).status).toBe(200);
  });

  it('accepts a recovery code once, even under concurrent use', async () => {
    const { recovery } = await switchOn();
    const code = recovery[3] ?? '';
    const { challenge } = await login();
    const answers = await Promise.all([second(challenge, code.toUpperCase()), second(challenge, code)]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
    expect((await second((await login()).challenge, code)).status).toBe(422);
    expect((await second((await login()).challenge, recovery[4] ?? '')).status).toBe(200);
  });

  it('allows five wrong codes per challenge, and ten in a quarter of an hour', async () => {
    const { secret } = await switchOn();
    const guess = wrong(codeOf(secret));
    const { challenge } = await login();
    for (const left of [4, 3, 2, 1, 0]) {
      expect((await second(challenge, guess)).body.attempts_left).toBe(left);
    }
    expect((await second(challenge, codeOf(secret))).body.attempts_left).toBe(0);
    const next = (await login()).challenge;
    const answers = await Promise.all(Array.from({ length: 8 }, () => second(next, guess)));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    pass(60);
    expect((await second((await login()).challenge, codeOf(secret))).status).toBe(429);
    pass(15 * 60);
    expect((await second((await login()).challenge, codeOf(secret))).status).toBe(200);
  });

  it('accepts a challenge for five minutes', async () => {
    const { secret } = await switchOn();
    const { challenge } = await login();
    pass(5 * 60);

    expect((await second(challenge, codeOf(secret))).status).toBe(422);
  });

  it('is refused to a user who was banned or whose sessions were ended meanwhile', async () => {
    const { secret } = await switchOn();
    const before = (await login()).challenge;
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
    expect((await second(before, codeOf(secret))).status).toBe(422);
    const { challenge } = await login();
    await api.db.updateTable('users').set({ is_active: false }).where('id', '=', person.id).execute();

    expect((await second(challenge, codeOf(secret))).status).toBe(422);
  });

  it.each([
    ['made-up', '123456'],
    ['', '123456'],
    ['x', ''],
    ['x', 'zz'],
    [{ a: 1 }, '123456'],
  ])('refuses the challenge %j with the code %j', async (challenge, code) => {
    expect((await second(challenge, code)).status).toBe(422);
  });
});

describe('recovery codes and turning off', () => {
  it('new codes invalidate the former ones', async () => {
    const { recovery, secret } = await switchOn();
    const authorization = `Bearer ${await signIn(api.db, person.id, api.now())}`;
    const own = <Body>(path: string, body: object) =>
      api.request<Body>(null, 'POST', path, body, { authorization });
    await own('me/confirm', { code: codeOf(secret) });
    const renew = (tried: string) =>
      own<{ recovery_codes: string[] }>('two-factor/recovery-codes', { password: tried });
    const { status, body } = await renew(password);

    expect([status, body.recovery_codes.length]).toEqual([200, 10]);
    expect((await second((await login()).challenge, recovery[0] ?? '')).status).toBe(422);
    expect((await second((await login()).challenge, body.recovery_codes[0] ?? '')).status).toBe(200);
    expect((await renew('Wrong12345')).status).toBe(422);
    expect((await post('two-factor/recovery-codes', { password }, scene.super_admin)).status).toBe(422);
  });

  it('are not given to a session and the password alone, which would be a way around the factor', async () => {
    const { recovery } = await switchOn();

    expect((await post('two-factor/recovery-codes', { password })).body.message).toBe('CONFIRMATION_NEEDED');
    expect((await second((await login()).challenge, recovery[0] ?? '')).status).toBe(200);
  });

  it('requires the password and a code to be turned off', async () => {
    const { secret } = await switchOn();
    const code = codeOf(secret);
    expect((await post('two-factor/disable', { password: 'Wrong12345', code })).status).toBe(422);
    expect((await post('two-factor/disable', { password, code: wrong(code) })).body.message).toBe(
      'INVALID_CODE',
    );
    expect((await row()).totp_enabled_at).not.toBeNull();

    expect((await post('two-factor/disable', { password, code })).status).toBe(200);
    expect(await row()).toEqual({ totp_secret: null, totp_enabled_at: null, totp_step: null });
    expect(await api.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
    expect(typeof (await login()).token).toBe('string');
    expect((await messagesTo(api.db, email)).at(-1)?.template).toBe('two-factor-off');
    const actions = await api.db
      .selectFrom('audit_log')
      .select('action')
      .where('family', '=', 'users')
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual([
      'two-factor:setup',
      'two-factor:on',
      'two-factor:off',
    ]);
  });

  it('is turned off with a recovery code when the phone is lost', async () => {
    const { recovery } = await switchOn();

    expect((await post('two-factor/disable', { password, code: recovery[0] ?? '' })).status).toBe(200);
  });
});
