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

  await migrate(db);

  const { rows } = await sql<{
    name: string;
  }>`select p.name from product_search s join products p on p.id = s.product_id
    where s.text like search_pattern('1402гб') or s.text like search_pattern('kt7a') order by p.id`.execute(
    db,
  );
  expect(rows.map(({ name }) => name)).toEqual(['Смартфон 7 ГБ', 'Смартфон 1402 ГБ']);
  await db.destroy();
});
