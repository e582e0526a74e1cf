import { beforeEach } from 'vitest';
import { cartesianProduct, type Variation } from '@/contract/catalogue/products/variations';
import { buildAttribute, buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

export type Person = 'super_admin' | 'store_owner' | 'staff' | 'otherOwner' | 'customer';

export type Answered = Wire & {
  variation_options: Variation[];
  variations: { attribute_value_id: number }[];
  quantity: number;
};

/** A scene with a group and two attributes, and the requests that write products with variations. */
export function setUpVariations() {
  const { api, scene } = setUpScene();
  let group: { id: number };
  let colour: { id: number; values: number[] };
  let size: { id: number; values: number[] };
  beforeEach(async () => {
    group = await buildGroup(api.db);
    colour = await buildAttribute(api.db, { shop: scene.shop, name: 'Цвет', values: ['Красный', 'Синий'] });
    size = await buildAttribute(api.db, { shop: scene.shop, name: 'Размер', values: ['M', 'L', 'XL'] });
  });

  const chosen = (...ids: (number | undefined)[]) => ids.map((id) => ({ attribute_value_id: id }));
  const all = () => chosen(...colour.values, ...size.values);
  const combination = (index: number) => cartesianProduct([colour.values, size.values])[index] ?? [];
  const one = (index: number, more: object = {}) => ({
    value_ids: combination(index),
    price: 100 + index,
    quantity: 2,
    sku: `V-${index}`,
    ...more,
  });
  const valid = (upsert: object[], more: object = {}) => ({
    name: 'Футболка',
    type_id: group.id,
    shop_id: scene.shop.id,
    unit: 'шт.',
    product_type: 'variable',
    variations: all(),
    variation_options: { upsert, delete: [] },
    ...more,
  });
  const create = (body: object) => api.request<Answered>(scene.store_owner, 'POST', 'products', body);
  const update = (id: number, body: object, person: Person = 'store_owner') =>
    api.request<Answered>(scene[person], 'PUT', `products/${id}`, body);
  const change = (id: number, upsert: object[], gone: number[] = [], more: object = {}) =>
    update(id, { variation_options: { upsert, delete: gone }, ...more });
  const patch = (product: number, id: number | string, body: object, person: Person | null = 'store_owner') =>
    api.request<Wire & { variation: Variation; product: Wire }>(
      person && scene[person],
      'PATCH',
      `products/${product}/variations/${id}`,
      body,
    );
  const stored = () =>
    api.db
      .selectFrom('variation_options')
      .selectAll()
      .orderBy('position')
      .where('deleted_at', 'is', null)
      .execute();
  const product = (id: number) =>
    api.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const six = async () => {
    const { body } = await create(valid([0, 1, 2, 3, 4, 5].map((index) => one(index))));
    return { id: body.id, options: body.variation_options };
  };
  const idAt = (options: readonly Variation[], index: number) => options[index]?.id ?? 0;

  return {
    api,
    scene,
    get group() {
      return group;
    },
    get colour() {
      return colour;
    },
    get size() {
      return size;
    },
    chosen,
    all,
    combination,
    one,
    valid,
    create,
    update,
    change,
    patch,
    stored,
    product,
    six,
    idAt,
  };
}
