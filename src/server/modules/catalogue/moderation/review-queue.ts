import { type SqlBool, sql } from 'kysely';
import {
  type ProductReview,
  type ProductReviewDetails,
  type ReviewedField,
  reviewedFields,
} from '@/contract/catalogue/products/moderation';
import { ownValue } from '@/contract/core/own-value';
import type { Page } from '@/contract/core/paging';
import type { Changes } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import type { IdSelect } from '@/server/core/db/row-counts';
import { listAsMeant, wordsSearched } from '@/server/core/db/search';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { parseId } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { visible } from '@/server/core/resource/conditions';
import { listRows, planList, selectMatching } from '@/server/core/resource/list';
import { checkList, type ListRules } from '@/server/core/resource/list-query';
import type { ServiceOptions } from '@/server/core/resource/options';
import { ownShop, type Policy } from '@/server/core/resource/policy';
import type { AnyDb, StoredRow } from '@/server/core/resource/rows';
import {
  changesOfReview,
  currentValues,
  flatChanges,
  type StoredReview,
  variationOfKey,
} from './product-reviews';

const states = ['waiting', 'approved', 'rejected', 'withdrawn'];
const kinds = ['product', 'change'];

const rules = listRules('product-reviews', {
  search: { name: 'like', state: 'eq', kind: 'eq', shop_id: 'eq', product_id: 'eq' },
  defaultSort: { orderBy: 'submitted_at', sortedBy: 'desc' },
});

/**
 * An administrator sees all reviews, vendors those of their shops. Reviews of trashed products are hidden
 * until restored.
 */
const policy: Policy = (ctx, purpose) => {
  const own = ownShop(ctx, purpose);
  const isThere = sql<boolean>`exists (select 1 from products p
    where p.id = product_reviews.product_id and p.deleted_at is null)`;
  return (eb) => eb.and([isThere, ...(own ? [own(eb)] : [])]);
};

const options: ServiceOptions = {
  table: 'product_reviews',
  policy,
  conditions: {
    state: (eb, value) => {
      if (!states.includes(value)) rejectValue('state');
      return value === 'waiting' ? eb('decision', 'is', null) : eb('decision', '=', value);
    },
    kind: (_eb, value) => {
      if (!kinds.includes(value)) rejectValue('kind');
      return sql<boolean>`("values" is null) = ${value === 'product'}`;
    },
    name: (_eb, value, _ctx, { reading }) =>
      sql<SqlBool>`product_id in (select product_id from product_search
        where ${wordsSearched(value, reading) ?? sql`false`})`,
  },
};

/** `GET product-reviews`: waiting ones oldest first, all others newest first. */
export async function listReviews(ctx: UserCtx, query: JsonRecord): Promise<Page<ProductReview>> {
  const sortedBy = query.state === 'waiting' ? 'asc' : 'desc';
  const own: ListRules = { ...rules, defaultSort: { orderBy: 'submitted_at', sortedBy } };
  const checked = checkList(own, query, ctx);
  const show = (rows: StoredRow[]) => presentReviews(ctx, rows);
  const page = await listAsMeant(own, checked, (asked) =>
    listRows(ctx, options, asked, planList(own, options, ctx, asked), show),
  );
  return wrapPage(own, checked, query, page);
}

/** Ids of the next open reviews that match the queue's filters, and where to continue. */
export async function openReviews(
  ctx: UserCtx,
  filters: JsonRecord,
  step: { after: number; until: number } | undefined,
  most: number,
): Promise<{ ids: number[]; next: { after: number; until: number } | null }> {
  const checked = checkList(rules, { ...filters, state: 'waiting' });
  const matching = selectMatching(rules, options, ctx, checked);
  // What is sent in after the first step was not chosen.
  const until = step?.until ?? (await lastId(matching));
  const rows = await matching
    .where('id', '>', step?.after ?? 0)
    .where('id', '<=', until)
    .orderBy('id')
    .limit(most + 1)
    .execute();
  const ids = rows.slice(0, most).map(({ id }) => id);
  return { ids, next: rows.length > most ? { after: ids.at(-1) ?? 0, until } : null };
}

async function lastId(matching: IdSelect): Promise<number> {
  const last = await matching.orderBy('id', 'desc').limit(1).executeTakeFirst();
  return last?.id ?? 0;
}

