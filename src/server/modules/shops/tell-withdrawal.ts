import type { BusinessEvent, Consumer } from '@/server/core/events/event';
import type { JobCtx } from '@/server/core/jobs/job';
import { withdrawDecided } from '@/server/modules/messaging/emails';
import { notify, shopPeopleIds } from '@/server/modules/messaging/notify';
import { send } from '@/server/modules/messaging/outbox';

/** Tells people of a shop what the ledger, which knows no shops, has decided. */
export const shopPeople: Consumer = { name: 'shop-people', on: { 'withdrawal-decided': tellWithdrawal } };

/** A letter and a bell for the decision as it was made: the request may have moved on. */
async function tellWithdrawal(
  ctx: JobCtx,
  { record: number, data: { status, note, by } }: BusinessEvent<'withdrawal-decided'>,
): Promise<void> {
  const { amount, shopId, slug, shop, name, email } = await ctx.db
    .selectFrom('withdraws')
    .innerJoin('shops', 'shops.id', 'withdraws.shop_id')
    .innerJoin('users', 'users.id', 'shops.owner_id')
    .select(['withdraws.amount', 'shops.id as shopId', 'shops.slug', 'shops.name as shop'])
    .select(['users.name', 'users.email'])
    .where('withdraws.id', '=', number)
    .executeTakeFirstOrThrow();
  const link = `${ctx.publicUrl}/admin/${encodeURIComponent(slug)}/withdraws/${number}`;
  const text = withdrawDecided({ name, shop, status, link, number, amount, note });
  await send(ctx, { channel: 'mail', to: email, ...text });
  const receivers = await shopPeopleIds(ctx, shopId);
  const event = status === 'pending' ? 'new' : status;
  await notify(ctx, { receivers, from: by, type: 'withdraw', event, tracker: number, shopId });
}
