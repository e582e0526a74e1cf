import type { Selectable } from 'kysely';
import type { CorrectedReceipt, correctReceiptSchema } from '@/contract/receipts/correction';
import type { ReceiptLine } from '@/contract/receipts/receipt';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { readPathId } from '@/server/core/numbers';
import type { Input } from '@/server/core/validate';
import { lockRoot } from '@/server/modules/orders/lock-order';
import { defineGuarded } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { wakeQueue } from '../wake-queue';

type CorrectionInput = Input<typeof correctReceiptSchema>;
type Receipt = Selectable<DB['receipts']>;

interface CorrectionContent extends JsonRecord {
  id: number;
  input: CorrectionInput;
}

/** From the sum of refunds up, a second person confirms it. */
const guarded = defineGuarded<CorrectionContent>({
  kind: 'receipt',
  family: 'receipts',
  right: 'finance:decide',
  async describe(ctx, { id, input }) {
    const { amount, tracking_number } = await ctx.db
      .selectFrom('receipts')
      .innerJoin('orders', 'orders.id', 'receipts.order_id')
      .select(['receipts.amount', 'orders.tracking_number'])
      .where('receipts.id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      title: `№\u00a0${tracking_number}`,
      facts: [
        { key: 'amount', kind: 'money', after: amount },
        { key: 'reason', kind: 'text', after: input.reason },
      ],
    };
  },
  run: (ctx, { id, input }) => correctReceipt(ctx, String(id), input),
});

/**
 * `POST receipts/{id}/correct` (rules/receipts: a correction says the same sum anew). Throws NOT_FOUND, ACTION_NOT_VALID for
 * a receipt that is excluded, replaced, or may be registered at this moment, and VALIDATION_FAILED for a registered one that
 * would not change.
 */
export async function correctReceipt(
  ctx: UserCtx,
  key: string,
  input: CorrectionInput,
): Promise<CorrectedReceipt> {
  const id = readPathId(key);
  const { order_id } = await ctx.db
    .selectFrom('receipts')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  await lockRoot(ctx, order_id);
  const receipt = await ctx.db
    .selectFrom('receipts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await assertCurrent(ctx, receipt);
  const corrected = correctedOf(receipt, input);
  const content = { id, input };
  await requireSecondPerson(ctx, guarded, { id, content, sum: receipt.amount });
  const isDone = receipt.state === 'done';
  const reversal = isDone ? await insertCorrection(ctx, receipt, input.reason, { isReversal: true }) : null;
  if (!isDone) await replace(ctx, receipt);
  const correction = await insertCorrection(ctx, { ...receipt, ...corrected }, input.reason);
  const changes = {
    receipt: [id, correction] as [unknown, unknown],
    note: [null, input.reason] as [unknown, unknown],
  };
  await audit(ctx, { family: 'orders', id: order_id, action: 'receipt-correction', changes });
  await wakeQueue(ctx);
  return { id: correction, reversal_id: reversal };
}

/** Only the latest of a chain is corrected, and nothing while its register may be registering it. */
async function assertCurrent(ctx: Ctx, { id, corrects_id, state, error_code }: Receipt): Promise<void> {
  const isOpen = state === 'waiting' || (state === 'blocked' && error_code !== 'mismatch');
  if (state !== 'done' && !isOpen) throw new AppError('ACTION_NOT_VALID');
  const origin = corrects_id ?? id;
  const chain = await ctx.db
    .selectFrom('receipts')
    .select(['id', 'is_return'])
    .where((eb) => eb.or([eb('id', '=', origin), eb('corrects_id', '=', origin)]))
    .orderBy('id')
    .execute();
  const [first] = chain;
  if (chain.findLast(({ is_return }) => is_return === first?.is_return)?.id !== id)
    throw new AppError('ACTION_NOT_VALID');
}

/** What is said anew. */
function correctedOf(receipt: Receipt, { lines: asked, paid }: CorrectionInput) {
  const old = receipt.lines as unknown as ReceiptLine[];
  if (asked && asked.length !== old.length) throw invalid('lines', 'error-wrong-value');
  const lines = old.map((line, index): ReceiptLine => {
    const { name, vat } = asked?.[index] ?? {};
    return { ...line, name: name || line.name, vat: vat ?? line.vat };
  });
  const money = receipt.cash + receipt.cashless;
  const isMoved = paid === 'cash' ? receipt.cashless > 0 : paid === 'cashless' && receipt.cash > 0;
  const isSame = !isMoved && JSON.stringify(lines) === JSON.stringify(old);
  if (receipt.state === 'done' && isSame) throw invalid('lines', 'error-nothing-corrected');
  return {
    lines: JSON.stringify(lines),
    cash: isMoved ? (paid === 'cash' ? money : 0) : receipt.cash,
    cashless: isMoved ? (paid === 'cash' ? 0 : money) : receipt.cashless,
  };
}

const invalid = (field: string, text: string) =>
  new AppError('VALIDATION_FAILED', { fields: { [field]: [text] } });

async function replace(ctx: Ctx, { id }: Receipt): Promise<void> {
  await ctx.db
    .updateTable('receipts')
    .set({ state: 'replaced', next_ask_at: null, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

type Corrected = Omit<Receipt, 'lines'> & { lines: unknown };

async function insertCorrection(
  ctx: UserCtx,
  receipt: Corrected,
  reason: string,
  { isReversal = false } = {},
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('receipts')
    .values({
      kind: 'correction',
      corrects_id: receipt.corrects_id ?? receipt.id,
      order_id: receipt.order_id,
      part_id: receipt.part_id,
      refund_id: receipt.refund_id,
      intent_id: receipt.intent_id,
      shop_id: receipt.shop_id,
      is_return: receipt.is_return !== isReversal,
      at: receipt.at,
      amount: receipt.amount,
      cash: receipt.cash,
      cashless: receipt.cashless,
      prepaid: receipt.prepaid,
      lines: typeof receipt.lines === 'string' ? receipt.lines : JSON.stringify(receipt.lines),
      customer_email: receipt.customer_email,
      customer_phone: receipt.customer_phone,
      state: 'waiting',
      next_ask_at: ctx.now,
      reason,
      created_by: ctx.user.id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
