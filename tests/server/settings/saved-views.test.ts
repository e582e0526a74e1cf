import { describe, expect, it } from 'vitest';
import { type AnyResource, uniqueListName } from '@/contract/core/define';
import { maxSavedViews, type SavedView, type SavedViewState } from '@/contract/settings/saved-views';
import { listsWithViews } from '@/contract/settings/saved-views/lists';
import { buildMembership } from '../../support/factories';
import { setUpScene } from '../../support/scene';

/** Saved views of lists: stored on the server, private or shared at the workplace. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'otherStaff' | 'customer';

const state: SavedViewState = {
  search: 'ваза',
  filters: { status: 'draft', price_from: '100' },
  orderBy: 'price',
  sortedBy: 'desc',
  columns: ['name', 'price'],
};
const add = (person: Person | null, more: object = {}) =>
  api.request(person && scene[person], 'POST', 'saved-views', {
    family: 'products',
    shop_id: scene.shop.id,
    name: 'Дорогие черновики',
    state,
    ...more,
  });
const added = async (person: Person, more: object = {}) => {
  const { status, body } = await add(person, more);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
};
const list = (person: Person | null, query = `family=products&shop_id=${scene.shop.id}`) =>
  api.request<SavedView[]>(person && scene[person], 'GET', `saved-views?${query}`);
const names = async (person: Person, query?: string) =>
  (await list(person, query)).body.map(({ name }) => name);
const change = (person: Person | null, id: number, body: object) =>
  api.request(person && scene[person], 'PATCH', `saved-views/${id}`, body);
const remove = (person: Person | null, id: number) =>
  api.request(person && scene[person], 'DELETE', `saved-views/${id}`);
const rowOf = (id: number) =>
  api.db.selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirst();

it('exists for every declared list', () => {
  const modules = import.meta.glob<Record<string, unknown>>('../../../src/contract/**/index.ts', {
    eager: true,
  });
  const isPart = (one: unknown): one is AnyResource =>
    typeof one === 'object' && one !== null && 'only' in one;
  const parts = Object.values(modules).flatMap((module) => Object.values(module).filter(isPart));

  expect(parts.length).toBeGreaterThan(5);
  expect(parts.map(uniqueListName).filter((name) => !listsWithViews.has(name))).toEqual([]);
});

