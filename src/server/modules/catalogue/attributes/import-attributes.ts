import { sql } from 'kysely';
import { attributes } from '@/contract/catalogue/attributes';
import { type CsvMistake, type ImportReport, maxCsvRows } from '@/contract/catalogue/attributes/csv';
import { maxValues, metaError, valueError, valueKey } from '@/contract/catalogue/attributes/schema';
import { defaultLanguage } from '@/contract/core/languages';
import { auditRows } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { type CsvRow, readCsv, splitCell } from '@/server/core/documents/csv';
import { rejectField } from '@/server/core/errors';
import { makeTurns } from '@/server/core/files/turns';
import { freeSlugs } from '@/server/core/slugs';
import { inTransaction } from '@/server/core/transaction';
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
 * Imports attributes from a CSV file: attributes of the same name get the values they lack, others are created. Nothing is
 * stored while a row is wrong unless `skipsWrong`. Stored in parts, because one transaction of a large file would stop
 * everybody on an embedded database; the same file again stores what a part that failed has left out. Throws NOT_FOUND
 * for another shop and VALIDATION_FAILED for an unreadable file.
 */
export async function importAttributes(
  ctx: UserCtx,
  { shopId, content, isDryRun, skipsWrong }: ImportInput,
): Promise<{ report: ImportReport; isStored: boolean }> {
  await assertOwnShop(ctx, shopId);
  const file = await parseAttributeRows(content);
  const named = Map.groupBy(file.rows, ({ name }) => valueKey(name));
  const names = await loadNames(ctx, shopId);
  const { targets, errors } = await planTargets(file.rows, await loadTargets(ctx, names, named));
  const wrong = [...file.errors, ...errors];
  if (isDryRun) return { report: buildReport(targets, wrong), isStored: false };
  if (wrong.length > 0 && !skipsWrong) return { report: buildReport([], wrong), isStored: false };
  const stored: Plan = { targets: [], errors: file.errors };
  const turn = makeTurns();
  let analyzeAt = 100;
  for (const part of partsOf(named)) {
    await turn();
    const done = await inTransaction(ctx, (inside) => storePart(inside, shopId, { part, names }));
    stored.targets.push(...done.targets);
    stored.errors.push(...done.errors);
    if (stored.targets.length < analyzeAt) continue;
    // Values find their attribute by the plan of a small table, which reads all of it for each.
    await sql`analyze attributes`.execute(ctx.db);
    analyzeAt *= 2;
  }
  return { report: buildReport(stored.targets, stored.errors), isStored: true };
}

interface Plan {
  targets: ImportTarget[];
  errors: CsvMistake[];
}

/** The rows of each name, by its `valueKey`. */
type NamedRows = ReadonlyMap<string, readonly AttributeRow[]>;

const namesOfPart = 250;
const valuesOfPart = 500;

/** All rows of a name are in one part. */
function* partsOf(named: NamedRows): Generator<NamedRows> {
  let part = new Map<string, readonly AttributeRow[]>();
  let size = 0;
  for (const [key, rows] of named) {
    const values = rows.reduce((sum, row) => sum + row.values.length, 0);
    if (part.size === namesOfPart || (part.size > 0 && size + values > valuesOfPart)) {
      yield part;
      part = new Map();
      size = 0;
    }
    part.set(key, rows);
    size += values;
  }
  if (part.size > 0) yield part;
}

/** Planned again: others may have written since the file was checked. */
async function storePart(
  ctx: UserCtx,
  shopId: number,
  { part, names }: { part: NamedRows; names: StoredName[] },
): Promise<Plan> {
  await lockShop(ctx, shopId);
  names.push(...(await loadNames(ctx, shopId, names.at(-1)?.id)));
  const known = await loadTargets(ctx, names, part, { isStoring: true });
  const plan = await planTargets([...part.values()].flat(), known);
  await store(ctx, shopId, plan.targets);
  return plan;
}

/** Two imports into one shop would both create the same attribute. */
async function lockShop(ctx: UserCtx, shopId: number): Promise<void> {
  await ctx.db.selectFrom('shops').select('id').where('id', '=', shopId).forNoKeyUpdate().execute();
}

interface StoredName {
  id: number;
  name: string;
  key: string;
}

/** Attributes of a shop, the oldest first: all, or those since one of them. */
async function loadNames({ db }: UserCtx, shopId: number, since = 0): Promise<StoredName[]> {
  const rows = await db
    .selectFrom('attributes')
    .select(['id', 'name'])
    .where('shop_id', '=', shopId)
    .where('id', '>', since)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, key: valueKey(row.name) }));
}

/** Stored attributes that are named, by `valueKey`; among equal names the oldest. */
async function loadTargets(
  ctx: UserCtx,
  names: readonly StoredName[],
  named: NamedRows,
  { isStoring = false }: { isStoring?: boolean } = {},
): Promise<Map<string, ImportTarget>> {
  const used = names.filter(({ key }) => named.has(key));
  const kept = isStoring ? await lockNamed(ctx, used, named) : used;
  const values = await loadAttributeValues(ctx, kept);
  const targets = new Map<string, ImportTarget>();
  for (const { id, name } of kept) {
    const target = targets.get(valueKey(name)) ?? { id, name, known: new Set(), added: [] };
    for (const { value } of values.get(id) ?? []) target.known.add(valueKey(value));
    targets.set(valueKey(name), target);
  }
  return targets;
}

/** Those that still have their names. */
async function lockNamed({ db }: UserCtx, found: readonly StoredName[], named: NamedRows) {
  if (found.length === 0) return [];
  const rows = await db
    .selectFrom('attributes')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${found.map(({ id }) => id)}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.filter(({ name }) => named.has(valueKey(name)));
}

async function planTargets(rows: readonly AttributeRow[], targets: Map<string, ImportTarget>): Promise<Plan> {
  const errors: CsvMistake[] = [];
  const turn = makeTurns();
  for (const { row, name, values } of rows) {
    await turn();
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

function buildReport(targets: ImportTarget[], wrong: readonly CsvMistake[]): ImportReport {
  const errors = wrong.toSorted((a, b) => a.row - b.row);
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
/** The first one is needed. */
const columns = ['name', 'language', 'values', 'metas'] as const;

/**
 * Reads and validates a whole attributes file: valid rows, and an error per wrong cell. Throws VALIDATION_FAILED at
 * `csv` for an unreadable file.
 */
async function parseAttributeRows(content: Buffer): Promise<{ rows: AttributeRow[]; errors: CsvMistake[] }> {
  const found = await readCsv(content, { field: 'csv', columns, maxRows: maxCsvRows });
  const rows: AttributeRow[] = [];
  const errors: CsvMistake[] = [];
  let total = 0;
  const turn = makeTurns();
  for (const one of found) {
    await turn();
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
