import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { ownValue } from '@/contract/core/own-value';
import type { Cell } from '../cells';

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface Sheet {
  title: string;
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

export function writeSheet(rows: Sheet['rows'], title: string): AsyncGenerator<Buffer> {
  return writeWorkbook([{ title, rows }]);
}

/** The same workbook has the same bytes whenever it is written. */
const options = { mtime: new Date(1980, 0, 1) };

/** A workbook produced in parts. Cells are texts, which a spreadsheet never runs as formulas, and numbers. */
export async function* writeWorkbook(sheets: readonly Sheet[]): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = Readable.from(zip.outputStream);
  zip.on('error', (error) => output.destroy(error));
  const files = frame(sheets.map(({ title }) => title));
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, options);
  const sources = sheets.map(({ rows }) => Readable.from(sheetOf(rows), { objectMode: false }));
  for (const [place, source] of sources.entries())
    zip.addReadStream(source, `xl/worksheets/sheet${place + 1}.xml`, options);
  zip.end();
  try {
    yield* output;
  } finally {
    // A reader that leaves early ends the queries behind the sheets.
    for (const source of sources) source.destroy();
  }
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The fixed files of a workbook besides its sheet; style 1 is the heading's, 2 that of sums (`#,##0.00`). */
function frame(titles: readonly string[]): Record<string, string> {
  const each = (write: (title: string, number: number) => string) =>
    titles.map((title, place) => write(title.replace(/[\\/?*:[\]]/g, ' ').slice(0, 31), place + 1)).join('');
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${each((_title, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((title, number) => `<sheet name="${escaped(title)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${relations}">${each((_title, number) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${titles.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
}

async function* sheetOf(rows: Sheet['rows']): AsyncGenerator<string> {
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="16"/><sheetData>`;
  let line = 0;
  for await (const part of rows) {
    let text = '';
    for (const row of part) {
      line += 1;
      text += `<row r="${line}">${row.map((cell, column) => cellOf(cell, column, line)).join('')}</row>`;
    }
    yield text;
  }
  yield '</sheetData></worksheet>';
}

/** Longest text of a cell that spreadsheets open. */
const longestCell = 32_767;

function cellOf(cell: Cell, column: number, line: number): string {
  if (cell === '') return '';
  const at = `r="${letters(column)}${line}"`;
  if (typeof cell !== 'string')
    return 'sum' in cell ? `<c ${at} s="2"><v>${cell.sum}</v></c>` : `<c ${at}><v>${cell.number}</v></c>`;
  const style = line === 1 ? ' s="1"' : '';
  const content = `<is><t xml:space="preserve">${escaped(cell.slice(0, longestCell))}</t></is>`;
  return `<c ${at} t="inlineStr"${style}>${content}</c>`;
}

function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

const marks: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/**
 * XML cannot hold control characters: spreadsheets escape them as `_x0001_`, and text that looks like the escape, too.
 */
function escaped(text: string): string {
  return (
    text
      .replace(/_(?=x[\dA-F]{4}_)/g, '_x005F_')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
      .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (sign) => {
        return `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
      })
      .replace(/[<>&"]/g, (sign) => ownValue(marks, sign) ?? '')
      .toWellFormed()
  );
}
