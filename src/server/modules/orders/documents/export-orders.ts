import { sql } from 'kysely';
import type { PostalAddress } from '@/contract/accounts/addresses/schema';
import { cancelledSum } from '@/contract/orders/cancelled-sum';
import { shownNumber } from '@/contract/orders/number';
import type { Ctx } from '@/server/core/context';
import type { Cell } from '@/server/core/documents/cells';
import { maskContacts } from '@/server/core/rights/contacts';
import { loadWords } from '@/server/core/words';
import { getSettings } from '@/server/modules/settings/settings';
import { addressLine } from './order-document';

const batch = 1000;

/** Column order is fixed: other clients of the dialect read cells by position. Ours come last. */
const columns = [
  ...['order_id', 'email', 'order_date', 'delivery_time', 'order_status', 'tracking_number', 'shop'],
  ...['coupon_id', 'amount', 'discount', 'paid_total', 'total', 'sales_tax', 'delivery_fee', 'payment_id'],
  ...['payment_gateway', 'billing_address', 'shipping_address', 'customer_contact', 'logistics_provider'],
  ...['short_number', 'paid', 'cancelled', 'returned'],
] as const;

/**
 * Rows of `orders.xlsx`, headings first, newest order next: the parts of one shop, or all whole orders. Reads a
 * thousand at a time.
 */
export async function* orderRows(ctx: Ctx, shopId: number | null): AsyncIterable<Cell[][]> {
  const [words, settings] = await Promise.all([loadWords(ctx.locale, 'orders'), getSettings(ctx, 0)]);
  const { currency, currencyOptions, timeZone } = settings.options;
  const money = new Intl.NumberFormat(currencyOptions.formation, {
    style: 'currency',
    currency,
    minimumFractionDigits: currencyOptions.fractions,
    maximumFractionDigits: currencyOptions.fractions,
  });
  yield [columns.map((key) => words(`orders.papers.columns.${key}`))];
  const format = {
    sum: (value: number) => money.format(value),
    option: (key: string, value: string) => words(`orders.options.${key}.${value}`),
    guest: words('orders.papers.guest'),
  };
  for (let before: number | null = null; ; ) {
    const rows = await pageOf(ctx, shopId, before, timeZone);
    if (rows.length > 0) yield maskContacts(ctx, rows).map((row) => cellsOf(row, format));
    if (rows.length < batch) return;
    before = rows.at(-1)?.id ?? 0;
  }
}

type Row = Awaited<ReturnType<typeof pageOf>>[number];

interface CellFormat {
  sum: (value: number) => string;
  option: (key: string, value: string) => string;
  guest: string;
}

function cellsOf(row: Row, { sum, option, guest }: CellFormat): Cell[] {
  return [
    `#${row.id}${row.customer_name ? ` ${row.customer_name}` : ''}`,
    row.customer_email ?? guest,
    row.day,
    row.delivery_time ?? '',
    option('order_status', row.order_status),
    row.tracking_number,
    row.shop ?? '',
    row.coupon_id === null ? '' : String(row.coupon_id),
    ...[row.amount, row.discount, row.paid_total, row.total, row.sales_tax, row.delivery_fee].map(sum),
    // Payment id: always empty.
    '',
    option('payment_gateway', row.payment_gateway),
    addressLine(row.billing_address as PostalAddress | null),
    addressLine(row.shipping_address as PostalAddress | null),
    row.customer_contact,
    row.logistics_provider === null ? '' : String(row.logistics_provider),
    shownNumber(row),
    row.paid_day ?? '',
    { sum: cancelledSum(row) },
    { sum: row.refunded_amount },
  ];
}

function pageOf(ctx: Ctx, shopId: number | null, before: number | null, timeZone: string) {
  return ctx.db
    .selectFrom('orders')
    .leftJoin('shops', 'shops.id', 'orders.shop_id')
    .select(['orders.id', 'orders.customer_name', 'orders.customer_email', 'orders.delivery_time'])
    .select(['orders.order_status', 'orders.tracking_number', 'shops.name as shop', 'orders.coupon_id'])
    .select(['orders.amount', 'orders.discount', 'orders.paid_total', 'orders.total', 'orders.sales_tax'])
    .select(['orders.delivery_fee', 'orders.payment_gateway', 'orders.billing_address'])
    .select(['orders.shipping_address', 'orders.customer_contact', 'orders.logistics_provider'])
    .select(sql<string>`to_char(orders.created_at at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day'))
    .select(sql<string | null>`to_char(orders.paid_at at time zone ${timeZone}, 'YYYY-MM-DD')`.as('paid_day'))
    .select(['orders.short_number', 'orders.cancelled_amount', 'orders.cancelled_tax'])
    .select(['orders.cancelled_delivery_fee', 'orders.refunded_amount'])
    .where('orders.deleted_at', 'is', null)
    .where((eb) => (shopId === null ? eb('orders.shop_id', 'is', null) : eb('orders.shop_id', '=', shopId)))
    .$if(before !== null, (query) => query.where('orders.id', '<', before ?? 0))
    .orderBy('orders.id', 'desc')
    .limit(batch)
    .execute();
}
