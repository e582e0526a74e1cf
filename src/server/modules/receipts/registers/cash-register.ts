import type { ReceiptKind, ReceiptLine } from '@/contract/receipts/receipt';
import type { ServiceFailure } from '@/contract/settings/outside';
import type { TaxSystem } from '@/contract/shops/requisites';

/**
 * What the rest of the server knows of a cash register (docs/receipts.md). No method throws for what the register does, and
 * none is called within a transaction.
 */
export interface CashRegister {
  readonly name: 'atol';
  /** The same document with the same id is registered once, however often it is sent. */
  send: (document: ReceiptDocument) => Promise<RegisterAnswer>;
  /** What became of a document, by the register's own id. */
  read: (id: string) => Promise<RegisterAnswer>;
}

/** Whose register it is: data of the company on each receipt. */
export interface RegisterOwner {
  inn: string;
  email: string;
  taxSystem: TaxSystem;
  /** Address of the shop front, where buyers pay. */
  site: string;
}

export interface ReceiptDocument {
  /** Ours, unique for each try. */
  id: string;
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
}

/** How the sum is paid, in kopecks. `prepaid`: set off against earlier prepayments. */
export interface ReceiptPayments {
  cash: number;
  cashless: number;
  prepaid: number;
}

/**
 * `waiting`: read it later by its id; `done`: registered; `failed`: it is not registered and never will be with this id;
 * `unknown`: it may have been, so the same document is sent again or read, never another one.
 */
export type RegisterAnswer =
  | { kind: 'waiting'; id: string }
  | { kind: 'done'; id: string; fiscal: FiscalData }
  | { kind: 'failed'; code: string; text: string; cause: FailureCause }
  | { kind: 'unknown'; failure: ServiceFailure };

/** `register`: another try later may succeed; `data`: a person changes something first; `access`: nothing is sent at all. */
export type FailureCause = 'register' | 'data' | 'access';

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
