import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ImportReport } from '@/contract/catalogue/attributes/csv';
import { panelAccept } from '@/contract/core/panel-client';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { signIn } from '../../support/session';

/** Attributes as files. */
const { api, scene } = setUpScene();

type User = { id: number } | null;
type Report = ImportReport & { message: string; errors: ImportReport['errors'] & Record<string, string[]> };

const heading = 'language,name,shop_id,values,metas';
const nothing = { created: 0, updated: 0, unchanged: 0, values_added: 0, skipped: 0, errors: [] };

function exportFile(user: User, shopId: number | string = scene.shop.id) {
  return api.request<string>(user, 'GET', `export-attributes/${shopId}`);
}

async function importFile(
  content: string | Buffer,
  fields: Record<string, string> = {},
  user: User = scene.store_owner,
) {
  const boundary = '----gostiny';
  const part = (name: string, value: string | Buffer, more = '') => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ];
  const sent = { shop_id: String(scene.shop.id), ...fields };
  const payload = Buffer.concat([
    ...part('csv', content, '; filename="file.csv"'),
    ...Object.entries(sent).flatMap(([name, value]) => part(name, value)),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const token = user ? await signIn(api.db, user.id, api.now()) : '';
  const answer = await api.app.inject({
    method: 'POST',
    url: '/admin/rest/import-attributes',
    headers: {
      accept: panelAccept,
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json<Report>() };
}

const lines = (...rows: string[]) => [heading, ...rows].join('\n');

/** The shop's attributes: names with values and metas. */
async function stored(shop = scene.shop) {
  const { body } = await api.request(
    scene.super_admin,
    'GET',
    `attributes?page=1&search=shop_id:${shop.id}&orderBy=id&sortedBy=asc&limit=100`,
  );
  return body.data.map((row: Wire) => [
    row.name,
    (row.values as { value: string; meta: string }[]).map(({ value, meta }) => `${value}=${meta}`),
  ]);
}

async function make(name: string, values: [string, string][], shop = scene.shop): Promise<Wire> {
  const { status, body } = await api.request(scene.super_admin, 'POST', 'attributes', {
    name,
    shop_id: shop.id,
    values: values.map(([value, meta]) => ({ value, meta })),
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
}

const awkward: [string, string][] = [
  ['Красный, матовый', '#b3202c'],
  ['5" «ретро»', "'=1+1"],
  ['+7 °C', '=HYPERLINK(1)'],
  ['150×200', '-5; @x'],
  ["''кавычки''", '\'"'],
];

describe('GET export-attributes', () => {
  it.each([
    ['a guest', null, 401],
    ['a customer', 'customer', 403],
    ['another owner', 'otherOwner', 404],
    ['another shop’s staff', 'otherStaff', 404],
    ['the owner', 'store_owner', 200],
    ['the staff', 'staff', 200],
    ['an administrator', 'super_admin', 200],
  ] as const)('answers %s correctly', async (_who, person, expected) => {
    const { status } = await exportFile(person ? scene[person] : null);

    expect(status).toBe(expected);
  });

  it.each(['999', 'abc', '0', '1%20or%201=1'])('answers 404 for the shop %s', async (shop) => {
    expect((await exportFile(scene.super_admin, shop)).status).toBe(404);
  });

  it('contains only the shop’s attributes', async () => {
    await make('Цвет', [
      ['Красный', '#b3202c'],
      ['Синий', '#1d3f8f'],
    ]);
    await make('Пустой', []);
    await make('Чужой', [['x', 'y']], scene.otherShop);

    const { body, headers } = await exportFile(scene.store_owner);

    expect(body.replace('\ufeff', '')).toBe(
      `${lines('ru,Цвет,1,"Красный,Синий","#b3202c,#1d3f8f"', 'ru,Пустой,1,,')}\n`,
    );
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="attributes-for-shop-id-1.csv"');
  });

  it('escapes formulas', async () => {
    await make('+Вес', [['+7 °C', '=HYPERLINK(1)']]);

    const { body } = await exportFile(scene.store_owner);
    expect(body).toContain(`ru,'+Вес,1,'+7 °C,'=HYPERLINK(1)`);
  });

  it('contains every attribute of a large shop', async () => {
    const rows = Array.from({ length: 1001 }, (_, n) => ({
      name: `Свойство ${n}`,
      slug: `svoystvo-${n}`,
      shop_id: scene.shop.id,
    }));
    await api.db.insertInto('attributes').values(rows).execute();

    const { body } = await exportFile(scene.store_owner);
    expect(body.trim().split('\n')).toHaveLength(1002);
  });
});

describe('POST import-attributes', () => {
  it.each([
    ['a guest', null, 401],
    ['a customer', 'customer', 403],
    ['another owner', 'otherOwner', 404],
    ['another shop’s staff', 'otherStaff', 404],
    ['the owner', 'store_owner', 200],
    ['the staff', 'staff', 200],
    ['an administrator', 'super_admin', 200],
  ] as const)('answers %s correctly', async (_who, person, expected) => {
    const { status } = await importFile(lines('ru,Цвет,,Красный,'), {}, person ? scene[person] : null);

    expect(status).toBe(expected);
    expect((await stored()).length).toBe(expected === 200 ? 1 : 0);
  });

  it('changes nothing when its own export is imported', async () => {
    await make('Цвет', awkward);
    await make('+Вес', [['+1', '+2']]);
    await make('Пустой', []);
    const before = await stored();
    const { body: file } = await exportFile(scene.store_owner);

    const { status, body } = await importFile(file);
    const again = await exportFile(scene.store_owner);

    expect([status, body]).toEqual([200, { ...nothing, unchanged: 3 }]);
    expect(await stored()).toEqual(before);
    expect(again.body).toBe(file);
  });

  it('creates in another shop exactly what the export contains', async () => {
    await make('Цвет', awkward);
    await make('Размер', [['S', '42']]);
    const { body: file } = await exportFile(scene.store_owner);

    const { body } = await importFile(file, { shop_id: String(scene.otherShop.id) }, scene.super_admin);

    expect(body).toEqual({ ...nothing, created: 2, values_added: awkward.length + 1 });
    expect(await stored(scene.otherShop)).toEqual(await stored());
  });

  it('reuses attributes of the same name and adds only the values that they lack', async () => {
    const row = await make('Цвет', [['Красный', '#b3202c']]);

    const file = lines('ru,ЦВЕТ,77,"красный,Синий","#000000,#1d3f8f"', 'ru,Размер,,"S,M",', ',цвет,,Белый,');
    const { body } = await importFile(file);

    expect(body).toEqual({ ...nothing, created: 1, updated: 1, values_added: 4 });
    expect(await stored()).toEqual([
      ['Цвет', ['Красный=#b3202c', 'Синий=#1d3f8f', 'Белый=Белый']],
      ['Размер', ['S=S', 'M=M']],
    ]);
    const { body: after } = await api.request(scene.store_owner, 'GET', `attributes/${row.id}`);
    expect(after.version).toBe(2);
    const audited = await api.db
      .selectFrom('audit_log')
      .select(['action', 'changes', 'user_id'])
      .where('user_id', '=', scene.store_owner.id)
      .orderBy('id')
      .execute();
    expect(audited).toEqual([
      { action: 'update', user_id: scene.store_owner.id, changes: { values: [null, ['Синий', 'Белый']] } },
      {
        action: 'create',
        user_id: scene.store_owner.id,
        changes: { name: [null, 'Размер'], values: [null, ['S', 'M']] },
      },
    ]);
  });

  it('reports the outcome of a dry run and stores nothing', async () => {
    await make('Цвет', [['Красный', '#b3202c']]);
    const before = await stored();

    const file = lines('ru,Цвет,,Синий,', 'ru,Размер,,S,', 'ru,,,M,');
    const { status, body } = await importFile(file, { dry_run: '1' });

    expect([status, body]).toEqual([
      200,
      {
        ...nothing,
        created: 1,
        updated: 1,
        values_added: 2,
        skipped: 1,
        errors: [{ row: 4, column: 'name', error: 'error-name-required', value: '' }],
      },
    ]);
    expect(await stored()).toEqual(before);
  });

  it('explains every wrong row and stores nothing', async () => {
    const file = lines(
      'ru,Цвет,,Красный,',
      'ru,,,Красный,',
      '',
      'en,Size,,S,',
      'ru,Размер,,"S,s",',
      'ru,Вес,,"1,2",один',
      'ru,<b>Цвет</b>,,\u202e!,',
      'ru,Объём,,1,1,лишнее',
      `ru,Форма,,${'A'.repeat(130)},`,
    );
    const { status, body } = await importFile(file);

    expect([status, body.message, body.created, body.skipped]).toEqual([422, 'VALIDATION_FAILED', 0, 7]);
    expect(body.errors.map(({ row, column, error, value }) => [row, column, error, value])).toEqual([
      [3, 'name', 'error-name-required', ''],
      [5, 'language', 'error-csv-language', 'en'],
      [6, 'values', 'error-value-repeated', 's'],
      [7, 'metas', 'error-metas-count', 'один'],
      [8, 'name', 'error-text-markup', '<b>Цвет</b>'],
      [8, 'values', 'error-text-unseen', '\u202e!'],
      [9, '', 'error-csv-columns', ''],
      [10, 'values', 'error-too-long', 'A'.repeat(130)],
    ]);
    expect(await stored()).toEqual([]);
  });

  it('stores the right rows when the person chose to skip the wrong ones', async () => {
    const { status, body } = await importFile(lines('ru,Цвет,,Красный,', 'ru,,,Синий,'), {
      skip_wrong: 'true',
    });

    expect([status, body.created, body.skipped, body.errors.length]).toEqual([200, 1, 1, 1]);
    expect(await stored()).toEqual([['Цвет', ['Красный=Красный']]]);
  });

  it('refuses more than 500 values per attribute', async () => {
    await make(
      'Цвет',
      Array.from({ length: 499 }, (_, n) => [`v${n}`, 'x']),
    );

    const { body } = await importFile(lines('ru,Цвет,,"v1,a",', 'ru,Цвет,,b,'));

    expect(body.errors).toEqual([
      { row: 3, column: 'values', error: 'error-too-many-values', value: 'Цвет' },
    ]);
    expect((await stored())[0]?.[1]).toHaveLength(499);
  });

  it.each([
    ['UTF-8 with BOM and semicolons', Buffer.from('\ufeffName;Values\r\nЦвет;Красный,Синий\r\n')],
    ['UTF-8 and commas, columns in another order', Buffer.from('values,name\n"Красный,Синий",Цвет')],
    ['windows-1251', windows1251('name;values\nЦвет;Красный,Синий\n')],
  ])('reads %s', async (_what, content) => {
    const { status, body } = await importFile(content);

    expect([status, body.errors]).toEqual([200, []]);
    expect(await stored()).toEqual([['Цвет', ['Красный=Красный', 'Синий=Синий']]]);
  });

  it.each([
    ['without a heading', 'Цвет,Красный\nРазмер,S', 'error-csv-header'],
    ['of nothing', '', 'error-csv-empty'],
    ['that is a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'error-csv-foreign'],
    ['of a heading alone', `${heading}\n\n,,\n`, 'error-csv-empty'],
    ['with an open quotation mark', `${heading}\nru,"Цвет,1`, 'error-csv-broken'],
    [
      'with too many rows',
      lines(...Array.from({ length: 10_001 }, (_, n) => `ru,Имя ${n}`)),
      'error-csv-too-many',
    ],
    ['that is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe, 0x0a, 0x22]), 'error-csv-'],
  ])('refuses a file %s', async (_what, content, error) => {
    const { status, body } = await importFile(content);

    expect([status, Object.keys(body.errors)]).toEqual([422, ['csv']]);
    expect(body.errors.csv?.[0]).toContain(error);
    expect(await stored()).toEqual([]);
  });

  it('refuses a file that is too large, a missing file and a body that is no form', async () => {
    const large = await importFile(Buffer.alloc(5 * 1024 * 1024 + 1, 'a'));
    const json = await api.request(scene.store_owner, 'POST', 'import-attributes', { shop_id: 1 });

    expect([large.status, json.status]).toEqual([413, 400]);
    expect((await importFile(lines('ru,Цвет,,x,'), { shop_id: 'abc' })).status).toBe(404);
  });

  it('gives concurrent attributes unique slugs', async () => {
    await make('Цвет', []);
    await importFile(lines('ru,Цвет!,,a,', 'ru,«Цвет»,,b,', 'ru,2026,,c,', 'ru,Create,,d,'));

    const { body } = await api.request(scene.super_admin, 'GET', 'attributes?page=1&orderBy=id&sortedBy=asc');
    expect(body.data.map(({ slug }) => slug)).toEqual(['tsvet', 'tsvet-2', 'tsvet-3', '2026-2', 'create-2']);
  });

  it('creates nothing twice when a file is imported twice concurrently', async () => {
    const file = lines('ru,Цвет,,"Красный,Синий",', 'ru,Размер,,"S,M",');

    const answers = await Promise.all([importFile(file), importFile(file), importFile(file)]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.created).sort((a, b) => a - b)).toEqual([0, 0, 2]);
    expect((await stored()).length).toBe(2);
  });

  const largeFile = (attributes: number) =>
    lines(
      ...Array.from({ length: attributes }, (_, n) => {
        const values = Array.from({ length: 20 }, (__, value) => `Значение ${value}`).join(',');
        return `ru,Свойство ${n},,"${values}",`;
      }),
    );

  async function countAttributes(): Promise<number> {
    const { count } = await api.db
      .selectFrom('attributes')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  it('lets others pass while it stores a large file', async () => {
    const seen = new Set<number>();
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        seen.add(await countAttributes());
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();

    const { status } = await importFile(largeFile(300));
    isOver = true;
    await watching;

    expect([status, await countAttributes()]).toEqual([200, 300]);
    expect([...seen].filter((count) => count > 0 && count < 300).length).toBeGreaterThan(3);
  });

  it('stores the rest when a file comes again after a failure in its middle', async () => {
    await sql`create function refuse_value() returns trigger language plpgsql as
      $$ begin raise exception 'the process has ended'; end $$`.execute(api.db);
    await sql`create trigger refuse_value before insert on attribute_values for each row
      when (new.attribute_id % 300 = 150) execute function refuse_value()`.execute(api.db);
    const failed = await importFile(largeFile(300));
    const before = await countAttributes();
    await sql`drop trigger refuse_value on attribute_values`.execute(api.db);
    await sql`drop function refuse_value()`.execute(api.db);

    const { status, body } = await importFile(largeFile(300));

    expect([failed.status, before > 0, before < 300]).toEqual([500, true, true]);
    expect([status, body]).toEqual([
      200,
      { ...nothing, created: 300 - before, unchanged: before, values_added: (300 - before) * 20 },
    ]);
    expect(await countAttributes()).toBe(300);
  });

  it('imports ten thousand rows at once', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => `ru,Свойство ${n},,"a${n},b${n}",`);

    const started = performance.now();
    const { status, body } = await importFile(lines(...rows));

    expect([status, body.created, body.values_added]).toEqual([200, 10_000, 20_000]);
    // A guard against a query for each row, not a measurement.
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});

function windows1251(text: string): Buffer {
  const code = (character: string) => {
    const point = character.codePointAt(0) ?? 0;
    return point >= 0x410 && point <= 0x44f ? point - 0x410 + 0xc0 : point;
  };
  return Buffer.from(Array.from(text, code));
}
