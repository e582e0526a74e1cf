import { beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '@/server/modules/accounts/sign-in/passwords';
import { buildUser } from '../../../support/factories';
import { setUpScene } from '../../../support/scene';

/** Mailed links and codes: used twice, by another, after what they were for has changed. */
const { api, scene } = setUpScene();
const password = 'Ромашка9Полевая';
const other = 'Василёк8Садовый';

beforeEach(async () => {
  await api.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .execute();
});

const letters = async (to: string) =>
  await api.db
    .selectFrom('outbox')
    .select(['template', 'body'])
    .where('recipient', '=', to)
    .orderBy('id')
    .execute();
const lastLink = async (to: string, part: string): Promise<string> => {
  const found = (await letters(to)).map(
    ({ body }) => new RegExp(`https://shop\\.test(/admin/[^\\s]*${part}[^\\s]*)`).exec(body)?.[1],
  );
  return String(found.filter(Boolean).at(-1)).replace('/admin/rest/', '');
};
const tokenOf = async (to: string) =>
  new URLSearchParams((await lastLink(to, 'reset-password')).split('?')[1]).get('token') ?? '';
const open = async (path: string) => (await api.request(null, 'GET', path)).headers.location;
const forget = (email: string) => api.request(null, 'POST', 'forget-password', { email });
const reset = (email: string, token: string, to = other) =>
  api.request(null, 'POST', 'reset-password', { email, token, password: to });
const askEmail = (by: { id: number }, email: string) =>
  api.request(by, 'POST', 'update-email', { email, password });
const emailOf = async (id: number) =>
  (await api.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email;
const yes = 'https://shop.test/admin/verify-email?verified=1';
const no = 'https://shop.test/admin/verify-email?verified=0';

describe('the link of a new address', () => {
  it('works once, also twenty times at once', async () => {
    await askEmail(scene.customer, 'new@test.ru');
    const link = await lastLink('new@test.ru', 'email/change');
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(link)));
    expect(answers.filter((one) => one === yes)).toHaveLength(1);
    expect(await open(link)).toBe(no);
  });

  it('is dead after a later request, a new password, a reset and a ban', async () => {
    const { id } = scene.customer;
    const links: string[] = [];
    const asked = async (address: string) => {
      await askEmail(scene.customer, address);
      const link = await lastLink(address, 'email/change');
      links.push(link);
      return link;
    };
    const first = await asked('one@test.ru');
    await asked('two@test.ru');
    expect(await open(first)).toBe(no);
    const third = await asked('three@test.ru');
    await api.request(scene.customer, 'POST', 'change-password', {
      oldPassword: password,
      newPassword: other,
    });
    expect(await open(third)).toBe(no);
    await api.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .execute();
    const fourth = await asked('four@test.ru');
    await forget(scene.customer.email);
    expect((await reset(scene.customer.email, await tokenOf(scene.customer.email))).status).toBe(200);
    expect(await open(fourth)).toBe(no);
    await api.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .execute();
    const fifth = await asked('five@test.ru');
    await api.request(scene.super_admin, 'POST', 'users/block-user', { id });
    expect(await open(fifth)).toBe(no);
    expect(await emailOf(id)).toBe(scene.customer.email);
  });

  it('opens nothing for another person’s id', async () => {
    await askEmail(scene.customer, 'new@test.ru');
    const link = await lastLink('new@test.ru', 'email/change');
    expect(await open(link.replace(`/${scene.customer.id}/`, `/${scene.store_owner.id}/`))).toBe(no);
    expect(await open(link.replace('email/change', 'email/verify'))).toBe(no);
    expect(await open(link.replace('email/change', 'contact/open'))).toContain('verified=0');
    expect(await open(link.replace('email/change', 'register/confirm'))).toBe(no);
    expect(await open(link)).toBe(yes);
  });

  it('takes no address that somebody registered meanwhile, also at the same moment', async () => {
    await askEmail(scene.customer, 'new@test.ru');
    await askEmail(scene.store_owner, 'new@test.ru');
    const all = (await letters('new@test.ru')).map(
      ({ body }) => /rest\/(email\/change\S+)/.exec(body)?.[1] ?? '',
    );
    const answers = await Promise.all(all.map(open));
    expect(answers.filter((one) => one === yes)).toHaveLength(1);
    const owners = await api.db.selectFrom('users').select('id').where('email', '=', 'new@test.ru').execute();
    expect(owners).toHaveLength(1);
  });

  it('kills the tokens that were mailed to the former address, and ends sign-ins that wait for a code', async () => {
    await forget(scene.customer.email);
    const token = await tokenOf(scene.customer.email);
    await askEmail(scene.customer, 'new@test.ru');
    expect(await open(await lastLink('new@test.ru', 'email/change'))).toBe(yes);
    for (const email of [scene.customer.email, 'new@test.ru']) {
      expect((await reset(email, token)).status).toBe(422);
      const state = await api.request(null, 'POST', 'verify-forget-password-token', { email, token });
      expect(state.body.success).toBe(false);
    }
  });
});

