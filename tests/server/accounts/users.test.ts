import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type BuiltUser, buildAttachment, buildShop, buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { signIn } from '../../support/session';

const { api, scene } = setUpScene();

type Person = Wire & {
  name: string;
  email: string;
  is_active: boolean;
  ban_reason: string | null;
  permissions: { name: string }[];
  wallet: { total_points: number; points_used: number; available_points: number } | null;
  profile: Record<string, unknown>;
  address: Wire[];
  shops: Wire[];
  managed_shop: Wire | null;
};

const secrets = [
  'password_hash',
  'totp_secret',
  'totp_step',
  'company',
  'fast_payments',
  'removed_email',
  'deleted_at',
];
const newPerson = { name: 'Пётр Новиков', email: 'Petr@Test.ru', password: 'Snegir2026' };

const stored = (id: number) =>
  api.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const sessionsOf = async (id: number) =>
  (await api.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length;
const actionsOn = async (id: number, family = 'users') =>
  (
    await api.db
      .selectFrom('audit_log')
      .select('action')
      .where('family', '=', family)
      .where('row_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);
const asAdmin = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  api.request<Person>(scene.super_admin, method, path, body);
const namesOf = (list: { data: Wire[] }) => list.data.map(({ name }) => name);
const rolesOf = (person: Person) => person.permissions.map(({ name }) => name);

describe('every endpoint', () => {
  const endpoints = [
    ['GET', 'users'],
    ['GET', 'users/1'],
    ['POST', 'users'],
    ['DELETE', 'users/1'],
    ['POST', 'users/1/restore'],
    ['POST', 'users/bulk/remove'],
    ['GET', 'users/export'],
    ['GET', 'admin/list'],
    ['GET', 'vendors/list'],
    ['GET', 'customers/list'],
    ['POST', 'users/block-user'],
    ['POST', 'users/unblock-user'],
    ['POST', 'users/make-admin'],
    ['POST', 'add-points'],
  ] as const;

  it.each(endpoints)('%s %s is an administrator’s alone', async (method, path) => {
    expect((await api.request(null, method, path)).status).toBe(401);
    for (const role of ['store_owner', 'staff', 'customer'] as const) {
      expect([role, (await api.request(scene[role], method, path)).status]).toEqual([role, 403]);
    }
  });

  it.each(['users/block-user', 'users/unblock-user', 'users/make-admin', 'add-points'])(
    'POST %s refuses a body without a person, and an unknown person',
    async (path) => {
      const empty = await asAdmin('POST', path, {});
      const body = { id: 4711, user_id: 4711, customer_id: 4711, points: 5 };

      expect([empty.status, Object.keys(empty.body.errors).length > 0]).toEqual([422, true]);
      expect((await asAdmin('POST', path, body)).status).toBe(404);
    },
  );
});

describe('the list', () => {
  it('exposes public fields in a bounded number of queries', async () => {
    const before = api.queries();
    const { body } = await asAdmin('GET', 'users?limit=50');

    expect(api.queries() - before).toBeLessThanOrEqual(4);
    expect(body.total).toBe(6);
    for (const person of body.data) {
      expect(Object.keys(person).filter((key) => secrets.includes(key))).toEqual([]);
      expect(JSON.stringify(person)).not.toContain('none');
    }
  });

  it.each([
    ['super_admin', ['Анна']],
    ['store_owner', ['Борис', 'Вера']],
    ['staff', ['Галина', 'Денис']],
    ['customer', ['Егор']],
    ['nobody', []],
  ])('of the role %s contains those people', async (role, names) => {
    const { body } = await asAdmin('GET', `users?search=role:${role}&orderBy=name&sortedBy=asc`);

    expect(namesOf(body)).toEqual(names);
  });

  it('finds by name, e-mail and phone, filters and sorts, and refuses anything else', async () => {
    const { id } = await buildUser(api.db, { name: 'Жанна', email: 'zhanna@test.ru', isActive: false });
    await api.db.updateTable('users').set({ contact: '+7 (900) 111-22-33' }).where('id', '=', id).execute();
    for (const query of [
      'search=name:жан',
      'search=email:zhanna',
      'search=contact:111-22',
      'is_active=false',
      'search=Жан',
    ]) {
      expect([query, namesOf((await asAdmin('GET', `users?${query}`)).body)]).toEqual([query, ['Жанна']]);
    }
    expect(namesOf((await asAdmin('GET', 'users?orderBy=name&sortedBy=desc&limit=1')).body)).toEqual([
      'Жанна',
    ]);
    for (const query of ['orderBy=password_hash', 'search=password_hash:a', 'totp_secret=1']) {
      expect([query, (await asAdmin('GET', `users?${query}`)).status]).toEqual([query, 422]);
    }
  });

  it('is exported without secrets', async () => {
    const answer = await api.app.inject({
      url: '/admin/rest/users/export?columns=name,permissions,wallet',
      headers: { authorization: `Bearer ${await signIn(api.db, scene.super_admin.id, api.now())}` },
    });

    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('Анна');
    expect(answer.body).not.toContain('none');
  });

  it('of the dialect contains its own people', async () => {
    await buildUser(api.db, { role: 'store_owner', name: 'Ждущая', isActive: false });
    await buildUser(api.db, { role: 'super_admin', name: 'Бывший', isActive: false });
    const names = async (path: string) =>
      namesOf((await asAdmin('GET', `${path}${path.includes('?') ? '&' : '?'}orderBy=name`)).body);

    expect(await names('admin/list')).toEqual(['Анна']);
    expect(await names('vendors/list?is_active=true')).toEqual(['Борис', 'Вера']);
    expect(await names('vendors/list')).toEqual(['Ждущая']);
    expect(await names('vendors/list?is_active=1')).toEqual(['Ждущая']);
    expect(await names(`vendors/list?is_active=true&exclude=${scene.store_owner.id}`)).toEqual(['Вера']);
    expect(await names('customers/list')).toEqual(['Егор']);
    expect(await names('customers/list?search=Борис')).toEqual([]);
  });
});

describe('one person', () => {
  it('includes addresses and shops, without secrets', async () => {
    const owner = await asAdmin('GET', `users/${scene.store_owner.id}`);
    const staff = await asAdmin('GET', `users/${scene.staff.id}`);

    expect(owner.body.shops.map(({ slug }) => slug)).toEqual(['pervaya']);
    expect([owner.body.address, owner.body.managed_shop, owner.body.wallet]).toEqual([[], null, null]);
    expect(staff.body.managed_shop).toMatchObject({ slug: 'pervaya' });
    expect(Object.keys(owner.body).filter((key) => secrets.includes(key))).toEqual([]);
    expect((await asAdmin('GET', 'users/4711')).status).toBe(404);
    expect((await asAdmin('GET', 'users/anna')).status).toBe(404);
  });
});

describe('creating a person', () => {
  it('creates a customer with a hashed password, an unverified address and an e-mail', async () => {
    const { status, body } = await asAdmin('POST', 'users', {
      ...newPerson,
      permissions: ['super_admin'],
      shop_id: scene.shop.id,
      is_active: false,
      profile: { contact: '8 900 111-22-33', bio: 'Любит чай' },
    });

    expect([status, body.email, body.email_verified, body.is_active]).toEqual([
      201,
      'petr@test.ru',
      false,
      true,
    ]);
    expect([rolesOf(body), body.shop_id, body.profile.contact]).toEqual([
      ['customer'],
      null,
      '+7 (900) 111-22-33',
    ]);
    expect((await stored(body.id)).password_hash).toMatch(/^\$argon2id\$/);
    const letters = await api.db.selectFrom('outbox').selectAll().execute();
    expect(letters.map(({ recipient }) => recipient)).toEqual(['petr@test.ru']);
    expect(letters[0]?.body).toContain(`https://shop.test/admin/rest/email/verify/${body.id}/`);
    expect(letters[0]?.body).not.toContain(newPerson.password);
    const [entry] = await api.db
      .selectFrom('audit_log')
      .selectAll()
      .where('row_id', '=', body.id)
      .orderBy('id')
      .execute();
    expect(entry?.action).toBe('create');
    expect(JSON.stringify(entry?.changes)).not.toContain(newPerson.password);
    const login = { email: 'petr@test.ru', password: newPerson.password };
    expect((await api.request(null, 'POST', 'token', login)).body.token).toEqual(expect.any(String));
  });

  it.each([
    ['name', { name: '' }],
    ['email', { email: 'нет' }],
    ['email', { email: undefined }],
    ['password', { password: undefined }],
    ['password', { password: 'short' }],
    ['profile.contact', { profile: { contact: '123' } }],
  ])('refuses a wrong %s', async (field, wrong) => {
    const { status, body } = await asAdmin('POST', 'users', { ...newPerson, ...wrong });

    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('refuses a taken address', async () => {
    const { status, body } = await asAdmin('POST', 'users', { ...newPerson, email: scene.customer.email });

    expect([status, body.errors]).toEqual([422, { email: ['error-taken'] }]);
  });
});

describe('editing', () => {
  const edit = (by: BuiltUser | null, id: number, body: object) =>
    api.request<Person>(by, 'PUT', `users/${id}`, body);

  it('changes name and profile, and nothing that has a separate action', async () => {
    const picture = await buildAttachment(api.db);
    const { status, body } = await edit(scene.super_admin, scene.customer.id, {
      name: 'Егор Иванов',
      email: 'other@test.ru',
      password: 'Snegir2026',
      is_active: false,
      ban_reason: 'Просто так',
      permissions: ['super_admin'],
      shop_id: scene.shop.id,
      email_verified_at: null,
      profile: {
        bio: 'Пьёт чай',
        contact: '+7 (900) 111-22-33',
        avatar: { id: picture.id, original: 'https://evil.test/a.png', thumbnail: '' },
        contact_verified: true,
      },
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Егор Иванов', email: scene.customer.email, is_active: true });
    expect(body.profile).toMatchObject({ bio: 'Пьёт чай', contact_verified: false });
    expect(JSON.stringify(body.profile)).not.toContain('evil.test');
    const log = await api.db
      .selectFrom('audit_log')
      .select('changes')
      .where('family', '=', 'users')
      .execute();
    expect(JSON.stringify(log)).toContain(picture.path);
    expect(JSON.stringify(log)).not.toContain('evil.test');
    const row = await stored(scene.customer.id);
    expect([row.password_hash, row.permissions, row.shop_id, row.version]).toEqual([
      'none',
      ['customer'],
      null,
      2,
    ]);
    expect(await actionsOn(scene.customer.id)).toEqual(['update']);
  });

  it('is allowed to everybody for themselves only', async () => {
    for (const role of ['store_owner', 'staff', 'customer'] as const) {
      const person = scene[role];
      const own = await edit(person, person.id, { name: 'Новое имя', shop_id: scene.otherShop.id });
      const other = await edit(person, scene.otherOwner.id, { name: 'Чужое' });

      expect([role, own.status, own.body.name]).toEqual([role, 200, 'Новое имя']);
      expect([role, other.status]).toEqual([role, 404]);
    }
    expect((await edit(null, scene.customer.id, {})).status).toBe(401);
    expect((await stored(scene.otherOwner.id)).name).toBe('Вера');
    expect((await stored(scene.staff.id)).shop_id).toBe(scene.shop.id);
    expect((await stored(scene.customer.id)).shop_id).toBeNull();
  });

  it('keeps profile values that were not sent, and drops the confirmation of a changed number', async () => {
    const { id } = scene.customer;
    await edit(scene.customer, id, { profile: { contact: '+7 (900) 111-22-33', bio: 'Чай' } });
    await api.db.updateTable('users').set({ contact_verified_at: api.now() }).where('id', '=', id).execute();
    const same = await edit(scene.customer, id, { profile: { bio: 'Кофе' } });
    const other = await edit(scene.customer, id, { profile: { contact: '+7 (900) 111-22-34' } });

    expect(same.body.profile).toMatchObject({ contact: '+7 (900) 111-22-33', contact_verified: true });
    expect(other.body.profile).toMatchObject({ bio: 'Кофе', contact_verified: false });
  });

  it('refuses a stale edit with the current row, and wrong values', async () => {
    const { id } = scene.customer;
    await edit(scene.super_admin, id, { name: 'Первый', version: 1 });
    const stale = await edit(scene.super_admin, id, { name: 'Второй', version: 1 });

    expect([stale.status, stale.body.current.name]).toEqual([409, 'Первый']);
    expect(Object.keys(stale.body.current).filter((key) => secrets.includes(key))).toEqual([]);
    for (const wrong of [{ name: '' }, { profile: 'нет' }, { profile: { contact: '12' } }, { address: 5 }]) {
      expect([wrong, (await edit(scene.super_admin, id, wrong)).status]).toEqual([wrong, 422]);
    }
    expect((await stored(id)).name).toBe('Первый');
  });

  it('saves addresses, but never another person’s', async () => {
    const address = {
      title: 'Дом',
      type: 'billing',
      address: {
        country: 'Россия',
        city: 'Тула',
        state: 'Тульская',
        zip: '300000',
        street_address: 'Ленина, 1',
      },
    };
    const made = await edit(scene.customer, scene.customer.id, { address: [address] });
    const [home] = made.body.address;
    const changed = await edit(scene.customer, scene.customer.id, {
      address: [{ id: home?.id, title: 'Дача', customer_id: scene.staff.id }],
    });
    const stolen = await edit(scene.staff, scene.staff.id, { address: [{ id: home?.id, title: 'Моё' }] });
    const byAdmin = await edit(scene.super_admin, scene.staff.id, {
      address: [{ ...address, id: home?.id }],
    });

    expect([made.status, changed.status, stolen.status, byAdmin.status]).toEqual([200, 200, 404, 404]);
    const rows = await api.db.selectFrom('addresses').selectAll().execute();
    expect(rows.map(({ user_id, title }) => [user_id, title])).toEqual([[scene.customer.id, 'Дача']]);
  });
});

describe('a ban', () => {
  it('ends sessions immediately, keeps the reason and can be undone', async () => {
    const token = await signIn(api.db, scene.customer.id, api.now());
    const answer = await asAdmin('POST', 'users/block-user', { id: scene.customer.id, reason: 'Спам' });
    const me = await api.request(null, 'GET', 'me', undefined, { authorization: `Bearer ${token}` });
    const back = await asAdmin('POST', 'users/unblock-user', { id: scene.customer.id });

    expect([answer.status, answer.body.is_active, answer.body.ban_reason]).toEqual([200, false, 'Спам']);
    expect(me.status).toBe(401);
    expect([back.body.is_active, back.body.ban_reason]).toEqual([true, null]);
    expect(await actionsOn(scene.customer.id)).toEqual(['ban', 'unban']);
    expect(await sessionsOf(scene.customer.id)).toBe(0);
  });

  it('of an owner hides their shops, and lifting it does not show them again', async () => {
    const closed = await buildShop(api.db, { owner: scene.store_owner, isActive: false });
    const banned = await asAdmin('POST', 'users/block-user', { id: scene.store_owner.id });
    expect(banned.body.ban_reason).toBe('');
    const shops = () =>
      api.db.selectFrom('shops').select(['id', 'is_active', 'disapproved_reason']).orderBy('id').execute();

    expect(await shops()).toEqual([
      { id: scene.shop.id, is_active: false, disapproved_reason: 'Владелец заблокирован' },
      { id: scene.otherShop.id, is_active: true, disapproved_reason: null },
      { id: closed.id, is_active: false, disapproved_reason: null },
    ]);
    expect(await actionsOn(scene.shop.id, 'shops')).toEqual(['disapprove']);
    await asAdmin('POST', 'users/unblock-user', { id: scene.store_owner.id });
    expect((await shops())[0]?.is_active).toBe(false);
  });

  it('is refused for oneself and for the last administrator', async () => {
    const second = await buildUser(api.db, { role: 'super_admin' });
    for (const [path, body] of [
      ['users/block-user', { id: second.id }],
      ['users/unblock-user', { id: second.id }],
      ['users/make-admin', { user_id: second.id }],
    ] as const) {
      expect([path, (await api.request(second, 'POST', path, body)).status]).toEqual([path, 403]);
    }
    // Both concurrently: the second one finds no other administrator left.
    const [one, other] = await Promise.all([
      asAdmin('POST', 'users/block-user', { id: second.id }),
      api.request(second, 'POST', 'users/block-user', { id: scene.super_admin.id }),
    ]);
    expect([one.status, other.status].filter((status) => status === 200)).toHaveLength(1);
    const { left } = await api.db
      .selectFrom('users')
      .select(sql<number>`count(*)::int`.as('left'))
      .where('is_active', '=', true)
      .where(sql<boolean>`permissions @> array['super_admin']`)
      .executeTakeFirstOrThrow();
    expect(left).toBe(1);
  });
});

describe('granting administrator rights', () => {
  const make = (id: number, grant?: boolean) => asAdmin('POST', 'users/make-admin', { user_id: id, grant });

  it('grants and revokes the rights, and ends sessions so that new ones have them', async () => {
    await signIn(api.db, scene.customer.id, api.now());
    const { id } = scene.customer;
    const given = await make(id, true);

    expect([given.status, given.body]).toEqual([200, true]);
    expect((await stored(id)).permissions).toEqual(['super_admin', 'store_owner', 'customer']);
    expect(await sessionsOf(id)).toBe(0);
    expect((await make(id, true)).status).toBe(200);
    await make(id, false);
    expect((await stored(id)).permissions).toEqual(['customer']);
    expect(await actionsOn(id)).toEqual(['grant', 'revoke']);
  });

  it('without a direction toggles the role, and keeps the other permissions of owners and staff', async () => {
    for (const person of [scene.store_owner, scene.staff]) {
      const before = (await stored(person.id)).permissions;
      await make(person.id);
      expect((await stored(person.id)).permissions[0]).toBe('super_admin');
      await make(person.id);
      expect((await stored(person.id)).permissions).toEqual(before);
    }
  });
});

describe('points', () => {
  const give = (points: unknown) => asAdmin('POST', 'add-points', { customer_id: scene.customer.id, points });
  const wallet = async (by: BuiltUser | null, query = '') =>
    api.request<Person>(by, 'GET', `users/${scene.customer.id}/wallet${query}`);

  it('are summed up in the ledger and shown with who added them', async () => {
    expect([(await give(300)).status, (await give('50')).status]).toEqual([200, 200]);
    const person = await asAdmin('GET', `users/${scene.customer.id}`);
    const lines = await wallet(scene.super_admin);

    expect(person.body.wallet).toMatchObject({ total_points: 350, points_used: 0, available_points: 350 });
    expect(lines.body.data).toMatchObject([
      { kind: 'points', points: 50, balance: 350, user: { name: 'Анна' } },
      { kind: 'points', points: 300, balance: 300 },
    ]);
    expect(await actionsOn(scene.customer.id)).toEqual(['points', 'points']);
    const page = await wallet(scene.super_admin, '?limit=1&page=2');
    expect([page.body.total, page.body.data.length, page.body.data[0]?.points]).toEqual([2, 1, 300]);
  });

  it.each([0, -5, 1.5, '', null, 'много', 1_000_001])('refuse %s', async (points) => {
    const { status, body } = await give(points);

    expect([status, Object.keys(body.errors)]).toEqual([422, ['points']]);
    expect(await api.db.selectFrom('ledger_lines').select('id').execute()).toEqual([]);
  });

  it('are all counted under concurrent requests', async () => {
    await Promise.all(Array.from({ length: 6 }, () => give(10)));

    expect((await asAdmin('GET', `users/${scene.customer.id}`)).body.wallet?.available_points).toBe(60);
  });

  it('are readable by their owner and administrators only', async () => {
    expect((await wallet(null)).status).toBe(401);
    expect((await wallet(scene.customer)).status).toBe(200);
    expect((await wallet(scene.store_owner)).status).toBe(404);
    expect((await wallet(scene.super_admin, '?orderBy=amount')).status).toBe(422);
  });
});

describe('removing', () => {
  it('releases the e-mail, and restoring takes it back', async () => {
    const { id, email } = scene.customer;
    await signIn(api.db, id, api.now());
    const removed = await asAdmin('DELETE', `users/${id}`);
    const row = await stored(id);

    expect([removed.status, row.deleted_at !== null, row.email === email]).toEqual([200, true, false]);
    expect((await asAdmin('GET', `users/${id}`)).status).toBe(404);
    expect(await sessionsOf(id)).toBe(0);
    const back = await asAdmin('POST', `users/${id}/restore`);
    expect([back.status, back.body.email]).toEqual([200, email]);
    expect(await actionsOn(id)).toEqual(['remove', 'restore']);
  });

  it('cannot restore an e-mail that another account has by now', async () => {
    const { id, email } = scene.customer;
    await asAdmin('DELETE', `users/${id}`);
    await asAdmin('POST', 'users', { ...newPerson, email });
    const back = await asAdmin('POST', `users/${id}/restore`);

    expect([back.status, back.body.errors]).toEqual([422, { email: ['error-taken'] }]);
    expect((await stored(id)).deleted_at).not.toBeNull();
  });

  it('is refused for oneself, owners of shops, and bulk requests', async () => {
    const owner = await asAdmin('DELETE', `users/${scene.store_owner.id}`);

    expect([owner.status, owner.body.message, owner.body.uses]).toEqual([409, 'IN_USE', { shops: 1 }]);
    expect((await asAdmin('DELETE', `users/${scene.super_admin.id}`)).status).toBe(403);
    expect((await asAdmin('POST', 'users/bulk/remove', { ids: [scene.customer.id] })).status).toBe(400);
    expect(
      (await asAdmin('POST', 'users/bulk/set', { ids: [1], key: 'is_active', value: false })).status,
    ).toBe(400);
    expect((await stored(scene.customer.id)).deleted_at).toBeNull();
  });
});
