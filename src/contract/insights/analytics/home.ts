import type { Attachment, Stub } from '@/contract/core/define';
import type { Days, MetricName, PeriodInfo, SalesStep } from './index';

/** Pictures of the home page; each adds up to a figure of `GET analytics/figures` for the same period and basis. */

/** Orders of one hour of a weekday; 1 is Monday. Hours without orders are left out. */
export interface WeekHour {
  weekday: number;
  hour: number;
  orders: number;
}

/** `GET analytics/hours`: when the orders of the figure `orders` were placed, or paid. */
export interface PeriodHours extends PeriodInfo {
  orders: number;
  hours: WeekHour[];
}

/** `GET analytics/trends`: figures of each bucket; the one of today is left out, because today is not over. */
export interface PeriodTrends extends PeriodInfo {
  step: SalesStep;
  buckets: Days[];
  trends: Partial<Record<MetricName, number[]>>;
}

/** Categories that the home page names; the others are one line. */
export const shownCategories = 5;

/** `GET analytics/categories`: the figure `revenue` by top category, as it was at the sale; `rest` completes the sum. */
export interface PeriodCategories extends PeriodInfo {
  revenue: number;
  categories: { category: Stub; revenue: number }[];
  /** Further categories, and what was sold without one. */
  rest: { categories: number; revenue: number };
}

/** Days of sales that tell how fast a product sells: whole ones, today is not over. */
export const paceDays = 28;

/** Stock that lasts no longer is on the home page. */
export const endingDays = 14;

export interface EndingGoods {
  id: number;
  name: string;
  slug: string;
  image: Attachment | null;
  shop: Stub;
  quantity: number;
  per_day: number;
  /** The stock divided by the pieces sold per day, rounded down to halves. */
  days_left: number;
}

/** `GET analytics/ending`: products whose stock lasts at most `endingDays` at the pace of the last `paceDays`. */
export interface EndingStock {
  total: number;
  goods: EndingGoods[];
}

/** A withdrawal is paid within this many days on which banks work (the answer in the FAQ of vendors). */
export const payoutBankDays = 3;

/** Days of the picture of payouts, today included. */
export const payoutDays = 14;

export interface PayoutDay {
  day: string;
  /** Banks do not work: no money is due. */
  is_closed: boolean;
  /** Requests that somebody has to decide. */
  waiting: number;
  /** Decided and being paid. */
  due: number;
}

/** `GET analytics/payouts`: open withdrawals by the day until which they are due; overdue ones stand on the first open day. */
export interface DuePayouts {
  days: PayoutDay[];
  /** Equals the withdrawals of `GET analytics/waiting`. */
  waiting: { count: number; amount: number };
  due: { count: number; amount: number };
  /** On hold, so without a day. */
  held: { count: number; amount: number };
}
