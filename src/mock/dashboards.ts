import type { HttpHandler } from 'msw';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { adminOwnerStaff } from '@/contract/core/permissions';
import {
  analyticsAllow,
  averageOf,
  type CategoryProducts,
  type CategorySales,
  defaultPeriod,
  type Metric,
  type MetricName,
  moneyFigures,
  type PeriodInfo,
  type PeriodName,
  type PeriodSales,
  type PeriodShops,
  periodDays,
  type RatedProduct,
  type SalesStep,
  stepFor,
  type VendorBalance,
  type Waiting,
} from '@/contract/insights/analytics';
import { type OrderStatus, orderStatuses } from '@/contract/orders/status';
import type { OrderDetails } from '@/contract/orders/wire';
import type { Shop } from '@/contract/shops/schema';
import { type Call, endpoint } from './endpoint';
import { stubOf } from './rows/row';
import { required } from './session';
import { shopIdsOf, type World } from './world';

const { counts, money } = analyticsAllow;

/** Dashboards, computed from the mock's own orders. */
export function dashboardHandlers(world: World): HttpHandler[] {
  return [
    endpoint(world, ['get', 'analytics/figures'], counts, figures),
    endpoint(world, ['get', 'analytics/statuses'], counts, statuses),
    endpoint(world, ['get', 'analytics/sales'], money, sales),
    endpoint(world, ['get', 'analytics/waiting'], counts, waiting),
    endpoint(world, ['get', 'analytics/balance'], money, balance),
    endpoint(world, ['get', 'analytics/shops'], money, byShop),
    endpoint(world, ['get', 'low-stock-products'], adminOwnerStaff, (call) =>
      first(
        call,
        productsOf(call).filter(({ quantity, low_at }) => quantity <= low_at),
      ),
    ),
    endpoint(world, ['get', 'popular-products'], adminOwnerStaff, (call) => first(call, productsOf(call))),
    endpoint(world, ['get', 'top-rate-product'], adminOwnerStaff, (call) =>
      first(call, productsOf(call)).map(rated),
    ),
    endpoint(world, ['get', 'category-wise-product'], adminOwnerStaff, (call) => categories(call)),
    endpoint(world, ['get', 'category-wise-product-sale'], adminOwnerStaff, (call) => categories(call)),
  ];
}

const dayMs = 86_400_000;
const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

function spanOf({ query }: Call): PeriodInfo & { days: number } {
  const name = (query.get('period') ?? defaultPeriod) as PeriodName;
  const now = Date.now();
  const to = query.get('to') ?? dayAt(now);
  const from =
    query.get('from') ?? dayAt(now - ((periodDays[name] ?? periodDays[defaultPeriod]) - 1) * dayMs);
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const before = Date.parse(from) - dayMs;
  const previous = { from: dayAt(before - (days - 1) * dayMs), to: dayAt(before) };
  return { period: { from, to }, previous, until: null, days };
}

/** Whole orders for administrators, parts of their shops for others. */
function ordersOf({ world, person, query }: Call): OrderDetails[] {
  const orders = world.tables.orders as unknown as OrderDetails[];
  const shops = world.tables.shops as unknown as Shop[];
  const { isAdmin, ...rest } = required(person);
  const slug = query.get('shop');
  const chosen = shops.filter((shop) => shop.slug === slug).map(({ id }) => id);
  if (isAdmin && slug === null) return orders.filter(({ parent_id }) => parent_id === null);
  const own = isAdmin
    ? chosen
    : shopIdsOf({ isAdmin, ...rest }).filter((id) => slug === null || chosen.includes(id));
  return orders.filter(({ shop_id }) => shop_id !== null && own.includes(shop_id));
}

const within = (orders: readonly OrderDetails[], { from, to }: { from: string; to: string }) =>
  orders.filter(({ created_at }) => created_at.slice(0, 10) >= from && created_at.slice(0, 10) <= to);
const completed = (orders: readonly OrderDetails[]) =>
  orders.filter(({ order_status }) => order_status === 'order-completed');
const sum = (orders: readonly OrderDetails[]) => orders.reduce((total, order) => total + order.paid_total, 0);

function metric(call: Call, count: (orders: OrderDetails[]) => number): Metric {
  const { period, previous } = spanOf(call);
  const orders = ordersOf(call);
  return { value: count(within(orders, period)), previous: count(within(orders, previous)) };
}

function figures(call: Call) {
  const { period, previous } = spanOf(call);
  const byStatus = (status: OrderStatus) => (orders: OrderDetails[]) =>
    orders.filter(({ order_status }) => order_status === status).length;
  const all: Partial<Record<MetricName, Metric>> = {
    revenue: metric(call, (orders) => sum(completed(orders))),
    orders: metric(call, (orders) => completed(orders).length),
    average: metric(call, (orders) => averageOf(sum(completed(orders)), completed(orders).length)),
    refunds: metric(call, (orders) =>
      sum(orders.filter(({ order_status }) => order_status === 'order-refunded')),
    ),
    completed: metric(call, byStatus('order-completed')),
    cancelled: metric(call, byStatus('order-cancelled')),
  };
  const isStaff = !required(call.person).permissions.includes('store_owner');
  const shown = Object.entries(all).filter(
    ([name]) => !isStaff || !moneyFigures.includes(name as MetricName),
  );
  return { period, previous, figures: Object.fromEntries(shown) };
}

