import { describe, expect, it } from 'vitest';
import { forgetInvitations } from '@/server/modules/accounts/sign-in/forget-invitations';
import { buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { signIn } from '../../support/session';
import { buildMember, buildRole, readyRole } from '../../support/team';

const { api, scene } = setUpScene();

const stored = (id: number) =>
  api.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const membership = (id: number) =>
  api.db.selectFrom('memberships').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const post = <Body = Wire>(person: { id: number } | null, path: string, body: object = {}) =>
  api.request<Body>(person, 'POST', path, body);
const get = <Body = Wire>(person: { id: number } | null, path: string) =>
  api.request<Body>(person, 'GET', path);
const days = (count: number) => api.setNow(new Date(api.now().getTime() + count * 24 * 3600_000));

/** Invites into the first shop. Returns the membership and what the letter's link contains. */
async function invite(email: string, more: object = {}, by: { id: number } = scene.store_owner) {
  const body = { name: 'Денис', email, shop_id: scene.shop.id, ...more };
  const { status, body: made } = await post<Wire & { id: number }>(by, 'staffs', body);
  expect(status).toBe(201);
  return { id: made.id, mailed: await lastLink() };
}

async function lastLink() {
  const { body } = await api.db
    .selectFrom('outbox')
    .select('body')
    .where('template', '=', 'invitation')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const link = new URL(/https:\S+/.exec(body)?.[0] ?? '').searchParams;
  return { email: link.get('email') ?? '', token: link.get('token') ?? '' };
}

const accept = (person: { id: number } | null, mailed: object) => post(person, 'invitations/accept', mailed);
const reasonOf = ({ status, body }: { status: number; body: Wire }) => ({ status, errors: body.errors });
const refused = (reason: string) => ({ status: 422, errors: { token: [reason] } });

describe('accepting under one’s own sign-in', () => {
  it('needs a session, a token and its address', async () => {
    const { mailed } = await invite(scene.customer.email);

    expect((await accept(null, mailed)).status).toBe(401);
    expect((await accept(scene.customer, {})).body.errors).toMatchObject({
      email: ['error-email-required'],
      token: ['error-token-required'],
    });
    expect(reasonOf(await accept(scene.customer, { ...mailed, token: 'wrong' }))).toEqual(
      refused('error-token-wrong'),
    );
  });

  it('adds the shop and its scopes to the account, whose password stays', async () => {
    const { id, mailed } = await invite(scene.customer.email, { scopes: ['orders'] });
    const before = await stored(scene.customer.id);

    const { status, body } = await accept(scene.customer, mailed);

    expect(status).toBe(200);
    expect(body).toEqual({
      shop: { id: scene.shop.id, name: 'Первая лавка', slug: 'pervaya' },
      is_current: true,
    });
    expect(await stored(scene.customer.id)).toMatchObject({
      ...{ name: 'Егор', shop_id: scene.shop.id, permissions: ['staff', 'customer', 'staff:orders'] },
      password_hash: before.password_hash,
    });
    expect(await membership(id)).toMatchObject({
      user_id: scene.customer.id,
      token_hash: null,
      expires_at: null,
    });
    const member = await get(scene.store_owner, `staffs/${id}`);
    expect(member.body).toMatchObject({ name: 'Егор', is_invited: false, scopes: ['orders'] });
  });

  it('ends the person’s other sessions and keeps this one', async () => {
    const { mailed } = await invite(scene.customer.email);
    const token = await signIn(api.db, scene.customer.id, api.now());
    const other = await signIn(api.db, scene.customer.id, api.now());
    const send = (method: 'GET' | 'POST', url: string, bearer: string, payload?: object) =>
      api.app.inject({
        method,
        url: `/admin/rest/${url}`,
        headers: { authorization: `Bearer ${bearer}` },
        ...(payload && { payload }),
      });

    expect((await send('POST', 'invitations/accept', token, mailed)).statusCode).toBe(200);
    expect((await send('GET', 'me', token)).json().permissions.map(({ name }: Wire) => name)).toContain(
      'staff',
    );
    expect((await send('GET', 'me', other)).statusCode).toBe(401);
  });

  it('adds a second shop to a person of another, who goes on there until switching', async () => {
    const { mailed } = await invite(scene.otherStaff.email, { scopes: ['content'] });

    expect((await accept(scene.otherStaff, mailed)).body).toMatchObject({ is_current: false });

    expect((await stored(scene.otherStaff.id)).shop_id).toBe(scene.otherShop.id);
    const { workplaces, managed_shop } = (await get(scene.otherStaff, 'me')).body;
    expect(workplaces).toMatchObject([{ slug: 'pervaya' }, { slug: 'drugaya' }]);
    expect(managed_shop).toMatchObject({ slug: 'drugaya' });
  });

  it('does not work with the invitation of somebody else', async () => {
    const { id, mailed } = await invite(scene.otherStaff.email);

    expect(reasonOf(await accept(scene.customer, mailed))).toEqual(refused('error-invitation-other-person'));
    expect(reasonOf(await accept(scene.customer, { ...mailed, email: scene.customer.email }))).toEqual(
      refused('error-token-wrong'),
    );
    expect((await membership(id)).user_id).toBeNull();
    expect((await stored(scene.customer.id)).shop_id).toBeNull();
  });

  it('works once, also when it is sent twice at the same moment', async () => {
    const { mailed } = await invite(scene.customer.email);

    const token = await signIn(api.db, scene.customer.id, api.now());
    const headers = { authorization: `Bearer ${token}` };
    const send = () =>
      api.app.inject({ method: 'POST', url: '/admin/rest/invitations/accept', headers, payload: mailed });

    const answers = await Promise.all([send(), send()]);
    const again = await accept(scene.customer, mailed);

    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 422]);
    expect(reasonOf(again)).toEqual(refused('error-token-wrong'));
    const rows = await api.db
      .selectFrom('memberships')
      .select('id')
      .where('user_id', '=', scene.customer.id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('says of an invitation that it has expired, and one that is sent again works', async () => {
    const { id, mailed } = await invite(scene.customer.email);
    days(8);

    expect(reasonOf(await accept(scene.customer, mailed))).toEqual(refused('error-invitation-expired'));
    const check = await post(null, 'verify-forget-password-token', mailed);
    expect(check.body).toMatchObject({ success: false, reason: 'error-invitation-expired' });

    expect((await post(scene.store_owner, `staffs/${id}/invite`)).status).toBe(200);
    const newer = await lastLink();
    expect(reasonOf(await accept(scene.customer, mailed))).toEqual(refused('error-token-wrong'));
    expect((await accept(scene.customer, newer)).status).toBe(200);
  });

  it('says of an invitation that it was withdrawn, also at the same moment', async () => {
    const { id, mailed } = await invite(scene.customer.email);
    await api.request(scene.store_owner, 'DELETE', `staffs/${id}`);

    expect(reasonOf(await accept(scene.customer, mailed))).toEqual(refused('error-invitation-withdrawn'));

    const second = await invite(scene.otherStaff.email);
    const [accepted, withdrawn] = await Promise.all([
      accept(scene.otherStaff, second.mailed),
      api.request(scene.store_owner, 'DELETE', `staffs/${second.id}`),
    ]);
    const row = await membership(second.id);
    expect(withdrawn.status).toBe(200);
    expect(row.deleted_at).not.toBeNull();
    expect([200, 422]).toContain(accepted.status);
    // Whoever came first, nobody works there now.
    expect((await get(scene.otherStaff, 'me')).body.workplaces).toHaveLength(1);
  });

  it.each(['otherOwner', 'super_admin'] as const)('is not for %s, who stays as before', async (person) => {
    const { mailed } = await invite(scene[person].email);
    const before = await stored(scene[person].id);

    expect(reasonOf(await accept(scene[person], mailed))).toEqual(refused('error-works-elsewhere'));
    expect(await stored(scene[person].id)).toEqual(before);
  });

  it('adds no second membership to who works there already', async () => {
    const { mailed } = await invite('galina@test.ru');
    await api.db
      .updateTable('users')
      .set({ email: 'galina@test.ru' })
      .where('id', '=', scene.staff.id)
      .execute();

    expect(reasonOf(await accept(scene.staff, mailed))).toEqual(refused('error-invitation-member'));
  });

  it('shows only whoever holds the token what it invites to', async () => {
    const role_id = await readyRole(api.db, 'shop-packer');
    const { mailed } = await invite(scene.customer.email, { role_id });
    const check = (token: object) => post(null, 'verify-forget-password-token', token);

    expect((await check(mailed)).body).toMatchObject({
      success: true,
      invitation: { shop: { name: 'Первая лавка' }, role: { key: 'shop-packer' }, has_account: true },
    });
    expect((await check({ ...mailed, token: 'wrong' })).body).toEqual({
      message: 'INVALID_TOKEN',
      success: false,
    });
  });
});

describe('the password page', () => {
  const choose = (mailed: object) => post(null, 'reset-password', { ...mailed, password: 'Snegir2026' });

  it('never changes the password of an account: its person signs in', async () => {
    const { id, mailed } = await invite(scene.customer.email);
    const before = await stored(scene.customer.id);

    expect(reasonOf(await choose(mailed))).toEqual(refused('error-invitation-sign-in'));
    expect(await stored(scene.customer.id)).toEqual(before);
    expect((await membership(id)).user_id).toBeNull();
  });

  it('makes one account of two answers at the same moment', async () => {
    const { id, mailed } = await invite('petr@test.ru');

    const answers = await Promise.all([choose(mailed), choose(mailed)]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
    const people = await api.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'petr@test.ru')
      .execute();
    expect(people).toHaveLength(1);
    expect((await membership(id)).user_id).toBe(people[0]?.id);
  });

  it('leaves the address free: who registers with it accepts after signing in', async () => {
    const { mailed } = await invite('petr@test.ru');
    const registered = await buildUser(api.db, { email: 'petr@test.ru' });

    expect(reasonOf(await choose(mailed))).toEqual(refused('error-invitation-sign-in'));
    expect((await accept(registered, mailed)).status).toBe(200);
  });
});

describe('the rights of whoever invited', () => {
  it('count at acceptance: not those of a former owner', async () => {
    const { id, mailed } = await invite(scene.customer.email);
    await api.db
      .updateTable('shops')
      .set({ owner_id: scene.otherOwner.id })
      .where('id', '=', scene.shop.id)
      .execute();

    expect(reasonOf(await accept(scene.customer, mailed))).toEqual(refused('error-invitation-lapsed'));

    await post(scene.otherOwner, `staffs/${id}/invite`);
    expect((await accept(scene.customer, await lastLink())).status).toBe(200);
  });

  it('count at acceptance: not those of a blocked owner or of one whose shop was closed', async () => {
    const { mailed } = await invite(scene.customer.email);
    await api.db.updateTable('shops').set({ is_active: false }).where('id', '=', scene.shop.id).execute();

    expect(reasonOf(await accept(scene.customer, mailed))).toEqual(refused('error-invitation-lapsed'));
  });

  it('limit what an administrator with a role gives, then and at acceptance', async () => {
    const helper = await buildMember(api.db, { shops: 'write', orders: 'write', catalogue: 'read' });
    const [packer, manager] = [
      await readyRole(api.db, 'shop-packer'),
      await readyRole(api.db, 'shop-manager'),
    ];
    const body = { name: 'Денис', email: 'petr@test.ru', shop_id: scene.shop.id };

    const more = await post(helper, 'staffs', { ...body, role_id: manager });
    const all = await post(helper, 'staffs', body);
    const { mailed } = await invite(scene.customer.email, { role_id: packer }, helper);
    await api.db
      .updateTable('users')
      .set({ role_id: await buildRole(api.db, { shops: 'write' }) })
      .where('id', '=', helper.id)
      .execute();

    expect(more).toMatchObject({ status: 403, body: { needs: expect.arrayContaining(['finance:read']) } });
    expect(all).toMatchObject({
      status: 403,
      body: { needs: expect.arrayContaining(['promotions:decide']) },
    });
    expect(reasonOf(await accept(scene.customer, mailed))).toEqual(refused('error-invitation-lapsed'));
  });

  it('are read again for the team, too', async () => {
    const inviter = await buildMember(api.db, {
      team: 'decide',
      content: 'write',
      promotions: 'decide',
      catalogue: 'read',
    });
    const role_id = await readyRole(api.db, 'content');
    await post(inviter, 'users/invite', { email: scene.customer.email, name: 'Анна', role_id });
    const { body } = await api.db.selectFrom('outbox').select('body').executeTakeFirstOrThrow();
    const mailed = { email: scene.customer.email, token: /token=([\w-]+)/.exec(body)?.[1] };
    const rank = await buildRole(api.db, { team: 'decide' });
    await api.db.updateTable('users').set({ role_id: rank }).where('id', '=', inviter.id).execute();

    expect(reasonOf(await accept(scene.customer, mailed))).toEqual(refused('error-invitation-lapsed'));

    await api.db.updateTable('users').set({ role_id: null }).where('id', '=', inviter.id).execute();
    expect((await accept(scene.customer, mailed)).body).toEqual({ shop: null, is_current: false });
    expect(await stored(scene.customer.id)).toMatchObject({
      role_id,
      permissions: expect.arrayContaining(['super_admin']),
    });
    expect(reasonOf(await accept(scene.customer, mailed))).toEqual(refused('error-token-wrong'));
  });
});

describe('an invitation that nobody accepted', () => {
  const kept = 7 + 30;
  const forget = () => forgetInvitations({ db: api.db, now: api.now() });
  const logOf = (family: string, id: number) =>
    api.db
      .selectFrom('audit_log')
      .select('changes')
      .where('family', '=', family)
      .where('row_id', '=', id)
      .orderBy('id')
      .execute();

  it('into a shop, expired or withdrawn, is forgotten 30 days after its link, with what the log says of it', async () => {
    const expired = await invite('a@guest.ru');
    const withdrawn = await invite('b@guest.ru');
    expect((await api.request(scene.store_owner, 'DELETE', `staffs/${withdrawn.id}`)).status).toBe(200);
    const accepted = await invite(scene.customer.email);
    expect((await accept(scene.customer, accepted.mailed)).status).toBe(200);

    days(kept - 1);
    await forget();
    expect((await membership(expired.id)).email).toBe('a@guest.ru');

    days(2);
    await forget();

    const left = await api.db.selectFrom('memberships').select('id').execute();
    expect(left.map(({ id }) => id)).toContain(accepted.id);
    for (const { id } of [expired, withdrawn]) {
      expect(left.map((row) => row.id)).not.toContain(id);
      const entries = await logOf('staffs', id);
      expect(entries.length).toBeGreaterThan(0);
      expect(JSON.stringify(entries)).not.toMatch(/guest\.ru|Денис/);
    }
    expect(JSON.stringify(await logOf('staffs', accepted.id))).toContain(scene.customer.email);
  });

  it('stays when its letter was sent again', async () => {
    const { id } = await invite('a@guest.ru');
    days(kept - 1);
    expect((await post(scene.store_owner, `staffs/${id}/invite`)).status).toBe(200);

    days(2);
    await forget();

    expect((await membership(id)).email).toBe('a@guest.ru');
  });

  it('into the team is forgotten as well, and no account is', async () => {
    const role_id = await readyRole(api.db, 'support');
    const people = await api.db.selectFrom('users').select('id').orderBy('id').execute();
    const body = { email: 'c@guest.ru', name: 'Анна', role_id };
    const { body: made } = await post<Wire & { id: number }>(scene.super_admin, 'users/invite', body);
    expect((await stored(made.id)).removed_email).toBe('c@guest.ru');

    days(kept + 1);
    await forget();

    expect(await api.db.selectFrom('users').select('id').orderBy('id').execute()).toEqual(people);
    expect(JSON.stringify(await logOf('users', made.id))).not.toMatch(/guest\.ru|Анна/);
  });
});
