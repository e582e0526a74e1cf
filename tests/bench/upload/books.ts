import { utils, write } from '@e965/xlsx';
import { zipOf } from '../../support/zip.ts';

/** The largest files that each upload takes, and spoilt ones that are as large as it lets them be. */
export interface Upload {
  name: string;
  path: string;
  field: string;
  file: string;
  content: () => Promise<Buffer> | Buffer;
  fields?: Record<string, string>;
  /** Files of this content in one form. */
  count?: number;
  /** What is asked of a file that was accepted, one after the other; `:id` is its own. */
  next?: string[];
}

export const mb = 1024 * 1024;
export const lines = (rows: readonly (readonly string[])[]) =>
  Buffer.from(rows.map((row) => row.join(';')).join('\r\n'));

/** A text repeated up to a size. */
export function filled(size: number, part: string | ((at: number) => string)): Buffer {
  const parts: string[] = [];
  let length = 0;
  for (let at = 0; length < size; at += 1) {
    const one = typeof part === 'string' ? part : part(at);
    parts.push(one);
    length += Buffer.byteLength(one);
  }
  return Buffer.from(parts.join(''));
}

export const repeated = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('');
export const book = (rows: readonly (readonly string[])[], bookType: 'xlsx' | 'biff8' | 'ods') =>
  write(utils.book_new(utils.aoa_to_sheet(rows as string[][]), 'Товары'), {
    type: 'buffer',
    bookType,
    compression: true,
  }) as Buffer;

/** A workbook of raw sheets; each is what stands in `sheetData` and after it. */
export function rawBook(sheets: readonly string[], shared = '', others: Record<string, Buffer> = {}): Buffer {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const named = sheets.map((_, at) => `<sheet name="Лист${at}" sheetId="${at + 1}" r:id="r${at}"/>`);
  const related = sheets.map(
    (_, at) => `<Relationship Id="r${at}" Type="${office}/worksheet" Target="worksheets/s${at}.xml"/>`,
  );
  const text: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="${office}"><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${related.join('')}</Relationships>`,
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>',
    ...(shared && { 'xl/sharedStrings.xml': `<sst>${shared}</sst>` }),
    ...Object.fromEntries(
      sheets.map((rows, at) => [
        `xl/worksheets/s${at}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  };
  const files = Object.fromEntries(Object.entries(text).map(([name, one]) => [name, Buffer.from(one)]));
  return zipOf({ ...files, ...others });
}
