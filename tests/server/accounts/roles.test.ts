import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import { signIn } from '../../support/session';
import { buildMember, buildRole, readyRole, teamPermissions } from '../../support/team';

const { api, scene } = setUpScene();

interface Answered {
  id: number;
  message: string;
  errors?: object;
  needs?: string[];
  permissions: { name: string }[];
  role: { id: number; key: string | null; name: string } | null;
  data: { id: number; key: string | null; people_count: number }[];
  areas: Record<string, string>;
  version: number;
  uses: Record<string, number>;
}

type Person = { id: number };

const post = (by: Person | null, path: string, body: object) => api.request<Answered>(by, 'POST', path, body);
const get = (by: Person | null, path: string) => api.request<Answered>(by, 'GET', path);
const stored = (id: number) =>
  api.db
    .selectFrom('users')
    .select(['role_id', 'permissions', 'is_active', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Of the team, with the right to compose and give roles, and a little more. */
const lead = { team: 'decide', orders: 'write' };

describe('roles', () => {
  const endpoints = [
    ['GET', 'roles'],
    ['GET', 'roles/1'],
    ['POST', 'roles'],
    ['PUT', 'roles/1'],
    ['DELETE', 'roles/1'],
    ['POST', 'roles/1/restore'],
    ['POST', 'users/1/role'],
    ['POST', 'users/invite'],
    ['GET', 'users/invited'],
    ['DELETE', 'users/invited/1'],
  ] as const;

  it.each(endpoints)('%s %s asks for a session and for an administrator', async (method, path) => {
    const body = method === 'GET' ? undefined : {};

    expect((await api.request(null, method, path, body)).status).toBe(401);
    for (const person of [scene.customer, scene.store_owner])
      expect((await api.request(person, method, path, body)).status).toBe(403);
  });

  it('lists the ready ones with the number of their people', async () => {
    await buildMember(api.db, 'finance');

    const { body } = await get(scene.super_admin, 'roles?search=kind:team');

    expect(body.data.map(({ key, people_count }) => [key, people_count])).toEqual([
      ['finance', 1],
      ['catalogue', 0],
      ['support', 0],
      ['content', 0],
      ['auditor', 0],
    ]);
  });

  it('stores what was composed, and refuses a level that the area lacks, and drops an unknown area', async () => {
    const made = await post(scene.super_admin, 'roles', { name: 'Возвраты', areas: { refunds: 'decide' } });
    const level = await post(scene.super_admin, 'roles', { name: 'Каталог', areas: { catalogue: 'decide' } });
    const area = await post(scene.super_admin, 'roles', { name: 'Всё', areas: { everything: 'read' } });

    expect(made.status).toBe(201);
    expect(made.body.areas).toEqual({ refunds: 'decide' });
    expect(level.status).toBe(422);
    expect(area.body.areas).toEqual({});
  });

  it('leaves ready ones as they are', async () => {
    const id = await readyRole(api.db, 'finance');

    const edit = await api.request<Answered>(scene.super_admin, 'PUT', `roles/${id}`, { name: 'Другое' });
    const removal = await api.request<Answered>(scene.super_admin, 'DELETE', `roles/${id}`);

    expect([edit.body.message, removal.body.message]).toEqual(['ACTION_NOT_VALID', 'ACTION_NOT_VALID']);
  });

  it('keeps a role that somebody has', async () => {
    const role = await buildRole(api.db, { orders: 'read' });
    const person = await buildMember(api.db, 'finance');
    await post(scene.super_admin, `users/${person.id}/role`, { role_id: role });

    const removal = await api.request<Answered>(scene.super_admin, 'DELETE', `roles/${role}`);

    expect(removal.body.message).toBe('IN_USE');
    expect(removal.body.uses).toEqual({ users: 1 });
  });

  it('changes what its people may do at once, also in an open session', async () => {
    const person = await buildMember(api.db, { orders: 'read' });
    const { role_id } = await stored(person.id);
    const before = await get(person, 'orders');

    await api.request(scene.super_admin, 'PUT', `roles/${role_id}`, { areas: { catalogue: 'read' } });

    expect(before.status).toBe(200);
    expect((await get(person, 'orders/late')).body).toMatchObject({ needs: ['orders:read'] });
    expect((await get(person, 'draft-products')).status).toBe(200);
  });
});

describe('a person with a role', () => {
  it('reads own rights in our panel, and the permissions of the dialect elsewhere', async () => {
    const person = await buildMember(api.db, 'content');

    const own = await get(person, 'me');
    const other = await api.request<Answered>(person, 'GET', 'me', undefined, { accept: 'application/json' });

    expect(own.body.role).toMatchObject({ key: 'content' });
    expect(own.body.permissions.map(({ name }) => name)).toEqual([
      ...teamPermissions,
      'limited',
      ...['catalogue:read', 'promotions:read', 'promotions:write', 'promotions:decide'],
      ...['content:read', 'content:write'],
    ]);
    expect(other.body.permissions.map(({ name }) => name)).toEqual(teamPermissions);
    expect(other.body).not.toHaveProperty('role');
  });

  it('finds in the search, the counters, the trash and the log what the role opens', async () => {
    const person = await buildMember(api.db, { catalogue: 'write', journal: 'read' });
    await buildUser(api.db, { name: 'Снегирь Пётр' });
    const all = await get(scene.super_admin, 'search?q=Снегирь');

    const found = await api.request<{ groups: { family: string }[] }>(person, 'GET', 'search?q=Снегирь');
    const counts = await api.request<Record<string, number>>(person, 'GET', 'menu-counts');
    const history = await get(person, `audit?family=orders&id=1`);
    const purge = await api.request<Answered>(person, 'DELETE', 'trash/coupons/1', { confirmation: '1' });
    const presence = await post(person, 'presence', { family: 'coupons', id: 1, is_open: true });
    const choices = await api.request<{ families: { family: string }[] }>(person, 'GET', 'activity/choices');

    expect(all.body).toMatchObject({ groups: [{ family: 'users' }] });
    expect(found.body.groups).toEqual([]);
    expect(Object.keys(counts.body).toSorted()).toEqual(['approvals', 'messages', 'notices']);
    expect(history.body.needs).toEqual(['orders:read']);
    expect(purge.body.needs).toEqual(['promotions:write']);
    expect(presence.body.needs).toEqual(['promotions:write']);
    expect(choices.body.families.every(({ family }) => family === 'products')).toBe(true);
  });

  it('does not see the money of a shop without the area', async () => {
    const person = await buildMember(api.db, 'catalogue');
    const finance = await buildMember(api.db, 'finance');

    expect((await get(person, `shops/${scene.shop.id}`)).body).not.toHaveProperty('balance');
    expect((await get(finance, `shops/${scene.shop.id}`)).body).toHaveProperty('balance');
  });

  it('cannot approve a coupon in its form without the level of decisions', async () => {
    const person = await buildMember(api.db, { promotions: 'write' });

    const bulk = await post(person, 'coupons/bulk/set', { ids: [1], key: 'is_approve', value: true });

    expect(bulk.status).toBe(403);
  });
});

describe('nobody gives more than they hold', () => {
  it('by composing or editing a role', async () => {
    const person = await buildMember(api.db, lead);
    const higher = await buildRole(api.db, { finance: 'decide' });
    const lower = await buildRole(api.db, { orders: 'read' });
    const edit = (id: number, areas: object) =>
      api.request<Answered>(person, 'PUT', `roles/${id}`, { areas });

    expect((await post(person, 'roles', { name: 'Ниже', areas: { orders: 'write' } })).status).toBe(201);
    expect((await post(person, 'roles', { name: 'Выше', areas: { orders: 'decide' } })).body.needs).toEqual([
      'orders:decide',
    ]);
    expect((await edit(lower, { finance: 'read' })).body.needs).toEqual(['finance:read']);
    // Also not by taking from a role that holds more.
    expect((await edit(higher, { orders: 'read' })).status).toBe(403);
    expect((await edit(lower, { orders: 'write' })).status).toBe(200);
  });

  it('by the own role: it is neither edited nor given to oneself', async () => {
    const person = await buildMember(api.db, lead);
    const { role_id } = await stored(person.id);

    const edit = await api.request<Answered>(person, 'PUT', `roles/${role_id}`, { areas: { team: 'read' } });
    const gift = await post(person, `users/${person.id}/role`, { role_id: null });
    const admin = await post(person, 'users/make-admin', { user_id: person.id, grant: true });

    expect([edit.status, gift.status, admin.status]).toEqual([403, 403, 403]);
    expect(await stored(person.id)).toMatchObject({ role_id });
  });

  it('to others, by a role, by the whole panel or by an invitation', async () => {
    const person = await buildMember(api.db, lead);
    const colleague = await buildMember(api.db, { orders: 'read' });
    const finance = await readyRole(api.db, 'finance');

    const role = await post(person, `users/${colleague.id}/role`, { role_id: finance });
    const full = await post(person, `users/${colleague.id}/role`, { role_id: null });
    const admin = await post(person, 'users/make-admin', { user_id: scene.customer.id, grant: true });
    const invited = await post(person, 'users/invite', { email: 'a@b.ru', name: 'Анна', role_id: finance });

    expect([role.status, full.status, admin.status, invited.status]).toEqual([403, 403, 403, 403]);
    expect((await stored(scene.customer.id)).permissions).toEqual(['customer']);
  });

  it('and whoever holds more is not banned, removed, edited or narrowed', async () => {
    const person = await buildMember(api.db, { ...lead, customers: 'write' });
    const { id } = scene.super_admin;

    const answers = [
      await post(person, 'users/block-user', { id, reason: 'x' }),
      await api.request(person, 'DELETE', `users/${id}`),
      await api.request(person, 'PUT', `users/${id}`, { name: 'Другая' }),
      await post(person, `users/${id}/role`, { role_id: await buildRole(api.db, { orders: 'read' }) }),
      await post(person, 'users/make-admin', { user_id: id, grant: false }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await stored(id)).toMatchObject({ role_id: null, is_active: true });
  });
});

describe('POST users/{id}/role', () => {
  it('narrows an administrator, ends the sessions, writes to the person and the log', async () => {
    const other = await buildUser(api.db, { role: 'super_admin' });
    const token = await signIn(api.db, other.id, api.now());
    const role_id = await readyRole(api.db, 'support');

    const { status } = await post(scene.super_admin, `users/${other.id}/role`, { role_id });
    const after = await api.app.inject({
      url: '/admin/rest/me',
      headers: { authorization: `Bearer ${token}` },
    });
    const log = await api.db
      .selectFrom('audit_log')
      .select(['action', 'changes'])
      .where('row_id', '=', other.id)
      .where('family', '=', 'users')
      .executeTakeFirstOrThrow();
    const letters = await api.db.selectFrom('outbox').select('recipient').execute();

    expect(status).toBe(200);
    expect(after.statusCode).toBe(401);
    expect(await stored(other.id)).toMatchObject({ role_id, permissions: teamPermissions });
    expect(log).toMatchObject({ action: 'role', changes: { role: [null, 'Поддержка'] } });
    expect(letters).toEqual([{ recipient: other.email }]);
  });

  it('refuses a role of a shop, one in the trash, and a person outside of the team without a role', async () => {
    const other = await buildUser(api.db, { role: 'super_admin' });
    const shop = await readyRole(api.db, 'shop-manager');

    const ofShop = await post(scene.super_admin, `users/${other.id}/role`, { role_id: shop });
    const none = await post(scene.super_admin, `users/${scene.customer.id}/role`, { role_id: null });
    const empty = await post(scene.super_admin, `users/${other.id}/role`, {});

    expect([ofShop.status, none.body.message, empty.status]).toEqual([422, 'ACTION_NOT_VALID', 422]);
  });

  it('of two full administrators who narrow each other at once one remains', async () => {
    const other = await buildUser(api.db, { role: 'super_admin' });
    const role_id = await readyRole(api.db, 'auditor');

    const answers = await Promise.all([
      post(scene.super_admin, `users/${other.id}/role`, { role_id }),
      post(other, `users/${scene.super_admin.id}/role`, { role_id }),
    ]);
    const full = await api.db
      .selectFrom('users')
      .select('id')
      .where('role_id', 'is', null)
      .where(sql<boolean>`permissions @> array['super_admin']`)
      .execute();

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).not.toEqual([200, 200]);
    expect(full).toHaveLength(1);
  });

  it('does not let the last full administrator go, though others are in the team', async () => {
    const person = await buildMember(api.db, { ...allAreas });

    const answers = [
      await post(person, 'users/make-admin', { user_id: scene.super_admin.id, grant: false }),
      await post(person, 'users/block-user', { id: scene.super_admin.id }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  });
});

const allAreas = {
  team: 'decide',
  customers: 'write',
  orders: 'decide',
  finance: 'decide',
  settings: 'write',
};

describe('an invitation into the team', () => {
  const tokenOf = async () => {
    const { body } = await api.db.selectFrom('outbox').select('body').executeTakeFirstOrThrow();
    return /token=([\w-]+)/.exec(body)?.[1] ?? '';
  };
  const accept = async (email: string) =>
    post(null, 'reset-password', { email, token: await tokenOf(), password: 'Snegir2026' });

  it('makes a person with the role once the mailed link is used, and no account before', async () => {
    const role_id = await readyRole(api.db, 'content');
    const { status, body } = await post(scene.super_admin, 'users/invite', {
      email: 'anna@test.ru',
      name: 'Анна',
      role_id,
    });
    const waiting = await api.request<{ email: string }[]>(scene.super_admin, 'GET', 'users/invited');
    const before = await stored(body.id);

    expect(status).toBe(200);
    expect(waiting.body).toMatchObject([{ email: 'anna@test.ru', role: { key: 'content' } }]);
    expect(before.is_active).toBe(false);
    expect((await accept('anna@test.ru')).status).toBe(200);
    expect(await stored(body.id)).toMatchObject({ email: 'anna@test.ru', is_active: true, role_id });
    expect((await get({ id: body.id }, 'ledger')).body.needs).toEqual(['finance:read']);
    expect((await accept('anna@test.ru')).status).not.toBe(200);
  });

  it('gives the role to the account that has the address by then, once its person accepts', async () => {
    const role_id = await readyRole(api.db, 'content');
    await post(scene.super_admin, 'users/invite', { email: scene.customer.email, name: 'Анна', role_id });

    const mailed = { email: scene.customer.email, token: await tokenOf() };
    expect((await accept(scene.customer.email)).body.errors).toEqual({ token: ['error-invitation-sign-in'] });
    expect((await stored(scene.customer.id)).role_id).toBeNull();
    expect((await post(scene.customer, 'invitations/accept', mailed)).status).toBe(200);
    expect(await stored(scene.customer.id)).toMatchObject({
      ...{ role_id, permissions: teamPermissions },
    });
  });

  it('opens nothing once it was withdrawn or is a week old', async () => {
    const role_id = await readyRole(api.db, 'content');
    const invite = (email: string) =>
      post(scene.super_admin, 'users/invite', { email, name: 'Анна', role_id });
    const { body } = await invite('anna@test.ru');
    await api.request(scene.super_admin, 'DELETE', `users/invited/${body.id}`);

    expect((await accept('anna@test.ru')).body.message).toBe('INVALID_CODE');

    await api.db.deleteFrom('outbox').execute();
    await invite('olga@test.ru');
    api.setNow(new Date(api.now().getTime() + 8 * 24 * 3600_000));

    expect((await accept('olga@test.ru')).body.message).toBe('INVALID_CODE');
  });
});
