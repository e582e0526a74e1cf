import type { PaymentMethod, ProviderName } from '@/contract/ledger/providers';
import type { ServiceFailure } from '@/contract/settings/outside';
import type { MethodAbilities } from '../online-ways';
import type { CallDeps } from '../outgoing/call';

/**
 * What the rest of the server knows of an acquirer (docs/payments.md). Sums are integers of kopecks; each adapter converts
 * them at its edge. No method throws for what the acquirer does, and none is called within a transaction.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  readonly methods: readonly MethodAbilities[];
  /** Its credentials are those of a test shop: payments without money count. */
  readonly isTestShop: boolean;
  /** A payment that nobody has paid can be cancelled; else it expires by itself. */
  readonly cancelsUnpaid: boolean;
  /** Code of the refusal to create the same payment twice; null for an acquirer that answers with the first one. */
  readonly repeatCode: string | null;
  /** A refund can be read by its payment, when its own id never came. */
  readonly readsRefundByPayment: boolean;
  /** Codes by which a refund that is sent again is refused, because the first request has done it. */
  readonly repeatedRefundCodes: readonly string[];
  /** The answer to a webhook that has been stored. */
  readonly webhookAnswer: string;
  create: (asked: CreatePayment) => Promise<ProviderResult<ProviderPayment>>;
  read: (id: string) => Promise<ProviderResult<ProviderPayment>>;
  /** Those of an attempt whose creation had no known answer. */
  find: (
    asked: Pick<CreatePayment, 'key' | 'orderId'> & { since: Date },
  ) => Promise<ProviderResult<FoundPayment[]>>;
  /** The whole hold, or a smaller sum; the rest returns to the buyer. */
  capture: (asked: ChangePayment) => Promise<ProviderResult<ProviderPayment>>;
  /** Ends a hold, or a payment that nobody has paid where the acquirer can. */
  cancel: (asked: Omit<ChangePayment, 'amount'>) => Promise<ProviderResult<ProviderPayment>>;
  refund: (asked: CreateRefund) => Promise<ProviderResult<ProviderRefund>>;
  readRefund: (asked: StoredRefund) => Promise<ProviderResult<ProviderRefund>>;
  /** Payments created since then, latest first; null for an acquirer without lists. */
  list: ((since: Date) => Promise<ProviderResult<ProviderPayment[]>>) | null;
  /** Refunds since then, also of the cabinet and of older payments. */
  listRefunds: ((since: Date) => Promise<ProviderResult<ProviderRefund[]>>) | null;
  /** What a webhook is about (rules/payments: a webhook is a reason to read). Null for another one. */
  parseWebhook: (body: unknown) => WebhookSubject | null;
}

/** `unknown`: it may have been done. Read before asking anew, and ask anew with the same key only. */
export type ProviderResult<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; code: string; message: string | null }
  | { kind: 'unknown'; failure: ServiceFailure };

export interface CreatePayment {
  /** Of this attempt; also sent as its name, so that an attempt can be found. Up to 36 characters. */
  key: string;
  orderId: number;
  amount: number;
  method: PaymentMethod;
  isTwoStage: boolean;
  /** Shown to the buyer; never personal data. */
  description: string;
  returnUrl: string;
  webhookUrl: string;
  expiresAt: Date;
}

export interface ChangePayment {
  id: string;
  key: string;
  amount?: number;
}

export interface CreateRefund {
  paymentId: string;
  key: string;
  amount: number;
  method: PaymentMethod;
}

export interface StoredRefund {
  paymentId: string;
  /** The acquirer's own, where it has one. */
  refundId: string | null;
  key: string;
  amount: number;
}

export type PaymentState = 'pending' | 'held' | 'paid' | 'canceled';

export interface ProviderPayment {
  id: string;
  state: PaymentState;
  /** Held, or captured; once something was returned, an acquirer may mean what is left (T-Bank). */
  amount: number;
  currency: string;
  /** What refunds have returned; null for a part of which the acquirer does not say the sum. */
  refunded: number | 'all' | null;
  /** What the acquirer keeps; null when it does not say. */
  fee: number | null;
  /** Key of the attempt, as it was sent. */
  key: string | null;
  isTest: boolean;
  createdAt: string | null;
  /** A hold is captured or cancelled before this. */
  expiresAt: string | null;
  /** Where the buyer pays. */
  payUrl: string | null;
  /** As the acquirer words it. */
  cancelReason: string | null;
  /** Cancelled because nobody paid in time. */
  hasExpired: boolean;
}

/** A payment that was found by its attempt: the way to pay it may be lost. */
export type FoundPayment = Pick<ProviderPayment, 'id' | 'state' | 'amount' | 'key'>;

export interface ProviderRefund {
  /** Null for an acquirer whose refunds have no id. */
  id: string | null;
  paymentId: string;
  state: 'pending' | 'succeeded' | 'canceled';
  amount: number;
  /** What the payment had after it; null when the acquirer does not say. */
  left: number | null;
  cancelReason: string | null;
}

export interface WebhookSubject {
  paymentId: string;
  /** For a webhook about a refund, where it has an id. */
  refundId: string | null;
}

/** What every adapter is opened with besides its credentials. */
export interface ProviderDeps extends CallDeps {
  /** How often a request is sent again: few times while a person waits, more in a job (`maxRepeats`). */
  repeats: number;
}

export const unreadable = { kind: 'unknown', failure: 'unreadable 200' } as const;
