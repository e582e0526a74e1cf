import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Ctx } from '@/server/core/context';
import { paymentCaptured } from '@/server/modules/ledger/entries';
import { postEntries, postEntry } from '@/server/modules/ledger/ledger';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { completeParts } from '@/server/modules/orders/complete-order';
import { lockRoot } from '@/server/modules/orders/lock-order';
import { ctxOf } from './checkout';
import type { Scene } from './factories';
import { accountBalance, isStored } from './order-life';
import { buildOrder, type GivenLine, type GivenOrder } from './orders';
import { buildProduct, buildVariation } from './products';
import type { TestApp } from './server';

type Api = Pick<TestApp, 'db' | 'now'>;

const ctxIn = (api: Api, db: Ctx['db']): Ctx => ({
  db,
  now: api.now(),
  user: null,
  locale: 'ru',
  ip: '127.0.0.1',
  requestId: 'test',
  publicUrl: 'https://shop.test',
});

/** A completed order, paid in cash and points and credited to its shops. */
export async function buildCompleted(api: Api, given: GivenOrder & { points?: number }) {
  const { points = 0 } = given;
  const order = await buildOrder(api, {
    ...given,
    more: { ...given.more, walletPoints: points },
  });
  const userId = given.customer?.id;
  await api.db.transaction().execute(async (db) => {
    const ctx = ctxIn(api, db);
    if (userId !== undefined && points > 0) {
      for (const sum of [points * 100, -points * 100]) {
        const lines = [
          { account: { kind: 'wallet', userId } as const, amount: sum },
          { account: { kind: 'points' } as const, amount: -sum },
        ];
        await postEntry(ctx, { kind: 'points', lines });
      }
    }
    const locked = await lockRoot(ctx, order.id);
    await completeParts(ctx, locked, locked.parts, { note: null, holder: 'platform' });
  });
  return order;
}

/** Records an online payment of an order, in kopecks. */
export async function payIn(api: Api, db: Ctx['db'], orderId: number, sum: number): Promise<void> {
  const from = { kind: 'provider_clearing', provider: 'manual' } as const;
  await postEntries(ctxIn(api, db), paymentCaptured({ orderId, from, amount: sum, pays: sum }));
}

/** Balances of the accounts that refunds change, in roubles and points; also checks them against the entries. */
export async function balances(api: Api) {
  const { rows: wrong } =
    await sql`select a.id from ledger_accounts a left join ledger_lines l on l.account_id = a.id
    where ${isStored} group by a.id having coalesce(sum(l.amount), 0) <> a.balance`.execute(api.db);
  expect(wrong).toEqual([]);
  const rows = await api.db.selectFrom('ledger_accounts').selectAll().execute();
  const sumOf = (kind: string, id?: number) =>
    rows.find((row) => row.kind === kind && (id === undefined || (row.shop_id ?? row.user_id) === id))
      ?.balance ?? 0;
  return {
    shop: (shop: { id: number }) => sumOf('shop', shop.id),
    wallet: (user: { id: number }) => sumOf('wallet', user.id),
    platform: await accountBalance(api, 'platform'),
    outside: await accountBalance(api, 'outside'),
  };
}

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
  await api.db.transaction().execute((db) => payIn(api, db, order.id, Math.round(order.total * 100)));
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
