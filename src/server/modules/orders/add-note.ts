import type { orderNoteSchema } from '@/contract/orders/schema';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import type { Input } from '@/server/core/validate';
import { lockOrder, recordEvent } from './lock-order';
import { orderDetails } from './presenter';

/**
 * `POST orders/{id}/notes`: adds a note for the people who work on the order or part. Throws NOT_FOUND,
 * VALIDATION_FAILED.
 */
export async function addNote(
  ctx: UserCtx,
  key: string,
  { note }: Input<typeof orderNoteSchema>,
): Promise<JsonRecord> {
  const { target } = await lockOrder(ctx, key);
  await recordEvent(ctx, target, { kind: 'note', note });
  return { ...(await orderDetails(ctx, target.id)) };
}
