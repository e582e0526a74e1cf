import type { CartLineInput, PlaceInput, VerifyInput } from '@/contract/orders/schema';
import { paymentGateways } from '@/contract/orders/status';
import type { VerifiedCheckout } from '@/contract/orders/wire';
import { type Cart, cartOf, payableTotal } from '@/state/cart-math';
import type { Address, Checkout, VerifiedResponse } from '@/state/checkout';
import type { OrderDraft } from '@/state/order-draft';

type Item = Cart['items'][number];
type VerifiedLine = VerifiedCheckout['lines'][number];

/** A line of the cart beside what the server has found of it. */
export interface ShownLine {
  item: Item;
  productId: number;
  variationId: number | null;
  problem: VerifiedLine['problem'];
  /** Left out of the order: it cannot be had. */
  isOut: boolean;
  /** Pieces that can be had; null when nobody has looked. */
  left: number | null;
  /** The price of now, and what it comes to. */
  price: number;
  total: number;
}

/** What the order comes to, as it is shown and sent. Roubles. */
export interface Totals {
  amount: number;
  tax: number;
  shipping: number;
  discount: number;
  total: number;
  /** Paid with points. */
  wallet: number;
  payable: number;
}

const idsOf = ({ id, productId, variationId }: Item) => {
  const [product = '', variation] = String(id).split('.');
  const own = variationId ?? variation;
  return { productId: Number(productId ?? product), variationId: own === undefined ? null : Number(own) };
};

/** The lines of the cart; with an answer of `verify`, what is wrong with each (reference pages §8.5). */
export function shownLines(items: readonly Item[], verified: VerifiedResponse | null): ShownLine[] {
  return items.map((item) => {
    const ids = idsOf(item);
    const found = verified?.lines?.find(
      (line) => line.product_id === ids.productId && line.variation_option_id === ids.variationId,
    );
    // Servers that tell nothing of lines name the products that cannot be had.
    const isNamed = verified?.lines === undefined && namesOf(verified).includes(ids.productId);
    const problem = found?.problem ?? (isNamed ? 'short' : null);
    const price = found?.unit_price ?? item.price;
    const [line] = cartOf([{ ...item, price }]).items;
    return {
      item,
      ...ids,
      problem,
      isOut: problem !== null && problem !== 'price',
      left: found?.left ?? null,
      price,
      total: line?.itemTotal ?? 0,
    };
  });
}

const namesOf = (verified: VerifiedResponse | null) => (verified?.unavailable_products ?? []).map(Number);

/** Sub-total, tax, delivery, discount, total and what is left to pay (specification §5): never below nothing. */
export function totalsOf(lines: readonly ShownLine[], checkout: Checkout): Totals {
  const { verified_response: verified, coupon, use_wallet } = checkout;
  const sum = cartOf(
    lines.filter(({ isOut }) => !isOut).map(({ item, price }) => ({ ...item, price })),
  ).total;
  const amount = verified?.amount ?? sum;
  const tax = verified?.total_tax ?? 0;
  const shipping = verified?.shipping_charge ?? 0;
  const discount = coupon ? (verified?.discount ?? coupon.amount) : 0;
  const total = Math.max(0, payableTotal({ totalAmount: amount, tax, shipping_charge: shipping }, discount));
  const wallet = use_wallet ? Math.min(total, verified?.wallet_currency ?? 0) : 0;
  const payable = payableTotal({ totalAmount: total, tax: 0, shipping_charge: 0 }, wallet);
  return { amount, tax, shipping, discount, total, wallet, payable };
}

/** Lines as they are sent; the server reads prices only to tell what differs. */
function linesToSend(lines: readonly ShownLine[]): CartLineInput[] {
  return lines.map(({ productId, variationId, item, price, total }) => ({
    product_id: productId,
    ...(variationId !== null && { variation_option_id: variationId }),
    order_quantity: item.quantity,
    unit_price: price,
    subtotal: total,
  }));
}

/** True when something has to be brought or fetched. */
export const needsDelivery = (items: readonly Item[]) => items.some(({ is_digital }) => is_digital !== true);

/** Where it goes: of an order, an address or a point. */
function destination({ items, checkout, draft }: Making) {
  const isBrought = needsDelivery(items) && !draft.isPickup;
  return {
    billing_address: addressOf(checkout.billing_address),
    shipping_address: isBrought ? addressOf(checkout.shipping_address) : null,
    delivery_point: needsDelivery(items) && draft.isPickup ? draft.point : null,
  };
}

function addressOf(chosen: Address | null): VerifyInput['billing_address'] {
  if (!chosen) return null;
  const { country, state, city, zip, street_address } = chosen.address;
  return {
    country: country ?? '',
    state: state ?? '',
    city: city ?? '',
    zip: zip ?? '',
    street_address: street_address ?? '',
  };
}

/** An order being made: the cart and what was said in checkout. */
export interface Making {
  items: readonly Item[];
  checkout: Checkout;
  draft: OrderDraft;
}

/** Body of `POST orders/checkout/verify`. */
export function verifyBody(making: Making): VerifyInput {
  const { customer, coupon } = making.checkout;
  return {
    amount: cartOf(making.items).total,
    customer_id: customer?.value ?? null,
    products: linesToSend(shownLines(making.items, null)),
    ...destination(making),
    coupon_code: coupon?.code ?? null,
  };
}