describe('the token of a forgotten password', () => {
  it('sets one password of twenty', async () => {
    await forget(scene.customer.email);
    const token = await tokenOf(scene.customer.email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_each, at) => reset(scene.customer.email, token, `${other}${at}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is no token of an invitation, of a registration, or of another address', async () => {
    await forget(scene.customer.email);
    const token = await tokenOf(scene.customer.email);
    expect((await reset(scene.store_owner.email, token)).status).toBe(422);
    expect((await reset(scene.customer.email, ` ${token}x`)).status).toBe(422);
    const accept = await api.request(scene.customer, 'POST', 'invitations/accept', {
      email: scene.customer.email,
      token,
    });
    expect(accept.status).toBe(422);
    expect((await reset(scene.customer.email, token)).status).toBe(200);
  });

  it('ends every session, known browser and look through the person’s eyes', async () => {
    const view = await api.request<{ token: string }>(scene.super_admin, 'POST', 'vendor-views', {
      user_id: scene.store_owner.id,
      reason: 'Проверка жалобы покупателя',
    });
    expect(view.status).toBe(201);
    const as = (token: string) =>
      api.request(null, 'GET', 'me', undefined, { authorization: `Bearer ${token}` });
    expect((await as(view.body.token)).status).toBe(200);
    await forget(scene.store_owner.email);
    expect((await reset(scene.store_owner.email, await tokenOf(scene.store_owner.email))).status).toBe(200);
    expect((await as(view.body.token)).status).toBe(401);
  });
});

describe('a look through somebody’s eyes', () => {
  const look = (by: { id: number }, user_id: number) =>
    api.request<{ token: string; message: string }>(by, 'POST', 'vendor-views', {
      user_id,
      reason: 'Проверка жалобы покупателя',
    });
  const as = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    api.request(null, method, path, body, { authorization: `Bearer ${token}` });

  it('starts no further look, proves nobody, and changes neither person', async () => {
    const { body } = await look(scene.super_admin, scene.store_owner.id);
    for (const [method, path, sent] of [
      ['POST', 'vendor-views', { user_id: scene.otherOwner.id, reason: 'Ещё одна проверка' }],
      ['POST', 'me/confirm', { password }],
      ['POST', 'change-password', { oldPassword: password, newPassword: other }],
      ['POST', 'update-email', { email: 'x@test.ru', password }],
      ['POST', 'withdraws', { shop_id: scene.shop.id, amount: 1, payment_method: 'x' }],
      ['PUT', `shops/${scene.shop.id}`, { name: 'Чужая' }],
      ['POST', 'presence', { family: 'products', id: 1, is_open: true }],
      ['POST', 'sessions/revoke-others', {}],
      ['GET', 'sessions', undefined],
      ['GET', 'me/passkeys', undefined],
      ['GET', 'sign-in/links', undefined],
      ['GET', `shops/${scene.shop.id}/statement`, undefined],
      ['GET', 'products/export', undefined],
    ] as const) {
      const answer = await as(body.token, method, path, sent);
      expect([path, answer.body.message]).toEqual([path, 'READ_ONLY_VIEW']);
    }
  });

  it('ends with the looker’s session, ban, role and second factor that the role demands', async () => {
    const second = await buildUser(api.db, { role: 'super_admin' });
    const first = await look(second, scene.store_owner.id);
    expect((await as(first.body.token, 'GET', 'me')).status).toBe(200);
    await api.db
      .updateTable('users')
      .set({ permissions: ['customer'] })
      .where('id', '=', second.id)
      .execute();
    expect((await as(first.body.token, 'GET', 'me')).status).toBe(401);
    await api.db
      .updateTable('users')
      .set({ permissions: ['super_admin', 'store_owner', 'customer'] })
      .where('id', '=', second.id)
      .execute();
    const again = await look(second, scene.store_owner.id);
    await api.request(scene.super_admin, 'POST', 'users/block-user', { id: second.id });
    expect((await as(again.body.token, 'GET', 'me')).status).toBe(401);
  });
});

describe('an invitation', () => {
  const invite = (email: string) =>
    api.request(scene.store_owner, 'POST', 'staffs', {
      name: 'Новый Человек',
      email,
      shop_id: scene.shop.id,
      scopes: ['orders'],
    });

  it('is accepted once of twenty times, and not after it was withdrawn or replaced', async () => {
    expect((await invite(scene.customer.email)).status).toBe(201);
    const path = async () => {
      const found = (await letters(scene.customer.email)).map(({ body }) => /token=([\w-]+)/.exec(body)?.[1]);
      return String(found.filter(Boolean).at(-1));
    };
    const token = await path();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.request(scene.customer, 'POST', 'invitations/accept', { email: scene.customer.email, token }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      (
        await api.request(scene.customer, 'POST', 'invitations/accept', {
          email: scene.customer.email,
          token,
        })
      ).status,
    ).toBe(422);
  });

  it('is not accepted by whoever took the address later, nor by another account', async () => {
    expect((await invite('guest@test.ru')).status).toBe(201);
    const body = (await letters('guest@test.ru'))[0]?.body ?? '';
    const token = String(/token=([\w-]+)/.exec(body)?.[1]);
    for (const person of [scene.customer, scene.otherOwner, scene.otherStaff]) {
      const answer = await api.request(person, 'POST', 'invitations/accept', {
        email: 'guest@test.ru',
        token,
      });
      expect(answer.status).toBe(422);
    }
  });
});
