import type { Ctx } from '../context';
import type { Letter } from './letters';
import type { StoredOrder, StoredPart } from './order-lock';
import { send } from './outbox';

/** Puts a letter for the customer of an order into the outbox; one who left no address gets none. */
export async function tellCustomer(
  ctx: Ctx,
  root: Pick<StoredOrder, 'customer_email'>,
  letter: Letter,
): Promise<void> {
  if (root.customer_email) await send(ctx, { channel: 'mail', to: root.customer_email, ...letter });
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

/** A letter for the owner of each part's shop, but not for who does it. */
export async function tellShops(
  ctx: Ctx,
  parts: readonly StoredPart[],
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
    await send(ctx, { channel: 'mail', to: shop.email, ...letterOf(reader, part) });
  }
}
