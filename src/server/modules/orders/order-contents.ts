import { sql } from 'kysely';
import type { OrderLine } from '@/contract/orders/wire';
import { type Ctx, isOtherClient } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import type { Include } from '@/server/core/resource/relations';

/** Contents of an order in the format of other clients of the dialect. */
export interface SoldProduct extends OrderLine {
  /** The line; `id` is the product's for other clients, who write reviews by it. */
  line_id: number;
  pivot: {
    order_id: number;
    product_id: number;
    variation_option_id: number | null;
    order_quantity: number;
    unit_price: number;
    subtotal: number;
  };
  /** The sold variation alone. */
  variation_options: { id: number; title: string }[];
}

/** Lines with the fields that such clients read, next to our own. `orderId` is the order or part that shows them. */
export function withPivots(ctx: Ctx, lines: readonly OrderLine[], orderId: number): SoldProduct[] {
  return lines.map((line) => {
    const { product_id, variation_option_id, order_quantity, unit_price, subtotal } = line;
    return {
      ...line,
      id: isOtherClient(ctx) ? product_id : line.id,
      line_id: line.id,
      pivot: { order_id: orderId, product_id, variation_option_id, order_quantity, unit_price, subtotal },
      variation_options:
        variation_option_id === null ? [] : [{ id: variation_option_id, title: line.variation ?? '' }],
    };
  });
}

/** The part of an order that was paid with points; null for none. */
export function walletPoint({ id, wallet_amount: amount }: JsonRecord) {
  return Number(amount) > 0 ? { id, order_id: id, amount } : null;
}

/** Batch-loaded relations of lists: the goods of each order, and the parts of whole orders. */
export const orderContents: Record<string, Include> = {
  products: (ctx, ids) => sql`select o.id, goods.value from orders o cross join lateral (
      select json_agg(json_build_object('id', ${isOtherClient(ctx) ? sql`l.product_id` : sql`l.id`},
        'line_id', l.id, 'product_id', l.product_id, 'name', l.name, 'slug', p.slug,
        'unit', l.unit, 'image', l.image,
        'pivot', json_build_object('order_id', o.id, 'product_id', l.product_id,
          'variation_option_id', l.variation_option_id, 'order_quantity', l.quantity, 'unit_price', l.unit_price,
          'subtotal', l.subtotal),
        'variation_options', case when l.variation_option_id is null then '[]'::json else json_build_array(
          json_build_object('id', l.variation_option_id, 'title', coalesce(l.variation, ''))) end)
        order by l.position) as value
      from order_lines l join products p on p.id = l.product_id
      where l.parent_id = coalesce(o.parent_id, o.id) and (o.parent_id is null or l.order_id = o.id)) goods
    where o.id = any(${ids})`,
  children: (_ctx, ids) => sql`select c.parent_id as id, json_agg(json_build_object('id', c.id,
      'parent_id', c.parent_id, 'shop_id', c.shop_id, 'tracking_number', c.tracking_number, 'short_number', c.short_number,
      'order_status', c.order_status, 'payment_status', c.payment_status, 'amount', c.amount, 'total', c.total,
      'paid_total', c.paid_total, 'shop', json_build_object('id', s.id, 'name', s.name, 'slug', s.slug))
      order by c.id) as value
    from orders c join shops s on s.id = c.shop_id where c.parent_id = any(${ids}) group by c.parent_id`,
};

/** The buyer's latest refund of each order or part, as other clients ask for it by `with=refund`; null for none. */
export const orderRefund: Include = (
  _ctx,
  ids,
) => sql`select o.id, refund.value from orders o cross join lateral (
    select json_build_object('id', r.id, 'order_id', r.order_id, 'status', r.status, 'amount', r.amount,
      'created_at', r.created_at) as value
    from refunds r where r.order_id in (select p.id from orders p where o.id in (p.id, p.parent_id))
      and r.origin = 'request' and r.deleted_at is null order by r.id desc limit 1) refund
  where o.id = any(${ids})`;
