import { sql } from 'kysely';
import { products } from '@/contract/catalogue/products';
import {
  type ProductStatus,
  productStatuses,
  reviewedFields,
} from '@/contract/catalogue/products/moderation';
import type { Changes } from '@/server/core/audit';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { type JsonRecord, pick } from '@/server/core/resource/query';
import { freeSlugs } from '@/server/core/resource/slugs';
import { decideByStatus, submitChange, withdrawReview } from '../moderation/product-reviews';
import type { Job, ProductOutcome } from './job';

export interface PlannedProduct {
  line: number;
  outcome: ProductOutcome;
}

/** Columns of products that a file can fill, and their types. */
const columns: Record<string, string> = {
  name: 'text',
  slug: 'text',
  description: 'text',
  type_id: 'bigint',
  product_type: 'text',
  unit: 'text',
  price: 'numeric',
  sale_price: 'numeric',
  quantity: 'integer',
  sku: 'text',
  barcode: 'text',
  status: 'text',
  image: 'jsonb',
  gallery: 'jsonb',
  video: 'jsonb',
  author_id: 'bigint',
  manufacturer_id: 'bigint',
  height: 'numeric',
  width: 'numeric',
  length: 'numeric',
  weight: 'numeric',
  in_stock: 'boolean',
  is_taxable: 'boolean',
  vat_rate: 'text',
  requires_marking: 'boolean',
  low_stock_threshold: 'integer',
  is_digital: 'boolean',
  is_external: 'boolean',
  external_product_url: 'text',
  external_product_button_text: 'text',
  seo: 'jsonb',
};

/** Columns that are never null. */
const defaults: JsonRecord = { gallery: [], video: [], seo: {}, quantity: 0 };

/** Stores what rows do to products, all at once: a dozen statements, however many rows. Answers their ids by line. */
export async function writeProducts(
  ctx: UserCtx,
  job: Job,
  planned: readonly PlannedProduct[],
): Promise<Map<number, number>> {
  const fresh = planned.filter(({ outcome }) => !outcome.before);
  const old = planned.filter(({ outcome }) => outcome.before);
  const ids = await insertProducts(ctx, job, fresh);
  for (const { line, outcome } of old) ids.set(line, Number(outcome.before?.id));
  await updateProducts(
    ctx,
    old.filter(({ outcome }) => Object.keys(applied(outcome)).length > 0),
  );
  await link(ctx, planned, ids, 'categories', 'category_product', 'category_id');
  await link(ctx, planned, ids, 'tags', 'product_tag', 'tag_id');
  await review(ctx, job, planned, ids);
  await recordRows(
    ctx,
    products.name,
    planned
      .map(({ line, outcome }) => ({
        id: ids.get(line) ?? 0,
        action: outcome.before ? 'update' : 'create',
        changes: applied(outcome),
      }))
      .filter(({ changes }) => Object.keys(changes).length > 0),
  );
  return ids;
}

/** Changes that do not wait. */
function applied({ changes, isWaiting }: ProductOutcome): Changes {
  if (!isWaiting) return changes;
  const held: readonly string[] = reviewedFields;
  return Object.fromEntries(Object.entries(changes).filter(([key]) => !held.includes(key)));
}

async function insertProducts(
  ctx: UserCtx,
  job: Job,
  planned: readonly PlannedProduct[],
): Promise<Map<number, number>> {
  const withSlug = planned.filter(({ outcome }) => outcome.values.slug);
  const without = planned.filter(({ outcome }) => !outcome.values.slug);
  const ids = await insertRows(ctx, job, withSlug);
  // Only now: a name must not be given the slug that another row asks for.
  if (without.length === 0) return ids;
  const names = without.map(({ outcome }) => String(outcome.values.name));
  const slugs = await freeSlugs(ctx, products, 'products', names);
  for (const [index, { outcome }] of without.entries()) {
    outcome.values.slug = slugs[index];
    outcome.changes.slug = [null, slugs[index]];
  }
  return new Map([...ids, ...(await insertRows(ctx, job, without))]);
}

async function insertRows(
  ctx: UserCtx,
  job: Job,
  planned: readonly PlannedProduct[],
): Promise<Map<number, number>> {
  if (planned.length === 0) return new Map();
  const names = Object.keys(columns);
  const rows = planned.map(({ outcome }) => filled(outcome.values, names));
  const list = sql.join(names.map((name) => sql.ref(name)));
  const { rows: stored } = await sql<{ id: number; slug: string }>`
    insert into products (shop_id, created_at, updated_at, ${list})
    select ${job.shopId}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, ${list} from ${recordset(rows, names)}
    returning id, slug`.execute(ctx.db);
  const bySlug = new Map(stored.map(({ id, slug }) => [slug, id]));
  return new Map(planned.map(({ line, outcome }) => [line, bySlug.get(String(outcome.values.slug)) ?? 0]));
}

