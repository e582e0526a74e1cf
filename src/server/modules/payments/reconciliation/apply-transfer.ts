import type { Selectable } from 'kysely';
import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import { shownNumber } from '@/contract/orders/number';
import type { BankLine } from '@/contract/payments/reconciliation';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { settlementFound } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { type LockedOrder, lockRoot } from '@/server/modules/orders/lock-order';
import { receiveMoney } from '@/server/modules/orders/payments/receive-payment';
import { defineGuarded } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { openPaymentTask } from '../tasks/open-task';
import { getBankLine } from './list-lines';

type Line = Selectable<DB['bank_lines']>;

interface Transfer extends JsonRecord {
  id: number;
}

const transfer = defineGuarded<Transfer>({
  kind: 'transfer',
  family: 'bank-lines',
  right: 'finance:decide',
  async describe(ctx, { id }) {
    const row = await ctx.db
      .selectFrom('bank_lines as l')
      .innerJoin('orders as o', 'o.id', 'l.order_id')
      .select(['l.amount', 'l.party', 'l.purpose', 'o.short_number', 'o.tracking_number'])
      .where('l.id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      title: `№\u00a0${shownNumber(row)}, ${row.party}`,
      facts: [
        { key: 'amount', kind: 'money', after: row.amount },
        { key: 'reason', kind: 'text', after: row.purpose },
      ],
    };
  },
  run: (ctx, { id }) => applyTransfer(ctx, id),
});

/**
 * `POST reconciliation/lines/{id}/apply`: a transfer that was found to be a buyer's pays the order that it names, once.
 * It leaves suspense as a payment that nobody's protocol took; what the order does not need by now is a question for a
 * person, like any other money. Throws NOT_FOUND, ACTION_NOT_VALID for another line or one that is applied.
 */
export async function applyTransfer(ctx: UserCtx, id: number): Promise<BankLine> {
  const { order_id } = await ctx.db
    .selectFrom('bank_lines')
    .select('order_id')
    .where('id', '=', id)
    .where('is_posted', '=', true)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  if (order_id === null) throw new AppError('ACTION_NOT_VALID');
  const order = await lockRoot(ctx, order_id);
  const line = await ctx.db
    .selectFrom('bank_lines')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (line.match !== 'buyer' || line.intent_id !== null) throw new AppError('ACTION_NOT_VALID');
  await requireSecondPerson(ctx, transfer, { id, content: { id }, sum: line.amount });
  await pay(ctx, order, line);
  return getBankLine(ctx, id);
}

async function pay(ctx: Ctx, order: LockedOrder, { id, amount: roubles, day }: Line): Promise<void> {
  const amount = toMinor(roubles);
  const { root } = order;
  const attempt = await ctx.db
    .insertInto('payment_intents')
    .values({
      order_id: root.id,
      payment_gateway: root.payment_gateway,
      provider: 'manual',
      state: 'paid',
      payment_id: `bank-${id}`,
      amount: toDecimal(amount),
      is_open: false,
      captured: fromMinor(amount),
      captured_at: new Date(`${day}T00:00:00Z`),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await ctx.db.updateTable('bank_lines').set({ intent_id: attempt.id }).where('id', '=', id).execute();
  // What the buyer's payment takes from nobody's provider, the transfer has given it.
  await postEntries(ctx, settlementFound(id, 'manual', amount));
  const outcome = await receiveMoney(ctx, order, attempt, amount);
  if (outcome !== 'paid' && outcome !== 'change')
    await openPaymentTask(ctx, { kind: outcome, orderId: root.id, intentId: attempt.id, amount });
}
