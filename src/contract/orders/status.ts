/** Where an order and its payment stand and may go (reference rules; design §5). Declared once, for both sides. */
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

/** The way of an order that goes well: what its stepper shows. */
export const orderCourse = orderStatuses.slice(0, 5);

export const orderMoves: Record<OrderStatus, readonly OrderStatus[]> = {
  'order-pending': ['order-processing', 'order-cancelled', 'order-failed'],
  'order-processing': [
    'order-at-local-facility',
    'order-out-for-delivery',
    'order-completed',
    'order-cancelled',
    // It is to be paid online after all.
    'order-pending',
  ],
  'order-at-local-facility': ['order-out-for-delivery', 'order-completed', 'order-cancelled'],
  'order-out-for-delivery': ['order-completed', 'order-cancelled'],
  'order-completed': ['order-refunded'],
  'order-cancelled': [],
  'order-refunded': [],
  // A new payment that succeeds brings it back, or another way to pay.
  'order-failed': ['order-processing', 'order-pending'],
};

/** What a person may ask for; the other moves follow from payments and refunds (reference rules §3.9). */
export const askableStatuses = [
  'order-processing',
  'order-at-local-facility',
  'order-out-for-delivery',
  'order-completed',
  'order-cancelled',
] as const satisfies readonly OrderStatus[];

/** Moves that a person may ask for from here. What failed comes back by a payment alone: its goods are anybody's again. */
export function movesFrom(status: OrderStatus): OrderStatus[] {
  if (status === 'order-failed') return [];
  return orderMoves[status].filter((to) => (askableStatuses as readonly OrderStatus[]).includes(to));
}

/** Nothing more happens to the goods of such an order. */
export const endedStatuses: readonly OrderStatus[] = ['order-cancelled', 'order-refunded', 'order-failed'];

/**
 * A parent stands where the least advanced of its shops' parts stands; ended parts count only when nothing else is left
 * (design §5: derived, never set). Throws RangeError without parts.
 */
export function parentStatusOf(parts: readonly OrderStatus[]): OrderStatus {
  const live = parts.filter((status) => !endedStatuses.includes(status));
  const [first, ...rest] = live.length > 0 ? live : parts;
  if (first === undefined) throw new RangeError('An order has at least one part');
  const rank = (status: OrderStatus) => orderStatuses.indexOf(status);
  if (live.length > 0) return rest.reduce((least, one) => (rank(one) < rank(least) ? one : least), first);
  return (
    (['order-refunded', 'order-cancelled', 'order-failed'] as const).find((one) => parts.includes(one)) ??
    first
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
  // Another sum came than was asked for: an administrator takes it, or sends it back and nothing is paid.
  'payment-awaiting-for-approval': [
    'payment-success',
    'payment-failed',
    'payment-cash',
    'payment-cash-on-delivery',
  ],
  // A new try, or another way to pay.
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

/** The money is there. */
export const paidStatuses: readonly PaymentStatus[] = ['payment-success', 'payment-wallet'];

/** Nobody has paid, and money may still come. */
export const unpaidStatuses: readonly PaymentStatus[] = [
  'payment-pending',
  'payment-failed',
  'payment-cash',
  'payment-cash-on-delivery',
];

/** Nothing of it is on its way: an unpaid order may still be paid another way (reference rules R-121). */
export const repayableStatuses: readonly OrderStatus[] = [
  'order-pending',
  'order-processing',
  'order-failed',
];

/** How an order is paid (reference entities E60). `SBP`: by the link or the QR code of the fast payment system. */
export const paymentGateways = ['CASH', 'CASH_ON_DELIVERY', 'SBP', 'FULL_WALLET_PAYMENT'] as const;

export type PaymentGateway = (typeof paymentGateways)[number];

/** Paid when it is handed over, not before. */
export const cashGateways: readonly PaymentGateway[] = ['CASH', 'CASH_ON_DELIVERY'];

/** Where a new order begins (reference rules R-098; design §5: paid by points alone is like any paid order). */
export const firstStatuses: Record<PaymentGateway, { order: OrderStatus; payment: PaymentStatus }> = {
  CASH: { order: 'order-processing', payment: 'payment-cash' },
  CASH_ON_DELIVERY: { order: 'order-processing', payment: 'payment-cash-on-delivery' },
  FULL_WALLET_PAYMENT: { order: 'order-processing', payment: 'payment-wallet' },
  SBP: { order: 'order-pending', payment: 'payment-pending' },
};

/** Whether a machine knows this move. */
export function mayMove<Status extends string>(
  moves: Record<Status, readonly Status[]>,
  from: Status,
  to: Status,
): boolean {
  return moves[from].includes(to);
}
