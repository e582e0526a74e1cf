import { sql } from 'kysely';
import { products } from '@/contract/catalogue/products';
import {
  type BulkStepAnswer,
  bulkStep,
  type categoryChangeSchema,
  statusReasonSchema,
  stepSchema,
} from '@/contract/catalogue/products/bulk';
import {
  isLive,
  nextStatus,
  type ProductStatus,
  productStatuses,
} from '@/contract/catalogue/products/moderation';
import { combinationKey } from '@/contract/catalogue/products/variations';
import type { BulkAnswer } from '@/contract/core/bulk';
import { auditRows } from '@/server/core/audit';
import { addOperation, buildTarget } from '@/server/core/bulk/bulk-service';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { AnyDb } from '@/server/core/resource/rows';
import { type Input, validate } from '@/server/core/validate';
import { decideByStatus, isReviewed, submitChange, withdrawReview } from '../moderation/product-reviews';
import { lackingCharacteristics } from '../products/characteristics';
import { assertMayMove, lacksDecision } from '../products/product-status';

/**
 * `POST products/bulk/status`: sets the status of one step of products, as far as the user may; products that nobody
 * could buy are refused.
 */
export async function bulkStatus(
  options: ServiceOptions,
  ctx: UserCtx,
  body: JsonRecord,
  { reason }: Input<typeof statusReasonSchema>,
): Promise<BulkStepAnswer> {
  const asked = productStatuses.find((status) => status === body.value) ?? rejectValue('value');
  assertMayMove(ctx, undefined, asked);
  const { rows, record } = await lockNextStep(options, ctx, body, 'status');
  const situation = { isReviewed: await isReviewed(ctx), isAdmin: isAdmin(ctx) };
  const priced = await findSellable(ctx, rows);
  const lacking = await lackingCharacteristics(
    ctx,
    rows.map(({ id }) => id),
  );
  const decided = rows.map((row) => {
    const next = statusAfter({ ...situation, status: row.status as ProductStatus }, asked);
    const isLacking = next !== null && lacksDecision(ctx, row.status as ProductStatus, next);
    const isWhole = priced.has(row.id) && !lacking.has(row.id);
    const isReady = isWhole || (next !== 'publish' && next !== 'under_review');
    return { row, next: next !== null && !isLacking && (isReady || next === row.status) ? next : null };
  });
  const changed = decided.flatMap(({ row, next }) =>
    next !== null && next !== row.status ? [{ row, next }] : [],
  );
  for (const [next, same] of Map.groupBy(changed, (one) => one.next)) {
    await sql`update products set status = ${next}, version = version + 1, updated_at = ${ctx.now}
      where id = any(${same.map(({ row }) => row.id)}::bigint[])`.execute(ctx.db);
  }
  await syncReviews(ctx, changed, reason);
  const changes = changed.map(({ row, next }) => ({
    id: row.id,
    before: { status: row.status },
    changes: { status: [row.status, next] },
  }));
  const waiting = changed.filter(({ next }) => next === 'under_review').length;
  const refused = decided.filter(({ next }) => next === null).length;
  return record(changes, { waiting, refused, same: rows.length - changed.length - refused });
}

/** Status of a product after a bulk change; null when refused. */
function statusAfter(
  situation: { isReviewed: boolean; isAdmin: boolean; status: ProductStatus },
  asked: ProductStatus,
): ProductStatus | null {
  const { status } = situation;
  // Only what was submitted is rejected, and only what was never on sale is submitted.
  if (asked === 'rejected' && status !== 'under_review') return status;
  if (asked === 'under_review' && isLive(status)) return status;
  // A vendor's publication of a product that is not live becomes a submission.
  const isSubmission = situation.isReviewed && !situation.isAdmin && !isLive(status) && asked === 'publish';
  return nextStatus(situation, isSubmission ? 'under_review' : asked);
}

/** `POST products/bulk/set` of the engine: status only, all steps in one request. */
export async function setStatuses(
  options: ServiceOptions,
  ctx: UserCtx,
  body: JsonRecord,
): Promise<BulkAnswer> {
  if (body.key !== 'status') rejectValue('key');
  const input = await validate(statusReasonSchema, body);
  let answer = await bulkStatus(options, ctx, body, input);
  let { done, refused } = answer;
  while (answer.next) {
    answer = await bulkStatus(options, ctx, { ...body, step: answer.next }, input);
    done += answer.done;
    refused += answer.refused;
  }
  return { id: answer.id, done, refused, uses: {} };
}

