import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportErrorGroup } from '@/contract/catalogue/products/imports';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import {
  caseFile,
  type ImportPlace,
  importFile,
  productBody,
  productsOf,
  table,
  variationsOf,
} from './import-case';

/** Prices, names, numbers and lists of other people's files. */
const { api, scene } = setUpScene();
let place: ImportPlace;
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
});

const heading = ['Артикул', 'Название', 'Цена', 'Остаток'];

describe('a discounted price of 0', () => {
  it('is no discount in the row of a variation', async () => {
    const { told } = await importFile(place, caseFile('G29.csv'));

    expect(told).toEqual([]);
    expect((await variationsOf(place)).map(({ sale_price }) => sale_price)).toEqual([null]);
    expect(await productsOf(place)).toMatchObject([{ min_price: 100 }]);
  });

  it.each(['0', '0,00', '0.00', '0 ₽', '0 руб.', '0р', 'нет', 'без скидки'])(
    'is no discount as «%s», and ends one',
    async (zero) => {
      const rows = (sale: string) =>
        table(['Артикул', 'Название', 'Цена', 'Цена со скидкой'], ['A-1', 'Чашка', '100', sale]);
      await importFile(place, rows('80'));
      const { told } = await importFile(place, rows(zero));

      expect(told).toEqual([]);
      expect(await productsOf(place)).toMatchObject([{ price: 100, sale_price: null }]);
    },
  );

  it.each(['0', '0.00', ''])('before it, «%s» is none: what is asked now is the price', async (before) => {
    const file = table(['Артикул', 'Название', 'Цена', 'Старая цена'], ['A-1', 'Чашка', '80', before]);

    expect((await importFile(place, file)).told).toEqual([]);
    expect(await productsOf(place)).toMatchObject([{ price: 80, sale_price: null }]);
  });

  it('is not taken for the price where that is empty', async () => {
    const { told, created } = await importFile(
      place,
      table(['Артикул', 'Название', 'Цена', 'Цена со скидкой'], ['A-1', 'Чашка', '', '0']),
    );

    expect([created, told]).toEqual([0, [[2, { '2': 'error-price-required' }]]]);
  });

  it('is refused by the form, the list of variations and a bulk change', async () => {
    await importFile(place, table(heading, ['A-1', 'Чашка', '100', '5']));
    const [product] = await productsOf(place);
    const refused = await api.request(place.user, 'PUT', `products/${product?.id}`, { sale_price: 0 });
    expect(refused.body).toMatchObject({ errors: { sale_price: ['error-discount-zero'] } });

    await importFile(place, caseFile('G29.csv'));
    const [variation] = await variationsOf(place);
    const path = `products/${variation?.product_id}`;
    const one = await api.request(place.user, 'PATCH', `${path}/variations/${variation?.id}`, {
      sale_price: 0,
    });
    expect(one.body).toMatchObject({ errors: { sale_price: ['error-discount-zero'] } });
    const many = await api.request(place.user, 'PUT', path, {
      variation_options: { upsert: [{ id: variation?.id, sale_price: 0 }] },
    });
    expect(many.status).toBe(422);
    const bulk = await api.request(place.user, 'POST', 'products/bulk/price', {
      ids: [product?.id],
      target: 'discount',
      by: 'percent',
      value: 100,
    });
    expect(bulk.status).toBe(422);
    expect(await productsOf(place)).toMatchObject([{ sale_price: null }, {}]);
  });
});