/** `GET product-reviews/{id}` with its fields side by side. Throws NOT_FOUND, also for another shop. */
export async function getReview(ctx: UserCtx, key: string): Promise<ProductReviewDetails> {
  const row = await findReview(ctx, key, 'read');
  const [review] = await presentReviews(ctx, [row]);
  if (!review) throw new AppError('NOT_FOUND');
  return { ...review, fields: await presentFields(ctx, row), vendor: await countDecisions(ctx, row.shop_id) };
}

/** A review that the user may read, or decide on. Throws NOT_FOUND. */
export async function findReview(ctx: Ctx, key: string, purpose: 'read' | 'write'): Promise<StoredReview> {
  return (ctx.db as AnyDb)
    .selectFrom('product_reviews')
    .selectAll()
    .where('id', '=', parseId(key))
    .where((eb) => visible(options, ctx, eb, purpose))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND')) as Promise<StoredReview>;
}

/**
 * Numbers of approved and rejected submissions: of all shops of the owner for administrators, of the shop for
 * its own people.
 */
async function countDecisions(ctx: Ctx, shopId: number): Promise<ProductReviewDetails['vendor']> {
  const shops = isAdmin(ctx)
    ? sql`select id from shops where owner_id = (select owner_id from shops where id = ${shopId})`
    : sql`select ${shopId}::bigint`;
  const { rows } = await sql<{ approved: number; rejected: number }>`
    select (count(*) filter (where decision = 'approved'))::int as approved,
      (count(*) filter (where decision = 'rejected'))::int as rejected
    from product_reviews where shop_id in (${shops})`.execute(ctx.db);
  return rows[0] ?? { approved: 0, rejected: 0 };
}

