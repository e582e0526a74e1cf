import type { Selectable } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { share } from '@/contract/orders/money';
import {
  type CorrectedReceipt,
  type correctReceiptSchema,
  madeByHand,
  type madeReceiptSchema,
} from '@/contract/receipts/correction';
import type { ReceiptLine } from '@/contract/receipts/receipt';
import type { ReceiptFailure } from '@/contract/receipts/registers';
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
import { cutToSum, documentsOf } from '../receipt-lines';
import { wakeQueue } from '../wake-queue';

type CorrectionInput = Input<typeof correctReceiptSchema>;
type MadeInput = Input<typeof madeReceiptSchema>;
type Receipt = Selectable<DB['receipts']>;

interface CorrectionAsked extends JsonRecord {
  id: number;
  input: CorrectionInput;
}

/** The numbers of a correction that was made by hand. */
interface MadeByHand extends JsonRecord {
  id: number;
  made: MadeInput;
}

type CorrectionContent = CorrectionAsked | MadeByHand;

const isMadeByHand = (content: CorrectionContent): content is MadeByHand => 'made' in content;

/** From the sum of refunds up, a second person confirms a correction; always what was made by hand. */
const guarded = defineGuarded<CorrectionContent>({
  kind: 'receipt',
  family: 'receipts',
  right: 'finance:decide',
  async describe(ctx, content) {
    const { id } = content;
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
        {
          key: 'reason',
          kind: 'text',
          after: isMadeByHand(content) ? madeText(content.made) : content.input.reason,
        },
      ],
    };
  },
  run: (ctx, content) =>
    isMadeByHand(content)
      ? noteMade(ctx, String(content.id), content.made)
      : correctReceipt(ctx, String(content.id), content.input),
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
  const receipt = await lockReceipt(ctx, id);
  const { order_id } = receipt;
  await assertCurrent(ctx, receipt);
  if (isMismatch(receipt) && (input.registered_amount ?? null) === null)
    throw invalid('registered_amount', 'error-registered-sum');
  const corrected = correctedOf(receipt, input);
  const content = { id, input };
  await requireSecondPerson(ctx, guarded, { id, content, sum: receipt.amount });
  const reversal = await takeBack(ctx, receipt, input);
  const correction = await insertCorrection(ctx, { ...receipt, ...corrected }, input.reason);
  const changes = {
    receipt: [id, correction] as [unknown, unknown],
    note: [null, input.reason] as [unknown, unknown],
  };
  await audit(ctx, { family: 'orders', id: order_id, action: 'receipt-correction', changes });
  await wakeQueue(ctx);
  return { id: correction, reversal_id: reversal };
}

/**
 * `POST receipts/{id}/made`: what a register does not take from us, such as corrections at YooKassa, was made in its cabinet,
 * with these numbers; a second person confirms them whatever the sum (rules/receipts: what a register refuses is made by
 * hand). Throws NOT_FOUND, ACTION_NOT_VALID for a receipt that waits for something else, VALIDATION_FAILED for numbers of
 * another receipt or of a day to come.
 */
export async function noteMade(ctx: UserCtx, key: string, input: MadeInput): Promise<{ id: number }> {
  const receipt = await lockReceipt(ctx, readPathId(key));
  const { id, state, error_code, order_id } = receipt;
  if (state !== 'blocked' || !madeByHand.includes(error_code as ReceiptFailure))
    throw new AppError('ACTION_NOT_VALID');
  const { drive_number, document_number, sign } = input;
  const registered = new Date(input.registered_at);
  if (registered > ctx.now) throw invalid('registered_at', 'error-date-future');
  const known = await ctx.db
    .selectFrom('receipts')
    .select('id')
    .where('drive_number', '=', drive_number)
    .where('document_number', '=', document_number)
    .executeTakeFirst();
  if (known) throw invalid('document_number', 'error-document-used');
  await requireSecondPerson(ctx, guarded, { id, content: { id, made: input } });
  const proof = { drive_number, document_number, sign, registered_at: registered };
  await ctx.db
    .updateTable('receipts')
    .set({ ...proof, state: 'done', error_code: null, error_text: null, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
  const changes = { receipt: [id, madeText(input)] as [unknown, unknown] };
  await audit(ctx, { family: 'orders', id: order_id, action: 'receipt-made', changes });
  await wakeQueue(ctx);
  return { id };
}

const madeText = ({ drive_number, document_number, sign }: MadeInput) =>
  `${drive_number}, ${document_number}, ${sign}`;

/** With its order, like everything that writes receipts. Throws NOT_FOUND. */
async function lockReceipt(ctx: Ctx, id: number): Promise<Receipt> {
  const { order_id } = await ctx.db
    .selectFrom('receipts')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  await lockRoot(ctx, order_id);
  return ctx.db.selectFrom('receipts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** Only the latest of a chain is corrected, and nothing while its register may be registering it. */
async function assertCurrent(ctx: Ctx, { id, corrects_id, state }: Receipt): Promise<void> {
  if (!['done', 'waiting', 'blocked'].includes(state)) throw new AppError('ACTION_NOT_VALID');
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

/**
 * The document that takes back what the register has: the receipt itself, or another sum under its id, which is in no sum
 * of ours. None for a receipt that was never registered.
 */
async function takeBack(ctx: UserCtx, receipt: Receipt, input: CorrectionInput): Promise<number | null> {
  if (receipt.state === 'done') return insertCorrection(ctx, receipt, input.reason, { isReversal: true });
  await replace(ctx, receipt);
  const sum = isMismatch(receipt) ? toMinor(input.registered_amount ?? 0) : 0;
  if (sum === 0) return null;
  const ours = [receipt.cash, receipt.cashless, receipt.prepaid].map(toMinor);
  const [cash = 0, cashless = 0, prepaid = 0] = share(sum, ours);
  const lines = cutToSum(receipt.lines as unknown as ReceiptLine[], sum);
  let first: number | null = null;
  // A piece that is cut into two may be one line too many.
  for (const { amount, paid, ...part } of documentsOf(lines, { cash, cashless, prepaid })) {
    const registered = {
      ...receipt,
      amount: fromMinor(amount),
      cash: fromMinor(paid.cash),
      cashless: fromMinor(paid.cashless),
      prepaid: fromMinor(paid.prepaid),
      lines: JSON.stringify(part.lines),
    };
    const id = await insertCorrection(ctx, registered, input.reason, { isReversal: true, isCounted: false });
    first ??= id;
  }
  return first;
}

const isMismatch = ({ state, error_code }: Pick<Receipt, 'state' | 'error_code'>) =>
  state === 'blocked' && error_code === ('mismatch' satisfies ReceiptFailure);

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
  { isReversal = false, isCounted = true } = {},
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('receipts')
    .values({
      kind: 'correction',
      corrects_id: receipt.corrects_id ?? receipt.id,
      order_id: receipt.order_id,
      part_id: receipt.part_id,
      refund_id: receipt.refund_id,
      attempt_id: receipt.attempt_id,
      shop_id: receipt.shop_id,
      is_return: receipt.is_return !== isReversal,
      is_counted: isCounted,
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
