import type * as yup from 'yup';
import { decideRefundSchema } from '@/contract/refunds/schema';
import { type RefundMethod, refundMoves } from '@/contract/refunds/states';
import type { Ctx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { validate } from '@/server/core/validate';
import type { CountedWith } from '@/server/modules/settings/approvals/moved-alone';
import { defineGuarded, holdsInTeam } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { describeRefund } from './describe-refund';
import { type LockedRefund, lockRefund } from './lock-refund';
import { applyDecision, assertMove, type Decision } from './refund-moves';
import { restockAll } from './return-goods';
import { requestedMethod, type Settlement } from './settle-refund';

type Input = yup.InferType<typeof decideRefundSchema>;

interface RefundContent extends JsonRecord {
  id: number;
  /** As the schema read it. */
  decision: JsonRecord;
}

/** A refund of money that a second person confirms. */
const refund = defineGuarded<RefundContent>({
  kind: 'refund',
  family: 'refunds',
  right: 'refunds:decide',
  // Whoever takes goods back completes the refund that was agreed.
  mayPrepare: (ctx) => holdsInTeam(ctx, 'refunds:write'),
  describe: describeRefund,
  async run(ctx, { id, decision }) {
    const changed = async (): Promise<JsonRecord> => ({ id });
    await decideRefund(ctx, String(id), decision, changed);
    return { id };
  },
});

/**
 * `PUT refunds/{id}`, for administrators. Approval moves all money at once or nothing, and only once under concurrent
 * requests (rules/refunds: a decision is final and settles everything). Throws NOT_FOUND, ALREADY_REFUNDED,
 * ACTION_NOT_VALID for a transition that does not exist, CONFLICT with `current` for a stale version.
 */
export async function decideRefund(
  ctx: Ctx,
  key: string,
  body: JsonRecord,
  current: () => Promise<JsonRecord>,
): Promise<void> {
  const input = await validate(decideRefundSchema, body);
  const locked = await lockRefund(ctx, key);
  assertMove(locked, input.status);
  if (input.version !== undefined && input.version !== locked.row.version) {
    throw new AppError('CONFLICT', { current: await current() });
  }
  assertExplained(locked, input);
  if (input.status === 'approved') {
    const { version: _seen, ...decision } = input;
    await requireSecondPersonForRefund(ctx, locked, decision);
  }
  if (input.lines) await acceptSome(ctx, locked, input.lines);
  await applyDecision(ctx, locked, decisionOf(locked, input));
}

function decisionOf(locked: LockedRefund, { status, decision_note: note, method, restock }: Input): Decision {
  if (status === 'pending') throw new AppError('ACTION_NOT_VALID');
  return status === 'approved'
    ? { to: status, note, settlement: settleByAdmin(locked, { method, restock }) }
    : { to: status, note, method };
}

/** An administrator's word: by the method that was asked for unless they choose one, and with all goods if they are here. */
export const settleByAdmin = (
  locked: LockedRefund,
  { method = requestedMethod(locked.row), restock }: { method?: RefundMethod | undefined; restock: boolean },
): Settlement => ({ by: 'admin', method, inspection: restock ? restockAll(locked) : undefined });

/** A refund from the sum of the settings up needs a second person. */
export async function requireSecondPersonForRefund(
  ctx: Ctx,
  locked: LockedRefund,
  decision: JsonRecord,
): Promise<void> {
  const { id, version, amount: sum } = locked.row;
  const content = { id, decision };
  await requireSecondPerson(ctx, refund, { id, version, content, sum, countedWith: piecesOf(ctx, locked) });
}

/** Refunds by one person, of an order and of a buyer count together (rules/settings: pieces count together). */
export const piecesOf = ({ user }: Ctx, { row, order }: LockedRefund): CountedWith => ({
  ...(user && { giver: user.id }),
  order: order.root.id,
  customer: row.customer_id,
});

/** An administrator who decides between a customer and a shop, or grants less than requested, says why. */
function assertExplained({ row, subject }: LockedRefund, { status, decision_note, lines }: Input): void {
  const isFinal = refundMoves[status].length === 0;
  const isArbitrated = isFinal && row.escalated_at !== null && subject.kind !== 'cancellation';
  if (!(isArbitrated || lines) || decision_note) return;
  rejectField('decision_note', 'error-refund-note-required');
}

/** Leaves only the accepted pieces in a refund of goods; the others may be requested again. */
async function acceptSome(
  ctx: Ctx,
  locked: LockedRefund,
  accepted: readonly { id: number | null; quantity: number }[],
): Promise<void> {
  const { row, subject, lines, shops } = locked;
  const quantities = new Map(accepted.map(({ id, quantity }) => [id, quantity]));
  const isKnown = accepted.every(({ id, quantity }) =>
    lines.some((l) => l.id === id && quantity <= l.quantity),
  );
  if (subject.kind !== 'goods' || !isKnown || quantities.size === 0) {
    rejectField('lines', 'error-refund-quantity');
  }
  for (const line of lines) {
    const quantity = quantities.get(line.id);
    const one = ctx.db.updateTable('refund_lines').where('id', '=', line.id);
    if (quantity === undefined) await ctx.db.deleteFrom('refund_lines').where('id', '=', line.id).execute();
    else if (quantity < line.quantity) await one.set({ quantity }).execute();
    if (quantity !== undefined) line.quantity = quantity;
  }
  locked.lines = lines.filter(({ id }) => quantities.has(id));
  const left = new Set(locked.lines.map(({ shop_id }) => shop_id));
  locked.shops = shops.filter(({ shop_id }) => left.has(shop_id));
  await ctx.db
    .deleteFrom('refund_shops')
    .where('refund_id', '=', row.id)
    .where('shop_id', 'not in', [...left])
    .execute();
}
