import { sql } from 'kysely';
import type { Database } from '@/server/core/context';

/** Folds pending rows of all daily counters into their totals. */
export async function sumCounted(db: Database): Promise<void> {
  await sumOrderDays(db);
  await sumHomeCounts(db);
  await sumCategoryDays(db);
}

/** Folds the appended order counts into their daily sums; rows folded before stay untouched. */
async function sumOrderDays(db: Database): Promise<void> {
  await sql`with added as (delete from order_days where not is_summed returning shop_id, day, status, orders, paid),
    keys as (select distinct shop_id, day, status from added),
    summed as (delete from order_days d using keys k where d.is_summed and d.shop_id = k.shop_id and d.day = k.day
      and d.status = k.status returning d.shop_id, d.day, d.status, d.orders, d.paid)
    insert into order_days (shop_id, day, status, orders, paid, is_summed)
    select shop_id, day, status, sum(orders), sum(paid), true
    from (select * from added union all select * from summed) every_line group by 1, 2, 3
    having sum(orders) <> 0 or sum(paid) <> 0`.execute(db);
  await sql`with added as (delete from paid_days where not is_summed returning shop_id, day, orders, paid),
    keys as (select distinct shop_id, day from added),
    summed as (delete from paid_days d using keys k where d.is_summed and d.shop_id = k.shop_id and d.day = k.day
      returning d.shop_id, d.day, d.orders, d.paid)
    insert into paid_days (shop_id, day, orders, paid, is_summed)
    select shop_id, day, sum(orders), sum(paid), true
    from (select * from added union all select * from summed) every_line group by 1, 2
    having sum(orders) <> 0 or sum(paid) <> 0`.execute(db);
  await sql`with added as (delete from commission_days returning day, orders, goods, credited)
    insert into commission_days (day, orders, goods, credited)
    select day, sum(orders), sum(goods), sum(credited) from added group by 1
    having sum(orders) <> 0 or sum(goods) <> 0 or sum(credited) <> 0`.execute(db);
}

/** The same for orders by hour, and for revenue by category. */
async function sumHomeCounts(db: Database): Promise<void> {
  await sql`with added as (delete from order_hours where not is_summed returning shop_id, basis, day, hour, orders),
    keys as (select distinct shop_id, basis, day, hour from added),
    summed as (delete from order_hours d using keys k where d.is_summed and d.shop_id = k.shop_id and d.basis = k.basis
      and d.day = k.day and d.hour = k.hour returning d.shop_id, d.basis, d.day, d.hour, d.orders)
    insert into order_hours (shop_id, basis, day, hour, orders, is_summed)
    select shop_id, basis, day, hour, sum(orders), true
    from (select * from added union all select * from summed) every_line group by 1, 2, 3, 4
    having sum(orders) <> 0`.execute(db);
  await sql`with added as (delete from category_days where not is_summed
      returning shop_id, basis, day, category_id, revenue),
    keys as (select distinct shop_id, basis, day, category_id from added),
    summed as (delete from category_days d using keys k where d.is_summed and d.shop_id = k.shop_id
      and d.basis = k.basis and d.day = k.day and d.category_id = k.category_id
      returning d.shop_id, d.basis, d.day, d.category_id, d.revenue)
    insert into category_days (shop_id, basis, day, category_id, revenue, is_summed)
    select shop_id, basis, day, category_id, sum(revenue), true
    from (select * from added union all select * from summed) every_line group by 1, 2, 3, 4
    having sum(revenue) <> 0`.execute(db);
}

/** The same for counts by category and shop. */
async function sumCategoryDays(db: Database): Promise<void> {
  await sql`with added as (delete from category_counts where not is_summed
      returning category_id, shop_id, products, sold),
    keys as (select distinct category_id, shop_id from added),
    summed as (delete from category_counts s using keys k where s.is_summed and s.category_id = k.category_id
      and s.shop_id = k.shop_id returning s.category_id, s.shop_id, s.products, s.sold)
    insert into category_counts (category_id, shop_id, products, sold, is_summed)
    select category_id, shop_id, sum(products), sum(sold), true
    from (select * from added union all select * from summed) every_line group by 1, 2
    having sum(products) <> 0 or sum(sold) <> 0`.execute(db);
}
