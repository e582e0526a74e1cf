import { Readable } from 'node:stream';
import {
  type AnalyticsTable,
  type Days,
  moneyFigures,
  type ShopLine,
  shopColumns,
  type TableFormat,
  tableFormats,
} from '@/contract/insights/analytics';
import { orderStatuses } from '@/contract/orders/status';
import type { UserCtx } from '@/server/core/context';
import type { Cell } from '@/server/core/documents/cells';
import { csvText, csvType } from '@/server/core/documents/csv-stream';
import { workbookType, writeSheet } from '@/server/core/documents/xlsx/write';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { loadWords } from '@/server/core/words';
import { bestCategories, bestSold } from './analytics-goods';
import { periodMetrics } from './analytics-metrics';
import { periodSales, periodStatuses } from './analytics-orders';
import { shopLines } from './analytics-shops';

/** A table of the dashboard as lines of a file, headings first. */
type Table = (ctx: UserCtx, query: JsonRecord, word: (key: string) => string) => Promise<Cell[][]>;

const sum = (value: number): Cell => ({ sum: value });
const count = (value: number): Cell => ({ number: value });
const ifKnown = (value: number | null, write: (value: number) => Cell): Cell =>
  value === null ? '' : write(value);
const daysOf = ({ from, to }: Days) => (from === to ? from : `${from} – ${to}`);

/** `GET analytics/{table}/export`: the tables of the dashboard with what the user may see. */
const tables = {
  figures: async (ctx, query, word) => {
    const { figures, period, previous } = await periodMetrics(ctx, query);
    const write = (name: string, value: number) =>
      moneyFigures.some((one) => one === name) ? sum(value) : count(value);
    return [
      [word('dashboard.figures.title'), daysOf(period), daysOf(previous)],
      ...Object.entries(figures).map(([name, { value, previous: before }]) => [
        ...[
          word(`dashboard.figures.${name}`),
          write(name, value),
          ifKnown(before, (sum) => write(name, sum)),
        ],
      ]),
    ];
  },
  statuses: async (ctx, query, word) => {
    const { statuses, period, previous } = await periodStatuses(ctx, query);
    return [
      [word('dashboard.statuses.title'), daysOf(period), daysOf(previous)],
      ...orderStatuses.map((status) => [
        word(`orders.options.order_status.${status}`),
        ...[count(statuses[status].value), ifKnown(statuses[status].previous, count)],
      ]),
    ];
  },
  sales: async (ctx, query, word) => {
    const { points, step } = await periodSales(ctx, query);
    const columns = [`column-${step}`, 'column-revenue', 'column-orders', 'column-previous'];
    return [
      columns.map((key) => word(`dashboard.sales.${key}`)),
      ...points.map((point) => [
        ...[daysOf(point), sum(point.revenue), count(point.orders), sum(point.previous_revenue)],
      ]),
    ];
  },
  shops: async (ctx, query, word) => {
    const { shops } = await shopLines(ctx, query);
    return [
      ['shop', ...shopColumns].map((key) => word(`dashboard.by-shop.${key}`)),
      ...shops.map((line) => [line.shop.name ?? '', ...shopColumns.map((key) => shopCell(line, key))]),
    ];
  },
  goods: async (ctx, query, word) => [
    [
      word('dashboard.popular.name'),
      word('products.fields.sku'),
      word('products.fields.shop'),
      word('products.fields.sold_quantity'),
    ],
    ...(await bestSold(ctx, query)).map(({ name, sku, shop, sold }) => [name, sku ?? '', shop, count(sold)]),
  ],
  categories: async (ctx, query, word) => {
    const { by, rows } = await bestCategories(ctx, query);
    const figure = by === 'sales' ? 'products.fields.sold_quantity' : 'categories.fields.products_count';
    return [
      [word('products.fields.categories'), word('products.fields.shop'), word(figure)],
      ...rows.map((row) => [row.category_name, row.shop_name, count(row.figure)]),
    ];
  },
} as const satisfies Record<AnalyticsTable, Table>;

function shopCell(line: ShopLine, column: (typeof shopColumns)[number]): Cell {
  if (column === 'refund_rate')
    return ifKnown(line.refund_rate, (rate) => `${Math.round(rate * 1000) / 10} %`);
  if (column === 'hours_to_ship') return ifKnown(line.hours_to_ship, count);
  return column === 'orders' || column === 'waiting' ? count(line[column]) : sum(line[column]);
}

/** A table as a file: CSV, or a workbook with `format=xlsx`. Throws VALIDATION_FAILED. */
export async function exportAnalytics(
  ctx: UserCtx,
  table: AnalyticsTable,
  query: JsonRecord,
): Promise<TableFile> {
  const format = readFormat(query.format);
  const word = await loadWords(ctx.locale, 'insights', 'orders', 'catalogue');
  const rows = await tables[table](ctx, query, word);
  const name = `${table}.${format}`;
  if (format === 'csv') return { name, type: csvType, content: csvText(rows, ctx.locale, true) };
  const title = word(`dashboard.${titles[table]}.title`);
  return { name, type: workbookType, content: Readable.from(writeSheet(inOnePart(rows), title)) };
}

interface TableFile {
  name: string;
  type: string;
  content: string | Readable;
}

const titles = {
  figures: 'figures',
  statuses: 'statuses',
  sales: 'sales',
  shops: 'by-shop',
  goods: 'popular',
  categories: 'categories',
} as const satisfies Record<AnalyticsTable, string>;

function readFormat(format: unknown): TableFormat {
  if (format === undefined || format === '') return 'csv';
  return tableFormats.find((one) => one === format) ?? rejectValue('format');
}

async function* inOnePart(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows;
}
