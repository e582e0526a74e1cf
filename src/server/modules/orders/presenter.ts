import { type Selectable, sql } from 'kysely';
import type { Stub } from '@/contract/core/define';
import {
  type OrderStatus,
  orderStatuses,
  type PaymentGateway,
  type PaymentStatus,
  paymentGateways,
  paymentStatuses,
} from '@/contract/orders/status';
import type { Order } from '@/contract/orders/wire';
import { type Ctx, isAdmin } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { type JsonRecord, pick } from '@/server/core/resource/query';
import type { Include } from '@/server/core/resource/relations';
import { worksOnOrders } from './policy';

export type OrderRow = Selectable<DB['orders']>;

/** What leaves of a row: nothing of the secret, of commission and of what was credited. */
const shown = [
  ...['id', 'tracking_number', 'parent_id', 'shop_id', 'shop', 'customer_id', 'customer', 'customer_name'],
  ...['customer_contact', 'customer_email', 'amount', 'discount', 'sales_tax', 'delivery_fee', 'total'],
  ...['paid_total', 'wallet_amount', 'cancelled_amount', 'cancelled_tax', 'cancelled_delivery_fee'],
  ...['refunded_amount', 'payment_gateway', 'altered_payment_gateway', 'order_status', 'payment_status'],
  ...['delivery_time', 'delivery_date', 'products_count', 'language', 'version', 'created_at', 'updated_at'],
] as const satisfies readonly (keyof Order)[];

/** Orders as a list shows them. */
export async function presentOrders(_ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  return rows.map((row) => ({ ...pick(row, shown), products_count: row.products_count ?? 0 }));
}

/** What goes along with orders, in one query for all of them. The account of a customer is not its shops' business. */
export const alongOrders: Record<string, Include> = {
  products_count: (_ctx, ids) => sql`select one.id, (select count(*)::int from order_lines l
      where l.parent_id = coalesce(o.parent_id, o.id) and (o.parent_id is null or l.order_id = o.id)) as value
    from unnest(${ids}::bigint[]) as one (id) join orders o on o.id = one.id`,
  customer: (ctx, ids) =>
    seesAccounts(ctx)
      ? sql`select o.id, jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) as value
    from orders o join users u on u.id = o.customer_id where o.id = any(${ids}::bigint[])`
      : undefined,
};

const seesAccounts = (ctx: Ctx) => isAdmin(ctx) || !worksOnOrders(ctx);

/** A stored order as it leaves, with what goes along with it. */
export function toOrder(
  ctx: Ctx,
  row: OrderRow,
  include: { shop: Stub | null; customer: Order['customer']; products_count: number },
): Order {
  return {
    id: row.id,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    language: row.language,
    ...pickTyped(row, plainKeys),
    ...include,
    customer: seesAccounts(ctx) ? include.customer : null,
    ...standingOf(row),
  };
}

const plainKeys = [
  ...(['tracking_number', 'parent_id', 'shop_id', 'customer_id', 'customer_name'] as const),
  ...(['customer_contact', 'customer_email', 'amount', 'discount', 'sales_tax', 'delivery_fee'] as const),
  ...(['total', 'paid_total', 'wallet_amount', 'cancelled_amount', 'cancelled_tax'] as const),
  ...(['cancelled_delivery_fee', 'refunded_amount', 'delivery_time', 'delivery_date'] as const),
] as const;

function pickTyped<Row extends object, Key extends keyof Row>(
  row: Row,
  keys: readonly Key[],
): Pick<Row, Key> {
  const picked: Partial<Row> = {};
  for (const key of keys) picked[key] = row[key];
  return picked as Pick<Row, Key>;
}

/** The words of a row that have a machine or a list of their own; the database keeps them to these. */
export function standingOf(row: OrderRow): {
  order_status: OrderStatus;
  payment_status: PaymentStatus;
  payment_gateway: PaymentGateway;
  altered_payment_gateway: PaymentGateway | null;
} {
  return {
    order_status: known(orderStatuses, row.order_status),
    payment_status: known(paymentStatuses, row.payment_status),
    payment_gateway: known(paymentGateways, row.payment_gateway),
    altered_payment_gateway:
      row.altered_payment_gateway === null ? null : known(paymentGateways, row.altered_payment_gateway),
  };
}

function known<Word extends string>(words: readonly Word[], word: string): Word {
  const found = words.find((one) => one === word);
  if (found === undefined) throw new Error(`An order says ${word}`);
  return found;
}
