import { describe, expect, it } from 'vitest';
import type { AuthAnswer, Me } from '@/contract/accounts/auth';
import { buildShop, buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';

/** Sessions: who gets a token, for how long, and what it reveals about a person. */
const { api, scene } = setUpScene();
const password = 'Demo12345';

const login = (email: string, secret: unknown = password) =>
  api.request<AuthAnswer & { message: string; errors: Record<string, string[]> }>(null, 'POST', 'token', {
    email,
    password: secret,
  });

function meWith(token: string | null) {
  return api.request(
    null,
    'GET',
    'me',
    undefined,
    token === null ? {} : { authorization: `Bearer ${token}` },
  );
}

describe('POST token', () => {
  it('returns a token, the permissions and the role', async () => {
    await buildUser(api.db, { role: 'store_owner', email: 'vendor@test.ru', password });

    const { status, body } = await login(' Vendor@Test.ru ');

    expect(status).toBe(200);
    expect(body).toMatchObject({
      permissions: ['store_owner', 'customer'],
      role: 'store_owner',
      email_verified: true,
    });
    expect((await meWith(body.token)).body).toMatchObject({ email: 'vendor@test.ru' });
  });

  it('stores only a hash of the token', async () => {
    await buildUser(api.db, { email: 'vendor@test.ru', password });
    const { body } = await login('vendor@test.ru');

    const sessions = await api.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(sessions)).not.toContain(body.token);
    expect(sessions[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('returns the same null token for a wrong password, an unknown person and a blocked one', async () => {
    await buildUser(api.db, { email: 'right@test.ru', password });
    await buildUser(api.db, { email: 'blocked@test.ru', password, isActive: false });

    for (const [email, secret] of [
      ['right@test.ru', 'wrong'],
      ['nobody@test.ru', password],
      ['blocked@test.ru', password],
    ]) {
      const { status, body } = await login(String(email), secret);
      expect([email, status, body]).toEqual([email, 200, { token: null, permissions: [] }]);
    }
  });

  it.each([
    ['an empty body', {}, ['email', 'password']],
    ['no e-mail address', { email: 'nobody', password }, ['email']],
    ['an object as a password', { email: 'a@test.ru', password: { $ne: '' } }, ['password']],
    ['an object as an e-mail', { email: { toString: 1 }, password }, ['email']],
    ['an endless password', { email: 'a@test.ru', password: 'x'.repeat(5000) }, ['password']],
  ])('refuses %s', async (_what, body, fields) => {
    const answer = await api.request(null, 'POST', 'token', body);

    expect([answer.status, answer.body.message]).toEqual([422, 'VALIDATION_FAILED']);
    expect(Object.keys(answer.body.errors).sort()).toEqual(fields);
  });

  it('answers 429 with Retry-After after repeated failures, until the time is over', async () => {
    await buildUser(api.db, { email: 'vendor@test.ru', password });
    for (let attempt = 0; attempt < 10; attempt += 1) await login('vendor@test.ru', 'wrong');

    const refused = await login('vendor@test.ru');
    expect([refused.status, refused.body.message]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    api.setNow(new Date(api.now().getTime() + 16 * 60_000));
    expect((await login('vendor@test.ru')).body.token).not.toBeNull();
  });

  it('forgets the failures of an account that signs in', async () => {
    await buildUser(api.db, { email: 'vendor@test.ru', password });
    for (let attempt = 0; attempt < 5; attempt += 1) await login('vendor@test.ru', 'wrong');
    await login('vendor@test.ru');

    const counted = await api.db
      .selectFrom('rate_limits')
      .select('key')
      .where('key', 'like', 'login:pair:%')
      .execute();
    expect(counted).toEqual([]);
  });

  it('records the sign-in', async () => {
    const { id } = await buildUser(api.db, { email: 'vendor@test.ru', password });
    await login('vendor@test.ru');

    const entries = await api.db
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .orderBy('id')
      .execute();
    expect(entries).toEqual([{ action: 'sign-in', user_id: id }]);
  });
});

describe('a session', () => {
  async function session() {
    const user = await buildUser(api.db, { role: 'store_owner', email: 'vendor@test.ru', password });
    const { body } = await login('vendor@test.ru');
    return { user, token: String(body.token) };
  }

  it.each([null, '', 'nonsense', 'x'.repeat(5000), "' or 1=1 --"])(
    'is not opened by the token %s',
    async (token) => {
      const { status, body } = await meWith(token);

      expect([status, body.message]).toEqual([401, 'NOT_AUTHENTICATED']);
    },
  );

  it('ends after seven days, even when in use', async () => {
    await api.db.insertInto('settings').values({ options: '{"sessionIdleHours":168}' }).execute();
    const { token } = await session();
    const day = 24 * 3600_000;

    api.setNow(new Date(api.now().getTime() + 7 * day - 1000));
    expect((await meWith(token)).status).toBe(200);
    api.setNow(new Date(api.now().getTime() + 2000));
    expect((await meWith(token)).status).toBe(401);
  });

  it('ends on logout, but not the person’s other sessions', async () => {
    const { token } = await session();
    const other = String((await login('vendor@test.ru')).body.token);

    const out = await api.request(null, 'POST', 'logout', '', { authorization: `Bearer ${token}` });

    expect([out.status, out.body]).toEqual([200, true]);
    expect((await meWith(token)).status).toBe(401);
    expect((await meWith(other)).status).toBe(200);
  });

  it('ends when the person is blocked or removed', async () => {
    const { user, token } = await session();

    await api.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
    expect((await meWith(token)).status).toBe(401);
    await api.db
      .updateTable('users')
      .set({ is_active: true, deleted_at: api.now() })
      .where('id', '=', user.id)
      .execute();
    expect((await meWith(token)).status).toBe(401);
  });

  it('is refused with NOT_AUTHENTICATED, never with NOT_AUTHORIZED', async () => {
    const { status, body } = await api.request(scene.customer, 'GET', 'api/admin/boxes');

    expect([status, body.message]).toEqual([403, 'FORBIDDEN']);
  });
});

it('refuses sign-in by an account of another site, which does not exist here', async () => {
  const { status, body } = await api.request(null, 'POST', 'social-login-token', {
    provider: 'google',
    access_token: 'abc',
  });

  expect([status, body.message]).toEqual([400, 'SOCIAL_SIGN_IN_OFF']);
  expect(body).not.toHaveProperty('token');
});

describe('GET me', () => {
  it('shows an owner the shops and their state', async () => {
    await buildShop(api.db, { owner: scene.store_owner, slug: 'zakryta', isActive: false });

    const { body } = await api.request<Me>(scene.store_owner, 'GET', 'me');

    expect(body.shops.map(({ slug, is_active }) => [slug, is_active])).toEqual([
      ['pervaya', true],
      ['zakryta', false],
    ]);
    expect(body.permissions.map(({ name }) => name)).toEqual(['store_owner', 'customer']);
    expect(body.managed_shop).toBeNull();
  });

  it('shows staff the shop they work in and no own ones', async () => {
    const { body } = await api.request<Me>(scene.staff, 'GET', 'me');

    expect(body.managed_shop).toMatchObject({ id: scene.shop.id, slug: 'pervaya' });
    expect([body.shop_id, body.shops]).toEqual([scene.shop.id, []]);
  });

  it('shows an administrator and a customer without shops, and reveals no secret', async () => {
    for (const person of [scene.super_admin, scene.customer]) {
      const { status, body } = await api.request<Me>(person, 'GET', 'me');
      expect([status, body.shops, body.managed_shop]).toEqual([200, [], null]);
      expect(JSON.stringify(body)).not.toMatch(/password|hash|token/);
    }
  });
});

describe('GET shops/{slug}', () => {
  it('shows an active shop to everybody, an inactive one to its people and administrators', async () => {
    await buildShop(api.db, { owner: scene.store_owner, slug: 'zakryta', isActive: false });
    const status = async (user: { id: number } | null, key: string) =>
      (await api.request(user, 'GET', `shops/${key}`)).status;

    expect(await status(null, 'pervaya')).toBe(200);
    expect(await status(null, String(scene.shop.id))).toBe(200);
    expect(await status(null, 'zakryta')).toBe(404);
    expect(await status(scene.otherOwner, 'zakryta')).toBe(404);
    expect(await status(scene.store_owner, 'zakryta')).toBe(200);
    expect(await status(scene.super_admin, 'zakryta')).toBe(200);
    expect(await status(null, 'no-such-shop')).toBe(404);
  });
});
