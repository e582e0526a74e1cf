import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import iconv from 'iconv-lite';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReadingChoice } from '@/contract/core/file-tables';
import { openTable } from '@/server/core/files-in/open-table';

/** Files as other programs and careless hands leave them. */
const folder = mkdtempSync(join(tmpdir(), 'gostiny-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));
const maxRows = { text: 1000, workbook: 1000 };

async function read(content: string | Buffer, chosen: ReadingChoice = {}, allSheets = false) {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  const table = await openTable(path, { maxRows, chosen, allSheets });
  const rows = [];
  for await (const row of table.rows) rows.push(row);
  return { how: table.how, merged: table.merged, rows, cells: rows.map(({ cells }) => cells) };
}

const list = [
  ['Артикул', 'Название', 'Цена'],
  ['Ч-1', 'Чайник «Ёж» № 5', '100,50'],
  ['Ч-2', 'Яблоко, сушёное', '90'],
];
const csv = (separator: string, end = '\n') => list.map((row) => row.join(separator)).join(end);

describe('the encoding of a text file is decided by its bytes', () => {
  const all = [
    'utf-8',
    'windows-1251',
    'koi8-r',
    'ibm866',
    'maccyrillic',
    'iso-8859-5',
    'utf-16le',
    'utf-16be',
  ];
  it.each(all)('%s without a mark', async (encoding) => {
    const text =
      encoding === 'koi8-r' || encoding === 'ibm866' || encoding === 'iso-8859-5'
        ? csv(';').replace(/[«»]/g, "'").replace('№', 'No')
        : csv(';');

    const { how, cells } = await read(iconv.encode(text, encoding));

    expect(how).toMatchObject({ encoding, separator: ';' });
    expect(cells).toEqual(text.split('\n').map((line) => line.split(';')));
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be'])('%s by its mark', async (encoding) => {
    const { how, cells } = await read(iconv.encode(csv(';'), encoding, { addBOM: true }));

    expect(how).toMatchObject({ encoding, encodingBy: 'mark' });
    expect(cells).toEqual(list);
  });

  it('a byte that is no letter does not decide for the file, and its cell says so', async () => {
    const whole = Buffer.from(csv(';'));
    const at = whole.indexOf('чайник'.slice(1)) + 1;

    const { how, rows } = await read(Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)]));

    expect(how.encoding).toBe('utf-8');
    expect(rows[1]?.odd).toEqual({ 1: 'damaged' });
    expect(rows[1]?.cells[0]).toBe('Ч-1');
  });

  it('a file that breaks off within its last letter is read, and its last cell says so', async () => {
    const { how, rows } = await read(Buffer.from('Артикул;Название\n1;Чашка\n2;Чашка').subarray(0, -1));

    expect(how.encoding).toBe('utf-8');
    expect(rows.at(-1)).toMatchObject({ cells: ['2', 'Чашк'], odd: { 1: 'damaged' } });
  });

  it('languages without Cyrillic letters are read, too', async () => {
    expect((await read(iconv.encode('商品编号,名称,价格\nA-1,陶瓷杯,100\n', 'gb18030'))).how.encoding).toBe(
      'gb18030',
    );
    expect(
      (await read(iconv.encode('رمز المنتج;الاسم\nA-1;كوب من الخزف\n', 'windows-1256'))).how.encoding,
    ).toBe('windows-1256');
    expect(
      (await read(iconv.encode('SKU;Name\nA;Café crème, Größe für alle\n', 'windows-1252'))).cells[1],
    ).toEqual(['A', 'Café crème, Größe für alle']);
  });

  it('a person decides otherwise', async () => {
    const { how, cells } = await read(iconv.encode('а;б\n', 'koi8-r'), {
      encoding: 'koi8-r',
      separator: ';',
    });

    expect(how).toMatchObject({ encoding: 'koi8-r', encodingBy: 'chosen' });
    expect(cells).toEqual([['а', 'б']]);
  });
});

