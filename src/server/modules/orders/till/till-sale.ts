import { toMinor } from '@/contract/core/money';
import { shownNumber } from '@/contract/orders/number';
import { endedStatuses, type OrderStatus, type PaymentStatus, paidStatuses } from '@/contract/orders/status';
import { type TillSale, tillGateways } from '@/contract/orders/till';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { readPathId } from '@/server/core/numbers';
import { vatParts } from './till-quote';
import { type TillShop, tillShop } from './till-shop';

/**
 * `GET till/{shop}/sales/{id}`: a sale of this till; the screen polls a waiting one until it is paid. Throws NOT_FOUND.
 */
export async function readTillSale(ctx: UserCtx, slug: string, id: string): Promise<TillSale> {
  const shop = await tillShop(ctx, slug);
  return tillSale(ctx, shop, readPathId(id));
}

/** A till sale by the id of the shop's part. Throws NOT_FOUND. */
export async function tillSale(ctx: Ctx, shop: TillShop, id: number): Promise<TillSale> {
  const row = await ctx.db
    .selectFrom('orders')
    .leftJoin('users', 'users.id', 'orders.placed_by')
    .leftJoin('payment_attempts as attempt', (join) =>
      join.onRef('attempt.order_id', '=', 'orders.parent_id').on('attempt.is_open', '=', true),
    )
    .select([
      'orders.id',
      'orders.tracking_number',
      'orders.short_number',
      'orders.created_at',
      'orders.amount',
      'orders.discount',
      'orders.sales_tax',
      'orders.total',
      'orders.payment_gateway',
      'orders.order_status',
      'orders.payment_status',
      'users.name as cashier',
      'attempt.redirect_url',
    ])
    .where('orders.id', '=', id)
    .where('orders.shop_id', '=', shop.id)
    .where('orders.at_till', '=', true)
    .where('orders.deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const lines = await ctx.db
    .selectFrom('order_lines')
    .select(['name', 'variation', 'quantity', 'unit_price', 'subtotal', 'total', 'vat_rate', 'supplier'])
    .where('order_id', '=', id)
    .orderBy('position')
    .execute();
  const supplier = (lines[0]?.supplier ?? null) as { inn?: string; name?: string } | null;
  return {
    id: row.id,
    number: shownNumber(row),
    at: row.created_at.toISOString(),
    status: statusOf(row),
    payment_gateway: tillGateways.find((one) => one === row.payment_gateway) ?? 'CASH',
    payment_url: row.redirect_url,
    amount: row.amount,
    discount: row.discount,
    tax: row.sales_tax,
    total: row.total,
    vat: vatParts(lines.map(({ vat_rate, total }) => ({ rate: vat_rate, total: toMinor(total) }))),
    lines: lines.map(({ name, variation, quantity, unit_price, subtotal }) => ({
      name,
      variation,
      quantity,
      unit_price,
      subtotal,
    })),
    seller: { name: supplier?.name ?? shop.name, inn: supplier?.inn ?? null },
    cashier: row.cashier,
  };
}

function statusOf(row: { order_status: string; payment_status: string }): TillSale['status'] {
  if (paidStatuses.includes(row.payment_status as PaymentStatus)) return 'paid';
  return endedStatuses.includes(row.order_status as OrderStatus) ? 'cancelled' : 'waiting';
}