async function updateProducts(ctx: UserCtx, planned: readonly PlannedProduct[]): Promise<void> {
  const given = new Set(planned.flatMap(({ outcome }) => Object.keys(outcome.values)));
  const names = Object.keys(columns).filter((name) => given.has(name) && name !== 'product_type');
  if (planned.length === 0) return;
  const rows = planned.map(({ outcome: { before = {}, values, isWaiting } }) => {
    const held = isWaiting ? reviewedFields : [];
    const now = Object.entries(values).filter(([key]) => !held.some((field) => field === key));
    return { id: before.id, ...filled({ ...pick(before, names), ...Object.fromEntries(now) }, names) };
  });
  const sets = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`row.${name}`)}, `);
  await sql`update products set ${sql.join(sets, sql``)} version = version + 1, updated_at = ${ctx.now}
    from ${recordset(rows, ['id', ...names])} where products.id = row.id`.execute(ctx.db);
}

function statusIn(values: JsonRecord): ProductStatus | undefined {
  return productStatuses.find((one) => one === values.status);
}

function filled(values: JsonRecord, names: readonly string[]): JsonRecord {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? defaults[name] ?? null]));
}

function recordset(rows: readonly JsonRecord[], names: readonly string[]) {
  const types = names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name] ?? 'bigint')}`);
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (${sql.join(types)})`;
}

/** Replaces the sets of categories or tags of products whose rows have that column. */
async function link(
  ctx: UserCtx,
  planned: readonly PlannedProduct[],
  ids: ReadonlyMap<number, number>,
  key: 'categories' | 'tags',
  table: 'category_product' | 'product_tag',
  column: string,
): Promise<void> {
  const changed = planned.filter(({ outcome }) => outcome[key] !== undefined && key in outcome.changes);
  const direct = changed.filter(({ outcome }) => !outcome.isWaiting);
  if (direct.length === 0) return;
  const old = direct.filter(({ outcome }) => outcome.before).map(({ line }) => ids.get(line));
  await sql`delete from ${sql.table(table)} where product_id = any(${old}::bigint[])`.execute(ctx.db);
  const pairs = direct.flatMap(({ line, outcome }) =>
    (outcome[key] ?? []).map((id) => ({ product: ids.get(line), id })),
  );
  await sql`insert into ${sql.table(table)} (product_id, ${sql.ref(column)})
    select row.product, row.id from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb)
      as row (product bigint, id bigint)`.execute(ctx.db);
}

/** What has to wait for an administrator is put into the queue, what need not any more is taken out. */
async function review(
  ctx: UserCtx,
  job: Job,
  planned: readonly PlannedProduct[],
  ids: ReadonlyMap<number, number>,
): Promise<void> {
  const submitted: number[] = [];
  for (const { line, outcome } of planned) {
    const { before, values, changes } = outcome;
    const id = ids.get(line) ?? 0;
    const was = before && statusIn(before);
    const now = statusIn(values) ?? was;
    if (outcome.isWaiting) await submitChange(ctx, { id, shop_id: job.shopId }, waitingOf(outcome));
    else if (now === 'under_review' && (was !== now || Object.keys(changes).length > 0)) submitted.push(id);
    else if (was && now && now !== was && isAdmin(ctx)) await decideByStatus(ctx, id, now);
    else if (was === 'under_review' && now !== was) await withdrawReview(ctx, id);
  }
  if (submitted.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    insert into product_reviews (product_id, shop_id, submitted_by, submitted_at, created_at, updated_at)
    select id, shop_id, ${ctx.user.id}, ${ctx.now}, ${ctx.now}, ${ctx.now} from products
    where id = any(${submitted}::bigint[]) order by id
    on conflict (product_id) where decision is null
      do update set version = product_reviews.version + 1, submitted_by = excluded.submitted_by, updated_at = excluded.updated_at
    returning id`.execute(ctx.db);
  await recordRows(
    ctx,
    'product-reviews',
    rows.map(({ id }) => ({ id, action: 'submit', changes: {} })),
  );
}

function waitingOf({ values, changes, categories, tags }: ProductOutcome): JsonRecord {
  const changed = reviewedFields.filter((key) => key in changes);
  return pick({ ...values, categories, tags }, changed);
}

interface Entry {
  id: number;
  action: string;
  changes: Changes;
}

/** What `audit` writes, for many rows at once. */
export async function recordRows(ctx: UserCtx, family: string, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`insert into audit_log (at, user_id, ip, request_id, family, row_id, action, changes)
    select ${ctx.now}::timestamptz, ${ctx.user.id}, ${ctx.ip}, ${ctx.requestId}, ${family}, row.id, row.action, row.changes
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as row (id bigint, action text, changes jsonb)`.execute(ctx.db);
}
