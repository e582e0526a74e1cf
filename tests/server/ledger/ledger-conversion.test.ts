import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '@/server/core/context';
import { migrate } from '@/server/core/db/migrate';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { buildShop, buildUser } from '../../support/factories';
import { setUpFormer } from '../../support/processes/former-database';

/** A database of the release before the chart of accounts, with its two counter accounts. */
const openFormer = setUpFormer('0064_approval_undos_online');

interface FormerEntry {
  kind: string;
  family: string;
  row: number;
  /** Account, amount. */
  lines: [string, number][];
}

/** Accounts of a shop begin with `shop`, that of a customer is `wallet`. */
async function post(db: Database, owner: { shop: number; user: number }, entry: FormerEntry): Promise<void> {
  const { rows } = await sql<{ id: number }>`insert into ledger_entries (at, kind, family, row_id, request_id)
    values ('2026-03-01T10:00:00Z', ${entry.kind}, ${entry.family}, ${entry.row}, 'test') returning id`.execute(
    db,
  );
  for (const [kind, amount] of entry.lines) {
    const shop = kind.startsWith('shop') ? owner.shop : null;
    await sql`insert into ledger_accounts (kind, shop_id, user_id)
      values (${kind}, ${shop}, ${kind === 'wallet' ? owner.user : null}) on conflict do nothing`.execute(db);
    await sql`with account as (update ledger_accounts set balance = balance + ${amount}::numeric where kind = ${kind}
        returning id, balance)
      insert into ledger_lines (entry_id, account_id, amount, balance, day, kind)
      select ${rows[0]?.id}::bigint, id, ${amount}::numeric, balance, '2026-03-01', ${entry.kind}::text from account`.execute(
      db,
    );
  }
}

type Columns = Record<string, unknown>;

