import { vatRates } from '@/contract/shops/requisites';

/**
 * What a receipt says of the money (rules/receipts). `prepayment`: paid before the goods are handed over; `settlement`: handed
 * over; `return`: given back; `correction`: for what was not issued in time.
 */
export const receiptKinds = ['prepayment', 'settlement', 'return', 'correction'] as const;

export type ReceiptKind = (typeof receiptKinds)[number];

/** `receipts.state`, explained in its migration. */
export const receiptStates = [
  ...(['excluded', 'waiting', 'asked', 'unknown', 'done', 'blocked', 'replaced'] as const),
] as const;

export type ReceiptState = (typeof receiptStates)[number];

/**
 * Why none is issued here: the shop took the money and its own register does, points are no money, it was before the day
 * from which receipts are issued, or the buyer's bank has taken the money back without us.
 */
export const exclusions = ['shop', 'points', 'before', 'chargeback'] as const;

export type Exclusion = (typeof exclusions)[number];

/** How a line is paid: tag 1214 of the receipt. */
export const paymentModes = ['full_prepayment', 'advance', 'full_payment'] as const;

export type PaymentMode = (typeof paymentModes)[number];

/** What a line is: tag 1212. `marked`: with its code, `unmarked`: should have one. */
export const receiptSubjects = ['goods', 'marked', 'unmarked', 'service', 'payment'] as const;

export type ReceiptSubject = (typeof receiptSubjects)[number];

/** Longest name of a line, in characters. */
export const receiptNameLength = 128;

/** Most lines of one receipt. */
export const maxReceiptLines = 100;

/** VAT of a line: its own rate, or the rate within a sum that was paid in advance. */
export const receiptVats = [...vatRates, 'vat105', 'vat107', 'vat110', 'vat122'] as const;

export type ReceiptVat = (typeof receiptVats)[number];

const vatPercents: Partial<Record<ReceiptVat, number>> = {
  vat5: 5,
  vat105: 5,
  vat7: 7,
  vat107: 7,
  vat10: 10,
  vat110: 10,
  vat22: 22,
  vat122: 22,
};

/** Per cent of a rate, also of one within a sum that was paid in advance. */
export const vatPercent = (vat: ReceiptVat): number => vatPercents[vat] ?? 0;

/** Who sells the goods, when the marketplace sells them in its own name for a shop. */
export interface ReceiptSupplier {
  name: string;
  inn: string;
  phone: string | null;
}

/** Sums in kopecks; `sum` is exactly `price × quantity`. */
export interface ReceiptLine {
  /** Null for delivery and for money without goods. */
  orderLineId: number | null;
  name: string;
  price: number;
  quantity: number;
  sum: number;
  subject: ReceiptSubject;
  mode: PaymentMode;
  vat: ReceiptVat;
  supplier: ReceiptSupplier | null;
  markCode: string | null;
}
