import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ReconcileProblem } from '@/contract/ledger/schema';
import type { Database, UserCtx } from '@/server/core/context';
import { seededRandom } from '@/server/demo/random';
import {
  type AccountKey,
  type LedgerEntry,
  type LedgerLine,
  loadBalance,
  postEntry,
  sumLedgerDays,
} from '@/server/modules/ledger/ledger';
import { buildOrder } from '../../support/orders';
import { setUpScene } from '../../support/scene';

/** Reconciliation: clean after any operation, reports any tampering. */
const { api, scene } = setUpScene();

const ctxOf = (db: Database): UserCtx => ({
  db,
  user: {
    id: scene.super_admin.id,
    name: 'Анна',
    email: 'a@test.ru',
    permissions: ['super_admin'],
    ownedShopIds: [],
    managedShopId: null,
    sessionId: 0,
  },
  now: api.now(),
  locale: 'ru',
  ip: '127.0.0.1',
  requestId: 'test',
  publicUrl: '',
});

const post = (
  entry: Pick<LedgerEntry, 'kind' | 'family' | 'rowId'>,
  from: AccountKey,
  to: AccountKey,
  sum: number,
) =>
  api.db.transaction().execute((db) =>
    postEntry(ctxOf(db), {
      ...entry,
      lines: [
        { account: from, amount: -sum },
        { account: to, amount: sum },
      ],
    }),
  );

async function problems(): Promise<ReconcileProblem[]> {
  const { body } = await api.request<{ problems: ReconcileProblem[] }>(
    scene.super_admin,
    'GET',
    'ledger/reconcile',
  );
  return body.problems;
}

const platform: AccountKey = { kind: 'adjustment' };
const shopOf = (shopId: number): AccountKey => ({ kind: 'shop', shopId });

/** A completed part; `isEntered: false` skips the ledger entry. */
async function credit(shop: { id: number }, kopecks: number, isEntered = true): Promise<number> {
  const order = await buildOrder(api, { lines: [{ shop }] });
  const part = order.parts[0]?.id ?? 0;
  await sql`update orders set order_status = 'order-completed', credited_amount = ${kopecks / 100}, credited_at = now()
    where id = ${part}`.execute(api.db);
  if (isEntered)
    await post({ kind: 'order', family: 'orders', rowId: part }, platform, shopOf(shop.id), kopecks);
  return part;
}

/** Writes bypassing the triggers, as somebody with database access could. */
async function tamper(query: RawBuilder<unknown>): Promise<void> {
  await api.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await query.execute(db);
  });
}

