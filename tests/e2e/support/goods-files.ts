import { type BookType, utils, type WorkSheet, write } from '@e965/xlsx';

/** Files as other programs write them (docs/formats: price lists and exports of shop systems); the data are invented. */

type Table = readonly (readonly (string | number)[])[];

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const text = (name: string, content: string): Upload => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

function book(name: string, sheets: Readonly<Record<string, WorkSheet>>): Upload {
  const all = utils.book_new();
  for (const [title, sheet] of Object.entries(sheets)) utils.book_append_sheet(all, sheet, title);
  const bookType: BookType = name.endsWith('.xls') ? 'biff8' : 'xlsx';
  return {
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(write(all, { type: 'buffer', bookType })),
  };
}

const sheet = (rows: Table) => utils.aoa_to_sheet(rows.map((row) => [...row]));

/** An export of WooCommerce: a product with variations, one without, and one whose stock is no number. */
export const woocommerceFile = (mark: string): Upload =>
  text(
    'wc-product-export.csv',
    `\ufeffID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Tax status","In stock?",Stock,"Weight (kg)","Length (cm)","Sale price","Regular price",Categories,Tags,Images,Parent,Position,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 1 global","Attribute 2 name","Attribute 2 value(s)","Attribute 2 visible","Attribute 2 global","Meta: _wpcom_is_markdown"
10,variable,${mark},"Кружка ${mark}",1,0,visible,,"<p>Ровная, с глазурью</p>",taxable,1,,0.25,12,,,"Кухня и стол",,,,0,Цвет,"синий, красный",1,1,Размер,"M, L",1,1,1
11,variation,${mark}-1,"Кружка ${mark} - синий, M",1,0,visible,,,taxable,1,4,,,,500,,,,${mark},1,Цвет,синий,,1,Размер,M,,1,
12,variation,${mark}-2,"Кружка ${mark} - синий, L",1,0,visible,,,taxable,1,0,,,550,600,,,,id:10,2,Цвет,синий,,1,Размер,L,,1,
13,variation,${mark}-3,"Кружка ${mark} - красный, M",1,0,visible,,,taxable,1,2,,,,500,,,,${mark},3,Цвет,красный,,1,Размер,M,,1,
14,simple,${mark}-4,"Ложка ${mark}",1,0,visible,,,taxable,1,7,0.05,15,,90,"Кухня и стол",,,,0,,,,,,,,,
15,simple,${mark}-5,"Вилка ${mark}",1,0,visible,,,taxable,1,много,0.05,15,,"95,50","Кухня и стол",,,,0,,,,,,,,,
`,
  );

/** An export of «Товары» of МойСклад: modifications below their product, a stock below zero, a price with three decimals. */
export const moyskladFile = (mark: string): Upload =>
  book('Товары.xlsx', {
    Sheet1: sheet([
      [
        ...['Группы', 'Тип', 'Код', 'Наименование', 'Внешний код', 'Артикул', 'Единица измерения'],
        ...['Цена: Цена продажи', 'Валюта (Цена продажи)', 'НДС', 'Вес', 'Штрихкод EAN13', 'Остаток'],
        ...['Код товара модификации', 'Характеристика:Цвет', 'Доп. поле: Состав'],
      ],
      [
        '',
        'Товар',
        `${mark}1`,
        `Свитер ${mark}`,
        'a1',
        mark,
        'шт',
        2500,
        'руб',
        '22%',
        0.6,
        '',
        6,
        '',
        '',
        'шерсть',
      ],
      [
        '',
        'Модификация',
        `${mark}2`,
        '',
        'a2',
        mark,
        '',
        2500,
        'руб',
        '',
        '',
        '4607123456781',
        4,
        `${mark}1`,
        'белый',
        '',
      ],
      [
        '',
        'Модификация',
        `${mark}3`,
        '',
        'a3',
        mark,
        '',
        2700,
        'руб',
        '',
        '',
        '',
        2,
        `${mark}1`,
        'серый',
        '',
      ],
      [
        '',
        'Товар',
        `${mark}5`,
        `Шапка ${mark}`,
        'a5',
        `${mark}-S`,
        'шт',
        900,
        'руб',
        'без НДС',
        0.1,
        '',
        -1,
        '',
        '',
        'хлопок',
      ],
      [
        '',
        'Товар',
        `${mark}6`,
        `Шарф ${mark}`,
        'a6',
        `${mark}-H`,
        'шт',
        '1,300',
        'руб',
        '',
        0.2,
        '',
        3,
        '',
        '',
        '',
      ],
    ]),
  });

