import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { valueKey } from '@/contract/catalogue/attributes/schema';
import { openInProcess } from '@/server/core/db/in-process';
import { migrate } from '@/server/core/db/migrate';
import { setUpScene } from '../../../support/scene';

const { api } = setUpScene();

const spellings = [
  ['20x30', '20х30', '20Х30', '20×30', '20 x 30', '20*30', '20 × 30'],
  ['20x30x40 см', '20 х 30 х 40см', '20×30×40 cm', '20*30*40 СМ'],
  ['20 см x 30 см', '20см×30 см', '20 см*30см'],
  ['2x3x4', '2 × 3 × 4'],
  ['15"', '15″', "15''", '15 ”', '15“', '15’’'],
  ['½"', '1/2″', "1/2 ''"],
  ['1½ "', '1 1/2"'],
  ['1,5 л', '1.5 л', '1,5л', '1.5\u00a0Л'],
  ['Чёрный мёд', 'черный  МЕД', 'Черный\u202fмед'],
  ['XL', 'ХL', 'xl', 'Хl'],
  ['С', 'C', 'c', 'с'],
  ['75В', '75B', '75 b'],
  ['А4', 'A4'],
  ['128 ГБ', '128гб'],
  ['50 %', '50%'],
  ['г/м²', 'г/м2'],
  ['41–43', '41-43', '41 — 43', '41‑43'],
  ['Чёрно-белый', 'черно–белый'],
  ['Серия «Люкс»', 'Серия "Люкс"', 'серия „Люкс“'],
  ['d\u200bm', 'DM'],
];

it.each(spellings)('%s is what %s is, in the panel and in the database', async (...all) => {
  const { rows } = await sql<{ key: string }>`select spelling_key(one) as key
    from unnest(${all}::text[]) with ordinality as u (one, place) order by place`.execute(api.db);
  expect(rows.map(({ key }) => key)).toEqual(all.map(valueKey));
  expect(new Set(rows.map(({ key }) => key)).size).toBe(1);
});

it('keeps apart what is not the same', () => {
  const apart = [
    '20x30',
    '2030',
    '20 30',
    '20x300',
    '1.5',
    '15',
    '1, 5',
    'XL',
    'XXL',
    'L',
    '10',
    '1 0',
    '-5',
    '5',
    'S-M',
    'S/M',
  ];
  expect(new Set(apart.map(valueKey)).size).toBe(apart.length);
});

it('values that a former release kept apart stay, each with its products, and no third one joins them', async () => {
  const { db } = await openInProcess({});
  await migrate(db, '0210_name_search_online');
  await sql`insert into users (name, email, password_hash, permissions)
    values ('Анна', 'anna@shop.test', '', '{store_owner}')`.execute(db);
  await sql`insert into shops (name, slug, owner_id) select 'Лавка', 'lavka', id from users`.execute(db);
  await sql`insert into attributes (shop_id, name, slug) select id, 'Размер', 'razmer' from shops`.execute(
    db,
  );
  // The last two differ by ё alone, and were kept apart by an older release.
  await sql`insert into attribute_values (attribute_id, value, meta, slug, spelling)
    select a.id, v.value, '', v.value, v.spelling from attributes a, (values ('20x30', 1), ('40х50', 1), ('20х30', 1), ('20×30', 1),
      ('XL', 1), ('ХL', 1), ('Тёплый', 1), ('Теплый', 2)) v (value, spelling)`.execute(db);

  await migrate(db);

  const { rows } = await sql<{
    value: string;
    spelling: number;
  }>`select value, spelling from attribute_values order by id`.execute(db);
  expect(rows.map(({ value, spelling }) => [value, spelling])).toEqual([
    ...[
      ['20x30', 1],
      ['40х50', 1],
      ['20х30', 2],
      ['20×30', 3],
    ],
    ...[
      ['XL', 1],
      ['ХL', 2],
      ['Тёплый', 1],
      ['Теплый', 2],
    ],
  ]);
  const add = (value: string) =>
    sql`insert into attribute_values (attribute_id, value, meta, slug) select id, ${value}, '', 's' from attributes`.execute(
      db,
    );
  await expect(add('20 * 30')).rejects.toMatchObject({ code: '23505' });
  await expect(add('40x50')).rejects.toMatchObject({ code: '23505' });
  await add('50х50');
  await db.destroy();
});
