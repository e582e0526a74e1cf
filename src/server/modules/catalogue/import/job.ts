import type { ImportField, ImportOptions } from '@/contract/catalogue/products/imports';
import type { Attachment } from '@/contract/core/define';
import type { Changes } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/resource/query';
import type { PictureProblem } from '@/server/integrations/files/pictures';
import type { CellWords, RowTexts } from './cells';
import type { Dictionaries } from './lookups';

/** What is known of an import while it is worked on. */
export interface Job {
  id: number;
  shopId: number;
  /** The person who asked for it, with the rights of now. */
  ctx: UserCtx;
  /** Column of each field. */
  mapping: ReadonlyMap<ImportField, number>;
  options: ImportOptions;
  /** How many columns the headings name. */
  columns: number;
  /** The setting `isProductReview`. */
  isReviewed: boolean;
  dictionaries: Dictionaries;
  words: CellWords;
  file: FileIndex;
  /** Addresses of pictures that could not be had, and why. */
  lostPictures: Map<string, PictureProblem>;
}

/** The keys of all rows: in memory, for a row may refer to any other. */
export interface FileIndex {
  /** The first line that has a SKU, or a slug. */
  bySku: Map<string, number>;
  bySlug: Map<string, number>;
  /** What rows name as their product. */
  parents: Set<string>;
  /** Names of the options of products that are not stored yet, by what their variations call them. */
  optionNames: Map<string, string>;
  /** Lines of the combinations that have been seen. */
  combinations: Map<string, number>;
}

export interface ImportRow {
  line: number;
  cells: string[];
  texts: RowTexts;
}

/** `form` keys by index of the column, or by field where there is no column. */
export type RowErrors = Record<string, string>;

/** What is to be done with a row. */
export type Outcome =
  | { kind: 'bad'; errors: RowErrors }
  | { kind: 'same'; productId: number | null }
  | ProductOutcome
  | VariationOutcome;

export interface ProductOutcome {
  kind: 'product';
  before: JsonRecord | undefined;
  /** Columns as they shall become; of an update only those that the file has. */
  values: JsonRecord;
  /** Ids, where the file has that column. */
  categories: number[] | undefined;
  tags: number[] | undefined;
  changes: Changes;
  /** A vendor's change of what is on sale: what buyers see of it waits for an administrator. */
  isWaiting: boolean;
  /** Right all the same. */
  warnings: RowErrors;
}

export interface VariationOutcome {
  kind: 'variation';
  before: JsonRecord | undefined;
  /** Undefined while only looked at: the product is a row of this file. */
  productId: number | undefined;
  title: string;
  options: { name: string; value: string }[];
  /** Undefined while only looked at: some value is new. */
  valueIds: number[] | undefined;
  values: JsonRecord;
  changes: Changes;
  warnings: RowErrors;
}

/** Pictures that cells name, by their text. */
export type Pictures = ReadonlyMap<string, Attachment>;

/** Where an error of a field is shown. */
export function keyOfField(job: Pick<Job, 'mapping'>, field: ImportField): string {
  return String(job.mapping.get(field) ?? field);
}
