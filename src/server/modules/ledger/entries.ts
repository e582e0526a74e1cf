import { type Provider, vatWithin } from '@/contract/ledger/accounts';
import type { EntryKind } from '@/contract/ledger/schema';
import type { AccountKey, LedgerEntry, LedgerLine } from './ledger';

/**
 * The entry of each business event: one function for each row of the table in `docs/ledger.md`. Sums in kopecks, points in
 * hundredths. An event of no money has no entry.
 */

/** Where money of buyers is: with a provider, with the marketplace's own people, or in a shop's drawers. */
export type MoneyPlace =
  | { kind: 'provider_clearing'; provider: Provider }
  | { kind: 'cash_desk' }
  | { kind: 'shop_cash'; shopId: number };

/** The record that an entry is about. */
interface EntrySubject {
  family:
    | 'orders'
    | 'refunds'
    | 'withdraws'
    | 'users'
    | 'shops'
    | 'reconciliation'
    | 'bank-lines'
    | 'differences';
  rowId: number;
}

const order = (rowId: number): EntrySubject => ({ family: 'orders', rowId });
const refund = (rowId: number): EntrySubject => ({ family: 'refunds', rowId });
const withdrawal = (rowId: number): EntrySubject => ({ family: 'withdraws', rowId });

/** None without a sum; lines of zero are left out. */
function entryOf(kind: EntryKind, about: EntrySubject, lines: readonly LedgerLine[]): LedgerEntry[] {
  const moved = lines.filter(({ amount }) => amount !== 0);
  return moved.length === 0 ? [] : [{ kind, ...about, lines: moved }];
}

const move = (from: AccountKey, to: AccountKey, amount: number, mustCover = false): LedgerLine[] => [
  { account: from, amount: -amount, mustCover },
  { account: to, amount },
];

/** What a shop has been paid, beside the books; negative when it gives back. */
const paidOut = (shopId: number, amount: number) =>
  move({ kind: 'paid_out_total' }, { kind: 'shop_paid_out', shopId }, amount);

interface Captured {
  orderId: number;
  from: MoneyPlace;
  /** What arrived; 0 when held money is accepted. */
  amount: number;
  /** What of it pays the order; the rest is in suspense, or comes from there when it is more than arrived. */
  pays: number;
}

/** A payment was captured: a prepayment as far as it pays the order, in suspense beyond. */
export const paymentCaptured = ({ orderId, from, amount, pays }: Captured): LedgerEntry[] =>
  entryOf('order', order(orderId), [
    { account: from, amount: -amount },
    { account: { kind: 'buyer_prepayment' }, amount: pays },
    { account: { kind: 'suspense' }, amount: amount - pays },
  ]);

/** Money of a part, in kopecks. */
export interface SoldPart {
  orderId: number;
  shopId: number;
  /** Paid in money. */
  paid: number;
  /** Paid with points. */
  points: number;
  /** The shop's share. */
  share: number;
  /** Goods without the shop's own discount, less the share. */
  commission: number;
  commissionVatRate: number;
  delivery: number;
  tax: number;
  /** Discount that the marketplace bears. */
  platformDiscount: number;
}

/** What a part brought in besides the shop's share. */
function ownLines(part: Omit<SoldPart, 'orderId' | 'shopId' | 'share' | 'paid'>): LedgerLine[] {
  const vat = vatWithin(part.commission, part.commissionVatRate);
  return [
    { account: { kind: 'commission' }, amount: part.commission - vat },
    { account: { kind: 'commission_vat' }, amount: vat },
    { account: { kind: 'delivery' }, amount: part.delivery },
    { account: { kind: 'sales_tax' }, amount: part.tax },
    { account: { kind: 'platform_discount' }, amount: -part.platformDiscount },
    { account: { kind: 'points_worth' }, amount: -part.points },
  ];
}

/** A part was handed over: the prepayment is shared out. */
export const partCompleted = (part: SoldPart): LedgerEntry[] =>
  entryOf('order', order(part.orderId), [
    { account: { kind: 'buyer_prepayment' }, amount: -part.paid },
    { account: { kind: 'shop', shopId: part.shopId }, amount: part.share },
    ...ownLines(part),
  ]);

type KeptKind = Extract<EntryKind, 'cash-kept' | 'card-kept'>;

/** A shop keeps the money that it took itself: it is set off against its balance and counts as paid out. */
export const moneyKept = (kind: KeptKind, orderId: number, shopId: number, sum: number): LedgerEntry[] =>
  entryOf(kind, order(orderId), [
    ...move({ kind: 'shop', shopId }, { kind: 'shop_cash', shopId }, sum),
    ...paidOut(shopId, sum),
  ]);

/** A shop gives back money that it kept: it holds it for the marketplace again, until the refund is paid. */
export const keptReturned = (kind: KeptKind, refundId: number, shopId: number, sum: number): LedgerEntry[] =>
  entryOf(kind, refund(refundId), [
    ...move({ kind: 'shop_cash', shopId }, { kind: 'shop', shopId }, sum),
    ...paidOut(shopId, -sum),
  ]);

