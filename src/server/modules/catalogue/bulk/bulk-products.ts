import { sql } from 'kysely';
import { type BulkStepAnswer, categoryChangeSchema } from '@/contract/catalogue/products/bulk';
import {
  isLive,
  nextStatus,
  type ProductStatus,
  productStatuses,
} from '@/contract/catalogue/products/moderation';
import { combinationKey } from '@/contract/catalogue/products/variations';
import type { BulkAnswer } from '@/contract/core/bulk';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';
import { decideByStatus, isReviewed, submitChange, withdrawReview } from '../moderation/product-reviews';
import { auditMany, type Locked, nextStep, remember } from './product-bulk-steps';

/**
 * `POST products/bulk/status`: a step of products becomes what was asked for, each as far as its vendor may (reference
 * rules ); what lacks something that a buyer needs is refused.
 */
export async function bulkStatus(
  options: ServiceOptions,
  ctx: UserCtx,
  body: JsonRecord,
): Promise<BulkStepAnswer> {
  const asked = productStatuses.find((status) => status === body.value) ?? rejectValue('value');
  const { rows, operation, nextOf } = await nextStep(options, ctx, body, 'status');
  const situation = { isReviewed: await isReviewed(ctx), isAdmin: isAdmin(ctx) };
  const priced = await pricedOnes(ctx, rows);
  const decided = rows.map((row) => {
    const status = row.status as ProductStatus;
    // A vendor who publishes what was not on sale yet hands it in.
    const wanted =
      situation.isReviewed && !situation.isAdmin && !isLive(status) && asked === 'publish'
        ? 'under_review'
        : asked;
    const next = nextStatus({ ...situation, status }, wanted);
    const isReady = priced.has(row.id) || (next !== 'publish' && next !== 'under_review');
    return { row, next: next !== null && isReady ? next : null };
  });
  const changed = decided.flatMap(({ row, next }) =>
    next !== null && next !== row.status ? [{ row, next }] : [],
  );
  for (const [next, same] of Map.groupBy(changed, (one) => one.next)) {
    await sql`update products set status = ${next}, version = version + 1, updated_at = ${ctx.now}
      where id = any(${same.map(({ row }) => row.id)}::bigint[])`.execute(ctx.db);
  }
  await settleReviews(ctx, changed);
  const id = await remember(
    ctx,
    'status',
    operation,
    changed.map(({ row }) => ({ id: row.id, version: row.version + 1, before: { status: row.status } })),
  );
  await auditMany(
    ctx,
    changed.map(({ row, next }) => ({ id: row.id, changes: { status: [row.status, next] } })),
  );
  const waiting = changed.filter(({ next }) => next === 'under_review').length;
  const refused = decided.filter(({ next }) => next === null).length;
  return { id, done: changed.length, refused, uses: {}, waiting, prices_refused: 0, next: nextOf(id) };
}

/** `POST products/bulk/set` of the engine: statuses alone, all steps in one go. */
export async function setStatuses(
  options: ServiceOptions,
  ctx: UserCtx,
  body: JsonRecord,
): Promise<BulkAnswer> {
  if (body.key !== 'status') rejectValue('key');
  let answer = await bulkStatus(options, ctx, body);
  let { done, refused } = answer;
  while (answer.next) {
    answer = await bulkStatus(options, ctx, { ...body, step: answer.next });
    done += answer.done;
    refused += answer.refused;
  }
  return { id: answer.id, done, refused, uses: {} };
}

/** Of these, those with something to pay: a price, or a variation that is sold. */
async function pricedOnes(ctx: UserCtx, rows: readonly Locked[]): Promise<Set<number>> {
  const variable = rows.filter(({ product_type }) => product_type === 'variable').map(({ id }) => id);
  const { rows: sold } = await sql<{ id: number }>`select distinct product_id as id from variation_options
    where product_id = any(${variable}::bigint[]) and deleted_at is null and not is_disable`.execute(ctx.db);
  const simple = rows.filter(({ product_type, price }) => product_type === 'simple' && price !== null);
  return new Set([...sold, ...simple].map(({ id }) => id));
}