/** Presents reviews in their order, in one query. Only administrators see who decided. */
async function presentReviews(ctx: Ctx, found: readonly { id: number }[]): Promise<ProductReview[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const { rows } = await sql<ProductReview>`
    select r.id, r.version, r.created_at, r.updated_at, r.product_id, r.shop_id, r.submitted_at, r.reason, r.decided_at,
      case when r."values" is null then 'product' else 'change' end as kind,
      coalesce(r.decision, 'waiting') as state,
      jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) as shop,
      jsonb_build_object('id', p.id, 'slug', p.slug,
        'name', coalesce(p.translations -> ${ctx.locale} ->> 'name', p.name),
        'image', case when p.image is not null
          then jsonb_build_object('thumbnail', p.image ->> 'thumbnail') end) as product,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as submitter,
      case when d.id is not null and ${isAdmin(ctx)}::boolean
        then jsonb_build_object('id', d.id, 'name', d.name) end as decider
    from product_reviews r
      join products p on p.id = r.product_id
      join shops s on s.id = r.shop_id
      left join users u on u.id = r.submitted_by
      left join users d on d.id = r.decided_by
    where r.id = any(${ids}::bigint[])`.execute(ctx.db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Further fields shown for a new product next to the reviewed ones. */
const summaryKeys = [
  'product_type',
  'price',
  'sale_price',
  'min_price',
  'max_price',
  'variations_count',
  'variation_images',
  'quantity',
  'sku',
] as const;

/** Table of each reference field. */
const dictionaries: Record<string, string> = {
  type_id: 'groups',
  author_id: 'authors',
  manufacturer_id: 'manufacturers',
  categories: 'categories',
  tags: 'tags',
};

/**
 * Both sides of each field. A decided review uses its audit entry, which kept both sides; a new product has
 * nothing on the left.
 */
async function presentFields(ctx: Ctx, review: StoredReview): Promise<ReviewedField[]> {
  const changes =
    review.values === null ? await newProductChanges(ctx, review) : await loadChanges(ctx, review);
  const titles = await loadTitles(ctx, review.product_id, Object.keys(changes));
  const fields = Object.entries(changes).map(([key, [before, after]]) => ({
    ...parseFieldKey(key, titles),
    before,
    after,
  }));
  const order = [...reviewedFields, ...summaryKeys, 'is_disable'] as readonly string[];
  fields.sort((one, other) => {
    const byLanguage = (one.language ?? '').localeCompare(other.language ?? '');
    return byLanguage || one.place - other.place || order.indexOf(one.key) - order.indexOf(other.key);
  });
  const shown = fields.map(({ place: _order, ...field }) => field);
  return resolveNames(ctx, shown);
}

type Titles = ReadonlyMap<number, { title: string; position: number }>;

/**
 * `translations.en.name` → `name` in English; `variations.17.image` → `image` of that variation, at its
 * position.
 */
function parseFieldKey(
  key: string,
  titles: Titles,
): Pick<ReviewedField, 'key' | 'language' | 'variation'> & { place: number } {
  const [group = '', of = '', one] = key.split('.');
  if (one === undefined) return { key, language: null, variation: null, place: -1 };
  if (group === 'translations') return { key: one, language: of, variation: null, place: -1 };
  const id = Number(of);
  const { title, position } = titles.get(id) ?? { title: of, position: 0 };
  return { key: one, language: null, variation: { id, title }, place: position };
}

/** Titles of variations, removed ones included. */
async function loadTitles(ctx: Ctx, productId: number, keys: readonly string[]): Promise<Titles> {
  const ids = keys.flatMap((key) => variationOfKey(key.split('.', 2).join('.')) ?? []);
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('variation_options')
    .select(['id', 'title', 'position'])
    .where('product_id', '=', productId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

async function loadChanges(ctx: Ctx, review: StoredReview): Promise<Changes> {
  if (review.decision === null) return changesOfReview(ctx, review);
  const entry = await ctx.db
    .selectFrom('audit_log')
    .select('changes')
    .where('family', '=', 'product-reviews')
    .where('row_id', '=', review.id)
    .where('action', 'in', ['approve', 'reject', 'withdraw'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return (entry?.changes ?? flatChanges({}, review.values as JsonRecord)) as Changes;
}

async function newProductChanges(ctx: Ctx, { product_id }: StoredReview): Promise<Changes> {
  const { rows } =
    await sql<JsonRecord>`select product_type, price, sale_price, min_price, max_price, quantity, sku,
      (select count(*)::int from variation_options o where o.product_id = p.id and o.deleted_at is null)
        as variations_count,
      (select jsonb_agg(distinct o.image) from variation_options o
        where o.product_id = p.id and o.deleted_at is null and o.image is not null) as variation_images
    from products p where id = ${product_id}`.execute(ctx.db);
  const row = rows[0] ?? {};
  const isVariable = row.product_type === 'variable';
  const left = isVariable
    ? ['price', 'sale_price', 'sku']
    : ['min_price', 'max_price', 'variations_count', 'variation_images'];
  const shown = summaryKeys.filter((key) => !left.includes(key)).map((key) => [key, row[key]]);
  const all = flatChanges({}, { ...(await currentValues(ctx, product_id)), ...Object.fromEntries(shown) });
  return Object.fromEntries(Object.entries(all).filter(([, [, after]]) => !isEmpty(after)));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === false || value === '') return true;
  if (typeof value !== 'object') return false;
  return Object.values(value).every(isEmpty);
}

/** Replaces ids by `{id, name, slug}` (name null for deleted records) and file ids by file names. */
async function resolveNames(ctx: Ctx, fields: ReviewedField[]): Promise<ReviewedField[]> {
  const named = fields.filter(({ key }) => key in dictionaries || key === 'digital_file');
  if (named.length === 0) return fields;
  const selects = named.map(({ key, before, after }) => {
    const ids = sql`any(${[...idsIn(before), ...idsIn(after)]}::bigint[])`;
    if (key === 'digital_file') {
      return sql`select ${key}::text as key, id, jsonb_build_object('id', id, 'file_name', file_name) as value
        from attachments where id = ${ids}`;
    }
    return sql`select ${key}::text as key, id, jsonb_build_object('id', id, 'slug', slug,
        'name', coalesce(translations -> ${ctx.locale} ->> 'name', name)) as value
      from ${sql.table(ownValue(dictionaries, key) ?? '')} where id = ${ids} and deleted_at is null`;
  });
  const all = sql<{ key: string; id: number; value: unknown }>`${sql.join(selects, sql` union all `)}`;
  const { rows } = await all.execute(ctx.db);
  const values = new Map(rows.map(({ key, id, value }) => [`${key} ${id}`, value]));
  const nameOf = (key: string, value: unknown): unknown => {
    const one = (id: number) => values.get(`${key} ${id}`) ?? { id, name: null, slug: null };
    if (Array.isArray(value)) return idsIn(value).map(one);
    const [id] = idsIn(value);
    return id === undefined ? null : one(id);
  };
  return fields.map((field) =>
    named.includes(field)
      ? { ...field, before: nameOf(field.key, field.before), after: nameOf(field.key, field.after) }
      : field,
  );
}

function idsIn(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value === 'number') return [value];
  if (value !== null && typeof value === 'object' && 'attachment_id' in value) {
    return [Number(value.attachment_id)];
  }
  return [];
}
