import iconv from 'iconv-lite';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { byText } from '../by-text';
import { type ImportPlace, importFile, productsOf, table, variationsOf } from './import-case';

/** Exports of shop systems with their variations, in the shapes of docs/formats.md; the data are invented. */
const { api, scene } = setUpScene();
let place: ImportPlace;
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
  await api.db.insertInto('categories').values({ name: 'Посуда', slug: 'posuda' }).execute();
});

const shopify = `Handle,Title,Body (HTML),Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Status
mug-blue,Кружка,<p>Ровная</p>,Цвет,синий,Размер,M,MB-1,250,4,500,,4607123456781,active
mug-blue,,,,синий,,L,MB-2,300,0,550,600,,
mug-blue,,,,красный,,M,,250,2,500,,,
spoon,Ложка,,Title,Default Title,,,SP-1,50,7,90,,,active
`;
const woocommerce = `ID,Type,SKU,Name,Published,"In stock?",Stock,"Weight (kg)","Sale price","Regular price",Tags,Parent,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 1 global","Attribute 2 name","Attribute 2 value(s)","Meta: _x"
10,variable,MB,Кружка,1,1,,0.25,,,,,Цвет,"синий, красный",1,1,Размер,"M, L",x
11,variation,MB-1,Кружка - синий,1,1,4,,,500,,MB,Цвет,синий,,1,Размер,M,
12,variation,MB-2,Кружка - L,1,1,0,,550,600,,id:10,Цвет,синий,,1,Размер,L,
13,variation,MB-3,Кружка - красный,1,1,2,,,500,,MB,,красный,,1,,M,
14,"simple, virtual",SP-1,Ложка,1,1,7,0.05,,90,,,,,,,,,
`;
const moysklad = `Группы;Тип;Код;Наименование;Внешний код;Артикул;Единица измерения;"Цена: Цена продажи";"Валюта (Цена продажи)";"Штрихкод EAN13";Остаток;"Код товара модификации";"Характеристика:Цвет";"Характеристика:Размер"
Посуда;Товар;00001;Кружка;abc;KR;шт;500;руб;;6;;;
;Модификация;00002;;abd;KR;;500;руб;4607123456781;4;00001;синий;M
;Модификация;00003;;abe;KR;;600;руб;;0;00001;синий;L
;Модификация;00004;;abf;KR;;500;руб;;2;00001;красный;M
Посуда;Товар;00005;Ложка;abg;SP;шт;90;руб;;7;;;
`;
const insales = `ID товара\tНазвание товара\tНазвание товара в URL\tРазмещение на сайте\tID варианта\tАртикул\tШтрих-код\tЦена продажи\tСтарая цена\tОстаток\tВес\tСвойство: Цвет\tСвойство: Размер\tПараметр: Материал
77\tКружка\tmug-blue\tПосуда\t1\tMB-1\t4607123456781\t500\t\t4\t0,25\tсиний\tM\tфарфор
77\tКружка\tmug-blue\tПосуда\t2\tMB-2\t\t550\t600\t0\t0,3\tсиний\tL\tфарфор
77\tКружка\tmug-blue\tПосуда\t3\tMB-3\t\t500\t\t2\t0,25\tкрасный\tM\tфарфор
78\tЛожка\tspoon\tПосуда\t4\tSP-1\t\t90\t\t7\t0,05\t\t\tсталь
`;
const wildberries = `Группа;Артикул продавца;Артикул WB;Наименование;Категория продавца;Баркоды;Размер;Цена;Остаток
1;MB;100;Кружка;Посуда;4607123456781;M;500;4
1;MB;100;Кружка;Посуда;;L;600;0
1;MB;100;Кружка;Посуда;;S;500;2
2;SP-1;101;Ложка;Посуда;2000000000015;0;90;7
`;
const tilda = `"Tilda UID";Brand;SKU;Mark;Category;Title;Description;Text;Photo;Price;Quantity;"Price Old";Editions;Modifications;"External ID";"Parent UID";Characteristics:Материал;Weight;Length;"SEO title";Url
1001;;;NEW;"Посуда";Кружка;Ровная;"<p>С глазурью</p>";;;;;;;a1;;фарфор;;;;https://shop.example/tproduct/1001-kruzhka
1002;;MB-1;;;"Кружка - синий, M";;;;500;4;;Цвет:синий;;a2;1001;;;;;
1003;;MB-2;;;"Кружка - синий, L";;;;550;0;600;Цвет:голубой;;a3;1001;;;;;
1004;;MB-3;;;"Кружка - красный";;;;500;2;;Цвет:красный;;a4;1001;;;;;
1005;;SP-1;;"Посуда";Ложка;;;;90;7;;;;a5;;сталь;;;;https://shop.example/tproduct/1005-lozhka
`;

