import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type ResourceName, resourceNames, resources } from '@/contract';
import { attributes } from '@/contract/catalogue/attributes';
import type { AnyResource } from '@/contract/core/define';
import { isAllowed, permissionsOfRole, type Role, roles } from '@/contract/core/permissions';
import type { Ctx } from '@/server/core/context';
import type { ServiceOptions } from '@/server/core/resource/options';
import { ownShop } from '@/server/core/resource/policy';
import { resourceService } from '@/server/core/resource/service';
import { familyTable } from '@/server/modules/insights/record-titles';
import { buildQuestion, buildReview } from '../../../support/feedback';
import { withNeeds } from '../../../support/needs';
import { buildGroup, buildProduct, buildSale } from '../../../support/products';
import { buildCompleted } from '../../../support/refunds';
import { ownSuites, type SampleName, sampleNames, samples } from '../../../support/samples';
import { setUpScene } from '../../../support/scene';
import { shopBody } from '../../../support/shops';

/** Nobody creates a row in another's shop or moves one there: every family, and the engine on its own. */
const { api, scene } = setUpScene();

const count = async (table: string) => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(api.db);
  return rows[0]?.count;
};

/** Where a row belongs: the columns that policies read, and the shops of a notice. */
async function placeOf(table: string, id: number) {
  const { rows } = await sql<{ place: unknown }>`
    select jsonb_build_array(r -> 'shop_id', r -> 'owner_id', r -> 'user_id', r -> 'attribute_id', r -> 'created_by',
      (select array_agg(shop_id) from store_notice_shops where store_notice_id = id and ${table} = 'store_notices')) as place
    from (select id, to_jsonb(t) as r from ${sql.table(table)} t where id = ${id}) found`.execute(api.db);
  return rows[0]?.place;
}

const createdBy = (name: ResourceName) =>
  roles.filter(
    (role) => role !== 'super_admin' && isAllowed(resources[name].allow.create, permissionsOfRole[role]),
  );

/** The same people and shops, seen from the other shop. */
const there = () => ({
  ...scene,
  shop: scene.otherShop,
  store_owner: scene.otherOwner,
  staff: scene.otherStaff,
});

const strangersTo = sampleNames.flatMap((name) => createdBy(name).map((role) => [name, role] as const));

describe.each(strangersTo)('%s, written by %s', (name, role) => {
  const resource: AnyResource = resources[name];
  const table = familyTable(name);
  const sample = samples[name];
  const author = role === 'staff' ? 'staff' : 'store_owner';

  it('are not created in another’s shop, whose own people create the same', async () => {
    const other = there();
    await withNeeds(api, other, name);
    const body = sample.body(other, author);
    const before = await count(table);

    const refused = await api.request(scene[role], 'POST', resource.endpoint, body);

    expect([404, 422]).toContain(refused.status);
    expect(await count(table)).toBe(before);
    const control = await api.request(other[role], 'POST', resource.endpoint, body);
    expect([control.status, control.body.errors]).toEqual([201, undefined]);
  });

  it('are not moved there', async () => {
    await withNeeds(api, scene, name);
    const made = await api.request(scene[role], 'POST', resource.endpoint, sample.body(scene, author));
    const place = await placeOf(table, made.body.id);
    const other = there();
    await withNeeds(api, other, name);
    const { slug: _same, ...elsewhere } = sample.body(other, author);

    const moved = await api.request(
      scene[role],
      resource.updateMethod,
      `${resource.endpoint}/${made.body.id}`,
      elsewhere,
    );

    expect(made.status).toBe(201);
    expect([200, 403, 404, 422]).toContain(moved.status);
    expect(await placeOf(table, made.body.id)).toEqual(place);
  });
});

/** An attempt by the first owner, or by the customer, at something of the other shop or of another person. */
interface Attempt {
  as: Role;
  /** 200 where the form of another field is saved and the sent shop ignored. */
  answer?: 200 | 422;
  table: string;
  method?: 'POST' | 'PUT';
  path: () => Promise<string> | string;
  body: () => Promise<object> | object;
}

const purchaseOf = async (customer: Parameters<typeof buildCompleted>[1]['customer']) => {
  const product = await buildProduct(api.db, { shop: scene.otherShop });
  const order = await buildCompleted(api, { customer, lines: [{ shop: scene.otherShop, product }] });
  return { product, order };
};

const staffBody = () => ({ name: 'Пётр', email: 'petr@test.ru', shop_id: scene.otherShop.id });

