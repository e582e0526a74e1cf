import {
  action,
  as,
  type Download,
  type Fields,
  type SentInput,
  type WithVersion,
} from '@/contract/core/action';
import type { BulkSetPreview, BulkTarget } from '@/contract/core/bulk';
import type { Page } from '@/contract/core/paging';
import { adminOnly, withStaff } from '@/contract/core/permissions';
import { products } from '.';
import type { stepSchema } from './bulk';
import {
  type BulkStepAnswer,
  categoryChangeSchema,
  type PriceChangeInput,
  priceChangeSchema,
  statusReasonSchema,
  stockChangeSchema,
} from './bulk';
import { characteristicChangeSchema } from './characteristics';
import type {
  CreatableField,
  FirstRow,
  ImportError,
  ImportErrorGroup,
  ImportOptions,
  MappedField,
  MappedValue,
  ProductImport,
  RememberedColumns,
} from './imports';
import type { ProductReview, ProductReviewDetails } from './moderation';
import {
  approveReviewSchema,
  approveReviewsSchema,
  type DecidedReviews,
  rejectReviewSchema,
  rejectReviewsSchema,
  type UndoneApprovals,
  undoApprovalsSchema,
} from './review-decision';
import type { Product } from './schema';
import type { Variation, VariationInput } from './variations';

/** What can be asked about products: variations, changes of many, imports and exports, and the review of what vendors submit. */

/** The next part of a change of many products: these, or those of a filtered list. */
type BulkStep = BulkTarget & { step?: Partial<SentInput<typeof stepSchema>> };

interface ImportChange {
  mapping?: ProductImport['mapping'];
  options?: Partial<ImportOptions>;
}

