import { sql } from 'kysely';
import { products } from '@/contract/catalogue/products';
import {
  type ProductStatus,
  productStatuses,
  reviewedFields,
} from '@/contract/catalogue/products/moderation';
import { ownValue } from '@/contract/core/own-value';
import { auditRows, type Changes } from '@/server/core/audit';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { type JsonRecord, pick } from '@/server/core/json-record';
import { freeSlugs } from '@/server/core/slugs';
import { decideByStatus, submitChange, withdrawReview } from '../moderation/product-reviews';
import {
  type GivenCharacteristic,
  lacksCharacteristics,
  replaceCharacteristics,
} from '../products/characteristics';
import { type VariationUnderReview, valuesUnderReview } from '../variations/hold-variations';
import { createAttributes, type Dictionary, valueNamed } from './find-records';
import {
  type ImportRun,
  keyOfField,
  type ProductOutcome,
  type StockMark,
  type VariationOutcome,
} from './import-run';
import { isHeld } from './plan-rows';

interface PlannedProduct {
  line: number;
  outcome: ProductOutcome;
}

/** Product columns that a file can fill, with their types. */
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
  is_free: 'boolean',
  external_product_url: 'text',
  external_product_button_text: 'text',
  seo: 'jsonb',
};

/** Columns that are not nullable. */
const defaults: JsonRecord = { gallery: [], video: [], seo: {}, quantity: 0, is_free: false };

/** Writes the planned products in a dozen statements, however many rows. Returns ids by line. */
export async function writeProducts(
  ctx: UserCtx,
  run: ImportRun,
  planned: readonly PlannedProduct[],
): Promise<Map<number, number>> {
  const fresh = planned.filter(({ outcome }) => !outcome.before);
  const old = planned.filter(({ outcome }) => outcome.before);
  const ids = await insertProducts(ctx, run, fresh);
  for (const { line, outcome } of old) ids.set(line, Number(outcome.before?.id));
  await updateProducts(
    ctx,
    old.filter(({ outcome }) => Object.keys(appliedChanges(outcome)).length > 0),
  );
  await writeLinks(ctx, planned, ids, 'categories', 'category_product', 'category_id');
  await writeLinks(ctx, planned, ids, 'tags', 'product_tag', 'tag_id');
  await writeCharacteristics(ctx, run, planned, ids);
  await writeReviews(ctx, run, planned, ids);
  await writeMarks(
    ctx,
    planned.map(({ line, outcome }) => ({ id: ids.get(line) ?? 0, variationId: null, mark: outcome.mark })),
  );
  await auditRows(
    ctx,
    products.name,
    planned
      .map(({ line, outcome }) => ({
        id: ids.get(line) ?? 0,
        action: outcome.before ? 'update' : 'create',
        changes: appliedChanges(outcome),
      }))
      .filter(({ changes }) => Object.keys(changes).length > 0),
  );
  return ids;
}

/** Keeps what the file said of stock that its export saw, so that it counts once. */
async function writeMarks(
  ctx: UserCtx,
  given: readonly { id: number; variationId: number | null; mark: StockMark | null }[],
): Promise<void> {
  const rows = given.flatMap(({ id, variationId, mark }) =>
    mark
      ? [{ product_id: id, variation_id: variationId, exported_at: mark.exportedAt, quantity: mark.quantity }]
      : [],
  );
  if (rows.length === 0) return;
  await sql`insert into import_stock_marks (product_id, variation_id, exported_at, quantity)
    select product_id, variation_id, exported_at, quantity from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (product_id bigint, variation_id bigint, exported_at timestamptz, quantity int)
    on conflict on constraint import_stock_marks_row do update set quantity = excluded.quantity`.execute(
    ctx.db,
  );
}

/** Changes applied now, without those held for review. */
function appliedChanges({ changes, isWaiting }: ProductOutcome): Changes {
  if (!isWaiting) return changes;
  const held: readonly string[] = reviewedFields;
  return Object.fromEntries(Object.entries(changes).filter(([key]) => !held.includes(key)));
}

