/** Statuses of orders and payments and the moves between them (reference rules; design §5). */
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

export const orderMoves: Record<OrderStatus, readonly OrderStatus[]> = {
  'order-pending': ['order-processing', 'order-cancelled', 'order-failed'],
  'order-processing': [
    'order-at-local-facility',
    'order-out-for-delivery',
    'order-completed',
    'order-cancelled',
    // The customer pays online after all.
    'order-pending',
  ],
  'order-at-local-facility': ['order-out-for-delivery', 'order-completed', 'order-cancelled'],
  'order-out-for-delivery': ['order-completed', 'order-cancelled'],
  'order-completed': ['order-refunded'],
  'order-cancelled': [],
  'order-refunded': [],
  // A successful new payment or another payment method revives the order.
  'order-failed': ['order-processing', 'order-pending'],
};

/** Moves that users may request; the others follow from payments and refunds (reference rules §3.9). */
export const askableStatuses = [
  'order-processing',
  'order-at-local-facility',
  'order-out-for-delivery',
  'order-completed',
  'order-cancelled',
] as const satisfies readonly OrderStatus[];

/**
 * Moves that users may request from a status. A failed order is revived only by a payment: its stock was released. None
 * from an unknown status of another server.
 */
export function movesFrom(status: OrderStatus): OrderStatus[] {
  if (status === 'order-failed' || !Object.hasOwn(orderMoves, status)) return [];
  return orderMoves[status].filter((to) => (askableStatuses as readonly OrderStatus[]).includes(to));
}

/** Statuses after which the goods no longer move. */
export const endedStatuses: readonly OrderStatus[] = ['order-cancelled', 'order-refunded', 'order-failed'];

/**
 * Status of a parent: that of its least advanced part. Ended parts count only when no others are left (design §5: derived,
 * never set). Throws RangeError without parts.
 */
export function parentStatusOf(parts: readonly OrderStatus[]): OrderStatus {
  const live = parts.filter((status) => !endedStatuses.includes(status));
  const [first, ...rest] = live.length > 0 ? live : parts;
  if (first === undefined) throw new RangeError('An order has at least one part');
  const rank = (status: OrderStatus) => orderStatuses.indexOf(status);
  if (live.length > 0)
    return rest.reduce((least, status) => (rank(status) < rank(least) ? status : least), first);
  return (
    (['order-refunded', 'order-cancelled', 'order-failed'] as const).find((status) =>
      parts.includes(status),
    ) ?? first
  );
}

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

export const paymentMoves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  'payment-pending': [
    'payment-processing',
    'payment-success',
    'payment-failed',
    'payment-awaiting-for-approval',
    'payment-cash',
    'payment-cash-on-delivery',
  ],
  'payment-processing': ['payment-success', 'payment-failed', 'payment-awaiting-for-approval'],
  // A different amount arrived: an administrator accepts it or returns it.
  'payment-awaiting-for-approval': [
    'payment-success',
    'payment-failed',
    'payment-cash',
    'payment-cash-on-delivery',
  ],
  // A new attempt, or another payment method.
  'payment-failed': [
    'payment-processing',
    'payment-success',
    'payment-awaiting-for-approval',
    'payment-cash',
    'payment-cash-on-delivery',
  ],
  'payment-cash': [
    'payment-success',
    'payment-pending',
    'payment-awaiting-for-approval',
    'payment-cash-on-delivery',
  ],
  'payment-cash-on-delivery': [
    'payment-success',
    'payment-pending',
    'payment-awaiting-for-approval',
    'payment-cash',
  ],
  'payment-success': ['payment-refunded', 'payment-reversal'],
  'payment-wallet': ['payment-refunded'],
  'payment-refunded': [],
  'payment-reversal': [],
};

/** Payment statuses of paid orders. */
export const paidStatuses: readonly PaymentStatus[] = ['payment-success', 'payment-wallet'];

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

/** Payment statuses that repeat the order's status. */
const repeatedPayments: Partial<Record<OrderStatus, PaymentStatus>> = {
  'order-pending': 'payment-pending',
  'order-refunded': 'payment-refunded',
  'order-failed': 'payment-failed',
};

/** False when the payment status says nothing beyond the order's status, so that one badge is enough. */
export const hasDistinctPaymentStatus = (order: Statuses): boolean =>
  !isNeverPaid(order) && repeatedPayments[order.order_status] !== order.payment_status;

/** Before shipping, when the payment method of an unpaid order may change (reference rules R-121). */
export const repayableStatuses: readonly OrderStatus[] = [
  'order-pending',
  'order-processing',
  'order-failed',
];

/** Payment methods of a placed order (reference entities E60). `SBP`: link or QR code of the fast payment system. */
export const checkoutGateways = ['CASH', 'CASH_ON_DELIVERY', 'SBP', 'FULL_WALLET_PAYMENT'] as const;

/** All payment methods. `CARD`: by the card terminal at a shop's till. */
export const paymentGateways = [...checkoutGateways, 'CARD'] as const;

export type PaymentGateway = (typeof paymentGateways)[number];

/** Payment methods that are paid on handover. */
export const cashGateways: readonly PaymentGateway[] = ['CASH', 'CASH_ON_DELIVERY', 'CARD'];

/** Initial statuses of an order (reference rules R-098; design §5: one paid by points alone counts as paid). */
export const firstStatuses: Record<PaymentGateway, { order: OrderStatus; payment: PaymentStatus }> = {
  CASH: { order: 'order-processing', payment: 'payment-cash' },
  CASH_ON_DELIVERY: { order: 'order-processing', payment: 'payment-cash-on-delivery' },
  FULL_WALLET_PAYMENT: { order: 'order-processing', payment: 'payment-wallet' },
  SBP: { order: 'order-pending', payment: 'payment-pending' },
  CARD: { order: 'order-processing', payment: 'payment-pending' },
};

/** True when the state machine has this move. */
export function mayMove<Status extends string>(
  moves: Record<Status, readonly Status[]>,
  from: Status,
  to: Status,
): boolean {
  return moves[from].includes(to);
}