const productBody = {
  ...{ name: 'Чашка', product_type: 'simple', price: 1000, quantity: 3, unit: 'шт.', sku: 'CHASHKA' },
  status: 'draft',
};

/** Families with suites of their own; every one that others than administrators create. */
const attempts: Record<string, Attempt> = {
  'staffs are not added to another’s shop': {
    ...{ as: 'store_owner', table: 'memberships', path: () => 'staffs', body: staffBody },
  },
  'staffs are not moved to another’s shop': {
    answer: 200,
    ...{ as: 'store_owner', table: 'memberships', method: 'PUT', path: () => `staffs/${scene.member.id}` },
    body: () => ({ shop_id: scene.otherShop.id }),
  },
  'shops are not handed to somebody else by a form': {
    answer: 200,
    ...{ as: 'store_owner', table: 'shops', method: 'PUT', path: () => `shops/${scene.shop.id}` },
    body: () => ({ owner_id: scene.otherOwner.id }),
  },
  'withdraws are not requested for another’s shop': {
    ...{ as: 'store_owner', table: 'withdraws', path: () => 'withdraws' },
    body: () => ({ shop_id: scene.otherShop.id, amount: 400, payment_method: 'Банковский перевод' }),
  },
  'products are not created in another’s shop': {
    ...{ as: 'store_owner', table: 'products', path: () => 'products' },
    body: async () => {
      const { id } = await buildGroup(api.db);
      return { ...productBody, type_id: id, shop_id: scene.otherShop.id };
    },
  },
  'products are not moved to another’s shop': {
    answer: 200,
    ...{ as: 'store_owner', table: 'products', method: 'PUT' },
    path: async () => `products/${(await buildProduct(api.db, { shop: scene.shop })).id}`,
    body: () => ({ shop_id: scene.otherShop.id }),
  },
  'reviews are not written for another’s purchase': {
    ...{ as: 'customer', table: 'reviews', path: () => 'reviews' },
    body: async () => {
      const { product, order } = await purchaseOf(scene.store_owner);
      return { order_id: order.id, product_id: product.id, rating: 1, comment: 'Плохо' };
    },
  },
  'reviews are not moved to another shop': {
    answer: 200,
    ...{ as: 'customer', table: 'reviews', method: 'PUT' },
    path: async () => `reviews/${(await buildReview(api.db, { user: scene.customer, shop: scene.shop })).id}`,
    body: () => ({ shop_id: scene.otherShop.id }),
  },
  'questions are not asked under another shop than the product’s': {
    answer: 422,
    ...{ as: 'customer', table: 'questions', path: () => 'questions' },
    body: async () => {
      const { id } = await buildProduct(api.db, { shop: scene.shop });
      return { product_id: id, shop_id: scene.otherShop.id, question: 'Подойдёт ли для духовки?' };
    },
  },
  'questions are not moved to another shop by their answer': {
    answer: 200,
    ...{ as: 'store_owner', table: 'questions', method: 'PUT' },
    path: async () =>
      `questions/${(await buildQuestion(api.db, { user: scene.customer, shop: scene.shop })).id}`,
    body: () => ({ answer: 'Да', shop_id: scene.otherShop.id }),
  },
  'refunds are not requested for another’s order': {
    ...{ as: 'customer', table: 'refunds', path: () => 'refunds' },
    body: async () => {
      const { order } = await purchaseOf(scene.store_owner);
      return { order_id: order.id, title: 'Вернуть', description: 'Не подошло', images: [] };
    },
  },
  'orders of another shop are not moved on by a shop': {
    ...{ as: 'store_owner', table: 'orders', method: 'PUT' },
    path: async () => `orders/${(await purchaseOf(scene.customer)).order.id}`,
    body: () => ({ order_status: 'order-processing' }),
  },
  'users are not changed by others': {
    ...{ as: 'store_owner', table: 'users', method: 'PUT', path: () => `users/${scene.otherOwner.id}` },
    body: () => ({ name: 'Я' }),
  },
  'requests to join a sale are not made for another’s shop': {
    ...{ as: 'store_owner', table: 'flash_sale_requests', path: () => 'vendor-requests-for-flash-sale' },
    body: async () => {
      const sale = await buildSale(api.db, { from: '2026-04-01T00:00:00Z', to: '2026-04-08T00:00:00Z' });
      const { id } = await buildProduct(api.db, { shop: scene.otherShop });
      const shop_id = scene.otherShop.id;
      return { title: 'Чашки', flash_sale_id: sale.id, shop_id, requested_product_ids: [id] };
    },
  },
  'transfers of another’s shop are not requested': {
    ...{ as: 'store_owner', table: 'ownership_transfers', path: () => 'transfer-shop-ownership' },
    body: () => ({ shop_id: scene.otherShop.id, vendor_id: scene.store_owner.id }),
  },
};

