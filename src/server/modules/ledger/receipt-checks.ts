import { type RawBuilder, sql } from 'kysely';
import type { ReconcileCheck } from '@/contract/ledger/schema';
import { movements, needsReceipt } from './movements';

/**
 * Receipts that count, each with its sign: a correction stands for the receipt that it replaces, or takes back a wrong one and
 * says it anew. Excluded ones count like those that are issued (rules/receipts: receipts agree with the ledger).
 */
const counted = sql`(select coalesce(origin.kind, r.kind) as kind, r.order_id, r.lines, r.amount, r.prepaid, r.amount - r.prepaid as paid,
    coalesce(origin.entry_id, r.entry_id) as entry_id, coalesce(origin.paid_entry_id, r.paid_entry_id) as paid_entry_id,
    case when r.is_return = coalesce(origin.is_return, r.is_return) then 1 else -1 end as sign
  from receipts r left join receipts origin on origin.id = r.corrects_id where r.state <> 'replaced' and r.is_counted)`;

/** Sums by line of an order, in roubles: what was prepaid for it, handed over and returned. Null: for no line. */
const lineSums = sql`(select c.order_id, l."orderLineId" as line_id,
    sum(c.sign * l.sum) filter (where kind = 'prepayment') / 100 as prepaid,
    sum(c.sign * l.sum) filter (where kind = 'settlement' and c.prepaid > 0) / 100 as settled,
    sum(c.sign * l.sum) filter (where kind = 'settlement') / 100 as given,
    sum(c.sign * l.sum) filter (where kind = 'return') / 100 as returned
  from ${counted} c, jsonb_to_recordset(c.lines) as l ("orderLineId" bigint, sum numeric) group by 1, 2)`;

type ReceiptCheck = Extract<ReconcileCheck, `receipts-${string}`>;

/** Selects of `subject`, `expected` and `found` like the other checks. */
export const receiptChecks = (now: Date): Record<ReceiptCheck, RawBuilder<unknown>> => ({
  // Each entry that needs a receipt has one, of the same money.
  'receipts-money': sql`select 'entry ' || m.entry_id as subject, m.amount as expected, said.amount as found
    from (${movements(needsReceipt(now))}) m
    left join (select entry_id, sum(amount) as amount from (
        select entry_id, sign * amount as amount from ${counted} c
        union all select paid_entry_id, sign * paid from ${counted} c where paid_entry_id is not null) each
      group by 1) said on said.entry_id = m.entry_id`,
  // No order sets off more than was prepaid for it and not returned.
  'receipts-settled': sql`select 'order ' || order_id as subject, least(used, prepaid) as expected, used as found
    from (select order_id, coalesce(sum(sign * amount) filter (where kind = 'prepayment'), 0) as prepaid,
        sum(sign * case when kind = 'return' and lines -> 0 ->> 'mode' <> 'full_payment' then amount
          when kind = 'settlement' then prepaid else 0 end) as used
      from ${counted} c group by order_id) sums`,
  // No line sets off more than was prepaid for it, or in advance for the whole order.
  'receipts-lines': sql`select 'line ' || own.line_id as subject, own.settled as found,
      least(own.settled, coalesce(own.prepaid, 0) + coalesce(rest.prepaid, 0)) as expected
    from ${lineSums} own left join ${lineSums} rest on rest.order_id = own.order_id and rest.line_id is null
    where own.line_id is not null and own.settled is not null`,
  // Neither an order nor a line of it gives back more than was issued.
  'receipts-returned': sql`select 'order ' || order_id as subject, least(returned, issued) as expected, returned as found
    from (select order_id, sum(sign * amount) filter (where kind = 'return') as returned,
        coalesce(sum(sign * case kind when 'prepayment' then amount when 'settlement' then paid end), 0) as issued
      from ${counted} c group by order_id) sums where returned is not null
    union all select 'line ' || own.line_id, least(own.returned, coalesce(greatest(own.given, own.prepaid), 0) + coalesce(rest.prepaid, 0)),
      own.returned
    from ${lineSums} own left join ${lineSums} rest on rest.order_id = own.order_id and rest.line_id is null
    where own.line_id is not null and own.returned is not null`,
  // What a shop took while its own register was on is the register's, and nothing else is (some moments around switching it
  // are left out: what moved then may have been written before the switch was).
  'receipts-register': sql`select 'entry ' || m.entry_id as subject, m.amount as expected,
      case when exists (select from receipts r where (r.entry_id = m.entry_id or r.paid_entry_id = m.entry_id)
        and r.shop_id = m.shop_id and r.state <> 'excluded') then m.amount end as found
    from (${movements(needsReceipt(now))}) m
    join shop_register_periods p on p.shop_id = m.shop_id and m.place = 'shop_cash' and m.at >= p.from_at + interval '1 minute'
      and (p.until_at is null or m.at < p.until_at - interval '1 minute')
    union all select 'receipt ' || r.id, 0, r.amount from receipts r where r.shop_id is not null and r.kind <> 'correction'
      and not exists (select from shop_register_periods p where p.shop_id = r.shop_id
        and r.at >= p.from_at - interval '1 minute' and (p.until_at is null or r.at < p.until_at + interval '1 minute'))`,
});
