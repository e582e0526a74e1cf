/** Fields that a column of a file may be mapped to; the names are those of the dialect's files (reference endpoints §7). */
export const importFields = [
  'name',
  'slug',
  'sku',
  'barcode',
  'description',
  'type',
  'categories',
  'tags',
  'author',
  'manufacturer',
  'unit',
  'price',
  'sale_price',
  'quantity',
  'status',
  'product_type',
  'image',
  'gallery',
  'video',
  'height',
  'width',
  'length',
  'weight',
  'vat_rate',
  'requires_marking',
  'is_taxable',
  'in_stock',
  'is_digital',
  'is_external',
  'external_product_url',
  'external_product_button_text',
  'low_stock_threshold',
  'meta_title',
  'meta_description',
  /** Of a row that is a variation: the SKU or slug of its product, and `Цвет: красный; Размер: M`. */
  'parent',
  'options',
  'is_disable',
] as const;

export type ImportField = (typeof importFields)[number];

export const importStatuses = [
  'uploading',
  'uploaded',
  'checking',
  'checked',
  'running',
  'done',
  'failed',
  'cancelled',
] as const;

export type ImportStatus = (typeof importStatuses)[number];

/** Largest file of rows, and of pictures in a ZIP. */
export const maxImportBytes = 100 * 1024 * 1024;
export const maxPicturesBytes = 300 * 1024 * 1024;

/** Most rows of a file beside the headings; a workbook is unpacked, so fewer of one. */
export const maxImportRows = { csv: 100_000, xlsx: 50_000 } as const;

export const initialImportOptions = {
  mode: 'rows',
  match: 'sku',
  existing: 'update',
  fresh: 'create',
} as const satisfies ImportOptions;

export interface ImportOptions {
  /** `atomic`: all rows or none; `rows`: those that are right. */
  mode: 'atomic' | 'rows';
  /** What tells that a row's product is there already. */
  match: 'sku' | 'slug';
  /** What is done with rows whose product is there: changed or left out; and with new ones. */
  existing: 'update' | 'skip';
  fresh: 'create' | 'skip';
}

/** A file on its way, `GET product-imports/{id}`. */
export interface ProductImport {
  id: number;
  version: number;
  shop_id: number;
  file_name: string;
  headings: string[];
  /** First rows, as they stand in the file. */
  samples: string[][];
  /** Field by index of the column; columns that are not there are left out. */
  mapping: Record<string, ImportField>;
  options: ImportOptions;
  status: ImportStatus;
  total: number;
  passed: number;
  created: number;
  updated: number;
  rejected: number;
  failure: string | null;
  /** Names of pictures that came in a ZIP. */
  files: number;
  created_at: string;
  updated_at: string;
}

/**
 * A row with what is wrong in it, `GET product-imports/{id}/errors`: `form:` keys by index of the column, or by field where
 * the file has no column for it.
 */
export interface ImportError {
  line: number;
  /** False when the row was taken all the same: a picture, say, that could not be fetched. */
  is_rejected: boolean;
  cells: string[];
  errors: Record<string, string>;
}