describe('with suites of their own', () => {
  it('covers every family that others than administrators create', () => {
    const covered = Object.keys(attempts).join('\n');
    const all = ownSuites.filter((name) => createdBy(name).length > 0 && name !== 'shops');

    // Customers order from every shop; a new shop is always the person's own (below).
    expect(all.filter((name) => !covered.includes(name))).toEqual([]);
    expect(
      resourceNames.filter((name) => ![...sampleNames, ...ownSuites].includes(name as SampleName)),
    ).toEqual([]);
  });

  it.each(Object.entries(attempts))(
    '%s',
    async (_title, { as, table, method = 'POST', path, body, answer = 404 }) => {
      const [target, sent] = [await path(), await body()];
      const id = Number(target.split('/')[1] ?? 0);
      const [before, place] = [await count(table), await placeOf(table, id)];

      const { status } = await api.request(scene[as], method, target, sent);

      expect(status).toBe(answer);
      expect(await count(table)).toBe(before);
      expect(await placeOf(table, id)).toEqual(place);
    },
  );

  it('shops belong to the person who creates them, whatever the body says', async () => {
    const { status, body } = await api.request(scene.store_owner, 'POST', 'shops', {
      ...shopBody,
      owner_id: scene.otherOwner.id,
    });

    expect(status).toBe(201);
    expect(await placeOf('shops', body.id)).toEqual([null, scene.store_owner.id, null, null, null, null]);
  });
});

/** The least that a family of a shop declares (docs/add-a-family.md). */
const bare: ServiceOptions = { table: 'attributes', policy: ownShop, virtualFields: ['values'] };

describe('the engine, for a family that declares only its policy', () => {
  const asOwner = (): Ctx => ({
    ...{ db: api.db, now: api.now(), locale: 'ru', ip: '127.0.0.1', requestId: 'test', publicUrl: '' },
    user: {
      ...{ ...scene.store_owner, permissions: [...permissionsOfRole.store_owner], sessionId: 1 },
      ...{ ownedShopIds: [scene.shop.id], managedShopId: null },
    },
  });
  const inTransaction = <Result>(run: (ctx: Ctx) => Promise<Result>) =>
    api.db.transaction().execute((db) => run({ ...asOwner(), db }));
  const service = resourceService(attributes, bare);
  const colourOf = (shop: { id: number }) => ({ name: 'Цвет', shop_id: shop.id, values: [] });

  it('refuses a new row of another shop as not found', async () => {
    const made = inTransaction((ctx) => service.create(ctx, colourOf(scene.otherShop)));

    await expect(made).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await count('attributes')).toBe(0);
  });

  it('refuses to move a row to another shop', async () => {
    const { id } = await inTransaction((ctx) => service.create(ctx, colourOf(scene.shop)));

    const moved = inTransaction((ctx) => service.update(ctx, String(id), { shop_id: scene.otherShop.id }));

    await expect(moved).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await placeOf('attributes', Number(id))).toEqual([scene.shop.id, null, null, null, null, null]);
  });

  it('checks again what `afterSave` writes', async () => {
    const linking = resourceService(attributes, {
      ...bare,
      afterSave: async (ctx, id) =>
        void (await sql`update attributes set shop_id = ${scene.otherShop.id} where id = ${id}`.execute(
          ctx.db,
        )),
    });

    await expect(inTransaction((ctx) => linking.create(ctx, colourOf(scene.shop)))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await count('attributes')).toBe(0);
  });

  it('does not start without a policy where others than administrators write', () => {
    expect(() => resourceService(attributes, { table: 'attributes' })).toThrow('attributes');
  });

  it('costs no statement: an owner saves with as many as an administrator, who has no policy', async () => {
    const cost = async (person: 'store_owner' | 'super_admin', code: string) => {
      const before = api.queries();
      const coupon = { ...samples.coupons.body(scene, 'store_owner'), code };
      const { body } = await api.request(scene[person], 'POST', 'coupons', coupon);
      const created = api.queries() - before;
      await api.request(scene[person], 'PUT', `coupons/${body.id}`, samples.coupons.changed);
      return [created, api.queries() - before - created];
    };

    expect(await cost('store_owner', 'PERVYY')).toEqual(await cost('super_admin', 'VTOROY'));
  });
});
