import {
  endedStatuses,
  type OrderStatus,
  orderStatuses,
  type PaymentGateway,
  type PaymentStatus,
} from './status';

/**
 * Moves between the statuses of orders and payments, and where both begin. Apart from the statuses, because lists show
 * those and ship no moves.
 */
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

/** Moves that users may request; the others follow from payments and refunds. */
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

export const paymentMoves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  'payment-pending': [
    'payment-processing',
    'payment-success',
    'payment-failed',
    'payment-awaiting-for-approval',
    'payment-cash',
    'payment-cash-on-delivery',
  ],
  // Held: taken, ended by the bank, of another sum, or let go with a cancelled order.
  'payment-processing': [
    'payment-success',
    'payment-failed',
    'payment-awaiting-for-approval',
    'payment-reversal',
  ],
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
  // The money was taken all the same, and goes back.
  'payment-reversal': ['payment-success'],
};

/** True when the state machine has this move. */
export function mayMove<Status extends string>(
  moves: Record<Status, readonly Status[]>,
  from: Status,
  to: Status,
): boolean {
  return moves[from].includes(to);
}

const online = { order: 'order-pending', payment: 'payment-pending' } as const;

/** Initial statuses of an order; one paid by points alone counts as paid. */
export const firstStatuses: Record<PaymentGateway, { order: OrderStatus; payment: PaymentStatus }> = {
  CASH: { order: 'order-processing', payment: 'payment-cash' },
  CASH_ON_DELIVERY: { order: 'order-processing', payment: 'payment-cash-on-delivery' },
  FULL_WALLET_PAYMENT: { order: 'order-processing', payment: 'payment-wallet' },
  SBP: online,
  CARD: { order: 'order-processing', payment: 'payment-pending' },
  ONLINE_CARD: online,
  SBERPAY: online,
  TPAY: online,
};

/**
 * Status of a parent: that of its least advanced part, derived and never set. Ended parts count only when no others are
 * left (rules/orders: the whole order follows its parts). Throws RangeError without parts.
 */
export function parentStatus(parts: readonly OrderStatus[]): OrderStatus {
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

/** Before shipping, when the payment method of an unpaid order may change. */
export const repayableStatuses: readonly OrderStatus[] = [
  'order-pending',
  'order-processing',
  'order-failed',
];
