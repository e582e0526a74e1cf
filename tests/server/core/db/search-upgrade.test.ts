import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openInProcess } from '@/server/core/db/in-process';
import { migrate } from '@/server/core/db/migrate';

it('products of a former release are found as new ones are, more of them than one batch', async () => {
  const { db } = await openInProcess({});
  await migrate(db, '0141_value_spellings_online');
  await sql`insert into users (name, email, password_hash, permissions)
    values ('Анна', 'anna@shop.test', '', '{store_owner}')`.execute(db);
  await sql`insert into shops (name, slug, owner_id) select 'Лавка', 'lavka', id from users`.execute(db);
  await sql`insert into groups (name, slug) values ('Всё', 'all')`.execute(db);
  await sql`insert into products (shop_id, type_id, name, slug, sku, unit, price)
    select s.id, g.id, 'Смартфон ' || n || ' ГБ', 'p' || n, 'KT-' || n || '-A', 'шт.', 1
    from shops s, groups g, generate_series(1, 1500) n`.execute(db);

  await migrate(db, '0181_tax_of_nothing');
  await sql`insert into attributes (shop_id, name, slug) select id, 'Состав', 'sostav' from shops`.execute(
    db,
  );
  await sql`insert into product_characteristics (product_id, attribute_id, value)
    select p.id, a.id, 'сплав' || p.id || 'х' from products p, attributes a where p.id <= 1200`.execute(db);

  await migrate(db);

  const { rows } = await sql<{
    name: string;
  }>`select p.name from product_search s join products p on p.id = s.product_id
    where s.text like search_pattern('1402гб') or s.text like search_pattern('kt7a')
      or s.text like search_pattern('сплав1100х') order by p.id`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(['Смартфон 7 ГБ', 'Смартфон 1100 ГБ', 'Смартфон 1402 ГБ']);
  await db.destroy();
});

it('people, shops, categories and staff of a former release are found as new ones are, and are not when they are removed', async () => {
  const { db } = await openInProcess({});
  await migrate(db, '0196_chosen_mapping');
  await sql`insert into users (name, email, password_hash, permissions)
    select 'Анна Ёлкина ' || n, n || '@shop.test', '', '{customer}' from generate_series(1, 2100) n`.execute(
    db,
  );
  await sql`insert into shops (name, slug, owner_id) values ('Ёлочка', 'yolochka', 1), ('Убранная ёлочка', 'gone', 1)`.execute(
    db,
  );
  await sql`update shops set deleted_at = now() where slug = 'gone'`.execute(db);
  await sql`insert into categories (name, slug) values ('Ёлки', 'yolki')`.execute(db);
  await sql`insert into memberships (shop_id, name, email, scopes) values (1, 'Пётр Ёлкин', 'p@shop.test', '{orders}')`.execute(
    db,
  );

  await migrate(db);

  const found = async () => {
    const { rows } = await sql<{ family: string; count: string }>`select family, count(*) from name_search
      where text like search_pattern('елк') or text like search_pattern('елоч') group by 1 order by 1`.execute(
      db,
    );
    return Object.fromEntries(rows.map(({ family, count }) => [family, Number(count)]));
  };
  expect(await found()).toEqual({ categories: 1, memberships: 1, shops: 1, users: 2100 });
  await sql`update users set name = 'Мария' where id <= 100`.execute(db);
  await sql`update users set deleted_at = now() where id between 101 and 200`.execute(db);
  await sql`update shops set deleted_at = null where slug = 'gone'`.execute(db);
  await sql`delete from categories`.execute(db);
  await sql`insert into users (name, email, password_hash, permissions) values ('Ёлкин', 'new@shop.test', '', '{customer}')`.execute(
    db,
  );
  expect(await found()).toEqual({ memberships: 1, shops: 2, users: 1901 });
  await db.destroy();
});