/** Ids of the products that have a price or an enabled variation. */
async function findSellable(ctx: UserCtx, rows: readonly LockedProduct[]): Promise<Set<number>> {
  const variable = rows.filter(({ product_type }) => product_type === 'variable').map(({ id }) => id);
  const { rows: sold } = await sql<{ id: number }>`select distinct product_id as id from variation_options
    where product_id = any(${variable}::bigint[]) and deleted_at is null and not is_disable`.execute(ctx.db);
  const simple = rows.filter(({ product_type, price }) => product_type === 'simple' && price !== null);
  return new Set([...sold, ...simple].map(({ id }) => id));
}

/** Opens reviews of submitted products; decides or withdraws the others. */
async function syncReviews(
  ctx: UserCtx,
  changed: readonly { row: LockedProduct; next: ProductStatus }[],
  reason: string | undefined,
): Promise<void> {
  const handedIn = changed.filter(({ next }) => next === 'under_review').map(({ row }) => row.id);
  await submitProducts(ctx, handedIn);
  const open = await ctx.db
    .selectFrom('product_reviews')
    .select('product_id')
    .where('product_id', '=', sql<number>`any(${changed.map(({ row }) => row.id)}::bigint[])`)
    .where('decision', 'is', null)
    .orderBy('product_id')
    .execute();
  const nextOf = new Map(changed.map(({ row, next }) => [row.id, next]));
  for (const { product_id: id } of open) {
    const next = nextOf.get(id);
    if (next === undefined || next === 'under_review') continue;
    if (isAdmin(ctx)) await decideByStatus(ctx, id, next, reason);
    else if (next === 'draft') await withdrawReview(ctx, id);
  }
}

/** Queues products that are not in the queue yet. */
export async function submitProducts(ctx: UserCtx, ids: readonly number[]): Promise<void> {
  await sql`insert into product_reviews (product_id, shop_id, submitted_by, submitted_at, created_at, updated_at)
    select id, shop_id, ${ctx.user.id}, ${ctx.now}, ${ctx.now}, ${ctx.now} from products
    where id = any(${[...ids]}::bigint[]) order by id
    on conflict (product_id) where decision is null do nothing`.execute(ctx.db);
}

/** `POST products/bulk/categories`: adds, removes or replaces the categories of one step of products. */
export async function bulkCategories(
  options: ServiceOptions,
  ctx: UserCtx,
  body: JsonRecord,
  { mode, categories }: Input<typeof categoryChangeSchema>,
): Promise<BulkStepAnswer> {
  await assertCategories(ctx, categories);
  const { rows, record } = await lockNextStep(options, ctx, body, 'categories');
  const before = await loadCategories(ctx, rows);
  const planned = rows.flatMap((row) => {
    const old = before.get(row.id) ?? [];
    const kept = mode === 'replace' ? [] : old.filter((id) => mode === 'add' || !categories.includes(id));
    const after = mode === 'remove' ? kept : [...new Set([...kept, ...categories])];
    return combinationKey(after) === combinationKey(old) ? [] : [{ row, old, after }];
  });
  const isWatched = !isAdmin(ctx) && (await isReviewed(ctx));
  const { waiting = [], now = [] } = Object.groupBy(planned, ({ row }) =>
    isWatched && isLive(row.status as ProductStatus) ? 'waiting' : 'now',
  );
  for (const { row, after } of waiting) await submitChange(ctx, row, { categories: after });
  const written = now.map(({ row, after }) => ({ id: row.id, categories: after }));
  await replaceCategories(ctx, written);
  const changes = now.map(({ row, old, after }) => ({
    id: row.id,
    before: { categories: old },
    changes: { categories: [old, after] },
  }));
  return record(changes, { waiting: waiting.length, same: rows.length - planned.length });
}

async function assertCategories(ctx: UserCtx, ids: readonly number[]): Promise<void> {
  const found = await ctx.db
    .selectFrom('categories')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .forShare()
    .execute();
  if (found.length < ids.length) rejectValue('categories');
}

