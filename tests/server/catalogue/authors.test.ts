import { beforeEach, describe, expect, it } from 'vitest';
import type { Scene } from '../../support/factories';
import { idOf, withNeeds } from '../../support/needs';
import { samples } from '../../support/samples';
import { setUpScene } from '../../support/scene';

/** The dictionaries that shops add to and an administrator approves. */
const { api, scene } = setUpScene();

describe.each(['authors', 'manufacturers'] as const)('%s', (name) => {
  const column = name === 'authors' ? 'author_id' : 'manufacturer_id';
  beforeEach(() => withNeeds(api, scene, name));
  const bodyOf = (more: object = {}) => ({ ...samples[name].body(scene, 'store_owner'), ...more });
  const create = (person: keyof Scene & ('super_admin' | 'store_owner' | 'staff'), more: object = {}) =>
    api.request(scene[person], 'POST', name, bodyOf(more));
  const namesFor = async (user: { id: number } | null, query = '') =>
    (await api.request(user, 'GET', `${name}?orderBy=id${query}`)).body.data.map((row) => row.name);

  it('approves records of administrators by default', async () => {
    const made = await create('super_admin', { shop_id: null });
    const kept = await create('super_admin', { shop_id: null, slug: 'drugoy', is_approved: false });

    expect(made.body).toMatchObject({ is_approved: true, shop: null, products_count: 0 });
    expect(kept.body).toMatchObject({ is_approved: false });
  });

  it.each(['store_owner', 'staff'] as const)('lets a %s submit, but never approve', async (person) => {
    const { status, body } = await create(person, { is_approved: true });

    expect([status, body.is_approved, body.shop_id]).toEqual([201, false, scene.shop.id]);
    expect(body.shop).toEqual({ id: scene.shop.id, name: scene.shop.name, slug: scene.shop.slug });
    const edited = await api.request(scene[person], 'PUT', `${name}/${body.id}`, { is_approved: true });
    const removed = await api.request(scene[person], 'DELETE', `${name}/${body.id}`);
    expect([edited.status, removed.status]).toEqual([403, 403]);
    const row = await api.db.selectFrom(name).selectAll().where('id', '=', body.id).executeTakeFirstOrThrow();
    expect([row.is_approved, row.deleted_at]).toEqual([false, null]);
  });

  it('is submitted for an own shop only', async () => {
    const foreign = await create('store_owner', { shop_id: scene.otherShop.id });
    const nobodys = await create('store_owner', { shop_id: null });
    const nowhere = await create('super_admin', { shop_id: 999_999 });

    expect(foreign.status).toBe(404);
    expect([nobodys.status, nobodys.body.errors]).toEqual([422, { shop_id: ['error-shop-required'] }]);
    expect([nowhere.status, nowhere.body.errors]).toEqual([422, { shop_id: ['error-wrong-value'] }]);
    expect(await namesFor(scene.super_admin)).toEqual([]);
  });

  it('is visible before approval only to its shop and administrators', async () => {
    await create('super_admin', { name: 'Всем', slug: 'vsem', shop_id: null });
    const { body } = await create('store_owner', { name: 'Ждёт', slug: 'zhdyot' });

    for (const user of [null, scene.customer, scene.otherOwner, scene.otherStaff]) {
      expect(await namesFor(user)).toEqual(['Всем']);
      expect(await namesFor(user, '&is_approved=false')).toEqual([]);
      expect((await api.request(user, 'GET', `${name}/zhdyot`)).status).toBe(404);
    }
    for (const user of [scene.super_admin, scene.store_owner, scene.staff]) {
      expect(await namesFor(user)).toEqual(['Всем', 'Ждёт']);
      expect((await api.request(user, 'GET', `${name}/${body.id}`)).status).toBe(200);
    }
    expect(await namesFor(scene.super_admin, '&search=is_approved:1&searchJoin=and')).toEqual(['Всем']);
  });

  it('is approved by the inline toggle, and in bulk', async () => {
    const { body } = await create('store_owner');
    const toggle = { id: body.id, name: body.name, is_approved: true };

    const approved = await api.request(scene.super_admin, 'PUT', `${name}/${body.id}`, toggle);
    expect(approved.body).toEqual({
      ...body,
      is_approved: true,
      version: 2,
      updated_at: api.now().toISOString(),
    });
    const bulk = { ids: [body.id], key: 'is_approved', value: false };
    expect((await api.request(scene.super_admin, 'POST', `${name}/bulk/set`, bulk)).body).toMatchObject({
      done: 1,
    });
    expect((await api.request(scene.store_owner, 'POST', `${name}/bulk/set`, bulk)).status).toBe(403);
  });

  it('never changes the submitting shop', async () => {
    const { body } = await create('store_owner');
    const moved = await api.request(scene.super_admin, 'PUT', `${name}/${body.id}`, {
      shop_id: scene.otherShop.id,
    });

    expect([moved.status, moved.body.shop_id]).toEqual([200, scene.shop.id]);
  });

  it('accepts known networks only with an address', async () => {
    const url = 'https://vk.com/lipa';
    for (const socials of [
      [{ icon: 'MySpaceIcon', url }],
      [{ icon: 'VkIcon' }],
      [{ icon: 'VkIcon', url: 'no' }],
    ]) {
      const { status, body } = await create('super_admin', { socials });
      expect([status, Object.keys(body.errors)[0]?.startsWith('socials')]).toEqual([422, true]);
    }
    const four = ['FacebookIcon', 'InstagramIcon', 'TwitterIcon', 'YouTubeIcon'].map((icon) => ({
      icon,
      url,
    }));
    expect((await create('super_admin', { socials: four })).body.socials).toEqual(four);
  });

  it('counts its products, and cannot be removed while there are any', async () => {
    const { body } = await create('super_admin');
    await withNeeds(api, scene, 'manufacturers');
    const product = {
      name: 'Ложка',
      slug: 'lozhka',
      unit: 'шт.',
      shop_id: scene.shop.id,
      type_id: idOf(scene.related, 'groups'),
      [column]: body.id,
    };
    await api.db.insertInto('products').values(product).execute();

    const read = await api.request(null, 'GET', `${name}/${body.id}`);
    const refused = await api.request(scene.super_admin, 'DELETE', `${name}/${body.id}`);

    expect(read.body.products_count).toBe(1);
    expect([refused.status, refused.body.message, refused.body.uses]).toEqual([
      409,
      'IN_USE',
      { products: 1 },
    ]);
    await api.db.updateTable('products').set({ deleted_at: api.now() }).execute();
    expect((await api.request(scene.super_admin, 'DELETE', `${name}/${body.id}`)).status).toBe(200);
  });
});