export const countTabs = action(
  'GET products/counts',
  'How many products each tab of the list has, up to a limit.',
  { right: 'catalogue:read', allow: withStaff('catalogue'), capability: 'counts' },
);
export const listVariations = action(
  'GET products/:key/variations',
  "A page of an own product's variations, searched by title or SKU.",
  {
    right: 'catalogue:read',
    allow: products.allow.update,
    capability: 'variations',
    answer: as<Page<Variation>>(),
  },
);
export const editVariation = action(
  'PATCH products/:key/variations/:id',
  'Edits one variation without loading the others.',
  {
    right: 'catalogue:write',
    allow: products.allow.update,
    capability: 'variations',
    sends: as<Fields<VariationInput> & WithVersion & { quantity_was?: number | null }>(),
    answer: as<{
      variation: Variation;
      product: Pick<Product, 'id' | 'version' | 'quantity' | 'min_price' | 'max_price'>;
    }>(),
  },
);
export const downloadSoldFile = action(
  'GET products/:key/digital-file',
  'The sold file of a product or variation.',
  {
    right: 'catalogue:read',
    allow: products.allow.update,
    capability: 'digital-files',
    inView: false,
    answer: as<Download>(),
  },
);
export const bulkPrices = action(
  'POST products/bulk/price',
  'Changes the prices of one step, or returns a preview.',
  {
    right: 'catalogue:write',
    allow: products.allow.update,
    capability: 'bulk',
    body: priceChangeSchema,
    sends: as<BulkStep & PriceChangeInput>(),
    answer: as<BulkStepAnswer>(),
  },
);
export const bulkCategories = action(
  'POST products/bulk/categories',
  'Adds, removes or replaces the categories of one step of products.',
  {
    right: 'catalogue:write',
    allow: products.allow.update,
    capability: 'bulk',
    body: categoryChangeSchema,
    sends: as<BulkStep & SentInput<typeof categoryChangeSchema>>(),
    answer: as<BulkStepAnswer>(),
  },
);
export const bulkCharacteristics = action(
  'POST products/bulk/characteristics',
  'Sets one characteristic of one step of products, or takes it away; those on sale whose categories demand it keep it.',
  {
    right: 'catalogue:write',
    allow: products.allow.update,
    capability: 'bulk',
    body: characteristicChangeSchema,
    sends: as<BulkStep & SentInput<typeof characteristicChangeSchema>>(),
    answer: as<BulkStepAnswer>(),
  },
);
export const bulkStatus = action(
  'POST products/bulk/status',
  'Sets the status of one step of products, as far as the user may; products that nobody could buy are refused.',
  {
    right: 'catalogue:write',
    allow: products.allow.update,
    capability: 'bulk',
    body: statusReasonSchema,
    sends: as<BulkStep & SentInput<typeof statusReasonSchema>>(),
    answer: as<BulkStepAnswer>(),
  },
);
export const bulkStock = action(
  'POST products/bulk/stock',
  'Sets the stock of one step of products, or adds to it; variations of a variable product each.',
  {
    right: 'catalogue:write',
    allow: products.allow.update,
    capability: 'bulk',
    body: stockChangeSchema,
    sends: as<BulkStep & SentInput<typeof stockChangeSchema>>(),
    answer: as<BulkStepAnswer>(),
  },
);
export const listReviews = action(
  'GET product-reviews',
  'Submissions of vendors: waiting ones oldest first, all others newest first.',
  {
    right: 'moderation:read',
    allow: withStaff('catalogue'),
    capability: 'moderation',
    answer: as<Page<ProductReview>>(),
  },
);
export const getReview = action(
  'GET product-reviews/:key',
  'A product that waits for its review, with what it changes.',
  {
    right: 'moderation:read',
    allow: withStaff('catalogue'),
    capability: 'moderation',
    answer: as<ProductReviewDetails>(),
  },
);
export const downloadReviewedFile = action(
  'GET product-reviews/:key/files/:id',
  'A sold file that waits for its review.',
  {
    right: 'moderation:read',
    allow: withStaff('catalogue'),
    capability: 'moderation',
    inView: false,
    answer: as<Download>(),
  },
);
export const withdrawOwnReview = action(
  'DELETE product-reviews/:key',
  'Withdraws a submission; a new product becomes a draft again.',
  { right: 'moderation:decide', allow: withStaff('catalogue'), capability: 'moderation' },
);
export const approveReview = action(
  'POST product-reviews/:key/approve',
  'Publishes the product or applies the change, by the same path as any edit.',
  {
    right: 'moderation:decide',
    allow: adminOnly,
    capability: 'moderation',
    body: approveReviewSchema,
    answer: as<{ undo_until?: string }>(),
  },
);
export const undoApproval = action(
  'POST product-reviews/:key/undo-approval',
  'Puts a new product back into the queue after an approval; its shop is told nothing.',
  { right: 'moderation:decide', allow: adminOnly, capability: 'moderation' },
);
export const rejectReview = action(
  'POST product-reviews/:key/reject',
  'Declines a submission: a new product is sent back, a live one stays unchanged.',
  { right: 'moderation:decide', allow: adminOnly, capability: 'moderation', body: rejectReviewSchema },
);
export const previewApproval = action(
  'POST product-reviews/bulk/approve/preview',
  'Approves a step and takes it back in the same transaction, so that a preview cannot differ from the decision.',
  {
    right: 'moderation:decide',
    allow: adminOnly,
    capability: 'bulk',
    body: approveReviewsSchema,
    sends: as<Partial<SentInput<typeof approveReviewsSchema>>>(),
    answer: as<BulkSetPreview>(),
  },
);
export const approveReviews = action(
  'POST product-reviews/bulk/approve',
  'Approves some submissions, or all that match the filters of the queue.',
  {
    right: 'moderation:decide',
    allow: adminOnly,
    capability: 'moderation',
    body: approveReviewsSchema,
    answer: as<DecidedReviews>(),
  },
);
export const undoApprovals = action(
  'POST product-reviews/bulk/undo-approval',
  'Puts new products of a bulk approval back into the queue.',
  {
    right: 'moderation:decide',
    allow: adminOnly,
    capability: 'moderation',
    body: undoApprovalsSchema,
    answer: as<UndoneApprovals>(),
  },
);
export const rejectReviews = action(
  'POST product-reviews/bulk/reject',
  'Declines some submissions, or all that match the filters, with one reason.',
  {
    right: 'moderation:decide',
    allow: adminOnly,
    capability: 'moderation',
    body: rejectReviewsSchema,
    sends: as<object>(),
    answer: as<DecidedReviews>(),
  },
);
export const uploadImport = action(
  'POST product-imports',
  'Takes a file of products; nothing is written before it was checked and run.',
  {
    right: 'catalogue:write',
    allow: withStaff('catalogue'),
    capability: 'imports',
    sends: as<FormData>(),
    answer: as<ProductImport>(),
  },
);
export const uploadPictures = action(
  'POST product-imports/:id/pictures',
  'Stores the pictures of a ZIP that the picture columns name; all of them while no picture column is mapped.',
  {
    right: 'catalogue:write',
    allow: withStaff('catalogue'),
    capability: 'imports',
    sends: as<FormData>(),
    answer: as<ProductImport>(),
  },
);
export const listImports = action('GET product-imports', 'Imports of a shop, newest first.', {
  right: 'catalogue:read',
  allow: withStaff('catalogue'),
  capability: 'imports',
  answer: as<Page<ProductImport>>(),
});
export const getImport = action('GET product-imports/:id', 'One import with its progress.', {
  right: 'catalogue:read',
  allow: withStaff('catalogue'),
  capability: 'imports',
  answer: as<ProductImport>(),
});
export const listImportErrors = action(
  'GET product-imports/:id/errors',
  'Rows with errors or warnings, in file order.',
  {
    right: 'catalogue:read',
    allow: withStaff('catalogue'),
    capability: 'imports',
    answer: as<Page<ImportError>>(),
  },
);
export const listErrorGroups = action(
  'GET product-imports/:id/error-groups',
  'Equal errors of many rows, most frequent first.',
  {
    right: 'catalogue:read',
    allow: withStaff('catalogue'),
    capability: 'imports',
    answer: as<ImportErrorGroup[]>(),
  },
);
export const listMapped = action(
  'GET product-imports/values',
  "What the shop has explained, with the records' names.",
  {
    right: 'catalogue:read',
    allow: withStaff('catalogue'),
    capability: 'imports',
    answer: as<{ data: MappedValue[] }>(),
  },
);
export const listFirstRows = action(
  'GET product-imports/:id/first-rows',
  'The first rows of a checked file as they will become.',
  {
    right: 'catalogue:read',
    allow: withStaff('catalogue'),
    capability: 'imports',
    answer: as<{ data: FirstRow[] }>(),
  },
);
export const listColumns = action(
  'GET product-imports/columns',
  'How columns of files are remembered to be read, the last first.',
  {
    right: 'catalogue:read',
    allow: withStaff('catalogue'),
    capability: 'imports',
    answer: as<{ data: RememberedColumns[] }>(),
  },
);
export const forgetColumns = action(
  'DELETE product-imports/columns/:id',
  'Forgets how the columns of a file were read.',
  { right: 'catalogue:write', allow: withStaff('catalogue'), capability: 'imports' },
);
export const changeMapped = action(
  'PATCH product-imports/values/:id',
  'Gives a remembered name another meaning, from the next check on.',
  {
    right: 'catalogue:write',
    allow: withStaff('catalogue'),
    capability: 'imports',
    sends: as<{ target: string }>(),
  },
);
export const forgetMapped = action(
  'DELETE product-imports/values/:id',
  'Forgets what a name means, so that the next check asks again.',
  {
    right: 'catalogue:write',
    allow: withStaff('catalogue'),
    capability: 'imports',
  },
);
export const mapValues = action(
  'POST product-imports/:id/values',
  'Stores what names of the file mean for its shop, and checks the rows again.',
  {
    right: 'catalogue:write',
    allow: withStaff('catalogue'),
    capability: 'imports',
    sends: as<{ field: MappedField; values: { name: string; target: string }[] }>(),
    answer: as<ProductImport>(),
  },
);
export const createMissing = action(
  'POST product-imports/:id/missing',
  'Creates the records named in cells, and checks the rows again.',
  {
    right: 'catalogue:write',
    allow: withStaff('catalogue'),
    capability: 'imports',
    sends: as<{ field: CreatableField; names: string[] }>(),
    answer: as<ProductImport>(),
  },
);
export const updateImport = action(
  'PATCH product-imports/:id',
  'Changes how the columns of a file are read, and its options.',
  {
    right: 'catalogue:write',
    allow: withStaff('catalogue'),
    capability: 'imports',
    sends: as<ImportChange>(),
    answer: as<ProductImport>(),
  },
);
export const cancelImport = action(
  'POST product-imports/:id/cancel',
  'Stops an import; rows that are written stay, and the rest can be continued later.',
  {
    right: 'catalogue:write',
    allow: withStaff('catalogue'),
    capability: 'imports',
    answer: as<ProductImport>(),
  },
);
export const exportProducts = action(
  'GET product-exports',
  'Products as a file that the import reads again.',
  {
    right: 'catalogue:read',
    allow: withStaff('catalogue'),
    capability: 'imports',
    inView: false,
    answer: as<Download>(),
  },
);
export const checkImport = action(
  'POST product-imports/:id/check',
  'Reads an uploaded file and says what it would change and what is wrong.',
  {
    right: 'catalogue:write',
    allow: withStaff('catalogue'),
    capability: 'imports',
    answer: as<ProductImport>(),
  },
);
export const runImport = action(
  'POST product-imports/:id/run',
  'Writes what the check of an import has shown.',
  {
    right: 'catalogue:write',
    allow: withStaff('catalogue'),
    capability: 'imports',
    answer: as<ProductImport>(),
  },
);
export const rejectedRowsCsv = action(
  'GET product-imports/:id/rejected.csv',
  'Rows of an import that were not taken, as CSV.',
  {
    right: 'catalogue:read',
    allow: withStaff('catalogue'),
    capability: 'imports',
    inView: false,
    answer: as<Download>(),
  },
);
export const rejectedRowsWorkbook = action(
  'GET product-imports/:id/rejected.xlsx',
  'Rows of an import that were not taken, as a workbook.',
  {
    right: 'catalogue:read',
    allow: withStaff('catalogue'),
    capability: 'imports',
    inView: false,
    answer: as<Download>(),
  },
);
export const importTemplateCsv = action(
  'GET product-imports/template.csv',
  'An empty file of products with its headings, as CSV.',
  { right: 'catalogue:read', allow: withStaff('catalogue'), capability: 'imports', answer: as<Download>() },
);
export const importTemplateWorkbook = action(
  'GET product-imports/template.xlsx',
  'An empty file of products with its headings and lists, as a workbook.',
  { right: 'catalogue:read', allow: withStaff('catalogue'), capability: 'imports', answer: as<Download>() },
);
export const exportShopProducts = action(
  'GET export-products/:shop_id',
  'Products of a shop as CSV, in the columns of other clients.',
  { right: 'catalogue:read', allow: withStaff('catalogue'), inView: false, answer: as<Download>() },
);
export const exportShopVariations = action(
  'GET export-variation-options/:shop_id',
  'Variations of a shop as CSV, in the columns of other clients.',
  { right: 'catalogue:read', allow: withStaff('catalogue'), inView: false, answer: as<Download>() },
);
export const importProducts = action(
  'POST import-products',
  'Takes products from the CSV of other clients in one request.',
  { right: 'catalogue:write', allow: withStaff('catalogue'), sends: as<FormData>() },
);
export const importVariations = action(
  'POST import-variation-options',
  'Takes variations from the CSV of other clients in one request.',
  { right: 'catalogue:write', allow: withStaff('catalogue'), sends: as<FormData>() },
);
