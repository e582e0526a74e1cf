import { sql } from 'kysely';
import type { UserCtx } from '@/server/core/context';
import { setVisibility } from '@/server/core/files/file-rights';
import { explainStock } from '../stock/stock';
import { textsOf } from './cells';
import { findPictures, findStored, ownerOf, type Stored } from './find-records';
import type { ImportRow, Job, Outcome } from './job';
import { findNamed } from './lookups';
import { planProduct } from './plan-rows';
import { readRow } from './read-row';
import { type Around, planVariation, type VariationRow } from './variations';
import { findAround } from './variations-found';
import { writeProducts } from './write-rows';
import { writeVariations } from './write-variations';

/** Rows of a batch: planning them takes so long that the server does something else in between. */
const batchRows = 250;
const breathAfter = 20;

/** What a row's cells say of a variation; all else lies with its product. */
const variationFields = [
  ...(['parent', 'options', 'price', 'sale_price', 'quantity'] as const),
  ...(['sku', 'barcode', 'image', 'is_disable'] as const),
];

interface Planned {
  outcomes: Map<number, Outcome>;
  around: Around | undefined;
}

/** What a batch of rows would do; nothing is written, or locked. */
export async function checkBatch(job: Job, rows: readonly ImportRow[]): Promise<Map<number, Outcome>> {
  return (await plan(job.ctx, job, rows, false)).outcomes;
}

/** Does what a batch of rows says, in the caller's transaction: those that are right. Answers with ids of products. */
export async function writeBatch(
  ctx: UserCtx,
  job: Job,
  rows: readonly ImportRow[],
): Promise<{ outcomes: Map<number, Outcome>; ids: Map<number, number> }> {
  await explainStock(ctx, { kind: 'import', family: 'product_imports', rowId: job.id });
  const { outcomes, around } = await plan(ctx, job, rows, true);
  const products = [...outcomes].flatMap(([line, outcome]) =>
    outcome.kind === 'product' ? [{ line, outcome }] : [],
  );
  const variations = [...outcomes].flatMap(([line, outcome]) =>
    outcome.kind === 'variation' ? [{ line, outcome }] : [],
  );
  const ids = await writeProducts(ctx, job, products);
  if (around) await writeVariations(ctx, job, around.attributes, variations);
  for (const { line, outcome } of variations) if (outcome.productId) ids.set(line, outcome.productId);
  return { outcomes, ids };
}

async function plan(
  ctx: UserCtx,
  job: Job,
  rows: readonly ImportRow[],
  isWriting: boolean,
): Promise<Planned> {
  const stored = await findStored(ctx, job, rows, isWriting);
  const lookups = await findNamed(
    ctx,
    job,
    rows.map(({ texts }) => texts),
  );
  const pictures = await findPictures(ctx, job, rows, stored);
  const pictureIds = [...pictures.values()].map(({ id }) => id);
  if (isWriting) await setVisibility(ctx, pictureIds, 'public');
  const given = { job, lookups, pictures, isDryRun: !isWriting };
  const outcomes = new Map<number, Outcome>();
  const variations: VariationRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % breathAfter === breathAfter - 1) await breath();
    if (row.cells.slice(job.columns).some((cell) => cell !== '')) {
      outcomes.set(row.line, { kind: 'bad', errors: { row: 'error-csv-columns' } });
      continue;
    }
    const owner = ownerOf(job, stored, row);
    const variationId = row.texts.parent === undefined ? (owner?.variationId ?? null) : null;
    if (row.texts.parent !== undefined || variationId !== null) {
      variations.push({ row, read: readRow(given, onlyVariation(row)), variationId });
      continue;
    }
    const before = owner && stored.products.get(owner.productId);
    outcomes.set(row.line, planProduct(job, stored, { row, read: readRow(given, row.texts), before }));
  }
  if (variations.length === 0) return { outcomes, around: undefined };
  return { outcomes, around: await planVariations(ctx, job, stored, variations, outcomes, isWriting) };
}

async function planVariations(
  ctx: UserCtx,
  job: Job,
  stored: Stored,
  rows: readonly VariationRow[],
  outcomes: Map<number, Outcome>,
  isWriting: boolean,
): Promise<Around> {
  const around = await findAround(ctx, job, stored, rows, isWriting);
  for (const [index, one] of rows.entries()) {
    if (index % breathAfter === breathAfter - 1) await breath();
    outcomes.set(one.row.line, planVariation(job, around, one));
  }
  return around;
}

function onlyVariation({ texts }: ImportRow) {
  return Object.fromEntries(
    variationFields.flatMap((field) => (texts[field] ? [[field, texts[field]]] : [])),
  );
}

const breath = () => new Promise((resolve) => setImmediate(resolve));

/** Rows of the step that goes on: products before what belongs to them, each in the order of the file. */
export async function nextRows(
  ctx: Pick<UserCtx, 'db'>,
  job: Job,
  states: readonly string[],
  isVariation: boolean,
  after = 0,
): Promise<ImportRow[]> {
  const column = job.mapping.get('parent');
  if (column === undefined && isVariation) return [];
  const parent = column === undefined ? sql`''` : sql`coalesce(cells ->> ${column}::int, '')`;
  const { rows } = await sql<{ line: number; cells: string[] }>`select line, cells from product_import_rows
    where import_id = ${job.id} and state = any(${states}::text[]) and line > ${after}
      and (${parent} <> '') = ${isVariation}
    order by line limit ${batchRows}`.execute(ctx.db);
  return rows.map(({ line, cells }) => ({ line, cells, texts: textsOf(cells, job.mapping) }));
}

/** What has become of rows, written back to them. Answers the counts. */
export async function markRows(
  ctx: Pick<UserCtx, 'db'>,
  job: Job,
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
    where r.import_id = ${job.id} and r.line = row.line`.execute(ctx.db);
  const count = (isIt: (outcome: Outcome) => boolean) => [...outcomes.values()].filter(isIt).length;
  return {
    passed: outcomes.size,
    created: count((one) => one.kind !== 'bad' && one.kind !== 'same' && !one.before),
    updated: count((one) => one.kind !== 'bad' && one.kind !== 'same' && one.before !== undefined),
    rejected: count((one) => one.kind === 'bad'),
  };
}

function stateOf(outcome: Outcome, isWritten: boolean): string {
  if (outcome.kind === 'bad' || outcome.kind === 'same') return outcome.kind;
  if (!isWritten) return 'ready';
  return outcome.before ? 'updated' : 'created';
}

function errorsOf(outcome: Outcome): Record<string, string> | null {
  if (outcome.kind === 'same') return null;
  const errors = outcome.kind === 'bad' ? outcome.errors : outcome.warnings;
  return Object.keys(errors).length > 0 ? errors : null;
}

function productIdOf(outcome: Outcome): number | null {
  if (outcome.kind === 'bad') return null;
  if (outcome.kind === 'product') return outcome.before ? Number(outcome.before.id) : null;
  return outcome.productId ?? null;
}