async function loadCategories(
  ctx: UserCtx,
  products: readonly LockedProduct[],
): Promise<Map<number, number[]>> {
  const ids = products.map(({ id }) => id);
  const { rows } = await sql<{ id: number; categories: number[] }>`select product_id as id,
      jsonb_agg(category_id order by category_id) as categories
    from category_product where product_id = any(${ids}::bigint[]) group by product_id`.execute(ctx.db);
  return new Map(rows.map(({ id, categories }) => [id, categories]));
}

/** Replaces the categories of products, which get their next version. */
export async function replaceCategories(
  ctx: UserCtx,
  rows: readonly { id: number; categories: readonly number[] }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const links = rows.flatMap(({ id, categories }) => categories.map((category) => ({ id, category })));
  await sql`delete from category_product where product_id = any(${ids}::bigint[])`.execute(ctx.db);
  await sql`insert into category_product (product_id, category_id)
    select l.id, l.category from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l (id bigint, category bigint)
      join categories c on c.id = l.category and c.deleted_at is null`.execute(ctx.db);
  await sql`update products set version = version + 1, updated_at = ${ctx.now}
    where id = any(${ids}::bigint[])`.execute(ctx.db);
}

interface LockedProduct {
  id: number;
  version: number;
  shop_id: number;
  status: string;
  product_type: string;
  price: number | null;
}

/** What a bulk change did to a locked product, whose version it raised by one. */
interface RecordedChange {
  id: number;
  before: JsonRecord;
  changes: object;
}

/**
 * Locks the next products of a bulk change in the order of their ids, so that concurrent changes wait instead
 * of deadlocking. `record` continues the operation that keeps what they had, and returns the answer of the step. Throws
 * NOT_FOUND for another user's operation.
 */
export async function lockNextStep(options: ServiceOptions, ctx: UserCtx, body: JsonRecord, kind: string) {
  // The same of every bulk change, whose route reads the rest.
  const { after, operation } = await validate(
    stepSchema,
    body.step !== null && typeof body.step === 'object' ? { ...body.step } : {},
  );
  if (operation) await assertOwnOperation(ctx, operation, kind);
  const rows = (await (ctx.db as AnyDb)
    .selectFrom('products')
    .select(['id', 'version', 'shop_id', 'status', 'product_type', 'price'])
    .where((eb) => buildTarget(products, options, ctx, body, eb))
    .where('id', '>', after ?? 0)
    .orderBy('id')
    .limit(bulkStep)
    .forUpdate()
    .execute()) as LockedProduct[];
  const last = rows.at(-1);
  const record = async (
    changes: readonly RecordedChange[],
    counts: Pick<BulkStepAnswer, 'same'> &
      Partial<Pick<BulkStepAnswer, 'refused' | 'waiting' | 'prices_refused'>>,
  ): Promise<BulkStepAnswer> => {
    const versions = new Map(rows.map(({ id, version }) => [id, version + 1]));
    const raised = changes.map((change) => ({ ...change, version: versions.get(change.id) }));
    const id = await recordChanges(ctx, kind, operation ?? null, raised);
    const next = last && rows.length === bulkStep ? { after: last.id, operation: id } : null;
    return { id, done: changes.length, refused: 0, uses: {}, waiting: 0, prices_refused: 0, ...counts, next };
  };
  return { rows, record };
}

async function assertOwnOperation(ctx: UserCtx, id: number, kind: string): Promise<void> {
  await ctx.db
    .selectFrom('bulk_operations')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', ctx.user.id)
    .where('family', '=', products.name)
    .where('column', '=', kind)
    .where('undone_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

/** Audits changes, and records the previous values in the operation, which the first changed step creates. */
async function recordChanges(
  ctx: UserCtx,
  kind: string,
  operation: number | null,
  rows: readonly (RecordedChange & { version: number | undefined })[],
): Promise<number | null> {
  if (rows.length === 0) return operation;
  const id = operation ?? (await addOperation(ctx, products.name, kind, []));
  await sql`insert into bulk_operation_rows (operation_id, product_id, version, before)
    select ${id}, r.id, r.version, r.before
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, version integer, before jsonb)`.execute(
    ctx.db,
  );
  const entries = rows.map(({ id: product, changes }) => ({ id: product, action: 'update', changes }));
  await auditRows(ctx, products.name, entries);
  return id;
}