/** A price list of 1С: titles, headings over two rows, sections in merged rows, stocks in words, a total below. */
export const priceListFile = (mark: string): Upload => {
  const list = sheet([
    ['Прайс-лист'],
    ['ООО «Ромашка», на 1 декабря 2026 г.'],
    ['Цены в рублях, с учётом НДС'],
    [],
    ['Код', 'Артикул', 'Номенклатура', 'Розничная', '', 'Остаток'],
    ['', '', '', 'Цена', 'Ед.', ''],
    ['Посуда'],
    ['   Чашки'],
    ['00000000017', `${mark}-17`, `Чашка чайная ${mark}`, '1 250,00', 'шт', '>10'],
    ['00000000018', `${mark}-18`, `Блюдце ${mark}`, '320,50', 'шт', 8],
    ['   Приборы'],
    ['00000000019', `${mark}-19`, `Нож столовый ${mark}`, 210, 'шт', 'есть'],
    ['Итого позиций: 3', '', '', '', '', ''],
  ]);
  list['!merges'] = [
    { s: { r: 4, c: 3 }, e: { r: 4, c: 4 } },
    ...[6, 7, 10, 12].map((row) => ({ s: { r: row, c: 0 }, e: { r: row, c: 5 } })),
  ];
  return book('прайс.xls', { TDSheet: list });
};

/** A filled template of Ozon: sheets around that of the goods, explanations below the headings, millimetres and grams. */
export const ozonFile = (mark: string): Upload =>
  book('Шаблон_Ozon.xlsx', {
    Инструкция: sheet([['Как заполнить шаблон'], ['Звёздочкой отмечены обязательные поля']]),
    Шаблон: sheet([
      ['Товары и цены'],
      [
        ...['№', 'Артикул*', 'Название товара', 'Цена, руб.*', 'Цена до скидки, руб.', 'НДС, %*'],
        ...[
          'Штрихкод (Серийный номер / EAN)',
          'Вес в упаковке, г*',
          'Ширина упаковки, мм*',
          'Высота упаковки, мм*',
        ],
        ...['Длина упаковки, мм*', 'Бренд*', 'Объединить на одной карточке*', 'Остаток'],
      ],
      [
        ...['', 'Обязательное поле. Укажите артикул', 'Введите название', 'Укажите цену товара', ''],
        ...['Выберите значение из списка', '', 'Укажите вес в граммах', '', '', '', '', '', ''],
      ],
      [
        1,
        `${mark}-1`,
        `Плед шерстяной ${mark}`,
        3490,
        4200,
        '22',
        '4607123456804',
        1200,
        300,
        100,
        400,
        '',
        'p1',
        5,
      ],
      [
        2,
        `${mark}-2`,
        `Плед хлопковый ${mark}`,
        2190,
        '',
        'Не облагается',
        '',
        900,
        300,
        90,
        400,
        '',
        'p1',
        11,
      ],
      [3, `${mark}-3`, `Подушка ${mark}`, 'по запросу', '', '22', '', 700, 400, 150, 400, '', 'p2', 2],
    ]),
    validation: sheet([['Да'], ['Нет']]),
  });

/** An export of Shopify: options named in the first row, a further picture in a row of its own, a draft. */
export const shopifyFile = (mark: string): Upload =>
  text(
    'products_export.csv',
    `Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Gift Card,SEO Title,Variant Weight Unit,Status
hoodie-${mark.toLowerCase()},Толстовка ${mark},<p>Мягкая</p>,,,Тёплое,,true,Цвет,синий,Размер,M,${mark}-1,450,shopify,4,deny,3500,,true,true,4607123456811,false,,g,active
hoodie-${mark.toLowerCase()},,,,,,,,,синий,,L,${mark}-2,480,shopify,0,deny,3500,4000,true,true,,,,g,
hoodie-${mark.toLowerCase()},,,,,,,,,серый,,M,${mark}-3,450,shopify,2,deny,3500,,true,true,,,,g,
socks-${mark.toLowerCase()},Носки ${mark},,,,Тёплое,,true,Title,Default Title,,,${mark}-4,60,shopify,12,deny,290,,true,true,,false,,g,active
gloves-${mark.toLowerCase()},Варежки ${mark},,,,Тёплое,,false,Title,Default Title,,,${mark}-5,70,shopify,3,deny,"1,450",,true,true,,false,,g,draft
`,
  );
