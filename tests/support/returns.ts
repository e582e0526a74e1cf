import { expect } from 'vitest';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { ctxOf } from './checkout';
import type { Scene } from './factories';
import type { GivenLine } from './orders';
import { buildProduct, buildVariation } from './products';
import { buildCompleted, payIn } from './refunds';
import type { TestApp } from './server';

/** An order of the scene's customer that was paid online and handed over. */
export async function soldOnline(
  api: TestApp,
  scene: Scene,
  lines: GivenLine[] = [{ shop: scene.shop, quantity: 2, unitPrice: 100_000 }],
  { delivery = 30_000, more = {} }: { delivery?: number; more?: object } = {},
) {
  const order = await buildCompleted(api, {
    lines,
    customer: scene.customer,
    gateway: 'SBP',
    status: { order: 'order-processing', payment: 'payment-success' },
    off: { delivery },
    ...more,
  });
  await api.db.transaction().execute((db) => payIn(api, db, Math.round(order.total * 100)));
  const [part] = order.parts;
  const [line] = order.lineIds;
  return { ...order, partId: part?.id ?? 0, lineId: line ?? 0 };
}

/** A variable product of the scene's shop with two variations, ten pieces each. */
export async function twoVariations(api: TestApp, scene: Scene, prices: [number, number]) {
  const range: [number, number] = [Math.min(...prices), Math.max(...prices)];
  const product = await buildProduct(api.db, { shop: scene.shop, name: 'Рубаха', range });
  const [blue, red] = [
    await buildVariation(api.db, { product, title: 'Синяя', price: prices[0], quantity: 10 }),
    await buildVariation(api.db, { product, title: 'Красная', price: prices[1], quantity: 10 }),
  ];
  const stock = async () => {
    const rows = await api.db.selectFrom('variation_options').select('quantity').orderBy('id').execute();
    return rows.map(({ quantity }) => quantity);
  };
  return { product, blue, red, stock };
}

export async function expectReconciled(api: TestApp): Promise<void> {
  expect((await reconcile(ctxOf(api))).problems).toEqual([]);
}
