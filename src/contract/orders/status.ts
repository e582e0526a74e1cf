/** Statuses of orders and payments (rules/orders: statuses move by one table). */
export const orderStatuses = [
  'order-pending',
  'order-processing',
  'order-at-local-facility',
  'order-out-for-delivery',
  'order-completed',
  'order-cancelled',
  'order-refunded',
  'order-failed',
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** Statuses of an order without problems, shown by the stepper. */
export const orderCourse = orderStatuses.slice(0, 5);

/** Statuses after which the goods no longer move. */
export const endedStatuses: readonly OrderStatus[] = ['order-cancelled', 'order-refunded', 'order-failed'];

export const paymentStatuses = [
  'payment-pending',
  'payment-processing',
  'payment-success',
  'payment-failed',
  'payment-reversal',
  'payment-refunded',
  'payment-cash-on-delivery',
  'payment-cash',
  'payment-wallet',
  'payment-awaiting-for-approval',
] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];

export const paidStatuses: readonly PaymentStatus[] = ['payment-success', 'payment-wallet'];

/** An acquirer holds the money, and it is not taken yet (rules/payments: held money pays nothing). */
export const isHeld = ({ payment_status }: { payment_status: PaymentStatus }): boolean =>
  payment_status === 'payment-processing';

/** Unpaid, but a payment may still arrive. */
export const unpaidStatuses: readonly PaymentStatus[] = [
  'payment-pending',
  'payment-failed',
  'payment-cash',
  'payment-cash-on-delivery',
];

interface Statuses {
  order_status: OrderStatus;
  payment_status: PaymentStatus;
}

/** True for a cancelled or failed order that was never paid: its payment status stays pending. */
const isNeverPaid = ({ order_status, payment_status }: Statuses): boolean =>
  endedStatuses.includes(order_status) && payment_status === 'payment-pending';

/** True after a refund of some goods; once all are returned, the order's status says so. */
export const isPartlyRefunded = ({
  refunded_amount,
  order_status,
}: Pick<Statuses, 'order_status'> & { refunded_amount: number }): boolean =>
  refunded_amount > 0 && order_status !== 'order-refunded';

const repeatedPayments: Partial<Record<OrderStatus, PaymentStatus>> = {
  'order-pending': 'payment-pending',
  'order-refunded': 'payment-refunded',
  'order-failed': 'payment-failed',
};

/** False when the payment status says nothing beyond the order's status, so that one badge is enough. */
export const hasDistinctPaymentStatus = (order: Statuses): boolean =>
  !isNeverPaid(order) && repeatedPayments[order.order_status] !== order.payment_status;

/** Payment methods of a placed order. */
export const checkoutGateways = [
  ...(['CASH', 'CASH_ON_DELIVERY', 'SBP', 'FULL_WALLET_PAYMENT'] as const),
  ...(['ONLINE_CARD', 'SBERPAY', 'TPAY'] as const),
] as const;

/** All payment methods; new ones go to the end (`order_fact`). `CARD`: by the card terminal at a shop's till. */
export const paymentGateways = [
  ...(['CASH', 'CASH_ON_DELIVERY', 'SBP', 'FULL_WALLET_PAYMENT', 'CARD'] as const),
  ...(['ONLINE_CARD', 'SBERPAY', 'TPAY'] as const),
] as const;

export type PaymentGateway = (typeof paymentGateways)[number];

/** Payment methods that are paid on handover. */
export const cashGateways: readonly PaymentGateway[] = ['CASH', 'CASH_ON_DELIVERY', 'CARD'];

/** True for gateways that are paid on handover. */
export const isCash = (gateway: PaymentGateway): boolean => cashGateways.includes(gateway);

/** Who takes the money of an order that is paid on handover: the marketplace, or its shop. */
export const cashHolders = ['platform', 'shop'] as const;

export type CashHolder = (typeof cashHolders)[number];

/**
 * The money is still to be taken by whoever hands the goods over. A shop completes such an order only by the customer's
 * code, and keeps the money.
 */
export const isPaidOnHandover = (order: {
  payment_gateway: PaymentGateway;
  payment_status: PaymentStatus;
}): boolean => cashGateways.includes(order.payment_gateway) && !paidStatuses.includes(order.payment_status);

/** A person's word about a coupon whose minimum the goods no longer reach: it stays, or no longer counts. */
export const couponDecisions = ['keep', 'drop'] as const;

export type CouponDecision = (typeof couponDecisions)[number];
