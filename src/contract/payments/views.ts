import type { Page } from '@/contract/core/paging';
import type { AccountKind, Provider } from '@/contract/ledger/accounts';
import type { PaymentMethod, ProviderName } from '@/contract/ledger/providers';
import type { EntryKind, LedgerSubject } from '@/contract/ledger/schema';
import type { AttemptState } from './attempts';
import type { ExchangeRow } from './exchanges';

/** Why an attempt ended without money, in words that say nothing about the buyer's card. */
export const attemptEnds = ['expired', 'declined', 'replaced'] as const;

export type AttemptEnd = (typeof attemptEnds)[number];

/** An attempt to pay. Sums in roubles. */
export interface PaymentAttempt {
  id: number;
  state: AttemptState;
  provider: Provider;
  /** Null for an attempt that a person or a test reports. */
  method: PaymentMethod | null;
  is_two_stage: boolean;
  amount: number;
  held: number;
  captured: number;
  refunded: number;
  /** What the provider keeps; for finance only, null until it says so. */
  fee: number | null;
  created_at: string;
  captured_at: string | null;
  /** The buyer pays before this. */
  expires_at: string | null;
  /** A hold is captured or cancelled before this. */
  capture_until: string | null;
  /** Held money is being taken. */
  is_capturing: boolean;
  /** Of an attempt that ended without money. */
  end: AttemptEnd | null;
  /** As the provider words it; for finance only. */
  failure: string | null;
  /** The provider's id: whole for finance, else its beginning and end. */
  payment_id: string | null;
}

/** `waiting`: not decided; `pending`: the provider has been asked; `failed`: it refused, and a person finds another way. */
export const paidBackStates = ['waiting', 'pending', 'returned', 'failed'] as const;

/** Money that goes back to the buyer the way it came. Roubles. */
export interface PaymentReturn {
  /** Of the refund. */
  id: number;
  state: (typeof paidBackStates)[number];
  amount: number;
  at: string;
}

/** What the buyer's bank claims back: held until it is decided. Of a part what is held of it. Roubles. */
export interface PaymentChargeback {
  id: number;
  state: 'open' | 'won' | 'lost';
  amount: number;
  at: string;
}

/** `GET orders/{id}/payments`: the money of an order as a chain, oldest first. Roubles. */
export interface OrderPayments {
  /** Sums are the shop's part of a payment of several shops. */
  is_part: boolean;
  /** A link to pay it can be made. */
  is_payable: boolean;
  attempts: PaymentAttempt[];
  returns: PaymentReturn[];
  chargebacks: PaymentChargeback[];
  paid: number;
  returned: number;
  left: number;
}

/** A row of `GET payments`. */
export interface PaymentRow extends PaymentAttempt {
  order: { id: number; number: string };
}

/** What the filter finds, in roubles. */
export interface PaymentTotals {
  amount: number;
  captured: number;
  refunded: number;
  fee: number;
}

export interface PaymentPage extends Page<PaymentRow> {
  totals: PaymentTotals;
}

export interface WebhookRow {
  id: number;
  received_at: string;
  state: 'waiting' | 'applied' | 'ignored' | 'failed';
  applied_at: string | null;
  /** Why it was ignored or failed. */
  note: string | null;
  payment_id: string | null;
}

/** A line of an entry, seen by finance. */
export interface TrailLine {
  id: number;
  account: AccountKind;
  /** The shop or provider of the account. */
  owner: string | null;
  amount: number;
}

export interface TrailEntry {
  id: number;
  at: string;
  kind: EntryKind;
  lines: TrailLine[];
}

/** Where the sums of a payment come from. Roubles; `line` is one of the books. */
export interface PaymentSums {
  captured_line: number | null;
  refunds: {
    id: number;
    /** Null for one that was made in the provider's cabinet. */
    refund_id: number | null;
    provider_refund_id: string | null;
    state: string;
    amount: number;
    at: string;
    line: number | null;
  }[];
  /** As the provider's registry has it, and the transfer that paid its day. */
  fee: {
    file: string;
    row: number;
    day: string;
    fee: number;
    fee_vat: number;
    line: number | null;
    bank: { day: string; number: string; amount: number } | null;
  } | null;
  goods: { name: string; quantity: number; sum: number; shop: string | null; rate: number | null }[];
}

/** `GET payments/{id}`: an attempt, what the provider sent, what was posted and what was said. */
export interface PaymentTrail extends PaymentRow {
  sums: PaymentSums;
  webhooks: WebhookRow[];
  entries: TrailEntry[];
  exchanges: ExchangeRow[];
}

/** A provider and its last day, `GET payments/providers`. */
export interface ProviderView {
  provider: ProviderName;
  is_connected: boolean;
  /** Environment variables that connect it. */
  variables: string[];
  methods: PaymentMethod[];
  /** Where the provider sends webhooks; entered in its cabinet unless each payment names it. */
  webhook_url: string;
  /** Of the last 24 hours. */
  asked: number;
  failed: number;
  webhooks: WebhookRow[];
  /** The attempt that has waited longest. */
  oldest: { id: number; order: { id: number; number: string }; created_at: string } | null;
}

/** `POST payments/providers/{name}/sweep`: what the provider has that the books had not. */
export interface SweepResult {
  /** Payments that were compared; null when the provider did not answer. */
  compared: number | null;
  /** Of them, those that changed an attempt. */
  applied: number;
}

/** `POST payments/providers/{name}/test`: a payment of one rouble that is made, shown to nobody and cancelled. */
export interface TestPayment {
  is_made: boolean;
  /** As the provider words it, or why no answer came. */
  failure: string | null;
  ms: number;
}

/** Goods behind a line of the books. */
export interface OriginGoods {
  name: string;
  quantity: number;
  /** Without the shop's own discount; for a return what was given back for it. */
  sum: number;
}

/** `GET ledger/lines/{id}/origin`: where a sum comes from. Roubles. */
export interface LineOrigin {
  id: number;
  account: AccountKind;
  amount: number;
  /** After the line, where the account stores it. */
  balance: number | null;
  entry: {
    id: number;
    at: string;
    kind: EntryKind;
    reason: string | null;
    /** Who caused it; for finance only. */
    by: string | null;
    /** All lines for finance, the shop's own for the shop. */
    lines: TrailLine[];
  };
  subject: LedgerSubject | null;
  goods: OriginGoods[];
  /** Goods, less the commission, are the sum; null for what is no sale and no return. */
  share: { goods: number; rate: number | null; commission: number; share: number } | null;
  /** What the buyer paid it with. */
  payments: PaymentAttempt[];
}