describe('a price of 0', () => {
  it('is refused unless the product is free on purpose', async () => {
    const rows = (isFree: string) =>
      table(['Артикул', 'Название', 'Цена', 'Бесплатно'], ['A-1', 'Каталог', '0', isFree]);
    expect((await importFile(place, rows(''))).told).toEqual([[2, { '2': 'error-price-free' }]]);
    expect((await importFile(place, rows('нет'))).told).toEqual([[2, { '2': 'error-price-free' }]]);
    expect((await importFile(place, rows('да'))).told).toEqual([]);

    const [product] = await productsOf(place);
    expect(product).toMatchObject({ price: 0, is_free: true });
    const path = `products/${product?.id}`;
    const off = await api.request(place.user, 'PUT', path, { is_free: false });
    expect(off.body).toMatchObject({ errors: { price: ['error-price-free'] } });
    expect((await api.request(place.user, 'PUT', path, { is_free: false, price: 10 })).status).toBe(200);
    const zero = await api.request(place.user, 'PUT', path, { price: 0 });
    expect(zero.body).toMatchObject({ errors: { price: ['error-price-free'] } });
  });

  it('is refused of a variation, in a file and in the form', async () => {
    const rows = (price: string, isFree: string) =>
      table(
        ['Артикул', 'Название', 'Цена', 'Основной товар', 'Вариант', 'Бесплатно'],
        ['V', 'Чашка', '', '', '', isFree],
        ['V-1', '', price, 'V', 'Цвет: синий', ''],
      );
    expect((await importFile(place, rows('0', ''), {}, 'check')).told).toEqual([
      [3, { '2': 'error-price-free' }],
    ]);
    expect((await importFile(place, rows('0', ''))).told).toEqual([[3, { '2': 'error-price-free' }]]);
    expect((await importFile(place, rows('10', ''))).told).toEqual([]);
    const [one] = await variationsOf(place);
    const path = `products/${one?.product_id}/variations/${one?.id}`;
    const refused = await api.request(place.user, 'PATCH', path, { price: 0 });
    expect(refused.body).toMatchObject({ errors: { price: ['error-price-free'] } });
    expect((await importFile(place, rows('0', 'да'))).told).toEqual([]);
    expect(await variationsOf(place)).toMatchObject([{ price: 0 }]);
  });
});

describe('a price that is not plainly roubles and kopecks', () => {
  it('is an error with a third decimal', async () => {
    const { told } = await importFile(place, caseFile('G31.csv'));

    expect(told).toEqual([
      [2, { '2': 'error-price-decimals' }],
      [3, { '2': 'error-price-decimals' }],
    ]);
    const sent = await api.request(place.user, 'POST', 'products', { ...productBody(place), price: 1.299 });
    expect(sent.body).toMatchObject({ errors: { price: ['error-price-decimals'] } });
    // What binary numbers add is no third decimal.
    const [group] = await api.db.selectFrom('groups').select('id').execute();
    expect(
      (
        await api.request(place.user, 'POST', 'products', {
          ...productBody(place),
          type_id: group?.id,
          price: 19.99 * 3,
        })
      ).status,
    ).toBe(201);
  });

  it('is an error in another currency, by its column, its heading or its sign', async () => {
    expect((await importFile(place, caseFile('G35.csv'))).told).toEqual([
      [2, { '3': 'error-import-currency' }],
    ]);
    for (const [name, price] of [
      ['Цена (USD)', '19,99'],
      ['Цена, €', '19,99'],
      ['Цена', '$19.99'],
      ['Цена', '19,99 EUR'],
      ['Цена', '100 ₸'],
      ['Цена', '100 бел. руб.'],
      ['Цена со скидкой', '19,99 $'],
    ] as const) {
      const rows = table(['Артикул', 'Название', name], ['A-1', 'Чашка', price]);
      const { told } = await importFile(place, rows);
      expect([name, price, told[0]?.[1]]).toEqual([name, price, { '2': 'error-import-currency' }]);
    }
    expect(await productsOf(place)).toEqual([]);
  });

  it('is taken in ours, however it is named', async () => {
    const rows = ['1 299 ₽', '1299 руб.', '1299 р.', '1299,00 RUB', '1299р'].map((price, at) => [
      `A-${at}`,
      'Чашка',
      price,
      ['RUB', 'руб.', '₽', 'RUR', '643'][at] ?? '',
    ]);
    const { told } = await importFile(place, table(['Артикул', 'Название', 'Цена, руб.', 'Валюта'], ...rows));

    expect(told).toEqual([]);
    expect((await productsOf(place)).map(({ price }) => price)).toEqual(rows.map(() => 1299));
  });
});

