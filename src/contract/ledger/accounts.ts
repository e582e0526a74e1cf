import { providerNames } from './providers';

/**
 * The chart of accounts. A line above zero credits its account, one below zero debits it, so what the marketplace owes
 * or has earned is positive, and what it has or has spent is negative. `docs/ledger.md` shows each event as its entry.
 */
interface AccountRule {
  /** Whose account it is: one account for each shop, user or payment provider, else one for the marketplace. */
  owner: 'shop' | 'user' | 'provider' | null;
  /**
   * The balance is stored on the account, which is locked by each entry: only accounts of one owner, because what must
   * be covered has to be read under a lock. All others are sums of lines, and no entry waits for another.
   */
  isStored: boolean;
  /** No entry may leave it below zero. */
  isCovered: boolean;
  /** What it normally is: `credit` above zero, `debit` below. */
  side: 'credit' | 'debit' | 'either';
  /** `memo`: beside the books, in pairs of their own; `points`: in points. All others are roubles. */
  unit: 'roubles' | 'points' | 'memo';
}

const stored = { isStored: true, unit: 'roubles' } as const;
const summed = { owner: null, isStored: false, isCovered: false, unit: 'roubles' } as const;

export const accountRules = {
  /** What a shop may withdraw. Below zero, the shop owes the marketplace. */
  shop: { ...stored, owner: 'shop', isCovered: false, side: 'credit' },
  /** What a shop has requested and not been paid yet. */
  shop_on_hold: { ...stored, owner: 'shop', isCovered: true, side: 'credit' },
  /** Memo: all that a shop has been paid, by withdrawals and by money that it kept. */
  shop_paid_out: { ...stored, owner: 'shop', isCovered: false, side: 'credit', unit: 'memo' },
  /** Points of a customer. */
  wallet: { ...stored, owner: 'user', isCovered: true, side: 'credit', unit: 'points' },
  /** Paid by buyers for goods that are not handed over. */
  buyer_prepayment: { ...summed, side: 'credit' },
  /** Money that pays nothing until a person decides: late, double, or of another amount. */
  suspense: { ...summed, side: 'credit' },
  /** Money on its way back to a buyer. */
  refund_in_progress: { ...summed, side: 'credit' },
  /** Money that a buyer's bank has claimed back, until the chargeback is decided. */
  dispute: { ...summed, side: 'credit' },
  /** Taken by a payment provider and not settled to the bank yet. */
  provider_clearing: { ...summed, owner: 'provider', side: 'debit' },
  /** Settlement account of the marketplace. */
  bank: { ...summed, side: 'debit' },
  /** Cash and terminal payments taken by the marketplace's own people. */
  cash_desk: { ...summed, side: 'debit' },
  /** Money of buyers in the drawers and terminals of a shop. */
  shop_cash: { ...summed, owner: 'shop', side: 'debit' },
  /** Sent to the bank for a shop, and not in its statement yet. */
  payout_in_transit: { ...summed, side: 'credit' },
  /** Commission of sold goods, without its VAT. */
  commission: { ...summed, side: 'credit' },
  commission_vat: { ...summed, side: 'credit' },
  /** What buyers paid for delivery. */
  delivery: { ...summed, side: 'credit' },
  /** Tax that was added to prices. */
  sales_tax: { ...summed, side: 'credit' },
  /** Fee of payment providers, without its VAT. */
  provider_fee: { ...summed, side: 'debit' },
  provider_fee_vat: { ...summed, side: 'debit' },
  /** Coupons that the marketplace bears. */
  platform_discount: { ...summed, side: 'debit' },
  /** Roubles that points paid in orders, less those for which points were given. */
  points_worth: { ...summed, side: 'debit' },
  /** Corrections of shops' balances by hand. */
  adjustment: { ...summed, side: 'either' },
  /** Counterpart of all wallets. */
  points: { ...summed, side: 'debit', unit: 'points' },
  /** Memo: counterpart of what all shops have been paid. */
  paid_out_total: { ...summed, side: 'debit', unit: 'memo' },
} as const satisfies Record<string, AccountRule>;

export type AccountKind = keyof typeof accountRules;

export const accountKinds = Object.keys(accountRules) as AccountKind[];

/** Accounts that the panel shows and chooses from: those of shops and customers have pages of their own. */
export const summedAccounts = accountKinds.filter(
  (kind): kind is SummedAccount => !accountRules[kind].isStored && accountRules[kind].unit === 'roubles',
);

export type SummedAccount = {
  [Kind in AccountKind]: (typeof accountRules)[Kind] extends { isStored: false; unit: 'roubles' }
    ? Kind
    : never;
}[AccountKind];

/** Where the marketplace has its money. */
export const moneyAccounts = [
  'bank',
  'provider_clearing',
  'cash_desk',
  'shop_cash',
] as const satisfies SummedAccount[];

/** What of this money is not its own: it waits for buyers, shops and the tax office. */
export const debtAccounts = [
  ...(['buyer_prepayment', 'refund_in_progress', 'payout_in_transit', 'suspense', 'dispute'] as const),
  ...(['commission_vat', 'sales_tax'] as const),
] as const satisfies SummedAccount[];

/** What it has earned, less what it has spent. */
export const ownAccounts = summedAccounts.filter(
  (kind) => ![...moneyAccounts, ...debtAccounts].some((one) => one === kind),
);

/**
 * A sum of an account as people read it (rules/ledger: money is positive): what came in is above zero, whatever the books
 * write.
 */
export const plainSum = (kind: AccountKind, sum: number): number =>
  moneyAccounts.some((one) => one === kind) ? 0 - sum : sum;

/** Providers that take money. `manual`: nobody's protocol, a person or a test reports the payment. */
export const providers = ['manual', ...providerNames] as const;

export type Provider = (typeof providers)[number];

/** In kopecks: the tax within a sum, rounded half up. `rate` in per cent. */
export function vatWithin(sum: number, rate: number): number {
  const part = BigInt(Math.round(rate * 100));
  const whole = 10_000n + part;
  const vat = Number((2n * BigInt(Math.abs(sum)) * part + whole) / (2n * whole));
  return sum < 0 ? 0 - vat : vat;
}
