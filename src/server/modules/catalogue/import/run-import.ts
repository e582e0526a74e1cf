import { sql } from 'kysely';
import { characteristicKey } from '@/contract/catalogue/products/characteristics';
import { type ImportField, importFields, ownVariationFields } from '@/contract/catalogue/products/imports';
import type { Database, UserCtx } from '@/server/core/context';
import { AppError, toAppError } from '@/server/core/errors';
import { setVisibility } from '@/server/core/files/file-rights';
import { isWebAddress } from '@/server/integrations/outgoing/outgoing';
import { settleCharacteristics } from '../products/characteristics';
import { assertOwnShop } from '../products/policy';
import { explainStock } from '../stock/stock';
import { becomes } from './becomes';
import type { OddCells } from './cells';
import { loadLookups } from './find-names';
import {
  findOwner,
  findPictures,
  loadStored,
  loadVariationContext,
  picturesNamed,
  type StoredRecords,
  type VariationContext,
  type VariationRow,
} from './find-records';
import {
  findImporter,
  type ImportRow,
  type ImportRun,
  keyOfCell,
  maxLine,
  type Outcome,
  RightLost,
} from './import-run';
import { leaveRefused } from './leave-refused';
import { type PictureFetcher, uploadPath } from './pictures';
import { movedVariations, planProduct, planVariation } from './plan-rows';
import { cellTexts, characteristicCells, parseRow } from './read-row';
import { writeProducts, writeVariations } from './write-rows';

/** Rolls back an atomic import and carries the outcomes. */
class ImportRejected extends Error {
  readonly outcomes: ReadonlyMap<number, Outcome>;

  constructor(outcomes: ReadonlyMap<number, Outcome>) {
    super('Rejected');
    this.outcomes = outcomes;
  }
}

/** Checks the unchecked rows batch by batch; resumes where a previous worker stopped. */
export async function checkRows(deps: WorkDeps, run: ImportRun): Promise<void> {
  for await (const rows of batches(deps, run, ['new'])) {
    const { ctx } = withCurrentTime(deps, run);
    const { outcomes, first } = await planBatch(ctx, run, rows, false);
    await markAndAdvance(deps, run, outcomes);
    await storeFirst(deps.db, run, first);
  }
}

/** Writes the valid rows, one short transaction per batch; committed batches stay. */
export async function runRows(deps: WorkDeps, run: ImportRun): Promise<void> {
  for await (const rows of batches(deps, run, ['new', 'ready'])) {
    await fetchPictures(deps, run, rows);
    await runBatch(deps, run, rows);
  }
}

/** Concurrent writes may fail a batch: it is retried, then written row by row. */
async function runBatch(
  deps: WorkDeps,
  run: ImportRun,
  rows: readonly ImportRow[],
  tries = 2,
): Promise<void> {
  try {
    await deps.db.transaction().execute(async (db) => {
      const ctx = await withCurrentRights({ ...withCurrentTime(deps, run).ctx, db }, run);
      // First: a worker that lost its lease must not wait for rows locked by its successor.
      await advance({ ...deps, db }, run, noCounts);
      const { outcomes, ids } = await writeBatch(ctx, run, rows);
      await advance({ ...deps, db }, run, await markRows({ db }, run, outcomes, ids));
    });
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof RightLost) throw error;
    if (tries > 0) return runBatch(deps, run, rows, tries - 1);
    const [first] = rows;
    if (rows.length > 1) for (const row of rows) await runBatch(deps, run, [row], 1);
    else if (first) await rejectRow(deps, run, first, error);
  }
}

async function rejectRow(deps: WorkDeps, run: ImportRun, row: ImportRow, error: unknown): Promise<void> {
  const refusal = toAppError(error);
  if (refusal.code === 'INTERNAL') throw error;
  const named = Object.entries(refusal.fields ?? {}).flatMap(([field, [text]]) => {
    const known = importFields.find((one) => one === field);
    return known && text ? [[keyOfCell(run, row, known), text]] : [];
  });
  const errors = named.length > 0 ? Object.fromEntries(named) : { row: 'error-import-row' };
  await markAndAdvance(deps, run, new Map<number, Outcome>([[row.line, { kind: 'bad', errors }]]));
}

async function markAndAdvance(deps: WorkDeps, run: ImportRun, outcomes: ReadonlyMap<number, Outcome>) {
  await deps.db.transaction().execute(async (db) => {
    await advance({ ...deps, db }, run, await markRows({ db }, run, outcomes));
  });
}

