import { regionOf } from '@/contract/accounts/addresses/region';
import type { PostalAddress } from '@/contract/accounts/addresses/schema';
import type { OrderDetails } from '@/contract/orders/wire';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import { wholeNumber } from '@/server/core/numbers';

/** An address on one line: street, zip and city, state, country. */
export function addressLine(address: Partial<PostalAddress> | null): string {
  if (!address) return '';
  const city = [address.zip, address.city].filter(Boolean).join(' ');
  return [address.street_address, city, regionOf(address), address.country].filter(Boolean).join(', ');
}

/** Pickup point or shipping address on one line. */
export function deliveryLine({
  delivery_point,
  shipping_address,
}: Pick<OrderDetails, 'delivery_point' | 'shipping_address'>): string {
  if (!delivery_point) return addressLine(shipping_address);
  return [delivery_point.name, delivery_point.address].filter(Boolean).join(', ');
}

/** Throws NOT_FOUND unless the named shop is that of the part, or has a part in the whole order. */
export async function assertShopInOrder(
  ctx: UserCtx,
  order: { id: number; parent_id: number | null; shop_id: number | null },
  shop: unknown,
): Promise<void> {
  if (shop === undefined || shop === null || shop === '') return;
  const shopId = wholeNumber(shop) ?? rejectValue('shop_id');
  if (order.shop_id === shopId) return;
  await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('parent_id', '=', order.id)
    .where('shop_id', '=', shopId)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}
