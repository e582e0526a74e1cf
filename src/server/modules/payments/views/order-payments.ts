import { type Selectable, sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { cashTotal } from '@/contract/orders/money';
import type { OrderPayments, PaymentChargeback, PaymentReturn } from '@/contract/payments/views';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { parseId } from '@/server/core/numbers';
import { orderPolicy } from '@/server/modules/orders/policy';
import { partsOfChargeback } from '../chargebacks/open-chargeback';
import { isPayable, readWhole } from '../pay-links/payable';
import { presentAttempt, seesAnswers } from './present-attempt';

type Order = Pick<Selectable<DB['orders']>, 'id' | 'parent_id' | 'shop_id' | 'total' | 'wallet_amount'>;

/**
 * `GET orders/{id}/payments`: attempts to pay and what went back. A shop sees the chain of its own part, in its own sums.
 * Throws NOT_FOUND.
 */
export async function orderPayments(ctx: UserCtx, key: string): Promise<OrderPayments> {
  const id = parseId(key);
  const own = orderPolicy(ctx, 'read');
  await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(own !== undefined, (query) => query.where((eb) => own?.(eb) ?? eb.lit(true)))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return loadChain(ctx, id);
}

/** The chain of an order or part that the caller may see. */
export async function loadChain(ctx: Ctx, orderId: number): Promise<OrderPayments> {
  const order = await ctx.db
    .selectFrom('orders')
    .select(['id', 'parent_id', 'shop_id', 'total', 'wallet_amount'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const whole = await readWhole(ctx, order.parent_id ?? order.id);
  const isPart = order.parent_id !== null && whole.parts.length > 1;
  const attempts = await attemptsOf(ctx, order, isPart);
  const returns = await returnsOf(ctx, order, isPart);
  const chargebacks = await chargebacksOf(ctx, order, isPart);
  const paid = attempts.reduce((sum, { captured }) => sum + toMinor(captured), 0);
  const gone = [
    ...returns.filter(({ state }) => state === 'returned'),
    ...chargebacks.filter(({ state }) => state === 'lost'),
  ];
  const returned = gone.reduce((sum, { amount }) => sum + toMinor(amount), 0);
  return {
    is_part: isPart,
    is_payable: !isPart && isPayable(whole),
    attempts,
    returns,
    chargebacks,
    paid: fromMinor(paid),
    returned: fromMinor(returned),
    left: fromMinor(paid - returned),
  };
}

async function attemptsOf(ctx: Ctx, order: Order, isPart: boolean) {
  const rows = await ctx.db
    .selectFrom('payment_attempts as i')
    .leftJoin('order_changes as c', 'c.id', 'i.change_id')
    .selectAll('i')
    .select('c.order_id as changed_id')
    .where('i.order_id', '=', order.parent_id ?? order.id)
    .orderBy('i.id')
    .execute();
  const isFinance = seesAnswers(ctx);
  return rows
    .filter(({ changed_id }) => !isPart || changed_id === null || changed_id === order.id)
    .map((row) => {
      const share = isPart && row.changed_id === null ? cashTotal(order) : undefined;
      return presentAttempt(row, { isFinance, now: ctx.now, share });
    });
}

/** Chargebacks of the buyer's bank; of a part what they hold of it. */
async function chargebacksOf({ db }: Ctx, order: Order, isPart: boolean): Promise<PaymentChargeback[]> {
  const rows = await db
    .selectFrom('chargebacks')
    .select(['id', 'state', 'amount', 'shares', 'created_at', 'decided_at'])
    .where('order_id', '=', order.parent_id ?? order.id)
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => {
    const own = partsOfChargeback(row).filter(({ partId }) => partId === order.id);
    const held = own.reduce((sum, { prepayment, share, own: ours }) => sum + prepayment + share + ours, 0);
    const amount = isPart ? fromMinor(held) : row.amount;
    const at = (row.decided_at ?? row.created_at).toISOString();
    return amount <= 0 ? [] : [{ id: row.id, state: row.state as PaymentChargeback['state'], amount, at }];
  });
}

interface StoredReturn {
  id: number;
  status: string;
  whole: number;
  part_id: number | null;
  /** Of the shop's lines. */
  own: number | null;
  created_at: Date;
  decided_at: Date | null;
  /** What providers made of it: states of their refunds; null for one that no provider is asked for. */
  states: string[] | null;
  ended_at: Date | null;
}

/**
 * Refunds in money, the way it came; those to points leave the payment as it is. Money that a provider returns is gone when
 * the provider says so.
 */
async function returnsOf(ctx: Ctx, order: Order, isPart: boolean): Promise<PaymentReturn[]> {
  const { rows } = await sql<StoredReturn>`
    select r.id, r.status, r.amount - r.wallet_amount as whole, r.part_id, r.created_at, r.decided_at, asked.states,
      asked.ended_at, (select sum(l.amount - l.wallet_amount) from refund_lines l
        where l.refund_id = r.id and l.shop_id = ${order.shop_id ?? 0}) as own
    from refunds r left join lateral (select array_agg(state) as states, max(ended_at) as ended_at
      from provider_refunds where refund_id = r.id and not is_replaced) asked on true
    where r.order_id = ${order.parent_id ?? order.id} and r.method = 'payment' and r.status <> 'rejected'
      and r.deleted_at is null
    order by r.id`.execute(ctx.db);
  return rows.flatMap((row) => {
    const isOwn = !isPart || row.part_id === order.id;
    const amount = toMinor((isOwn ? row.whole : row.own) ?? 0);
    if (amount <= 0) return [];
    const at = row.ended_at ?? row.decided_at ?? row.created_at;
    return [{ id: row.id, state: stateOf(row), amount: fromMinor(amount), at: at.toISOString() }];
  });
}

function stateOf({ status, states }: StoredReturn): PaymentReturn['state'] {
  if (status !== 'approved') return 'waiting';
  if (states === null || states.every((one) => one === 'succeeded' || one === 'by_hand')) return 'returned';
  return states.includes('canceled') ? 'failed' : 'pending';
}