describe('names as real catalogues have them', () => {
  it('are taken: é, °, ×, ², ®, ™, Ø, ½, ±, …', async () => {
    expect((await importFile(place, caseFile('G61.csv'))).told).toEqual([]);
    expect((await productsOf(place)).map(({ name }) => name)).toContain('Тушь L’Oréal чёрная');
  });

  it('are taken with «(нерж.), 10 шт.», «#1» and «-50 %»', async () => {
    expect((await importFile(place, caseFile('G63.csv'))).told).toEqual([]);
    expect(await productsOf(place)).toHaveLength(5);
  });

  it('have one space for a line break, a tab and two spaces of any kind', async () => {
    expect((await importFile(place, caseFile('G65.csv'))).told).toEqual([]);
    expect((await productsOf(place)).map(({ name }) => name)).toEqual([
      'Чашка с переносом',
      'Чашка с табуляцией',
      'Чашка двойной',
    ]);
  });

  it('are taken by tags, makers, categories, units and characteristics', async () => {
    const admin = scene.super_admin;
    const { body: made } = await api.request(admin, 'POST', 'tags', { name: '#1 за -50% 🎉 «Café»' });
    expect(made).toMatchObject({ name: '#1 за -50% 🎉 «Café»' });
    expect((await api.request(admin, 'POST', 'categories', { name: 'Болты (нерж.), М8×40' })).status).toBe(
      201,
    );
    const attribute = await api.request(place.user, 'POST', 'attributes', {
      name: 'Ø, мм',
      shop_id: scene.shop.id,
      values: [
        { value: '-50 %', meta: '' },
        { value: '½″', meta: '' },
        { value: '…!!!', meta: '' },
      ],
    });
    expect([attribute.status, attribute.body]).toMatchObject([201, {}]);
  });

  const signs = [
    'Nescafé',
    '4000°K',
    '60×40 см',
    '1,2 м²',
    'Dulux®',
    'LEGO™',
    'Ø6',
    '½ л',
    '±5 мм',
    'Да…',
    '🎁',
  ];
  const shapes = [
    '#1',
    '-50 %',
    '(нерж.), 10 шт.',
    '!!!',
    '«Café» & Co.',
    "L'Oréal / L’Oréal",
    '10 > 5 < 20',
    '№ 7',
  ];

  it.each([
    ['types', {}],
    ['categories', {}],
    ['tags', {}],
    ['authors', {}],
    ['manufacturers', { needsGroup: true }],
    ['attributes', { needsShop: true }],
  ] as const)('are taken by %s with each of these signs', async (family, needs: object) => {
    const [group] = await api.db.selectFrom('groups').select('id').execute();
    for (const name of [...signs, ...shapes]) {
      const sent = {
        name,
        ...('needsGroup' in needs && { type_id: group?.id }),
        ...('needsShop' in needs && { shop_id: place.shop.id, values: [{ value: name, meta: '' }] }),
        ...(family === 'types' && {
          settings: { isHome: false, layoutType: 'compact', productCard: 'neon' },
        }),
      };
      const { body: made } = await api.request(scene.super_admin, 'POST', family, sent);
      expect([made.name, made.errors]).toEqual([name, undefined]);
    }
  });

  it.each([...signs, ...shapes])('are taken in the form of a product, and found again: %s', async (name) => {
    const [group] = await api.db.selectFrom('groups').select('id').execute();
    const made = await api.request(place.user, 'POST', 'products', {
      ...productBody(place),
      type_id: group?.id,
      name: `Товар ${name}`,
      unit: name,
      sku: `A${name}`,
    });
    expect([made.body.errors, made.body.name, made.body.unit]).toEqual([undefined, `Товар ${name}`, name]);
    const query = encodeURIComponent(`Товар ${name}`);
    const found = await api.request<{ data: { id: number }[] }>(place.user, 'GET', `products?name=${query}`);
    expect(found.body.data.map(({ id }) => id)).toEqual([made.body.id]);
  });

  it('are refused with markup or signs that nobody sees', async () => {
    const admin = scene.super_admin;
    for (const [name, error] of [
      ['Чашка <b>синяя</b>', 'error-text-markup'],
      ['<img src=x onerror=alert(1)>', 'error-text-markup'],
      ['Чашка <x onmouseover=alert(1) ', 'error-text-markup'],
      ['Чашка \u202eяяниc', 'error-text-unseen'],
      ['Чашка \u0007', 'error-text-unseen'],
    ] as const)
      expect((await api.request(admin, 'POST', 'tags', { name })).body).toMatchObject({
        errors: { name: [error] },
      });
    expect((await api.request(admin, 'POST', 'tags', { name: 'Размер <M и >S' })).status).toBe(201);
  });
});

