import { fromMinor, toMinor } from '@/contract/core/money';
import { shownNumber } from '@/contract/orders/number';
import { piecesText } from '@/contract/orders/pieces';
import { endedStatuses, isHeld, type OrderStatus, paidStatuses } from '@/contract/orders/status';
import type { OrderDetails, OrderLine } from '@/contract/orders/wire';
import type { Ctx } from '@/server/core/context';
import { type Pdf, startPdf } from '@/server/core/documents/pdf/start-pdf';
import type { PdfColumn } from '@/server/core/documents/pdf/table';
import { dayText, onPaper, sumText } from '@/server/core/documents/pdf/text';
import { loadWords } from '@/server/core/words';
import { operatorLines } from '@/server/modules/ledger/statement-parties';
import { getSettings } from '@/server/modules/settings/settings';
import { orderDetails } from '../presenter';
import { deliveryLine } from './order-document';

/** Labels that clients may override. */
const invoiceLabels = [
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

type Label = (key: string) => string;

/**
 * Invoice of an order or part as PDF. Checks no rights: the caller has found the order for the user. `labels` override
 * words by name.
 */
export async function invoicePdf(
  asked: Ctx,
  id: number,
  labels: Record<string, string> = {},
): Promise<Buffer> {
  const ctx = onPaper(asked);
  const order = await orderDetails(ctx, id);
  const [words, settings] = await Promise.all([loadWords(ctx.locale, 'orders'), getSettings(ctx, 0)]);
  const label: Label = (key) => labels[key] ?? words(`orders.papers.${key}`);
  const { siteTitle, siteLink, timeZone } = settings.options;
  const operator = await operatorLines(ctx, siteTitle);
  const pdf = await startPdf({ title: `${label('invoice_no')} ${shownNumber(order)}` });
  pdf.title(`${label('invoice_no')} ${shownNumber(order)}`);
  pdf.text(`${label('date')}: ${dayText(order.created_at, timeZone)}`, { isQuiet: true });
  pdf.gap(12);
  pdf.columns([
    [label('seller'), ...(operator ?? [siteTitle, siteLink ?? ''])].filter(Boolean),
    [
      label('customer'),
      order.customer_name ?? label('guest'),
      order.customer_contact,
      order.customer_email ?? '',
    ].filter(Boolean),
    [label('delivery'), deliveryLine(order) || '—', order.delivery_time ?? ''].filter(Boolean),
  ]);
  pdf.gap(10);
  pdf.text(
    `${label('gateway')}: ${words(`orders.options.payment_gateway.${order.payment_gateway}`)} · ${words(`orders.options.payment_status.${order.payment_status}`)}`,
    { size: 9 },
  );
  await writeParts(ctx, pdf, order, label);
  writeTotals(pdf, order, label);
  return pdf.finish(`${siteTitle} · №\u00a0${shownNumber(order)}`);
}

/** The lines of each shop below its name and tax number; cancelled parts are marked. */
async function writeParts(ctx: Ctx, pdf: Pdf, order: OrderDetails, label: Label): Promise<void> {
  const suppliers = await suppliersOf(ctx, order);
  const parts = order.parent_id === null ? order.children : [order];
  for (const part of parts) {
    const lines = order.products.filter((line) => line.order_id === part.id);
    const supplier = suppliers.get(part.id);
    const name = supplier?.name ?? part.shop?.name ?? '';
    const inn = supplier?.inn ? `, ${label('inn')} ${supplier.inn}` : '';
    pdf.heading(`${name}${inn}${isEnded(part.order_status) ? ` — ${label('cancelled')}` : ''}`);
    pdf.table(columnsOf(label), lines.map(cellsOf));
  }
}

const isEnded = (status: OrderStatus) => endedStatuses.includes(status) && status !== 'order-refunded';

const columnsOf = (label: Label): PdfColumn[] => [
  { title: '№', width: 4, align: 'right' },
  { title: label('products'), width: 38 },
  { title: label('quantity'), width: 14, align: 'right' },
  { title: label('price'), width: 15, align: 'right' },
  { title: label('discount'), width: 14, align: 'right' },
  { title: label('sum'), width: 15, align: 'right' },
];

function cellsOf(line: OrderLine, place: number): string[] {
  const name = [line.name, line.variation, line.sku].filter(Boolean).join(' · ');
  const sum = fromMinor(toMinor(line.subtotal) - toMinor(line.discount));
  const pieces = piecesText(String(line.order_quantity), line.unit);
  const discount = line.discount > 0 ? sumText(line.discount) : '—';
  return [String(place + 1), name, pieces, sumText(line.unit_price), discount, sumText(sum)];
}

/** Points and the amount due are known for whole orders only. */
function writeTotals(pdf: Pdf, order: OrderDetails, label: Label): void {
  const isWhole = order.parent_id === null;
  const isPaid =
    paidStatuses.includes(order.payment_status) || isHeld(order) || order.order_status === 'order-completed';
  const due = isPaid ? 0 : fromMinor(toMinor(order.total) - toMinor(order.wallet_amount));
  const cancelledGoods = toMinor(order.cancelled_amount) + toMinor(order.cancelled_tax);
  const cancelled = fromMinor(cancelledGoods + toMinor(order.cancelled_delivery_fee));
  const row = (key: string, sum: number, isBold = false) => ({
    label: label(key),
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

/** Supplier by part as of placement; the shop's name where it had no requisites. */
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

/** Known labels, cut to 60 characters; others are dropped. */
export function parseLabels(input: unknown): Record<string, string> {
  if (input === null || typeof input !== 'object') return {};
  const texts = new Map(Object.entries(input));
  return Object.fromEntries(
    invoiceLabels.flatMap((key) => {
      const text: unknown = texts.get(key);
      return typeof text === 'string' && text.trim() !== '' ? [[key, text.trim().slice(0, 60)]] : [];
    }),
  );
}