async function insertProducts(
  ctx: UserCtx,
  run: ImportRun,
  planned: readonly PlannedProduct[],
): Promise<Map<number, number>> {
  const withSlug = planned.filter(({ outcome }) => outcome.values.slug);
  const without = planned.filter(({ outcome }) => !outcome.values.slug);
  const ids = await insertRows(ctx, run, withSlug);
  // After the others, so that a generated slug never takes one that another row requests.
  if (without.length === 0) return ids;
  const names = without.map(({ outcome }) => String(outcome.values.name));
  const slugs = await freeSlugs(ctx, products, 'products', names);
  for (const [index, { outcome }] of without.entries()) {
    outcome.values.slug = slugs[index];
    outcome.changes.slug = [null, slugs[index]];
  }
  return new Map([...ids, ...(await insertRows(ctx, run, without))]);
}

async function insertRows(
  ctx: UserCtx,
  run: ImportRun,
  planned: readonly PlannedProduct[],
): Promise<Map<number, number>> {
  if (planned.length === 0) return new Map();
  const names = Object.keys(columns);
  const rows = planned.map(({ outcome }) => filled(outcome.values, names));
  const list = sql.join(names.map((name) => sql.ref(name)));
  const { rows: stored } = await sql<{ id: number; slug: string }>`
    insert into products (shop_id, created_at, updated_at, ${list})
    select ${run.shopId}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, ${list} from ${recordset(rows, names)}
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

function statusOf(values: JsonRecord): ProductStatus | undefined {
  return productStatuses.find((one) => one === values.status);
}

function filled(values: JsonRecord, names: readonly string[]): JsonRecord {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? defaults[name] ?? null]));
}

function recordset(rows: readonly JsonRecord[], names: readonly string[]) {
  const types = names.map((name) => sql`${sql.ref(name)} ${sql.raw(ownValue(columns, name) ?? 'bigint')}`);
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (${sql.join(types)})`;
}