it('finds products by their names where a file has no SKU', async () => {
  await importFile(place, caseFile('G53.csv'));
  const again = await importFile(place, caseFile('G53.csv'), { match: 'name' });

  expect([again.created, again.told]).toEqual([0, []]);
  expect(await productsOf(place)).toHaveLength(2);
  const other = table(['Название', 'Цена'], ['без  АРТИКУЛА 1', '15'], ['Без артикула 1', '16']);
  expect((await importFile(place, other, { match: 'name' })).told).toEqual([
    [3, { '0': 'error-import-repeated' }],
  ]);
});

it('reads a text that was wrapped for XML', async () => {
  const rows = ['<![CDATA[Рост <M]]>', '<![CDATA[<p>Ровная</p>]]>'].map((text, at) => [
    `A-${at}`,
    'x',
    '1',
    text,
  ]);
  await importFile(place, table(['Артикул', 'Название', 'Цена', 'Описание'], ...rows));

  expect((await productsOf(place)).map(({ description }) => description)).toEqual([
    'Рост &lt;M',
    '<p>Ровная</p>',
  ]);
});

it('shows a description whose markup the file has as text, and keeps its rows', async () => {
  expect((await importFile(place, caseFile('G67.csv'))).told).toEqual([]);
  expect((await productsOf(place)).map(({ description }) => description)).toEqual([
    '<p>Описание <strong>товара</strong></p>',
    'Цена & качество',
  ]);
});

