import type { ImportField, ImportOptions } from '@/contract/catalogue/products/imports';
import { holds } from '@/contract/core/areas';
import type { Attachment } from '@/contract/core/define';
import { isAllowed, withStaff } from '@/contract/core/permissions';
import type { Changes } from '@/server/core/audit';
import type { Ctx, SessionUser, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { findPerson } from '@/server/core/sessions';
import type { PictureProblem } from '@/server/integrations/files/pictures';
import type { CellWords, OddCells, RowErrors, RowTexts } from './cells';
import { type Side, usualSides } from './numbers/dimensions';
import { isZero } from './numbers/prices';

/** No file has so many lines; below zero are first variations, whose row of the file is their product's. */
export const maxLine = 2_000_000_000;

/** Who started an import may not write its goods any more. */
export class RightLost extends AppError {
  constructor() {
    super('FORBIDDEN');
  }
}

/** The person who started an import, with the rights of this moment. Throws RightLost. */
export async function findImporter(db: Ctx['db'], id: number): Promise<SessionUser> {
  const person = await findPerson(db, id);
  const mayWrite = person && isAllowed(withStaff('catalogue'), person.permissions);
  if (!mayWrite || !holds(person.permissions, 'catalogue:write')) throw new RightLost();
  return person;
}

/** State of an import while a worker processes it. */
export interface ImportRun {
  id: number;
  shopId: number;
  /** The user who started the import, with current permissions. */
  ctx: UserCtx;
  /** Column index of each field. */
  mapping: ReadonlyMap<ImportField, number>;
  /** Names of the columns that are characteristics. */
  characteristics: ReadonlyMap<number, string>;
  options: ImportOptions;
  /** Number of columns in the heading row. */
  columns: number;
  /** Factors of columns in another unit than ours. */
  scales: ReadonlyMap<ImportField, number>;
  /** The order of the sides in a cell that has all three. */
  sides: readonly Side[];
  /** Price columns in another currency than the marketplace's. */
  foreign: ReadonlySet<ImportField>;
  isReviewed: boolean;
  dictionaries: Dictionaries;
  words: CellWords;
  file: FileIndex;
  /** Products that this import took out of the trash. */
  restored: Set<number>;
  /** Picture URLs that could not be fetched, with the reason. */
  lostPictures: Map<string, PictureProblem>;
}

/** Keys of all rows, held in memory because a row may refer to any other row. */
export interface FileIndex {
  /** First line with each SKU (`skuKey`), slug, or name where the row has neither. */
  bySku: Map<string, number>;
  bySlug: Map<string, number>;
  byName: Map<string, number>;
  /** The first lines, which a check shows as they will become. */
  first: Set<number>;
  /** Lines of products that are free on purpose. */
  free: Set<number>;
  /** By the SKU or slug that variations name as their product: the key of the first one's own SKU. */
  parents: Map<string, string>;
  /** Attribute names of products that are not stored yet, by product key. */
  optionNames: Map<string, string>;
  /** By key of an attribute: how many values it had, and the keys of those that the file adds. */
  newValues: Map<string, { before: number; keys: Set<string> }>;
  /** Lines of new variations that a check has seen, by the key of their product. */
  newVariations: Map<string, Set<number>>;
  /** Line of each combination seen so far. */
  combinations: Map<string, number>;
}

export interface ImportRow {
  line: number;
  cells: string[];
  texts: RowTexts;
  odd?: OddCells;
}

export type Outcome = { kind: 'bad'; errors: RowErrors } | SameOutcome | ProductOutcome | VariationOutcome;

/** Nothing changes; a cell that was left out is told all the same. */
interface SameOutcome {
  kind: 'same';
  productId: number | null;
  /** It has only left the trash. */
  isRestored?: boolean;
  warnings?: RowErrors;
}

export interface ProductOutcome {
  kind: 'product';
  before: JsonRecord | undefined;
  /** New column values; for an update only those the file contains. */
  values: JsonRecord;
  /** Ids; undefined when the file has no such column. */
  categories: number[] | undefined;
  tags: number[] | undefined;
  changes: Changes;
  /** What the file says of the stock that its export saw; null for a file without that mark. */
  mark: StockMark | null;
  /** A vendor changes a live product: the reviewed fields wait for an administrator. */
  isWaiting: boolean;
  /** The row is written all the same. */
  warnings: RowErrors;
}

export interface VariationOutcome {
  kind: 'variation';
  before: JsonRecord | undefined;
  /** Undefined in a dry run when the product is another row of this file. */
  productId: number | undefined;
  title: string;
  options: { name: string; value: string }[];
  /** Undefined in a dry run when some value does not exist yet. */
  valueIds: number[] | undefined;
  values: JsonRecord;
  mark: StockMark | null;
  changes: Changes;
  warnings: RowErrors;
}

/** Stock in a file, by the moment of the export that it came from. */
export interface StockMark {
  exportedAt: string;
  quantity: number;
}

/** Pictures by the text of the cell that names them. */
export type Pictures = ReadonlyMap<string, Attachment>;

/** Key under which an error of the field is reported. */
export function keyOfField({ mapping }: Pick<ImportRun, 'mapping'>, field: ImportField): string {
  const together = usualSides.some((side) => side === field) ? mapping.get('dimensions') : undefined;
  return String(mapping.get(field) ?? together ?? field);
}

/**
 * The same for a row: without a price of its own it has the price from the column of the discounted one (rules/catalogue:
 * a wrong cell is told by its heading).
 */
export function keyOfCell(
  run: Pick<ImportRun, 'mapping'>,
  { cells }: Pick<ImportRow, 'cells'>,
  field: ImportField,
): string {
  const cellOf = (name: ImportField) => (cells[run.mapping.get(name) ?? -1] ?? '').trim();
  const sale = cellOf('sale_price');
  const isBorrowed =
    field === 'price' && (cellOf('price') === '' || isZero(cellOf('price'))) && sale !== '' && !isZero(sale);
  return keyOfField(run, isBorrowed ? 'sale_price' : field);
}

/** Groups and the category tree: read once, they do not change during an import. */
export interface Dictionaries {
  groups: Map<string, number[]>;
  categories: Map<string, number[]>;
  /** `valueKey` of what a category demands, with those above it; only of categories that demand anything. */
  required: Map<number, string[]>;
}