function statuses(call: Call) {
  const { period, previous } = spanOf(call);
  const each = orderStatuses.map((status) => [
    status,
    metric(call, (orders) => orders.filter(({ order_status }) => order_status === status).length),
  ]);
  return { period, previous, statuses: Object.fromEntries(each) };
}

const stepDays: Record<SalesStep, number> = { day: 1, week: 7, month: 30 };

function sales(call: Call): PeriodSales {
  const { period, previous, days } = spanOf(call);
  const step = (call.query.get('step') as SalesStep | null) ?? stepFor(days);
  const orders = completed(ordersOf(call));
  const start = Date.parse(period.from);
  const length = Math.ceil(days / stepDays[step]);
  const points = Array.from({ length }, (_, index) => {
    const from = start + index * stepDays[step] * dayMs;
    const to = Math.min(from + (stepDays[step] - 1) * dayMs, Date.parse(period.to));
    const now = within(orders, { from: dayAt(from), to: dayAt(to) });
    const before = within(orders, { from: dayAt(from - days * dayMs), to: dayAt(to - days * dayMs) });
    return {
      from: dayAt(from),
      to: dayAt(to),
      revenue: sum(now),
      orders: now.length,
      previous_revenue: sum(before),
      previous_orders: before.length,
    };
  });
  return { period, previous, until: null, step, points };
}

function waiting(call: Call): Waiting {
  const { tables } = call.world;
  const orders = ordersOf(call).filter(({ order_status }) => order_status === 'order-processing');
  const isAdmin = required(call.person).isAdmin;
  const questions = { count: tables.questions.filter(({ answer }) => answer === null).length };
  if (!isAdmin) return { orders: { count: orders.length }, questions };
  return {
    shops: { count: tables.shops.filter(({ is_active }) => is_active === false).length },
    refunds: { count: tables.refunds.filter(({ status }) => status === 'pending').length },
    withdraws: { count: tables.withdraws.filter(({ status }) => status === 'pending').length },
  };
}

function ownShops({ world, person }: Call): Shop[] {
  const own = shopIdsOf(required(person));
  return (world.tables.shops as unknown as Shop[]).filter(({ id }) => own.includes(id));
}

function balance(call: Call): VendorBalance {
  const slug = call.query.get('shop');
  const shops = ownShops(call).filter((shop) => slug === null || shop.slug === slug);
  const total = (key: 'current_balance' | 'on_hold_amount') =>
    shops.reduce((all, shop) => all + (shop.balance?.[key] ?? 0), 0);
  return { current: total('current_balance'), on_hold: total('on_hold_amount'), debts: 0 };
}

function byShop(call: Call): PeriodShops {
  const { period, previous } = spanOf(call);
  const orders = within(ordersOf(call), period);
  const shops = ownShops(call).map((shop) => {
    const own = orders.filter(({ shop_id }) => shop_id === shop.id);
    const toPrepare = own.filter(({ order_status }) => order_status === 'order-processing');
    return {
      shop: stubOf(shop),
      revenue: sum(completed(own)),
      orders: completed(own).length,
      refunds: 0,
      waiting: toPrepare.length,
      balance: shop.balance?.current_balance ?? 0,
      refund_rate: null,
      hours_to_ship: null,
    };
  });
  return { period, previous, until: null, shops: shops.sort((a, b) => b.revenue - a.revenue) };
}

function productsOf({ world, person, query }: Call): ProductDetails[] {
  const { isAdmin, ...rest } = required(person);
  const own = shopIdsOf({ isAdmin, ...rest });
  const shop = query.get('shop_id');
  return (world.tables.products as unknown as ProductDetails[])
    .filter(
      ({ shop_id }) => (isAdmin || own.includes(shop_id)) && (shop === null || String(shop_id) === shop),
    )
    .sort((a, b) => b.sold_quantity - a.sold_quantity);
}

const first = <Item>({ query }: Call, items: readonly Item[]) =>
  items.slice(0, Number(query.get('limit')) || 10);

const rated = ({ id, name, slug, image, shop }: ProductDetails): RatedProduct => ({
  id,
  name,
  slug,
  image,
  shop_name: shop?.name ?? '',
  shop_slug: shop?.slug ?? '',
  rating_count: 3,
  actual_rating: 4.7,
});

function categories(call: Call): (CategoryProducts & CategorySales)[] {
  const products = productsOf(call);
  const rows = call.world.tables.categories.map(({ id, name, slug }) => {
    const inside = products.filter((product) => product.categories.some((category) => category.id === id));
    const shop = inside[0]?.shop;
    return {
      category_id: id,
      category_name: String(name),
      category_slug: String(slug),
      shop_name: shop?.name ?? '',
      shop_slug: shop?.slug ?? '',
      product_count: inside.length,
      total_sales: inside.reduce((total, { sold_quantity }) => total + sold_quantity, 0),
    };
  });
  return first(
    call,
    rows.filter(({ product_count }) => product_count > 0).sort((a, b) => b.total_sales - a.total_sales),
  );
}
