import { fromMinor, toDecimal } from '@/contract/core/money';
import { type RefundMethod, type RefundState, refundMoves } from '@/contract/refunds/states';
import { audit, changesBetween } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { AppError, rejectField } from '@/server/core/errors';
import { emit } from '@/server/core/events/event';
import { type Move, runMove } from '@/server/core/moves/move';
import { recordEvent } from '@/server/modules/orders/lock-order';
import { coveredParts, takeBackCommission } from './count-returned';
import { notifyRefundDecided } from './emails';
import { type LockedRefund, refundState } from './lock-refund';
import { methodOf, type RefundPoints, requestedMethod, type Settlement, settleRefund } from './settle-refund';

/** A move of a refund, with what only it says. */
export type Decision =
  | { to: 'approved'; settlement: Settlement; note?: string | null | undefined }
  /** The shops agree; the money waits for the goods. */
  | { to: 'agreed' }
  | {
      to: 'processing' | 'rejected';
      method?: RefundMethod | undefined;
      note?: string | null | undefined;
    };

interface Deciding extends LockedRefund {
  decision: Decision;
  /** In which the row is afterwards. */
  status: RefundState;
  method: RefundMethod;
  note: string | null;
  /** Given by the settlement. */
  points: RefundPoints | null;
}

/** The moves of a refund. The caller has locked it and checked that it may get there (`assertMove`). */
const moves: Record<Decision['to'], Move<Deciding>> = {
  processing: { guards: [assertWallet], effects: [storeDecision, recordDecision, notifyBuyer] },
  agreed: { guards: [assertWallet], effects: [storeDecision, recordDecision, notifyBuyer] },
  approved: {
    guards: [assertWallet],
    effects: [settle, storeDecision, takeCommissionBack, recordDecision, emitDecided, notifyBuyer],
  },
  rejected: { guards: [assertWallet], effects: [storeDecision, recordDecision, emitDecided, notifyBuyer] },
};

/** Moves a locked refund, with money, order, history and e-mails. */
export async function applyDecision(ctx: Ctx, locked: LockedRefund, decision: Decision): Promise<void> {
  await runMove(ctx, moves[decision.to], {
    ...locked,
    decision,
    status: decision.to === 'agreed' ? 'processing' : decision.to,
    method: decidedMethod(locked, decision),
    note: 'note' in decision ? (decision.note ?? null) : null,
    points: null,
  });
}

/** Throws ALREADY_REFUNDED or ACTION_NOT_VALID. */
export function assertMove({ row }: LockedRefund, to: RefundState): void {
  const from = refundState(row);
  if (from === 'approved') throw new AppError('ALREADY_REFUNDED');
  if (!refundMoves[from].includes(to)) throw new AppError('ACTION_NOT_VALID');
}

function decidedMethod(locked: LockedRefund, decision: Decision): RefundMethod {
  if (decision.to === 'approved') return methodOf(locked, decision.settlement);
  return ('method' in decision && decision.method) || requestedMethod(locked.row);
}

/** A guest has no wallet. */
function assertWallet(_ctx: Ctx, { row, method }: Deciding): void {
  if (method === 'wallet' && row.customer_id === null) rejectField('method', 'error-refund-wallet');
}

async function settle(ctx: Ctx, deciding: Deciding): Promise<void> {
  const { decision } = deciding;
  if (decision.to === 'approved') deciding.points = await settleRefund(ctx, deciding, decision.settlement);
}

const isFinal = ({ status }: Deciding): boolean => refundMoves[status].length === 0;

const decidedColumns = ({ status, method, note }: Deciding) => ({
  status,
  method,
  decision_note: note || null,
});

async function storeDecision(ctx: Ctx, deciding: Deciding): Promise<void> {
  const { row, points, decision } = deciding;
  await updateRow(ctx, 'refunds', row.id, {
    ...decidedColumns(deciding),
    ...(points && {
      wallet_points: toDecimal(points.returned),
      credited_points: toDecimal(points.credited),
    }),
    ...(decision.to === 'agreed' && { agreed_at: ctx.now }),
    ...(isFinal(deciding) && { decided_by: ctx.user?.id ?? null, decided_at: ctx.now }),
  });
}

async function takeCommissionBack(ctx: Ctx, { row }: Deciding): Promise<void> {
  await takeBackCommission(ctx.db, row.id);
}

/** In the history of the order and of the refund. */
async function recordDecision(ctx: Ctx, deciding: Deciding): Promise<void> {
  const { row, decision, note } = deciding;
  for (const part of coveredParts(deciding))
    await recordEvent(ctx, part, { kind: 'refund', from: row.status, to: decision.to, note });
  const changes = changesBetween({ ...row }, decidedColumns(deciding));
  await audit(ctx, { family: 'refunds', id: row.id, action: 'decide', changes });
}

/** The module `payments` asks the acquirers then. */
async function emitDecided(ctx: Ctx, { row, status }: Deciding): Promise<void> {
  await emit(ctx, 'refund-decided', {
    record: row.id,
    version: row.version + 1,
    data: { orderId: row.order_id, status },
  });
}

async function notifyBuyer(ctx: Ctx, deciding: Deciding): Promise<void> {
  const { row, order, decision, points } = deciding;
  const isAgreed = decision.to === 'agreed';
  const sum = points ? fromMinor(points.returned + points.credited) : 0;
  await notifyRefundDecided(ctx, order, { ...row, ...decidedColumns(deciding), isAgreed }, sum);
}