/** What is handed in waits from now on; what an administrator decides on, or its vendor takes back, waits no longer. */
async function settleReviews(
  ctx: UserCtx,
  changed: readonly { row: Locked; next: ProductStatus }[],
): Promise<void> {
  const handedIn = changed.filter(({ next }) => next === 'under_review').map(({ row }) => row.id);
  await sql`insert into product_reviews (product_id, shop_id, submitted_by, submitted_at, created_at, updated_at)
    select id, shop_id, ${ctx.user.id}, ${ctx.now}, ${ctx.now}, ${ctx.now} from products
    where id = any(${handedIn}::bigint[]) order by id
    on conflict (product_id) where decision is null do nothing`.execute(ctx.db);
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
    if (isAdmin(ctx)) await decideByStatus(ctx, id, next);
    else if (next === 'draft') await withdrawReview(ctx, id);
  }
}

/** `POST products/bulk/categories`: files a step of products under categories, or takes them out. */
export async function bulkCategories(
  options: ServiceOptions,
  ctx: UserCtx,
  body: JsonRecord,
): Promise<BulkStepAnswer> {
  const { mode, categories } = await validate(categoryChangeSchema, body);
  await checkCategories(ctx, categories);
  const { rows, operation, nextOf } = await nextStep(options, ctx, body, 'categories');
  const before = await categoriesOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const planned = rows.flatMap((row) => {
    const old = before.get(row.id) ?? [];
    const kept = mode === 'replace' ? [] : old.filter((id) => mode === 'add' || !categories.includes(id));
    const after = mode === 'remove' ? kept : [...new Set([...kept, ...categories])];
    return combinationKey(after) === combinationKey(old) ? [] : [{ row, old, after }];
  });
  const isWatched = !isAdmin(ctx) && (await isReviewed(ctx));
  const [waiting, now] = [true, false].map((waits) =>
    planned.filter(({ row }) => (isWatched && isLive(row.status as ProductStatus)) === waits),
  ) as [typeof planned, typeof planned];
  for (const { row, after } of waiting) await submitChange(ctx, row, { categories: after });
  await fileUnder(
    ctx,
    now.map(({ row, after }) => ({ id: row.id, categories: after })),
  );
  await touch(
    ctx,
    now.map(({ row }) => row.id),
  );
  const id = await remember(
    ctx,
    'categories',
    operation,
    now.map(({ row, old }) => ({ id: row.id, version: row.version + 1, before: { categories: old } })),
  );
  await auditMany(
    ctx,
    now.map(({ row, old, after }) => ({ id: row.id, changes: { categories: [old, after] } })),
  );
  return {
    id,
    done: now.length,
    refused: 0,
    uses: {},
    waiting: waiting.length,
    prices_refused: 0,
    next: nextOf(id),
  };
}

async function checkCategories(ctx: UserCtx, ids: readonly number[]): Promise<void> {
  const found = await ctx.db
    .selectFrom('categories')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .forShare()
    .execute();
  if (found.length < ids.length) rejectValue('categories');
}

async function categoriesOf(ctx: UserCtx, ids: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; categories: number[] }>`select product_id as id,
      jsonb_agg(category_id order by category_id) as categories
    from category_product where product_id = any(${[...ids]}::bigint[]) group by product_id`.execute(ctx.db);
  return new Map(rows.map(({ id, categories }) => [id, categories]));
}

/** Makes the categories of products those that are given. */
export async function fileUnder(
  ctx: UserCtx,
  rows: readonly { id: number; categories: readonly number[] }[],
): Promise<void> {
  const links = rows.flatMap(({ id, categories }) => categories.map((category) => ({ id, category })));
  await sql`delete from category_product where product_id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    ctx.db,
  );
  await sql`insert into category_product (product_id, category_id)
    select l.id, l.category from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l (id bigint, category bigint)
      join categories c on c.id = l.category and c.deleted_at is null`.execute(ctx.db);
}

export async function touch(ctx: UserCtx, ids: readonly number[]): Promise<void> {
  await sql`update products set version = version + 1, updated_at = ${ctx.now}
    where id = any(${[...ids]}::bigint[])`.execute(ctx.db);
}
