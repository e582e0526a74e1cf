import { type RawBuilder, sql } from 'kysely';
import type { Stub } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import type { Ctx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/resource/query';
import type { Include } from '@/server/core/resource/relations';

interface Placed {
  id: number;
  parent_id: number | null;
  position: number;
  children_count: number;
  products_count: number;
}

type Child = JsonRecord & Placed;

const counts = sql`
  (select count(*)::int from categories b where b.parent_id = c.id and b.deleted_at is null) as children_count,
  (select count(*)::int from category_product l join products p on p.id = l.product_id
    where l.category_id = c.id and p.deleted_at is null) as products_count`;

/** Where rows stand: what is above each, its position, and how many are below it and in it. */
export const places: Record<string, Include> = {
  // Read anew: the row that an update answers with was read before it got its place.
  place: (_ctx, ids) => sql`select placed.id, to_jsonb(placed) as value
    from (select c.id, c.parent_id, c.position, ${counts} from categories c
      where c.id = any(${ids}::bigint[])) placed`,
  // From the root down to the parent.
  ancestors: (ctx, ids) => sql`with recursive up as (
      select c.id as of, c.parent_id, 1 as steps from categories c where c.id = any(${ids}::bigint[])
      union all select up.of, c.parent_id, up.steps + 1 from up join categories c on c.id = up.parent_id
    )
    select up.of as id, jsonb_agg(jsonb_build_object('id', c.id, 'name', ${nameIn(ctx)}, 'slug', c.slug)
      order by up.steps desc) as value
    from up join categories c on c.id = up.parent_id group by up.of`,
};

/** Lays out what `places` found: the row with its place, its parent, and all above it. */
export async function withPlaces(_ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  return rows.map(({ place, ancestors, ...row }) => {
    const above = (ancestors ?? []) as Stub[];
    return { ...row, ...(place as Placed), parent: above.at(-1) ?? null, ancestors: above };
  });
}

/** Adds everything below each row as nested `children`, in their order (reference entities E44): one query. */
export async function withSubtrees(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  const ids = rows.map(({ id }) => Number(id));
  const { rows: below } = await sql<Child>`with recursive branch as (
      select b.id from categories b where b.parent_id = any(${ids}::bigint[]) and b.deleted_at is null
      union select b.id from branch join categories b on b.parent_id = branch.id where b.deleted_at is null
    )
    select c.id, ${nameIn(ctx)} as name, c.slug, c.icon, c.image, c.type_id, c.parent_id, c.position, ${counts}
    from branch join categories c on c.id = branch.id order by c.position, c.id`.execute(ctx.db);
  const byParent = Map.groupBy(below, (row) => row.parent_id);
  const childrenOf = (id: number): JsonRecord[] =>
    (byParent.get(id) ?? []).map((row) => ({ ...row, children: childrenOf(row.id) }));
  return rows.map((row) => ({ ...row, children: childrenOf(Number(row.id)) }));
}

function nameIn(ctx: Ctx): RawBuilder<string> {
  return ctx.locale === defaultLanguage
    ? sql<string>`c.name`
    : sql<string>`coalesce(c.translations -> ${ctx.locale} ->> 'name', c.name)`;
}
