import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../context';

/** Set-based SQL that adds `count` rows: minutes for millions. Dates spread over three years, ids make slugs unique. */
const words = sql`array['Чай','Мёд','Лён','Ёлка','Керамика','Янтарь','Книга','Платок','Самовар','Варенье','Игрушка','Шкатулка']`;
const moment = sql`now() - (i * 7919 % 94608000) * interval '1 second'`;

/** Number of the first row that this run adds: later runs go on behind earlier ones. */
const from = (table: string) => sql`(select coalesce(max(id), 0) from ${sql.table(table)})`;
const numbers = (table: string, count: number) =>
  sql`(select n + ${from(table)} as i from generate_series(1, ${count}::bigint) as n) as numbers`;

export const bigFamilies = {
  shops: (count: number) => sql`
    insert into shops (name, slug, owner_id, description, is_active, created_at, updated_at)
    select (${words})[1 + i % 12] || ' № ' || i, 'shop-' || i, owners.ids[1 + i % cardinality(owners.ids)],
      'Лавка номер ' || i, i % 10 <> 0, ${moment}, ${moment}
    from ${numbers('shops', count)},
      (select array_agg(id order by id) as ids from users where permissions @> array['store_owner']) as owners`,
  tags: (count: number) => sql`
    insert into tags (name, slug, details, icon, created_at, updated_at)
    select (${words})[1 + i % 12] || ' ' || i, 'tag-' || i, 'Описание метки номер ' || i, 'tag', ${moment}, ${moment}
    from ${numbers('tags', count)}`,
  boxes: (count: number) => sql`
    insert into boxes (name, length, width, height, max_weight, weight, price, is_active, created_at, updated_at)
    select 'Коробка ' || i, 10 + i % 90, 10 + i % 60, 5 + i % 50, 1 + i % 20, 0.1, 30 + i % 300, i % 7 <> 0,
      ${moment}, ${moment}
    from ${numbers('boxes', count)}`,
  'error-codes': (count: number) => sql`
    insert into error_codes (code, title, message, status, created_at, updated_at)
    select 'CODE_' || i, 'Ошибка ' || i, 'Текст ошибки номер ' || i, 400 + i % 100, ${moment}, ${moment}
    from ${numbers('error_codes', count)}`,
  faqs: (count: number) => sql`
    insert into faqs (slug, faq_title, faq_description, faq_type, issued_by, shop_id, user_id, created_at, updated_at)
    select 'faq-' || i, (${words})[1 + i % 12] || ': вопрос ' || i || '?', 'Ответ на вопрос номер ' || i || '.',
      'shop', chosen.name, chosen.id, chosen.owner_id, ${moment}, ${moment}
    from ${numbers('faqs', count)}
    join (select id, name, owner_id, row_number() over (order by id) - 1 as place, count(*) over () as shops from shops)
      as chosen on chosen.place = i % chosen.shops`,
  'store-notices': (count: number) => sql`
    with added as (
      insert into store_notices
        (notice, description, priority, type, effective_from, expired_at, created_by, created_at, updated_at)
      select 'Уведомление ' || i, 'Текст уведомления номер ' || i, (array['high','medium','low'])[1 + i % 3],
        'specific_shop', (${moment})::date, (${moment})::date + 30, chosen.owner_id, ${moment}, ${moment}
      from ${numbers('store_notices', count)}
      join (select owner_id, row_number() over (order by id) - 1 as place, count(*) over () as shops from shops)
        as chosen on chosen.place = i % chosen.shops
      returning id, created_by
    )
    insert into store_notice_shops (store_notice_id, shop_id)
    select added.id, (select min(shops.id) from shops where shops.owner_id = added.created_by) from added`,
} satisfies Record<string, (count: number) => RawBuilder<unknown>>;

export type BigFamily = keyof typeof bigFamilies;

export async function growFamily(db: Database, name: BigFamily, count: number): Promise<void> {
  await bigFamilies[name](count).execute(db);
}
