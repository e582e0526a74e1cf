import type { Attachment, Stub } from '@/contract/core/define';
import { adminOwnerStaff, moneyReaders, withStaff } from '@/contract/core/permissions';
import { type OrderStatus, orderStatuses } from '@/contract/orders/status';

/**
 * Dashboards. Definitions for both sides:
 * - A day is a day of the business time zone (the setting `timeZone`, default Europe/Moscow), today included.
 * - The previous period has as many days and ends the day before; with today in the period, it ends at the current time
 * of day (`until`).
 * - Administrators count whole orders once, vendors and staff the parts of their shops.
 * - Revenue (`basis`) is the total of orders placed in the period that were not cancelled, or of those paid in it, cash
 * on delivery when it was received. Whole orders include delivery and tax, without what was cancelled (`paid_total`),
 * so revenue equals the filtered list of orders to the kopeck.
 * - Refunds are approved ones by the day of the decision, for vendors the share of their goods.
 * - Trashed rows never count.
 */
export const analyticsEndpoint = 'analytics';

/** Administrators and owners see money; staff see only order counts, and products with the catalogue scope. */
export const analyticsAllow = {
  counts: adminOwnerStaff,
  money: moneyReaders,
  goods: withStaff('catalogue'),
} as const;

/** Named periods in days, ending today. */
export const periodDays = { today: 1, '7': 7, '30': 30, '90': 90, year: 365 } as const;

export type PeriodName = keyof typeof periodDays;

/** In display order: an object would list numeric keys first. */
export const periodNames: readonly PeriodName[] = ['today', '7', '30', '90', 'year'];

export const defaultPeriod: PeriodName = '30';

/** Orders that count as revenue: placed ones that were neither cancelled nor failed, or paid ones. */
export const revenueBases = ['placed', 'paid'] as const;

export type RevenueBasis = (typeof revenueBases)[number];

/** Statuses of placed orders that count as revenue. */
export const standingStatuses: readonly OrderStatus[] = orderStatuses.filter(
  (status) => status !== 'order-cancelled' && status !== 'order-failed',
);

/** Otherwise cash on delivery would have no revenue for days. */
export const defaultBasis: RevenueBasis = 'placed';

/** Longest period in days: three years including a leap day. */
export const maxDays = 1096;

/** Two business days, inclusive. */
export interface Days {
  from: string;
  to: string;
}

/** Period fields shared by every answer. */
export interface PeriodInfo {
  period: Days;
  previous: Days;
  /** With today in the period: the moment up to which the previous one is counted. */
  until: string | null;
}

/** A metric of the period and of the previous one; null where they cannot be compared. */
export interface Metric {
  value: number;
  previous: number | null;
}

/** Metrics in display order. */
export const metricNames = [
  'revenue',
  'orders',
  'average',
  'refunds',
  // Shown to staff instead of money.
  'completed',
  'cancelled',
  // Administrators only.
  'commission',
  'customers',
  'shops',
  'vendors',
] as const;

export type MetricName = (typeof metricNames)[number];

export const tableFormats = ['csv', 'xlsx'] as const;

export type TableFormat = (typeof tableFormats)[number];

/** Exportable tables of the dashboard and their permissions: staff see no money. */
export const analyticsTables = {
  figures: 'counts',
  statuses: 'counts',
  sales: 'money',
  shops: 'money',
  goods: 'goods',
  categories: 'goods',
} as const satisfies Record<string, keyof typeof analyticsAllow>;

export type AnalyticsTable = keyof typeof analyticsTables;

/** Columns of a shop's row, in the order of the screen and the file. */
export const shopColumns = [
  'revenue',
  'orders',
  'refunds',
  'refund_rate',
  'hours_to_ship',
  'waiting',
  'balance',
] as const;

export const moneyFigures: readonly MetricName[] = ['revenue', 'average', 'refunds', 'commission'];

/** Average order in kopecks: revenue by the orders that it counts, rounded half up; 0 without orders. */
export const averageOrderValue = (revenue: number, orders: number): number =>
  orders === 0 ? 0 : Math.round(revenue / orders);