describe('dates of an author', () => {
  const post = (more: object) =>
    api.request(scene.super_admin, 'POST', 'authors', {
      ...samples.authors.body(scene, 'super_admin'),
      ...more,
    });

  it('end after they begin, and not in the future', async () => {
    const [early, future, unborn] = [
      await post({ born: '1950-04-12', death: '1950-04-11' }),
      await post({ death: '2999-01-01' }),
      await post({ born: '2999-01-01', death: null }),
    ];

    expect(early.body.errors).toEqual({ death: ['error-death-before-birth'] });
    expect(future.body.errors).toEqual({ death: ['error-date-future'] });
    expect(unborn.body.errors).toEqual({ born: ['error-date-future'] });
    expect((await post({ born: '1950-04-12', death: '1950-04-12' })).status).toBe(201);
  });

  it('are checked against the stored date when only one is sent', async () => {
    const { body } = await post({});
    const { status } = await api.request(scene.super_admin, 'PATCH', `authors/${body.id}`, {
      death: '1940-01-01',
    });

    expect(status).toBe(422);
    const emptied = await api.request(scene.super_admin, 'PATCH', `authors/${body.id}`, {
      born: '',
      death: '',
    });
    expect(emptied.body).toMatchObject({ born: null, death: null });
  });
});

describe('the group of a manufacturer', () => {
  it('is searchable by its slug, and a missing one is refused', async () => {
    await withNeeds(api, scene, 'manufacturers');
    const sent = samples.manufacturers.body(scene, 'super_admin');
    const { body } = await api.request(scene.super_admin, 'POST', 'manufacturers', sent);
    const slug = scene.related.groups?.slug;

    expect(body.type).toMatchObject({ id: body.type_id, slug });
    const found = await api.request(null, 'GET', `manufacturers?search=type.slug:${slug}`);
    const none = await api.request(null, 'GET', 'manufacturers?search=type.slug:nothing');
    expect([found.body.total, none.body.total]).toEqual([1, 0]);
    const wrong = await api.request(scene.super_admin, 'PUT', `manufacturers/${body.id}`, {
      type_id: 999_999,
    });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { type_id: ['error-wrong-value'] }]);
  });
});

describe('GET shops', () => {
  it('is a page of shops to choose from', async () => {
    const found = await api.request(scene.super_admin, 'GET', 'shops?search=name:перв&limit=5');
    const all = await api.request(scene.super_admin, 'GET', 'shops?orderBy=name');

    expect(found.body).toMatchObject({ total: 1, per_page: 5, current_page: 1 });
    expect(found.body.data[0]).toMatchObject({ id: scene.shop.id, name: scene.shop.name, is_active: true });
    expect(all.body.data.map((row) => row.name)).toEqual(['Другая лавка', 'Первая лавка']);
    expect((await api.request(scene.super_admin, 'GET', 'shops?orderBy=owner_id')).status).toBe(422);
  });
});
