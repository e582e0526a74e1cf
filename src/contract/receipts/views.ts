import * as yup from 'yup';
import type { Page } from '@/contract/core/paging';
import { choice } from '@/contract/core/rules';
import type { TaxSystem } from '@/contract/shops/requisites';
import {
  type Exclusion,
  type ReceiptKind,
  type ReceiptLine,
  type ReceiptState,
  type ReceiptVat,
  receiptStates,
} from './receipt';

/** Money came or went, and there is no receipt yet. */
export const openReceiptStates = ['waiting', 'asked', 'unknown', 'blocked'] as const;

/** States to choose a list by; `open` is all of those. */
export const receiptFilters = ['open', ...receiptStates] as const;

/** Ways to send a receipt to the buyer again. */
export const receiptChannels = ['mail', 'sms'] as const;

export type ReceiptChannel = (typeof receiptChannels)[number];

/** `POST receipts/{id}/copies`. */
export const resendReceiptSchema = yup.object({ channel: choice(receiptChannels, 'error-wrong-value') });

/** What proves that a receipt is registered. */
export interface ReceiptProof {
  /** ФН. */
  drive: string;
  /** ФД. */
  document: string;
  /** ФП. */
  sign: string;
  shift: number | null;
  number_in_shift: number | null;
  /** РН ККТ. */
  register: string | null;
  at: string;
}

/** Why a receipt is not registered yet. `text`: as the register words it; for finance only. */
export interface ReceiptTrouble {
  code: string;
  text: string | null;
}

/** A receipt as people of the shop and the marketplace see it. Roubles. */
export interface ReceiptView {
  id: number;
  kind: ReceiptKind;
  is_return: boolean;
  state: ReceiptState;
  exclusion: Exclusion | null;
  amount: number;
  created_at: string;
  /** The parcel that was handed over, counted from one. */
  part: { id: number; place: number } | null;
  proof: ReceiptProof | null;
  /** Content of the code by which the tax service finds it; not of a receipt that another shop shares. */
  qr: string | null;
  /** The page that the buyer sees; as `qr`. */
  page: string | null;
  /** At the operator of fiscal data; as `qr`. */
  url: string | null;
  /** Where the register sent it. */
  recipient: string | null;
  channels: ReceiptChannel[];
  trouble: ReceiptTrouble | null;
  /** Of a correction. */
  reason: string | null;
  corrects_id: number | null;
  may_correct: boolean;
  /** Whose own register issues it; null for the marketplace's. */
  shop: { id: number; name: string } | null;
  /** It was made in the cabinet of the register, whose API does not take it. */
  may_note_made: boolean;
}

/** What was handed over of what was paid in advance, in roubles. */
export interface PrepaidSum {
  prepaid: number;
  settled: number;
  returned: number;
  waiting: number;
  /** `prepaid` = `settled` + `returned` + `waiting`. */
  is_equal: boolean;
}

/** `GET orders/{id}/receipts`: receipts of an order, oldest first, and those that hand-over will make. */
export interface OrderReceipts {
  /** Sums are the shop's part. */
  is_part: boolean;
  receipts: ReceiptView[];
  coming: { part: { id: number; place: number }; amount: number }[];
  sums: PrepaidSum | null;
}

/** A row of `GET receipts`. */
export interface ReceiptRow extends ReceiptView {
  order: { id: number; number: string };
}

export type ReceiptPage = Page<ReceiptRow>;

/** A line of the paper, in roubles. */
export interface PaperLine extends Omit<ReceiptLine, 'orderLineId' | 'markCode'> {
  mark_code: string | null;
}

/** `GET receipt-pages/{secret}`: what is printed. Nothing about the buyer. Roubles. */
export interface ReceiptPaper {
  kind: ReceiptKind;
  is_return: boolean;
  /** Null until it is registered. */
  proof: ReceiptProof | null;
  qr: string | null;
  url: string | null;
  order: string;
  seller: { name: string; inn: string; tax_system: TaxSystem | null; address: string | null };
  /** Where it was paid. */
  site: string;
  lines: PaperLine[];
  amount: number;
  cash: number;
  cashless: number;
  prepaid: number;
  /** By rate, within the sum; without tax `sum` is what it is not taken from. */
  vat: { rate: ReceiptVat; sum: number }[];
}