describe.each([
  ['Shopify', shopify, ['mug-blue', null]],
  ['WooCommerce', woocommerce, ['', 'MB']],
  ['МойСклад', moysklad, ['', '00001']],
  ['InSales', insales, ['mug-blue', null]],
  ['Wildberries', wildberries, ['', 'MB']],
  ['Tilda', tilda, ['kruzhka', null]],
])('an export of %s', (_system, file, [slug, sku]) => {
  it('has one product with its variations, and one without', async () => {
    const { told, rejected } = await importFile(place, file);

    expect([rejected, told]).toEqual([0, []]);
    const [mug, spoon] = await productsOf(place);
    expect(mug).toMatchObject({ name: 'Кружка', product_type: 'variable', sku, ...(slug && { slug }) });
    expect(spoon).toMatchObject({ name: 'Ложка', product_type: 'simple', price: 90, quantity: 7 });
    const variations = await variationsOf(place);
    expect(variations.map(({ price, quantity }) => [price, quantity]).toSorted(byText)).toEqual(
      [
        [500, 4],
        [variations.find(({ quantity }) => quantity === 0)?.price, 0],
        [500, 2],
      ].toSorted(byText),
    );
    expect(new Set(variations.map(({ product_id }) => product_id))).toEqual(new Set([mug?.id]));
    expect(new Set(variations.map((one) => one.sku)).size).toBe(3);
  });

  it('comes back without a change', async () => {
    await importFile(place, file);
    const again = await importFile(place, file);

    expect([again.created, again.updated, again.told]).toEqual([0, 0, []]);
  });
});

describe('an export of Tilda', () => {
  it('has texts, characteristics and the deepest sections, and two products of one name', async () => {
    const file = `Tilda UID;SKU;Category;Title;Description;Text;Price;Quantity;Editions;Parent UID;Characteristics:Материал
1;M-1;Посуда;Миска;Кратко;<p>Подробно</p>;100;1;;;фарфор
2;;Посуда;Кружка;Кратко;;;;;;
3;K-1;;Кружка - синий;;;200;1;Цвет:синий;2;
4;;;Кружка;;;;;;;
5;;;Кружка - 0,5 л;;;300;3;Объём:0,5 л;4;
`;
    const { told } = await importFile(place, file);

    expect(told).toEqual([]);
    expect(
      (await productsOf(place)).toSorted((one, other) => one.slug.localeCompare(other.slug)),
    ).toMatchObject([
      { name: 'Кружка', slug: 'kruzhka', description: 'Кратко' },
      { name: 'Кружка', slug: 'kruzhka-4', description: null },
      { name: 'Миска', sku: 'M-1', description: '<p>Подробно</p>', quantity: 1 },
    ]);
    expect((await variationsOf(place)).map(({ sku, title }) => [sku, title])).toEqual([
      ['K-1', 'синий'],
      ['kruzhka-4-0,5 л', '0,5 л'],
    ]);
    const { rows } = await sql<{ value: string }>`select value from product_characteristics`.execute(api.db);
    expect(rows).toEqual([{ value: 'фарфор' }]);
  });

  it('refuses a variation whose product is not in the file', async () => {
    const { told } = await importFile(
      place,
      'Tilda UID;SKU;Title;Price;Editions;Parent UID\n3;K-1;Кружка - синий;200;Цвет:синий;2\n',
    );

    expect(told).toEqual([[2, { '6': 'error-import-parent' }]]);
  });
});

