import { describe, expect, it } from 'vitest';
import { buildShop, buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Store notices beyond the engine: types, receivers, visibility. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'staff' | 'otherOwner' | 'otherStaff';

const body = (more: object) => ({
  priority: 'high',
  notice: 'Инвентаризация',
  description: 'Пересчитываем остатки.',
  effective_from: '2026-03-01',
  expired_at: '2026-03-31',
  ...more,
});

const create = (person: Person, more: object) =>
  api.request(scene[person], 'POST', 'store-notices', body(more));

async function sees(person: Person, query = ''): Promise<Wire[]> {
  return (await api.request(scene[person], 'GET', `store-notices${query}`)).body.data;
}

const ids = (rows: unknown) => (rows as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);

describe('GET store-notices/getStoreNoticeType', () => {
  it.each([
    ['super_admin', ['all_vendor', 'specific_vendor']],
    ['store_owner', ['all_shop', 'specific_shop']],
  ] as const)('offers %s the types of the role', async (person, values) => {
    const answer = await api.request<{ name: string; value: string }[]>(
      scene[person],
      'GET',
      'store-notices/getStoreNoticeType',
    );

    expect(answer.body.map(({ value }) => value)).toEqual(values);
    expect(answer.body[0]?.name).toMatch(/^ALL (VENDOR|SHOP)$/);
  });

  it.each([null, 'customer'] as const)('is closed to %s', async (person) => {
    const { status } = await api.request(person && scene[person], 'GET', 'store-notices/getStoreNoticeType');

    expect(status).toBe(person ? 403 : 401);
  });
});

describe('GET store-notices/getUsersToNotify', () => {
  const ask = (person: Person, type = '') =>
    api.request<{ id: number; name: string }[] & Wire>(
      scene[person],
      'GET',
      `store-notices/getUsersToNotify?type=${type}`,
    );

  it('lists active vendors by name for an administrator', async () => {
    await buildUser(api.db, { role: 'store_owner', name: 'Ёлкина' });
    await buildUser(api.db, { role: 'store_owner', name: 'Закрытый', isActive: false });

    const { body: people } = await ask('super_admin', 'specific_vendor');
    expect(people.map(({ name }) => name)).toEqual(['Борис', 'Вера', 'Ёлкина']);
  });

  it('lists own active shops for an owner', async () => {
    await buildShop(api.db, { owner: scene.store_owner, name: 'Закрытая', isActive: false });

    const { body: shops } = await ask('store_owner', 'specific_shop');
    expect(shops.map(({ name }) => name)).toEqual(['Первая лавка']);
  });

  it.each(['all_vendor', 'all_shop'])('refuses %s with ACTION_NOT_VALID', async (type) => {
    const { status, body: answer } = await ask('super_admin', type);

    expect([status, answer.message]).toEqual([400, 'ACTION_NOT_VALID']);
  });

  it('tolerates a missing or malformed type, and returns nothing to staff', async () => {
    expect((await ask('super_admin')).body).toHaveLength(2);
    expect((await ask('super_admin', '[object%20Object]')).body).toHaveLength(2);
    expect((await ask('staff', 'specific_shop')).body).toEqual([]);
  });
});

describe('receivers', () => {
  it('are all vendors, including those who join while the notice is in force', async () => {
    const { body: row } = await create('super_admin', { type: 'all_vendor' });
    const late = await buildUser(api.db, { role: 'store_owner' });

    expect(ids(row.users)).toEqual(ids([scene.store_owner, scene.otherOwner]));
    const mine = async (search: string) =>
      (await api.request(late, 'GET', `store-notices?searchJoin=and&search=${search}`)).body.total;
    expect([
      await mine(''),
      await mine(`users.id:${late.id}`),
      await mine(`users.id:${late.id};is_read:0`),
    ]).toEqual([1, 1, 1]);
    api.setNow(new Date('2026-04-01T09:00:00Z'));
    expect(await mine('')).toBe(0);
  });

  it('are exactly the picked vendors, each once', async () => {
    const picked = [scene.store_owner.id, scene.store_owner.id];
    const { body: row } = await create('super_admin', { type: 'specific_vendor', received_by: picked });

    expect([row.received_by, row.shops]).toEqual([[scene.store_owner.id], []]);
    expect([(await sees('store_owner')).length, (await sees('otherOwner')).length]).toEqual([1, 0]);
  });

  it('are the own shops of an owner, seen by their staff', async () => {
    await create('store_owner', { type: 'all_shop' });

    expect([(await sees('staff')).length, (await sees('otherStaff')).length]).toEqual([1, 0]);
  });

  it.each([
    ['a foreign shop', 'store_owner', { type: 'specific_shop', received_by: ['otherShop'] }, 'received_by'],
    [
      'a person who is no vendor',
      'super_admin',
      { type: 'specific_vendor', received_by: ['customer'] },
      'received_by',
    ],
    ['nobody at all', 'super_admin', { type: 'specific_vendor', received_by: [] }, 'received_by'],
    ['a type of another role', 'store_owner', { type: 'all_vendor' }, 'type'],
    ['a type of another role', 'super_admin', { type: 'all_shop' }, 'type'],
    [
      'an end before the start',
      'super_admin',
      { type: 'all_vendor', expired_at: '2026-02-01' },
      'expired_at',
    ],
    [
      'a day that no calendar has',
      'super_admin',
      { type: 'all_vendor', effective_from: '2026-02-30' },
      'effective_from',
    ],
  ] as const)('refuses %s', async (_what, person, more, field) => {
    const named =
      'received_by' in more ? more.received_by.map((key) => scene[key as 'otherShop' | 'customer'].id) : [];
    const answer = await create(person, { ...more, received_by: named });

    expect([answer.status, answer.body.message]).toEqual([422, 'VALIDATION_FAILED']);
    expect(answer.body.errors).toHaveProperty(field);
    expect(await sees('super_admin')).toEqual([]);
  });

  it('change with an edit, and stay when an edit does not name them', async () => {
    const { body: row } = await create('super_admin', {
      type: 'specific_vendor',
      received_by: [scene.store_owner.id],
    });
    const path = `store-notices/${row.id}`;

    const renamed = await api.request(scene.super_admin, 'PUT', path, { notice: 'Другое название' });
    expect(renamed.body.received_by).toEqual([scene.store_owner.id]);
    const moved = await api.request(scene.super_admin, 'PUT', path, { received_by: [scene.otherOwner.id] });
    expect(moved.body.received_by).toEqual([scene.otherOwner.id]);
    expect(await sees('store_owner')).toEqual([]);
  });

  it('see themselves as receivers, but no others', async () => {
    await create('super_admin', { type: 'all_vendor' });

    const [seen] = await sees('store_owner');
    expect(ids(seen?.users)).toEqual([scene.store_owner.id]);
    expect(seen?.creator).not.toHaveProperty('email');
  });

  it('may not edit or remove what they received', async () => {
    const { body: row } = await create('super_admin', { type: 'all_vendor' });

    const edited = await api.request(scene.store_owner, 'PUT', `store-notices/${row.id}`, { notice: 'Моё' });
    const removed = await api.request(scene.store_owner, 'DELETE', `store-notices/${row.id}`);
    expect([edited.status, removed.status]).toEqual([404, 404]);
  });

  it('of an owner’s notice stay that owner’s shops when an administrator edits it', async () => {
    const { body: row } = await create('store_owner', {
      type: 'specific_shop',
      received_by: [scene.shop.id],
    });

    const edited = await api.request(
      scene.super_admin,
      'PUT',
      `store-notices/${row.id}`,
      body({ type: 'all_shop' }),
    );
    expect([edited.status, ids(edited.body.shops)]).toEqual([200, [scene.shop.id]]);
  });
});

describe('a notice in time', () => {
  it('is seen by receivers from the first to the last day, in Moscow time', async () => {
    await create('super_admin', {
      type: 'all_vendor',
      effective_from: '2026-03-20',
      expired_at: '2026-03-21',
    });
    const seenAt = async (moment: string) => {
      api.setNow(new Date(moment));
      return (await sees('store_owner')).length;
    };

    expect(await seenAt('2026-03-19T20:59:59Z')).toBe(0);
    expect(await seenAt('2026-03-19T21:00:00Z')).toBe(1);
    expect(await seenAt('2026-03-21T20:59:59Z')).toBe(1);
    expect(await seenAt('2026-03-21T21:00:00Z')).toBe(0);
  });

  it('is seen by its author and administrators at any time', async () => {
    await create('store_owner', { type: 'all_shop', effective_from: '2025-01-01', expired_at: '2025-01-02' });

    expect([(await sees('store_owner')).length, (await sees('super_admin')).length]).toEqual([1, 1]);
    expect((await sees('staff')).length).toBe(0);
  });
});

describe('searching', () => {
  it('filters notices in force today', async () => {
    await create('super_admin', { type: 'all_vendor' });
    await create('super_admin', {
      type: 'all_vendor',
      effective_from: '2025-01-01',
      expired_at: '2025-01-02',
    });
    const ask = async (search: string) =>
      (await api.request(scene.super_admin, 'GET', `store-notices?search=${search}`)).body.data.map(
        (row) => row.effective_from,
      );

    expect(await ask('is_current:1')).toEqual(['2026-03-01']);
    expect(await ask('is_current:0')).toEqual(['2025-01-01']);
  });

  it('filters by shop and by person', async () => {
    await create('store_owner', { type: 'all_shop' });
    await create('super_admin', { type: 'specific_vendor', received_by: [scene.otherOwner.id] });

    expect(await sees('super_admin', '?searchJoin=and&search=shops.slug:pervaya')).toHaveLength(1);
    expect(await sees('super_admin', `?searchJoin=and&search=users.id:${scene.otherOwner.id}`)).toHaveLength(
      1,
    );
    expect(await sees('super_admin', "?searchJoin=and&search=users.id:1' or 1=1")).toHaveLength(0);
    expect(await sees('super_admin', '?searchJoin=and&search=shops.slug:drugaya')).toHaveLength(0);
  });
});
