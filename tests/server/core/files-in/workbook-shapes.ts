import { zipOf } from '../../../support/zip';

/** A workbook as some program writes it, and the texts of its first two columns as a person sees them. */
export interface WorkbookShape {
  name: string;
  book: Buffer;
  cells: string[][];
  /** The cells are not read, but told: an error, a formula without its value. */
  told?: true;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const strictMain = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageOf = 'http://schemas.openxmlformats.org/package/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

interface Parts {
  rows: string;
  shared?: string;
  formats?: string;
  workbookMore?: string;
  sheetMore?: string;
  sheetStart?: string;
  ns?: string;
  prefix?: string;
  target?: string;
  sheetPath?: string;
  mark?: boolean;
}

/** A workbook of one sheet from the marks inside `sheetData`. */
function workbook(given: Parts): Buffer {
  const { rows, shared, formats, ns = main, prefix = '', mark = false } = given;
  const path = given.sheetPath ?? 'xl/worksheets/sheet1.xml';
  const target = given.target ?? 'worksheets/sheet1.xml';
  const x = prefix === '' ? '' : `${prefix}:`;
  const space = prefix === '' ? `xmlns="${ns}"` : `xmlns:${prefix}="${ns}"`;
  const related = (id: string, type: string, to: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${to}"/>`;
  const text = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packageOf}">${related('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${head}<${x}workbook ${space} xmlns:r="${office}">${given.workbookMore ?? ''}<${x}sheets><${x}sheet name="Лист1" sheetId="1" r:id="rId1"/></${x}sheets></${x}workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packageOf}">${related('rId1', 'worksheet', target)}${related('rId2', 'styles', 'styles.xml')}${shared ? related('rId3', 'sharedStrings', 'sharedStrings.xml') : ''}</Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts count="4"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/><numFmt numFmtId="166" formatCode="#,##0.00&quot; ₽&quot;"/><numFmt numFmtId="167" formatCode="0.00E+00"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>${formats ?? '<cellXfs count="7"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="49"/></cellXfs>'}</styleSheet>`,
    [path]: `${mark ? '\ufeff' : ''}${head}<${x}worksheet ${space}>${given.sheetStart ?? ''}<${x}sheetData>${rows}</${x}sheetData>${given.sheetMore ?? ''}</${x}worksheet>`,
    ...(shared && { 'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${shared}</sst>` }),
  };
  return zipOf(Object.fromEntries(Object.entries(text).map(([name, one]) => [name, Buffer.from(one)])));
}

const inline = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const first = `<row r="1">${inline('A1', 'Артикул')}${inline('B1', 'Цена')}</row>`;
const titled = (...rows: string[][]) => [['Артикул', 'Цена'], ...rows];
const second = (cells: string) => `${first}<row r="2">${cells}</row>`;
const a2 = inline('A2', 'A-1');

