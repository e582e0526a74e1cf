import { sql } from 'kysely';
import { dayAfter } from '@/server/core/business-time';
import { actor, ctxAt, type SeedCtx, seededId } from '@/server/demo/context';
import type { Book } from '@/server/demo/ledger/ledger-book';
import { moscowDay, startOfMoscowDay } from '@/server/integrations/moscow-day';
import { succeedRefund } from '@/server/modules/payments/refunds/end-refund';
import { lockProviderRefund } from '@/server/modules/payments/refunds/lock-refund';
import { decideRefund } from '@/server/modules/refunds/decide-refund';
import { requestRefund } from '@/server/modules/refunds/request-refund';
import { acquirerPaymentId, failedDay } from '../ledger/acquirer-files';

const hour = 3600_000;
/** After the handover. */
const [askedAfter, returnedAfter] = [2 * hour, 5 * hour];

/**
 * A piece of an order that was paid at the acquirer is given back, and its money goes back the way it came, on a day whose
 * registry and settlement the demo has; nothing when it has no such order. Run while the ledger is being written, because money
 * moves at that moment.
 */
export async function seedAcquirerRefund(seed: SeedCtx, book: Book): Promise<void> {
  const order = await boughtOnline(seed);
  if (!order) return;
  const { id: orderId, done, customer_id, name, email, line_id } = order;
  const customer = actor({ id: customer_id, name, email, permissions: ['customer'] });
  const adminId = seededId(seed.people, 'admin');
  const admin = actor({ id: adminId, name: 'Администратор', email: '', permissions: ['super_admin'] });
  const ctx = ctxAt(seed.db, new Date(done.getTime() + returnedAfter), admin);
  await book(ctx.now);
  const id = await requestRefund(ctxAt(seed.db, new Date(done.getTime() + askedAfter), customer), {
    order_id: orderId,
    lines: [{ order_line_id: line_id, quantity: 1 }],
    title: 'Не подошло',
    description: 'Одну штуку вернул в пункте выдачи, чек у меня.',
    images: [],
    refund_reason_id: null,
  });
  const body = { status: 'approved', decision_note: 'Товар приняли, деньги вернули.', method: 'payment' };
  await decideRefund(ctx, String(id), body, async () => ({}));
  const asked = await seed.db
    .updateTable('provider_refunds')
    .set({ state: 'unknown', sent_at: ctx.now, reads: 1 })
    .where('refund_id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow();
  await succeedRefund(ctx, await lockProviderRefund(ctx, asked.id), acquirerPaymentId(orderId, 9));
}

interface Bought {
  id: number;
  customer_id: number;
  name: string;
  email: string;
  line_id: number;
  done: Date;
}

/** The last one of several pieces, handed over so early that the money went back on a day that was settled. */
async function boughtOnline({ db, now }: SeedCtx): Promise<Bought | undefined> {
  const daysAgo = (days: number) =>
    new Date(startOfMoscowDay(dayAfter(moscowDay(now), 0 - days)).getTime() - returnedAfter);
  const { rows } = await sql<Bought>`
    select o.id, o.customer_id, u.name, u.email, l.id as line_id, done.at as done
    from orders o join users u on u.id = o.customer_id
      join payment_attempts i on i.order_id = o.id and i.provider = 'yookassa' and i.state = 'paid'
      join lateral (select max(completed_at) as at from orders p where p.parent_id = o.id) done on true
      join lateral (select id from order_lines where parent_id = o.id order by position limit 1) l on true
    where o.parent_id is null and o.order_status = 'order-completed' and o.wallet_amount = 0
      and done.at < ${daysAgo(1)} and not (done.at >= ${daysAgo(failedDay)} and done.at < ${daysAgo(failedDay - 1)})
      and not exists (select from orders p where p.parent_id = o.id and p.order_status <> 'order-completed')
      and (select sum(quantity) from order_lines where parent_id = o.id) > 1
    order by done.at desc, o.id limit 1`.execute(db);
  return rows[0];
}
