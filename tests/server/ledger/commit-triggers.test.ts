import { ctxOf } from '@tests/support/checkout';
import { buildOrder } from '@tests/support/orders';
import { setUpScene } from '@tests/support/scene';
import { type RawBuilder, sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database, UserCtx } from '@/server/core/context';
import { findPerson } from '@/server/core/sessions';
import { changeStatus } from '@/server/modules/orders/orders';

/** What waits for the commit runs while rows are locked: eighty statements for an order, once. */
const { api, scene } = setUpScene();

/** Looks into tables and rows written by this transaction so far: no fewer than its statements. */
async function workSoFar(db: Database): Promise<number> {
  const { rows } = await sql<{
    work: number;
  }>`select sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd
    + n_tup_del)::int as work from pg_stat_xact_user_tables`.execute(db);
  return rows[0]?.work ?? 0;
}

it('a completed order of two shops looks into tables ten times at its commit, at most', async () => {
  const order = await buildOrder(api, {
    lines: [{ shop: scene.shop }, { shop: scene.otherShop }],
    gateway: 'CASH_ON_DELIVERY',
    customer: scene.customer,
  });
  const user = await findPerson(api.db, scene.super_admin.id);
  const told: RawBuilder<{ count: number }> = sql`select count(*)::int as count from live_events`;

  await api.db.transaction().execute(async (db) => {
    const ctx = { ...ctxOf(api, db), user } as UserCtx;
    await changeStatus(ctx, String(order.id), { order_status: 'order-completed' });
    const before = await workSoFar(db);
    await sql`set constraints all immediate`.execute(db);
    const atCommit = (await workSoFar(db)) - before;

    expect((await told.execute(db)).rows[0]?.count).toBeGreaterThan(2);
    // The ledger's sums.
    expect(atCommit).toBeGreaterThan(0);
    expect(atCommit).toBeLessThanOrEqual(10);
  });
});