describe('the separator is that of the table', () => {
  it.each([';', '\t', '|'])('%j', async (separator) => {
    expect(await read(csv(separator))).toMatchObject({ how: { separator }, cells: list });
  });

  it('below titles without one, or with another one', async () => {
    const { how, rows } = await read(`Прайс-лист на 01.11.2026\nг. Тула, ул. Мира, 5, офис 2\n\n${csv(';')}`);

    expect(how.separator).toBe(';');
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 4, 5, 6]);
    expect(rows.at(-1)?.cells).toEqual(list[2]);
  });

  it('whatever ends the lines, also several in one file', async () => {
    const mixed = `${list[0]?.join(';')}\r\n${list[1]?.join(';')}\r${list[2]?.join(';')}\n`;

    expect((await read(mixed)).cells).toEqual(list);
  });
});

describe('a quotation mark', () => {
  it('that was never closed in one row does not swallow the rows after it', async () => {
    const { rows } = await read('Артикул;Название;Цена\n1;"Роза;100\n2;Чашка;90\n3;Блюдце 5";80\n4;Нож;5\n');

    expect(rows.map(({ cells }) => cells[0])).toEqual(['Артикул', '1', '2', '3', '4']);
    expect(rows.map(({ isQuoteOpen }) => isQuoteOpen ?? false)).toEqual([false, true, false, false, false]);
  });

  it('that is never closed at all refuses the file with the row', async () => {
    await expect(read('Артикул;Название;Цена\n1;Чашка;2\n2;"Роза;100\n3;Чашка;90\n')).rejects.toMatchObject({
      fields: { csv: ['error-import-quote'] },
      current: { line: 3 },
    });
  });

  it('within a cell is a sign, and a quoted cell may have lines', async () => {
    const { cells } = await read(
      'Артикул;Название;Цена\n1;Телевизор 55" LED;5\n2;"Роза" набор;6\n3;"две\nстроки; да";7\n',
    );

    expect(cells.slice(1)).toEqual([
      ['1', 'Телевизор 55" LED', '5'],
      ['2', '"Роза" набор', '6'],
      ['3', 'две\nстроки; да', '7'],
    ]);
  });
});

it('cells are cleaned of what keeps a spreadsheet from guessing, and of signs that nobody sees', async () => {
  const { cells } = await read("a;b;c;d;e\n=\"00123\";'0045;'=1+1;\u00a0й\u200b \u00a05;'тест'\n");

  expect(cells[1]).toEqual(['00123', '0045', '=1+1', 'й  5', "'тест'"]);
});

describe('a workbook', () => {
  function bookOf(type: 'xlsx' | 'xls' | 'ods'): Buffer {
    const sheet = utils.aoa_to_sheet([
      ['Артикул', 'Цена', 'НДС', 'Дата', 'Код', 'Доллары'],
      ['Ч-1', 1299.5, 0.22, 45962, 123, 5],
    ]);
    Object.assign(sheet.C2, { z: '0%' });
    Object.assign(sheet.D2, { z: 'dd.mm.yyyy' });
    Object.assign(sheet.E2, { z: '000000' });
    // The library that writes this file knows no such format in ODS.
    if (type !== 'ods') Object.assign(sheet.F2, { z: '[$$-409]#,##0.00' });
    utils.sheet_add_aoa(sheet, [['Ч-2'], ['Ч-3']], { origin: 'A3' });
    sheet['!merges'] = [utils.decode_range('B2:B4')];
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Инструкция']]), 'Справка');
    utils.book_append_sheet(book, sheet, 'Товары');
    return write(book, { type: 'buffer', bookType: type, compression: true });
  }

  it.each(['xlsx', 'xls', 'ods'] as const)(
    '%s: days, per cents, zeros and currencies as they are seen',
    async (type) => {
      const { how, rows, merged } = await read(bookOf(type), { sheet: 'Товары' });

      expect(how).toMatchObject({
        format: type,
        sheet: 'Товары',
        sheets: ['Справка', 'Товары'],
        encoding: null,
      });
      expect(rows[1]?.cells.slice(0, 4)).toEqual(['Ч-1', '1299.5', '22%', '01.11.2025']);
      expect(rows[1]?.odd).toMatchObject({ 2: 'percent', 3: 'date' });
      if (type !== 'ods') expect(rows[1]?.cells.slice(4)).toEqual(['000123', '5 $']);
      expect(merged).toEqual([{ column: 1, from: 3, to: 4 }]);
      const whole = await read(bookOf(type), {}, true);
      expect(whole.rows.map(({ sheet, line }) => [sheet, line]).slice(0, 2)).toEqual([
        ['Справка', 1],
        ['Товары', 1],
      ]);
    },
  );
});
