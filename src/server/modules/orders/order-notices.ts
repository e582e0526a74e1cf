import type { Receiver } from '@/contract/settings/event-names';
import type { Ctx } from '@/server/core/context';
import type { Letter } from '@/server/modules/messaging/emails';
import { type EventOf, eventOn, tell } from '@/server/modules/messaging/event-switches';
import { adminIds } from '@/server/modules/messaging/notify';
import { adminGist } from './emails';
import type { StoredOrder, StoredPart } from './lock-order';

/** Which switch of the settings a letter about an order goes by (reference rules §3.34: moves and cancellations are one). */
export type OrderEvent = EventOf<'sms', Receiver>;

/**
 * Tells the customer of an order, by letter where an address was left, and the administration, each by what is switched on
 * for them.
 */
export async function notifyCustomer(
  ctx: Ctx,
  root: Pick<StoredOrder, 'id' | 'customer_email' | 'customer_contact'>,
  event: OrderEvent,
  letter: Letter,
): Promise<void> {
  const { customer_email: email, customer_contact: phone } = root;
  await tell(ctx, ['customer', event], { email, phone }, letter);
  await notifyAdmins(ctx, event, letter, `orders/${root.id}`);
}

/** Tells administrators the gist of what others were told, with the page of the panel that it is about. */
export async function notifyAdmins(ctx: Ctx, event: OrderEvent, letter: Letter, page: string): Promise<void> {
  const isOn = (await eventOn(ctx, 'mail', 'admin', event)) || (await eventOn(ctx, 'sms', 'admin', event));
  const gist = letter.subject;
  if (!isOn || !gist) return;
  const ids = (await adminIds(ctx)).filter((id) => id !== ctx.user?.id);
  if (ids.length === 0) return;
  const people = await ctx.db
    .selectFrom('users')
    .select(['name', 'email', 'contact'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  for (const { name, email, contact: phone } of people) {
    const link = `${ctx.publicUrl}/admin/${page}`;
    const own = adminGist({ name, gist, link, template: letter.template });
    await tell(ctx, ['admin', event], { email, phone }, own);
  }
}

/** Whom a letter to a shop speaks to, and of what. */
export interface ShopReader {
  name: string;
  shop: string;
  /** The part's number. */
  number: string;
  /** Opens the part in the panel. */
  link: string;
}

/** Tells the owner of each part's shop, but not who does it. */
export async function notifyShops(
  ctx: Ctx,
  parts: readonly StoredPart[],
  event: OrderEvent,
  letterOf: (reader: ShopReader, part: StoredPart) => Letter,
): Promise<void> {
  if (parts.length === 0) return;
  const shops = await ctx.db
    .selectFrom('shops')
    .innerJoin('users', 'users.id', 'shops.owner_id')
    .select([
      'shops.id',
      'shops.slug',
      'shops.name as shop',
      'users.id as owner_id',
      'users.name',
      'users.email',
      'users.contact',
    ])
    .where(
      'shops.id',
      'in',
      parts.map(({ shop_id }) => shop_id),
    )
    .execute();
  for (const part of parts) {
    const shop = shops.find(({ id }) => id === part.shop_id);
    if (!shop || shop.owner_id === ctx.user?.id) continue;
    const link = `${ctx.publicUrl}/admin/${encodeURIComponent(shop.slug)}/orders/${part.id}`;
    const reader = { name: shop.name, shop: shop.shop, number: part.tracking_number, link };
    const { email, contact: phone } = shop;
    await tell(ctx, ['vendor', event], { email, phone }, letterOf(reader, part));
  }
}