/**
 * Writes all rows in one transaction, or none: false when a row is rejected, with the errors on the rows.
 * Pictures are fetched before, so that nothing slow runs inside the transaction.
 */
export async function runAtomic(deps: WorkDeps, run: ImportRun): Promise<boolean> {
  await checkRows(deps, run);
  if (await hasRejectedRows(deps.db, run)) return false;
  for (const isVariation of [false, true]) await fetchAllPictures(deps, run, isVariation);
  await recount(deps, run);
  const beats: Promise<unknown>[] = [];
  try {
    await deps.db
      .transaction()
      .execute((db) => writeAll(deps, { ...withCurrentTime(deps, run).ctx, db }, run, beats));
    return true;
  } catch (error) {
    if (!(error instanceof ImportRejected)) throw error;
    const wrong = new Map([...error.outcomes].filter(([, outcome]) => outcome.kind === 'bad'));
    await deps.db.transaction().execute(async (db) => {
      const counts = await markRows({ db }, run, wrong);
      await advance({ ...deps, db }, run, { ...noCounts, rejected: counts.rejected });
    });
    return false;
  } finally {
    await Promise.all(beats);
  }
}

/** Heartbeats are not awaited here: this transaction holds the only connection of the embedded database. */
async function writeAll(
  deps: WorkDeps,
  ctx: UserCtx,
  run: ImportRun,
  beats: Promise<unknown>[],
): Promise<void> {
  let passed = 0;
  for await (const rows of batches(ctx, run, ['new', 'ready'])) {
    const { outcomes, ids } = await writeBatch(ctx, run, rows);
    if ([...outcomes.values()].some(({ kind }) => kind === 'bad')) throw new ImportRejected(outcomes);
    passed += (await markRows(ctx, run, outcomes, ids)).passed;
    beats.push(heartbeat(deps, run, passed));
    await assertLease(deps, ctx, run);
  }
}

async function hasRejectedRows(db: Database, run: ImportRun): Promise<boolean> {
  const row = await db
    .selectFrom('product_import_rows')
    .select('line')
    .where('import_id', '=', run.id)
    .where('state', '=', 'bad')
    .executeTakeFirst();
  return row !== undefined;
}

async function fetchAllPictures(deps: WorkDeps, run: ImportRun, isVariation: boolean): Promise<void> {
  for (let after = -maxLine; ; ) {
    const rows = await nextRows(deps, run, ['new', 'ready'], isVariation, after);
    const last = rows.at(-1);
    if (!last) return;
    await fetchPictures(deps, run, rows);
    after = last.line;
  }
}

/** Fetches the URLs named in the rows that the import does not have yet. */
async function fetchPictures(deps: WorkDeps, run: ImportRun, rows: readonly ImportRow[]): Promise<void> {
  const { ctx } = withCurrentTime(deps, run);
  const urls = [...picturesNamed(rows)].filter(
    (text) => isWebAddress(text) && uploadPath(ctx, text) === undefined,
  );
  if (urls.length === 0) return;
  const known = await deps.db
    .selectFrom('product_import_files')
    .select('name')
    .where('import_id', '=', run.id)
    .where('name', '=', sql<string>`any(${urls}::text[])`)
    .execute();
  const had = new Set(known.map(({ name }) => name));
  await deps.fetcher.fetch(ctx, run.id, {
    shopId: run.shopId,
    urls: urls.filter((url) => !had.has(url) && !run.lostPictures.has(url)),
    lost: run.lostPictures,
    onEach: () => advance(deps, run, noCounts),
  });
}

/** Planning a batch is slow, so it yields to the event loop every `breathAfter` rows. */
const batchRows = 250;
const yieldEvery = 20;

/** Fields of a variation row; the others belong to its product. */
const variationFields: readonly ImportField[] = ['parent', 'options', ...ownVariationFields];

interface BatchPlan {
  outcomes: Map<number, Outcome>;
  /** What the first rows of the file become. */
  first: { line: number; becomes: ReturnType<typeof becomes> }[];
  around: VariationContext | undefined;
}

/** Writes the valid rows of a batch in the caller's transaction. Returns product ids by line. */
async function writeBatch(
  ctx: UserCtx,
  run: ImportRun,
  rows: readonly ImportRow[],
): Promise<{ outcomes: Map<number, Outcome>; ids: Map<number, number> }> {
  await explainStock(ctx, { kind: 'import', family: 'product_imports', rowId: run.id });
  const { outcomes, around } = await planBatch(ctx, run, rows, true);
  const products = [...outcomes].flatMap(([line, outcome]) =>
    outcome.kind === 'product' ? [{ line, outcome }] : [],
  );
  const variations = [...outcomes].flatMap(([line, outcome]) =>
    outcome.kind === 'variation' ? [{ line, outcome }] : [],
  );
  const ids = await writeProducts(ctx, run, products);
  if (around) await writeVariations(ctx, run, around.attributes, variations);
  for (const { line, outcome } of variations) if (outcome.productId) ids.set(line, outcome.productId);
  return { outcomes, ids };
}

