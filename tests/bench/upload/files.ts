import sharp from 'sharp';
import { zipOf } from '../../support/zip.ts';
import { book, filled, lines, mb, rawBook, repeated, type Upload } from './books.ts';
import { moneyUploads } from './money.ts';

// Goods

const headings = ['Артикул', 'Название', 'Группа', 'Цена', 'Остаток', 'Единица измерения', 'Описание'];
const product = (at: number, more: string) => [
  ...[`A-${at}`, `Кружка фарфоровая «Утро» № ${at}`, 'Посуда', String(100 + (at % 900)), String(at % 50)],
  ...['шт.', `Белая, ${at}. ${more}`],
];
const goodsRows = (rows: number, rowBytes: number) => {
  const more = 'Мыть в тёплой воде. '.repeat(Math.ceil(rowBytes / 37));
  return [headings, ...Array.from({ length: rows }, (_, at) => product(at, more))];
};
const goodsCsv = (rows: number, rowBytes: number) => lines(goodsRows(rows, rowBytes));

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const head = `<row>${headings.map(cell).join('')}</row>`;
/** Signs that are not packed 200 times. */
const noise = (at: number) => ((at * 2654435761) % 4294967296).toString(36);

const goods = { path: 'product-imports', field: 'csv', fields: { shop_id: '1' } };
const goodsUploads: Upload[] = [
  { ...goods, name: 'goods CSV', file: 'a.csv', content: () => goodsCsv(100_000, 900) },
  {
    ...goods,
    name: 'goods CSV, short rows, with its check',
    file: 'b.csv',
    content: () => goodsCsv(100_000, 10),
    next: ['check'],
  },
  { ...goods, name: 'goods CSV, run', file: 'b.csv', content: () => goodsCsv(20_000, 10), next: ['run'] },
  { ...goods, name: 'goods XLSX', file: 'a.xlsx', content: () => book(goodsRows(50_000, 120), 'xlsx') },
  { ...goods, name: 'goods XLS', file: 'a.xls', content: () => book(goodsRows(50_000, 120), 'biff8') },
  { ...goods, name: 'goods ODS', file: 'a.ods', content: () => book(goodsRows(50_000, 120), 'ods') },
  { ...goods, name: 'goods CSV, 100 MB of empty rows', file: 'c.csv', content: () => filled(99 * mb, '\n') },
  {
    ...goods,
    name: 'goods CSV, headings and 30,000 empty rows',
    file: 'c.csv',
    content: () =>
      Buffer.concat([lines([headings]), Buffer.from('\n'.repeat(30_000)), lines([product(1, '')])]),
  },
  {
    ...goods,
    name: 'goods CSV, empty cells',
    file: 'c.csv',
    content: () => filled(99 * mb, `${';'.repeat(16_383)}\n`),
  },
  {
    ...goods,
    name: 'goods CSV, 16,384 columns',
    file: 'c.csv',
    content: () =>
      filled(
        60 * mb,
        (at) => `${Array.from({ length: 16_384 }, (_, x) => (at ? '1' : `К${x}`)).join(';')}\n`,
      ),
  },
  { ...goods, name: 'goods CSV, one row', file: 'c.csv', content: () => filled(99 * mb, 'a;') },
  {
    ...goods,
    name: 'goods CSV, one quoted cell',
    file: 'c.csv',
    content: () => Buffer.concat([Buffer.from('"'), filled(99 * mb, 'a')]),
  },
  {
    ...goods,
    name: 'goods CSV, quotes that swallow rows',
    file: 'c.csv',
    content: () =>
      Buffer.concat([
        lines([headings]),
        ...Array.from({ length: 20 }, () =>
          Buffer.concat([Buffer.from('\n"a'), filled(3.9 * mb, 'a;b;c;d;e;f;g\n'), Buffer.from('"')]),
        ),
      ]),
  },
  {
    ...goods,
    name: 'goods CSV, cells of 100,000 of one sign',
    file: 'c.csv',
    content: () =>
      Buffer.concat([
        lines([headings]),
        filled(99 * mb, `\n${'('.repeat(99_000)};${'a'.repeat(99_000)};1;1`),
      ]),
  },
  {
    ...goods,
    name: 'goods CSV, broken letters',
    file: 'c.csv',
    content: () => Buffer.alloc(99 * mb, Buffer.from([0xcf, 0xf0, 0xe8, 0x3b, 0xff, 0x0a])),
  },
  {
    ...goods,
    name: 'goods XLSX, a million empty rows',
    file: 'c.xlsx',
    content: () => rawBook([`${head}${repeated(1_040_000, (at) => `<row r="${at + 2}"/>`)}`]),
  },
  {
    ...goods,
    name: 'goods XLSX, 16,384 columns',
    file: 'c.xlsx',
    content: () =>
      rawBook([
        `<row>${repeated(16_384, (at) => cell(`К${at}`))}</row>${repeated(300, (at) => `<row>${repeated(16_384, (x) => `<c><v>${at + x}</v></c>`)}</row>`)}`,
      ]),
  },
  {
    ...goods,
    name: 'goods XLSX, rows of one far cell',
    file: 'c.xlsx',
    content: () =>
      rawBook([
        `${head}${repeated(304, (at) => `<row r="${at + 2}"><c r="XFD${at + 2}"><v>1</v></c></row>`)}`,
      ]),
  },
  {
    ...goods,
    name: 'goods XLSX, a million shared texts',
    file: 'c.xlsx',
    content: () =>
      rawBook(
        [`${head}<row><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>`],
        repeated(999_999, (at) => `<si><t>${noise(at)}</t></si>`),
      ),
  },
  {
    ...goods,
    name: 'goods XLSX, a text of a megabyte of references',
    file: 'c.xlsx',
    content: () =>
      rawBook([
        `${head}${repeated(30, (at) => `<row>${cell(repeated(190_000, (x) => `&#x${(32 + ((x * x + at) % 90)).toString(16)};`))}</row>`)}`,
      ]),
  },
  {
    ...goods,
    name: 'goods XLSX, marks within marks',
    file: 'c.xlsx',
    content: () => rawBook([`${head}${repeated(3_000_000, (at) => `<a${at % 9973}>`)}`]),
  },
  {
    ...goods,
    name: 'goods XLSX, marks of 3.9 MB',
    file: 'c.xlsx',
    content: () =>
      rawBook([
        `${head}${repeated(40, (at) => `<row ${repeated(390_000, (x) => ` r${noise(x + at).slice(0, 5)}=""`).slice(0, 3_900_000)}/>`)}`,
      ]),
  },
  {
    ...goods,
    name: 'goods XLSX, 4,990 entries',
    file: 'c.xlsx',
    content: () =>
      rawBook(
        [`${head}<row>${cell('1')}</row>`],
        '',
        Object.fromEntries(Array.from({ length: 4980 }, (_, at) => [`x/${at}`, Buffer.from('1')])),
      ),
  },
  {
    ...goods,
    name: 'goods XLSX, 20 sheets of a million empty rows',
    file: 'c.xlsx',
    content: () =>
      rawBook(Array.from({ length: 20 }, () => repeated(1_000_000, (at) => `<row r="${at + 2}"/>`))),
  },
  {
    ...goods,
    name: 'goods ODS, 16,384 columns',
    file: 'c.ods',
    content: () =>
      book(
        Array.from({ length: 250 }, (_, at) => Array.from({ length: 16_384 }, (__, x) => String(at + x))),
        'ods',
      ),
  },
  {
    ...goods,
    name: 'goods ODS, repeated cells',
    file: 'c.ods',
    content: () =>
      zipOf({
        mimetype: Buffer.from('application/vnd.oasis.opendocument.spreadsheet'),
        'content.xml': Buffer.from(
          `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="a">${repeated(1000, (at) => `<table:table-row><table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>${at}</text:p></table:table-cell></table:table-row>`)}</table:table></office:spreadsheet></office:body></office:document-content>`,
        ),
      }),
  },
  {
    ...goods,
    name: 'goods in one request',
    path: 'import-products',
    file: 'c.csv',
    content: () => goodsCsv(5000, 300),
  },
  {
    ...goods,
    name: 'variations in one request',
    path: 'import-variation-options',
    file: 'c.csv',
    content: () => goodsCsv(100_000, 900),
  },
];

