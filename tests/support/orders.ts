import { sql } from 'kysely';
import type { PaymentGateway } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import {
  type InsertedOrder,
  insertOrder,
  type OrderDraft,
  type RandomDigits,
  type SoldLine,
} from '@/server/modules/orders/checkout/insert-order';
import type { BuiltShop } from './factories';
import { buildProduct } from './products';
import type { TestApp } from './server';

/** A line of a built order, by default with a new product. Money in kopecks. */
export interface GivenLine {
  shop: Pick<BuiltShop, 'id'>;
  product?: { id: number; name: string };
  variationId?: number;
  quantity?: number;
  unitPrice?: number;
  commissionRate?: number;
  more?: Partial<SoldLine>;
}

export interface GivenOrder {
  lines: readonly GivenLine[];
  customer?: { id: number; name: string; email: string } | null;
  contact?: string;
  gateway?: PaymentGateway;
  status?: OrderDraft['status'];
  off?: Partial<OrderDraft['off']>;
  at?: Date;
  more?: Partial<OrderDraft>;
  /** Generates the last six digits of its numbers. */
  digits?: RandomDigits;
}

/**
 * Stores an order like placement, without its side effects: stock, coupons and points are unchanged. By default a line costs
 * 1,000 roubles and its shop pays 10 % commission.
 */
export async function buildOrder(
  api: Pick<TestApp, 'db' | 'now'>,
  given: GivenOrder,
): Promise<InsertedOrder> {
  const at = given.at ?? api.now();
  const lines: SoldLine[] = [];
  for (const line of given.lines) {
    const product = line.product ?? (await buildProduct(api.db, { shop: line.shop }));
    lines.push({
      shopId: line.shop.id,
      productId: product.id,
      variationId: line.variationId ?? null,
      name: product.name,
      variation: null,
      quantity: line.quantity ?? 1,
      unitPrice: line.unitPrice ?? 100_000,
      commissionRate: line.commissionRate ?? 10,
      isTaxable: true,
      sku: null,
      barcode: null,
      unit: 'шт.',
      image: null,
      isDigital: false,
      digitalFileId: null,
      vatRate: '22',
      requiresMarking: false,
      supplier: { inn: '7707083893', name: 'ООО «Лавка»', phone: null },
      ...line.more,
    });
  }
  const person = given.customer;
  const draft: OrderDraft = {
    lines,
    off: { discount: 0, discountShopId: null, tax: 0, delivery: 0, wallet: 0, ...given.off },
    customer: {
      id: person?.id ?? null,
      name: person?.name ?? 'Гость',
      contact: given.contact ?? '+7 (900) 123-45-67',
      email: person?.email ?? null,
    },
    gateway: given.gateway ?? 'CASH',
    day: at.toISOString().slice(0, 10).replaceAll('-', ''),
    ...(given.status && { status: given.status }),
    ...given.more,
  };
  return api.db.transaction().execute((db) => insertOrder(ctxAt(db, at), draft, given.digits));
}

const ctxAt = (db: Ctx['db'], now: Date): Ctx => ({
  db,
  now,
  user: null,
  locale: 'ru',
  ip: '127.0.0.1',
  requestId: 'test',
  publicUrl: 'http://localhost',
});

/** Orders whose amounts differ from the sum of their lines, at any level. */
export async function unsoundOrders(api: Pick<TestApp, 'db'>): Promise<unknown[]> {
  const { rows } = await sql`
    select p.id, p.tracking_number from orders p
      join lateral (select sum(subtotal) as amount, sum(discount) as discount, sum(tax) as tax, sum(delivery) as delivery,
        sum(total) as total, sum(wallet) as wallet from order_lines l
        where case when p.parent_id is null then l.parent_id = p.id else l.order_id = p.id end) l on true
    where p.order_status not in ('order-cancelled', 'order-failed') and not exists (select from orders c
        where c.parent_id = p.id and c.order_status in ('order-cancelled', 'order-failed'))
      and (p.amount, p.discount, p.sales_tax, p.delivery_fee, p.total, p.wallet_amount)
        is distinct from (l.amount, l.discount, l.tax, l.delivery, l.total, l.wallet)`.execute(api.db);
  return rows;
}
