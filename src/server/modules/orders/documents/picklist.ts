import { shownNumber } from '@/contract/orders/number';
import { piecesText } from '@/contract/orders/pieces';
import { endedStatuses } from '@/contract/orders/status';
import type { Ctx, UserCtx } from '@/server/core/context';
import { startPdf } from '@/server/core/documents/pdf/start-pdf';
import type { PdfColumn } from '@/server/core/documents/pdf/table';
import { dayText, onPaper } from '@/server/core/documents/pdf/text';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import { readWhole } from '@/server/core/numbers';
import { loadWords } from '@/server/core/words';
import { getSettings } from '@/server/modules/settings/settings';
import { orderPolicy } from '../policy';

/** One trolley's worth of orders. */
const maxPicklistOrders = 200;

/** Bounds the time that the PDF blocks other requests. */
const maxPicklistLines = 5000;

/**
 * Pick list of these orders or parts as PDF, by shop, with a tick box for each line. Leaves out cancelled and refunded
 * pieces. Throws NOT_FOUND when the user may not handle one of them.
 */
export async function picklistPdf(asked: UserCtx, ids: readonly number[]): Promise<Buffer> {
  const ctx = onPaper(asked);
  await assertWritable(ctx, ids);
  const lines = await linesOf(ctx, ids);
  if (lines.length > maxPicklistLines) rejectField('ids', 'error-too-many');
  const [words, settings] = await Promise.all([loadWords(ctx.locale, 'orders'), getSettings(ctx, 0)]);
  const label = (key: string) => words(`orders.papers.${key}`);
  const pdf = await startPdf({ title: label('picklist') });
  pdf.title(label('picklist'));
  pdf.text(`${label('printed')}: ${dayText(ctx.now, settings.options.timeZone)}`, { isQuiet: true });
  if (lines.length === 0) pdf.text(label('nothing-to-pick'));
  for (const shopId of new Set(lines.map((line) => line.shop_id))) {
    const own = lines.filter((line) => line.shop_id === shopId);
    pdf.heading(own[0]?.shop ?? '');
    pdf.table(
      columnsOf(label),
      own.map((line) => [
        '',
        shownNumber(line),
        line.sku ?? '—',
        line.barcode ?? '—',
        [line.name, line.variation].filter(Boolean).join(' · '),
        piecesText(String(line.pieces), line.unit),
      ]),
    );
  }
  return pdf.finish(settings.options.siteTitle);
}

const columnsOf = (label: (key: string) => string): PdfColumn[] => [
  { title: '', width: 4, isTick: true },
  { title: label('order_no'), width: 18 },
  { title: label('sku'), width: 16 },
  { title: label('barcode'), width: 17 },
  { title: label('products'), width: 31 },
  { title: label('quantity'), width: 14, align: 'right' },
];

async function assertWritable(ctx: Ctx, ids: readonly number[]): Promise<void> {
  const own = orderPolicy(ctx, 'write');
  const { count } = await ctx.db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .where((eb) => own?.(eb) ?? eb.lit(true))
    .executeTakeFirstOrThrow();
  if (Number(count) !== new Set(ids).size) throw new AppError('NOT_FOUND');
}

/** By shop and name, so that one walk past the shelves is enough. */
async function linesOf(ctx: Ctx, ids: readonly number[]) {
  const rows = await ctx.db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .innerJoin('shops', 'shops.id', 'order_lines.shop_id')
    .select(['orders.tracking_number', 'orders.short_number', 'shops.name as shop'])
    .select([
      'order_lines.shop_id',
      'order_lines.name',
      'variation',
      'sku',
      'barcode',
      'unit',
      'quantity',
      'refunded_quantity',
    ])
    .where((eb) => eb.or([eb('orders.id', 'in', [...ids]), eb('orders.parent_id', 'in', [...ids])]))
    .where('orders.order_status', 'not in', [...endedStatuses])
    .where('order_lines.is_digital', '=', false)
    .orderBy('shops.name')
    .orderBy('order_lines.shop_id')
    .orderBy('order_lines.name')
    .orderBy('variation')
    .orderBy('orders.id')
    .execute();
  return rows
    .map((row) => ({ ...row, pieces: row.quantity - row.refunded_quantity }))
    .filter(({ pieces }) => pieces > 0);
}

/** Throws VALIDATION_FAILED. */
export function parseOrderIds(input: unknown): number[] {
  if (!Array.isArray(input) || input.length === 0) rejectValue('ids');
  if (input.length > maxPicklistOrders) rejectField('ids', 'error-too-many');
  return input.map((one: unknown) => readWhole('ids', one));
}
