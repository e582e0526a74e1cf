import type { CartLineInput, PlaceInput, VerifyInput } from '@/contract/orders/schema';
import { checkoutGateways } from '@/contract/orders/status';
import type { VerifiedCheckout } from '@/contract/orders/wire';
import { buildCart, type Cart, payableTotal } from '@/state/cart-math';
import type { Address, Checkout, VerifiedResponse } from '@/state/checkout';
import type { OrderDraft } from '@/state/order-draft';

type CartItem = Cart['items'][number];
type VerifiedLine = VerifiedCheckout['lines'][number];

export type CheckoutLine = ReturnType<typeof checkoutLines>[number];

/** Totals shown and sent, in roubles. */
export type Totals = ReturnType<typeof computeTotals>;

const parseItemIds = ({ id, productId, variationId }: CartItem) => {
  const [product = '', variation] = String(id).split('.');
  const own = variationId ?? variation;
  return { productId: Number(productId ?? product), variationId: own === undefined ? null : Number(own) };
};

/** Cart lines, with the problems found by `verify`. */
export function checkoutLines(items: readonly CartItem[], verified: VerifiedResponse | null) {
  return items.map((item) => {
    const ids = parseItemIds(item);
    const found = verified?.lines?.find(
      (line) => line.product_id === ids.productId && line.variation_option_id === ids.variationId,
    );
    // Servers without `lines` only list unavailable products.
    const isNamed = verified?.lines === undefined && unavailableIds(verified).includes(ids.productId);
    const problem = found?.problem ?? (isNamed ? 'short' : null);
    const price = found?.unit_price ?? item.price;
    const [line] = buildCart([{ ...item, price }]).items;
    return {
      item,
      ...ids,
      problem,
      /** Unavailable, left out of the order. */
      isOut: problem !== null && problem !== 'price',
      /** Available pieces; null before verification. */
      left: found?.left ?? null,
      price,
      total: line?.itemTotal ?? 0,
    };
  });
}

const unavailableIds = (verified: VerifiedResponse | null) =>
  (verified?.unavailable_products ?? []).map(Number);

/** Subtotal, tax, delivery, discount, total and payable amount, never negative. */
export function computeTotals(lines: readonly CheckoutLine[], checkout: Checkout) {
  const { verified_response: verified, coupon, use_wallet } = checkout;
  const sum = buildCart(
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

/** Lines of a request; the server uses the prices only to detect changes. */
function linesToSend(lines: readonly CheckoutLine[]): CartLineInput[] {
  return lines.map(({ productId, variationId, item, price, total }) => ({
    product_id: productId,
    ...(variationId !== null && { variation_option_id: variationId }),
    order_quantity: item.quantity,
    unit_price: price,
    subtotal: total,
  }));
}

/** True when any item needs shipping or pickup. */
export const needsDelivery = (items: readonly CartItem[]) =>
  items.some(({ is_digital }) => is_digital !== true);

/** Billing address, and shipping address or pickup point. */
function deliveryFields({ items, checkout, draft }: OrderInput) {
  const isBrought = needsDelivery(items) && !draft.isPickup;
  return {
    billing_address: postalAddress(checkout.billing_address),
    shipping_address: isBrought ? postalAddress(checkout.shipping_address) : null,
    delivery_point: needsDelivery(items) && draft.isPickup ? draft.point : null,
  };
}

function postalAddress(chosen: Address | null): VerifyInput['billing_address'] {
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

/** Order being composed: cart and checkout input. */
export interface OrderInput {
  items: readonly CartItem[];
  checkout: Checkout;
  draft: OrderDraft;
}

export function verifyBody(input: OrderInput): VerifyInput {
  const { customer, coupon } = input.checkout;
  return {
    amount: buildCart(input.items).total,
    customer_id: customer?.value ?? null,
    products: linesToSend(checkoutLines(input.items, null)),
    ...deliveryFields(input),
    coupon_code: coupon?.code ?? null,
  };
}

/** Body of `POST orders`: available lines, amounts as shown. */
export function placeBody(input: OrderInput): PlaceInput {
  const { checkout, draft, items } = input;
  const lines = checkoutLines(items, checkout.verified_response);
  const totals = computeTotals(lines, checkout);
  const isCovered = checkout.use_wallet && totals.total > 0 && totals.payable === 0;
  const chosen = checkoutGateways.find((one) => one === checkout.payment_gateway) ?? 'CASH';
  return {
    products: linesToSend(lines.filter(({ isOut }) => !isOut)),
    customer_id: checkout.customer?.value ?? null,
    customer_name: checkout.customer?.label ?? null,
    customer_contact: checkout.customer_contact,
    customer_email: null,
    payment_gateway: isCovered ? 'FULL_WALLET_PAYMENT' : chosen,
    ...deliveryFields(input),
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

export type MissingInput =
  | 'customer'
  | 'contact'
  | 'billing'
  | 'shipping'
  | 'point'
  | 'time'
  | 'lines'
  | 'gateway';

/** Missing input before the order can be placed, in the order of the cards. */
export function missingInput(
  input: OrderInput,
  { hasSlots, gateways }: { hasSlots: boolean; gateways: readonly string[] },
): MissingInput[] {
  const { checkout, draft, items } = input;
  const isSent = needsDelivery(items);
  const isBrought = isSent && !draft.isPickup;
  const lines = checkoutLines(items, checkout.verified_response);
  const payable = computeTotals(lines, checkout).payable;
  const gaps: [MissingInput, boolean][] = [
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

/** Merges the verification of a refused order into the previous one: it covers only the lines sent. */
export function mergeVerification(before: VerifiedResponse | null, now: VerifiedCheckout): VerifiedResponse {
  const isCovered = (line: VerifiedLine) =>
    now.lines.some(
      (one) => one.product_id === line.product_id && one.variation_option_id === line.variation_option_id,
    );
  const rest = (before?.lines ?? []).filter((line) => !isCovered(line));
  return {
    ...now,
    lines: [...now.lines, ...rest],
    unavailable_products: [...new Set([...now.unavailable_products, ...rest.map((line) => line.product_id)])],
  };
}

/** One difference from the shown order; `key` is a key of `checkout.changed`. */
export interface Change {
  key: string;
  name?: string;
  before?: number;
  now?: number;
  left?: number;
}

/** Differing lines and sums, with the reason (`ORDER_CHANGED`). */
export function findChanges(
  lines: readonly CheckoutLine[],
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

/** Type guard for `current` of an `ORDER_CHANGED` error. */
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
