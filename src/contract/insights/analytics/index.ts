import type { Attachment, Stub } from '@/contract/core/define';
import { adminOwner, adminOwnerStaff } from '@/contract/core/permissions';
import type { OrderStatus } from '@/contract/orders/status';

/**
 * What dashboards show (reference pages §5, rules §3.27). Said once, for both sides:
 * - a day is a day of the business time zone (the setting `timeZone`, Europe/Moscow), today included;
 * - the period before has as many days and ends on the eve;
 * - an administrator counts whole orders, each once; vendors and their staff the parts of their shops;
 * - revenue: what orders come to that were placed in the period and are completed now, delivery and tax of whole orders
 *   included (`paid_total`); the list of orders, completed and of these days, explains it to the kopeck;
 * - refunds: approved ones by the day of the decision; to a vendor the share of their goods;
 * - what is in the bin counts nowhere.
 */
export const analyticsEndpoint = 'analytics';

/** Money is told to administrators and owners; staff learn how many orders there are. */
export const analyticsAllow = { counts: adminOwnerStaff, money: adminOwner } as const;

/** Periods with a name: so many days, today being the last. */
export const periodDays = { today: 1, '7': 7, '30': 30, '90': 90, year: 365 } as const;

export type PeriodName = keyof typeof periodDays;

export const periodNames = Object.keys(periodDays) as PeriodName[];

export const defaultPeriod: PeriodName = '30';

/** The longest period that may be asked for, in days: three years and their leap day. */
export const maxDays = 1096;

/** Two business days, both included. */
export interface Days {
  from: string;
  to: string;
}

/** What every answer about a period says of it. */
export interface AboutPeriod {
  period: Days;
  previous: Days;
}

/** A figure of the period and of the one before. */
export interface Figure {
  value: number;
  previous: number;
}

/** Figures, in the order that they are shown in. */
export const figureNames = [
  'revenue',
  'orders',
  'average',
  'refunds',
  // To staff, in the place of money.
  'completed',
  'cancelled',
  // Of the whole marketplace alone.
  'commission',
  'customers',
  'shops',
  'vendors',
] as const;

export type FigureName = (typeof figureNames)[number];

export const moneyFigures: readonly FigureName[] = ['revenue', 'average', 'refunds', 'commission'];

/**
 * `GET analytics/figures`. Only what the person may know: `average` is revenue by completed order, `commission` what was
 * kept of what vendors were credited for in the period less what came back, `customers`, `shops` and `vendors` who came.
 */
export interface PeriodFigures extends AboutPeriod {
  figures: Partial<Record<FigureName, Figure>>;
}

/** `GET analytics/statuses`: where the orders stand now that were placed in the period. */
export interface PeriodStatuses extends AboutPeriod {
  statuses: Record<OrderStatus, Figure>;
}

export const salesSteps = ['day', 'week', 'month'] as const;

export type SalesStep = (typeof salesSteps)[number];

/** A stretch of the chart: a day, or as much of a calendar week or month as lies in the period. */
export interface SalesPoint extends Days {
  /** Money and number of completed orders. */
  revenue: number;
  orders: number;
  /** The same of as many days as the whole period is long before. */
  previous_revenue: number;
  previous_orders: number;
}

/** `GET analytics/sales`: the revenue in its course; the points sum to the figure. */
export interface PeriodSales extends AboutPeriod {
  step: SalesStep;
  points: SalesPoint[];
}

/** The step that shows a period best, when none is asked for. */
export function stepFor(days: number): SalesStep {
  if (days <= 45) return 'day';
  return days <= 186 ? 'week' : 'month';
}

/** What waits for a decision: an administrator's; and what waits in shops for their people. */
export const waitingNames = [
  'shops',
  'vendors',
  'products',
  'refunds',
  'withdraws',
  'reports',
  'orders',
  'questions',
  'rejected-products',
] as const;

export type WaitingName = (typeof waitingNames)[number];

/** `GET analytics/waiting`: how many there are of each that is the person's; `amount` is their money, where it is told. */
export type Waiting = Partial<Record<WaitingName, { count: number; amount?: number }>>;

/** `GET analytics/balance`: what vendors have here now: may ask for, have asked for, and owe. */
export interface VendorBalance {
  current: number;
  on_hold: number;
  debts: number;
}

/** A line of `GET analytics/shops`: the period in one of one's own shops, and what stands there now. */
export interface ShopLine {
  shop: Stub;
  revenue: number;
  orders: number;
  refunds: number;
  /** Orders that are to be got ready. */
  waiting: number;
  balance: number;
}

/** `GET analytics/shops`: the figures of own shops, shop by shop; what earned most comes first. */
export interface PeriodShops extends AboutPeriod {
  shops: ShopLine[];
}

type StatusTotals = Record<(typeof statusKeys)[OrderStatus], number>;

/** How the dialect names statuses (reference entities E90). */
export const statusKeys = {
  'order-pending': 'pending',
  'order-processing': 'processing',
  'order-at-local-facility': 'localFacility',
  'order-out-for-delivery': 'outForDelivery',
  'order-completed': 'complete',
  'order-cancelled': 'cancelled',
  'order-refunded': 'refunded',
  'order-failed': 'failed',
} as const satisfies Record<OrderStatus, string>;

/** `GET analytics` as clients of the dialect read it; what staff may not know is zero. */
export interface Analytics {
  totalRevenue: number;
  todaysRevenue: number;
  totalRefunds: number;
  totalShops: number;
  totalVendors: number;
  totalOrders: number;
  /** Of the last 30 days; of the marketplace alone. */
  newCustomers: number;
  /** The months of this year by their English names. */
  totalYearSaleByMonth: { month: string; total: number }[];
  todayTotalOrderByStatus: StatusTotals;
  weeklyTotalOrderByStatus: StatusTotals;
  monthlyTotalOrderByStatus: StatusTotals;
  yearlyTotalOrderByStatus: StatusTotals;
}

/** What a dashboard shows of a line of `GET top-rate-product` (reference entities E93). */
export interface RatedProduct {
  id: number;
  name: string;
  slug: string;
  image: Attachment | null;
  shop_name: string;
  shop_slug: string;
  rating_count: number;
  actual_rating: number;
}

/** `GET category-wise-product` and `GET category-wise-product-sale` (reference entities E91, E92). */
export interface CategoryInShop {
  category_id: number;
  category_name: string;
  category_slug: string;
  shop_name: string;
  shop_slug: string;
}
export interface CategoryProducts extends CategoryInShop {
  product_count: number;
}
export interface CategorySales extends CategoryInShop {
  /** Pieces sold ever, without what was cancelled or came back. */
  total_sales: number;
}
