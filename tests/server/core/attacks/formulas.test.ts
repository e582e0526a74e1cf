import { describe, expect, it } from 'vitest';
import { safeText } from '@/server/core/documents/cells';
import { readCsv, writeCsv } from '@/server/core/documents/csv';
import { csvText } from '@/server/core/documents/csv-stream';

/**
 * What any spreadsheet would make of a file that we wrote: programs of other languages split our files at other signs, so
 * a formula may begin in the middle of a text.
 */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (isQuoted && sign === '"') isQuoted = false;
    else if (isQuoted) cell += sign;
    else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator || sign === '\n' || sign === '\r') {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell];
}

const payload = '=HYPERLINK("http://evil.ru","x")';
const signs = ['=', '+', '@', '-', '\uff1d', '\uff0b', '\uff0d', '\uff20'];
const starts = [
  '',
  '\t',
  '\r',
  '\n',
  ';',
  ',',
  ';"',
  ',"',
  '\n"',
  '";',
  '","',
  '"\n',
  'x;',
  'x,',
  'x\n',
  'x\t',
  'x\r\n',
  ';;',
  ',,',
  '""',
  "';",
  'x;""',
];
const attacks = starts.flatMap((start) => signs.map((sign) => `${start}${sign}${payload.slice(1)}`));
const isFormula = (cell: string) => /^[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell);

describe('a file', () => {
  it.each([
    [
      'ru',
      (text: string) =>
        csvText(
          [
            ['Имя', text, text],
            ['a', 'b', text],
          ],
          'ru',
        ),
    ],
    [
      'en',
      (text: string) =>
        csvText(
          [
            ['Name', text, text],
            ['a', 'b', text],
          ],
          'en',
        ),
    ],
    [
      'goods',
      (text: string) =>
        writeCsv([
          ['name', text, text],
          ['a', 'b', text],
        ]),
    ],
    [
      'goods with semicolons',
      (text: string) =>
        writeCsv(
          [
            ['name', text, text],
            ['a', 'b', text],
          ],
          false,
          ';',
        ),
    ],
  ])('%s has no formula, whichever sign a program splits it at', (_name, write) => {
    const found = attacks.flatMap((text) =>
      [',', ';', '\t', '|'].flatMap((separator) =>
        cellsOf(write(text), separator)
          .filter(isFormula)
          .map((cell) => [JSON.stringify(text), separator, cell]),
      ),
    );
    expect(found.slice(0, 5)).toEqual([]);
  });

  it('comes back from an import as it was', async () => {
    const texts = attacks.filter((text) => text.trim() === text && text !== '');
    const file = writeCsv([['name', 'values'], ...texts.map((text, at) => [String(at), text])]);
    const rows = await readCsv(Buffer.from(file), {
      field: 'csv',
      columns: ['name', 'values'],
      maxRows: 1000,
    });
    expect(rows.map(({ cells }) => cells.values)).toEqual(texts);
  });

  it('leaves what is no formula as it is', () => {
    for (const text of [
      '+7 (999) 123-45-67',
      'а, -5 % и +3',
      'Состав:\n- хлопок\n- лён',
      'a;b',
      'x=y',
      'a,b',
      '1-2;3-4',
    ])
      expect(safeText(text)).toBe(text);
  });
});
