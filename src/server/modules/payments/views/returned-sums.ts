import { sql } from 'kysely';

/**
 * What buyers got back by hand for orders: in cash, or from the bank account; beside what providers returned. Points leave a
 * payment as it is.
 */
const byHand = sql`(select r.order_id, sum(r.amount - r.wallet_amount - coalesce(asked.sum, 0)) as sum
  from refunds r left join lateral (select sum(p.amount) as sum from provider_refunds p
    where p.refund_id = r.id and not p.is_replaced) asked on true
  where r.method = 'payment' and r.status = 'approved' and r.deleted_at is null group by r.order_id)`;

/**
 * Joins `returned.sum` to `payment_attempts i`: all that went back of an attempt, whatever way it went. What was returned by
 * hand belongs to the attempts that were reported by hand, the first first (rules/payments: returned is returned any way).
 */
export const returnedJoin = sql`left join ${byHand} hand on hand.order_id = i.order_id and i.provider = 'manual' and i.captured > 0
  left join lateral (select coalesce(sum(e.captured), 0) as sum from payment_attempts e where e.order_id = i.order_id
    and e.provider = 'manual' and e.id < i.id) earlier on hand.sum > 0
  left join lateral (select sum(p.amount) as sum from provider_refunds p where p.attempt_id = i.id and p.state = 'by_hand'
    and not p.is_replaced) sent on i.provider <> 'manual'
  cross join lateral (select i.refunded + coalesce(sent.sum, 0)
    + greatest(0, least(i.captured, coalesce(hand.sum, 0) - coalesce(earlier.sum, 0))) as sum) returned`;