export const workbookShapes: readonly WorkbookShape[] = [
  {
    name: 'texts in their cells',
    book: workbook({ rows: second(`${a2}<c r="B2"><v>10.5</v></c>`) }),
    cells: titled(['A-1', '10.5']),
  },
  {
    name: 'shared texts, formatted in parts, with a reading aid',
    book: workbook({
      rows: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>7</v></c></row>',
      shared:
        '<si><t>Артикул</t></si><si><r><t>Це</t></r><r><rPr><b/></rPr><t>на</t></r></si><si><t>A-1</t><rPh sb="0" eb="1"><t>чтение</t></rPh></si>',
    }),
    cells: titled(['A-1', '7']),
  },
  {
    name: 'an empty cell of shared texts',
    book: workbook({
      rows: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"/><c r="B2"><v>7</v></c></row>',
      shared: '<si><t>Артикул</t></si><si><t>Цена</t></si>',
    }),
    cells: titled(['', '7']),
  },
  {
    name: 'articles of figures with leading zeros by their format',
    book: workbook({ rows: second('<c r="A2" s="1"><v>123</v></c><c r="B2"><v>1</v></c>') }),
    cells: titled(['00123', '1']),
  },
  {
    name: 'long barcodes as numbers',
    book: workbook({
      rows: second('<c r="A2"><v>4607123456781</v></c><c r="B2"><v>4.607123456781E12</v></c>'),
    }),
    cells: titled(['4607123456781', '4607123456781']),
  },
  {
    name: 'long numbers in an exponent format',
    book: workbook({ rows: second('<c r="A2" s="5"><v>4607123456781</v></c><c r="B2"><v>1</v></c>') }),
    cells: titled(['4607123456781', '1']),
  },
  {
    name: 'dust of floating point',
    book: workbook({ rows: second(`${a2}<c r="B2"><v>19.989999999999998</v></c>`) }),
    cells: titled(['A-1', '19.99']),
  },
  {
    name: 'days',
    book: workbook({ rows: second('<c r="A2" s="2"><v>45962</v></c><c r="B2"><v>1</v></c>') }),
    cells: titled(['01.11.2025', '1']),
  },
  {
    name: 'days counted from 1904',
    book: workbook({
      workbookMore: '<workbookPr date1904="1"/>',
      rows: second('<c r="A2" s="2"><v>44500</v></c><c r="B2"><v>1</v></c>'),
    }),
    cells: titled(['01.11.2025', '1']),
  },
  {
    name: 'days in ISO 8601',
    book: workbook({ rows: second('<c r="A2" s="2" t="d"><v>2025-11-01</v></c><c r="B2"><v>1</v></c>') }),
    cells: titled(['01.11.2025', '1']),
  },
  {
    name: 'per cents',
    book: workbook({ rows: second(`${a2}<c r="B2" s="3"><v>0.22</v></c>`) }),
    cells: titled(['A-1', '22%']),
  },
  {
    name: 'roubles by their format',
    book: workbook({ rows: second(`${a2}<c r="B2" s="4"><v>1299.5</v></c>`) }),
    cells: titled(['A-1', '1299.5']),
  },
  {
    name: 'formulas with their value',
    book: workbook({
      rows: second('<c r="A2" t="str"><f>"A-"&amp;1</f><v>A-1</v></c><c r="B2"><f>5*2</f><v>10</v></c>'),
    }),
    cells: titled(['A-1', '10']),
  },
  {
    name: 'formulas without a value',
    book: workbook({ rows: second(`${a2}<c r="B2"><f>5*2</f></c>`) }),
    cells: titled(['A-1', '']),
    told: true,
  },
  {
    name: 'errors',
    book: workbook({ rows: second(`${a2}<c r="B2" t="e"><v>#REF!</v></c>`) }),
    cells: titled(['A-1', '#REF!']),
    told: true,
  },
  {
    name: 'yes and no',
    book: workbook({ rows: second(`${a2}<c r="B2" t="b"><v>1</v></c>`) }),
    cells: titled(['A-1', '1']),
  },
  {
    name: 'rows and cells without their places',
    book: workbook({
      rows: '<row><c t="inlineStr"><is><t>Артикул</t></is></c><c t="inlineStr"><is><t>Цена</t></is></c></row><row><c t="inlineStr"><is><t>A-1</t></is></c><c><v>1</v></c></row>',
    }),
    cells: titled(['A-1', '1']),
  },
  {
    name: 'cells left out between',
    book: workbook({ rows: `${first}<row r="2"><c r="B2"><v>1</v></c></row>` }),
    cells: titled(['', '1']),
  },
  {
    name: 'a size that is not true',
    book: workbook({ sheetStart: '<dimension ref="A1"/>', rows: second(`${a2}<c r="B2"><v>1</v></c>`) }),
    cells: titled(['A-1', '1']),
  },
  {
    name: 'names with a prefix',
    book: workbook({
      prefix: 'x',
      rows: '<x:row r="1"><x:c r="A1" t="str"><x:v>Артикул</x:v></x:c><x:c r="B1" t="str"><x:v>Цена</x:v></x:c></x:row><x:row r="2"><x:c r="A2" t="str"><x:v>A-1</x:v></x:c><x:c r="B2"><x:v>1</x:v></x:c></x:row>',
    }),
    cells: titled(['A-1', '1']),
  },
  {
    name: 'the strict namespace',
    book: workbook({ ns: strictMain, rows: second(`${a2}<c r="B2"><v>1</v></c>`) }),
    cells: titled(['A-1', '1']),
  },
  {
    name: 'attributes in single quotes',
    book: workbook({ rows: second(`${a2}<c r="B2"><v>1</v></c>`).replaceAll('"', "'") }),
    cells: titled(['A-1', '1']),
  },
  {
    name: 'an absolute path of the sheet',
    book: workbook({ target: '/xl/worksheets/sheet1.xml', rows: second(`${a2}<c r="B2"><v>1</v></c>`) }),
    cells: titled(['A-1', '1']),
  },
  {
    name: 'a sheet of another name',
    book: workbook({
      sheetPath: 'xl/worksheets/Sheet.xml',
      target: 'worksheets/sheet.xml',
      rows: second(`${a2}<c r="B2"><v>1</v></c>`),
    }),
    cells: titled(['A-1', '1']),
  },
  {
    name: 'a mark of order',
    book: workbook({ mark: true, rows: second(`${a2}<c r="B2"><v>1</v></c>`) }),
    cells: titled(['A-1', '1']),
  },
  {
    name: 'texts with escaped signs and kept spaces',
    book: workbook({
      rows: second(
        `${inline('A2', 'A&amp;B &lt;1&gt;')}<c r="B2" t="inlineStr"><is><t xml:space="preserve">1_x000D_</t></is></c>`,
      ),
    }),
    cells: titled(['A&B <1>', '1']),
  },
  {
    name: 'texts as raw data',
    book: workbook({
      rows: second('<c r="A2" t="str"><v><![CDATA[A&B <1>]]></v></c><c r="B2"><v>1</v></c>'),
    }),
    cells: titled(['A&B <1>', '1']),
  },
  {
    name: 'comments between the marks',
    book: workbook({ rows: second(`<!-- <row r="9"> -->${a2}<c r="B2"><v>1</v></c>`) }),
    cells: titled(['A-1', '1']),
  },
];
