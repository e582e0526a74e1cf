import { sql } from 'kysely';
import { attributes } from '@/contract/catalogue/attributes';
import { type CsvMistake, type ImportReport, maxCsvRows } from '@/contract/catalogue/attributes/csv';
import { maxValues, metaError, valueError, valueKey } from '@/contract/catalogue/attributes/schema';
import { defaultLanguage } from '@/contract/core/languages';
import { auditRows } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { type CsvRow, readCsv, splitCell } from '@/server/core/documents/csv';
import { rejectField } from '@/server/core/errors';
import { freeSlugs } from '@/server/core/slugs';
import { assertOwnShop } from '../products/policy';
import { nameError } from './attribute-name';
import { insertValues, loadAttributeValues, nextPositions } from './attributes';

interface ImportInput {
  shopId: number;
  content: Buffer;
  isDryRun: boolean;
  /** Stores the valid rows although others are wrong. */
  skipsWrong: boolean;
}

/** An attribute named in the file: stored (`id`) or new. */
interface ImportTarget {
  id: number | undefined;
  name: string;
  known: Set<string>;
  added: AttributeRow['values'];
}

/**
 * Imports attributes from a CSV file: attributes of the same name get the values they lack, others are created. One
 * transaction, nothing is stored while a row is wrong unless `skipsWrong`. Throws NOT_FOUND for another shop and
 * VALIDATION_FAILED for an unreadable file.
 */
export async function importAttributes(
  ctx: UserCtx,
  input: ImportInput,
): Promise<{ report: ImportReport; isStored: boolean }> {
  await assertOwnShop(ctx, input.shopId);
  const file = parseAttributeRows(input.content);
  // Begins after the file is read: the embedded database has one connection.
  return ctx.db.transaction().execute(async (db) => {
    const own = { ...ctx, db };
    if (!input.isDryRun) await lockShop(own, input.shopId);
    const known = await loadTargets(own, input.shopId, file.rows);
    const { targets, errors } = planTargets(file.rows, known);
    const all = [...file.errors, ...errors].sort((a, b) => a.row - b.row);
    const isStored = !input.isDryRun && (all.length === 0 || input.skipsWrong);
    if (isStored) await store(own, input.shopId, targets);
    return { report: buildReport(isStored || input.isDryRun ? targets : [], all), isStored };
  });
}

/** Two imports into one shop would both create the same attribute. */
async function lockShop(ctx: UserCtx, shopId: number): Promise<void> {
  await ctx.db.selectFrom('shops').select('id').where('id', '=', shopId).forNoKeyUpdate().execute();
}

