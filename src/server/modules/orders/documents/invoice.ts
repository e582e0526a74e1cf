import { fromMinor, toMinor } from '@/contract/core/money';
import { endedStatuses, type OrderStatus, paidStatuses } from '@/contract/orders/status';
import type { OrderDetails, OrderLine } from '@/contract/orders/wire';
import type { Ctx } from '@/server/core/context';
import { type Pdf, startPdf } from '@/server/core/documents/pdf/start-pdf';
import type { PdfColumn } from '@/server/core/documents/pdf/table';
import { dayText, sumText } from '@/server/core/documents/pdf/text';
import { wordsOf } from '@/server/core/words';
import { operatorLines } from '@/server/modules/ledger/statement-parties';
import { getSettings } from '@/server/modules/settings/settings';
import { orderDetails } from '../presenter';
import { deliveryLine } from './order-document';

/** Labels of the invoice that a client of the dialect may word itself (reference endpoints §7). */
export const invoiceLabels = [
  ...([
    'subtotal',
    'discount',
    'tax',
    'delivery_fee',
    'total',
    'products',
    'quantity',
    'invoice_no',
  ] as const),
  ...(['date', 'paid_from_wallet', 'amount_due'] as const),
] as const;

type Say = (key: string) => string;

/**
 * The invoice of an order or of a shop's part as PDF (reference rules R-141): who sells, who buys, what, and what is still
 * to be paid. Asks nobody's rights: its caller has found the order for this person. `labels` replace words by name.
 */
export async function invoicePdf(ctx: Ctx, id: number, labels: Record<string, string> = {}): Promise<Buffer> {
  const order = await orderDetails(ctx, id);
  const [form, names, settings] = await Promise.all([
    wordsOf(ctx.locale, 'form'),
    wordsOf(ctx.locale, 'resources'),
    getSettings(ctx, 0),
  ]);
  const say: Say = (key) => labels[key] ?? form(`orders.papers.${key}`);
  const { siteTitle, siteLink, timeZone } = settings.options;
  const operator = await operatorLines(ctx, siteTitle);
  const pdf = await startPdf({ title: `${say('invoice_no')} ${order.tracking_number}` });
  pdf.title(`${say('invoice_no')} ${order.tracking_number}`);
  pdf.text(`${say('date')}: ${dayText(ctx.now, timeZone)}`, { isQuiet: true });
  pdf.gap(12);
  pdf.columns([
    [say('seller'), ...(operator ?? [siteTitle, siteLink ?? ''])].filter(Boolean),
    [
      say('customer'),
      order.customer_name ?? say('guest'),
      order.customer_contact,
      order.customer_email ?? '',
    ].filter(Boolean),
    [say('delivery'), deliveryLine(order) || '—', order.delivery_time ?? ''].filter(Boolean),
  ]);
  pdf.gap(10);
  pdf.text(
    `${say('gateway')}: ${names(`orders.options.payment_gateway.${order.payment_gateway}`)} · ${names(`orders.options.payment_status.${order.payment_status}`)}`,
    { size: 9 },
  );
  await writeParts(ctx, pdf, order, say);
  writeTotals(pdf, order, say);
  return pdf.finish(`${siteTitle} · № ${order.tracking_number}`);
}

/** Each shop's lines below its name and taxpayer's number; a part that was called off says so. */
async function writeParts(ctx: Ctx, pdf: Pdf, order: OrderDetails, say: Say): Promise<void> {
  const suppliers = await suppliersOf(ctx, order);
  const parts = order.parent_id === null ? order.children : [order];
  for (const part of parts) {
    const lines = order.products.filter((line) => line.order_id === part.id);
    const supplier = suppliers.get(part.id);
    const name = supplier?.name ?? part.shop?.name ?? '';
    const inn = supplier?.inn ? `, ${say('inn')} ${supplier.inn}` : '';
    pdf.heading(`${name}${inn}${ended(part.order_status) ? ` — ${say('cancelled')}` : ''}`);
    pdf.table(columnsOf(say), lines.map(cellsOf));
  }
}

const ended = (status: OrderStatus) => endedStatuses.includes(status) && status !== 'order-refunded';

const columnsOf = (say: Say): PdfColumn[] => [
  { title: '№', width: 4, align: 'right' },
  { title: say('products'), width: 38 },
  { title: say('quantity'), width: 14, align: 'right' },
  { title: say('price'), width: 15, align: 'right' },
  { title: say('discount'), width: 14, align: 'right' },
  { title: say('sum'), width: 15, align: 'right' },
];

function cellsOf(line: OrderLine, place: number): string[] {
  const name = [line.name, line.variation, line.sku].filter(Boolean).join(' · ');
  const sum = fromMinor(toMinor(line.subtotal) - toMinor(line.discount));
  const pieces = `${line.order_quantity}${line.unit ? ` ${line.unit}` : ''}`;
  const discount = line.discount > 0 ? sumText(line.discount) : '—';
  return [String(place + 1), name, pieces, sumText(line.unit_price), discount, sumText(sum)];
}

/** Of a whole order also what points paid and what is left; of a part alone that is not known. */
function writeTotals(pdf: Pdf, order: OrderDetails, say: Say): void {
  const isWhole = order.parent_id === null;
  const isPaid = paidStatuses.includes(order.payment_status) || order.order_status === 'order-completed';
  const due = isPaid ? 0 : fromMinor(toMinor(order.total) - toMinor(order.wallet_amount));
  const called = toMinor(order.cancelled_amount) + toMinor(order.cancelled_tax);
  const cancelled = fromMinor(called + toMinor(order.cancelled_delivery_fee));
  const row = (key: string, sum: number, isBold = false) => ({
    label: say(key),
    value: sumText(sum),
    isBold,
  });
  pdf.gap(4);
  pdf.totals([
    row('subtotal', order.amount),
    ...(order.discount > 0 ? [row('discount', -order.discount)] : []),
    ...(order.sales_tax > 0 ? [row('tax', order.sales_tax)] : []),
    row('delivery_fee', order.delivery_fee),
    ...(cancelled > 0 ? [row('called_off', cancelled)] : []),
    row('total', order.total, true),
    ...(isWhole && order.wallet_amount > 0 ? [row('paid_from_wallet', order.wallet_amount)] : []),
    ...(isWhole ? [row('amount_due', due, true)] : []),
  ]);
}

/** Who sold, by part, as it was when the order was placed; by the shop's name where it had no requisites. */
async function suppliersOf(ctx: Ctx, order: OrderDetails) {
  const rows = await ctx.db
    .selectFrom('order_lines')
    .distinctOn('order_id')
    .select(['order_id', 'supplier'])
    .where(order.parent_id === null ? 'parent_id' : 'order_id', '=', order.id)
    .where('supplier', 'is not', null)
    .orderBy('order_id')
    .execute();
  return new Map(
    rows.map(({ order_id, supplier }) => [order_id, supplier as { inn?: string; name?: string }]),
  );
}