/** Replaces categories or tags of the products whose rows have that column. */
async function writeLinks(
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

async function writeCharacteristics(
  ctx: UserCtx,
  run: ImportRun,
  planned: readonly PlannedProduct[],
  ids: ReadonlyMap<number, number>,
): Promise<void> {
  const rows = planned.flatMap(({ line, outcome: { values, changes, isWaiting, before } }) => {
    const characteristics = (values.characteristics ?? []) as GivenCharacteristic[];
    const isSaid = before ? 'characteristics' in changes && !isWaiting : characteristics.length > 0;
    return isSaid ? [{ id: ids.get(line) ?? 0, characteristics }] : [];
  });
  if (rows.length > 0) await replaceCharacteristics(ctx, run.shopId, rows);
}

/** Submits, decides or withdraws reviews according to the new statuses. */
async function writeReviews(
  ctx: UserCtx,
  run: ImportRun,
  planned: readonly PlannedProduct[],
  ids: ReadonlyMap<number, number>,
): Promise<void> {
  const submitted: number[] = [];
  for (const { line, outcome } of planned) {
    const { before, values, changes } = outcome;
    const id = ids.get(line) ?? 0;
    const was = before && statusOf(before);
    const now = statusOf(values) ?? was;
    if (outcome.isWaiting) await submitChange(ctx, { id, shop_id: run.shopId }, waitingValues(outcome));
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
  await auditRows(
    ctx,
    'product-reviews',
    rows.map(({ id }) => ({ id, action: 'submit', changes: {} })),
  );
}

function waitingValues({ values, changes, categories, tags }: ProductOutcome): JsonRecord {
  const changed = reviewedFields.filter((key) => key in changes);
  return pick({ ...values, categories, tags }, changed);
}

interface PlannedVariation {
  line: number;
  outcome: VariationOutcome;
}

const variationColumns = {
  price: 'numeric',
  sale_price: 'numeric',
  quantity: 'integer',
  sku: 'text',
  barcode: 'text',
};
const variationTypes: Record<string, string> = { ...variationColumns, is_disable: 'boolean', image: 'jsonb' };
const variationDefaults: JsonRecord = { quantity: 0, is_disable: false };

export async function writeVariations(
  ctx: UserCtx,
  run: ImportRun,
  attributes: Dictionary,
  planned: readonly PlannedVariation[],
): Promise<void> {
  if (planned.length === 0) return;
  const fresh = planned.filter(({ outcome }) => !outcome.before);
  await createAttributes(
    ctx,
    run,
    attributes,
    fresh.flatMap(({ outcome }) => outcome.options),
  );
  const held = await holdPictures(ctx, run, planned);
  await insertVariations(ctx, run, attributes, fresh);
  await updateVariations(
    ctx,
    planned.filter(({ outcome }) => outcome.before),
  );
  const ids = [...new Set(planned.map(({ outcome }) => outcome.productId))];
  await sql`update products set version = version + 1, updated_at = ${ctx.now}
    where id = any(${ids}::bigint[])`.execute(ctx.db);
  await auditRows(ctx, products.name, variationEntries(planned));
  await writeMarks(
    ctx,
    planned.map(({ outcome: { before, productId = 0, mark } }) => ({
      id: productId,
      variationId: before ? Number(before.id) : null,
      mark,
    })),
  );
  for (const [id, ofProduct] of held)
    await submitChange(ctx, { id, shop_id: run.shopId }, await valuesUnderReview(ctx, id, ofProduct));
}

/** Removes pictures of a vendor's live products from the values: they wait for an administrator. */
async function holdPictures(
  ctx: UserCtx,
  run: ImportRun,
  planned: readonly PlannedVariation[],
): Promise<Map<number, VariationUnderReview[]>> {
  const pictured = planned.filter(({ outcome: { before, values, changes } }) =>
    before ? 'image' in changes : Boolean(values.image),
  );
  if (pictured.length === 0) return new Map();
  const ids = [...new Set(pictured.map(({ outcome }) => outcome.productId ?? 0))];
  const rows = await ctx.db.selectFrom('products').select(['id', 'status']).where('id', 'in', ids).execute();
  const watched = new Set(rows.flatMap((row) => (isHeld(run, row) ? [row.id] : [])));
  const held = pictured.filter(({ outcome }) => watched.has(outcome.productId ?? 0));
  const byProduct = Map.groupBy(held, ({ outcome }) => outcome.productId ?? 0);
  return new Map(
    [...byProduct].map(([id, ofProduct]) => [id, ofProduct.map(({ outcome }) => holdPicture(outcome))]),
  );
}

function holdPicture({ before, values, changes }: VariationOutcome): VariationUnderReview {
  const { image } = values;
  delete values.image;
  delete changes.image;
  return { id: before && Number(before.id), sku: String(values.sku ?? ''), values: { image: image ?? null } };
}

async function insertVariations(
  ctx: UserCtx,
  run: ImportRun,
  attributes: Dictionary,
  planned: readonly PlannedVariation[],
): Promise<void> {
  if (planned.length === 0) return;
  const rows = planned.map(({ outcome: { productId, title, options, values } }) => ({
    ...filledVariation(values),
    product_id: productId,
    title,
    options,
    chosen: options.map((option) => valueNamed(attributes, option)?.id ?? 0),
  }));
  const names = sql.join(Object.keys(variationTypes).map((name) => sql.ref(name)));
  const typed = sql.raw(
    Object.entries({
      ...variationTypes,
      product_id: 'bigint',
      title: 'text',
      options: 'jsonb',
      chosen: 'bigint[]',
    })
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  );
  const given = sql`rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (${typed}))
    with ordinality as row`;
  await sql`insert into variation_options
      (product_id, shop_id, title, options, value_ids, position, created_at, updated_at, ${names})
    select row.product_id, ${run.shopId}, row.title, row.options,
      array(select one from unnest(row.chosen) as one order by one),
      coalesce((select max(o.position) from variation_options o where o.product_id = row.product_id), 0)
        + row_number() over (partition by row.product_id order by row.ordinality),
      ${ctx.now}, ${ctx.now}, ${sql.join(Object.keys(variationTypes).map((name) => sql.ref(`row.${name}`)))}
    from ${given}`.execute(ctx.db);
  // Positions follow first appearance: attributes of the first variation, then values.
  await sql`insert into attribute_value_product (product_id, attribute_value_id, position)
    select product_id, value_id,
      coalesce((select max(l.position) from attribute_value_product l where l.product_id = c.product_id), 0)
        + row_number() over (partition by product_id order by place, first)
    from (
      select row.product_id, c.value_id, min(c.place) as place, min(row.ordinality) as first
      from ${given}, unnest(row.chosen) with ordinality as c (value_id, place)
      group by row.product_id, c.value_id
    ) c
    on conflict do nothing`.execute(ctx.db);
}

async function updateVariations(ctx: UserCtx, planned: readonly PlannedVariation[]): Promise<void> {
  if (planned.length === 0) return;
  const given = new Set(planned.flatMap(({ outcome }) => Object.keys(outcome.values)));
  const names = Object.keys(variationTypes).filter((name) => given.has(name));
  const rows = planned.map(({ outcome: { before = {}, values } }) => ({
    id: before.id,
    ...Object.fromEntries(names.map((name) => [name, name in values ? values[name] : before[name]])),
  }));
  const sets = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`row.${name}`)}, `);
  const typed = sql.raw(
    ['id bigint', ...names.map((name) => `${name} ${ownValue(variationTypes, name)}`)].join(', '),
  );
  await sql`update variation_options set ${sql.join(sets, sql``)} version = version + 1, updated_at = ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (${typed})
    where variation_options.id = row.id`.execute(ctx.db);
}

function filledVariation(values: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.keys(variationTypes).map((name) => [name, values[name] ?? variationDefaults[name] ?? null]),
  );
}

/** One audit entry per product: `Красный/XL.price` from and to, and the SKUs of new variations. */
function variationEntries(planned: readonly PlannedVariation[]) {
  return [...Map.groupBy(planned, ({ outcome }) => outcome.productId ?? 0)].map(([id, ofProduct]) => {
    const changes: Changes = {};
    for (const { outcome } of ofProduct) {
      if (!outcome.before) changes[`variation_options.${outcome.title}`] = [null, outcome.values.sku];
      else
        for (const [key, pair] of Object.entries(outcome.changes))
          changes[`variation_options.${outcome.title}.${key}`] = pair;
    }
    return { id, action: 'update', changes };
  });
}

/**
 * Published products of this import whose variations were all rejected, or that lack what their categories demand, become
 * drafts, with a warning on their rows.
 */
export async function unpublishWithoutVariations(ctx: UserCtx, run: ImportRun): Promise<void> {
  const { rows } = await sql<{ id: number; status: string; lacks: boolean }>`
    select p.id, p.status, ${lacksCharacteristics} as lacks from products p
    where p.id in (select product_id from product_import_rows where import_id = ${run.id} and state = 'created')
      and p.product_type = 'variable' and p.status in ('publish', 'under_review')
      and (not exists (select 1 from variation_options v
          where v.product_id = p.id and v.deleted_at is null and not v.is_disable)
        or ${lacksCharacteristics})
    order by p.id for update`.execute(ctx.db);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await sql`update products set status = 'draft', version = version + 1, updated_at = ${ctx.now}
    where id = any(${ids}::bigint[])`.execute(ctx.db);
  for (const { id, status } of rows) if (status === 'under_review') await withdrawReview(ctx, id);
  for (const lacks of [false, true]) {
    const own = rows.filter((row) => row.lacks === lacks).map(({ id }) => id);
    const error = lacks ? 'error-characteristics-required' : 'error-import-no-variations';
    const told = JSON.stringify({ [keyOfField(run, 'status')]: error });
    await sql`update product_import_rows set errors = coalesce(errors, '{}') || ${told}::jsonb
      where import_id = ${run.id} and state = 'created' and product_id = any(${own}::bigint[])`.execute(
      ctx.db,
    );
  }
  await auditRows(
    ctx,
    'products',
    rows.map(({ id, status }) => ({ id, action: 'update', changes: { status: [status, 'draft'] } })),
  );
}
