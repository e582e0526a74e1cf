import { expect, it } from 'vitest';
import { place } from '../../support/checkout';
import { orderOf } from '../../support/order-body';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** Live events of orders: to administrators all, to each shop its own part. */
const { api, scene } = setUpScene();

/** Notifications are tested separately (bells.test). */
const told = () =>
  api.db
    .selectFrom('live_events')
    .select(['audiences', 'type', 'data'])
    .where('type', '=', 'order')
    .orderBy('id')
    .execute();

it('publishes a placed order and its moves, to each shop its own part only', async () => {
  const goods = [
    await buildProduct(api.db, { shop: scene.shop }),
    await buildProduct(api.db, { shop: scene.otherShop }),
  ];
  const lines = goods.map(({ id }) => ({ product_id: id, order_quantity: 1 }));
  const { body } = await place(api, scene.customer, orderOf(lines));
  const [mine, others] = await api.db
    .selectFrom('orders')
    .select(['id', 'tracking_number', 'shop_id', 'parent_id'])
    .where('parent_id', '=', body.id)
    .orderBy('id')
    .execute();
  const whole = { id: body.id, parent_id: null, tracking_number: body.tracking_number };
  const partOf = (part: typeof mine) => ({
    id: part?.id,
    parent_id: body.id,
    tracking_number: part?.tracking_number,
  });
  const shop = (id: number) => ['admins:orders', `shop:${id}`, `shop:${id}:orders`];

  expect(await told()).toEqual([
    { audiences: ['admins:orders'], type: 'order', data: { ...whole, change: 'placed' } },
    { audiences: shop(scene.shop.id), type: 'order', data: { ...partOf(mine), change: 'placed' } },
    { audiences: shop(scene.otherShop.id), type: 'order', data: { ...partOf(others), change: 'placed' } },
  ]);

  const move = { order_status: 'order-out-for-delivery' };
  expect((await api.request(scene.store_owner, 'PUT', `orders/${mine?.id}`, move)).status).toBe(200);
  expect((await told()).slice(3)).toEqual([
    { audiences: shop(scene.shop.id), type: 'order', data: { ...partOf(mine), change: 'status' } },
  ]);
});

it('publishes nothing for a refused order', async () => {
  const product = await buildProduct(api.db, { shop: scene.shop });
  const lines = [{ product_id: product.id, order_quantity: 5000 }];
  expect((await place(api, scene.customer, orderOf(lines))).status).not.toBe(201);
  expect(await told()).toEqual([]);
});
