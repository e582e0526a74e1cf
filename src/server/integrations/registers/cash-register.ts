import type { ReceiptKind, ReceiptLine } from '@/contract/receipts/receipt';
import type { ReceiptFailure, RegisterName } from '@/contract/receipts/registers';
import type { ServiceFailure } from '@/contract/settings/outside';
import type { TaxSystem } from '@/contract/shops/requisites';

/**
 * What the rest of the server knows of a cash register (docs/receipts.md). No method throws for what the register does, and
 * none is called within a transaction.
 */
export interface CashRegister {
  readonly name: RegisterName;
  /** Pause between two documents, in milliseconds. */
  readonly paceMs: number;
  /** The same document with the same id is registered once, however often it is sent. */
  send: (document: ReceiptDocument) => Promise<RegisterAnswer>;
  /** What became of a document whose answer was lost. */
  find: (document: SentDocument) => Promise<RegisterAnswer>;
  /** What became of a document, by the register's own id. */
  read: (id: string) => Promise<RegisterAnswer>;
  /** What it has registered in a time; null for a register that does not say. */
  totals: ((from: Date, to: Date) => Promise<RegisterTotals | null>) | null;
  /** What a callback is about; null for another one, or for a register without callbacks. */
  parseCallback: ((body: unknown) => CallbackSubject | null) | null;
}

/** Whose register it is: data of the seller on each receipt. Stored with what was sent, and printed from there. */
export interface RegisterOwner {
  name: string;
  inn: string;
  email: string;
  taxSystem: Exclude<TaxSystem, 'npd'>;
  address: string | null;
  /** Where buyers pay: address of the shop front, or of the shop itself. */
  site: string;
  /** Buyers are not there. */
  isOnline: boolean;
}

export interface ReceiptDocument {
  /** Ours, unique for each try. */
  id: string;
  /** Of the stored receipt. */
  receiptId: number;
  kind: ReceiptKind;
  /** A return of goods or money; a correction is of a sale otherwise. */
  isReturn: boolean;
  at: Date;
  owner: RegisterOwner;
  /** One of both at least. */
  customer: { email: string | null; phone: string | null };
  lines: readonly ReceiptLine[];
  paid: ReceiptPayments;
  /** For a correction: the day of what was not registered in time. */
  baseDate: Date | null;
  callbackUrl: string | null;
  /** The acquirer's ids of the payment and refund that it documents, where money went through one. */
  payment: { acquirer: string; paymentId: string; refundId: string | null } | null;
}

/** A document that was sent before. */
export interface SentDocument extends ReceiptDocument {
  sentAt: Date;
  /** The register's ids of our other receipts: they are not this one. */
  knownIds: readonly string[];
}

/** How the sum is paid, in kopecks. `prepaid`: set off against earlier prepayments. */
export interface ReceiptPayments {
  cash: number;
  cashless: number;
  prepaid: number;
}

/**
 * `waiting`: read it later by its id, or look for it again when the register did not say one; `done`: registered; `failed`:
 * it is not registered and never will be with this id; `none`: the register does not know it, so the same document is sent
 * with the same id; `unknown`: it may have been registered, so it is looked for, never sent as another one.
 */
export type RegisterAnswer =
  | { kind: 'waiting'; id: string | null }
  | { kind: 'done'; id: string; fiscal: FiscalData; isOf: RegisteredAs }
  | { kind: 'failed'; failure: ReceiptFailure; text: string; cause: FailureCause }
  | { kind: 'none' }
  | { kind: 'unknown'; failure: ServiceFailure };

/** What the register says of a document, to compare it with ours; null for what it does not say. */
export interface RegisteredAs {
  documentId: string | null;
  /** Kopecks. */
  total: number | null;
}

/** `register`: another try later may succeed; `data`: a person changes something first; `access`: nothing is sent at all. */
export type FailureCause = 'register' | 'data' | 'access';

export interface CallbackSubject {
  id: string;
  documentId: string | null;
}

/** Kopecks. */
export interface RegisterTotals {
  receipts: number;
  sales: number;
  returns: number;
}

/** What proves a receipt: numbers of the fiscal drive, the document and its sign. */
export interface FiscalData {
  driveNumber: string;
  documentNumber: string;
  sign: string;
  shift: number | null;
  numberInShift: number | null;
  registerNumber: string | null;
  registeredAt: Date;
  /** Of the operator of fiscal data. */
  url: string | null;
}