// Attributes

const attributes = { path: 'import-attributes', field: 'csv', fields: { shop_id: '1', dry_run: 'true' } };
const attributesCsv = (rows: number, values: number) =>
  Buffer.from(
    [
      'name,values',
      ...Array.from({ length: rows }, (_, at) => {
        const all = Array.from({ length: values }, (__, value) => `Значение ${value} признака ${at}`);
        return `Признак ${at},"${all.join(',')}"`;
      }),
    ].join('\n'),
  );
const attributeUploads: Upload[] = [
  { ...attributes, name: 'attributes CSV', file: 'a.csv', content: () => attributesCsv(4500, 20) },
  {
    ...attributes,
    name: 'attributes CSV, stored',
    file: 'a.csv',
    fields: { shop_id: '1' },
    content: () => attributesCsv(4500, 20),
  },
  {
    ...attributes,
    name: 'attributes CSV, empty rows',
    file: 'a.csv',
    content: () => Buffer.concat([Buffer.from('name,values\n'), filled(4.9 * mb, '\n')]),
  },
  {
    ...attributes,
    name: 'attributes CSV, columns',
    file: 'a.csv',
    content: () => Buffer.concat([Buffer.from('name,values\n'), filled(4.9 * mb, ',')]),
  },
  {
    ...attributes,
    name: 'attributes CSV, headings',
    file: 'a.csv',
    content: () =>
      Buffer.concat([
        Buffer.from('name,values'),
        filled(2 * mb, (at) => `,${at}`),
        filled(2.8 * mb, '\na,b'),
      ]),
  },
  {
    ...attributes,
    name: 'attributes CSV, one cell',
    file: 'a.csv',
    content: () => Buffer.concat([Buffer.from('name,values\nа,"'), filled(4.9 * mb, 'a,'), Buffer.from('"')]),
  },
  {
    ...attributes,
    name: 'attributes CSV, windows-1251',
    file: 'a.csv',
    content: () => Buffer.alloc(4.9 * mb, Buffer.from([0xcf, 0xf0, 0xe8, 0xe7, 0xed, 0x2c, 0xe0, 0x0a])),
  },
];

