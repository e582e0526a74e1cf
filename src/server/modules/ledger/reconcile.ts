import { type RawBuilder, sql } from 'kysely';
import { accountKinds, accountRules } from '@/contract/ledger/accounts';
import {
  type ReconcileCheck,
  type ReconcileProblem,
  type Reconciliation,
  reconcileChecks,
} from '@/contract/ledger/schema';
import type { Ctx } from '@/server/core/context';
import { receiptChecks } from './receipt-checks';

/** Reported problems per check; more are usually the same fault. */
const maxOfEach = 100;

/**
 * `GET ledger/reconcile`: compares balances with their lines, and orders, refunds, withdrawals, wallets and receipts
 * with the ledger (rules/ledger: the books can be checked at any time). One statement per check, hence one snapshot. Reads whole
 * tables: ten seconds with a million orders.
 */
export async function reconcile(ctx: Pick<Ctx, 'db' | 'now'>): Promise<Reconciliation> {
  const problems: ReconcileProblem[] = [];
  for (const check of [...reconcileChecks].sort()) problems.push(...(await problemsOf(ctx, check)));
  return { at: ctx.now.toISOString(), is_sound: problems.length === 0, problems };
}

/** Only the equation of payouts, for their nightly comparison. */
export const reconcilePayouts = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<ReconcileProblem[]> =>
  problemsOf(ctx, 'payouts');

/** Only the equations of receipts, for their nightly comparison. */
export async function reconcileReceipts(ctx: Pick<Ctx, 'db' | 'now'>): Promise<ReconcileProblem[]> {
  const names = reconcileChecks.filter((check) => check.startsWith('receipts-'));
  const problems: ReconcileProblem[] = [];
  for (const check of names) problems.push(...(await problemsOf(ctx, check)));
  return problems;
}

/** MATERIALIZED keeps the planner from expecting many mismatches, so tables are scanned in order. */
async function problemsOf(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  check: ReconcileCheck,
): Promise<ReconcileProblem[]> {
  const compared = { ...checks, ...receiptChecks(now) }[check];
  const { rows } = await sql<ReconcileProblem>`with problem as materialized (
      select subject, coalesce(expected, 0)::numeric as expected, coalesce(found, 0)::numeric as found
      from (${compared}) compared where coalesce(expected, 0) <> coalesce(found, 0))
    select ${check}::text as "check", subject, expected, found
    from (select * from problem limit ${maxOfEach}) reported order by subject`.execute(db);
  return rows;
}

const account = sql`concat_ws(' ', a.kind, coalesce(a.shop_id, a.user_id))`;

/** Condition on `o`: a completed part whose shop took the money itself (`keptKind`). */
const isKept = sql`o.parent_id is not null and o.credited_at is not null
  and case when o.cash_held_by is null then o.at_till else o.cash_held_by = 'shop' end
  and o.payment_gateway in ('CASH', 'CASH_ON_DELIVERY', 'CARD')`;

/** Accounts whose balance is stored; those of the marketplace are sums, compared by day. */
const isStored = sql`a.kind = any(${accountKinds.filter((kind) => accountRules[kind].isStored)}::text[])`;

/**
 * By line of an entry about a payout: what left money on hold was approved, what went to transit and not on is on its way,
 * what the bank gave was debited, and what the balance of the shop has again was returned.
 */
const placesOfPayouts = sql`select 'approved' as place, 1 as sign where a.kind = 'shop_on_hold'
  union all select 'on the way', -1 where a.kind = 'payout_in_transit'
  union all select 'debited', -1 where a.kind in ('bank', 'suspense')
  union all select 'returned', -1 where a.kind = 'shop'`;

