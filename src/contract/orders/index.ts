import { dayFilters, defineResource, type Tone } from '@/contract/core/define';
import { adminOnly, type Permission, signedIn, withStaff } from '@/contract/core/permissions';
import { shownNumber } from '@/contract/orders/number';
import { cancelledSum } from './cancelled-sum';
import type { OrderStatusInput } from './schema';
import {
  type OrderStatus,
  orderStatuses,
  type PaymentStatus,
  paidStatuses,
  paymentGateways,
  paymentStatuses,
} from './status';
import type { Order } from './wire';

export const orderTones: Record<OrderStatus, Tone> = {
  'order-pending': 'warn',
  'order-processing': 'accent',
  'order-at-local-facility': 'accent',
  'order-out-for-delivery': 'accent',
  'order-completed': 'good',
  'order-cancelled': 'bad',
  'order-refunded': 'neutral',
  'order-failed': 'bad',
};

export const paymentTones: Record<PaymentStatus, Tone> = {
  'payment-pending': 'warn',
  'payment-processing': 'accent',
  'payment-success': 'good',
  'payment-failed': 'bad',
  'payment-reversal': 'bad',
  'payment-refunded': 'neutral',
  'payment-cash-on-delivery': 'neutral',
  'payment-cash': 'neutral',
  'payment-wallet': 'good',
  'payment-awaiting-for-approval': 'warn',
};

/** Orders by their money: those that revenue counts, and those with a refund of some goods. */
export const moneyFilters = ['in-revenue', 'partly-refunded'] as const;

/** Orders by their deadline to assemble, in the business time zone. */
export const shipByFilters = ['late', 'today', 'later'] as const;

/** Every account may read orders; the policy decides which ones. */
const readers: readonly Permission[] = [...signedIn, 'staff:orders'];

/**
 * Orders: whole orders at the root, parts in a shop. Placed at checkout and never edited in a form: only the status
 * moves, and quantities change while the order is unpaid.
 */
export const orders = defineResource<Order, OrderStatusInput, 'orders'>({
  name: 'orders',
  domain: 'orders',
  schema: () => import('./schema').then((module) => module.orderStatusSchema),
  scope: 'orders',
  allow: {
    list: readers,
    // A guest reads an order by its secret; the policy decides for everybody else.
    read: 'public',
    create: adminOnly,
    update: withStaff('orders'),
    remove: adminOnly,
  },
  titleOf: shownNumber,
  columns: [
    { key: 'tracking_number', kind: 'title' },
    { key: 'customer_name', kind: 'text', sort: true },
    { key: 'products_count', kind: 'number', spare: true },
    { key: 'created_at', kind: 'datetime', sort: true },
    { key: 'ship_by', kind: 'datetime', sort: true, under: 'created_at' },
    { key: 'delivery_fee', kind: 'money', hidden: true },
    { key: 'total', kind: 'money', sort: true },
    { key: 'order_status', kind: 'badge', sort: true, tones: orderTones, usual: ['order-completed'] },
    {
      key: 'payment_status',
      kind: 'badge',
      tones: paymentTones,
      usual: paidStatuses,
      under: 'order_status',
    },
    { key: 'payment_gateway', kind: 'text', hidden: true },
    { key: 'amount', kind: 'money', hidden: true },
    { key: 'discount', kind: 'money', hidden: true },
    { key: 'sales_tax', kind: 'money', hidden: true },
    { key: 'customer_contact', kind: 'text', hidden: true },
    { key: 'short_number', kind: 'text', hidden: true },
    { key: 'shop', kind: 'related', hidden: true },
    { key: 'paid_at', kind: 'datetime', hidden: true },
    { key: 'cancelled_amount', kind: 'money', hidden: true, value: cancelledSum },
    { key: 'refunded_amount', kind: 'money', hidden: true },
  ],
  fields: [],
  filters: [
    { key: 'order_status', via: 'search', kind: 'select', inShop: true, options: orderStatuses },
    { key: 'payment_status', via: 'search', kind: 'select', inShop: true, options: paymentStatuses },
    { key: 'payment_gateway', via: 'search', kind: 'select', inShop: true, options: paymentGateways },
    { key: 'ship_by', via: 'search', kind: 'select', inShop: true, options: shipByFilters },
    { key: 'money', via: 'search', kind: 'select', inShop: true, options: moneyFilters },
    ...dayFilters('created'),
    ...dayFilters('paid'),
    { key: 'shop', via: 'search', kind: 'related', relation: { endpoint: 'shops' } },
    { key: 'is_own_purchase', via: 'search', kind: 'switch' },
  ],
  search: {
    tracking_number: 'like',
    order_status: 'in',
    payment_status: 'in',
    payment_gateway: 'eq',
    money: 'eq',
    ship_by: 'eq',
    shop_id: 'eq',
    customer_id: 'eq',
    'shop.slug': 'eq',
    is_own_purchase: 'eq',
    // Days of the business time zone, both included.
    created_from: 'eq',
    created_to: 'eq',
    paid_from: 'eq',
    paid_to: 'eq',
  },
  after: { create: 'list', update: 'stay' },
  opens: 'details',
});

export const ordersInShop = {
  ...orders,
  filters: orders.filters.filter(({ key }) => key !== 'shop'),
  pageSize: 10,
};

const transactionColumns = [
  ...(['tracking_number', 'total', 'amount', 'delivery_fee', 'sales_tax', 'discount'] as const),
  ...(['payment_gateway', 'payment_status'] as const),
];

/** `orders/transaction`: the view of orders with the columns of their money. */
export const orderTransactions = {
  ...orders,
  columns: transactionColumns.flatMap((key) =>
    orders.columns
      .filter((column) => column.key === key)
      .map((column) => ({
        ...column,
        hidden: false,
        ...(key === 'payment_status' && { under: 'payment_gateway' as const }),
      })),
  ),
  only: { name: 'transaction', path: '/orders/transaction', scope: {} },
};
