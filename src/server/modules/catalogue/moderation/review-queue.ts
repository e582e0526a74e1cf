import { sql } from 'kysely';
import type { ProductReview, ProductReviewDetails } from '@/contract/catalogue/products/moderation';
import type { Page } from '@/contract/core/paging';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import { checkList, type ListRules } from '@/server/core/http/list-query';
import { listRows } from '@/server/core/resource/list';
import type { ServiceOptions } from '@/server/core/resource/options';
import { ownShop, type Policy } from '@/server/core/resource/policy';
import { type AnyDb, type JsonRecord, pageOf, type StoredRow, visible } from '@/server/core/resource/query';
import { fieldsOf } from './product-review-fields';
import type { StoredReview } from './product-reviews';

const states = ['waiting', 'approved', 'rejected', 'withdrawn'];
const kinds = ['product', 'change'];

const rules: ListRules = {
  endpoint: 'product-reviews',
  columns: [],
  filters: [],
  search: { name: 'like', state: 'eq', kind: 'eq', shop_id: 'eq', product_id: 'eq' },
  defaultSort: { orderBy: 'submitted_at', sortedBy: 'desc' },
  translatable: [],
};

/** An administrator sees all, vendors those of their shops; what hangs on a product in the trash comes back with it. */
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
    name: (eb, value) =>
      eb(
        'product_id',
        'in',
        eb
          .selectFrom('products')
          .select('id')
          .where('name', 'ilike', `%${value.replace(/[\\%_]/g, '\\$&')}%`),
      ),
  },
};

/** `GET product-reviews`: what waits comes in the order in which it was sent in, everything else the newest first. */
export async function listReviews(ctx: UserCtx, query: JsonRecord): Promise<Page<ProductReview>> {
  const sortedBy = query.state === 'waiting' ? 'asc' : 'desc';
  const own: ListRules = { ...rules, defaultSort: { orderBy: 'submitted_at', sortedBy } };
  const checked = checkList(own, query);
  const show = (rows: StoredRow[]) =>
    present(
      ctx,
      rows.map(({ id }) => id),
    );
  return pageOf(own, checked, query, await listRows(own, options, ctx, checked, show));
}

/** `GET product-reviews/{id}`, field by field. Throws NOT_FOUND, for another shop's too. */
export async function getReview(ctx: UserCtx, key: string): Promise<ProductReviewDetails> {
  const row = /^\d{1,15}$/.test(key) && (await findReview(ctx, Number(key), 'read'));
  if (!row) throw new AppError('NOT_FOUND');
  const [review] = await present(ctx, [row.id]);
  if (!review) throw new AppError('NOT_FOUND');
  return { ...review, fields: await fieldsOf(ctx, row), vendor: await decidedOf(ctx, row.shop_id) };
}

/** A submission that the person may see, or decide on; undefined otherwise. */
export async function findReview(
  ctx: Ctx,
  id: number,
  purpose: 'read' | 'write',
): Promise<StoredReview | undefined> {
  return (ctx.db as AnyDb)
    .selectFrom('product_reviews')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => visible(options, ctx, eb, purpose))
    .executeTakeFirst() as Promise<StoredReview | undefined>;
}

/** How often the owner's products were let through and sent back; the shop's people are told of their shop. */
async function decidedOf(ctx: Ctx, shopId: number): Promise<ProductReviewDetails['vendor']> {
  const shops = isAdmin(ctx)
    ? sql`select id from shops where owner_id = (select owner_id from shops where id = ${shopId})`
    : sql`select ${shopId}::bigint`;
  const { rows } = await sql<{ approved: number; rejected: number }>`
    select (count(*) filter (where decision = 'approved'))::int as approved,
      (count(*) filter (where decision = 'rejected'))::int as rejected
    from product_reviews where shop_id in (${shops})`.execute(ctx.db);
  return rows[0] ?? { approved: 0, rejected: 0 };
}

/** Lines of the queue, in the order of the ids. Who decided is told to administrators only. One query. */
async function present(ctx: Ctx, ids: readonly number[]): Promise<ProductReview[]> {
  if (ids.length === 0) return [];
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
    where r.id = any(${[...ids]}::bigint[])`.execute(ctx.db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
