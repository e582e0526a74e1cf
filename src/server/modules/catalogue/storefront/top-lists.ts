import { sql } from 'kysely';
import type { AnyResource } from '@/contract/core/define';
import { maximumLimit } from '@/contract/core/paging';
import type { Ctx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { Policy } from '@/server/core/resource/policy';
import { resourceService } from '@/server/core/resource/service';
import { authorFamily, manufacturerFamily } from '../authors-manufacturers';
import { listCategories } from '../categories/categories';
import { parseLimit } from '../products/storefront-lists';

interface Counted {
  id: number;
  products_count: number;
}

/** Of a ranking that anybody may ask for: it counts all products, half a second for a million. */
const rankingAgeMs = 5 * 60_000;

interface TopFamily {
  resource: AnyResource;
  options: ServiceOptions;
  column: 'author_id' | 'manufacturer_id';
}

/** `GET top-authors`: approved authors with most products on sale, ten or `limit`, as an array. */
export const openTopAuthors = () => openTopList({ ...authorFamily, column: 'author_id' });

/** `GET top-manufacturers`: the same of manufacturers. */
export const openTopManufacturers = () => openTopList({ ...manufacturerFamily, column: 'manufacturer_id' });

/** Each process ranks for itself; concurrent requests wait for one ranking. */
function openTopList({ resource, options, column }: TopFamily) {
  let ranking: Promise<Counted[]> | undefined;
  let until = 0;
  const readRanking = (ctx: Ctx) => {
    if (ranking && until > ctx.now.getTime()) return ranking;
    until = ctx.now.getTime() + rankingAgeMs;
    ranking = rank(ctx, options.table, column);
    ranking.catch(() => {
      ranking = undefined;
    });
    return ranking;
  };
  return async (ctx: Ctx, query: JsonRecord): Promise<JsonRecord[]> => {
    const limit = parseLimit(query, 10);
    const rows = (await readRanking(ctx)).slice(0, limit);
    const ids = rows.map(({ id }) => id);
    const policy: Policy = () => (eb) => eb.and([eb('is_approved', '=', true), eb('id', 'in', [0, ...ids])]);
    const chosen = resourceService(resource, { ...options, policy });
    return inOrder(rows, (await chosen.list(ctx, { limit: String(maximumLimit) })).data);
  };
}

async function rank(ctx: Ctx, table: string, column: TopFamily['column']): Promise<Counted[]> {
  const { rows } = await sql<Counted>`select one.id, count(*)::int as products_count
    from ${sql.table(table)} one join products p on ${sql.ref(`p.${column}`)} = one.id
      join shops s on s.id = p.shop_id
    where one.is_approved and one.deleted_at is null and p.status = 'publish' and p.deleted_at is null
      and s.is_active and s.deleted_at is null
    group by one.id order by 2 desc, 1 limit ${maximumLimit}`.execute(ctx.db);
  return rows;
}

/** `GET featured-categories`: categories with most products of open shops, three or `limit`, as an array. */
export async function listFeaturedCategories(ctx: Ctx, query: JsonRecord): Promise<JsonRecord[]> {
  // From the counts by category and shop: anybody may ask, and the products of a marketplace are too many to count.
  const { rows } = await sql<Counted>`select n.category_id as id, sum(n.products)::int as products_count
    from category_counts n join shops s on s.id = n.shop_id and s.is_active and s.deleted_at is null
    where n.category_id in (select id from categories where deleted_at is null)
    group by n.category_id having sum(n.products) > 0 order by 2 desc, 1 limit ${parseLimit(query, 3)}`.execute(
    ctx.db,
  );
  const ids = rows.map(({ id }) => id);
  return inOrder(rows, await listCategories(ctx, ids));
}

/** The rows by rank, with the number that they were ranked by. */
function inOrder(ranked: readonly Counted[], rows: readonly JsonRecord[]): JsonRecord[] {
  const byId = new Map(rows.map((row) => [Number(row.id), row]));
  return ranked.flatMap(({ id, products_count }) => {
    const row = byId.get(id);
    return row ? [{ ...row, products_count }] : [];
  });
}