/** Stored attributes that the file names, by `valueKey`; among equal names the oldest. */
async function loadTargets(
  ctx: UserCtx,
  shopId: number,
  rows: AttributeRow[],
): Promise<Map<string, ImportTarget>> {
  const named = new Set(rows.map(({ name }) => valueKey(name)));
  const found = await ctx.db
    .selectFrom('attributes')
    .select(['id', 'name'])
    .where('shop_id', '=', shopId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const used = found.filter(({ name }) => named.has(valueKey(name)));
  const values = await loadAttributeValues(ctx, used);
  const targets = new Map<string, ImportTarget>();
  for (const { id, name } of used) {
    const target = targets.get(valueKey(name)) ?? { id, name, known: new Set(), added: [] };
    for (const { value } of values.get(id) ?? []) target.known.add(valueKey(value));
    targets.set(valueKey(name), target);
  }
  return targets;
}

function planTargets(
  rows: AttributeRow[],
  targets: Map<string, ImportTarget>,
): { targets: ImportTarget[]; errors: CsvMistake[] } {
  const errors: CsvMistake[] = [];
  for (const { row, name, values } of rows) {
    const target = targets.get(valueKey(name)) ?? { id: undefined, name, known: new Set(), added: [] };
    const missing = values.filter(({ value }) => !target.known.has(valueKey(value)));
    if (target.known.size + missing.length > maxValues) {
      errors.push(cellError(row, 'values', 'error-too-many-values', name));
      continue;
    }
    for (const { value } of missing) target.known.add(valueKey(value));
    target.added.push(...missing);
    targets.set(valueKey(name), target);
  }
  return { targets: [...targets.values()], errors };
}

function buildReport(targets: ImportTarget[], errors: CsvMistake[]): ImportReport {
  const old = targets.filter(({ id }) => id !== undefined);
  return {
    created: targets.length - old.length,
    updated: old.filter(({ added }) => added.length > 0).length,
    unchanged: old.filter(({ added }) => added.length === 0).length,
    values_added: targets.reduce((sum, { added }) => sum + added.length, 0),
    skipped: new Set(errors.map(({ row }) => row)).size,
    errors,
  };
}

async function store(ctx: UserCtx, shopId: number, targets: ImportTarget[]): Promise<void> {
  const names = targets.filter(({ id }) => id === undefined).map(({ name }) => name);
  const fresh = (await create(ctx, shopId, names)).values();
  const changed = targets.flatMap(({ id, name, added }) => {
    if (id === undefined) return [{ id: fresh.next().value ?? 0, name, added, isNew: true }];
    return added.length > 0 ? [{ id, name, added, isNew: false }] : [];
  });
  const old = changed.filter(({ isNew }) => !isNew).map(({ id }) => id);
  const next = await nextPositions(ctx, old);
  const values = changed.flatMap(({ id, added }) =>
    added.map((value, index) => ({ ...value, attribute_id: id, position: (next.get(id) ?? 0) + index })),
  );
  await insertValues(ctx, values);
  await ctx.db
    .updateTable('attributes')
    .set({ version: sql`version + 1`, updated_at: ctx.now })
    .where('id', '=', sql<number>`any(${old}::bigint[])`)
    .execute();
  const entries = changed.map(({ id, name, added, isNew }) => ({
    id,
    action: isNew ? 'create' : 'update',
    changes: { ...(isNew && { name: [null, name] }), values: [null, added.map(({ value }) => value)] },
  }));
  await auditRows(ctx, attributes.name, entries);
}

const batch = 1000;

async function create(ctx: UserCtx, shopId: number, names: string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const slugs = await freeSlugs(ctx, attributes, 'attributes', names);
  const moments = { created_at: ctx.now, updated_at: ctx.now };
  const rows = names.map((name, index) => ({ ...moments, name, shop_id: shopId, slug: slugs[index] ?? '' }));
  const ids = new Map<string, number>();
  for (let from = 0; from < rows.length; from += batch) {
    const added = await ctx.db
      .insertInto('attributes')
      .values(rows.slice(from, from + batch))
      .returning(['id', 'slug'])
      .execute();
    for (const { id, slug } of added) ids.set(slug, id);
  }
  return slugs.map((slug) => ids.get(slug) ?? 0);
}

interface AttributeRow {
  row: number;
  name: string;
  values: { value: string; meta: string }[];
}

/** Limit on the values of a file, however few its rows. */
const maxFileValues = 100_000;
const maxShownLength = 200;

/**
 * Reads and validates a whole attributes file: valid rows, and an error per wrong cell. Throws VALIDATION_FAILED at
 * `csv` for an unreadable file.
 */
function parseAttributeRows(content: Buffer): { rows: AttributeRow[]; errors: CsvMistake[] } {
  const found = readCsv(content, { field: 'csv', required: ['name'], maxRows: maxCsvRows });
  const rows: AttributeRow[] = [];
  const errors: CsvMistake[] = [];
  let total = 0;
  for (const one of found) {
    const { row, mistakes } = parseRow(one);
    errors.push(...mistakes);
    if (mistakes.length === 0) rows.push(row);
    total += row.values.length;
    if (total > maxFileValues) rejectField('csv', 'error-csv-too-many');
  }
  return { rows, errors };
}

function cellError(row: number, column: string, error: string, value: string): CsvMistake {
  return { row, column, error, value: value.slice(0, maxShownLength) };
}

function parseRow({ row, cells, isTooLong }: CsvRow): { row: AttributeRow; mistakes: CsvMistake[] } {
  const mistakes: CsvMistake[] = [];
  const fail = (column: string, error: string, value: string) =>
    mistakes.push(cellError(row, column, error, value));
  const name = (cells.name ?? '').trim();
  const nameProblem = nameError(name);
  if (nameProblem) fail('name', nameProblem, name);
  const language = (cells.language ?? '').trim().toLowerCase();
  if (language !== '' && language !== defaultLanguage) fail('language', 'error-csv-language', language);
  if (isTooLong) fail('', 'error-csv-columns', '');
  const texts = splitCell(cells.values ?? '');
  const metas = splitCell(cells.metas ?? '');
  if (!texts) fail('values', 'error-csv-broken', cells.values ?? '');
  if (!metas) fail('metas', 'error-csv-broken', cells.metas ?? '');
  if (!texts || !metas) return { row: { row, name, values: [] }, mistakes };
  if (texts.length > maxValues) fail('values', 'error-too-many-values', cells.values ?? '');
  if (metas.length > 0 && metas.length !== texts.length)
    fail('metas', 'error-metas-count', cells.metas ?? '');
  // Metas are optional: the value is then its own meta.
  const values = texts.map((value, index) => ({ value, meta: metas[index] || value }));
  const seen = new Set<string>();
  for (const { value, meta } of values) {
    const problem = valueError(value) ?? (seen.has(valueKey(value)) ? 'error-value-repeated' : undefined);
    if (problem) fail('values', problem, value);
    const metaProblem = metaError(meta);
    if (metaProblem && meta !== value) fail('metas', metaProblem, meta);
    seen.add(valueKey(value));
  }
  return { row: { row, name, values }, mistakes };
}
