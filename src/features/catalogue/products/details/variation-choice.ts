import type { ProductDetails } from '@/contract/catalogue/products/details';
import { combinationKey, type Variation } from '@/contract/catalogue/products/variations';
import type { NewCartItem } from '@/state/cart-math';

/** Chosen value id by attribute id. */
export type Choice = Readonly<Record<number, number>>;

/** Why a value is unavailable with the other chosen values: no such combination, disabled, or out of stock. */
export type UnavailableReason = 'missing' | 'off' | 'out';

/** Why a value is unavailable with the values chosen of other attributes; undefined when it is available. */
export function unavailableReason(
  variations: readonly Variation[],
  choice: Choice,
  attributeId: number,
  valueId: number,
): UnavailableReason | undefined {
  const wanted = Object.values({ ...choice, [attributeId]: valueId });
  const fitting = variations.filter(({ value_ids }) => wanted.every((id) => value_ids.includes(id)));
  if (fitting.length === 0) return 'missing';
  const sold = fitting.filter(({ is_disable }) => !is_disable);
  if (sold.length === 0) return 'off';
  return sold.some(({ quantity }) => quantity > 0) ? undefined : 'out';
}

/** Variation that matches a complete choice. */
export function findVariation(
  { variation_options }: Pick<ProductDetails, 'variation_options'>,
  choice: Choice,
): Variation | undefined {
  const key = combinationKey(Object.values(choice));
  return variation_options.find(({ value_ids }) => combinationKey(value_ids) === key);
}

/** Preselection: attributes with a single value, or everything when only one variation is available. */
export function preselectedValues(product: Pick<ProductDetails, 'variations' | 'variation_options'>): Choice {
  const sold = product.variation_options.filter(({ is_disable, quantity }) => !is_disable && quantity > 0);
  const [only] = sold;
  const values = product.variations.filter(({ attribute, attribute_value_id: id }) =>
    only && sold.length === 1
      ? only.value_ids.includes(id)
      : product.variations.every((one) => one.attribute.id !== attribute.id || one.attribute_value_id === id),
  );
  return Object.fromEntries(values.map(({ attribute, attribute_value_id: id }) => [attribute.id, id]));
}

/** Why nothing can be added to the order, as a key of `form:products.variations.dialog`. */
export type BlockReason = UnavailableReason | 'unpublished' | 'external' | 'none' | 'no-price' | 'all-taken';

export interface Offer {
  item?: NewCartItem;
  /** Current price, and the full price when that is higher. */
  price: number | null;
  before: number | null;
  /** Pieces in stock that the cart does not hold yet. */
  left: number;
  refusal?: BlockReason;
}

/** Price, stock and cart item of a product, or of the chosen variation of a variable one. */
export function buildOffer(
  product: ProductDetails,
  variation: Variation | undefined,
  inCart: (id: NewCartItem['id']) => number,
): Offer {
  const sold = variation ?? product;
  const price = variation
    ? Number(variation.effective_price ?? variation.sale_price ?? variation.price)
    : (product.effective_price ?? product.sale_price ?? product.price);
  const before =
    sold.price !== null && price !== null && price < Number(sold.price) ? Number(sold.price) : null;
  const id = variation ? `${product.id}.${variation.id}` : product.id;
  const left = Math.max(0, sold.quantity - inCart(id));
  const refusal = blockReason(product, variation, { price, left, stock: sold.quantity });
  if (refusal || price === null) return { price, before, left, refusal: refusal ?? 'no-price' };
  return { price, before, left, item: cartItem(product, variation, id, price) };
}

function blockReason(
  product: ProductDetails,
  variation: Variation | undefined,
  { price, left, stock }: { price: number | null; left: number; stock: number },
): BlockReason | undefined {
  if (product.status !== 'publish' && product.status !== 'approved') return 'unpublished';
  if (product.is_external) return 'external';
  if (variation?.is_disable) return 'off';
  if (price === null) return 'no-price';
  if (stock <= 0 || !product.in_stock) return 'out';
  return left === 0 ? 'all-taken' : undefined;
}

function cartItem(
  product: ProductDetails,
  variation: Variation | undefined,
  id: NewCartItem['id'],
  price: number,
): NewCartItem {
  const image = variation?.image ?? product.image;
  return {
    id,
    price,
    stock: (variation ?? product).quantity,
    name: variation ? `${product.name} - ${variation.title}` : product.name,
    slug: product.slug,
    image: image && (image.thumbnail || image.original),
    unit: product.unit,
    productId: product.id,
    ...(variation && { variationId: variation.id }),
    is_digital: (variation ?? product).is_digital,
    shop_id: product.shop_id,
  };
}
