import { sql } from 'kysely';
import { fromMinor, percentOf, toMinor } from '@/contract/core/money';
import { share } from '@/contract/orders/money';
import { type OrderNumbers, shownNumber } from '@/contract/orders/number';
import type { Ctx } from '@/server/core/context';
import type { Cell } from '@/server/core/documents/cells';
import { csvMoment } from '@/server/core/documents/csv-stream';
import type { JsonRecord } from '@/server/core/json-record';
import { loadWords } from '@/server/core/words';
import { readOrders } from '../list/list-orders';
import { canSeeShopMoney } from '../policy';
import { vatPart } from '../till/till-quote';

const batch = 500;

const aboutOrder = [
  ...(['short_number', 'tracking_number', 'placed', 'paid', 'order_status', 'payment_gateway'] as const),
  ...(['shop', 'name', 'sku', 'barcode', 'quantity', 'returned_quantity'] as const),
] as const;

const sums = [
  ...([
    'price',
    'amount',
    'discount',
    'tax',
    'delivery',
    'total',
    'points',
    'cancelled',
    'returned',
  ] as const),
  ...(['vat_rate', 'vat'] as const),
] as const;

const ofShop = ['commission_rate', 'commission'] as const;

/**
 * `GET orders/lines/export`: a row for each line of the orders that a list query finds, headings first, for the accountant:
 * when it was paid, what of it was cancelled and returned, its points, VAT and commission (rules/orders: files for the accountant).
 * Roubles; the commission is that of the sale, before returns, and the parts' sums are split to the kopeck. Throws
 * VALIDATION_FAILED.
 */
export async function* orderLineRows(ctx: Ctx, query: JsonRecord): AsyncIterable<Cell[][]> {
  const words = await loadWords(ctx.locale, 'orders');
  const read = readOrders(ctx, query);
  const heading = [...aboutOrder, ...sums, ...ofShop].map((key) => words(`orders.papers.lines.${key}`));
  yield [heading];
  for (let page = 1; ; page += 1) {
    const found = await read({ page, limit: batch });
    const lines = await linesOf(
      ctx,
      found.map(({ id }) => Number(id)),
    );
    const parts = Map.groupBy(lines, ({ part_id }) => part_id);
    yield [...parts.values()].flatMap((part) => partRows(ctx, part, words));
    if (found.length < batch) return;
  }
}

interface LineRow extends OrderNumbers {
  part_id: number;
  shop_id: number;
  shop: string;
  placed: Date;
  paid_at: Date | null;
  order_status: string;
  payment_gateway: string;
  is_cancelled: boolean;
  bears_discount: boolean;
  commission_rate: number | null;
  name: string;
  variation: string | null;
  sku: string | null;
  barcode: string | null;
  quantity: number;
  refunded_quantity: number;
  unit_price: number;
  subtotal: number;
  discount: number;
  tax: number;
  delivery: number;
  total: number;
  wallet: number;
  vat_rate: string | null;
  returned: number;
}

/** Lines of whole orders or parts, in the order of these ids. */
async function linesOf(ctx: Ctx, ids: readonly number[]): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select p.id as part_id, p.tracking_number, p.short_number, l.shop_id, s.name as shop, p.created_at as placed,
      coalesce(p.paid_at, r.paid_at) as paid_at, p.order_status, p.payment_gateway,
      p.order_status = 'order-cancelled' as is_cancelled, p.discount_shop_id = l.shop_id as bears_discount,
      p.commission_rate, l.name, l.variation, l.sku, l.barcode, l.quantity, l.refunded_quantity, l.unit_price,
      l.subtotal, l.discount, l.tax, l.delivery, l.total, l.wallet, l.vat_rate, coalesce((select sum(b.amount)
        from refund_lines b join refunds f on f.id = b.refund_id and f.status = 'approved' and f.deleted_at is null
        where b.order_line_id = l.id), 0) as returned
    from unnest(${[...ids]}::bigint[]) with ordinality as asked (id, place)
      join orders o on o.id = asked.id
      join order_lines l on l.parent_id = coalesce(o.parent_id, o.id) and (o.parent_id is null or l.order_id = o.id)
      join orders p on p.id = l.order_id
      join orders r on r.id = l.parent_id
      join shops s on s.id = l.shop_id
    order by asked.place, p.id, l.position`.execute(ctx.db);
  return rows;
}

type Words = (key: string) => string;

/** The lines of one part: its commission is split among them. */
function partRows(ctx: Ctx, lines: readonly LineRow[], words: Words): Cell[][] {
  const [first] = lines;
  const bases = lines.map((line) =>
    Math.max(0, toMinor(line.subtotal) - (line.bears_discount ? toMinor(line.discount) : 0)),
  );
  const rate = first?.commission_rate ?? 0;
  const whole = percentOf(
    bases.reduce((sum, base) => sum + base, 0),
    toMinor(rate),
  );
  const commissions = share(whole, bases);
  const sees = canSeeShopMoney(ctx, first?.shop_id ?? null);
  return lines.map((line, place): Cell[] => [
    ...orderCells(ctx, line, words),
    ...sumCells(line),
    ...(sees && !line.is_cancelled
      ? [{ number: rate }, { sum: fromMinor(commissions[place] ?? 0) }]
      : ['', '']),
  ]);
}

function orderCells(ctx: Ctx, line: LineRow, words: Words): Cell[] {
  const moment = (at: Date | null) => (at ? csvMoment(at.toISOString(), ctx.locale) : '');
  return [
    shownNumber(line),
    line.tracking_number,
    moment(line.placed),
    moment(line.paid_at),
    words(`orders.options.order_status.${line.order_status}`),
    words(`orders.options.payment_gateway.${line.payment_gateway}`),
    line.shop,
    [line.name, line.variation].filter(Boolean).join(', '),
    line.sku ?? '',
    line.barcode ?? '',
    { number: line.quantity },
    { number: line.refunded_quantity },
  ];
}

function sumCells(line: LineRow): Cell[] {
  const { unit_price, subtotal, discount, tax, delivery, total, wallet, returned, is_cancelled } = line;
  const goods = toMinor(total) - toMinor(delivery);
  const [points = 0] = share(toMinor(wallet), [goods, toMinor(delivery)]);
  // As on receipts: points are a discount, and the delivery has a rate of its own.
  const { rate, sum: vat } = vatPart(line.vat_rate, is_cancelled ? 0 : goods - points);
  const paid = [unit_price, subtotal, discount, tax, delivery, total, wallet];
  const figures = [...paid, is_cancelled ? total : 0, returned];
  return [
    ...figures.map((sum) => ({ sum })),
    // «Без НДС» and an unknown rate have no sum.
    ...(rate === 0 ? ['', ''] : [{ number: rate }, { sum: fromMinor(vat) }]),
  ];
}
