import { sql } from 'kysely';
import {
  type ImportField,
  type ImportOptions,
  initialImportOptions,
} from '@/contract/catalogue/products/imports';
import type { Attachment } from '@/contract/core/define';
import { isAllowed, type Permission, withStaff } from '@/contract/core/permissions';
import type { Changes } from '@/server/core/audit';
import type { Ctx, Database, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import type { PictureProblem } from '@/server/integrations/files/pictures';
import { isReviewed } from '../moderation/product-reviews';
import { assertOwnShop } from '../products/policy';
import { type Dictionaries, loadDictionaries } from './find-records';
import { scaleOf } from './headings';
import { type CellWords, isClearing, loadCellWords, type RowTexts } from './read-row';
import type { WorkDeps } from './run-import';

/** State of an import while a worker processes it. */
export interface Job {
  id: number;
  shopId: number;
  /** The user who started the import, with current permissions. */
  ctx: UserCtx;
  /** Column index of each field. */
  mapping: ReadonlyMap<ImportField, number>;
  options: ImportOptions;
  /** Number of columns in the heading row. */
  columns: number;
  /** Factors of columns in another unit than ours. */
  scales: ReadonlyMap<ImportField, number>;
  isReviewed: boolean;
  dictionaries: Dictionaries;
  words: CellWords;
  file: FileIndex;
  /** Picture URLs that could not be fetched, with the reason. */
  lostPictures: Map<string, PictureProblem>;
}

/** Keys of all rows, held in memory because a row may refer to any other row. */
interface FileIndex {
  /** First line with each SKU or slug. */
  bySku: Map<string, number>;
  bySlug: Map<string, number>;
  /** SKUs and slugs that variations name as their product. */
  parents: Set<string>;
  /** Attribute names of products that are not stored yet, by product key. */
  optionNames: Map<string, string>;
  /** Line of each combination seen so far. */
  combinations: Map<string, number>;
}

export interface ImportRow {
  line: number;
  cells: string[];
  texts: RowTexts;
}

/** Translation keys of namespace `form`, by column index, or by field where the file has no such column. */
export type RowErrors = Record<string, string>;

export type Outcome =
  | { kind: 'bad'; errors: RowErrors }
  | { kind: 'same'; productId: number | null }
  | ProductOutcome
  | VariationOutcome;

export interface ProductOutcome {
  kind: 'product';
  before: JsonRecord | undefined;
  /** New column values; for an update only those the file contains. */
  values: JsonRecord;
  /** Ids; undefined when the file has no such column. */
  categories: number[] | undefined;
  tags: number[] | undefined;
  changes: Changes;
  /** A vendor changes a live product: the reviewed fields wait for an administrator. */
  isWaiting: boolean;
  /** The row is written all the same. */
  warnings: RowErrors;
}

export interface VariationOutcome {
  kind: 'variation';
  before: JsonRecord | undefined;
  /** Undefined in a dry run when the product is another row of this file. */
  productId: number | undefined;
  title: string;
  options: { name: string; value: string }[];
  /** Undefined in a dry run when some value does not exist yet. */
  valueIds: number[] | undefined;
  values: JsonRecord;
  changes: Changes;
  warnings: RowErrors;
}

/** Pictures by the text of the cell that names them. */
export type Pictures = ReadonlyMap<string, Attachment>;

/** Key under which an error of the field is reported. */
export function keyOfField(job: Pick<Job, 'mapping'>, field: ImportField): string {
  return String(job.mapping.get(field) ?? field);
}

/** Loads an import with the current permissions of the user who started it. Throws FORBIDDEN, NOT_FOUND. */
export async function loadJob({ db, now, publicUrl }: WorkDeps, id: number): Promise<Job> {
  const row = await db
    .selectFrom('product_imports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const person = await loadUser(db, row.user_id);
  if (!person || !isAllowed(withStaff('catalogue'), person.permissions)) throw new AppError('FORBIDDEN');
  const ctx: UserCtx = {
    db,
    user: person,
    now: now(),
    locale: 'ru',
    ip: row.ip ?? '',
    requestId: row.request_id ?? `import-${id}`,
    publicUrl,
  };
  await assertOwnShop(ctx, row.shop_id);
  const mapping = fieldColumns(row.mapping as Record<string, ImportField>);
  return {
    id,
    shopId: row.shop_id,
    ctx,
    mapping,
    options: { ...initialImportOptions, ...(row.options as Partial<ImportOptions>) },
    columns: (row.headings as string[]).length,
    scales: scalesOf(mapping, row.headings as string[]),
    isReviewed: await isReviewed(ctx),
    dictionaries: await loadDictionaries(ctx),
    words: await loadCellWords(),
    file: await buildFileIndex(ctx, id, mapping),
    lostPictures: new Map(),
  };
}

function scalesOf(
  mapping: ReadonlyMap<ImportField, number>,
  headings: readonly string[],
): Map<ImportField, number> {
  const all = [...mapping].map(([field, index]) => [field, scaleOf(field, headings[index] ?? '')] as const);
  return new Map(all.filter(([, factor]) => factor !== 1));
}

function fieldColumns(stored: Record<string, ImportField>): Map<ImportField, number> {
  return new Map(Object.entries(stored).map(([index, field]) => [field, Number(index)]));
}

async function loadUser(db: Database, id: number): Promise<UserCtx['user'] | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'permissions', 'shop_id'])
    .select(
      sql<
        number[]
      >`array(select shops.id from shops where shops.owner_id = users.id and shops.deleted_at is null)`.as(
        'owned',
      ),
    )
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      name: row.name,
      email: row.email,
      permissions: row.permissions as Permission[],
      ownedShopIds: row.owned.map(Number),
      managedShopId: row.shop_id,
      sessionId: 0,
    }
  );
}

const indexPageSize = 5000;

/** Indexes the keys of all rows page by page, without keeping the rows. */
async function buildFileIndex(
  ctx: Pick<Ctx, 'db'>,
  importId: number,
  mapping: ReadonlyMap<ImportField, number>,
): Promise<FileIndex> {
  const index: FileIndex = {
    bySku: new Map(),
    bySlug: new Map(),
    parents: new Set(),
    optionNames: new Map(),
    combinations: new Map(),
  };
  const cell = (field: ImportField) => {
    const column = mapping.get(field);
    return column === undefined ? sql`''` : sql`coalesce(cells ->> ${column}::int, '')`;
  };
  for (let after = 0; ; ) {
    const { rows } = await sql<{ line: number; sku: string; slug: string; parent: string }>`
      select line, ${cell('sku')} as sku, ${cell('slug')} as slug, ${cell('parent')} as parent
      from product_import_rows where import_id = ${importId} and line > ${after}
      order by line limit ${indexPageSize}`.execute(ctx.db);
    for (const { line, sku, slug, parent } of rows) {
      if (sku !== '' && !isClearing(sku) && !index.bySku.has(sku)) index.bySku.set(sku, line);
      const address = slug.toLowerCase();
      if (address !== '' && !index.bySlug.has(address)) index.bySlug.set(address, line);
      if (parent !== '') index.parents.add(parent).add(parent.toLowerCase());
    }
    const last = rows.at(-1);
    if (!last || rows.length < indexPageSize) return index;
    after = last.line;
  }
}