describe('the reconciliation', () => {
  it('finds nothing after three hundred random concurrent operations', async () => {
    const { next: random } = seededRandom(20261121);
    const shops = [scene.shop, scene.otherShop];
    const credited: { part: number; shopId: number; left: number }[] = [];
    const operations = Array.from({ length: 300 }, () => random());
    const run = async (choice: number) => {
      const shop = shops[choice < 0.5 ? 0 : 1] ?? scene.shop;
      const dice = Math.floor(choice * 1000) % 5;
      const sum = 1 + (Math.floor(choice * 1e6) % 90_000);
      if (dice === 0) {
        credited.push({ part: await credit(shop, sum), shopId: shop.id, left: sum });
      } else if (dice === 1) {
        await post(
          { kind: 'points' },
          { kind: 'points' },
          { kind: 'wallet', userId: scene.customer.id },
          sum,
        );
      } else if (dice === 2) {
        await post({ kind: 'adjustment', family: 'shops', rowId: shop.id }, platform, shopOf(shop.id), sum);
      } else if (dice === 3) {
        await ask(shop, sum);
      } else {
        await post(
          { kind: 'order' },
          { kind: 'provider_clearing', provider: 'manual' },
          { kind: 'suspense' },
          sum,
        );
      }
    };
    /** Requests a withdrawal, which may be refused, and decides it. */
    const ask = async (shop: { id: number }, sum: number) => {
      const { status, body } = await api.request(scene.super_admin, 'POST', 'withdraws', {
        shop_id: shop.id,
        amount: sum / 100,
        payment_method: 'Счёт',
      });
      if (status !== 201) return;
      const decision = (['approved', 'rejected', 'processing'] as const)[sum % 3];
      await api.request(scene.super_admin, 'POST', 'approve-withdraw', {
        id: body.id,
        status: decision,
        decision_note: 'Так решили',
      });
    };
    // Orders and their entries are written one after the other here, so only the books themselves are looked at.
    const books: ReconcileProblem['check'][] = [
      'account-sum',
      'account-last-line',
      'entry-balanced',
      'day-sums',
    ];
    const amidst: ReconcileProblem[] = [];
    const look = async () => {
      await sumLedgerDays(api.db);
      amidst.push(...(await problems()).filter(({ check }) => books.includes(check)));
    };
    for (let place = 0; place < operations.length; place += 10)
      await Promise.all([...operations.slice(place, place + 10).map(run), look(), sumLedgerDays(api.db)]);

    expect(amidst).toEqual([]);
    expect(credited.length).toBeGreaterThan(20);
    expect(await problems()).toEqual([]);
    const { body } = await api.request<{ opening: number; closing: number }>(
      scene.super_admin,
      'GET',
      `shops/${scene.shop.id}/ledger/summary`,
    );
    const { rows } = await sql<{ balance: number }>`select balance from ledger_accounts
      where kind = 'shop' and shop_id = ${scene.shop.id}`.execute(api.db);
    expect([body.opening, body.closing]).toEqual([0, rows[0]?.balance]);
  }, 120_000);

  it.runIf(process.env.TEST_DATABASE_URL)(
    'of other shops no entry waits for an open one, and none is lost',
    async () => {
      const line = (shop: { id: number }, sum: number): LedgerLine[] => [
        { account: shopOf(shop.id), amount: sum },
        { account: { kind: 'commission' }, amount: -sum },
      ];
      const entry = (db: Database, shop: { id: number }, sum: number) =>
        postEntry(ctxOf(db), { kind: 'adjustment', lines: line(shop, sum) });
      await api.db.transaction().execute((db) => entry(db, scene.shop, 100));

      await api.db.transaction().execute(async (open) => {
        await entry(open, scene.shop, 200);
        // Ends while the other entry is not committed.
        await api.db.transaction().execute((db) => entry(db, scene.otherShop, 400));
        await sumLedgerDays(api.db);
      });

      const ctx = ctxOf(api.db);
      expect(await loadBalance(ctx, { kind: 'commission' })).toBe(-700);
      expect(await problems()).toEqual([]);
      await sumLedgerDays(api.db);
      expect(await loadBalance(ctx, { kind: 'commission' })).toBe(-700);
      const { rows } = await sql<{ days: number }>`select count(*)::int as days from ledger_days`.execute(
        api.db,
      );
      expect(rows).toEqual([{ days: 3 }]);
    },
  );

  it('finds a drawer that was not set off, and an order that gave more than was paid for it', async () => {
    const order = await buildOrder(api, { lines: [{ shop: scene.shop }] });
    const about = { kind: 'order', family: 'orders', rowId: order.id } as const;
    await post(about, { kind: 'shop_cash', shopId: scene.shop.id }, { kind: 'suspense' }, 500);
    await post(about, { kind: 'buyer_prepayment' }, { kind: 'suspense' }, 300);

    expect(await problems()).toEqual([
      { check: 'drawers', subject: `shop_cash ${scene.shop.id}`, expected: 0, found: -5 },
      { check: 'prepayments', subject: `order ${order.id}`, expected: 0, found: -3 },
    ]);
  });

  it('finds a balance that was changed by hand', async () => {
    await credit(scene.shop, 10_000);
    await tamper(sql`update ledger_accounts set balance = 500 where kind = 'shop'`);

    expect(await problems()).toEqual([
      { check: 'account-last-line', subject: `shop ${scene.shop.id}`, expected: 100, found: 500 },
      { check: 'account-sum', subject: `shop ${scene.shop.id}`, expected: 100, found: 500 },
    ]);
  });

  it('finds an inserted line', async () => {
    await credit(scene.shop, 10_000);
    await tamper(sql`insert into ledger_lines (entry_id, account_id, amount, balance, day, kind)
      select entry_id, account_id, 1, balance + 1, day, kind from ledger_lines where amount > 0`);

    expect([...new Set((await problems()).map(({ check }) => check))].sort()).toEqual(
      ['account-last-line', 'account-sum', 'day-sums', 'entry-balanced', 'order-credit'].sort(),
    );
  });

  it('finds a credit that is missing in the order or in the ledger, and a duplicate one', async () => {
    const missing = await credit(scene.shop, 10_000, false);
    const twice = await credit(scene.otherShop, 7000);
    await post({ kind: 'order', family: 'orders', rowId: twice }, platform, shopOf(scene.otherShop.id), 7000);
    const parents = await api.db
      .selectFrom('orders')
      .select(['id', 'parent_id'])
      .where('id', 'in', [missing, twice])
      .orderBy('id')
      .execute();

    expect(await problems()).toEqual([
      {
        check: 'order-credit',
        subject: `order ${parents[0]?.parent_id} shop ${scene.shop.id}`,
        expected: 100,
        found: 0,
      },
      {
        check: 'order-credit',
        subject: `order ${parents[1]?.parent_id} shop ${scene.otherShop.id}`,
        expected: 70,
        found: 140,
      },
    ]);
  });

  it('finds a completed order without a credit, and a refund and a request missing in the ledger', async () => {
    const part = await credit(scene.shop, 10_000);
    await sql`update orders set credited_at = null where id = ${part}`.execute(api.db);
    const order = await buildOrder(api, { lines: [{ shop: scene.shop }] });
    await sql`with r as (insert into refunds (order_id, status, amount, decided_at) values (${order.id}, 'approved', 10, now())
        returning id)
      insert into refund_lines (refund_id, order_line_id, shop_id, quantity, amount, vendor_amount)
        select id, ${order.lineIds[0]}, ${scene.shop.id}, 1, 10, 9 from r`.execute(api.db);
    await sql`insert into withdraws (shop_id, amount, payment_method, status, requested_by)
      values (${scene.shop.id}, 12, 'Счёт', 'pending', ${scene.store_owner.id}),
        (${scene.shop.id}, 13, 'Счёт', 'approved', ${scene.store_owner.id})`.execute(api.db);

    expect((await problems()).map(({ check, expected, found }) => [check, expected, found])).toEqual([
      ['order-uncredited', 1, 0],
      ['payouts', 13, 0],
      ['payouts', 13, 0],
      ['refund-debit', -9, 0],
      ['withdrawals-held', 12, 0],
      ['withdrawals-paid', 13, 0],
    ]);
  });
});