describe('categories', () => {
  beforeEach(async () => {
    const make = (name: string, parent_id: number | null = null) =>
      api.db
        .insertInto('categories')
        .values({ name, slug: `c-${name.length}-${parent_id ?? 0}`, parent_id })
        .returning('id')
        .executeTakeFirstOrThrow();
    const { id } = await make('Электроника');
    await make('Мыши / Клавиатуры', id);
    await make('Кабели', id);
    await make('Стулья, табуреты и скамьи');
    await make('Ёлочные игрушки');
  });

  const namesOf = async () => {
    const rows = await api.db
      .selectFrom('category_product')
      .innerJoin('categories', 'categories.id', 'category_product.category_id')
      .select(['product_id', 'name'])
      .orderBy('product_id')
      .orderBy('categories.id')
      .execute();
    return [...Map.groupBy(rows, ({ product_id }) => product_id).values()].map((of) =>
      of.map(({ name }) => name),
    );
  };

  it('are found with « / » in their name, by it and by their path', async () => {
    expect((await importFile(place, caseFile('G73.csv'))).told).toEqual([]);
    expect(await namesOf()).toEqual([['Мыши / Клавиатуры'], ['Мыши / Клавиатуры']]);
  });

  it.each([
    'Электроника / Мыши / Клавиатуры',
    'Электроника/Мыши/Клавиатуры',
    'Электроника > Мыши/Клавиатуры',
    'Электроника | Мыши / Клавиатуры',
    'Электроника\\Мыши / Клавиатуры',
    'Мыши/клавиатуры',
  ])('are found by the path «%s» although a name has its signs', async (path) => {
    const { told } = await importFile(
      place,
      table([...heading, 'Категория'], ['A', 'Чашка', '1', '5', path]),
    );

    expect([told, await namesOf()]).toEqual([[], [['Мыши / Клавиатуры']]]);
  });

  it.each([
    'Электроника / Мыши / Клавиатуры, Ёлочные игрушки',
    'Мыши / Клавиатуры; елочные  игрушки',
    'Электроника > Мыши / Клавиатуры | Ёлочные игрушки',
    'Ёлочные игрушки\nЭлектроника/Мыши / Клавиатуры',
  ])('are two in «%s»', async (cell) => {
    const { told } = await importFile(
      place,
      table([...heading, 'Категория'], ['A', 'Чашка', '1', '5', cell]),
    );

    expect([told, await namesOf()]).toEqual([[], [['Мыши / Клавиатуры', 'Ёлочные игрушки']]]);
  });

  it('with a comma that WooCommerce marks are one', async () => {
    const cell = 'Стулья\\, табуреты и скамьи, Ёлочные игрушки';
    const { told } = await importFile(
      place,
      table([...heading, 'Категория'], ['A', 'Чашка', '1', '5', cell]),
    );

    expect([told, await namesOf()]).toEqual([[], [['Стулья, табуреты и скамьи', 'Ёлочные игрушки']]]);
  });

  it('are two by comma, the longest known names first', async () => {
    expect((await importFile(place, caseFile('G75.csv'))).told).toEqual([]);
    expect(await namesOf()).toEqual([['Стулья, табуреты и скамьи', 'Ёлочные игрушки']]);
  });

  it.each([
    'Электроника > Кабели',
    'Электроника/Кабели',
    'Электроника / Кабели',
    'Электроника///Кабели',
    'Электроника → Кабели',
    'Электроника\\Кабели',
    'Электроника » Кабели',
    'Электроника | Кабели',
    'Электроника &gt; Кабели',
    'Электроника -> Кабели',
    'Электроника › Кабели',
    'Электроника - Кабели',
    ' электроника  >  КАБЕЛИ ',
  ])('are found by the path «%s» of another system', async (path) => {
    const { told } = await importFile(
      place,
      table([...heading, 'Категория'], ['A', 'Чашка', '1', '5', path]),
    );

    expect(told).toEqual([]);
    expect(await namesOf()).toEqual([['Кабели']]);
  });
});

describe('values of variations', () => {
  it('are one whatever their ё, case and spaces', async () => {
    const { told } = await importFile(place, caseFile('G77.csv'));
    const values = await api.db.selectFrom('attribute_values').select('value').orderBy('id').execute();

    expect(values.map(({ value }) => value)).toEqual(['жёлтый', 'светло синий']);
    expect(told.map(([, errors]) => Object.values(errors))).toEqual([
      ['error-import-repeated'],
      ['error-import-repeated'],
      ['error-import-repeated'],
    ]);
  });

  it('are read with commas between their names, as with semicolons', async () => {
    const file = table(
      [...heading, 'Родитель', 'Вариант'],
      ['K', 'Кружка', '', '', '', ''],
      ['K-1', '', '1', '1', 'K', 'Цвет: синий, Размер: M'],
      ['K-2', '', '1', '1', 'K', 'Цвет: синий, белый, Размер: L'],
    );

    expect((await importFile(place, file)).told).toEqual([]);
    expect((await variationsOf(place)).map(({ title }) => title)).toEqual(['синий/M', 'синий, белый/L']);
  });

  it('are one for the database, too, and for two files at the same time', async () => {
    const file = (value: string, sku: string) =>
      table(
        [...heading, 'Родитель', 'Вариант'],
        [sku, 'Кружка', '', '', '', ''],
        [`${sku}-1`, '', '1', '1', sku, `Цвет: ${value}`],
      );
    await Promise.all([importFile(place, file('жёлтый', 'K')), importFile(place, file(' Желтый', 'M'))]);

    const values = await api.db.selectFrom('attribute_values').selectAll().execute();
    expect(values).toHaveLength(1);
    const attribute_id = values[0]?.attribute_id ?? 0;
    const other = { attribute_id, value: 'ЖЕЛТЫЙ\u00a0', slug: 'x', meta: '', position: 9 };
    await expect(api.db.insertInto('attribute_values').values(other).execute()).rejects.toThrow(
      /attribute_values_value/,
    );
  });

  it('are refused from the 501st, before anything is written', async () => {
    const rows = [
      ['OM', 'Тушь', '', '', '', ''],
      ...Array.from({ length: 502 }, (_any, at) => [`OM-${at}`, '', '1', '1', 'OM', `Тон: ${at}`]),
    ];
    const file = table([...heading, 'Родитель', 'Вариант'], ...rows);
    const checked = await importFile(place, file, {}, 'check');
    expect([checked.rejected, checked.told[0]]).toEqual([2, [503, { '5': 'error-too-many-values' }]]);

    await importFile(place, file);
    expect(await api.db.selectFrom('attribute_values').select('id').execute()).toHaveLength(500);
  });
});

