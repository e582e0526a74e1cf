import { sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { type PeriodCategories, shownCategories } from '@/contract/insights/analytics/home';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { soldIn } from './analytics-orders';
import { readBasis, readPeriodInfo, readScope } from './analytics-scope';

/**
 * `GET analytics/categories`: revenue of a period by top category. What no category accounts for is part of the rest, so
 * the lines always add up to the figure (rules/insights: pictures add up to the figures).
 */
export async function periodCategories(ctx: UserCtx, query: JsonRecord): Promise<PeriodCategories> {
  const scope = await readScope(ctx, query);
  const about = await readPeriodInfo(ctx, query);
  const basis = readBasis(query);
  const { from, to } = about.period;
  const [{ now }, { rows }] = await Promise.all([
    soldIn(ctx, scope, about, basis),
    sql<{ id: number | null; name: string; slug: string; revenue: number }>`
      with recursive sold as (
        select category_id, sum(revenue) as revenue from category_days
        where shop_id = any(${[...scope.counted]}::bigint[]) and basis = ${basis}
          and day between ${from}::date and ${to}::date group by 1),
      -- From each category up to its top one; union ends a circle, which no form can make.
      above as (
        select id as category_id, id, parent_id from categories where id in (select category_id from sold)
        union select above.category_id, c.id, c.parent_id from above join categories c on c.id = above.parent_id)
      select top.id, coalesce(top.translations -> ${ctx.locale} ->> 'name', top.name) as name, top.slug,
        sum(sold.revenue) as revenue
      from sold left join above on above.category_id = sold.category_id and above.parent_id is null
        left join categories top on top.id = above.id and top.deleted_at is null
      group by top.id having sum(sold.revenue) <> 0
      order by top.id is null, sum(sold.revenue) desc, top.id`.execute(ctx.db),
  ]);
  const named = rows.flatMap(({ id, name, slug, revenue }) =>
    id === null ? [] : [{ category: { id, name, slug }, revenue: toMinor(revenue) }],
  );
  const shown = named.slice(0, shownCategories);
  const left = shown.reduce((all, { revenue }) => all - revenue, now.paid);
  return {
    ...about,
    revenue: fromMinor(now.paid),
    categories: shown.map(({ category, revenue }) => ({ category, revenue: fromMinor(revenue) })),
    rest: { categories: named.length - shown.length, revenue: fromMinor(left) },
  };
}
