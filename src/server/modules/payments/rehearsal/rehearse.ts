import { sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { placeSchema } from '@/contract/orders/schema';
import type { AttemptState } from '@/contract/payments/attempts';
import type { Breakdown, RehearsedAttempt } from '@/contract/payments/rehearsal';
import type { TaskKind } from '@/contract/payments/tasks';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';
import type { StandIn } from '@/server/integrations/stand-in';
import { placeOrder } from '@/server/modules/orders/checkout/place-order';

/** Commands of the stand-in (docs/payments.md); `wrong-sum` changes what the next buyer pays. */
export const breakdownCommands: Record<Breakdown, readonly Record<string, unknown>[]> = {
  silence: [{ do: 'trouble', kind: 'silent', chance: 1 }],
  'after-commit': [{ do: 'trouble', kind: 'fail-after', method: 'POST', times: 3 }],
  twice: [{ do: 'webhooks', mode: 'twice' }],
  hold: [{ do: 'webhooks', mode: 'hold' }],
  lose: [{ do: 'webhooks', mode: 'lose' }],
  'wrong-sum': [],
};

export const mending = ['calm', 'webhooks', 'release'].map((command) => ({ do: command }));

const shown = 8;

/** The latest attempts at the stand-in, each with what followed. */
export async function rehearsedAttempts(
  { db }: Pick<Ctx, 'db'>,
  { provider }: Pick<StandIn, 'provider'>,
): Promise<RehearsedAttempt[]> {
  const { rows } = await sql<RehearsedAttempt & { state: AttemptState; created_at: Date }>`
    select i.id, i.order_id, coalesce(o.short_number, o.tracking_number) as number, i.state, i.amount::float8 as amount, i.captured::float8 as captured,
      i.refunded::float8 as refunded, i.created_at, i.state = 'pending' and i.payment_id is not null as is_payable,
      coalesce((select json_agg(json_build_object('id', w.id, 'received_at', w.received_at, 'state', w.state) order by w.id)
        from provider_webhooks w where w.provider = i.provider and w.payment_id = i.payment_id), '[]') as webhooks,
      coalesce((select json_agg(json_build_object('id', t.id, 'kind', t.kind, 'state', t.state) order by t.id)
        from payment_tasks t where t.attempt_id = i.id), '[]') as tasks,
      (select count(*)::int from ledger_entries e where e.family = 'orders' and e.row_id = i.order_id) as entries
    from payment_attempts i join orders o on o.id = i.order_id
    where i.provider = ${provider} order by i.id desc limit ${shown}`.execute(db);
  return rows.map((row) => ({
    ...row,
    created_at: new Date(row.created_at).toISOString(),
    tasks: row.tasks.map((task) => ({ ...task, kind: task.kind satisfies TaskKind })),
  }));
}

/** What the acquirer has, and what the books say that it has; roubles. */
export async function comparedSums(
  { db }: Pick<Ctx, 'db'>,
  standIn: StandIn,
): Promise<{ taken: number; booked: number }> {
  const taken = standIn
    .movements()
    .reduce((sum, { kind, amount }) => sum + (kind === 'payment' ? amount : -amount), 0);
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(d.outgo - d.income), 0)::float8 as sum
    from ledger_days d join ledger_accounts a on a.id = d.account_id
    where a.kind = 'provider_clearing' and a.provider = ${standIn.provider}`.execute(db);
  return { taken: fromMinor(taken), booked: rows[0]?.sum ?? 0 };
}

/** An order of the demo's customer for the first thing that can be bought, to be paid online. Throws NOT_FOUND. */
export async function placeDemoOrder(ctx: UserCtx): Promise<void> {
  const { minimumOrderAmount, captureAt } = await settingsOptions(ctx);
  // The fast payment system holds no money.
  const payment_gateway = captureAt === 'payment' ? 'SBP' : 'ONLINE_CARD';
  // The shop refuses orders below its minimum.
  const least = Math.max(minimumOrderAmount ?? 0, 100);
  const [product, before] = await Promise.all([
    ctx.db
      .selectFrom('products')
      .select('id')
      .where('status', '=', 'publish')
      .where('product_type', '=', 'simple')
      .where('is_digital', '=', false)
      .where('quantity', '>', 0)
      .where((eb) => eb(eb.fn.coalesce('sale_price', 'price'), '>=', least))
      .where('deleted_at', 'is', null)
      .orderBy('price')
      .limit(1)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('orders as o')
      .innerJoin('users as u', 'u.id', 'o.customer_id')
      .select(['o.customer_id', 'o.customer_contact', 'o.shipping_address'])
      .where('u.email', '=', 'customer@demo.ru')
      .where('o.parent_id', 'is', null)
      .where('o.shipping_address', 'is not', null)
      .orderBy('o.id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  if (!product || !before) throw new AppError('NOT_FOUND');
  const order = placeSchema.cast({
    products: [{ product_id: product.id, order_quantity: 1 }],
    customer_id: before.customer_id,
    customer_contact: before.customer_contact,
    payment_gateway,
    billing_address: before.shipping_address,
    shipping_address: before.shipping_address,
  });
  await placeOrder(ctx, order);
}

/** The buyer pays an attempt at the stand-in: what is due, or ten roubles less. Throws NOT_FOUND. */
export async function payAttempt(
  { db }: Pick<Ctx, 'db'>,
  standIn: StandIn,
  id: number,
  isWrongSum: boolean,
): Promise<void> {
  const attempt = await db
    .selectFrom('payment_attempts')
    .select(['payment_id', 'amount'])
    .where('id', '=', id)
    .where('provider', '=', standIn.provider)
    .where('payment_id', 'is not', null)
    .executeTakeFirst();
  if (!attempt) throw new AppError('NOT_FOUND');
  const amount = toMinor(attempt.amount) - (isWrongSum ? 1000 : 0);
  const paid = await standIn.control({ do: 'pay', id: attempt.payment_id, amount });
  if (paid === undefined) throw new AppError('ACTION_NOT_VALID');
}