/** Selects of `subject`, `expected` and `found`; rows that differ are problems. */
const checks: Record<Exclude<ReconcileCheck, `receipts-${string}`>, RawBuilder<unknown>> = {
  'account-sum': sql`select ${account} as subject, sums.amount as expected, a.balance as found from ledger_accounts a
    left join (select account_id, sum(amount) as amount from ledger_lines group by account_id) sums
      on sums.account_id = a.id where ${isStored}`,
  'account-last-line': sql`select ${account} as subject, last.balance as expected, a.balance as found
    from ledger_accounts a left join lateral (select balance from ledger_lines l where l.account_id = a.id
      order by l.id desc limit 1) last on true where ${isStored}`,
  'entry-balanced': sql`select 'entry ' || entry_id as subject, 0 as expected, sum(amount) as found
    from ledger_lines group by entry_id having sum(amount) <> 0`,
  'day-sums': sql`select ${account} || ' ' || coalesce(lines.day, kept.day) as subject, lines.amount as expected,
      kept.amount as found
    from (select account_id, day, sum(amount) as amount, count(*) as lines from ledger_lines group by 1, 2) lines
    full join (select account_id, day, sum(income - outgo) as amount from ledger_days group by 1, 2) kept
      on kept.account_id = lines.account_id and kept.day = lines.day
    join ledger_accounts a on a.id = coalesce(lines.account_id, kept.account_id)`,
  // An entry may name the whole order or the part, so both are compared by order and shop.
  'order-credit': sql`select 'order ' || coalesce(due.order_id, entered.order_id) || ' shop ' ||
      coalesce(due.shop_id, entered.shop_id) as subject, due.amount as expected, entered.amount as found
    from (select parent_id as order_id, shop_id, sum(credited_amount) as amount from orders
      where parent_id is not null and credited_amount is not null group by 1, 2) due
    full join (select coalesce(o.parent_id, o.id) as order_id, a.shop_id, sum(l.amount) as amount
      from ledger_entries e join ledger_lines l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id and a.kind = 'shop' join orders o on o.id = e.row_id
      where e.family = 'orders' and e.kind not in ('cash-kept', 'card-kept', 'dispute') group by 1, 2) entered
      on entered.order_id = due.order_id and entered.shop_id = due.shop_id`,
  'order-uncredited': sql`select 'order ' || id as subject, 1 as expected, 0 as found from orders
    where parent_id is not null and order_status = 'order-completed' and credited_at is null`,
  // Money that a part brought in on handover: a shop keeps what its people took, and is never credited for it.
  'order-cash': sql`select 'order ' || o.id as subject, moved.kept as found,
      case when o.completed_by = 'shop' or (${isKept}) then moved.taken end as expected
    from orders o join (select e.row_id, -sum(l.amount) filter (where e.kind = 'order'
          and a.kind in ('provider_clearing', 'cash_desk', 'shop_cash')) as taken,
        sum(l.amount) filter (where a.kind = 'shop_paid_out') as kept
      from ledger_entries e join ledger_lines l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id and a.kind in ('provider_clearing', 'cash_desk', 'shop_cash', 'shop_paid_out')
      where e.family = 'orders' group by 1) moved on moved.row_id = o.id
    where o.parent_id is not null`,
  'refund-debit': sql`select 'refund ' || coalesce(due.refund_id, entered.refund_id) || ' shop ' ||
      coalesce(due.shop_id, entered.shop_id) as subject, -due.amount as expected, entered.amount as found
    from (select rl.refund_id, rl.shop_id, sum(rl.vendor_amount) as amount from refund_lines rl
      join refunds r on r.id = rl.refund_id and r.status = 'approved' group by 1, 2
      union all select r.id, part.shop_id, r.amount from refunds r join orders part on part.id = r.part_id
      where r.kind = 'goodwill' and r.status = 'approved') due
    full join (select e.row_id as refund_id, a.shop_id, sum(l.amount) as amount
      from ledger_entries e join ledger_lines l on l.entry_id = e.id
      join ledger_accounts a on a.id = l.account_id and a.kind = 'shop'
      where e.family = 'refunds' and e.kind in ('refund', 'goodwill') group by 1, 2) entered
      on entered.refund_id = due.refund_id and entered.shop_id = due.shop_id`,
  'withdrawals-held': withdrawals(
    'shop_on_hold',
    sql`select shop_id, amount from withdraws where status not in ('approved', 'rejected') and deleted_at is null`,
  ),
  'withdrawals-paid': withdrawals(
    'shop_paid_out',
    // A shop has been paid by withdrawals, and by what it took from customers itself and did not give back.
    sql`select shop_id, amount from withdraws where status = 'approved' and payout_state <> 'returned' union all
      select o.shop_id, o.total - o.wallet_amount from orders o where ${isKept} union all
      select o.shop_id, rl.wallet_amount - rl.amount from refunds r join refund_lines rl on rl.refund_id = r.id
        join orders o on o.parent_id = r.order_id and o.shop_id = rl.shop_id
        where r.status = 'approved' and r.method = 'payment' and r.origin <> 'cancellation' and ${isKept} union all
      select o.shop_id, r.wallet_amount - r.amount from refunds r join orders o on o.id = r.part_id
        where r.kind <> 'goods' and r.status = 'approved' and r.method = 'payment' and ${isKept} union all
      select o.shop_id, r.surcharge from refunds r join orders o on o.id = r.part_id where r.surcharge > 0 union all
      select (c.change ->> 'cash_shop_id')::bigint, c.total - c.total_before from order_changes c
        where c.change ->> 'cash_shop_id' is not null`,
  ),
  // Approved = on the way + debited + returned, for each shop and each of the three.
  payouts: sql`select 'shop ' || shop_id || ' ' || place as subject, sum(due) as expected, sum(moved) as found
    from (select shop_id, case payout_state when 'confirmed' then 'on the way' else payout_state end as place,
        amount as due, 0 as moved from withdraws where status = 'approved'
      union all select shop_id, 'approved', amount, 0 from withdraws where status = 'approved'
      union all select w.shop_id, place, 0, -l.amount * sign from ledger_entries e
        join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
        join withdraws w on w.id = e.row_id
        cross join lateral (${placesOfPayouts}) found (place, sign)
        where e.family = 'withdraws' and e.kind in ('withdrawal-paid', 'payout-returned')) moved
    group by shop_id, place`,
  'points-issued': sql`select 'points' as subject, (select sum(balance) from ledger_accounts where kind = 'wallet')
      as expected, -sum(d.income - d.outgo) as found
    from ledger_days d join ledger_accounts a on a.id = d.account_id and a.kind = 'points'`,
  // No order gives more than was paid for it.
  prepayments: sql`select 'order ' || order_id as subject, greatest(sum(amount), 0) as expected, sum(amount) as found
    from (select coalesce(o.parent_id, o.id, r.order_id) as order_id, l.amount
      from ledger_lines l join ledger_accounts a on a.id = l.account_id and a.kind = 'buyer_prepayment'
      join ledger_entries e on e.id = l.entry_id
      left join orders o on e.family = 'orders' and o.id = e.row_id
      left join refunds r on e.family = 'refunds' and r.id = e.row_id) moved group by order_id`,
  // What a shop took is set off at once.
  drawers: sql`select ${account} as subject, 0 as expected, sum(d.income - d.outgo) as found
    from ledger_days d join ledger_accounts a on a.id = d.account_id and a.kind = 'shop_cash' group by 1`,
  // Money on its way to a buyer is with a provider, or waits for a person after its refusal.
  'refunds-under-way': sql`select 'refund ' || coalesce(due.refund_id, moved.refund_id) as subject,
      due.amount as expected, moved.amount as found
    from (select refund_id, sum(amount) as amount from provider_refunds where refund_id is not null
      and (state in ('new', 'pending', 'unknown') or state = 'canceled' and not is_replaced) group by 1) due
    full join (select e.row_id as refund_id, sum(l.amount) as amount from ledger_lines l
      join ledger_accounts a on a.id = l.account_id and a.kind = 'refund_in_progress'
      join ledger_entries e on e.id = l.entry_id group by 1) moved on moved.refund_id = due.refund_id`,
  // No payment gives back more than was captured, and each refund that a provider made stands in the books.
  'provider-refunds': sql`select 'payment ' || i.id as subject,
      least(coalesce(sum(r.amount) filter (where r.state = 'succeeded'), 0), i.captured) as expected,
      i.refunded as found
    from payment_attempts i left join provider_refunds r on r.attempt_id = i.id
    where i.provider <> 'manual' group by i.id`,
};

/** Balance of a shop account against the rows of `shop_id` and `amount` that it should hold. */
function withdrawals(kind: 'shop_on_hold' | 'shop_paid_out', rows: RawBuilder<unknown>) {
  return sql`select ${kind} || ' ' || coalesce(due.shop_id, a.shop_id) as subject, due.amount as expected,
      a.balance as found
    from (select shop_id, sum(amount) as amount from (${rows}) w group by shop_id) due
    full join (select shop_id, balance from ledger_accounts where kind = ${kind}) a on a.shop_id = due.shop_id`;
}
