import { type Ctx, isAdmin } from '@/server/core/context';
import { AppError, collectFieldErrors, rejectField } from '@/server/core/errors';
import { type ProductFiles, resolveFiles, resolvePicture, resolveSoldFile } from '../products/product-files';
import { roundMoney, type SentVariation } from '../products/product-input';
import { type EditedVariation, joinPath, type StoredVariation } from './variation-rows';

const maxPieces = 1_000_000_000;

/** Collects validation errors, so that all are reported together. */
export class ErrorCollector {
  private readonly found: [key: string, error: string][] = [];
  private readonly keys = new Set<string>();
  private readonly holders = new Set<string>();

  add(key: string, error: string): void {
    this.found.push([key, error]);
    this.keys.add(key);
    this.holders.add(key.slice(0, key.lastIndexOf('.')));
  }

  has(key: string): boolean {
    return this.keys.has(key);
  }

  /** True of a path with an error at one of its keys. */
  hasBelow(path: string): boolean {
    return this.holders.has(path);
  }

  /** Runs a check and collects its VALIDATION_FAILED instead of throwing. */
  collect<Value>(run: () => Value, otherwise: Value): Value {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof AppError && error.fields)) throw error;
      for (const [key, [text = 'error-wrong-value']] of Object.entries(error.fields)) this.add(key, text);
      return otherwise;
    }
  }

  /** Throws VALIDATION_FAILED when there are errors. */
  throwIfAny(): void {
    if (this.found.length > 0)
      throw new AppError('VALIDATION_FAILED', { fields: collectFieldErrors(this.found) });
  }
}

/**
 * Quantity after an edit. With `quantity_was` the edit is a difference, so that pieces sold meanwhile do not come back
 * (rules/catalogue: stock is edited as a difference). Throws VALIDATION_FAILED at the key when the result is negative.
 */
export function quantityAfter(
  stored: number,
  { quantity, quantity_was: was }: { quantity?: number | null; quantity_was?: number | null },
  key: string,
): number {
  const pieces = quantity ?? 0;
  const after = was === null || was === undefined ? pieces : stored + pieces - was;
  const error = after < 0 ? 'error-stock-changed' : after > maxPieces ? 'error-too-big' : undefined;
  if (error) rejectField(key, error);
  return after;
}

export function resolveVariationFiles(
  ctx: Ctx,
  shopId: number,
  given: readonly SentVariation[],
  stored: readonly StoredVariation[],
): Promise<ProductFiles> {
  const pictures = given.flatMap(({ input: { image } }) => image?.id ?? []);
  const sold = given.flatMap(({ input: { digital_file } }) =>
    digital_file && 'attachment_id' in digital_file ? digital_file.attachment_id : [],
  );
  // Administrators may use any file, so stored ones need no exemption.
  const kept = isAdmin(ctx) ? [] : stored.flatMap((one) => [one.image?.id ?? 0, one.digital_file_id ?? 0]);
  return resolveFiles(ctx, shopId, { pictures, sold }, kept.filter(Boolean));
}

const blank: StoredVariation = {
  id: 0,
  version: 1,
  title: '',
  options: [],
  value_ids: [],
  position: 0,
  price: 0,
  sale_price: null,
  quantity: 0,
  sku: '',
  barcode: null,
  is_disable: false,
  image: null,
  is_digital: false,
  digital_file_id: null,
};

interface EditAround {
  path: string;
  files: ProductFiles;
  mistakes: ErrorCollector;
  /** The product is free on purpose, so a price may be 0. */
  isFree: boolean;
}

/**
 * Applies an edit to a variation; a stored one changes only in the keys that were sent. Errors are added to
 * `mistakes`.
 */
export function applyVariationEdit(
  { input, sent }: Pick<SentVariation, 'input' | 'sent'>,
  before: StoredVariation | null,
  { path, files, mistakes, isFree }: EditAround,
): EditedVariation {
  const at = (key: string) => joinPath(path, key);
  const isGiven = (key: string) => before === null || sent.includes(key);
  const after: StoredVariation = { ...(before ?? blank) };
  if (isGiven('price'))
    after.price = roundMoney(input.price) ?? addMissing(mistakes, at('price'), 'error-price-required', 0);
  if (isGiven('price') && after.price === 0 && !isFree && !mistakes.has(at('price')))
    mistakes.add(at('price'), 'error-price-free');
  if (isGiven('sale_price')) after.sale_price = roundMoney(input.sale_price);
  if (isGiven('sku'))
    after.sku = input.sku || addMissing(mistakes, at('sku'), 'error-sku-required', after.sku);
  if (isGiven('quantity')) {
    const stored = before?.quantity ?? 0;
    const was = before && sent.includes('quantity_was') ? input.quantity_was : null;
    after.quantity = mistakes.collect(
      () =>
        quantityAfter(stored, { quantity: input.quantity ?? 0, quantity_was: was ?? null }, at('quantity')),
      stored,
    );
  }
  if (isGiven('barcode')) after.barcode = input.barcode || null;
  if (isGiven('is_disable')) after.is_disable = input.is_disable ?? false;
  if (isGiven('image'))
    after.image = mistakes.collect(() => resolvePicture(files, at('image'), input.image), null);
  if (isGiven('is_digital')) after.is_digital = input.is_digital ?? false;
  if (isGiven('digital_file'))
    after.digital_file_id = mistakes.collect(
      () => resolveSoldFile(files, at('digital_file'), input.digital_file),
      null,
    );
  assertPriceOrder(after, sent, at, mistakes);
  return {
    path,
    before,
    after,
    options: sent.includes('options') ? input.options : undefined,
    valueIds: sent.includes('value_ids') ? input.value_ids : undefined,
    sent,
  };
}

/** Rules between two values of a variation. */
function assertPriceOrder(
  after: StoredVariation,
  sent: readonly string[],
  at: (key: string) => string,
  mistakes: ErrorCollector,
): void {
  const isPriced = !mistakes.has(at('price'));
  if (isPriced && after.sale_price !== null && after.sale_price >= after.price) {
    mistakes.add(at(sent.includes('sale_price') ? 'sale_price' : 'price'), 'error-sale-price');
  }
  if (!after.is_digital) after.digital_file_id = null;
  else if (after.digital_file_id === null && !mistakes.has(at('digital_file'))) {
    mistakes.add(at('digital_file'), 'error-digital-file-required');
  }
}

function addMissing<Value>(mistakes: ErrorCollector, key: string, error: string, otherwise: Value): Value {
  mistakes.add(key, error);
  return otherwise;
}