/** Plans a batch; without `isWriting` nothing is locked or written. */
async function planBatch(
  ctx: UserCtx,
  run: ImportRun,
  rows: readonly ImportRow[],
  isWriting: boolean,
): Promise<BatchPlan> {
  const stored = await loadStored(ctx, run, rows, isWriting);
  const lookups = await loadLookups(
    ctx,
    run,
    rows.map(({ texts }) => texts),
  );
  const pictures = await findPictures(ctx, run, rows, stored);
  const pictureIds = [...pictures.values()].map(({ id }) => id);
  if (isWriting) await setVisibility(ctx, pictureIds, 'public');
  const spelling = await loadSpelling(ctx, run, rows);
  const given = { run, lookups, pictures, spelling, isDryRun: !isWriting };
  const outcomes = new Map<number, Outcome>();
  const variations: VariationRow[] = [];
  const reads = new Map<number, Omit<VariationRow, 'variationId'>>();
  for (const [index, row] of rows.entries()) {
    if (index % yieldEvery === yieldEvery - 1) await yieldToEventLoop();
    const oddRow = row.odd?.row;
    if (oddRow === 'quote' || oddRow === 'total' || oddRow === 'group') {
      outcomes.set(row.line, { kind: 'bad', errors: { row: `error-import-row-${oddRow}` } });
      continue;
    }
    if (row.cells.slice(run.columns).some((cell) => cell !== '')) {
      outcomes.set(row.line, { kind: 'bad', errors: { row: 'error-csv-columns' } });
      continue;
    }
    const owner = findOwner(run, stored, row);
    const variationId = row.texts.parent === undefined ? (owner?.variationId ?? null) : null;
    if (row.texts.parent !== undefined || variationId !== null) {
      variations.push({ row, read: parseRow(given, row, variationTexts(row)), variationId });
      continue;
    }
    const before = owner && stored.products.get(owner.productId);
    const read = parseRow(given, row, row.texts);
    if (run.file.first.has(row.line)) reads.set(row.line, { row, read });
    const plan = (one: Omit<VariationRow, 'variationId'>) => planProduct(run, stored, { ...one, before });
    outcomes.set(row.line, leaveRefused(run, { row, read }, plan));
  }
  const around =
    variations.length === 0
      ? undefined
      : await planVariations(ctx, run, stored, variations, outcomes, isWriting);
  for (const { row, read } of variations)
    if (run.file.first.has(row.line)) reads.set(row.line, { row, read });
  const first = [...reads].flatMap(([line, { row, read }]) => {
    const outcome = outcomes.get(line);
    return outcome && run.file.first.has(line) ? { line, becomes: becomes(row, read, outcome) } : [];
  });
  return { outcomes, around, first };
}

/** How the shop spells the characteristics of the rows. */
async function loadSpelling(ctx: UserCtx, run: ImportRun, rows: readonly ImportRow[]) {
  const said = rows.flatMap(({ cells, texts }) => characteristicCells(run, cells, texts.characteristics));
  const distinct = new Map(said.map(({ name, value }) => [characteristicKey(name, value), { name, value }]));
  const all = [...distinct.values()];
  const settled = await settleCharacteristics(ctx, run.shopId, all, []);
  const known = new Map(
    all.map(({ name, value }, index) => [characteristicKey(name, value), settled[index]]),
  );
  return (name: string, value: string) => known.get(characteristicKey(name, value)) ?? { name, value };
}

async function storeFirst(db: Database, run: ImportRun, first: BatchPlan['first']): Promise<void> {
  if (first.length === 0) return;
  await sql`update product_import_rows r set becomes = row.becomes
    from jsonb_to_recordset(${JSON.stringify(first)}::jsonb) as row (line int, becomes jsonb)
    where r.import_id = ${run.id} and r.line = row.line`.execute(db);
}