describe('an export of Bitrix', () => {
  const file = `IE_XML_ID;IE_NAME;IE_ACTIVE;IE_PREVIEW_TEXT;IE_DETAIL_TEXT;IE_CODE;IE_SORT;IP_PROP15;IC_GROUP0;IC_GROUP1;CP_QUANTITY;CP_WEIGHT;CP_WIDTH;CP_HEIGHT;CP_LENGTH;CV_QUANTITY_FROM;CV_QUANTITY_TO;CV_PRICE_1;CV_CURRENCY_1;CV_PRICE_2;CV_CURRENCY_2
17;Кружка;Y;Ровная;"<p>С глазурью</p>";kruzhka-17;500;Россия;Посуда;;4;250;80;90;120;;;500.00;RUB;450.00;RUB
17;Кружка;Y;Ровная;"<p>С глазурью</p>";kruzhka-17;500;Китай;Посуда;;4;250;80;90;120;;;500.00;RUB;450.00;RUB
18;Ложка;N;Стальная;;lozhka;500;;Посуда;Приборы;7;0;0;0;0;1;9;90.00;RUB;;
18;Ложка;N;Стальная;;lozhka;500;;Посуда;Приборы;7;0;0;0;0;10;;80.00;RUB;;
`;

  beforeEach(async () => {
    const parent = await api.db.selectFrom('categories').select('id').executeTakeFirstOrThrow();
    const inside = { name: 'Приборы', slug: 'pribory', parent_id: parent.id };
    await api.db.insertInto('categories').values(inside).execute();
  });

  it('says that its trade offers are not put together', async () => {
    const { reading } = await importFile(place, file, {}, 'check');
    expect(reading.note).toBe('offers-apart');
  });

  it('has one product for its rows, in grams and millimetres, with the price of one piece', async () => {
    const { told, rejected } = await importFile(place, file);
    const again = await importFile(place, file);

    expect([rejected, told]).toEqual([0, [[4, { row: 'error-import-row-ranges' }]]]);
    expect([again.created, again.updated]).toEqual([0, 0]);
    expect(await productsOf(place)).toMatchObject([
      {
        ...{ sku: '17', slug: 'kruzhka-17', name: 'Кружка', price: 500, quantity: 4 },
        ...{ description: '<p>С глазурью</p>', weight: 0.25, width: 8, height: 9, length: 12 },
      },
      {
        sku: '18',
        name: 'Ложка',
        price: 90,
        quantity: 7,
        description: 'Стальная',
        weight: null,
        status: 'unpublish',
      },
    ]);
  });

  it('is the same in windows-1251, and with names of the other module', async () => {
    const { told } = await importFile(place, iconv.encode(file, 'windows-1251'));
    const found = await productsOf(place);
    const renamed = file.replaceAll('CP_', 'CATALOG_').replace(/CV_(PRICE|CURRENCY)/g, 'CATALOG_$1');
    const again = await importFile(place, renamed);

    expect([told.length, found.map(({ name }) => name)]).toEqual([1, ['Кружка', 'Ложка']]);
    expect([again.created, again.updated, again.rejected]).toEqual([0, 0, 0]);
  });

  it('of prices and stock alone changes what is known, and one in another currency is refused', async () => {
    await importFile(place, file);
    const prices =
      'IE_XML_ID;CATALOG_QUANTITY;CATALOG_PRICE_1;CATALOG_CURRENCY_1\n17;9;520;RUB\n18;1;3;USD\n';
    const { told, updated } = await importFile(place, prices);

    expect([updated, told]).toEqual([1, [[3, { '3': 'error-import-currency' }]]]);
    expect((await productsOf(place))[0]).toMatchObject({ price: 520, quantity: 9 });
  });
});

it('names the values of Shopify by the first row of a product, and gives a variation without an article one', async () => {
  await importFile(place, shopify);

  expect((await variationsOf(place)).map(({ sku, title }) => [sku, title]).toSorted(byText)).toEqual([
    ['MB-1', 'синий/M'],
    ['MB-2', 'синий/L'],
    ['mug-blue-красный-M', 'красный/M'],
  ]);
  expect((await productsOf(place))[0]).toMatchObject({
    weight: 0.25,
    description: '<p>Ровная</p>',
    barcode: null,
  });
});

