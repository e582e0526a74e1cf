import { isRecord } from '@/contract/core/own-value';
import { type TillDiscount, type TillGateway, type TillGood, tillGateways } from '@/contract/orders/till';

/** Pure rules of the current receipt at a till. */

/** A product with the quantity that is bought. */
export interface ReceiptLine extends TillGood {
  quantity: number;
  /** Codes of marked pieces, as they were read. */
  marks?: string[];
}

/** Codes of a line, never more than pieces. */
export const lineMarks = ({ marks, quantity }: ReceiptLine): readonly string[] =>
  Array.isArray(marks) ? marks.filter((code) => typeof code === 'string').slice(0, quantity) : [];

/** The codes of a line anew. */
export const withMarks = (receipt: Receipt, key: string, marks: readonly string[]): Receipt => ({
  ...receipt,
  lines: receipt.lines.map((line) => (keyOfGood(line) === key ? { ...line, marks: [...marks] } : line)),
});

/** Codes of all pieces, as a sale takes them. */
export const soldMarks = ({ lines }: Receipt) =>
  lines.flatMap((line) => {
    const { product_id, variation_option_id } = line;
    return lineMarks(line).map((code) => ({ product_id, variation_option_id, code }));
  });

export interface Receipt {
  lines: ReceiptLine[];
  /** Key of the line that the keyboard changes: the last one touched. */
  current: string | null;
  /** Phone of the customer, and the name when there is an account. */
  phone: string;
  customer: string | null;
  discount: TillDiscount | null;
  coupon: string;
  /** The code by which the customer agrees to use the coupon. */
  confirmation: string;
  gateway: TillGateway;
  /** Body and Idempotency-Key of the last attempt to sell. */
  attempt: { of: string; key: string } | null;
  /** An SBP sale that is not paid yet. */
  waiting: number | null;
}

export const emptyReceipt: Receipt = {
  lines: [],
  current: null,
  phone: '',
  customer: null,
  discount: null,
  coupon: '',
  confirmation: '',
  gateway: 'CASH',
  attempt: null,
  waiting: null,
};

export const keyOfGood = ({
  product_id,
  variation_option_id,
}: Pick<TillGood, 'product_id' | 'variation_option_id'>) => `${product_id}.${variation_option_id ?? ''}`;

/** Pieces of a product on the receipt. */
export function receiptQuantity(receipt: Receipt, good: TillGood): number {
  return receipt.lines.find((line) => keyOfGood(line) === keyOfGood(good))?.quantity ?? 0;
}

/** Adds a piece: to the existing line, otherwise as a new line at the end. */
export function addGood(receipt: Receipt, good: TillGood): Receipt {
  const key = keyOfGood(good);
  const isThere = receipt.lines.some((line) => keyOfGood(line) === key);
  const lines = isThere
    ? receipt.lines.map((line) =>
        keyOfGood(line) === key ? { ...line, ...good, quantity: line.quantity + 1 } : line,
      )
    : [...receipt.lines, { ...good, quantity: 1 }];
  return { ...receipt, lines, current: key };
}

/** Changes a quantity; a line without pieces is removed, and the line before it becomes the current one. */
export function changeQuantity(receipt: Receipt, key: string, quantity: number): Receipt {
  if (quantity > 0) {
    const lines = receipt.lines.map((line) => (keyOfGood(line) === key ? { ...line, quantity } : line));
    return { ...receipt, lines, current: key };
  }
  const place = receipt.lines.findIndex((line) => keyOfGood(line) === key);
  const lines = receipt.lines.filter((line) => keyOfGood(line) !== key);
  const next = lines[Math.min(place, lines.length - 1)];
  // An empty receipt has nothing to discount.
  if (!next) return { ...receipt, lines, current: null, discount: null, coupon: '', confirmation: '' };
  return { ...receipt, lines, current: keyOfGood(next) };
}

export function moveCurrent(receipt: Receipt, step: 1 | -1): Receipt {
  const { lines, current } = receipt;
  const place = lines.findIndex((line) => keyOfGood(line) === current);
  const next = lines[Math.min(lines.length - 1, Math.max(0, place + step))];
  return next ? { ...receipt, current: keyOfGood(next) } : receipt;
}

/** The valid part of a stored receipt. */
export function parseReceipt(kept: unknown): Receipt {
  if (!isRecord(kept)) return emptyReceipt;
  const { lines, current, phone, customer, discount, coupon, confirmation, gateway, attempt, waiting } = kept;
  return {
    lines: Array.isArray(lines) ? lines.filter(isLine) : [],
    current: typeof current === 'string' ? current : null,
    phone: typeof phone === 'string' ? phone : '',
    customer: typeof customer === 'string' ? customer : null,
    discount: isDiscount(discount) ? discount : null,
    coupon: typeof coupon === 'string' ? coupon : '',
    confirmation: typeof confirmation === 'string' ? confirmation : '',
    gateway: tillGateways.find((one) => one === gateway) ?? 'CASH',
    attempt:
      isRecord(attempt) && typeof attempt.of === 'string' && typeof attempt.key === 'string'
        ? { of: attempt.of, key: attempt.key }
        : null,
    waiting: typeof waiting === 'number' ? waiting : null,
  };
}

function isLine(value: unknown): value is ReceiptLine {
  if (!isRecord(value)) return false;
  const numbers = [value.product_id, value.price, value.left, value.quantity];
  return typeof value.name === 'string' && numbers.every((number) => Number.isFinite(number));
}

function isDiscount(value: unknown): value is TillDiscount {
  return isRecord(value) && (value.type === 'percent' || value.type === 'sum') && Number(value.value) > 0;
}