// Pictures, other files, archives

/** A grainy picture, about as large as an upload may be. */
const picture = async (width: number) =>
  sharp({
    create: {
      ...{ width, height: Math.round(width / 1.5), channels: 3, background: '#887766' },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 88 })
    .toBuffer();

const archive = async (): Promise<Buffer> => {
  const content = await picture(2600);
  const count = Math.min(30, Math.floor((290 * mb) / content.length));
  return zipOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`A-${at}.jpg`, content])));
};
const files = { path: 'attachments', field: 'attachment[]' };
const zips = { path: 'product-imports/:last/pictures', field: 'zip', file: 'a.zip' };
const small = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
);
const fileUploads: Upload[] = [
  {
    ...goods,
    name: 'files: goods to hang an archive on',
    file: 'b.csv',
    content: () => goodsCsv(100_000, 10),
  },
  { ...files, name: 'files: pictures', file: 'a.jpg', count: 6, content: () => picture(4200) },
  {
    ...files,
    name: 'files: no pictures',
    file: 'a.jpg',
    count: 8,
    content: () => Buffer.concat([small, Buffer.alloc(9.9 * mb, 'a')]),
  },
  {
    ...files,
    name: 'files: PDF',
    file: 'a.pdf',
    count: 8,
    content: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9.9 * mb, 'a')]),
  },
  {
    ...files,
    name: 'files: ZIP of tiny entries',
    file: 'a.zip',
    count: 4,
    content: () =>
      zipOf(Object.fromEntries(Array.from({ length: 65_000 }, (_, at) => [`${at}`, Buffer.from('1')]))),
  },
  { ...files, name: 'files: unknown', file: 'a.bin', count: 4, content: () => Buffer.alloc(9.9 * mb, '<') },
  { ...zips, name: 'files: archive of pictures', content: archive },
  {
    ...zips,
    name: 'files: archive of 10,000 tiny entries',
    content: () =>
      zipOf(Object.fromEntries(Array.from({ length: 9990 }, (_, at) => [`A-${at}.jpg`, Buffer.from('1')]))),
  },
  {
    ...zips,
    name: 'files: archive of 1,990 tiny pictures',
    content: () => zipOf(Object.fromEntries(Array.from({ length: 1990 }, (_, at) => [`A-${at}.jpg`, small]))),
  },
  {
    ...zips,
    name: 'files: archive of 65,000 entries',
    content: () =>
      zipOf(
        Object.fromEntries(
          Array.from({ length: 65_000 }, (_, at) => [`${'x'.repeat(200)}${at}`, Buffer.from('1')]),
        ),
      ),
  },
];

/** Each group has a start of its own, as a person may send thirty files of rows in ten minutes. */
export const uploadGroups: readonly (readonly Upload[])[] = [
  goodsUploads.slice(0, 14),
  goodsUploads.slice(14),
  attributeUploads,
  moneyUploads.slice(0, 15),
  moneyUploads.slice(15),
  fileUploads,
];
