import { sql } from 'kysely';
import type { Include } from '@/server/core/resource/relations';

/** How many products name each row. */
export function productCounts(column: 'author_id' | 'manufacturer_id'): Include {
  return (_ctx, ids) => sql`select one.id, (select count(*)::int from products p
      where ${sql.ref(`p.${column}`)} = one.id and p.deleted_at is null) as value
    from unnest(${ids}::bigint[]) as one (id)`;
}