it('tells a wrong first variation in its row, and the file of refused rows has it whole', async () => {
  const wrong = shopify.replace('MB-1,250,4,500', 'MB-1,250,4,"1,300"');
  const { told, id } = await importFile(place, wrong);

  expect(told).toEqual([[2, { '10': 'error-price-decimals' }]]);
  const { body } = await api.request<string>(place.user, 'GET', `product-imports/${id}/rejected.csv`);
  expect(body).toContain('mug-blue');
  expect(body.trim().split('\n')).toHaveLength(2);
  const mended = body.replace('"1,300"', '500').replace('1,300', '500');
  const again = await importFile(place, mended);
  expect([again.created, again.told]).toEqual([1, []]);
});

it('takes a product of WooCommerce without an article by its name, whose variations name its id', async () => {
  const file = woocommerce
    .replace('10,variable,MB,', '10,variable,,')
    .replaceAll(',MB,Цвет', ',id:10,Цвет')
    .replace(',MB,,', ',id:10,,');
  const { told } = await importFile(place, file);
  const again = await importFile(place, file);

  expect([told, again.told, again.created]).toEqual([[], [], 0]);
  expect(await productsOf(place)).toMatchObject([{ slug: 'kruzhka', product_type: 'variable' }, {}]);
});

it('adds further pictures of Shopify, which have rows of their own, to the product', async () => {
  const file = `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src
mug,Кружка,Title,Default Title,M-1,500,a.jpg
mug,,,,,,b.jpg
mug,,,,,,c.jpg
`;
  const { created, told } = await importFile(place, file);

  expect(created).toBe(1);
  expect(told).toEqual([[2, expect.objectContaining({ '6': 'error-import-picture-missing' })]]);
});

it.each([
  ['a number of OpenCart', 'product_id,name(ru-ru),sku,price,quantity,status', '12,Чашка,A-1,100,5,true'],
  ['a number of AliExpress', 'Product ID,Название товара,SKU код,Цена,Количество', '1005,Чашка,A-1,100,5'],
  [
    '«Наличие» beside «Запасы» in Russian WooCommerce',
    'ID,Тип,Артикул,Имя,Наличие,Запасы,Базовая цена',
    '1,simple,A-1,Чашка,1,5,100',
  ],
  [
    'the type of МойСклад',
    'UUID,Тип,Код,Наименование,Артикул,"Цена: Цена продажи","Валюта (Цена продажи)",Остаток,Код товара модификации',
    'u,Товар,0001,Чашка,A-1,100,руб,5,',
  ],
  [
    'a column of 1С',
    'Номенклатура.Код,Номенклатура.Артикул,Номенклатура,Цена розн.,Свободный остаток',
    '0001,A-1,Чашка,100,5',
  ],
  [
    'the link of InSales',
    'ID товара,Название товара,URL,Артикул,Цена продажи,Остаток',
    '7,Чашка,https://shop.example/product/chashka?x=1,A-1,100,5',
  ],
])('%s is not taken for something else', async (_what, headings, row) => {
  for (const _time of [1, 2]) {
    const { told } = await importFile(place, `${headings}\n${row}\n`);
    expect(told).toEqual([]);
  }

  expect(await productsOf(place)).toMatchObject([{ sku: 'A-1', name: 'Чашка', price: 100, quantity: 5 }]);
});