async function insert(db: Database, table: string, row: Columns): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.id(name)));
  await sql`insert into ${sql.id(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db);
}

const order = (id: number, more: Columns): Columns => ({
  ...{ id, tracking_number: `2026${id}`, customer_name: 'Анна', customer_contact: '+79990000000' },
  ...{ order_status: 'order-completed', payment_status: 'payment-success', payment_gateway: 'SBP' },
  ...{ amount: 1000, delivery_fee: 200, total: 1200, paid_total: 1200, wallet_amount: 100, ...more },
});

/** An online sale that is returned, one by cash that the shop keeps, a payout, a correction, and a held payment. */
async function buildFormer(db: Database): Promise<{ shop: number; user: number }> {
  const owner = { shop: (await buildShop(db)).id, user: (await buildUser(db)).id };
  const part = { shop_id: owner.shop, completed_by: 'shop', credited_at: '2026-03-01T10:00:00Z' };
  const cash = { ...{ amount: 500, delivery_fee: 0, total: 500 }, paid_total: 500, wallet_amount: 0 };
  const kept = { payment_gateway: 'CASH_ON_DELIVERY', cash_held_by: 'shop' };
  await insert(db, 'orders', order(1, {}));
  await insert(db, 'orders', order(2, { ...part, parent_id: 1, credited_amount: 900 }));
  await insert(db, 'orders', order(3, { ...cash, payment_gateway: 'CASH_ON_DELIVERY' }));
  await insert(db, 'orders', order(4, { ...cash, ...part, ...kept, parent_id: 3, credited_amount: 450 }));
  await insert(db, 'orders', order(5, { awaiting_amount: 50 }));
  await insert(db, 'groups', { id: 1, name: 'Еда', slug: 'eda' });
  await insert(db, 'products', {
    ...{
      id: 1,
      name: 'Чай',
      slug: 'chay',
      shop_id: owner.shop,
      type_id: 1,
      product_type: 'simple',
      price: 1000,
    },
    unit: 'шт.',
  });
  await insert(db, 'order_lines', {
    ...{ id: 1, order_id: 2, parent_id: 1, shop_id: owner.shop, position: 0, product_id: 1, name: 'Чай' },
    ...{ quantity: 1, unit_price: 1000, subtotal: 1000, delivery: 200, total: 1200, wallet: 100 },
    refunded_quantity: 1,
  });
  await insert(db, 'refunds', {
    ...{ id: 1, order_id: 1, method: 'payment', status: 'approved', amount: 1000, wallet_amount: 83 },
    decided_at: '2026-03-01T10:00:00Z',
  });
  const returned = { quantity: 1, amount: 1000, wallet_amount: 83, vendor_amount: 900 };
  await insert(db, 'refund_lines', { refund_id: 1, order_line_id: 1, shop_id: owner.shop, ...returned });
  await insert(db, 'withdraws', { id: 1, shop_id: owner.shop, amount: 40, status: 'approved' });
  const entries: [kind: string, family: string, row: number, from: string, to: string, sum: number][] = [
    ['order', 'orders', 1, 'outside', 'platform', 1100],
    ['order', 'orders', 2, 'platform', 'shop', 900],
    ['order', 'orders', 4, 'outside', 'platform', 500],
    ['order', 'orders', 4, 'platform', 'shop', 450],
    ['cash-kept', 'orders', 4, 'shop', 'shop_paid_out', 500],
    ['refund', 'refunds', 1, 'shop', 'platform', 900],
    ['refund', 'refunds', 1, 'platform', 'outside', 917],
    ['points', 'refunds', 1, 'points', 'wallet', 249],
    ['adjustment', 'shops', owner.shop, 'platform', 'shop', 150],
    ['withdrawal', 'withdraws', 1, 'shop', 'shop_on_hold', 40],
    ['withdrawal-paid', 'withdraws', 1, 'shop_on_hold', 'shop_paid_out', 40],
    ['order', 'orders', 5, 'outside', 'platform', 50],
  ];
  for (const [kind, family, row, from, to, sum] of entries) {
    await db.transaction().execute((trx) =>
      post(trx, owner, {
        kind,
        family,
        row,
        lines: [
          [from, -sum],
          [to, sum],
        ],
      }),
    );
  }
  return owner;
}

const keptOf = async (db: Database) =>
  (
    await sql`select a.kind, a.balance as stored, l.id, l.amount, l.balance, l.day::text as day, l.kind as line
      from ledger_accounts a join ledger_lines l on l.account_id = a.id
      where a.kind in ('shop', 'shop_on_hold', 'shop_paid_out', 'wallet') order by l.id`.execute(db)
  ).rows;

async function sumsOf(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{
    kind: string;
    sum: number;
  }>`select a.kind, sum(d.income - d.outgo)::float8 as sum
    from ledger_days d join ledger_accounts a on a.id = d.account_id group by 1 order by 1`.execute(db);
  return Object.fromEntries(rows.flatMap(({ kind, sum }) => (sum === 0 ? [] : [[kind, sum]])));
}

describe('the ledger of a former release', () => {
  it('is posted over to the chart, and shops and wallets keep balances and lines', async () => {
    const db = await openFormer();
    await buildFormer(db);
    const kept = await keptOf(db);

    await migrate(db);

    expect(await keptOf(db)).toEqual(kept);
    expect(await sumsOf(db)).toEqual({
      // 1100 − 917 of the refund + 50 held.
      provider_clearing: -233,
      suspense: 50,
      // 100 and 50, less the 100 of the returned goods.
      commission: 50,
      delivery: 200,
      // 100 paid with points, 83 of them returned.
      points_worth: -17,
      adjustment: -150,
      bank: 40,
      paid_out_total: -540,
      ...{ shop: 60, shop_paid_out: 540, wallet: 249, points: -249 },
    });
    expect((await reconcile({ db, now: new Date() })).problems).toEqual([]);
    await expect(sql`update ledger_lines set amount = 1`.execute(db)).rejects.toThrow('immutable');
  }, 120_000);

  it('stays as it is when something in it does not add up', async () => {
    const db = await openFormer();
    await buildFormer(db);
    await sql`alter table ledger_lines disable trigger user`.execute(db);
    await sql`update ledger_lines set amount = amount + 1 where kind = 'adjustment' and amount > 0`.execute(
      db,
    );
    await sql`alter table ledger_lines enable trigger user`.execute(db);
    const kept = await keptOf(db);

    await expect(migrate(db)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('would not be balanced') },
    });

    expect(await keptOf(db)).toEqual(kept);
    expect(await sumsOf(db)).toMatchObject({ outside: -733 });
  }, 120_000);
});
