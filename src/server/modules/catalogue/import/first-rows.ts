import { sql } from 'kysely';
import { valueKey } from '@/contract/catalogue/attributes/value-key';
import {
  characteristicOf,
  type FirstRow,
  type FirstRowCell,
  type ImportTarget,
} from '@/contract/catalogue/products/imports';
import { productStatuses } from '@/contract/catalogue/products/moderation';
import { oneLine } from '@/contract/core/text';
import type { UserCtx } from '@/server/core/context';
import { decodeEntities } from '@/server/core/html';
import type { JsonRecord } from '@/server/core/json-record';
import { loadWords } from '@/server/core/words';
import { shownRows } from './becomes';
import { plainWord } from './cells';
import { findImport } from './imports';
import { readNumber } from './numbers/read-number';

interface StoredRow {
  line: number;
  cells: string[];
  errors: Record<string, string> | null;
  becomes: { outcome: FirstRow['outcome']; values: JsonRecord };
}

const tables = {
  type: 'groups',
  categories: 'categories',
  tags: 'tags',
  author: 'authors',
  manufacturer: 'manufacturers',
} as const;

/** `GET product-imports/{id}/first-rows`: the first rows of a checked file as they will become. Throws NOT_FOUND. */
export async function listFirstRows(ctx: UserCtx, id: number): Promise<{ data: FirstRow[] }> {
  const { mapping } = await findImport(ctx, id);
  const { rows } = await sql<StoredRow>`select line, cells, errors, becomes from product_import_rows
    where import_id = ${id} and becomes is not null order by line limit ${shownRows}`.execute(ctx.db);
  const columns = Object.entries(mapping as Record<string, ImportTarget>);
  const shown = await valueTexts(ctx, rows);
  const data = rows.map(({ line, cells, errors, becomes: { outcome, values } }): FirstRow => {
    const own = columns.flatMap(([column, field]): FirstRowCell[] => {
      const cell = cells[Number(column)]?.trim() ?? '';
      const told = errors?.[column] ?? null;
      if (cell === '' && told === null) return [];
      const key = keyOf(field, values);
      const isGuide = guides.includes(field) && told === null;
      const value = isGuide ? cell : key in values ? shown(field, values[key]) : sidesIn(field, values);
      return [
        { column, field, cell, value, error: told, is_different: told !== null || !isSame(cell, value) },
      ];
    });
    return { line, outcome, cells: own };
  });
  return { data };
}

/** Columns that say how others are read, and become no value of their own. */
const guides: readonly ImportTarget[] = ['currency', 'quantity_was', 'exported_at'];

/** What a field is called among the values of its row. */
function keyOf(field: ImportTarget, values: JsonRecord): string {
  const name = characteristicOf(field);
  if (name !== undefined) return `characteristic:${valueKey(name)}`;
  // A row without a price before the discount has the discounted one as its price.
  return field === 'sale_price' && !('sale_price' in values) ? 'price' : field;
}

/** The three sides that a cell has together. */
const sidesIn = (field: ImportTarget, { length, width, height }: JsonRecord): string =>
  field === 'dimensions' ? [length, width, height].map((side) => side ?? '—').join(' × ') : '';

/** Texts of values: names of records, words for choices. */
async function valueTexts(ctx: UserCtx, rows: readonly StoredRow[]) {
  const words = await loadWords(ctx.locale, 'catalogue');
  const names = new Map<string, string>();
  for (const [field, table] of Object.entries(tables)) {
    const ids = rows.flatMap(({ becomes: { values } }) => [values[field] ?? []].flat().map(Number));
    if (ids.length === 0) continue;
    const { rows: found } = await sql<{ id: number; name: string }>`select id, name from ${sql.table(table)}
      where id = any(${ids}::bigint[])`.execute(ctx.db);
    for (const { id, name } of found) names.set(`${field} ${id}`, name);
  }
  const choice = (value: string) => words(`products.import.cells.${value}`);
  return (field: ImportTarget, value: unknown): string => {
    if (value === null || value === undefined) return '';
    if (field in tables)
      return [value]
        .flat()
        .map((id) => names.get(`${field} ${String(id)}`) ?? String(id))
        .join('; ');
    if (typeof value === 'boolean') return choice(value ? 'yes' : 'no');
    if (field === 'product_type' || productStatuses.some((one) => one === value))
      return choice(String(value));
    if (field === 'vat_rate')
      return value === 'none' ? words('products.import.cells.no-vat') : `${String(value)} %`;
    if (field === 'description') return plainText(String(value)).slice(0, longestShown);
    return [value].flat().map(partText).join('; ').slice(0, longestShown);
  };
}

const longestShown = 200;

const plainText = (html: string) => oneLine(decodeEntities(html.replace(/<[^<>]*>/g, ' ')));

/** An option, a picture or a video, or a plain value. */
function partText(part: unknown): string {
  if (part === null || typeof part !== 'object') return String(part ?? '');
  if ('name' in part && 'value' in part) return `${String(part.name)}: ${String(part.value)}`;
  if ('file_name' in part) return String(part.file_name);
  return 'url' in part ? String(part.url) : '';
}

/** Whether a value says what its cell does: case, spaces and the way a number is written do not matter. */
function isSame(cell: string, value: string): boolean {
  const [was, now] = [readNumber(cell), readNumber(value)];
  if (was && now && was.before === '' && now.before === '')
    return Number(was.text) === Number(now.text) && (was.after === '' || was.after === now.after);
  const plain = (text: string) => plainWord(plainText(text)).replace(/[\s;,|>/]+/g, ' ');
  const [whole, part] = [plain(cell), plain(value)];
  return whole === part || (value.length >= longestShown && whole.startsWith(part));
}
