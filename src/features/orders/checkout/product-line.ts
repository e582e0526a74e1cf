import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Product } from '@/contract/catalogue/products/schema';
import type { Variation } from '@/contract/catalogue/products/variations';
import type { NewCartItem } from '@/state/cart-math';

/** Selling price of a simple product; null without a price. */
export function sellingPrice(product: Product): number | null {
  return product.effective_price ?? product.sale_price ?? product.price;
}

/** Discount of a simple product in whole per cent; 0 without one. */
export function discountPercent(product: Product): number {
  const [now, before] = [sellingPrice(product), product.price];
  if (now === null || !before || now >= before) return 0;
  return Math.max(1, Math.round((1 - now / before) * 100));
}

/** Cart item of a simple product; undefined when it is unavailable. */
export function productCartItem(product: Product): NewCartItem | undefined {
  const price = sellingPrice(product);
  if (price === null || product.quantity <= 0) return undefined;
  return {
    id: product.id,
    price,
    stock: product.quantity,
    name: product.name,
    slug: product.slug,
    image: product.image && (product.image.thumbnail || product.image.original),
    unit: product.unit,
    productId: product.id,
    shop_id: product.shop_id,
    is_digital: product.is_digital,
  };
}

/** Cart item of a variation; undefined when it is unavailable. */
function variationCartItem(product: ProductDetails, variation: Variation): NewCartItem | undefined {
  if (variation.is_disable || variation.quantity <= 0) return undefined;
  const image = variation.image ?? product.image;
  return {
    id: `${product.id}.${variation.id}`,
    price: Number(variation.effective_price ?? variation.sale_price ?? variation.price),
    stock: variation.quantity,
    name: `${product.name} - ${variation.title}`,
    slug: product.slug,
    image: image && (image.thumbnail || image.original),
    unit: product.unit,
    productId: product.id,
    variationId: variation.id,
    is_digital: variation.is_digital,
    shop_id: product.shop_id,
  };
}

/** True for text that a scanner could type: one word with a digit. */
export function isScannable(text: string): boolean {
  return text.length >= 3 && /\d/.test(text) && !/\s/.test(text);
}

/** Variation or product with exactly this SKU or barcode. */
export function matchCode(
  product: ProductDetails,
  code: string,
): { line: NewCartItem | undefined; isVariable: boolean } | undefined {
  const is = (own: string | null) => own?.toLowerCase() === code.toLowerCase();
  const variation = product.variation_options.find(({ sku, barcode }) => is(sku) || is(barcode));
  if (variation) return { line: variationCartItem(product, variation), isVariable: false };
  if (!is(product.sku) && !is(product.barcode)) return undefined;
  const isVariable = product.product_type === 'variable';
  return { line: isVariable ? undefined : productCartItem(product), isVariable };
}
