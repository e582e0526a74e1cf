import type { BusinessEvent, Consumer } from '@/server/core/events/event';
import type { JobCtx } from '@/server/core/jobs/job';
import { type WithdrawStanding, withdrawDecided } from '@/server/modules/messaging/emails';
import { notify, shopPeopleIds } from '@/server/modules/messaging/notify';
import { send } from '@/server/modules/messaging/outbox';

/** A letter and a bell for the decision as it was made: the request may have moved on. */
const notifyWithdrawal = (
  ctx: JobCtx,
  { record, data: { status, note, by } }: BusinessEvent<'withdrawal-decided'>,
): Promise<void> => tell(ctx, record, { standing: status, note, by });

/** The money left the bank, or the shop has it again. A word that was taken back is the marketplace's own matter. */
async function tellPayout(
  ctx: JobCtx,
  { record, data: { state, by } }: BusinessEvent<'payout-moved'>,
): Promise<void> {
  if (state !== 'confirmed') await tell(ctx, record, { standing: state, note: null, by });
}

async function tell(
  ctx: JobCtx,
  number: number,
  { standing, note, by }: { standing: WithdrawStanding; note: string | null; by: number | null },
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
  const text = withdrawDecided({ name, shop, standing, link, number, amount, note });
  await send(ctx, { channel: 'mail', to: email, ...text });
  const receivers = await shopPeopleIds(ctx, shopId);
  const event = standing === 'pending' ? 'new' : standing;
  await notify(ctx, {
    receivers,
    ...(by !== null && { from: by }),
    type: 'withdraw',
    event,
    tracker: number,
    shopId,
  });
}

/** Tells people of a shop what the ledger, which knows no shops, has decided. */
export const shopPeople: Consumer = {
  name: 'shop-people',
  on: { 'withdrawal-decided': notifyWithdrawal, 'payout-moved': tellPayout },
};
