/** Kinds of cash registers: `demo` registers nothing anywhere. */
export const registerNames = ['atol', 'yookassa', 'demo'] as const;

export type RegisterName = (typeof registerNames)[number];

/** A shop enters its group, login and password. */
export const asksAccess: Record<RegisterName, boolean> = { atol: true, yookassa: false, demo: false };

/** It takes corrections by its API; else a person makes them in its cabinet. */
export const takesCorrections: Record<RegisterName, boolean> = { atol: true, yookassa: false, demo: true };

/**
 * Why a receipt is not registered, each with words that say what to do. The first ones stop the whole register, the next
 * ones pass by themselves, and for the others a person changes something.
 */
export const receiptFailures = [
  ...(['access', 'silent'] as const),
  ...(['register', 'timeout'] as const),
  ...(['document', 'company', 'sums', 'marking', 'requisites', 'tax-system', 'customer'] as const),
  ...(['payment', 'correction', 'mismatch'] as const),
] as const;

export type ReceiptFailure = (typeof receiptFailures)[number];

/** What a register waits for. */
export interface RegisterQueue {
  /** Receipts by what they wait for. */
  waiting: number;
  asked: number;
  unknown: number;
  blocked: number;
  /** The oldest one that is not registered. */
  oldest_at: string | null;
  answered_at: string | null;
  /** Why nothing is sent at the moment, since when, and when the next try is. */
  failure: ReceiptFailure | null;
  failure_text: string | null;
  failing_since: string | null;
  paused_until: string | null;
}

/**
 * `GET receipts/registers`: a register that this installation sends to, the one for new receipts first; after those of the
 * marketplace the ones of shops.
 */
export interface RegisterView extends RegisterQueue {
  name: RegisterName;
  /** New receipts go there; others only finish what they got. */
  is_chosen: boolean;
  /** Whose own it is; null for the marketplace. */
  shop: { id: number; name: string; slug: string } | null;
}

/** `GET receipts/days`: what is registered on a day here, and what the register says; roubles. */
export interface RegisterDay {
  register: string;
  /** Name of the shop whose own register it is; null for the marketplace. */
  shop: string | null;
  day: string;
  receipts: number;
  sales: number;
  returns: number;
  /** Null for a register that has no totals, or was not asked yet. */
  theirs: { receipts: number; sales: number; returns: number; read_at: string } | null;
}