/** Body of `POST orders` (reference pages §8.6): the lines that can be had, and the amounts as they are shown. */
export function placeBody(making: Making): PlaceInput {
  const { checkout, draft, items } = making;
  const lines = shownLines(items, checkout.verified_response);
  const totals = totalsOf(lines, checkout);
  const isCovered = checkout.use_wallet && totals.total > 0 && totals.payable === 0;
  const chosen = paymentGateways.find((one) => one === checkout.payment_gateway) ?? 'CASH';
  return {
    products: linesToSend(lines.filter(({ isOut }) => !isOut)),
    customer_id: checkout.customer?.value ?? null,
    customer_name: checkout.customer?.label ?? null,
    customer_contact: checkout.customer_contact,
    customer_email: null,
    payment_gateway: isCovered ? 'FULL_WALLET_PAYMENT' : chosen,
    ...destination(making),
    delivery_time: needsDelivery(items) && !draft.isPickup ? (checkout.delivery_time?.title ?? null) : null,
    note: draft.note.trim() || null,
    ...(checkout.coupon && { coupon_id: checkout.coupon.id }),
    coupon_code: checkout.coupon?.code ?? null,
    use_wallet_points: checkout.use_wallet,
    isFullWalletPayment: isCovered,
    amount: totals.amount,
    sales_tax: totals.tax,
    delivery_fee: totals.shipping,
    discount: totals.discount,
    total: totals.total,
    paid_total: totals.total,
    wallet_amount: totals.wallet,
  };
}

export type Missing =
  | 'customer'
  | 'contact'
  | 'billing'
  | 'shipping'
  | 'point'
  | 'time'
  | 'lines'
  | 'gateway';

/** What still has to be said before the order can be placed, in the order of the cards (reference pages §8.5). */
export function missingOf(
  making: Making,
  { hasSlots, gateways }: { hasSlots: boolean; gateways: readonly string[] },
): Missing[] {
  const { checkout, draft, items } = making;
  const isSent = needsDelivery(items);
  const isBrought = isSent && !draft.isPickup;
  const lines = shownLines(items, checkout.verified_response);
  const payable = totalsOf(lines, checkout).payable;
  const gaps: [Missing, boolean][] = [
    ['customer', !checkout.customer],
    ['contact', !checkout.customer_contact],
    ['billing', !checkout.billing_address],
    ['shipping', isBrought && !checkout.shipping_address],
    ['point', isSent && draft.isPickup && !draft.point],
    ['time', isBrought && hasSlots && !checkout.delivery_time],
    ['lines', !lines.some(({ isOut }) => !isOut)],
    ['gateway', payable > 0 && !gateways.includes(checkout.payment_gateway)],
  ];
  return gaps.filter(([, isMissing]) => isMissing).map(([gap]) => gap);
}

/** The answer to a refused placing beside what was known already: it tells only of the lines that were sent. */
export function mergeVerified(before: VerifiedResponse | null, now: VerifiedCheckout): VerifiedResponse {
  const isTold = (line: VerifiedLine) =>
    now.lines.some(
      (one) => one.product_id === line.product_id && one.variation_option_id === line.variation_option_id,
    );
  const rest = (before?.lines ?? []).filter((line) => !isTold(line));
  return {
    ...now,
    lines: [...now.lines, ...rest],
    unavailable_products: [...new Set([...now.unavailable_products, ...rest.map((line) => line.product_id)])],
  };
}

/** One thing that differs from what was shown when the order was placed; a word of `checkout.changed` and its figures. */
export interface Change {
  key: string;
  name?: string;
  before?: number;
  now?: number;
  left?: number;
}

/** Which lines and sums differ, and why (`ORDER_CHANGED`). */
export function changesIn(
  lines: readonly ShownLine[],
  totals: Totals,
  answer: VerifiedCheckout,
  { hasCoupon, usesPoints }: { hasCoupon: boolean; usesPoints: boolean },
): Change[] {
  const ofLines = answer.lines.flatMap((found): Change[] => {
    const shown = lines.find(
      (line) =>
        line.productId === found.product_id && line.variationId === found.variation_option_id && !line.isOut,
    );
    if (!shown) return [];
    const name = shown.item.name ?? '';
    if (found.problem === 'gone' || found.problem === 'disabled')
      return [{ key: `line-${found.problem}`, name }];
    if (found.problem === 'short') return [{ key: 'line-short', name, left: found.left }];
    return found.unit_price === shown.price
      ? []
      : [{ key: 'line-price', name, before: shown.price, now: found.unit_price }];
  });
  const sums: Change[] = [
    { key: 'tax', before: totals.tax, now: answer.total_tax },
    { key: 'shipping', before: totals.shipping, now: answer.shipping_charge },
    ...(hasCoupon ? [{ key: 'discount', before: totals.discount, now: answer.discount }] : []),
    { key: 'total', before: totals.total, now: answer.total },
    ...(usesPoints
      ? [{ key: 'wallet', before: totals.wallet, now: Math.min(answer.total, answer.wallet_currency) }]
      : []),
  ].filter(({ before, now }) => before !== now);
  return [...ofLines, ...sums];
}

/** True for the `current` of `ORDER_CHANGED`. */
export function isVerifiedCheckout(value: unknown): value is VerifiedCheckout {
  return (
    typeof value === 'object' &&
    value !== null &&
    'lines' in value &&
    Array.isArray(value.lines) &&
    'unavailable_products' in value &&
    Array.isArray(value.unavailable_products)
  );
}
