import { offerLanguages } from '@tests/support/checkout';
import { describe, expect, it } from 'vitest';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Terms and conditions: owners, approval, and who reads unapproved ones. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const endpoint = 'terms-and-conditions';
const text = { title: 'Правила возврата', description: 'Возвращаем деньги за неделю.' };

async function create(person: Person, more: object = {}): Promise<Wire> {
  const { status, body } = await api.request(scene[person], 'POST', endpoint, { ...text, ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
}

const ofShop = () => create('store_owner', { shop_id: scene.shop.id });

const decide = (person: Person | null, verb: 'approve' | 'disapprove', id: unknown) =>
  api.request(person && scene[person], 'POST', `${verb}-${endpoint}`, { id });

async function stored(id: number) {
  return api.db.selectFrom('terms_and_conditions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function actionsOn(id: number) {
  const rows = await api.db
    .selectFrom('audit_log')
    .select(['action', 'user_id'])
    .where('family', '=', endpoint)
    .where('row_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}

describe('new terms', () => {
  it('of the administrator are global and approved immediately', async () => {
    const row = await create('super_admin');

    expect(await stored(row.id)).toMatchObject({
      type: 'global',
      issued_by: 'Super Admin',
      shop_id: null,
      user_id: scene.super_admin.id,
      is_approved: true,
    });
  });

  it('of a shop wait for approval, whoever wrote them', async () => {
    for (const person of ['store_owner', 'super_admin'] as const) {
      const row = await create(person, { shop_id: scene.shop.id });

      expect(await stored(row.id)).toMatchObject({
        type: 'shop',
        issued_by: scene.shop.name,
        shop_id: scene.shop.id,
        user_id: scene[person].id,
        is_approved: false,
      });
      expect(row.shop).toMatchObject({ id: scene.shop.id, slug: scene.shop.slug });
    }
  });

  it('are not approved by their own vendor', async () => {
    const row = await create('store_owner', { shop_id: scene.shop.id, is_approved: true });
    const edited = await api.request(scene.store_owner, 'PUT', `${endpoint}/${row.id}`, {
      is_approved: true,
    });
    const many = await api.request(scene.store_owner, 'POST', `${endpoint}/bulk/set`, {
      ids: [row.id],
      key: 'is_approved',
      value: true,
    });

    expect([edited.status, many.status]).toEqual([200, 403]);
    expect((await stored(row.id)).is_approved).toBe(false);
  });

  it("of a vendor are never global nor another shop's", async () => {
    const global = await api.request(scene.store_owner, 'POST', endpoint, text);
    const foreign = await api.request(scene.store_owner, 'POST', endpoint, {
      ...text,
      shop_id: scene.otherShop.id,
    });

    expect([global.status, global.body.errors]).toEqual([422, { shop_id: ['error-shop-required'] }]);
    expect(foreign.status).toBe(404);
    expect(await api.db.selectFrom('terms_and_conditions').select('id').execute()).toEqual([]);
  });

  it('stay with their shop', async () => {
    const row = await ofShop();
    await api.request(scene.super_admin, 'PUT', `${endpoint}/${row.id}`, { shop_id: scene.otherShop.id });

    expect((await stored(row.id)).shop_id).toBe(scene.shop.id);
  });
});

describe('approval', () => {
  it('is only the administrator’s', async () => {
    const { id } = await ofShop();
    for (const verb of ['approve', 'disapprove'] as const) {
      expect((await decide(null, verb, id)).status).toBe(401);
      for (const person of ['store_owner', 'otherOwner', 'staff', 'customer'] as const) {
        expect([person, (await decide(person, verb, id)).status]).toEqual([person, 403]);
      }
    }
    expect(await stored(id)).toMatchObject({ is_approved: false, version: 1 });
  });

  it('is given and removed, once each, and audited', async () => {
    const { id } = await ofShop();
    api.setNow(new Date(api.now().getTime() + 60_000));

    const approved = await decide('super_admin', 'approve', id);
    const again = await decide('super_admin', 'approve', id);

    expect([approved.status, approved.body.is_approved, again.body.version]).toEqual([200, true, 2]);
    expect(again.body).toEqual(approved.body);
    expect(await stored(id)).toMatchObject({ is_approved: true, updated_at: api.now() });
    const withdrawn = await decide('super_admin', 'disapprove', id);
    await decide('super_admin', 'disapprove', id);
    expect([withdrawn.body.is_approved, (await stored(id)).version]).toEqual([false, 3]);
    expect(await actionsOn(id)).toEqual(['create', 'approve', 'disapprove']);
  });

  it('happens once under concurrent approvals', async () => {
    const { id } = await ofShop();

    const both = await Promise.all([1, 2].map(() => decide('super_admin', 'approve', id)));

    expect(both.map(({ status, body }) => [status, body.is_approved, body.version])).toEqual([
      [200, true, 2],
      [200, true, 2],
    ]);
    expect(await actionsOn(id)).toEqual(['create', 'approve']);
  });

  it('is refused for an invalid or missing id', async () => {
    const { id } = await ofShop();
    for (const bad of [undefined, null, 0, -1, 1.5, 'one', {}]) {
      const { status, body } = await decide('super_admin', 'approve', bad);
      expect([bad, status, body.errors]).toEqual([bad, 422, { id: ['error-wrong-value'] }]);
    }
    expect((await decide('super_admin', 'approve', 999_999)).status).toBe(404);
    await api.request(scene.super_admin, 'DELETE', `${endpoint}/${id}`);
    expect((await decide('super_admin', 'approve', id)).status).toBe(404);
    expect((await stored(id)).is_approved).toBe(false);
  });
});

describe('a change by the owner', () => {
  async function approved(): Promise<Wire> {
    const { id } = await ofShop();
    return (await decide('super_admin', 'approve', id)).body;
  }
  const edit = (person: Person, row: Wire, body: object, query = '') =>
    api.request(scene[person], 'PUT', `${endpoint}/${row.id}${query}`, body);

  it.each([
    ['the title', { title: 'Новые правила' }, ''],
    ['the text', { description: 'Денег не возвращаем.' }, ''],
    ['a translation', { title: 'Rules', description: 'No money back.' }, '?language=en'],
  ])('of %s waits for approval again', async (_what, body, query) => {
    await offerLanguages(api.db, 'en');
    const row = await approved();

    const answer = await edit('store_owner', row, body, query);

    expect([answer.status, answer.body.is_approved]).toEqual([200, false]);
    expect((await stored(row.id)).is_approved).toBe(false);
    expect(await actionsOn(row.id)).toContain('disapprove');
    expect((await api.request(null, 'GET', `${endpoint}/${row.slug}`)).status).toBe(404);
  });

  it('that changes nothing, or only the slug, keeps the approval', async () => {
    const row = await approved();
    await edit('store_owner', row, { title: row.title, description: row.description });
    await edit('store_owner', row, { slug: 'pravila' });

    expect(await stored(row.id)).toMatchObject({ is_approved: true, slug: 'pravila' });
  });

  it('by the administrator keeps it, too', async () => {
    const row = await approved();
    await edit('super_admin', row, { title: 'Правила возврата, исправлено' });

    expect((await stored(row.id)).is_approved).toBe(true);
  });
});

describe('unapproved terms', () => {
  it('are readable only in their shop, by id, by slug or in a list', async () => {
    const row = await ofShop();
    for (const user of [null, scene.customer, scene.otherOwner, scene.otherStaff]) {
      for (const key of [row.id, row.slug]) {
        expect((await api.request(user, 'GET', `${endpoint}/${key}`)).status).toBe(404);
      }
      for (const query of ['', `?shop_id=${scene.shop.id}`, '?is_approved=false', '?search=is_approved:0']) {
        const { body } = await api.request(user, 'GET', `${endpoint}${query}`);
        expect([query, body.total]).toEqual([query, 0]);
      }
    }
    for (const person of ['super_admin', 'store_owner', 'staff'] as const) {
      expect((await api.request(scene[person], 'GET', `${endpoint}/${row.slug}`)).status).toBe(200);
    }
  });

  it('are open to everybody once approved', async () => {
    const row = await ofShop();
    await decide('super_admin', 'approve', row.id);

    for (const user of [null, scene.customer]) {
      expect((await api.request(user, 'GET', `${endpoint}/${row.slug}`)).status).toBe(200);
      expect((await api.request(user, 'GET', endpoint)).body.total).toBe(1);
    }
  });

  it('of another shop cannot be changed by a vendor', async () => {
    const row = await ofShop();
    const one = `${endpoint}/${row.id}`;
    const answers = [
      await api.request(scene.otherOwner, 'PUT', one, { title: 'Чужое' }),
      await api.request(scene.otherOwner, 'DELETE', one),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await stored(row.id)).toMatchObject({ title: text.title, deleted_at: null });
  });
});