async function planVariations(
  ctx: UserCtx,
  run: ImportRun,
  stored: StoredRecords,
  rows: readonly VariationRow[],
  outcomes: Map<number, Outcome>,
  isWriting: boolean,
): Promise<VariationContext> {
  const around = await loadVariationContext(ctx, run, stored, rows, isWriting);
  for (const id of movedVariations(run, around, rows)) around.moved.add(id);
  for (const [index, one] of rows.entries()) {
    if (index % yieldEvery === yieldEvery - 1) await yieldToEventLoop();
    outcomes.set(
      one.row.line,
      leaveRefused(run, one, (rest) => planVariation(run, around, { ...one, ...rest })),
    );
  }
  return around;
}

function variationTexts({ texts }: ImportRow) {
  return Object.fromEntries(
    variationFields.flatMap((field) => (texts[field] ? [[field, texts[field]]] : [])),
  );
}

const yieldToEventLoop = () => new Promise((resolve) => setImmediate(resolve));

/** The rows in these states, while there are any: products before variations. Each batch leaves the states. */
async function* batches(ctx: Pick<UserCtx, 'db'>, run: ImportRun, states: readonly string[]) {
  const moved = await movedRows(ctx, run, states);
  if (moved.length > 0) yield moved;
  for (const isVariation of [false, true]) {
    // Not from the first row each time: the database would step over all that are done.
    for (let after = -maxLine; ; ) {
      const rows = await nextRows(ctx, run, states, isVariation, after);
      const last = rows.at(-1);
      if (!last) break;
      yield rows;
      after = last.line;
    }
  }
}

/** More rows whose articles change are written in their order: one that waits for another may then be refused. */
const maxMoved = 2000;

/** Rows of products that get another article: in one batch, so that they may exchange them however far apart they stand. */
async function movedRows(
  ctx: Pick<UserCtx, 'db'>,
  run: ImportRun,
  states: readonly string[],
): Promise<ImportRow[]> {
  const [sku, slug, parent] = (['sku', 'slug', 'parent'] as const).map((field) => run.mapping.get(field));
  if (run.options.match !== 'slug' || sku === undefined || slug === undefined) return [];
  const isProduct = parent === undefined ? sql`true` : sql`coalesce(r.cells ->> ${parent}::int, '') = ''`;
  const { rows } = await sql<StoredRow>`select r.line, r.cells, r.odd from product_import_rows r
    join products p on p.shop_id = ${run.shopId} and p.slug = lower(btrim(r.cells ->> ${slug}::int))
      and p.deleted_at is null
    where r.import_id = ${run.id} and r.state = any(${states}::text[]) and ${isProduct}
      and coalesce(r.cells ->> ${sku}::int, '') <> ''
      and sku_key(r.cells ->> ${sku}::int) is distinct from sku_key(p.sku)
    order by r.line limit ${maxMoved}`.execute(ctx.db);
  return rows.map((row) => toRow(run, row));
}

interface StoredRow {
  line: number;
  cells: string[];
  odd: OddCells | null;
}

const toRow = (run: ImportRun, { line, cells, odd }: StoredRow): ImportRow => ({
  line,
  cells,
  ...(odd && { odd }),
  texts: cellTexts(cells, run),
});

/** Next rows of a pass, in file order. */
async function nextRows(
  ctx: Pick<UserCtx, 'db'>,
  run: ImportRun,
  states: readonly string[],
  isVariation: boolean,
  after = -maxLine,
): Promise<ImportRow[]> {
  const column = run.mapping.get('parent');
  if (column === undefined && isVariation) return [];
  const parent = column === undefined ? sql`''` : sql`coalesce(cells ->> ${column}::int, '')`;
  const { rows } = await sql<StoredRow>`select line, cells, odd from product_import_rows
    where import_id = ${run.id} and state = any(${states}::text[]) and line > ${after}
      and (${parent} <> '') = ${isVariation}
    order by line limit ${batchRows}`.execute(ctx.db);
  return rows.map((row) => toRow(run, row));
}

/** Stores the outcomes on the rows. Returns the counts. */
async function markRows(
  ctx: Pick<UserCtx, 'db'>,
  run: ImportRun,
  outcomes: ReadonlyMap<number, Outcome>,
  done?: ReadonlyMap<number, number>,
) {
  const rows = [...outcomes].map(([line, outcome]) => ({
    line,
    state: stateOf(outcome, done !== undefined),
    errors: errorsOf(outcome),
    product_id: done?.get(line) ?? productIdOf(outcome),
  }));
  await sql`update product_import_rows r set state = row.state, errors = row.errors, product_id = row.product_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (line int, state text, errors jsonb, product_id bigint)
    where r.import_id = ${run.id} and r.line = row.line`.execute(ctx.db);
  const count = (isIt: (outcome: Outcome) => boolean) => [...outcomes.values()].filter(isIt).length;
  return {
    passed: outcomes.size,
    created: count((one) => stateOf(one, true) === 'created'),
    updated: count((one) => stateOf(one, true) === 'updated'),
    rejected: count((one) => one.kind === 'bad'),
  };
}

