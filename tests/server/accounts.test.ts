import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthAnswer, Me } from '@/contract/auth';
import { buildUser } from '../support/factories';
import { confirmPath, lastMessage, messagesTo } from '../support/outbox';
import { setUpScene } from '../support/scene';
import { signIn } from '../support/session';

/** Making an account, confirming its address, changing address and password (reference rules §3.1, S-05, S-29, S-47). */
const { api, scene } = setUpScene({ licenseKey: '0B7E4D2A-51C6-4F0E-9A3D-6C1F2E8B7A90' });
const password = 'Demo12345';
const newcomer = { name: 'Ирина', email: 'irina@test.ru', password };

const register = (more: object = {}) =>
  api.request<AuthAnswer & { message: string; errors: Record<string, string[]> }>(null, 'POST', 'register', {
    ...newcomer,
    ...more,
  });
const as = (token: string | null | undefined) => ({ authorization: `Bearer ${token}` });
const rowOf = (email: string) =>
  api.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

async function unverified() {
  const { body } = await register({ permission: 'store_owner' });
  return { token: String(body.token), id: (await rowOf(newcomer.email))?.id ?? 0 };
}

describe('POST register', () => {
  it('makes a customer, signed in, with a letter and points for signing up', async () => {
    const { status, body } = await register({ email: ' Irina@Test.ru ' });

    expect(status).toBe(200);
    expect(body).toMatchObject({ permissions: ['customer'], role: 'customer', email_verified: false });
    const row = await rowOf('irina@test.ru');
    expect(row).toMatchObject({ name: 'Ирина', email_verified_at: null, is_active: true, shop_id: null });
    expect(row?.password_hash).toMatch(/^\$argon2id/);
    expect(await lastMessage(api.db, 'irina@test.ru', 'confirm-email')).toContain('https://shop.test/admin/');
    await api.db.updateTable('users').set({ email_verified_at: api.now() }).execute();
    const me = await api.request<Me>(null, 'GET', 'me', undefined, as(body.token));
    expect(me.body.wallet).toMatchObject({ total_points: 100, points_used: 0, available_points: 100 });
  });

  it('makes the owner of shops to come', async () => {
    expect((await register({ permission: 'store_owner' })).body.permissions).toEqual([
      'store_owner',
      'customer',
    ]);
  });

  it.each(['super_admin', 'staff', 'staff:catalogue', '', ['super_admin'], { a: 1 }])(
    'refuses to make a %s',
    async (permission) => {
      const { status, body } = await register({ permission });

      expect([status, Object.keys(body.errors)]).toEqual([422, ['permission']]);
      expect(await rowOf(newcomer.email)).toBeUndefined();
    },
  );

  it('drops what nobody may give himself', async () => {
    const extra = {
      shop_id: scene.shop.id,
      permissions: ['super_admin'],
      role: 'super_admin',
      is_active: false,
    };
    expect((await register({ ...extra, email_verified_at: '2020-01-01', id: 1 })).status).toBe(200);

    expect(await rowOf(newcomer.email)).toMatchObject({
      shop_id: null,
      permissions: ['customer'],
      email_verified_at: null,
    });
  });

  it.each([
    ['an empty body', { name: '', email: '', password: '' }, ['email', 'name', 'password']],
    ['a short password', { password: 'Ab1' }, ['password']],
    ['a password without digits', { password: 'Abcdefghij' }, ['password']],
    ['a password without capitals', { password: 'abcdefgh1' }, ['password']],
  ])('refuses %s', async (_what, more, fields) => {
    const { status, body } = await register(more);

    expect([status, Object.keys(body.errors).sort()]).toEqual([422, fields]);
  });

  it('refuses an address that is taken, and leaves nothing behind', async () => {
    const { status, body } = await register({ email: scene.customer.email.toUpperCase() });

    expect([status, body.errors]).toEqual([422, { email: ['error-taken'] }]);
    expect(await api.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
    expect(await api.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  it('lets one of two through who come with one address together (H-38)', async () => {
    const answers = await Promise.all([register(), register()]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
  });

  it('answers 429 to who makes accounts by the dozen', async () => {
    for (let number = 0; number < 10; number += 1) await register({ email: 'nonsense@test.ru' });

    expect((await register()).status).toBe(429);
  });
});

describe('an address that is not confirmed', () => {
  it('opens nothing but its confirmation', async () => {
    const { token } = await unverified();

    for (const [method, path] of [
      ['GET', 'me'],
      ['GET', 'sessions'],
      ['POST', 'tags'],
      ['POST', 'change-password'],
      ['POST', 'two-factor/setup'],
      ['POST', 'update-contact'],
      ['GET', 'users'],
    ] as const) {
      const { status, body } = await api.request(null, method, path, {}, as(token));
      expect([path, status, body.message]).toEqual([path, 409, 'EMAIL_NOT_VERIFIED']);
    }
    expect((await api.request(null, 'GET', 'tags', undefined, as(token))).status).toBe(200);
    expect((await api.request(null, 'POST', 'logout', {}, as(token))).status).toBe(200);
  });

  it('is no matter when the settings do not ask for it', async () => {
    const { token } = await unverified();
    await api.db.insertInto('settings').values({ options: '{"useMustVerifyEmail":false}' }).execute();

    const { status, body } = await api.request(null, 'GET', 'me', undefined, as(token));
    expect([status, body.email_verified]).toEqual([200, false]);
  });

  it('is confirmed by the link of the letter, once', async () => {
    const { token } = await unverified();
    const path = await confirmPath(api.db, newcomer.email);

    const first = await api.request(null, 'GET', path);
    const second = await api.request(null, 'GET', path);

    expect([first.status, first.headers.location]).toEqual([
      302,
      'https://shop.test/admin/verify-email?verified=1',
    ]);
    expect(second.headers.location).toBe('https://shop.test/admin/verify-email?verified=0');
    expect((await api.request(null, 'GET', 'me', undefined, as(token))).status).toBe(200);
  });

  it('is not confirmed a day later, nor by a made-up link, nor by another person’s', async () => {
    const { id } = await unverified();
    const path = await confirmPath(api.db, newcomer.email);
    const secret = path.split('/').at(-1);
    const sha1 = '5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8';

    for (const wrong of [`${id}/${sha1}`, `${scene.customer.id}/${secret}`, `0/${secret}`, `x/${secret}`]) {
      const { headers } = await api.request(null, 'GET', `email/verify/${wrong}`);
      expect(headers.location).toContain('verified=0');
    }
    api.setNow(new Date(api.now().getTime() + 24 * 3600_000));
    expect((await api.request(null, 'GET', path)).headers.location).toContain('verified=0');
    expect((await rowOf(newcomer.email))?.email_verified_at).toBeNull();
  });

  it('gets another letter, six in a minute; the former link is dead', async () => {
    const { token } = await unverified();
    const former = await confirmPath(api.db, newcomer.email);
    const resend = () => api.request(null, 'POST', 'email/verification-notification', {}, as(token));

    for (let number = 0; number < 6; number += 1) expect((await resend()).status).toBe(200);
    expect((await resend()).status).toBe(429);
    expect((await api.request(null, 'GET', former)).headers.location).toContain('verified=0');
    const { headers } = await api.request(null, 'GET', await confirmPath(api.db, newcomer.email));
    expect(headers.location).toContain('verified=1');
    expect((await api.request(null, 'POST', 'email/verification-notification')).status).toBe(401);
  });
});

describe('POST update-email', () => {
  let person: { id: number };
  const email = 'new@test.ru';
  const update = (body: object, user: { id: number } | null = person) =>
    api.request(user, 'POST', 'update-email', body);
  beforeEach(async () => {
    person = await buildUser(api.db, { role: 'store_owner', email: 'old@test.ru', password });
  });

  it('asks for the password, then for the new address, and tells the old one', async () => {
    const { status, body } = await update({ email, password });

    expect([status, body.message]).toEqual([200, 'EMAIL_UPDATED_SUCCESSFULLY']);
    expect(await rowOf(email)).toMatchObject({ id: person.id, email_verified_at: null, version: 2 });
    expect((await messagesTo(api.db, 'old@test.ru')).map(({ template }) => template)).toEqual([
      'email-changed',
    ]);
    expect((await api.request(person, 'GET', 'me')).status).toBe(409);
    await api.request(null, 'GET', await confirmPath(api.db, email));
    expect((await api.request(person, 'GET', 'me')).status).toBe(200);
    const [entry] = await api.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(entry).toMatchObject({
      action: 'update-email',
      user_id: person.id,
      changes: { email: ['old@test.ru', email] },
    });
  });

  it('is not undone by a link that went to the old address', async () => {
    await api.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.id).execute();
    await api.request(person, 'POST', 'email/verification-notification');
    const old = await confirmPath(api.db, 'old@test.ru');
    await update({ email, password });

    expect((await api.request(null, 'GET', old)).headers.location).toContain('verified=0');
    expect((await rowOf(email))?.email_verified_at).toBeNull();
  });

  it('refuses a wrong password, a taken address and nobody', async () => {
    const wrong = await update({ email, password: 'Wrong12345' });
    const taken = await update({ email: scene.customer.email, password });
    const bad = await update({ email: 'no', password: '' });

    expect([wrong.status, wrong.body.errors]).toEqual([422, { password: ['error-password-wrong'] }]);
    expect([taken.status, taken.body.errors]).toEqual([422, { email: ['error-taken'] }]);
    expect([bad.status, Object.keys(bad.body.errors).sort()]).toEqual([422, ['email', 'password']]);
    expect((await update({ email, password }, null)).status).toBe(401);
    expect(await rowOf('old@test.ru')).toMatchObject({ id: person.id, version: 1 });
  });
});

describe('POST change-password', () => {
  let person: { id: number; email: string };
  const next = 'Another678';
  beforeEach(async () => {
    person = await buildUser(api.db, { role: 'store_owner', email: 'owner@test.ru', password });
  });
  const login = async (secret: string) =>
    (await api.request<AuthAnswer>(null, 'POST', 'token', { email: person.email, password: secret })).body
      .token;

  it('ends the other sessions, keeps the own one, and tells the person', async () => {
    const [own, other] = [await login(password), await login(password)];
    const body = { oldPassword: password, newPassword: next };
    const changed = await api.request(null, 'POST', 'change-password', body, as(own));

    expect([changed.status, changed.body]).toEqual([
      200,
      { message: 'PASSWORD_RESET_SUCCESSFUL', success: true },
    ]);
    expect((await api.request(null, 'GET', 'me', undefined, as(own))).status).toBe(200);
    expect((await api.request(null, 'GET', 'me', undefined, as(other))).status).toBe(401);
    expect([await login(password), typeof (await login(next))]).toEqual([null, 'string']);
    await expect(lastMessage(api.db, person.email, 'password-changed')).resolves.toContain('изменён');
  });

  it('refuses a wrong old password, a weak new one and nobody', async () => {
    const change = (body: object, user: { id: number } | null = person) =>
      api.request(user, 'POST', 'change-password', body);
    const wrong = await change({ oldPassword: 'Wrong12345', newPassword: next });
    const weak = await change({ oldPassword: password, newPassword: 'weak' });

    expect([wrong.status, wrong.body.errors]).toEqual([422, { oldPassword: ['error-password-wrong'] }]);
    expect([weak.status, Object.keys(weak.body.errors)]).toEqual([422, ['newPassword']]);
    expect((await change({ oldPassword: password, newPassword: next }, null)).status).toBe(401);
    expect(typeof (await login(password))).toBe('string');
  });

  it('bears ten wrong ones in a quarter of an hour, even when they come together', async () => {
    const token = await signIn(api.db, person.id, api.now());
    const guess = () =>
      api.request(
        null,
        'POST',
        'change-password',
        { oldPassword: 'Wrong12345', newPassword: next },
        as(token),
      );
    const answers = await Promise.all(Array.from({ length: 14 }, guess));

    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  });
});

describe('POST license-key/verify', () => {
  const verify = (license_key: string) => api.request(null, 'POST', 'license-key/verify', { license_key });

  it('knows the key of this place, in any case of letters, and no other', async () => {
    expect((await verify('0b7e4d2a-51c6-4f0e-9a3d-6c1f2e8b7a90')).body).toMatchObject({ success: true });
    expect((await verify('0b7e4d2a-51c6-4f0e-9a3d-6c1f2e8b7a91')).status).toBe(404);
    expect((await verify('key')).body.errors).toEqual({ license_key: ['error-license-format'] });
  });
});