describe('a stock that is not counted there is asked about before it is written', () => {
  const endless = 'error-import-stock-endless';
  const tilda = `Tilda UID;SKU;Title;Price;Quantity;Editions;Parent UID
1;C-1;Чашка;100;;;
2;C-2;Блюдце;100;0;;
3;;Кружка;;;;
4;K-1;Кружка - синий;200;;Цвет:синий;3
5;K-2;Кружка - белый;200;3;Цвет:белый;3`;
  const woocommerce = `ID,Type,SKU,Name,"In stock?",Stock,"Backorders allowed?","Regular price",Parent,"Attribute 1 name","Attribute 1 value(s)"
1,simple,A,Чашка,1,,0,100,,,
2,simple,B,Блюдце,0,,0,100,,,
3,simple,C,Ложка,backorder,0,notify,100,,,
4,simple,D,Вилка,1,7,1,100,,,
5,variable,E,Кружка,1,,0,,,Цвет,"синий, белый"
6,variation,E-1,Кружка - синий,1,,0,200,E,Цвет,синий
7,variation,E-2,Кружка - белый,0,,0,200,E,Цвет,белый`;
  const shopify = `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price
cup,Cup,Title,Default Title,A,,0,deny,100
dish,Dish,Title,Default Title,B,shopify,0,deny,100
fork,Fork,Title,Default Title,C,shopify,-2,continue,100
mug,Mug,Colour,blue,E-1,,,deny,200
mug,,,white,E-2,shopify,4,continue,200`;
  const newShopify = `Title,URL handle,Option1 name,Option1 value,SKU,Inventory tracker,Inventory quantity,Continue selling when out of stock,Price
Cup,cup,Title,Default Title,A,,0,DENY,100
Dish,dish,Title,Default Title,B,shopify,0,DENY,100
Fork,fork,Title,Default Title,C,shopify,0,CONTINUE,100`;
  const bitrix = `IE_XML_ID;IE_NAME;CP_QUANTITY;CP_QUANTITY_TRACE;CP_CAN_BUY_ZERO;CV_PRICE_1;CV_CURRENCY_1
A;Чашка;;N;N;100;RUB
B;Блюдце;0;Y;N;100;RUB
C;Ложка;0;Y;Y;100;RUB
D;Вилка;5;N;Y;100;RUB`;

  it.each([
    ['Tilda', tilda, [2, 5], ['C-1', 'K-1']],
    ['WooCommerce', woocommerce, [2, 4, 7], ['A', 'C', 'E-1']],
    ['Shopify', shopify, [2, 4, 5], ['A', 'C', 'E-1']],
    ['Shopify of 2024', newShopify, [2, 4], ['A', 'C']],
    ['1С-Битрикс', bitrix, [2, 4], ['A', 'C']],
  ])('%s', async (_system, file, lines, skus) => {
    const checked = await importFile(place, file, {}, 'check');
    const asked = checked.told.filter(([, errors]) => Object.values(errors).includes(endless));
    expect(asked.map(([line]) => Math.abs(line))).toEqual(lines);
    expect(checked.told.length).toBe(lines.length);

    const { body } = await api.request<{ data: Record<string, unknown>[] }>(
      place.user,
      'GET',
      `product-imports/${checked.id}/error-groups`,
    );
    expect(body.data).toMatchObject([
      { error: endless, count: lines.length, maps: 'quantity', missing: [{ name: '∞' }] },
    ]);
    const values = [{ name: '∞', target: '12' }];
    await api.request(place.user, 'POST', `product-imports/${checked.id}/values`, {
      field: 'quantity',
      values,
    });
    expect((await importFile(place, file)).told).toEqual([]);
    const stocks = [...(await productsOf(place)), ...(await variationsOf(place))].flatMap(
      ({ sku, quantity }) => (skus.includes(sku ?? '') ? quantity : []),
    );
    expect(stocks).toEqual(skus.map(() => 12));
  });

  it.each([
    '+',
    '++',
    'есть',
    'много',
    '>10',
    '10+',
    'более 10',
    '< 5',
    'под заказ',
    'in stock',
    '✓',
    '5-10',
    'в наличии',
    'мало',
    '∞',
  ])('of a price list: «%s» is asked about, and is none of ours', async (word) => {
    const { told } = await importFile(
      place,
      table(['Артикул', 'Название', 'Цена', 'Остаток'], ['A', 'Чашка', '100', word]),
      {},
      'check',
    );
    expect(told).toEqual([[2, { 3: expect.stringMatching(/^error-import-stock-(?:word|endless)$/) }]]);
  });
});
