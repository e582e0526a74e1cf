import { endedStatuses } from '@/contract/orders/status';
import { AppError } from '@/server/core/errors';
import { cancelParts } from '@/server/modules/orders/cancel-order';
import { withdrawChange } from '@/server/modules/orders/edits/end-change';
import { type LockedOrder, lockRoot, type StoredPart } from '@/server/modules/orders/lock-order';
import { endUndos } from '@/server/modules/orders/shipping/undos';
import type { TaskHandler } from '../open-tasks/task-row';
import { decideCapture } from './decide-capture';

/** What a person decides about held money, or about a part on its way whose money is gone. Throws ACTION_NOT_VALID. */
export const answerHold: TaskHandler = async (ctx, { order_id }, { answer, note }) => {
  const order = await lockRoot(ctx, order_id);
  if (answer === 'capture' && !(await decideCapture(ctx, order))) throw new AppError('ACTION_NOT_VALID');
  if (answer !== 'cancel') return;
  const live = cancellable(order);
  if (live.length === 0) throw new AppError('ACTION_NOT_VALID');
  await endUndos(ctx, order);
  await withdrawChange(ctx, order);
  await cancelParts(ctx, order, live, note);
};

/** Parts that cancelling the order cancels; none once a part is with the buyer. */
export function cancellable({ parts }: LockedOrder): StoredPart[] {
  const live = parts.filter(({ order_status }) => !endedStatuses.includes(order_status));
  return live.some(({ order_status }) => order_status === 'order-completed') ? [] : live;
}