describe('variations', () => {
  it('are refused from the 2001st of a product, by the check as by the run, also in a second file', async () => {
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_any, at) => [
        `T-${from + at}`,
        '',
        '1',
        '1',
        'T',
        `Тон: ${(from + at) % 50}; Размер: ${Math.floor((from + at) / 50)}`,
      ]);
    const columns = [...heading, 'Родитель', 'Вариант'];
    const whole = table(columns, ['T', 'Тушь', '', '', '', ''], ...rows(0, 2003));
    const checked = await importFile(place, whole, {}, 'check');
    expect(checked.told).toEqual([2003, 2004, 2005].map((line) => [line, { '5': 'error-too-many-values' }]));
    expect(await variationsOf(place)).toEqual([]);

    expect(
      (await importFile(place, table(columns, ['T', 'Тушь', '', '', '', ''], ...rows(0, 1500)))).told,
    ).toEqual([]);
    const more = table(columns, ...rows(1500, 2002));
    for (const kind of ['check', 'run'] as const) {
      const { told, rejected } = await importFile(place, more, {}, kind);
      expect([rejected, told.map(([line]) => line)]).toEqual([2, [502, 503]]);
    }
    expect(await variationsOf(place)).toHaveLength(2000);
  }, 60_000);
});

describe('words for stock', () => {
  it('are asked about once, with the number of pieces, and read in the next file', async () => {
    const { id, told } = await importFile(place, caseFile('G39.csv'), {}, 'check');
    expect(told.map(([, errors]) => errors)).toEqual(Array(5).fill({ '3': 'error-import-stock-word' }));
    const groups = await api.request<{ data: ImportErrorGroup[] }>(
      place.user,
      'GET',
      `product-imports/${id}/error-groups`,
    );
    expect(groups.body.data).toMatchObject([{ maps: 'quantity', creates: null }]);
    const names = groups.body.data[0]?.missing.map(({ name }) => name) ?? [];
    expect(names.toSorted()).toEqual(['10+', '>10', 'есть', 'много', 'под заказ'].toSorted());

    const values = names.map((name) => ({ name, target: name === 'под заказ' ? '0' : '10' }));
    const path = `product-imports/${id}/values`;
    const wrong = { field: 'quantity', values: [{ name: 'x', target: '-1' }] };
    expect((await api.request(place.user, 'POST', path, wrong)).status).toBe(422);
    const sent = await api.request(place.user, 'POST', path, { field: 'quantity', values });
    expect(sent.status).toBe(200);
    expect((await importFile(place, caseFile('G39.csv'))).told).toEqual([]);
    expect((await productsOf(place)).map(({ quantity }) => quantity)).toEqual([10, 10, 10, 10, 0]);
  });
});

it('reads a barcode in groups of digits, in the form as in a file', async () => {
  await importFile(place, table(heading, ['A-1', 'Чашка', '100', '5']));
  const [product] = await productsOf(place);
  const changed = await api.request(place.user, 'PUT', `products/${product?.id}`, {
    barcode: '4607 1234 56781',
  });

  expect([changed.status, changed.body]).toMatchObject([200, { barcode: '4607123456781' }]);
});
