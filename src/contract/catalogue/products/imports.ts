import type { HowRead } from '@/contract/core/files/file-tables';

/** Fields that a column may be mapped to, named as in dialect files. */
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
  /** Only to refuse a price in another currency: products have none of their own. */
  'currency',
  'is_free',
  'quantity',
  /** The stock and the moment that an export saw: what was sold since stays sold. */
  'quantity_was',
  'exported_at',
  'status',
  'product_type',
  'image',
  'gallery',
  'video',
  'height',
  'width',
  'length',
  /** Three sides in one cell of a file, `20×30×40 см`; products have them apart. */
  'dimensions',
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
  /** Variation rows only: SKU or slug of the product, and `Цвет: красный; Размер: M`. */
  'parent',
  'options',
  'is_disable',
  /** `Состав: лён; Страна: Россия`; an export has a column for each instead, `characteristic:Состав`. */
  'characteristics',
] as const;

export type ImportField = (typeof importFields)[number];

/** A column is a field, or one characteristic by its name: `characteristic:Состав`. */
export type ImportTarget = ImportField | `characteristic:${string}`;

/** The name of a characteristic that a column is mapped to; undefined for a field. */
export const characteristicOf = (target: string): string | undefined =>
  target.startsWith('characteristic:') ? target.slice('characteristic:'.length) : undefined;

/** Fields that an export can have as columns. */
export const exportFields: readonly ImportField[] = importFields.filter(
  (field) => field !== 'currency' && field !== 'dimensions',
);

/** What a variation has beside its product and its options. */
export const ownVariationFields: readonly ImportField[] = [
  'price',
  'sale_price',
  'currency',
  'quantity',
  'quantity_was',
  'exported_at',
  'sku',
  'barcode',
  'image',
  'is_disable',
];

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

/** Maximum size of a file of rows, and of a ZIP of pictures. */
export const maxImportBytes = 100 * 1024 * 1024;
export const maxPicturesBytes = 300 * 1024 * 1024;

/** Maximum of rows without headings; lower for workbooks, which must be unpacked. */
export const maxImportRows = { csv: 100_000, xlsx: 50_000 } as const;

/** Fields that may have one value for all rows. */
export const sharedFields = [
  'type',
  'categories',
  'tags',
  'manufacturer',
  'author',
  'unit',
  'price',
  'quantity',
  'status',
  'vat_rate',
  'requires_marking',
  'weight',
  'length',
  'width',
  'height',
  'low_stock_threshold',
] as const satisfies readonly ImportField[];

export type SharedField = (typeof sharedFields)[number];

/** Fields whose records can be created when no record has the name of a cell. */
export const creatableFields = ['type', 'categories', 'tags', 'manufacturer', 'author'] as const;

export type CreatableField = (typeof creatableFields)[number];

/** Fields whose unknown names the shop says the meaning of; its next files are read without asking. */
export const mappedFields = [...creatableFields, 'status', 'quantity'] as const;

export type MappedField = (typeof mappedFields)[number];

/** Maximum of names that one request maps, and that a shop has. */
export const maxMapped = 200;
export const maxMappedOfShop = 5000;

/** What a name in a file means, `GET product-imports/values`. */
export interface MappedValue {
  id: number;
  field: MappedField;
  /** As the file has it. */
  name: string;
  /** Id of the record, the status, or a number of pieces. */
  target: string;
  /** Name of the record; null when it is gone, or the status. */
  label: string | null;
}

/** Maximum of records created by one request. */
export const maxCreated = 100;

export const initialImportOptions = {
  mode: 'rows',
  match: 'sku',
  existing: 'update',
  fresh: 'create',
  stock: 'difference',
  trashed: 'refuse',
  refused: 'row',
  values: {},
} as const satisfies ImportOptions;

export interface ImportOptions {
  /** `atomic`: all rows or none; `rows`: the valid ones. */
  mode: 'atomic' | 'rows';
  /** Key that finds the existing product of a row; by name only rows without SKU and address. */
  match: 'sku' | 'slug' | 'name';
  /** Whether rows of existing products update them or are skipped; likewise for new ones. */
  existing: 'update' | 'skip';
  fresh: 'create' | 'skip';
  /** What a stock means that the file changed since its export; one that it did not change is left alone. */
  stock: 'difference' | 'absolute';
  /** Rows whose product lies in the trash are refused, or restore it. */
  trashed: 'refuse' | 'restore';
  /** What a refused cell costs: its row, or only itself: the rest of the row is written. */
  refused: 'row' | 'cell';
  /** One value for all rows, for fields that the file has no column for. */
  values: Partial<Record<SharedField, string>>;
}

/** An import, `GET product-imports/{id}`. */
export interface ProductImport {
  id: number;
  version: number;
  shop_id: number;
  file_name: string;
  /** Name of the sheet that was read, if there are several: the one with the most known headings. */
  sheet_name: string | null;
  headings: string[];
  /** First rows of the file. */
  samples: string[][];
  /** How the file was read: its encoding, separator or sheet. */
  reading: HowRead;
  /** Field or characteristic by column index; unmapped columns are absent. */
  mapping: Record<string, ImportTarget>;
  options: ImportOptions;
  status: ImportStatus;
  total: number;
  passed: number;
  created: number;
  updated: number;
  rejected: number;
  failure: string | null;
  /** Number of pictures from a ZIP. */
  files: number;
  created_at: string;
  updated_at: string;
}

/** Columns of files with the same headings, as a person chose them, `GET product-imports/columns`. */
export interface RememberedColumns {
  id: number;
  /** The file that it was chosen for. */
  file_name: string;
  headings: string[];
  mapping: Record<string, ImportTarget>;
  updated_at: string;
}

/** One cell of a first row: what the file has, and what becomes of it. */
export interface FirstRowCell {
  /** Index of the column. */
  column: string;
  field: ImportTarget;
  cell: string;
  value: string;
  /** A `form` key: refused, or told. */
  error: string | null;
  /** Understood otherwise than it is written, or told. */
  is_different: boolean;
}

/** One of the first rows as it will become, `GET product-imports/{id}/first-rows`. */
export interface FirstRow {
  line: number;
  outcome: 'create' | 'update' | 'same' | 'bad';
  cells: FirstRowCell[];
}

/**
 * A row with errors, `GET product-imports/{id}/errors`: `form` keys by column index, or by field where the
 * file has no such column.
 */
export interface ImportError {
  line: number;
  /** False when the row was accepted with a warning, such as a picture that could not be fetched. */
  is_rejected: boolean;
  cells: string[];
  errors: Record<string, string>;
}

/** A name in cells that is not understood, with the most similar record. */
export interface MissingName {
  name: string;
  count: number;
  guess: { target: string; label: string } | null;
}

/** Equal errors of many rows, `GET product-imports/{id}/error-groups`. */
export interface ImportErrorGroup {
  /** Index of the column, or the field when the file has no column for it. */
  column: string;
  error: string;
  is_rejected: boolean;
  count: number;
  first_line: number;
  /** Names that are not understood with their numbers of rows, most frequent first; empty for other errors. */
  missing: MissingName[];
  /** Field whose names the person may map; null for other errors. */
  maps: MappedField | null;
  /** Field whose missing records the person may create; null when not. */
  creates: CreatableField | null;
}
