/** Pure arithmetic of the cart (specification §3–§5). */

/** Amounts are summed in whole ten-thousandths, because binary fractions accumulate errors (0.1 + 0.2). */
const unitsOfOne = 10_000;

export interface CartItem {
  /** Product id; of a variation `{productId}.{variationId}`. */
  id: number | string;
  price: number;
  quantity: number;
  stock: number;
  /** Price times quantity, computed here. */
  itemTotal?: number;
  name?: string;
  slug?: string;
  image?: string | null;
  unit?: string | null;
  productId?: number | string;
  variationId?: number | string;
  is_digital?: boolean;
  shop_id?: number;
}

/** An item to add; its quantity is passed separately. */
export type NewCartItem = Omit<CartItem, 'quantity' | 'itemTotal'>;

export interface Cart {
  items: (CartItem & { itemTotal: number })[];
  isEmpty: boolean;
  /** Sum of the quantities. */
  totalItems: number;
  totalUniqueItems: number;
  total: number;
  meta: Record<string, unknown> | null;
}

/** Adds a quantity of an item, merging into an existing line. Throws the text of specification §5 for zero or less. */
export function addItemWithQuantity(
  items: readonly CartItem[],
  item: NewCartItem,
  quantity: number,
): CartItem[] {
  if (!(quantity > 0)) throw new Error("cartQuantity can't be zero or less than zero");
  const line = getItem(items, item.id);
  if (!line) return [...items, { ...item, quantity }];
  return items.map((one) => (one === line ? { ...one, quantity: one.quantity + quantity } : one));
}

/** Decreases a line's quantity; removes the line at zero. */
export function removeItemOrQuantity(
  items: readonly CartItem[],
  id: CartItem['id'],
  quantity = 1,
): CartItem[] {
  return items
    .map((item) => (item.id === id ? { ...item, quantity: item.quantity - quantity } : item))
    .filter((item) => item.id !== id || item.quantity > 0);
}

/** Adds a whole line, or replaces the one with its id. */
export function addItem(items: readonly CartItem[], item: CartItem): CartItem[] {
  if (!getItem(items, item.id)) return [...items, item];
  return items.map((line) => (line.id === item.id ? item : line));
}

export function removeItem(items: readonly CartItem[], id: CartItem['id']): CartItem[] {
  return items.filter((item) => item.id !== id);
}

/** Merges changes into a line. */
export function updateItem(
  items: readonly CartItem[],
  id: CartItem['id'],
  change: Partial<CartItem>,
): CartItem[] {
  return items.map((item) => (item.id === id ? { ...item, ...change, id } : item));
}

function getItem(items: readonly CartItem[], id: CartItem['id']): CartItem | undefined {
  return items.find((item) => item.id === id);
}

/** True while the quantity is below the stock. */
export function isInStock(items: readonly CartItem[], id: CartItem['id']): boolean {
  const item = getItem(items, id);
  return item !== undefined && item.quantity < item.stock;
}

/** The cart of these lines, with recomputed totals. */
export function buildCart(items: readonly CartItem[], meta: Cart['meta'] = null): Cart {
  const lines = items.map((item) => ({ ...item, itemTotal: itemTotalOf(item) }));
  return {
    items: lines,
    isEmpty: lines.length === 0,
    totalItems: fromUnits(lines.reduce((sum, { quantity }) => sum + toUnits(quantity), 0)),
    totalUniqueItems: lines.length,
    total: fromUnits(lines.reduce((sum, { itemTotal }) => sum + toUnits(itemTotal), 0)),
    meta,
  };
}

export const emptyCart: Cart = buildCart([]);

/** Amounts of an order before discount. */
export interface OrderTotals {
  totalAmount: number;
  tax: number;
  shipping_charge: number;
}

/** totalAmount + tax + shipping_charge, minus a discount if there is one. */
export function payableTotal({ totalAmount, tax, shipping_charge }: OrderTotals, discount = 0): number {
  return fromUnits(toUnits(totalAmount) + toUnits(tax) + toUnits(shipping_charge) - toUnits(discount));
}

function itemTotalOf({ price, quantity }: CartItem): number {
  return fromUnits(Math.round(toUnits(price) * quantity));
}

function toUnits(value: number): number {
  return Math.round(value * unitsOfOne);
}

function fromUnits(units: number): number {
  return units / unitsOfOne;
}
