import { type RawBuilder, sql } from 'kysely';
import { type ResourceName, resourceNames, resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import type { Database } from '@/server/core/context';
import { familyTable } from '@/server/modules/insights/record-titles';
import { familySeed } from '../families';
import { bigFeedback } from './big-feedback';
import { growOrders } from './big-orders';
import { growAroundProducts } from './big-products';

/** Set-based SQL that adds `count` rows: minutes for millions. Dates spread over three years, ids make slugs unique. */
const words = sql`array['Чай','Мёд','Лён','Ёлка','Керамика','Янтарь','Книга','Платок','Самовар','Варенье','Игрушка','Шкатулка']`;
const adjectives = sql`array['белый','чёрный','синий','большой','малый','резной','лёгкий','тёплый','северный','южный','старый','новый','ручной','простой','царский','сельский']`;
const moment = sql`now() - (i * 7919 % 94608000) * interval '1 second'`;

/** Number of the first new row: later runs continue after earlier ones. */
const from = (table: string) => sql`(select coalesce(max(id), 0) from ${sql.table(table)})`;
const numbers = (table: string, count: number) =>
  sql`(select n + ${from(table)} as i from generate_series(1, ${count}::bigint) as n offset 0) as numbers`;

/** The first uploaded picture, as an attachment of rows. */
const anyPicture = sql`(select jsonb_build_object('id', id, 'original', '/admin/rest/uploads/' || path,
  'thumbnail', '/admin/rest/uploads/' || thumbnail_path, 'file_name', file_name) from attachments order by id limit 1)`;

/** Joins the rows of a table, to which the new rows are assigned in turn. */
const inTurn = (table: string, columns: string) => sql`
    join (select ${sql.raw(columns)}, row_number() over (order by id) - 1 as place, count(*) over () as most
      from ${sql.table(table)}) as chosen on chosen.place = i % chosen.most`;

export const bigFamilies = {
  // One vendor for every three shops.
  shops: (count: number) => sql`
    with vendors as (
      insert into users (name, email, password_hash, permissions, email_verified_at, created_at, updated_at)
      select 'Продавец ' || i, 'vendor-' || i || '@big.test', 'none', array['store_owner', 'customer'], ${moment}, ${moment},
        ${moment}
      from ${numbers('shops', count)} where i % 3 = 0 or i = ${from('shops')} + 1
      returning id),
    owners as (select array_agg(id order by id) as ids from vendors)
    insert into shops (name, slug, owner_id, description, is_active, address, settings, admin_commission_rate, approved_at,
      created_at, updated_at)
    select (${words})[1 + i % 12] || ' № ' || i, 'shop-' || i, owners.ids[1 + i / 3 % cardinality(owners.ids)],
      'Лавка номер ' || i, i % 10 <> 0, jsonb_build_object('country', 'Россия', 'city', 'Город ' || i % 200),
      jsonb_build_object('contact', '+7 (900) 000-00-00', 'notifications', '{"enable": false}'::jsonb, 'location',
        jsonb_build_object('lat', 43 + i % 2100 / 100.0, 'lng', 30 + i % 10100 / 100.0)),
      case when i % 10 <> 0 then 5 + i % 20 end, case when i % 10 <> 0 then ${moment} end, ${moment}, ${moment}
    from ${numbers('shops', count)}, owners`,
  users: (count: number) => sql`
    insert into users (name, email, password_hash, permissions, is_active, email_verified_at, created_at, updated_at)
    select (${words})[1 + i % 12] || ' Покупатель ' || i, 'customer-' || i || '@big.test', 'none', array['customer'],
      i % 50 <> 0, ${moment}, ${moment}, ${moment}
    from ${numbers('users', count)}`,
  staffs: (count: number) => sql`
    with workers as (
      insert into users (name, email, password_hash, permissions, shop_id, email_verified_at, created_at, updated_at)
      select (${words})[1 + i % 12] || ' Сотрудник ' || i, 'staff-' || i || '@big.test', 'none',
        array['staff', 'customer', 'staff:catalogue', 'staff:orders'], chosen.id, ${moment}, ${moment}, ${moment}
      from ${numbers('users', count)} ${inTurn('shops', 'id')}
      returning id, shop_id, name, email, created_at, updated_at)
    insert into memberships (user_id, shop_id, name, email, scopes, created_at, updated_at)
    select id, shop_id, name, email, array['catalogue', 'orders'], created_at, updated_at from workers`,
  tags: (count: number) => sql`
    insert into tags (name, slug, details, icon, created_at, updated_at)
    select (${words})[1 + i % 12] || ' ' || i, 'tag-' || i, 'Описание метки номер ' || i, 'tag', ${moment}, ${moment}
    from ${numbers('tags', count)}`,
  groups: (count: number) => sql`
    insert into groups (name, slug, icon, created_at, updated_at)
    select (${words})[1 + i % 12] || ' ' || i, 'group-' || i, 'tag', ${moment}, ${moment}
    from ${numbers('groups', count)}`,
  categories: (count: number) => sql`
    insert into categories (name, slug, details, icon, position, created_at, updated_at)
    select (${words})[1 + i % 12] || ' ' || i, 'category-' || i, 'Описание категории номер ' || i, 'tag',
      (select coalesce(max(position), 0) from categories where parent_id is null) + i - ${from('categories')}, ${moment}, ${moment}
    from ${numbers('categories', count)}`,
  'error-codes': (count: number) => sql`
    insert into error_codes (code, title, message, status, created_at, updated_at)
    select 'CODE_' || i, 'Ошибка ' || i, 'Текст ошибки номер ' || i, 400 + i % 100, ${moment}, ${moment}
    from ${numbers('error_codes', count)}`,
  faqs: (count: number) => sql`
    insert into faqs (slug, faq_title, faq_description, faq_type, issued_by, shop_id, user_id, created_at, updated_at)
    select 'faq-' || i, (${words})[1 + i % 12] || ': вопрос ' || i || '?', 'Ответ на вопрос номер ' || i || '.',
      'shop', chosen.name, chosen.id, chosen.owner_id, ${moment}, ${moment}
    from ${numbers('faqs', count)} ${inTurn('shops', 'id, name, owner_id')}`,
  'store-notices': (count: number) => sql`
    with added as (
      insert into store_notices
        (notice, description, priority, type, effective_from, expired_at, announced_at, created_by, created_at, updated_at)
      select 'Уведомление ' || i, 'Текст уведомления номер ' || i, (array['high','medium','low'])[1 + i % 3],
        'specific_shop', (${moment})::date, (${moment})::date + 30, ${moment}, chosen.owner_id, ${moment}, ${moment}
      from ${numbers('store_notices', count)} ${inTurn('shops', 'owner_id')}
      returning id, created_by
    )
    insert into store_notice_shops (store_notice_id, shop_id)
    select added.id, (select min(shops.id) from shops where shops.owner_id = added.created_by) from added`,
  authors: (count: number) => sql`
    insert into authors (name, slug, bio, languages, is_approved, created_at, updated_at)
    select 'Автор ' || i, 'author-' || i, 'О работах автора номер ' || i, 'русский', i % 20 <> 0, ${moment}, ${moment}
    from ${numbers('authors', count)}`,
  manufacturers: (count: number) => sql`
    insert into manufacturers (name, slug, description, type_id, is_approved, created_at, updated_at)
    select (${words})[1 + i % 12] || ', фабрика ' || i, 'maker-' || i, 'Описание фабрики номер ' || i, chosen.id,
      i % 20 <> 0, ${moment}, ${moment}
    from ${numbers('manufacturers', count)} ${inTurn('groups', 'id')}`,
  coupons: (count: number) => sql`
    insert into coupons (code, type, amount, minimum_cart_amount, active_from, expire_at, is_approve, created_at, updated_at)
    select 'BIG-' || i, (array['fixed','percentage'])[1 + i % 2], 1 + i % 50, i % 5000, ${moment},
      ${moment} + interval '1 year', i % 10 <> 0, ${moment}, ${moment}
    from ${numbers('coupons', count)}`,
  'delivery-classes': (count: number) => sql`
    with added as (
      insert into delivery_classes (name, type, amount, max_weight, created_at, updated_at)
      select 'Класс ' || i, 'fixed', 100 + i % 900, 1 + i % 30, ${moment}, ${moment}
      from ${numbers('delivery_classes', count)}
      returning id
    )
    insert into delivery_class_boxes (delivery_class_id, box_id)
    select added.id, first.id from added, (select min(id) as id from boxes) as first where first.id is not null`,
  'refund-policies': (count: number) => sql`
    insert into refund_policies (title, slug, description, target, status, created_at, updated_at)
    select 'Правило ' || i, 'policy-' || i, 'Текст правила номер ' || i, (array['vendor','customer'])[1 + i % 2],
      (array['approved','approved','pending'])[1 + i % 3], ${moment}, ${moment}
    from ${numbers('refund_policies', count)}`,
  'terms-and-conditions': (count: number) => sql`
    insert into terms_and_conditions
      (slug, title, description, type, issued_by, shop_id, user_id, is_approved, created_at, updated_at)
    select 'terms-' || i, (${words})[1 + i % 12] || ': условия ' || i, 'Текст условий номер ' || i, 'shop',
      chosen.name, chosen.id, chosen.owner_id, i % 5 <> 0, ${moment}, ${moment}
    from ${numbers('terms_and_conditions', count)} ${inTurn('shops', 'id, name, owner_id')}`,
  'mobile-app-versions': (count: number) => sql`
    insert into mobile_app_versions (platform, app_version, build, released_at, created_at, updated_at)
    select (array['ios','android'])[1 + i % 2], '90.' || i / 1000 || '.' || i % 1000, i, ${moment}, ${moment}, ${moment}
    from ${numbers('mobile_app_versions', count)}`,
  'contact-messages': (count: number) => sql`
    insert into contact_messages (subject, description, name, email, is_done, created_at, updated_at)
    select (${words})[1 + i % 12] || ': вопрос ' || i, 'Текст обращения номер ' || i, 'Покупатель ' || i,
      'customer-' || i || '@big.test', i % 20 <> 0, ${moment}, ${moment}
    from ${numbers('contact_messages', count)}`,
  'newsletter-subscribers': (count: number) => sql`
    insert into newsletter_subscribers (email, status, unsubscribe_secret, consent, subscribed_at, created_at, updated_at)
    select 'subscriber-' || i || '@big.test', 'subscribed', md5(i::text), '{"documents": [], "ip": "127.0.0.1"}',
      ${moment}, ${moment}, ${moment}
    from ${numbers('newsletter_subscribers', count)}`,
  'social-links': (count: number) => sql`
    insert into social_links (icon, name, url, position, is_active, created_at, updated_at)
    select (array['vk','telegram','ok'])[1 + i % 3], 'Ссылка ' || i, 'https://vk.com/page' || i, i, i % 5 <> 0,
      ${moment}, ${moment}
    from ${numbers('social_links', count)}`,
  'advertising-banners': (count: number) => sql`
    insert into advertising_banners (title, image, place, position, is_active, created_at, updated_at)
    select (${words})[1 + i % 12] || ': баннер ' || i, ${anyPicture}, (array['home_top','cart','checkout'])[1 + i % 3], i,
      i % 4 <> 0, ${moment}, ${moment}
    from ${numbers('advertising_banners', count)}`,
  'review-banners': (count: number) => sql`
    insert into review_banners (title, image, place, shop_id, created_by, created_at, updated_at)
    select (${words})[1 + i % 12] || ': баннер ' || i, ${anyPicture}, 'home_top', chosen.id, chosen.owner_id,
      ${moment}, ${moment}
    from ${numbers('review_banners', count)} ${inTurn('shops', 'id, owner_id')}`,
  attributes: (count: number) => sql`
    insert into attributes (slug, name, shop_id, created_at, updated_at)
    select 'attribute-' || i, (array['Цвет','Размер','Материал','Вес','Объём','Форма'])[1 + i % 6] || ' ' || i,
      chosen.id, ${moment}, ${moment}
    from ${numbers('attributes', count)} ${inTurn('shops', 'id')}`,
  'attribute-values': (count: number) => sql`
    insert into attribute_values (slug, attribute_id, value, meta, position, created_at, updated_at)
    select 'value-' || i, chosen.id, 'Значение ' || i, '#' || lpad(to_hex(i * 7919 % 16777216), 6, '0'), i,
      ${moment}, ${moment}
    from ${numbers('attribute_values', count)} ${inTurn('attributes', 'id')}`,
  // There are 99 positions: further rows are in the trash.
  'order-status': (count: number) => sql`
    insert into order_status (slug, name, serial, color, created_at, updated_at, deleted_at)
    select 'status-' || i, 'Статус ' || i, 1 + i % 99, '#64748b', ${moment}, ${moment}, now()
    from ${numbers('order_status', count)}`,
  // Every fifth is variable: its prices and stock come from its variations, which are added later.
  products: (count: number) => sql`
    insert into products (name, slug, description, type_id, shop_id, author_id, manufacturer_id, product_type, price, sku,
      barcode, quantity, sold_quantity, status, unit, created_at, updated_at)
    select (${words})[1 + i % 12] || ' ' || (${adjectives})[1 + i / 12 % 16] || ' ' || i, 'product-' || i,
      'Описание товара номер ' || i, kind.id, chosen.id, people.ids[1 + i % 97], makers.ids[1 + i % 89],
      case when i % 5 = 0 then 'variable' else 'simple' end, case when i % 5 <> 0 then 100 + i % 9900 end, 'BIG-' || i,
      lpad((460000000000 + i)::text, 13, '0'), case when i % 5 <> 0 then i % 200 else 0 end, i % 500,
      (array['publish','publish','publish','publish','draft','under_review','publish','publish','unpublish','publish'])
        [1 + i % 10], 'шт.', ${moment}, ${moment}
    from ${numbers('products', count)}
    join (select id, row_number() over (order by id) - 1 as place from groups) as kind
      on kind.place = i % (select count(*) from groups)
    join (select id, row_number() over (order by id) - 1 as place from shops) as chosen
      on chosen.place = i % (select count(*) from shops),
    (select array_agg(id) as ids from authors) as people, (select array_agg(id) as ids from manufacturers) as makers`,
  'flash-sale': (count: number) => sql`
    insert into flash_sale (title, slug, description, start_date, end_date, type, rate, sale_status, sale_builder,
      created_at, updated_at)
    select (${words})[1 + i % 12] || ': распродажа ' || i, 'sale-' || i, 'Скидки номер ' || i, ${moment},
      ${moment} + interval '7 days', 'percentage', 1 + i % 90, i % 3 <> 0,
      '{"data_type": "handpicked_products", "product_ids": [], "category_ids": []}', ${moment}, ${moment}
    from ${numbers('flash_sale', count)}`,
  // Rejected ones: the money was returned, so the ledger is unchanged.
  withdraws: (count: number) => sql`
    insert into withdraws (shop_id, amount, payment_method, status, decision_note, decided_at, created_at, updated_at)
    select chosen.id, 100 + i % 90000, 'Перевод на счёт', 'rejected', 'Отказ номер ' || i, ${moment}, ${moment}, ${moment}
    from ${numbers('withdraws', count)} ${inTurn('shops', 'id')}`,
  // Rejected ones: no money was moved.
  refunds: (count: number) => sql`
    insert into refunds (order_id, customer_id, amount, status, title, decision_note, decided_at, created_at, updated_at)
    select chosen.id, chosen.customer_id, 1 + i % 900, 'rejected', 'Возврат ' || i, 'Отказ номер ' || i, ${moment}, ${moment},
      ${moment}
    from ${numbers('refunds', count)}
    join (select id, customer_id, row_number() over (order by id) - 1 as place, count(*) over () as orders
        from (select id, customer_id from orders where parent_id is null order by id limit 10000) as first)
      as chosen on chosen.place = i % chosen.orders`,
  ...bigFeedback({ numbers, moment }),
} satisfies Record<string, (count: number) => RawBuilder<unknown>>;

const seeded = resourceNames.filter((name) => familySeed(name).length > 0);

export type BigFamily = keyof typeof bigFamilies | ResourceName;

export const bigNames: readonly BigFamily[] = [
  ...(Object.keys(bigFamilies) as BigFamily[]),
  ...seeded.filter((name) => !(name in bigFamilies)),
  'orders',
];

export async function growFamily(db: Database, name: BigFamily, count: number): Promise<void> {
  if (name === 'orders') return growOrders(db, count);
  const after = name === 'products' ? await lastProduct(db) : 0;
  const rows =
    name in bigFamilies ? bigFamilies[name as keyof typeof bigFamilies] : repeatSeed(name as ResourceName);
  await rows(count).execute(db);
  if (name === 'products') await growAroundProducts(db, after, count);
}

/** The demo rows of a family again and again, with a number in title and slug. */
function repeatSeed(name: ResourceName): (count: number) => RawBuilder<unknown> {
  const { slugFrom, columns }: AnyResource = resources[name];
  const seed = familySeed(name);
  const table = familyTable(name);
  const title = columns.find(({ kind }) => kind === 'title')?.key;
  const keys = Object.keys(seed[0] ?? {}).filter((key) => key !== 'english');
  const shown = (key: string) => {
    const value = sql.ref(`chosen.${key}`);
    return key === title ? sql`${value} || ' ' || i` : value;
  };
  return (count) => sql`
    insert into ${sql.table(table)}
      (${sql.join([...keys, ...(slugFrom ? ['slug'] : [])].map((key) => sql.ref(key)))}, created_at, updated_at)
    select ${sql.join([...keys.map(shown), ...(slugFrom ? [sql`${`${name}-`} || i`] : [])])}, ${moment}, ${moment}
    from ${numbers(table, count)}
    join jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(seed)}::jsonb) with ordinality as chosen
      on chosen.ordinality = 1 + i % ${seed.length}::bigint`;
}

async function lastProduct(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from products`.execute(db);
  return rows[0]?.id ?? 0;
}
