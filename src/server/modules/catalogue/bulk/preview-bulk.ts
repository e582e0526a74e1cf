import { sql } from 'kysely';
import type { BulkPreview, BulkStepAnswer } from '@/contract/catalogue/products/bulk';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';

const maxSamples = 5;

/**
 * Runs a step of a bulk change; with `preview` in the body it is undone in the same transaction and its outcome
 * returned, so that a preview cannot differ from the change.
 */
export async function stepOrPreview(
  ctx: UserCtx,
  body: JsonRecord,
  run: () => Promise<BulkStepAnswer>,
): Promise<BulkStepAnswer | BulkPreview> {
  if (body.preview !== true) return run();
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from audit_log`.execute(ctx.db);
  await sql`savepoint bulk_preview`.execute(ctx.db);
  const { done, refused, waiting, same, next } = await run();
  const samples = await readSamples(ctx, rows[0]?.last ?? 0);
  await sql`rollback to savepoint bulk_preview`.execute(ctx.db);
  return { done, refused, waiting, same, is_first: next !== null, samples };
}

/** First changed values of the step, from its own entries in the log; categories by their names, characteristics in which they differ. */
async function readSamples(ctx: UserCtx, after: number): Promise<BulkPreview['samples']> {
  const { rows } = await sql<{ id: number; name: string; changes: Record<string, [unknown, unknown]> }>`
    select p.id, p.name, l.changes from audit_log l join products p on p.id = l.row_id
    where l.id > ${after} and l.family = 'products' and l.request_id = ${ctx.requestId} and l.action = 'update'
    order by l.id limit ${maxSamples}`.execute(ctx.db);
  const samples = rows
    .flatMap(({ id, name, changes }) =>
      Object.entries(changes).map(([key, [before, to]]) => ({
        id,
        name: [name, ...key.split('.').slice(1, -1)].join(' · '),
        before,
        after: to,
      })),
    )
    .slice(0, maxSamples);
  const names = await categoryNames(ctx, samples);
  const named = (value: unknown, other: unknown) =>
    Array.isArray(value) ? value.flatMap((one) => partText(names, one, other)) : value;
  return samples.map((one) => ({
    ...one,
    before: named(one.before, one.after),
    after: named(one.after, one.before),
  }));
}

/** The name of a category, or a characteristic that the other side does not have. */
function partText(names: ReadonlyMap<number, string>, part: unknown, other: unknown): string[] {
  if (part === null || typeof part !== 'object') return [names.get(Number(part)) ?? `№\u00a0${String(part)}`];
  const text = JSON.stringify(part);
  const isOnBoth = Array.isArray(other) && other.some((one) => JSON.stringify(one) === text);
  const { name, value } = part as Record<string, unknown>;
  return isOnBoth ? [] : [`${String(name)}: ${String(value)}`];
}

async function categoryNames(ctx: UserCtx, samples: BulkPreview['samples']): Promise<Map<number, string>> {
  const ids = samples.flatMap(({ before, after }) =>
    [before, after]
      .filter(Array.isArray)
      .flat()
      .filter((one) => typeof one === 'number'),
  );
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.selectFrom('categories').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
