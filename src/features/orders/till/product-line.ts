import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { Product } from '@/contract/catalogue/products/schema';
import type { Variation } from '@/contract/catalogue/products/variations';
import type { NewCartItem } from '@/state/cart-math';

/** What the buyer of a simple product pays now; null where it has no price. */
export function priceOf(product: Product): number | null {
  return product.effective_price ?? product.sale_price ?? product.price;
}

/** How much below its price a simple product is sold, in whole per cent; 0 when it is not. */
export function dealOf(product: Product): number {
  const [now, before] = [priceOf(product), product.price];
  if (now === null || !before || now >= before) return 0;
  return Math.max(1, Math.round((1 - now / before) * 100));
}

/** A simple product as a line of the cart (reference pages §8.2); undefined when it cannot be sold. */
export function lineOfProduct(product: Product): NewCartItem | undefined {
  const price = priceOf(product);
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

/** A variation as a line of the cart; undefined when it cannot be sold. */
function lineOfVariation(product: ProductDetails, variation: Variation): NewCartItem | undefined {
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

/** True for what a scanner types: one word with a digit in it. */
export function looksLikeCode(text: string): boolean {
  return text.length >= 3 && /\d/.test(text) && !/\s/.test(text);
}

/** Of a product, what carries exactly this SKU or barcode: a variation, or the product itself. */
export function matchOf(
  product: ProductDetails,
  code: string,
): { line: NewCartItem | undefined; isVariable: boolean } | undefined {
  const is = (own: string | null) => own?.toLowerCase() === code.toLowerCase();
  const variation = product.variation_options.find(({ sku, barcode }) => is(sku) || is(barcode));
  if (variation) return { line: lineOfVariation(product, variation), isVariable: false };
  if (!is(product.sku) && !is(product.barcode)) return undefined;
  const isVariable = product.product_type === 'variable';
  return { line: isVariable ? undefined : lineOfProduct(product), isVariable };
}
