import { sql } from 'kysely';
import type { Database } from '@/server/core/context';

/** From this many products on, one of them gets the maximum number of variations. */
const manyFrom = 1000;

/** Adds categories, tags and variations to products with ids above `after`. */
export async function growAroundProducts(db: Database, after: number, count: number): Promise<void> {
  await file(db, after);
  const large = count >= manyFrom ? await largestOf(db, after) : 0;
  await varyBySize(db, after, large);
  if (large > 0) await varyGreatly(db, large);
}

async function file(db: Database, after: number): Promise<void> {
  await sql`insert into category_product (product_id, category_id)
    select distinct p.id, all_of.ids[1 + (p.id * step) % cardinality(all_of.ids)]
    from products p, generate_series(1, 2) as step, (select array_agg(id order by id) as ids from categories) as all_of
    where p.id > ${after} and cardinality(all_of.ids) > 0`.execute(db);
  await sql`insert into product_tag (product_id, tag_id)
    select p.id, all_of.ids[1 + p.id % cardinality(all_of.ids)]
    from products p, (select array_agg(id order by id) as ids from tags) as all_of
    where p.id > ${after} and p.id % 2 = 0 and cardinality(all_of.ids) > 0`.execute(db);
}

async function largestOf(db: Database, after: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from products
    where id > ${after} and product_type = 'variable'`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Five sizes for each variable product, from one attribute per shop. */
async function varyBySize(db: Database, after: number, except: number): Promise<void> {
  const isVariable = sql`p.product_type = 'variable' and p.id > ${after} and p.id <> ${except}`;
  await sql`insert into attributes (slug, name, shop_id)
    select distinct 'big-size-' || p.shop_id, 'Размер', p.shop_id from products p where ${isVariable}
    on conflict (slug) do nothing`.execute(db);
  await sql`insert into attribute_values (slug, attribute_id, value, meta, position)
    select a.slug || '-' || place, a.id, (array['XS','S','M','L','XL'])[place], (array['XS','S','M','L','XL'])[place], place
    from attributes a, generate_series(1, 5) as place
    where a.slug like 'big-size-%' and not exists (select 1 from attribute_values v where v.attribute_id = a.id)`.execute(
    db,
  );
  const sized = sql`products p join attributes a on a.slug = 'big-size-' || p.shop_id
    join attribute_values v on v.attribute_id = a.id`;
  await sql`insert into attribute_value_product (product_id, attribute_value_id, position)
    select p.id, v.id, v.position from ${sized} where ${isVariable}`.execute(db);
  await sql`insert into variation_options (product_id, shop_id, title, options, value_ids, position, price, sale_price,
      quantity, sold_quantity, sku, barcode, is_disable)
    select p.id, p.shop_id, v.value, jsonb_build_array(jsonb_build_object('name', a.name, 'value', v.value)), array[v.id],
      v.position, 100 + p.id % 9900 + 10 * v.position, case when p.id % 3 = 0 then 90 + p.id % 9900 end,
      p.id * v.position % 40, p.id % 100, 'VAR-' || p.id || '-' || v.value, lpad((p.id * 10 + v.position)::text, 13, '0'),
      v.position = 5
    from ${sized} where ${isVariable}`.execute(db);
}

/** Three attributes of ten, ten and twenty values: 2,000 variations. */
async function varyGreatly(db: Database, id: number): Promise<void> {
  const slug = sql`'big-many-' || ${id}::bigint || '-'`;
  await sql`insert into attributes (slug, name, shop_id)
    select ${slug} || number, (array['Цвет','Рисунок','Длина'])[number], p.shop_id
    from products p, generate_series(1, 3) as number where p.id = ${id}`.execute(db);
  await sql`insert into attribute_values (slug, attribute_id, value, meta, position)
    select a.slug || '-' || place, a.id, a.name || ' ' || place, '#64748b', place
    from attributes a, generate_series(1, case when a.slug like '%-3' then 20 else 10 end) as place
    where a.slug like ${slug} || '%'`.execute(db);
  await sql`insert into attribute_value_product (product_id, attribute_value_id, position)
    select ${id}, v.id, row_number() over (order by a.slug, v.position) from attribute_values v
    join attributes a on a.id = v.attribute_id where a.slug like ${slug} || '%'`.execute(db);
  const values = (number: number) => sql`(select v.id, v.value, a.name, v.position from attribute_values v
    join attributes a on a.id = v.attribute_id where a.slug = ${slug} || ${number}::int)`;
  await sql`insert into variation_options (product_id, shop_id, title, options, value_ids, position, price, quantity, sku)
    select p.id, p.shop_id, one.value || '/' || two.value || '/' || three.value,
      jsonb_build_array(jsonb_build_object('name', one.name, 'value', one.value),
        jsonb_build_object('name', two.name, 'value', two.value), jsonb_build_object('name', three.name, 'value', three.value)),
      (select array_agg(id order by id) from unnest(array[one.id, two.id, three.id]) as id), one.position * 200 + two.position * 20 + three.position,
      100 + one.position * 10 + two.position, three.position,
      'MANY-' || p.id || '-' || one.position || '.' || two.position || '.' || three.position
    from products p, ${values(1)} one, ${values(2)} two, ${values(3)} three where p.id = ${id}`.execute(db);
}
