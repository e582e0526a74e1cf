import { sql } from 'kysely';
import { resources } from '@/contract';
import {
  type CreatableField,
  creatableFields,
  type ImportErrorGroup,
  type ImportField,
  type ImportOptions,
} from '@/contract/catalogue/products/imports';
import { isAllowed } from '@/contract/core/permissions';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { loadDictionaries, loadLookups } from './find-records';
import { findImport } from './imports';

/** Limit of distinct cells that are searched for names of missing records. */
const maxTexts = 2000;
const maxNames = 100;

interface GroupRow {
  column: string;
  error: string;
  is_rejected: boolean;
  count: number;
  first_line: number;
}

/** `GET product-imports/{id}/error-groups`: equal errors of many rows, most frequent first. Throws NOT_FOUND. */
export async function listErrorGroups(ctx: UserCtx, id: number): Promise<{ data: ImportErrorGroup[] }> {
  const { shop_id, mapping, options } = await findImport(ctx, id);
  const { rows } =
    await sql<GroupRow>`select e.key as column, e.value as error, r.state = 'bad' as is_rejected,
      count(*)::int as count, min(r.line)::int as first_line
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
): Promise<Pick<ImportErrorGroup, 'missing' | 'creates'>> {
  const named = mapping[column] ?? column;
  const field = creatableFields.find((one) => one === named);
  if (error !== 'error-import-unknown' || !field) return { missing: [], creates: null };
  const shared = values[field];
  const cells = column in mapping ? await wrongCells(ctx, id, column) : [{ text: shared ?? '', count }];
  const texts = cells.map(({ text }) => ({ [field]: text }));
  const lookups = await loadLookups(ctx, { shopId, dictionaries: await loadDictionaries(ctx) }, texts);
  const counts = new Map<string, number>();
  for (const cell of cells) {
    for (const name of new Set(lookups.missing(field, cell.text)))
      counts.set(name, (counts.get(name) ?? 0) + cell.count);
  }
  const missing = [...counts]
    .map(([name, times]) => ({ name, count: times }))
    .sort((one, other) => other.count - one.count)
    .slice(0, maxNames);
  return { missing, creates: mayCreate(ctx, field) && missing.length > 0 ? field : null };
}

async function wrongCells(ctx: UserCtx, id: number, column: string) {
  const { rows } = await sql<{ text: string; count: number }>`
    select coalesce(cells ->> ${column}::int, '') as text, count(*)::int as count
    from product_import_rows
    where import_id = ${id} and errors ->> ${column} = 'error-import-unknown'
    group by 1 order by count desc limit ${maxTexts}`.execute(ctx.db);
  return rows;
}

export const familyOf = {
  type: 'groups',
  categories: 'categories',
  tags: 'tags',
  manufacturer: 'manufacturers',
  author: 'authors',
} as const satisfies Record<CreatableField, keyof typeof resources>;

/** Records submitted by a shop wait for approval, so only an administrator's make the rows valid immediately. */
export function mayCreate(ctx: UserCtx, field: CreatableField): boolean {
  return isAdmin(ctx) && isAllowed(resources[familyOf[field]].allow.create, ctx.user.permissions);
}
