/**
 * What happened in the business, by type: what the record alone cannot say later. A reader looks up the rest by the
 * record's id, and is told the truth of today.
 */
export interface BusinessEvents {
  /** A record is the order. */
  'order-placed': object;
  'order-paid': { amount: number };
  'order-cancelled': object;
  /** A record is the part of one shop. */
  'part-packed': { orderId: number };
  'part-handed-over': { orderId: number };
  'part-cancelled': { orderId: number };
  'refund-decided': { orderId: number; isApproved: boolean };
  'refund-paid': { orderId: number };
  'payment-held': { orderId: number; amount: number };
  'payment-captured': { orderId: number; amount: number };
  'payment-failed': { orderId: number };
}

export type EventType = keyof BusinessEvents;

/** Family of the record that an event is about. */
export const eventFamilies = {
  'order-placed': 'orders',
  'order-paid': 'orders',
  'order-cancelled': 'orders',
  'part-packed': 'orders',
  'part-handed-over': 'orders',
  'part-cancelled': 'orders',
  'refund-decided': 'refunds',
  'refund-paid': 'refunds',
  'payment-held': 'payment_intents',
  'payment-captured': 'payment_intents',
  'payment-failed': 'payment_intents',
} as const satisfies Record<EventType, string>;