/** The shop took the surcharge of an exchange, while the marketplace has the rest of the order's money. */
export const surchargeKept = (
  kind: KeptKind,
  refundId: number,
  shopId: number,
  { place, sum }: { place: MoneyPlace; sum: number },
): LedgerEntry[] =>
  entryOf(kind, refund(refundId), [...move({ kind: 'shop', shopId }, place, sum), ...paidOut(shopId, sum)]);

/** Sums that go back, in kopecks, of one part or of several with the same VAT of the commission. */
export interface ReturnedSums extends Omit<SoldPart, 'orderId' | 'shopId' | 'share'> {
  /** By shop; `mustCover`: only from what the shop has. */
  shops: readonly { shopId: number; share: number; mustCover: boolean }[];
}

export type RefundKind = Extract<EntryKind, 'refund' | 'refund-delivery' | 'goodwill'>;

/** A refund of what was handed over was approved: everybody gives back their part, and the money is on its way. */
export const refundApproved = (kind: RefundKind, refundId: number, sums: ReturnedSums): LedgerEntry[] =>
  entryOf(kind, refund(refundId), [
    ...sums.shops.map(({ shopId, share, mustCover }) => ({
      account: { kind: 'shop', shopId } as const,
      amount: -share,
      mustCover,
    })),
    ...ownLines(sums).map((line) => ({ ...line, amount: -line.amount })),
    { account: { kind: 'refund_in_progress' }, amount: sums.paid },
  ]);

/** A refund of money that paid for nothing handed over: a cancelled part, or money in suspense. */
export const prepaymentReturned = (refundId: number, sum: number, isSuspense: boolean): LedgerEntry[] =>
  entryOf(
    'refund',
    refund(refundId),
    move({ kind: isSuspense ? 'suspense' : 'buyer_prepayment' }, { kind: 'refund_in_progress' }, sum),
  );

/** The refund left the place where the money was. */
export const refundPaid = (kind: RefundKind, refundId: number, to: MoneyPlace, sum: number): LedgerEntry[] =>
  entryOf(kind, refund(refundId), move({ kind: 'refund_in_progress' }, to, sum));

/** The buyer took points for the money, which stays. */
export const refundGivenAsPoints = (kind: RefundKind, refundId: number, sum: number): LedgerEntry[] =>
  entryOf(kind, refund(refundId), move({ kind: 'refund_in_progress' }, { kind: 'points_worth' }, sum));

/** The provider did not send the refund, and the marketplace paid it from its bank account. */
export const refundSentByBank = (kind: RefundKind, refundId: number, sum: number): LedgerEntry[] =>
  entryOf(kind, refund(refundId), move({ kind: 'refund_in_progress' }, { kind: 'bank' }, sum));

/** A refund was made in the provider's cabinet: nobody knows yet what for. */
export const foreignRefunded = (orderId: number, provider: Provider, sum: number): LedgerEntry[] =>
  entryOf('refund', order(orderId), move({ kind: 'suspense' }, { kind: 'provider_clearing', provider }, sum));

/** A refund was approved whose money had left in the provider's cabinet. */
export const foreignRefundSettled = (kind: RefundKind, refundId: number, sum: number): LedgerEntry[] =>
  entryOf(kind, refund(refundId), move({ kind: 'refund_in_progress' }, { kind: 'suspense' }, sum));

/** A refund in the provider's cabinet was for nothing that was sold: the marketplace bears it. */
export const foreignRefundBorne = (orderId: number, sum: number, reason: string): LedgerEntry[] =>
  entryOf('refund', order(orderId), move({ kind: 'adjustment' }, { kind: 'suspense' }, sum)).map((entry) => ({
    ...entry,
    reason,
  }));

/** What a part gives for a chargeback of the buyer's bank, in kopecks. */
export interface ChargedBackPart {
  partId: number;
  shopId: number;
  /** Not handed over yet. */
  prepayment: number;
  /** Of the shop's share, and of the marketplace's part. */
  share: number;
  own: number;
}

const chargedBackLines = (
  { shopId, prepayment, share, own }: ChargedBackPart,
  sign: 1 | -1,
): LedgerLine[] => [
  { account: { kind: 'buyer_prepayment' }, amount: -sign * prepayment },
  { account: { kind: 'shop', shopId }, amount: -sign * share },
  { account: { kind: 'commission' }, amount: -sign * own },
  { account: { kind: 'dispute' }, amount: sign * (prepayment + share + own) },
];

/** A buyer's bank claims money back: it is held until the chargeback is decided. */
export const chargebackOpened = (part: ChargedBackPart): LedgerEntry[] =>
  entryOf('dispute', order(part.partId), chargedBackLines(part, 1));

/** The chargeback was refused: everybody has their part again. */
export const chargebackWon = (part: ChargedBackPart): LedgerEntry[] =>
  entryOf('dispute', order(part.partId), chargedBackLines(part, -1));

/** The chargeback was granted: the provider has taken the money. */
export const chargebackLost = (orderId: number, place: MoneyPlace, sum: number): LedgerEntry[] =>
  entryOf('dispute', order(orderId), move({ kind: 'dispute' }, place, sum));

