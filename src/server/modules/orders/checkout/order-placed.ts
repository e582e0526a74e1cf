import { businessZone } from '@/contract/core/business-day';
import type { Ctx } from '@/server/core/context';
import { momentText } from '@/server/modules/messaging/emails';
import { tell } from '@/server/modules/messaging/event-switches';
import { adminIds, notify, shopPeopleIds } from '@/server/modules/messaging/notify';
import { letterInvoice } from '../documents/document-links';
import { type LetterLine, orderPlaced, orderReceived } from '../emails';
import { notifyCustomer } from '../order-notices';
import type { InsertedOrder } from './insert-order';

/** Letters of a new order: to the buyer, if there is an address, and to the owner of each shop (reference rules R-106). Bells: R-240. */
export async function notifyOrderPlaced(ctx: Ctx, order: InsertedOrder): Promise<void> {
  const lines = await linesOf(ctx, order.id);
  const parts = await partsOf(ctx, order.id);
  const { customer_name, customer_email, customer_contact, pay_until } = await ctx.db
    .selectFrom('orders')
    .select(['customer_name', 'customer_email', 'customer_contact', 'pay_until'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const invoice = customer_email ? await letterInvoice(ctx, order.id) : undefined;
  const payUntil = pay_until && momentText(pay_until, businessZone());
  const about = { name: customer_name, number: order.tracking_number, total: order.total, lines, payUntil };
  const buyer = { id: order.id, customer_email, customer_contact };
  await notifyCustomer(
    ctx,
    buyer,
    'statusChangeOrder',
    orderPlaced({ ...about, ...(invoice && { invoice }) }),
  );
  const told = { receivers: await adminIds(ctx), type: 'order' as const, subjectId: order.id };
  await notify(ctx, { ...told, tracker: order.tracking_number });
  for (const part of parts) {
    const receivers = await shopPeopleIds(ctx, part.shop_id, 'orders');
    const { shop_id: shopId, tracking_number: tracker, id: subjectId } = part;
    await notify(ctx, { receivers, type: 'order', tracker, subjectId, shopId });
    const letter = orderReceived({
      ...{ name: part.name, shop: part.shop, number: part.tracking_number },
      total: part.amount,
      lines: lines.filter(({ order_id }) => order_id === part.id),
      link: `${ctx.publicUrl}/admin/${encodeURIComponent(part.slug)}/orders/${part.id}`,
    });
    const { email, contact: phone } = part;
    await tell(ctx, ['vendor', 'statusChangeOrder'], { email, phone }, letter);
  }
}

async function linesOf(ctx: Ctx, id: number): Promise<(LetterLine & { order_id: number })[]> {
  return ctx.db
    .selectFrom('order_lines')
    .select(['order_id', 'name', 'variation', 'quantity', 'subtotal'])
    .where('parent_id', '=', id)
    .orderBy('position')
    .execute();
}

async function partsOf(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('orders')
    .innerJoin('shops', 'shops.id', 'orders.shop_id')
    .innerJoin('users', 'users.id', 'shops.owner_id')
    .select(['orders.id', 'orders.tracking_number', 'orders.amount', 'users.name', 'users.email'])
    .select('users.contact')
    .select(['shops.id as shop_id', 'shops.name as shop', 'shops.slug'])
    .where('orders.parent_id', '=', id)
    .orderBy('orders.id')
    .execute();
}
