import { sql } from 'kysely';
import { importFields } from '@/contract/catalogue/products/imports';
import type { Database, UserCtx } from '@/server/core/context';
import { toAppError } from '@/server/core/errors';
import { isWebAddress } from '@/server/integrations/files/pictures';
import { checkBatch, markRows, nextRows, writeBatch } from './batch';
import { filesOf } from './cells';
import { uploadPath } from './find-records';
import { type ImportRow, type Job, keyOfField, type Outcome } from './job';
import {
  advance,
  assertLease,
  heartbeat,
  LeaseLost,
  nothing,
  recount,
  refreshed,
  type WorkDeps,
} from './lease';

/** Thrown to undo all of an import that is all or nothing, with what was found to be wrong. */
class Rejected extends Error {
  readonly outcomes: ReadonlyMap<number, Outcome>;

  constructor(outcomes: ReadonlyMap<number, Outcome>) {
    super('Rejected');
    this.outcomes = outcomes;
  }
}

/** Checks the rows of an import that have not been looked at, batch by batch. Takes up where another one stopped. */
export async function checkAll(deps: WorkDeps, job: Job): Promise<void> {
  for (const isVariation of [false, true]) {
    for (;;) {
      const rows = await nextRows(deps, job, ['new'], isVariation);
      if (rows.length === 0) break;
      const outcomes = await checkBatch(refreshed(deps, job), rows);
      await deps.db.transaction().execute(async (db) => {
        await advance({ ...deps, db }, job, await markRows({ db }, job, outcomes));
      });
    }
  }
}

/** Writes the rows that are right, a short transaction for each batch; what was written stays whatever comes. */
export async function runRows(deps: WorkDeps, job: Job): Promise<void> {
  for (const isVariation of [false, true]) {
    for (;;) {
      const rows = await nextRows(deps, job, ['new', 'ready'], isVariation);
      if (rows.length === 0) break;
      await fetchPictures(deps, job, rows);
      await runBatch(deps, job, rows);
    }
  }
}

/** Others write into the same shop: a batch that meets them is tried again, and then row by row. */
async function runBatch(deps: WorkDeps, job: Job, rows: readonly ImportRow[], tries = 2): Promise<void> {
  try {
    await deps.db.transaction().execute(async (db) => {
      const ctx = { ...refreshed(deps, job).ctx, db };
      // First: a worker that has lost the import must not wait for rows that the other one holds.
      await advance({ ...deps, db }, job, nothing);
      const { outcomes, ids } = await writeBatch(ctx, job, rows);
      await advance({ ...deps, db }, job, await markRows({ db }, job, outcomes, ids));
    });
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (tries > 0) return runBatch(deps, job, rows, tries - 1);
    const [first] = rows;
    if (rows.length > 1) for (const row of rows) await runBatch(deps, job, [row], 1);
    else if (first) await rejectRow(deps, job, first, error);
  }
}

/** A row that the database itself refuses. */
async function rejectRow(deps: WorkDeps, job: Job, { line }: ImportRow, error: unknown): Promise<void> {
  const refusal = toAppError(error);
  if (refusal.code === 'INTERNAL') throw error;
  const named = Object.entries(refusal.fields ?? {}).flatMap(([field, [text]]) => {
    const known = importFields.find((one) => one === field);
    return known && text ? [[keyOfField(job, known), text]] : [];
  });
  const errors = named.length > 0 ? Object.fromEntries(named) : { row: 'error-import-row' };
  const outcomes = new Map<number, Outcome>([[line, { kind: 'bad', errors }]]);
  await deps.db.transaction().execute(async (db) => {
    await advance({ ...deps, db }, job, await markRows({ db }, job, outcomes));
  });
}

/**
 * Writes all rows in one transaction, or none: false when a row turned out to be wrong, which the rows then tell. Pictures
 * come first, since nothing slow may happen inside.
 */
export async function runAtOnce(deps: WorkDeps, job: Job): Promise<boolean> {
  await checkAll(deps, job);
  if (await hasWrong(deps.db, job)) return false;
  for (const isVariation of [false, true]) await fetchAllPictures(deps, job, isVariation);
  await recount(deps, job);
  const beats: Promise<unknown>[] = [];
  try {
    await deps.db
      .transaction()
      .execute((db) => writeAll(deps, { ...refreshed(deps, job).ctx, db }, job, beats));
    return true;
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    const wrong = new Map([...error.outcomes].filter(([, outcome]) => outcome.kind === 'bad'));
    await deps.db.transaction().execute(async (db) => {
      const counts = await markRows({ db }, job, wrong);
      await advance({ ...deps, db }, job, { ...nothing, rejected: counts.rejected });
    });
    return false;
  } finally {
    await Promise.all(beats);
  }
}

/** `beats` are not waited for in here: the embedded database has one connection, and this transaction holds it. */
async function writeAll(deps: WorkDeps, ctx: UserCtx, job: Job, beats: Promise<unknown>[]): Promise<void> {
  let passed = 0;
  for (const isVariation of [false, true]) {
    for (;;) {
      const rows = await nextRows(ctx, job, ['new', 'ready'], isVariation);
      if (rows.length === 0) break;
      const { outcomes, ids } = await writeBatch(ctx, job, rows);
      if ([...outcomes.values()].some(({ kind }) => kind === 'bad')) throw new Rejected(outcomes);
      passed += (await markRows(ctx, job, outcomes, ids)).passed;
      beats.push(heartbeat(deps, job, passed));
      await assertLease(deps, ctx, job);
    }
  }
}

async function hasWrong(db: Database, job: Job): Promise<boolean> {
  const row = await db
    .selectFrom('product_import_rows')
    .select('line')
    .where('import_id', '=', job.id)
    .where('state', '=', 'bad')
    .executeTakeFirst();
  return row !== undefined;
}

async function fetchAllPictures(deps: WorkDeps, job: Job, isVariation: boolean): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await nextRows(deps, job, ['new', 'ready'], isVariation, after);
    const last = rows.at(-1);
    if (!last) return;
    await fetchPictures(deps, job, rows);
    after = last.line;
  }
}

/** Fetches what rows name by an address and what the import does not have yet. */
async function fetchPictures(deps: WorkDeps, job: Job, rows: readonly ImportRow[]): Promise<void> {
  const { ctx } = refreshed(deps, job);
  const named = rows.flatMap(({ texts: { image = '', gallery = '' } }) => [
    ...filesOf(image),
    ...filesOf(gallery),
  ]);
  const urls = [...new Set(named)].filter(
    (text) => isWebAddress(text) && uploadPath(ctx, text) === undefined,
  );
  if (urls.length === 0) return;
  const known = await deps.db
    .selectFrom('product_import_files')
    .select('name')
    .where('import_id', '=', job.id)
    .where('name', '=', sql<string>`any(${urls}::text[])`)
    .execute();
  const had = new Set(known.map(({ name }) => name));
  await deps.fetcher.fetch(ctx, job.id, {
    shopId: job.shopId,
    urls: urls.filter((url) => !had.has(url) && !job.lostPictures.has(url)),
    lost: job.lostPictures,
    onEach: () => advance(deps, job, nothing),
  });
}
