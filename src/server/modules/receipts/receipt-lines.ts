import { partOfLine, share } from '@/contract/orders/money';
import {
  maxReceiptLines,
  type PaymentMode,
  type ReceiptLine,
  type ReceiptSupplier,
  type ReceiptVat,
  receiptNameLength,
} from '@/contract/receipts/receipt';
import { type VatRate, vatRates } from '@/contract/shops/requisites';
import type { ReceiptPayments } from '@/server/integrations/registers/cash-register';

/** Pieces of a line of an order, as they were sold. Sums in kopecks, of the whole line. */
export interface SoldLine {
  id: number;
  name: string;
  variation: string | null;
  /** Of the whole line. */
  quantity: number;
  /** With tax and delivery. */
  total: number;
  /** Part of the total that points paid: no money, no receipt. */
  wallet: number;
  delivery: number;
  vat: VatRate;
  supplier: ReceiptSupplier | null;
  requiresMarking: boolean;
  /** One for each piece of marked goods, as far as they are known. */
  markCodes: readonly string[];
}

/** Pieces of a line, and their money in kopecks without points and delivery. */
export interface SoldPieces {
  line: SoldLine;
  pieces: number;
  money: number;
}

/**
 * Lines of a receipt for pieces: each is exactly price × quantity, and together they are exactly the money (rules/receipts:
 * lines sum to the money). Pieces of the same price are one line; marked ones are a line each, because each has its own code.
 */
export function goodsLines({ line, pieces, money }: SoldPieces, mode: PaymentMode): ReceiptLine[] {
  const common = {
    orderLineId: line.id,
    name: cut([line.name, line.variation].filter(Boolean).join(', ')),
    mode,
    vat: vatFor(line.vat, mode),
    supplier: line.supplier,
  };
  const lines: ReceiptLine[] = [];
  for (let piece = 0; piece < pieces; piece += 1) {
    const price = partOfLine(money, pieces, piece, 1);
    const markCode = line.markCodes[piece] ?? null;
    const same = lines.find((one) => one.price === price && one.markCode === null && markCode === null);
    if (same) Object.assign(same, { quantity: same.quantity + 1, sum: same.sum + price });
    else if (price > 0) {
      const subject = markCode !== null ? 'marked' : line.requiresMarking ? 'unmarked' : 'goods';
      lines.push({ ...common, price, quantity: 1, sum: price, markCode, subject });
    }
  }
  return lines;
}

/** Money for the delivery of lines, without points, in kopecks. */
export const deliveryMoney = (lines: readonly SoldLine[]): number =>
  lines.reduce((sum, line) => {
    const [, points = 0] = share(line.wallet, [line.total - line.delivery, line.delivery]);
    return sum + line.delivery - points;
  }, 0);

interface OwnService {
  name: string;
  sum: number;
  vat: VatRate;
  mode: PaymentMode;
}

/** Delivery, which the marketplace sells itself; none for nothing. */
export function deliveryLines({ name, sum, vat, mode }: OwnService): ReceiptLine[] {
  return sum === 0 ? [] : [ownLine({ name, sum, vat, mode }, 'service')];
}

/** One line for money without goods, such as a payment that arrived twice or the difference of a changed order. */
export const advanceLine = (name: string, sum: number, vat: VatRate): ReceiptLine =>
  ownLine({ name, sum, vat, mode: 'advance' }, 'payment');

function ownLine({ name, sum, vat, mode }: OwnService, subject: ReceiptLine['subject']): ReceiptLine {
  return {
    orderLineId: null,
    name: cut(name),
    price: sum,
    quantity: 1,
    sum,
    subject,
    mode,
    vat: vatFor(vat, mode),
    supplier: null,
    markCode: null,
  };
}

/**
 * The part of the lines from a sum on, for money that comes back in several payments; at its ends a piece may be cut into
 * two. What the lines lack is added to the last one, so that they are never other money than what moved.
 */
export function cutToSum(lines: readonly ReceiptLine[], sum: number, before = 0): ReceiptLine[] {
  let [skip, left] = [before, sum];
  const cutLines = lines.flatMap((line) => {
    const skipped = Math.min(skip, line.sum);
    const taken = Math.min(left, line.sum - skipped);
    skip -= skipped;
    left -= taken;
    if (taken === 0) return [];
    // A code is said once: the rest of a piece has none.
    const rest = skipped === 0 || line.markCode === null ? line : { ...line, ...withoutCode };
    return taken === line.sum ? [line] : piecesOf(rest, taken);
  });
  const last = cutLines.at(-1);
  if (left === 0 || !last) return cutLines;
  return [...cutLines.slice(0, -1), ...piecesOf(last, last.sum + left)];
}

const withoutCode = { markCode: null, subject: 'unmarked' } as const;

/** Another sum of the same goods: whole pieces at their price, and one for the rest. */
function piecesOf(line: ReceiptLine, sum: number): ReceiptLine[] {
  const whole = Math.min(line.quantity - 1, Math.floor(sum / line.price));
  const rest = sum - whole * line.price;
  return [
    ...(whole > 0 ? [{ ...line, quantity: whole, sum: whole * line.price }] : []),
    ...(rest > 0 ? [{ ...line, quantity: 1, price: rest, sum: rest }] : []),
  ];
}

/** A document of a register: its lines, and how their sum is paid, in kopecks. */
interface DocumentPart {
  lines: ReceiptLine[];
  amount: number;
  paid: ReceiptPayments;
}

/**
 * The documents that say these lines (rules/receipts: a document holds a hundred lines). Together they are the same money, paid
 * in the same way: what is paid in cash fills the first ones.
 */
export function documentsOf(
  lines: readonly ReceiptLine[],
  { cash, cashless, prepaid }: ReceiptPayments,
): DocumentPart[] {
  const left = [cash, cashless, prepaid];
  const documents: DocumentPart[] = [];
  for (let from = 0; from < lines.length; from += maxReceiptLines) {
    const own = lines.slice(from, from + maxReceiptLines);
    const amount = own.reduce((sum, line) => sum + line.sum, 0);
    let due = amount;
    const [inCash = 0, without = 0, before = 0] = left.map((sum, at) => {
      const taken = Math.min(sum, due);
      left[at] = sum - taken;
      due -= taken;
      return taken;
    });
    documents.push({ lines: own, amount, paid: { cash: inCash, cashless: without, prepaid: before } });
  }
  return documents;
}

/** Money that is paid in advance contains the tax of what will be handed over. */
function vatFor(rate: VatRate, mode: PaymentMode): ReceiptVat {
  if (mode === 'full_payment') return rate;
  const within = { vat5: 'vat105', vat7: 'vat107', vat10: 'vat110', vat22: 'vat122' } as const;
  return rate === 'none' || rate === 'vat0' ? rate : within[rate];
}

/** The rate kept with a sold line, in the words of products (`22`) or of requisites (`vat22`). */
export function toVatRate(kept: string | null): VatRate {
  const name = kept === null || kept === 'none' || kept.startsWith('vat') ? kept : `vat${kept}`;
  return vatRates.find((rate) => rate === name) ?? 'none';
}

/** Cut at a whole character: an emoji has two units. */
const cut = (name: string) => Array.from(name).slice(0, receiptNameLength).join('');