describe('a saved view', () => {
  it('is stored as sent, audited, and read back by its owner', async () => {
    const view = await added('store_owner');

    expect(view).toMatchObject({
      family: 'products',
      shop_id: scene.shop.id,
      name: 'Дорогие черновики',
      is_shared: false,
      state,
      is_own: true,
      author: { id: scene.store_owner.id, name: 'Борис' },
    });
    expect(await rowOf(view.id)).toMatchObject({ user_id: scene.store_owner.id, state });
    expect((await list('store_owner')).body).toEqual([view]);
    const line = await api.db.selectFrom('audit_log').select(['action', 'user_id']).executeTakeFirstOrThrow();
    expect(line).toEqual({ action: 'create', user_id: scene.store_owner.id });
  });

  it('requires a session, a role, and a list that the person may open', async () => {
    for (const [person, more, status] of [
      [null, {}, 401],
      ['customer', {}, 403],
      ['otherOwner', {}, 404],
      ['otherStaff', {}, 404],
      ['store_owner', { shop_id: null }, 403],
      ['staff', { family: 'staffs' }, 403],
      ['super_admin', { shop_id: 99_999 }, 404],
      ['staff', {}, 201],
      ['super_admin', { shop_id: null }, 201],
    ] as const)
      expect([person, (await add(person, more)).status]).toEqual([person, status]);
  });

  it('is refused to staff without that scope', async () => {
    await api.db
      .updateTable('users')
      .set({ permissions: ['staff', 'customer', 'staff:orders'] })
      .where('id', '=', scene.staff.id)
      .execute();

    expect((await add('staff')).status).toBe(403);
    expect((await list('staff')).status).toBe(403);
  });

  it('reports the invalid field', async () => {
    const errors = async (more: object) => {
      const { status, body } = await add('store_owner', more);
      expect(status).toBe(422);
      return body.errors;
    };

    expect(await errors({ family: 'nothing' })).toEqual({ family: ['error-wrong-value'] });
    expect(await errors({ shop_id: 'x' })).toEqual({ shop_id: ['error-wrong-value'] });
    expect(await errors({ family: 'products.new' })).toEqual({ family: ['error-wrong-value'] });
    expect(await errors({ name: ' ' })).toEqual({ name: ['error-name-required'] });
    expect(await errors({ name: 'я'.repeat(61) })).toEqual({ name: ['error-too-long'] });
    expect(await errors({ state: null })).toHaveProperty('state');
    const wrong = (more: object) => errors({ state: { ...state, ...more } });
    expect(await wrong({ filters: { owner_id: '1' } })).toEqual({ 'state.filters': ['error-wrong-value'] });
    expect(await wrong({ filters: { status: { $ne: 1 } } })).toHaveProperty('state.filters');
    expect(await wrong({ filters: { status: 'x'.repeat(201) } })).toHaveProperty('state.filters');
    expect(await wrong({ filters: { __proto__x: 'x' } })).toHaveProperty('state.filters');
    expect(await wrong({ orderBy: 'shop_id' })).toEqual({ 'state.orderBy': ['error-wrong-value'] });
    expect(await wrong({ sortedBy: 'up' })).toHaveProperty(['state.sortedBy']);
    expect(await wrong({ columns: ['password_hash'] })).toEqual({ 'state.columns': ['error-wrong-value'] });
    expect(await wrong({ search: 'я'.repeat(201) })).toHaveProperty(['state.search']);
    expect(await api.db.selectFrom('saved_views').select('id').execute()).toEqual([]);
  });

  it('keeps only the fields of a view', async () => {
    const { id } = await added('store_owner', {
      user_id: scene.staff.id,
      version: 7,
      state: { ...state, token: 'x' },
    });

    expect(await rowOf(id)).toMatchObject({ user_id: scene.store_owner.id, version: 1, state });
  });

  it('has a unique name among the views of its list', async () => {
    await added('store_owner');

    expect((await add('store_owner')).body.errors).toEqual({ name: ['error-taken'] });
    await added('store_owner', { family: 'products.draft' });
    await added('staff');
    await added('super_admin', { shop_id: null });
    expect((await add('super_admin', { shop_id: null })).status).toBe(422);
  });

  it(`is refused when there are ${maxSavedViews} already`, async () => {
    const values = Array.from({ length: maxSavedViews }, (_, index) => ({
      user_id: scene.store_owner.id,
      family: 'products',
      shop_id: scene.shop.id,
      name: `Вид ${index}`,
      state: JSON.stringify(state),
    }));
    await api.db.insertInto('saved_views').values(values).execute();

    const { status, body } = await add('store_owner');

    expect([status, body.errors]).toEqual([422, { name: ['error-too-many'] }]);
    await added('store_owner', {
      family: 'products.inventory',
      state: { ...state, orderBy: 'name', columns: [] },
    });
  });
});

