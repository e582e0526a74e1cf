import { type RawBuilder, sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import { defaultSettings } from '@/contract/settings';
import type { Ctx } from '@/server/core/context';

/**
 * An entry of the ledger that a receipt documents: money that arrived (`taken`), goods that were handed over for it
 * (`given`), or money that went back (`returned`). Amount in kopecks.
 */
export interface Movement {
  entryId: number;
  what: 'taken' | 'given' | 'returned';
  amount: number;
  /** Order, part or refund. */
  rowId: number;
  /** The buyer's bank has taken the money back: `rowId` is the order. */
  isChargeback: boolean;
  at: Date;
  requestId: string;
  /** Where the money came from or went to, as an account of the ledger; null for goods. */
  place: string | null;
  /** The shop in whose drawer that is. */
  shopId: number | null;
}

/** Chargebacks of buyers' banks that were granted: their entries take the money that was held for them. */
const isGranted = sql`(e.kind = 'dispute' and e.family = 'orders' and exists (select from ledger_lines t
  join ledger_accounts p on p.id = t.account_id where t.entry_id = e.id and p.kind = 'provider_clearing'))`;

/** Movements among entries `e` on a condition, as rows; amounts in roubles. */
export const movements = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select * from (
    select e.id as entry_id, e.family, e.row_id, e.at, e.request_id,
      e.kind = 'dispute' as is_chargeback,
      case when e.family = 'refunds' or e.kind = 'dispute' then 'returned'
        when bool_or(a.kind = 'buyer_prepayment' and l.amount < 0) then 'given' else 'taken' end as what,
      -sum(l.amount) filter (where l.amount < 0 and case when e.kind = 'dispute' then a.kind = 'dispute'
        when e.family = 'refunds' then a.kind = 'refund_in_progress'
        else a.kind in ('provider_clearing', 'cash_desk', 'shop_cash', 'buyer_prepayment') end) as amount,
      max(a.kind) filter (where a.kind in ('provider_clearing', 'cash_desk', 'shop_cash', 'bank', 'suspense', 'points_worth')
        and (l.amount > 0) = (e.family = 'refunds' or e.kind = 'dispute')) as place,
      max(a.shop_id) filter (where a.kind = 'shop_cash') as shop_id
    from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
    where (e.family = 'orders' and e.kind = 'order' or e.family = 'refunds' or ${isGranted}) and ${condition}
    group by e.id
  ) moved where amount is not null`;

/** Receipts are written some moments after the money moved. */
const settlingMs = 10 * 60_000;

/** Condition on entries `e`: receipts are issued for their day, and should have been written. */
export const needsReceipt = (
  now: Date,
): RawBuilder<unknown> => sql`e.at < ${new Date(now.getTime() - settlingMs)}
  and e.at >= (select (nullif(options ->> 'receiptsFrom', '')::date)::timestamp at time zone business_time_zone() from settings
    where coalesce(options ->> 'currency', ${defaultSettings.currency}) in ('RUB', ${defaultSettings.currency}) limit 1)`;

/** Entries of a whole order, its parts and its refunds, each by its record: a condition with `or` reads all of the ledger. */
const entriesOf = (orderId: number) => sql`
  select r.id from ledger_entries r join (select id from orders where id = ${orderId} union all
    select id from orders where parent_id = ${orderId}) o on r.family = 'orders' and r.row_id = o.id
  union all select r.id from ledger_entries r join refunds f on r.family = 'refunds' and r.row_id = f.id
    where f.order_id = ${orderId}`;

/** Movements of a whole order that no receipt documents yet, in their order. */
export async function listUndocumented(ctx: Ctx, orderId: number): Promise<Movement[]> {
  const { rows } = await sql<{
    entry_id: number;
    what: Movement['what'];
    is_chargeback: boolean;
    amount: number;
    row_id: number;
    at: Date;
    request_id: string;
    place: string | null;
    shop_id: number | null;
  }>`${movements(sql`e.id = any(array(${entriesOf(orderId)}))
      and not exists (select from receipts where entry_id = e.id)
      and not exists (select from receipts where paid_entry_id = e.id)`)} order by entry_id`.execute(ctx.db);
  return rows.map((row) => ({
    entryId: row.entry_id,
    what: row.what,
    isChargeback: row.is_chargeback,
    amount: toMinor(row.amount),
    rowId: row.row_id,
    at: row.at,
    requestId: row.request_id,
    place: row.what === 'given' ? null : row.place,
    shopId: row.shop_id,
  }));
}

/** Accounts that a movement changes. */
const movedKinds = sql`('provider_clearing', 'cash_desk', 'shop_cash', 'buyer_prepayment', 'refund_in_progress', 'dispute')`;

/** Movements from a moment on that should have a receipt and have none, with `order_id`, the whole order. */
export const undocumentedSince = (now: Date, since: Date): RawBuilder<unknown> => sql`
  select m.*, coalesce(o.parent_id, o.id, f.order_id) as order_id
  from (${movements(sql`e.id in (select l.entry_id from ledger_lines l join ledger_accounts moved on moved.id = l.account_id
        where moved.kind in ${movedKinds} and l.amount < 0
          and l.day >= (${since}::timestamptz at time zone business_time_zone())::date)
      and e.at >= ${since} and ${needsReceipt(now)}
      and not exists (select from receipts where entry_id = e.id)
      and not exists (select from receipts where paid_entry_id = e.id)`)}) m
  left join orders o on m.family = 'orders' and o.id = m.row_id
  left join refunds f on m.family = 'refunds' and f.id = m.row_id`;
