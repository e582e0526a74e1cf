import type { PostalAddress } from '@/contract/accounts/addresses/schema';
import type { VerifyInput } from './schema';
import type { BrokenTerm } from './terms';

/** Changes of placed orders that their customers are asked about. Roubles. */

/** How long a customer may think about a change, in hours. */
export const answerHours = 24;

/** `accepted`: waits for the payment of the difference. */
export const changeStates = ['asked', 'accepted', 'applied', 'declined', 'expired', 'withdrawn'] as const;

export type ChangeState = (typeof changeStates)[number];

export const isOpenChange = (state: ChangeState): boolean => state === 'asked' || state === 'accepted';

/** A line whose quantity changes: from 0 when it is added, to 0 when it is removed. */
export interface ChangedLine {
  name: string;
  variation: string | null;
  from: number;
  to: number;
  unit_price: number;
}

/**
 * What becomes of the difference: nothing, it is due with the rest of an unpaid order, collected on receipt, paid by a
 * link, taken in cash at once because no link can be paid, returned the way it was paid, or not taken of held money.
 */
export type Settlement = 'none' | 'due' | 'on-receipt' | 'link' | 'cash' | 'refund' | 'held';

interface ChangedFacts {
  lines: ChangedLine[];
  shipping_address: PostalAddress | null;
  delivery_point: VerifyInput['delivery_point'];
  customer_name: string | null;
  customer_contact: string | null;
  customer_email: string | null;
  total_before: number;
  total: number;
  /** What is paid more or less in money. */
  difference: number;
  /** Points that go back to the wallet, because the order costs less than they paid; unknown in changes from before. */
  points_back?: number;
  settlement: Settlement;
}

/** `POST orders/{id}/lines/preview`: a change before it is saved. */
export interface EditPreview extends ChangedFacts {
  /** Terms that the goods no longer meet; that of a coupon is decided with the change (`coupon`). */
  broken_terms: BrokenTerm[];
  /** The customer has to agree. */
  needs_consent: boolean;
  /** The customer may agree by telling a code, because nothing is paid by a link. */
  may_use_code: boolean;
  /** The difference may be taken in cash at once, with the customer's code. */
  may_take_cash: boolean;
}

/** The latest question to the customer, for the people who work on the order. */
export interface OrderChange extends ChangedFacts {
  id: number;
  state: ChangeState;
  created_at: string;
  until: string;
  ended_at: string | null;
}

/** `GET order-changes/{secret}`: the question as the customer reads it. */
export interface CustomerChange extends Omit<OrderChange, 'id' | 'ended_at' | 'created_at'> {
  number: string;
  shops: string[];
  /** Where the difference, or an unpaid order, is paid. */
  payment_url: string | null;
}
