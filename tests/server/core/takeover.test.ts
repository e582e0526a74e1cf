import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthAnswer } from '@/contract/accounts/auth';
import { buildUser } from '../../support/factories';
import { lastMessage, messagesTo, resetToken } from '../../support/outbox';
import { setUpScene } from '../../support/scene';

/** Password reset, and all attacks on it. */
const { api } = setUpScene();
const password = 'Demo12345';
const next = 'Klyukva678';
const email = 'victim@test.ru';
let victim: { id: number };
beforeEach(async () => {
  victim = await buildUser(api.db, { role: 'store_owner', email, password });
});

const post = (path: string, body: object) => api.request(null, 'POST', path, body);
const forget = (address = email) => post('forget-password', { email: address });
const check = (token: string, address = email) =>
  post('verify-forget-password-token', { email: address, token });
const reset = (token: string, more: object = {}) =>
  post('reset-password', { email, token, password: next, ...more });
const login = async (secret: string, address = email) =>
  (await api.request<AuthAnswer>(null, 'POST', 'token', { email: address, password: secret })).body.token;

describe('POST forget-password', () => {
  it('takes the same time and returns the same for known and unknown addresses', async () => {
    await buildUser(api.db, { email: 'banned@test.ru', password, isActive: false });
    const answers = [];
    for (const address of [email, 'nobody@test.ru', 'banned@test.ru']) {
      const begun = performance.now();
      const { status, body } = await forget(address);
      answers.push([status, body]);
      expect(performance.now() - begun).toBeGreaterThan(240);
    }

    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const sent = await api.db.selectFrom('outbox').select('recipient').execute();
    expect(sent).toEqual([{ recipient: email }]);
  });

  it('limits e-mails to an address, known or not', async () => {
    for (const address of [email, 'nobody@test.ru']) {
      for (let number = 0; number < 5; number += 1) expect((await forget(address)).status).toBe(200);
      expect((await forget(address)).status).toBe(429);
    }
    expect(await messagesTo(api.db, email)).toHaveLength(5);
  });

  it('mails a link to our own address and a token short enough to type; stores only its hash', async () => {
    await forget();
    const body = await lastMessage(api.db, email, 'reset-password');
    const token = await resetToken(api.db, email);

    expect(body).toContain(`https://shop.test/admin/reset-password?email=victim%40test.ru&token=${token}`);
    expect(token).toMatch(/^[a-z0-9]{16}$/);
    const codes = await api.db.selectFrom('one_time_codes').selectAll().execute();
    expect(JSON.stringify(codes)).not.toContain(token);
  });
});

describe('POST reset-password', () => {
  it('sets the password, ends every session, confirms the address and notifies the user', async () => {
    await api.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', victim.id).execute();
    const session = await login(password);
    await forget();
    const token = await resetToken(api.db, email);
    expect((await check(` ${token.toUpperCase()} `)).body).toEqual({
      message: 'TOKEN_IS_VALID',
      success: true,
    });

    const { status, body } = await reset(token);

    expect([status, body]).toEqual([200, { message: 'PASSWORD_RESET_SUCCESSFUL', success: true }]);
    const me = await api.request(null, 'GET', 'me', undefined, { authorization: `Bearer ${session}` });
    expect(me.status).toBe(401);
    expect([await login(password), typeof (await login(next))]).toEqual([null, 'string']);
    const row = await api.db.selectFrom('users').selectAll().where('id', '=', victim.id).executeTakeFirst();
    expect(row?.email_verified_at).toEqual(api.now());
    await expect(lastMessage(api.db, email, 'password-changed')).resolves.toBeTruthy();
    const entries = await api.db
      .selectFrom('audit_log')
      .select('action')
      .where('user_id', '=', victim.id)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toContain('reset-password');
  });

  it.each(['', 'x', 'aaaaaaaaaaaaaaaa', "' or 1=1 --", '0', 'null'])(
    'refuses the token %j',
    async (token) => {
      await forget();
      const { status, body } = await reset(token);

      expect([status, Object.keys(body.errors)]).toEqual([422, ['token']]);
      expect(typeof (await login(password))).toBe('string');
    },
  );

  it('refuses a token of another person, and a token for another purpose', async () => {
    await buildUser(api.db, { email: 'thief@test.ru', password });
    await forget('thief@test.ru');
    const own = await resetToken(api.db, 'thief@test.ru');
    await api.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', victim.id).execute();
    await api.request(victim, 'POST', 'email/verification-notification');
    const forVerifying = (await lastMessage(api.db, email, 'confirm-email')).match(/verify\/\d+\/(\S+)/)?.[1];

    expect((await check(own)).body).toEqual({ message: 'INVALID_TOKEN', success: false });
    for (const token of [own, forVerifying ?? '']) {
      const { status, body } = await reset(token);
      expect([status, body.message, body.errors]).toEqual([
        422,
        'INVALID_CODE',
        { token: ['error-token-wrong'] },
      ]);
    }
    expect(await login(next)).toBeNull();
  });

  it('responds identically for an unknown address and a wrong token', async () => {
    const known = await reset('bbbbbbbbbbbbbbbb');
    const unknown = await reset('bbbbbbbbbbbbbbbb', { email: 'nobody@test.ru' });
    const without = ({ request_id: _id, ...body }: Record<string, unknown>) => body;

    expect([unknown.status, without(unknown.body)]).toEqual([known.status, without(known.body)]);
    expect((await check('bbbbbbbbbbbbbbbb', 'nobody@test.ru')).body).toEqual(
      (await check('bbbbbbbbbbbbbbbb')).body,
    );
  });

  it('accepts a token once, even under concurrent use', async () => {
    await forget();
    const token = await resetToken(api.db, email);

    const answers = await Promise.all([reset(token), reset(token, { password: 'Brusnika91' })]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
    expect((await reset(token)).status).toBe(422);
    expect((await check(token)).body).toMatchObject({ success: false });
  });

  it('accepts only the last token, within an hour', async () => {
    await forget();
    const former = await resetToken(api.db, email);
    await forget();
    const token = await resetToken(api.db, email);

    expect(former).not.toBe(token);
    expect((await reset(former)).status).toBe(422);
    api.setNow(new Date(api.now().getTime() + 60 * 60_000));
    expect((await reset(token)).status).toBe(422);
  });

  it('revokes pending tokens when the password is changed otherwise', async () => {
    await forget();
    const token = await resetToken(api.db, email);
    await api.request(victim, 'POST', 'change-password', { oldPassword: password, newPassword: next });

    expect((await reset(token, { password: 'Brusnika91' })).status).toBe(422);
  });

  it('does nothing for a user who was banned meanwhile', async () => {
    await forget();
    await api.db.updateTable('users').set({ is_active: false }).where('id', '=', victim.id).execute();

    expect((await reset(await resetToken(api.db, email))).status).toBe(422);
  });

  it('refuses a weak password and keeps the token', async () => {
    await forget();
    const token = await resetToken(api.db, email);
    const weak = await reset(token, { password: 'short' });

    expect([weak.status, Object.keys(weak.body.errors)]).toEqual([422, ['password']]);
    expect((await reset(token)).status).toBe(200);
  });

  it('withstands a hundred attempts from an address', async () => {
    const answers = await Promise.all(Array.from({ length: 105 }, () => check('cccccccccccccccc')));

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await reset('cccccccccccccccc')).status).toBe(429);
  });
});
