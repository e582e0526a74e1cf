import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { panelAccept } from '@/contract/core/panel-client';
import { buildScene, type Scene } from '../../support/factories';
import type { TestApp, Wire } from '../../support/server';
import { buildMarketplace, otherClientApp, type Rows, sender } from './dialect-scene';
import { type ShopCall, type ShopWorld, shopCalls } from './shop-front-calls';

/** A shop front sells on this server as installed: Russian only, no settings saved, in the name of another client. */
let api: TestApp;
let scene: Scene;
let rows: Rows;
const world = {} as ShopWorld;

beforeAll(async () => {
  api = await otherClientApp();
  scene = await buildScene(api.db);
  rows = await buildMarketplace(api, scene);
  const send = sender(api);
  world.api = api;
  world.product = rows.product as Wire;
  world.group = rows.groups as Wire;
  world.shop = await send(scene.store_owner, 'GET', `shops/${scene.shop.id}`);
  world.coupon = await send(scene.super_admin, 'POST', 'coupons', {
    ...{ code: 'HELLO', type: 'fixed', amount: 50, minimum_cart_amount: 0 },
    ...{ active_from: '2026-03-01T00:00:00Z', expire_at: '2026-04-01T00:00:00Z' },
  });
  await send(scene.store_owner, 'POST', 'store-notices', {
    ...{ notice: 'Каникулы', description: 'Отвечаем медленнее.', priority: 'low', type: 'all_shop' },
    ...{ effective_from: '2026-03-01', expired_at: '2026-03-31', received_by: [] },
  });
  world.cart = [{ product_id: Number(rows.product?.id), order_quantity: 1, unit_price: 500, subtotal: 500 }];
});
afterAll(() => api.close());

/** Values at a path like `data[].image.original`; `undefined` stands for a missing one. */
function valuesAt(answer: unknown, path: string): unknown[] {
  const steps = path.replaceAll('[]', '.[]').split('.').filter(Boolean);
  return steps.reduce<unknown[]>(
    (values, step) =>
      values.flatMap((value): unknown[] => {
        if (step !== '[]') return [(value as Wire | null | undefined)?.[step]];
        return Array.isArray(value) && value.length > 0 ? value : [undefined];
      }),
    [answer],
  );
}

async function run({ who, method, path, body, status, reads, keep }: ShopCall): Promise<void> {
  // Shop fronts send the header for guests, too.
  const authorization = who === 'guest' ? 'Bearer ' : `Bearer ${world.token}`;
  const answer = await api.request(null, method, path(world), body?.(world), { authorization });
  const isDone = status === undefined ? answer.status < 300 : answer.status === status;
  expect([isDone, isDone || answer.body]).toEqual([true, true]);
  const missing = reads.filter((read) =>
    valuesAt(answer.body, read).some((value) => value === undefined || value === null),
  );
  expect(missing).toEqual([]);
  keep?.(world, answer.body);
}

const table = (calls: readonly ShopCall[]) =>
  it.each(calls.map((call) => [call.who, call.title, call] as const))('%s: %s', (_who, _title, call) =>
    run(call),
  );

describe('a visitor looks around', () => table(shopCalls.browsing));

describe('a guest buys', () => {
  table(shopCalls.guestBuys);

  it('and nobody else reads the order', async () => {
    const { tracking_number } = await api.db
      .selectFrom('orders')
      .select('tracking_number')
      .where('id', '=', world.guestOrder.id)
      .executeTakeFirstOrThrow();
    for (const person of [null, scene.customer])
      for (const key of [world.guestOrder.id, tracking_number])
        expect((await api.request(person, 'GET', `orders/${key}`)).status).toBe(404);
    expect(world.guestOrder.tracking_number).toMatch(/^[\w-]{43}$/);
    const page = await api.request(null, 'GET', `orders/${world.guestOrder.tracking_number}`);
    // A front pays by the number of the page.
    const { id, tracking_number: secret } = world.guestOrder;
    expect(page.body).toMatchObject({ id, tracking_number: secret, short_number: expect.any(String) });
  });

  it('with the phone in its stored form, and in the name of nobody', async () => {
    const order = await api.db
      .selectFrom('orders')
      .select(['customer_id', 'customer_contact', 'payment_gateway', 'total'])
      .where('id', '=', world.guestOrder.id)
      .executeTakeFirstOrThrow();
    expect(order).toMatchObject({
      ...{ customer_id: null, customer_contact: '+7 (900) 123-45-67', payment_gateway: 'CASH_ON_DELIVERY' },
    });
  });

  it('while our own panel gets the number, next to the secret', async () => {
    const body = { products: world.cart, customer_contact: '+79001234567', payment_gateway: 'CASH' };
    const { body: order } = await api.request<Wire & { tracking_number: string; guest_token: string }>(
      ...([null, 'POST', 'orders', body, { accept: panelAccept }] as const),
    );
    expect(order.tracking_number).toMatch(/^\d+$/);
    expect(order.guest_token).toMatch(/^[\w-]{43}$/);
  });
});

describe('a customer', () => {
  const [registration, ...signIn] = shopCalls.entrance;
  table(registration ? [registration] : []);

  it('confirms the e-mail', async () => {
    const letter = await api.db
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', 'maria@test.ru')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const path = /\/admin\/rest\/(\S+)/.exec(letter.body)?.[1] ?? '';
    expect((await api.request(null, 'GET', path)).status).toBe(302);
  });

  table(signIn);
  table(shopCalls.account);
  table(shopCalls.customerBuys);

  it('receives the order', async () => {
    for (const order_status of ['order-processing', 'order-at-local-facility', 'order-out-for-delivery'])
      await sender(api)(scene.store_owner, 'PUT', `orders/${world.order.children[0]?.id}`, { order_status });
    const done = { order_status: 'order-completed' };
    const part = await sender(api)(scene.super_admin, 'PUT', `orders/${world.order.children[0]?.id}`, done);
    expect(part).toMatchObject(done);
  });

  table(shopCalls.afterwards);
});
