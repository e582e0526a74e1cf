import { sql } from 'kysely';
import { resources } from '@/contract';
import {
  type CreatableField,
  creatableFields,
  type ImportErrorGroup,
  type ImportField,
  type ImportOptions,
  type MappedField,
  mappedFields,
} from '@/contract/catalogue/products/imports';
import { isAllowed } from '@/contract/core/permissions';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { plainWord } from './cells';
import { loadDictionaries, loadLookups } from './find-names';
import { findImport } from './imports';
import { wordsOfShop } from './load-run';
import { guessMeanings } from './mapped-values';
import { lineStep } from './shapes/columns';

/** Limit of distinct cells that are searched for names of missing records. */
const maxTexts = 2000;
const maxNames = 100;

type GroupRow = Omit<ImportErrorGroup, 'missing' | 'maps' | 'creates'>;

/** `GET product-imports/{id}/error-groups`: equal errors of many rows, most frequent first. Throws NOT_FOUND. */
export async function listErrorGroups(ctx: UserCtx, id: number): Promise<{ data: ImportErrorGroup[] }> {
  const { shop_id, mapping, options } = await findImport(ctx, id);
  const { rows } =
    await sql<GroupRow>`select e.key as column, e.value as error, r.state = 'bad' as is_rejected,
      count(*)::int as count, min(abs(r.line) % ${lineStep})::int as first_line
    from product_import_rows r, jsonb_each_text(r.errors) as e
    where r.import_id = ${id} and r.errors is not null
    group by 1, 2, 3 order by count desc, first_line limit 200`.execute(ctx.db);
  const source: Source = {
    id,
    shopId: shop_id,
    mapping: mapping as Record<string, ImportField>,
    values: (options as Partial<ImportOptions>).values ?? {},
  };
  const data: ImportErrorGroup[] = [];
  for (const row of rows) data.push({ ...row, ...(await missingRecords(ctx, source, row)) });
  return { data };
}

interface Source {
  id: number;
  shopId: number;
  mapping: Record<string, ImportField>;
  values: ImportOptions['values'];
}

async function missingRecords(
  ctx: UserCtx,
  { id, shopId, mapping, values }: Source,
  { column, error, count }: GroupRow,
): Promise<Pick<ImportErrorGroup, 'missing' | 'creates' | 'maps'>> {
  const named = mapping[column] ?? column;
  const field = mappedFields.find((one) => one === named);
  if (!field || !unclear[field === 'status' || field === 'quantity' ? field : 'record'].includes(error))
    return { missing: [], creates: null, maps: null };
  const shared = values[field];
  const cells =
    column in mapping ? await wrongCells(ctx, id, column, error) : [{ text: shared ?? '', count }];
  const missingIn = await missingNames(ctx, shopId, field, cells);
  const counts = new Map<string, number>();
  for (const cell of cells) {
    for (const name of new Set(missingIn(cell.text))) counts.set(name, (counts.get(name) ?? 0) + cell.count);
  }
  const names = [...counts].sort(([, one], [, other]) => other - one).slice(0, maxNames);
  const guesses = await guessMeanings(
    ctx,
    shopId,
    field,
    names.map(([name]) => name),
  );
  const missing = names.map(([name, times]) => {
    const { target = '', label = '' } = guesses.get(name) ?? {};
    return { name, count: times, guess: target === '' ? null : { target, label } };
  });
  const creates = creatableFields.find((one) => one === field && error === 'error-import-unknown');
  const hasSome = missing.length > 0;
  return {
    missing,
    creates: creates && hasSome && mayCreate(ctx, creates) ? creates : null,
    maps: hasSome ? field : null,
  };
}

/** Errors of a name that is not understood. */
const unclear: Record<'record' | 'status' | 'quantity', readonly string[]> = {
  record: ['error-import-unknown', 'error-import-ambiguous'],
  status: ['error-wrong-value'],
  quantity: ['error-import-stock-word', 'error-import-stock-endless'],
};

/** The names in a cell that are not understood. */
async function missingNames(
  ctx: UserCtx,
  shopId: number,
  field: MappedField,
  cells: readonly { text: string }[],
): Promise<(text: string) => string[]> {
  if (field === 'status') {
    const { statuses } = await wordsOfShop(ctx, shopId);
    // A status that is understood may still be refused: that is no question of its name.
    return (text) => (statuses.has(plainWord(text)) ? [] : [text.trim()]);
  }
  if (field === 'quantity') return (text) => [text.trim()];
  const texts = cells.map(({ text }) => ({ [field]: text }));
  const lookups = await loadLookups(ctx, { shopId, dictionaries: await loadDictionaries(ctx) }, texts);
  return (text) => lookups.missing(field, text);
}

async function wrongCells(ctx: UserCtx, id: number, column: string, error: string) {
  const { rows } = await sql<{ text: string; count: number }>`
    select coalesce(cells ->> ${column}::int, '') as text, count(*)::int as count
    from product_import_rows
    where import_id = ${id} and errors ->> ${column} = ${error}
    group by 1 order by count desc limit ${maxTexts}`.execute(ctx.db);
  return rows;
}

export const errorFamilies = {
  type: 'groups',
  categories: 'categories',
  tags: 'tags',
  manufacturer: 'manufacturers',
  author: 'authors',
} as const satisfies Record<CreatableField, keyof typeof resources>;

/** Records submitted by a shop wait for approval, so only an administrator's make the rows valid immediately. */
export function mayCreate(ctx: UserCtx, field: CreatableField): boolean {
  return isAdmin(ctx) && isAllowed(resources[errorFamilies[field]].allow.create, ctx.user.permissions);
}
