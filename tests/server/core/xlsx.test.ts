import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeSheet } from '@/server/core/documents/xlsx/write';
import { readSheet } from '@/server/core/files-in/read-workbook';
import { zipOf } from '../../support/zip';

/** Workbooks as other programs write them, and malicious ones. */
const folder = mkdtempSync(join(tmpdir(), 'gostiny-xlsx-'));
afterAll(() => rmSync(folder, { recursive: true }));

const parts = {
  'xl/workbook.xml':
    '<workbook xmlns:r="x"><sheets><sheet name="Товары" sheetId="7" r:id="rId3"/><sheet name="Другой" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  'xl/sharedStrings.xml':
    '<sst><si><t>Артикул</t></si><si><r><rPr/><t xml:space="preserve">Кружка </t></r><r><t>&quot;Гжель&quot; &#x26; Ко</t></r><rPh><t>ru</t></rPh></si></sst>',
  'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
};

async function rowsOf(more: Record<string, string>) {
  const files = Object.entries({ ...parts, ...more }).map(([name, text]) => [name, Buffer.from(text)]);
  return rowsIn(zipOf(Object.fromEntries(files)));
}

async function rowsIn(content: Buffer) {
  const path = join(folder, 'file.xlsx');
  writeFileSync(path, content);
  const rows: [number, string[]][] = [];
  for await (const { line, cells } of readSheet(path)) rows.push([line, cells]);
  return rows;
}

const sheet = (rows: string) => ({
  'xl/worksheets/sheet2.xml': `<?xml version="1.0"?><x:worksheet xmlns:x="y"><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
});

describe('a workbook', () => {
  it('is read from its first sheet: shared strings, numbers as typed, gaps', async () => {
    const rows = await rowsOf(
      sheet(
        '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row><x:row r="2"/>' +
          '<x:row r="5"><x:c r="A5"><x:v>4.601234567893E12</x:v></x:c><x:c r="B5"><x:v>0.30000000000000004</x:v></x:c>' +
          '<x:c r="C5" t="b"><x:v>1</x:v></x:c><x:c r="D5" t="str"><x:f>A1&amp;"x"</x:f><x:v>0007</x:v></x:c>' +
          '<x:c r="AA5" t="inlineStr"><x:is><x:t>_x041F_</x:t></x:is></x:c></x:row>',
      ),
    );

    expect(rows[0]).toEqual([1, ['Артикул', '', 'Кружка "Гжель" & Ко']]);
    expect(rows[1]?.[0]).toBe(5);
    expect(rows[1]?.[1].slice(0, 4)).toEqual(['4601234567893', '0.3', '1', '0007']);
    expect(rows[1]?.[1][26]).toBe('П');
  });

  it.each([
    ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><row><c><v>1</v></c></row>'],
    ['a mark without an end', `<row ${'x'.repeat(5_000_000)}`],
  ])('is refused with %s in it', async (_what, rows) => {
    await expect(rowsOf(sheet(rows))).rejects.toThrow();
  });

  it('is refused when it unpacks to more than the limit', async () => {
    const files = Object.entries({ ...parts, ...sheet('') }).map(
      ([name, text]) => [name, Buffer.from(text)] as const,
    );
    const texts = Buffer.alloc(129 * 1024 * 1024, ' ');

    await expect(
      rowsIn(zipOf({ ...Object.fromEntries(files), 'xl/sharedStrings.xml': texts })),
    ).rejects.toThrow('unpacked');
  });

  it('is read back as written', async () => {
    const written = [
      ['Имя', 'Формула'],
      ['ё & <b> "\u0001" _x0041_ 🙂', '=1+1'],
    ];
    async function* source() {
      yield written.slice(0, 1);
      yield written.slice(1);
    }
    const pieces: Buffer[] = [];
    for await (const piece of writeSheet(source(), 'Товары: [1]')) pieces.push(piece);

    expect((await rowsIn(Buffer.concat(pieces))).map(([, cells]) => cells)).toEqual(written);
  });
});
