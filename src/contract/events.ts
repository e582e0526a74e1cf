import type { PayoutState, WithdrawState } from './ledger/withdraws/schema';
import type { RefundState } from './refunds/states';

/**
 * What happened in the business, by type, with what the record does not say later. A reader looks up the rest, and finds
 * the record as it is today.
 */
export interface BusinessEvents {
  /** A part left its shop, for a pick-up point or with a courier; it may come back. */
  'part-shipped': { orderId: number };
  'part-handed-over': { orderId: number };
  /** Money arrived by an attempt to pay. */
  'payment-captured': { orderId: number };
  /** The customer of a paid order paid what it costs more in cash. */
  'surcharge-taken': object;
  /** The buyer's bank has taken money of the order back. */
  'chargeback-granted': object;
  /** An attempt to pay waits for an acquirer to be asked for it. */
  'payment-asked': { orderId: number };
  /** An attempt to pay was closed: nobody should pay it any more. */
  'payment-unwanted': { orderId: number };
  /** For good: approved or rejected. */
  'refund-decided': { orderId: number; status: RefundState };
  /** Money of an approved refund reached the buyer, all of it or a part. */
  'refund-paid': object;
  /** `by`: who decided. */
  'withdrawal-decided': { status: WithdrawState; note: string | null; by: number };
  /** The bank's statement, or a person's word, says where the money of an approved withdrawal is. `by`: who posted or said it. */
  'payout-moved': { state: PayoutState; note: string | null; by: number | null };
}

export type EventType = keyof BusinessEvents;

/** Family of the record that an event is about. */
export const eventFamilies = {
  'part-shipped': 'orders',
  'part-handed-over': 'orders',
  'payment-captured': 'payments',
  'surcharge-taken': 'orders',
  'chargeback-granted': 'orders',
  'payment-asked': 'payments',
  'payment-unwanted': 'payments',
  'refund-decided': 'refunds',
  'refund-paid': 'refunds',
  'withdrawal-decided': 'withdraws',
  'payout-moved': 'withdraws',
} as const satisfies Record<EventType, string>;