describe('a list of views', () => {
  it('contains one’s own and those shared by colleagues, and nobody else’s', async () => {
    await added('store_owner', { name: 'Мой' });
    await added('store_owner', { name: 'Для всех', is_shared: true });
    await added('staff', { name: 'Галины' });
    await added('super_admin', { name: 'От площадки', is_shared: true });

    expect(await names('store_owner')).toEqual(['Для всех', 'Мой', 'От площадки']);
    expect(await names('staff')).toEqual(['Галины', 'Для всех', 'От площадки']);
    expect(await names('super_admin')).toEqual(['От площадки', 'Для всех']);
    expect((await list('otherOwner')).status).toBe(404);
    expect((await list('customer')).status).toBe(403);
    expect((await list(null)).status).toBe(401);
    expect(await names('otherOwner', `family=products&shop_id=${scene.otherShop.id}`)).toEqual([]);
    expect((await list('staff')).body.map(({ is_own }) => is_own)).toEqual([true, false, false]);
  });

  it('separates lists of one family, shops and the root', async () => {
    await added('store_owner', { name: 'Черновики', family: 'products.draft' });
    await added('super_admin', { name: 'Корень', shop_id: null });

    expect(await names('store_owner')).toEqual([]);
    expect(await names('store_owner', `family=products.draft&shop_id=${scene.shop.id}`)).toEqual([
      'Черновики',
    ]);
    expect(await names('super_admin', 'family=products')).toEqual(['Корень']);
    expect(await names('super_admin')).toEqual([]);
  });

  it('at the root shares among administrators only', async () => {
    const root = 'family=staffs';
    const plain = { search: '', filters: {}, orderBy: 'created_at', sortedBy: 'desc' };
    const own = { family: 'staffs', shop_id: null, state: plain };
    await added('super_admin', { ...own, name: 'Админский', is_shared: true });
    const { status, body } = await add('store_owner', { ...own, is_shared: true });

    expect([status, body.errors]).toEqual([422, { is_shared: ['error-wrong-value'] }]);
    await added('store_owner', { ...own, name: 'Мои люди' });
    expect(await names('store_owner', root)).toEqual(['Мои люди']);
    expect(await names('super_admin', root)).toEqual(['Админский']);
    const second = await api.db
      .updateTable('users')
      .set({ permissions: ['super_admin', 'store_owner', 'customer'] })
      .where('id', '=', scene.otherOwner.id)
      .returning('id')
      .executeTakeFirstOrThrow();
    const seen = await api.request<SavedView[]>(second, 'GET', `saved-views?${root}`);
    expect(seen.body.map(({ name, is_own }) => [name, is_own])).toEqual([['Админский', false]]);
  });

  it('drops views shared by former staff', async () => {
    await added('staff', { name: 'Галины', is_shared: true });
    expect(await names('store_owner')).toEqual(['Галины']);

    await buildMembership(api.db, { user: scene.staff, shop: scene.otherShop });
    await api.request(scene.store_owner, 'DELETE', `staffs/${scene.member.id}`);

    expect(await names('store_owner')).toEqual([]);
    expect((await list('staff')).status).toBe(404);
  });
});

describe('a change of a view', () => {
  it('renames, shares and overwrites it', async () => {
    const { id } = await added('store_owner');
    const other = { ...state, filters: { stock: 'low' }, columns: ['name', 'quantity'] };

    const { status, body } = await change('store_owner', id, {
      name: 'Пополнить',
      is_shared: true,
      state: other,
      version: 1,
    });

    expect([status, body.name, body.version]).toEqual([200, 'Пополнить', 2]);
    expect(await rowOf(id)).toMatchObject({ name: 'Пополнить', is_shared: true, state: other, version: 2 });
  });

  it('is refused when it is stale or invalid, and when its name is taken', async () => {
    const { id } = await added('store_owner');
    await added('store_owner', { name: 'Другой' });
    await change('store_owner', id, { name: 'Новый', version: 1 });

    const stale = await change('store_owner', id, { name: 'Ещё', version: 1 });
    expect([stale.status, stale.body.message, stale.body.current.name]).toEqual([409, 'CONFLICT', 'Новый']);
    expect((await change('store_owner', id, { name: '' })).status).toBe(422);
    expect((await change('store_owner', id, { name: 'Другой' })).body.errors).toEqual({
      name: ['error-taken'],
    });
    expect((await change('store_owner', id, { state: { ...state, orderBy: 'x' } })).status).toBe(422);
    expect(await rowOf(id)).toMatchObject({ name: 'Новый', version: 2 });
  });

  it('and a removal are allowed only to the owner', async () => {
    const own = await added('store_owner', { name: 'Мой' });
    const shared = await added('store_owner', { name: 'Общий', is_shared: true });

    for (const [person, view, status] of [
      [null, shared, 401],
      ['customer', shared, 403],
      ['staff', own, 404],
      ['staff', shared, 403],
      ['super_admin', own, 404],
      ['super_admin', shared, 403],
      ['otherOwner', own, 404],
      ['otherOwner', shared, 404],
    ] as const) {
      expect([person, (await change(person, view.id, { name: 'Чужой' })).status]).toEqual([person, status]);
      expect([person, (await remove(person, view.id)).status]).toEqual([person, status]);
    }
    expect((await change('store_owner', 99_999, { name: 'Нет' })).status).toBe(404);
    expect(await names('store_owner')).toEqual(['Мой', 'Общий']);
  });

  it('removes it and logs that', async () => {
    const { id } = await added('store_owner');

    expect((await remove('store_owner', id)).status).toBe(200);

    expect(await rowOf(id)).toBeUndefined();
    expect((await remove('store_owner', id)).status).toBe(404);
    const lines = await api.db.selectFrom('audit_log').select('action').orderBy('id').execute();
    expect(lines.map(({ action }) => action)).toEqual(['create', 'remove']);
  });
});
