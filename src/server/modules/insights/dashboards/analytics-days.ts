import { sql } from 'kysely';
import type { Database } from '@/server/core/context';

/** Folds pending rows of all daily counters into their totals. */
export async function sumCounted(db: Database): Promise<void> {
  await fold(db, 'order_days', ['shop_id', 'day', 'status'], ['orders', 'paid']);
  await fold(db, 'paid_days', ['shop_id', 'day'], ['orders', 'paid']);
  await sql`with added as (delete from commission_days returning day, orders, goods, credited)
    insert into commission_days (day, orders, goods, credited)
    select day, sum(orders), sum(goods), sum(credited) from added group by 1
    having sum(orders) <> 0 or sum(goods) <> 0 or sum(credited) <> 0`.execute(db);
  await fold(db, 'order_hours', ['shop_id', 'basis', 'day', 'hour'], ['orders']);
  await fold(db, 'category_days', ['shop_id', 'basis', 'day', 'category_id'], ['revenue']);
  await fold(db, 'category_counts', ['category_id', 'shop_id'], ['products', 'sold']);
}

/** Folds the appended rows of a counter into its sums by key; rows folded before stay untouched. */
async function fold(
  db: Database,
  counter: string,
  key: readonly string[],
  figures: readonly string[],
): Promise<void> {
  const table = sql.table(counter);
  const list = (names: readonly string[], of = '') => sql.join(names.map((name) => sql.ref(of + name)));
  const all = [...key, ...figures];
  await sql`with added as (delete from ${table} where not is_summed returning ${list(all)}),
    keys as (select distinct ${list(key)} from added),
    summed as (delete from ${table} d using keys k where d.is_summed and (${list(key, 'd.')}) = (${list(key, 'k.')})
      returning ${list(all, 'd.')})
    insert into ${table} (${list(all)}, is_summed)
    select ${list(key)}, ${sql.join(figures.map((name) => sql`sum(${sql.ref(name)})`))}, true
    from (select * from added union all select * from summed) every_line group by ${list(key)}
    having ${sql.join(
      figures.map((name) => sql`sum(${sql.ref(name)}) <> 0`),
      sql` or `,
    )}`.execute(db);
}