/**
 * `GET analytics/figures`, limited to what the user may see. `orders` are those whose sums are the revenue, `average` is
 * revenue by their number; `commission` is sales minus vendor credits, net of refunds;
 * `customers`, `shops` and `vendors` count new ones.
 */
export interface PeriodMetrics extends PeriodInfo {
  figures: Partial<Record<MetricName, Metric>>;
}

/** `GET analytics/statuses`: current status of the orders placed in the period. */
export interface PeriodStatuses extends PeriodInfo {
  statuses: Record<OrderStatus, Metric>;
}

export const salesSteps = ['day', 'week', 'month'] as const;

export type SalesStep = (typeof salesSteps)[number];

/** A bucket of the chart: a day, or the part of a calendar week or month inside the period. */
export interface SalesPoint extends Days {
  /** Orders of the basis: revenue and count. */
  revenue: number;
  orders: number;
  /** The same bucket of the previous period. */
  previous_revenue: number;
  previous_orders: number;
}

/** `GET analytics/sales`: revenue by bucket; the buckets sum to the revenue metric. */
export interface PeriodSales extends PeriodInfo {
  step: SalesStep;
  points: SalesPoint[];
}

/** Default bucket size for a period. */
export function stepFor(days: number): SalesStep {
  if (days <= 45) return 'day';
  return days <= 186 ? 'week' : 'month';
}

/** Pending work: an administrator's decisions, or a shop's tasks. */
export const waitingNames = [
  // What is late comes first.
  'late',
  'shops',
  'papers',
  'vendors',
  'products',
  'refunds',
  'withdraws',
  'approvals',
  'reports',
  'orders',
  'questions',
  'rejected-products',
  'invitations',
] as const;

export type WaitingName = (typeof waitingNames)[number];

/** `GET analytics/waiting`: counts of the user's pending work; `amount` is their money where the user may see it. */
export type Waiting = Partial<Record<WaitingName, { count: number; amount?: number }>>;

/** `GET analytics/balance`: vendor money: available, requested and owed. */
export interface VendorBalance {
  current: number;
  on_hold: number;
  debts: number;
}

/** A row of `GET analytics/shops`: metrics and current balance of one shop. */
export interface ShopLine {
  shop: Stub;
  revenue: number;
  orders: number;
  refunds: number;
  /** Approved refunds per rouble of revenue; null without revenue. */
  refund_rate: number | null;
  /** Median time from an order of the period to its handover to delivery; null while nothing was sent. */
  hours_to_ship: number | null;
  /** Orders to prepare. */
  waiting: number;
  balance: number;
}

/** Number of shops compared for an administrator; the export has all. */
export const shownShops = 10;

/** `GET analytics/shops`: metrics by own shop, for administrators the top ones, highest revenue first. */
export interface PeriodShops extends PeriodInfo {
  shops: ShopLine[];
}

type StatusTotals = Record<(typeof statusKeys)[OrderStatus], number>;

/** Status names of the dialect. */
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

/** `GET analytics` in the dialect's shape; zero where staff may not see a value. */
export interface Analytics {
  totalRevenue: number;
  todaysRevenue: number;
  totalRefunds: number;
  totalShops: number;
  totalVendors: number;
  totalOrders: number;
  /** Last 30 days, whole marketplace only. */
  newCustomers: number;
  /** Months of the current year by English name. */
  totalYearSaleByMonth: { month: string; total: number }[];
  todayTotalOrderByStatus: StatusTotals;
  weeklyTotalOrderByStatus: StatusTotals;
  monthlyTotalOrderByStatus: StatusTotals;
  yearlyTotalOrderByStatus: StatusTotals;
}

/** Fields of `GET top-rate-product` that the dashboard uses. */
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

/** `GET category-wise-product` and `GET category-wise-product-sale`. */
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
  /** Lifetime units sold, net of cancellations and returns. */
  total_sales: number;
}
