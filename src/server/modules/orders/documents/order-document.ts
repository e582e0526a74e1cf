import type { PostalAddress } from '@/contract/accounts/addresses/schema';
import type { OrderDetails } from '@/contract/orders/wire';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import { isId, wholeNumber } from '@/server/core/numbers';
import { readableOrders } from '../policy';
import { isOrderNumber } from '../search/order-search';

/** The order or part of a document, by id or number. Throws NOT_FOUND unless the user may read it. */
export async function findDocumentOrder(ctx: Ctx, key: string) {
  if (!isId(key)) throw new AppError('NOT_FOUND');
  const own = readableOrders(ctx, 'read');
  const query = ctx.db
    .selectFrom('orders')
    .select(['id', 'parent_id', 'shop_id', 'tracking_number'])
    .where('deleted_at', 'is', null)
    .where((eb) => (isOrderNumber(key) ? eb('tracking_number', '=', key) : eb('id', '=', Number(key))));
  const row = await (own ? query.where((eb) => own(eb)) : query).executeTakeFirstOrThrow(
    () => new AppError('NOT_FOUND'),
  );
  return row;
}

/** An address on one line: street, zip and city, state, country. */
export function addressLine(address: Partial<PostalAddress> | null): string {
  if (!address) return '';
  const city = [address.zip, address.city].filter(Boolean).join(' ');
  return [address.street_address, city, address.state, address.country].filter(Boolean).join(', ');
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
