import { sql } from 'kysely';
import { expect } from 'vitest';
import { type AccountKind, accountRules, summedAccounts } from '@/contract/ledger/accounts';
import { buildOrder, type GivenOrder } from './orders';
import type { TestApp } from './server';

type Api = Pick<TestApp, 'db' | 'now'>;

/**
 * A placed order: its pieces are taken from stock and its points from the wallet. `points` are whole ones and are credited
 * to the customer first.
 */
export async function placedOrder(api: Api, given: GivenOrder & { points?: number }) {
  const { points = 0, ...rest } = given;
  const order = await buildOrder(api, { ...rest, more: { ...rest.more, walletPoints: points } });
  await sql`update products p set quantity = p.quantity - l.sold, sold_quantity = p.sold_quantity + l.sold
    from (select product_id, sum(quantity)::int as sold from order_lines where parent_id = ${order.id} group by 1) l
    where p.id = l.product_id`.execute(api.db);
  return order;
}

export const rowOf = (api: Api, id: number) =>
  api.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Status and payment of an order and its parts: `completed/success completed/success`. */
export async function standing(api: Api, rootId: number): Promise<string> {
  const rows = await api.db
    .selectFrom('orders')
    .select(['order_status', 'payment_status'])
    .where((eb) => eb.or([eb('id', '=', rootId), eb('parent_id', '=', rootId)]))
    .orderBy('id')
    .execute();
  return rows
    .map((row) => `${row.order_status.slice('order-'.length)}/${row.payment_status.slice('payment-'.length)}`)
    .join(' ');
}

/**
 * Balance of a ledger account, in roubles or points. `platform`: what the marketplace has beyond what it owes shops;
 * `outside`: what came in and went out, negative for what came in.
 */
export async function accountBalance(
  api: Api,
  kind: AccountKind | 'platform' | 'outside',
  owner: { shop?: number; user?: number } = {},
): Promise<number> {
  if (kind === 'platform' || kind === 'outside' || !accountRules[kind].isStored) {
    const kinds = kind === 'platform' ? ownFunds : kind === 'outside' ? moneyAccounts : [kind];
    const { rows } = await sql<{ sum: number }>`select coalesce(sum(d.income - d.outgo), 0)::float8 as sum
      from ledger_days d join ledger_accounts a on a.id = d.account_id where a.kind = any(${[...kinds]}::text[])
        and ${owner.shop ?? null}::bigint is not distinct from coalesce(a.shop_id, ${owner.shop ?? null}::bigint)`.execute(
      api.db,
    );
    return rows[0]?.sum ?? 0;
  }
  const row = await api.db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('kind', '=', kind)
    .$if(owner.shop !== undefined, (query) => query.where('shop_id', '=', owner.shop ?? 0))
    .$if(owner.user !== undefined, (query) => query.where('user_id', '=', owner.user ?? 0))
    .executeTakeFirst();
  return row?.balance ?? 0;
}

/** Condition on `ledger_accounts a`. */
export const isStored = sql<boolean>`a.kind in ('shop', 'shop_on_hold', 'shop_paid_out', 'wallet')`;

const moneyAccounts: AccountKind[] = [
  ...([
    'provider_clearing',
    'cash_desk',
    'shop_cash',
    'payout_in_transit',
    'bank',
    'paid_out_total',
  ] as const),
];

/** Beyond what it owes shops. */
const ownFunds = summedAccounts.filter((kind) => !moneyAccounts.includes(kind));

export async function stockLeft(api: Api, productId: number): Promise<number> {
  const row = await api.db
    .selectFrom('products')
    .select('quantity')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  return row.quantity;
}

/**
 * Invariants after any operation on orders: every stored balance is the sum of its lines, every entry sums to zero, an order is the
 * sum of its parts, shops hold their credits or kept them as cash, and sold pieces that are not cancelled have left the
 * stock.
 */
export async function expectSound(api: Api, stockAtFirst = 10): Promise<void> {
  const { rows: balances } =
    await sql`select a.id from ledger_accounts a left join ledger_lines l on l.account_id = a.id
    where ${isStored} group by a.id having coalesce(sum(l.amount), 0) <> a.balance`.execute(api.db);
  const { rows: entries } =
    await sql`select entry_id from ledger_lines group by entry_id having sum(amount) <> 0`.execute(api.db);
  const { rows: trees } = await sql`select r.id from orders r join lateral (
      select sum(amount) as amount, sum(discount) as discount, sum(sales_tax) as tax, sum(delivery_fee) as fee,
        sum(total) as total, sum(paid_total) as paid, sum(wallet_amount) as wallet, sum(cancelled_amount) as cancelled,
        sum(cancelled_tax) as cancelled_tax, sum(cancelled_delivery_fee) as cancelled_fee
      from orders p where p.parent_id = r.id) p on true
    where r.parent_id is null and ((r.amount, r.discount, r.sales_tax, r.delivery_fee, r.total, r.paid_total,
      r.wallet_amount, r.cancelled_amount, r.cancelled_tax, r.cancelled_delivery_fee)
      is distinct from (p.amount, p.discount, p.tax, p.fee, p.total, p.paid, p.wallet, p.cancelled, p.cancelled_tax,
        p.cancelled_fee) or r.total < 0)`.execute(api.db);
  const { rows: credits } = await sql`select s.id from shops s
    left join ledger_accounts a on a.kind = 'shop' and a.shop_id = s.id
    left join ledger_accounts kept on kept.kind = 'shop_paid_out' and kept.shop_id = s.id
    left join (select shop_id, sum(credited_amount) as credited from orders group by 1) o on o.shop_id = s.id
    where coalesce(a.balance, 0) + coalesce(kept.balance, 0) <> coalesce(o.credited, 0)`.execute(api.db);
  const { rows: stock } = await sql`select p.id from products p left join (
      select l.product_id, sum(l.quantity) as sold from order_lines l join orders o on o.id = l.order_id
      where o.order_status not in ('order-cancelled', 'order-failed') group by 1) l on l.product_id = p.id
    where p.quantity <> ${stockAtFirst} - coalesce(l.sold, 0)`.execute(api.db);
  expect({ balances, entries, trees, credits, stock }).toEqual({
    balances: [],
    entries: [],
    trees: [],
    credits: [],
    stock: [],
  });
}
