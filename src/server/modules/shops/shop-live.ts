import { staffScopes } from '@/contract/core/permissions';
import type { NotifyEvent } from '@/contract/messaging/notifications/kinds';
import type { Ctx } from '@/server/core/context';
import { toAdmins, toShop, toUser } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';

/**
 * Live event to administrators, the shop's staff and its owner: to the owner by name, because the audiences of an open
 * stream learn of a new shop later.
 */
export async function publishShop(ctx: Ctx, id: number): Promise<void> {
  const { owner_id } = await ctx.db
    .selectFrom('shops')
    .select('owner_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const people = staffScopes.flatMap((scope) => toShop(id, scope));
  const owner = owner_id === null ? [] : [toUser(owner_id)];
  await publish(ctx, [toAdmins('shops'), ...owner, ...people], 'decision', { family: 'shops', id });
}

/** A notification of the bell with a link to the shop. */
export const shopBell = ({ id }: { id: number }, event: NotifyEvent) =>
  ({ type: 'shop', event, tracker: id, shopId: id }) as const;