function stateOf(outcome: Outcome, isWritten: boolean): string {
  if (outcome.kind === 'same' && outcome.isRestored && isWritten) return 'updated';
  if (outcome.kind === 'bad' || outcome.kind === 'same') return outcome.kind;
  if (!isWritten) return 'ready';
  return outcome.before ? 'updated' : 'created';
}

function errorsOf(outcome: Outcome): Record<string, string> | null {
  const errors = outcome.kind === 'bad' ? outcome.errors : (outcome.warnings ?? {});
  return Object.keys(errors).length > 0 ? errors : null;
}

function productIdOf(outcome: Outcome): number | null {
  if (outcome.kind === 'bad') return null;
  if (outcome.kind === 'product') return outcome.before ? Number(outcome.before.id) : null;
  return outcome.productId ?? null;
}

export interface WorkDeps {
  db: Database;
  now: () => Date;
  publicUrl: string;
  /** Lease id of this worker. */
  worker: string;
  fetcher: PictureFetcher;
}

type Counts = Awaited<ReturnType<typeof markRows>>;

/** The import was cancelled or taken over by another worker; nothing is reported. */
export class LeaseLost extends Error {}

const noCounts: Counts = { passed: 0, created: 0, updated: 0, rejected: 0 };

/** Adds to the counts and renews the lease. Throws LeaseLost. */
async function advance(
  { db, now, worker }: Pick<WorkDeps, 'now' | 'worker'> & Pick<UserCtx, 'db'>,
  run: ImportRun,
  { passed, created, updated, rejected }: Counts,
): Promise<void> {
  const found = await db
    .updateTable('product_imports')
    .set((eb) => ({
      alive_at: now(),
      updated_at: now(),
      passed: eb('passed', '+', passed),
      created: eb('created', '+', created),
      updated: eb('updated', '+', updated),
      rejected: eb('rejected', '+', rejected),
    }))
    .where('id', '=', run.id)
    .where('worker', '=', worker)
    .where('status', 'in', ['checking', 'running'])
    .returning('id')
    .executeTakeFirst();
  if (!found) throw new LeaseLost();
}

/** The run with the current time. */
function withCurrentTime({ db, now }: Pick<WorkDeps, 'db' | 'now'>, run: ImportRun): ImportRun {
  return { ...run, ctx: { ...run.ctx, db, now: now() } };
}

/** A run takes minutes, and whoever started it may be removed meanwhile. Throws RightLost. */
async function withCurrentRights(ctx: UserCtx, { shopId }: ImportRun): Promise<UserCtx> {
  const own = { ...ctx, user: await findImporter(ctx.db, ctx.user.id) };
  await assertOwnShop(own, shopId).catch((error: unknown) => {
    throw error instanceof AppError ? new RightLost() : error;
  });
  return own;
}

/** Reports progress outside of the transaction; with the embedded database it runs only after the commit. */
async function heartbeat({ db, now, worker }: WorkDeps, run: ImportRun, passed: number): Promise<void> {
  try {
    await db
      .updateTable('product_imports')
      .set((eb) => ({ alive_at: now(), passed: eb.fn('greatest', ['passed', eb.val(passed)]) }))
      .where('id', '=', run.id)
      .where('worker', '=', worker)
      .where('status', '=', 'running')
      .execute();
  } catch {
    // The next heartbeat reports it.
  }
}

/** Throws LeaseLost, also within a long transaction. */
async function assertLease({ worker, now }: WorkDeps, ctx: UserCtx, run: ImportRun): Promise<void> {
  // Throws it when the worker was stopped.
  now();
  const row = await ctx.db
    .selectFrom('product_imports')
    .select('id')
    .where('id', '=', run.id)
    .where('worker', '=', worker)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (!row) throw new LeaseLost();
  await withCurrentRights(ctx, run);
}

export async function recount({ db }: Pick<WorkDeps, 'db'>, { id }: Pick<ImportRun, 'id'>): Promise<void> {
  await sql`update product_imports i set passed = c.passed, created = c.created, updated = c.updated, rejected = c.rejected
    from (select count(*) filter (where state not in ('new', 'ready')) as passed,
        count(*) filter (where state = 'created') as created, count(*) filter (where state = 'updated') as updated,
        count(*) filter (where state = 'bad') as rejected
      from product_import_rows where import_id = ${id}) c
    where i.id = ${id}`.execute(db);
}