/** Points given to a customer; negative: taken, and never more than there are. */
export const pointsGiven = (
  kind: Extract<EntryKind, 'points' | 'sign-up'>,
  about: EntrySubject,
  userId: number,
  points: number,
): LedgerEntry[] => entryOf(kind, about, move({ kind: 'points' }, { kind: 'wallet', userId }, points));

/** A shop asked for its money. */
export const withdrawalRequested = (id: number, shopId: number, sum: number): LedgerEntry[] =>
  entryOf(
    'withdrawal',
    withdrawal(id),
    move({ kind: 'shop', shopId }, { kind: 'shop_on_hold', shopId }, sum, true),
  );

/** The request was rejected or cancelled. */
export const withdrawalReturned = (id: number, shopId: number, sum: number): LedgerEntry[] =>
  entryOf(
    'withdrawal-return',
    withdrawal(id),
    move({ kind: 'shop_on_hold', shopId }, { kind: 'shop', shopId }, sum),
  );

/** The payout was approved: the money is on its way until the bank's statement shows it. */
export const payoutSent = (id: number, shopId: number, sum: number): LedgerEntry[] =>
  entryOf('withdrawal-paid', withdrawal(id), [
    ...move({ kind: 'shop_on_hold', shopId }, { kind: 'payout_in_transit' }, sum),
    ...paidOut(shopId, sum),
  ]);

/** Where the bank's line of a payout was booked before: nowhere, or in suspense, because nobody had explained it. */
export type DebitedFrom = 'bank' | 'suspense';

/** The money left the bank; negative: it did not, after all. */
export const payoutDebited = (id: number, sum: number, from: DebitedFrom = 'bank'): LedgerEntry[] =>
  entryOf('withdrawal-paid', withdrawal(id), move({ kind: 'payout_in_transit' }, { kind: from }, sum));

/** The money did not reach the shop, which has it on its balance again. */
export const payoutReturned = (
  id: number,
  shopId: number,
  sum: number,
  from: DebitedFrom | 'payout_in_transit' = 'bank',
): LedgerEntry[] =>
  entryOf('payout-returned', withdrawal(id), [
    ...move({ kind: from }, { kind: 'shop', shopId }, sum),
    ...paidOut(shopId, -sum),
  ]);

/** A correction by hand; negative takes from the shop. */
export const shopAdjusted = (shopId: number, sum: number, reason: string): LedgerEntry[] =>
  entryOf(
    'adjustment',
    { family: 'shops', rowId: shopId },
    move({ kind: 'adjustment' }, { kind: 'shop', shopId }, sum),
  ).map((entry) => ({ ...entry, reason }));

/** A registry says what the provider keeps of the payments that it took. */
export const providerFeeTaken = (
  fileId: number,
  provider: Provider,
  { fee, vat }: { fee: number; vat: number },
): LedgerEntry[] =>
  entryOf('provider-fee', { family: 'reconciliation', rowId: fileId }, [
    { account: { kind: 'provider_fee' }, amount: -fee },
    { account: { kind: 'provider_fee_vat' }, amount: -vat },
    { account: { kind: 'provider_clearing', provider }, amount: fee + vat },
  ]);

/** A provider transferred what a registry says that it owes. */
export const providerSettled = (bankLineId: number, provider: Provider, sum: number): LedgerEntry[] =>
  entryOf(
    'settlement',
    { family: 'bank-lines', rowId: bankLineId },
    move({ kind: 'bank' }, { kind: 'provider_clearing', provider }, sum),
  );

/** The registry of a transfer that was in suspense has come. */
export const settlementFound = (bankLineId: number, provider: Provider, sum: number): LedgerEntry[] =>
  entryOf(
    'settlement',
    { family: 'bank-lines', rowId: bankLineId },
    move({ kind: 'suspense' }, { kind: 'provider_clearing', provider }, sum),
  );

/** Money on the settlement account that nobody has explained; negative: money that left it. */
export const unknownReceived = (bankLineId: number, sum: number): LedgerEntry[] =>
  entryOf(
    'suspense',
    { family: 'bank-lines', rowId: bankLineId },
    move({ kind: 'bank' }, { kind: 'suspense' }, sum),
  );

/** A transfer from the bank pays what a shop owes. */
export const debtPaid = (bankLineId: number, shopId: number, sum: number, reason: string): LedgerEntry[] =>
  entryOf(
    'adjustment',
    { family: 'bank-lines', rowId: bankLineId },
    move({ kind: 'suspense' }, { kind: 'shop', shopId }, sum),
  ).map((entry) => ({ ...entry, reason }));

/** A provider has more than the books say; negative: less. A person gives the reason. */
export const differenceRepaired = (
  id: number,
  provider: Provider,
  sum: number,
  reason: string,
): LedgerEntry[] =>
  entryOf(
    'suspense',
    { family: 'differences', rowId: id },
    move({ kind: 'provider_clearing', provider }, { kind: 'suspense' }, sum),
  ).map((entry) => ({ ...entry, reason }));
