/** Encodings that a text file may have; the first ones are offered on the screen in this order. */
export const encodings = [
  'utf-8',
  'windows-1251',
  'ibm866',
  'koi8-r',
  'maccyrillic',
  'utf-16le',
  'utf-16be',
  'iso-8859-5',
  'windows-1252',
  'windows-1254',
  'windows-1256',
  'gb18030',
] as const;

export type Encoding = (typeof encodings)[number];

/** What may stand between the cells of a text file. */
export const separators = [';', ',', '\t', '|'] as const;

export type Separator = (typeof separators)[number];

export const tableFormats = ['csv', 'xlsx', 'xls', 'ods'] as const;

export type TableFormat = (typeof tableFormats)[number];

/** What a person decided about a file instead of leaving it to its bytes. */
export interface ReadingChoice {
  encoding?: Encoding | undefined;
  separator?: Separator | undefined;
  /** Name of the sheet of a workbook. */
  sheet?: string | undefined;
}

/** How a file was read, told before anything of it is used. */
export interface HowRead {
  format: TableFormat;
  /** Null for a workbook, as is `separator`. */
  encoding: Encoding | null;
  /** `mark`: the file says it itself; `bytes`: only they fit; `likely`: the letters fit best; `chosen`: by a person. */
  encodingBy: 'mark' | 'bytes' | 'likely' | 'chosen' | null;
  separator: Separator | null;
  /** Name of the sheet that was read, and of all that are shown. */
  sheet: string | null;
  sheets: string[];
  /** Other sheets that were read together with it. */
  joined?: string[];
  /** What such a file may have that is not put together. */
  note?: 'offers-apart';
}

/** What is odd about one cell of a row, besides what is in it. */
export const cellOddities = [
  /** Bytes that are no letter in the encoding of the file: they are left out. */
  'damaged',
  /** So many of them that the rest says something else. */
  'unreadable',
  /** A text of another encoding than its file, or broken before: it is put right. */
  'recoded',
  /** A spreadsheet's error such as #REF!. */
  'error',
  /** A formula whose value the file does not hold. */
  'no-value',
  /** A number that is shown as a day; the cell has the day as it is shown. */
  'date',
  /** A number that is shown as per cents; the cell has it with the sign. */
  'percent',
  /** A number of more figures than spreadsheets keep. */
  'rounded',
  /** Empty, because it was merged with the cell above. */
  'merged',
] as const;

export type CellOddity = (typeof cellOddities)[number];
