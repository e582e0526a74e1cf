import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { StoredOrder } from './lock-order';
import { orderDetails } from './presenter';

/** Throws CONFLICT with the current order unless `version` is current. */
export async function assertFresh(ctx: Ctx, target: StoredOrder, version: number | undefined): Promise<void> {
  if (version === undefined || version === target.version) return;
  throw new AppError('CONFLICT', { current: await orderDetails(ctx, target.id) });
}
