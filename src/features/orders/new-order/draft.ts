import { toPhone } from '@/contract/core/phone';
import { isOnline } from '@/contract/orders/online';
import type {
  ShopOrderGateway,
  ShopOrderInput,
  ShopOrderQuote,
  ShopOrderQuoteInput,
} from '@/contract/orders/shop-order';
import type { DeliveryPoint } from '@/contract/settings/delivery';
import type { Receipt } from '@/state/till-receipt';

/** How the customer will pay: by a link that is sent, by a QR code on this screen, or on receipt. */
export const paymentWays = ['link', 'qr', 'receipt'] as const;

export type PaymentWay = (typeof paymentWays)[number];

/** A link opens the first method that is offered; a code on the screen is one of the fast payment system. */
export function chooseGateway(
  way: PaymentWay,
  offered: readonly ShopOrderGateway[],
): ShopOrderGateway | undefined {
  if (way === 'link') return offered.find(isOnline);
  return offered.find((one) => one === (way === 'qr' ? 'SBP' : 'CASH_ON_DELIVERY'));
}

export const addressKeys = ['country', 'state', 'city', 'zip', 'street_address'] as const;

export type DraftAddress = Record<(typeof addressKeys)[number], string>;

/** What is known of the order besides its receipt. */
export interface Draft {
  /** Payment methods that are switched on. */
  offered: readonly ShopOrderGateway[];
  /** Typed, for a customer whose name the shop does not know yet. */
  name: string;
  email: string;
  /** Has ordered here without an account: name and e-mail are those of then. */
  isGuest: boolean;
  delivery: 'courier' | 'pickup';
  address: DraftAddress;
  point: DeliveryPoint | null;
  way: PaymentWay;
  note: string;
  /** For administrators. */
  coupon: string;
  usesPoints: boolean;
  sendsSms: boolean;
  sendsEmail: boolean;
}

/** A draft for the next customer; `country` in the language of the panel. */
export const newDraft = (country: string, offered: Draft['offered']): Draft => ({
  offered,
  name: '',
  email: '',
  isGuest: false,
  delivery: 'courier',
  address: { country, state: '', city: '', zip: '', street_address: '' },
  point: null,
  way: offered.some(isOnline) ? 'link' : 'receipt',
  note: '',
  coupon: '',
  usesPoints: false,
  sendsSms: true,
  sendsEmail: false,
});

/** Parts of an address that nobody has written. */
export const missingParts = (address: DraftAddress) =>
  addressKeys.filter((key) => address[key].trim() === '');

export const isComplete = (address: DraftAddress) => missingParts(address).length === 0;

export function quoteBody({ lines, phone }: Receipt, draft: Draft): ShopOrderQuoteInput {
  const { delivery, address, point, way, offered, coupon, usesPoints } = draft;
  return {
    products: lines.map(({ product_id, variation_option_id, quantity }) => ({
      product_id,
      variation_option_id,
      order_quantity: quantity,
    })) as ShopOrderQuoteInput['products'],
    shipping_address: delivery === 'courier' && isComplete(address) ? address : null,
    delivery_point:
      delivery === 'pickup' && point
        ? { code: point.code, carrier: point.carrier, name: point.name, address: point.address }
        : null,
    payment_gateway: chooseGateway(way, offered) ?? 'CASH_ON_DELIVERY',
    customer_contact: phone || null,
    coupon_code: coupon || null,
    use_wallet_points: usesPoints,
  };
}

/** Body of `POST shop-orders/{shop}` at the sums that are shown. */
export function orderBody(
  receipt: Receipt,
  draft: Draft,
  { total, wallet }: Pick<ShopOrderQuote, 'total' | 'wallet'>,
): ShopOrderInput {
  const isLink = draft.way === 'link';
  return {
    ...quoteBody(receipt, draft),
    customer_contact: receipt.phone,
    customer_name: (receipt.customer ?? draft.name).trim(),
    customer_email: draft.email.trim() || null,
    note: draft.note.trim() || null,
    total,
    wallet_amount: wallet,
    sends_sms: isLink && draft.sendsSms,
    sends_email: isLink && draft.sendsEmail,
  };
}

export type Missing = 'customer' | 'name' | 'goods' | 'address' | 'point' | 'email';

/** The first thing that the order lacks. */
export function findMissing(receipt: Receipt, draft: Draft): Missing | undefined {
  const isNamed = receipt.customer !== null || draft.name.trim() !== '';
  const { shipping_address, delivery_point } = quoteBody(receipt, draft);
  const needsEmail = draft.way === 'link' && draft.sendsEmail && receipt.customer === null;
  const gaps: [Missing, boolean][] = [
    ['customer', toPhone(receipt.phone) === undefined],
    ['name', !isNamed],
    ['goods', receipt.lines.length === 0],
    ['address', draft.delivery === 'courier' && shipping_address === null],
    ['point', draft.delivery === 'pickup' && delivery_point === null],
    ['email', needsEmail && draft.email.trim() === ''],
  ];
  return gaps.find(([, isMissing]) => isMissing)?.[0];
}

/** Why a point cannot take the order; undefined when it can. `weight` in kilograms. */
export function findMisfit(
  point: DeliveryPoint,
  weight: number,
  way: PaymentWay,
): 'heavy' | 'unpaid' | undefined {
  if (point.max_weight !== null && weight > point.max_weight) return 'heavy';
  const takesMoney = point.cash_allowed !== false || point.card_allowed !== false;
  return way === 'receipt' && !takesMoney ? 'unpaid' : undefined;
}
