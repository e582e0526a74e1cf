import type { OrderStatus } from './status';

/** Tabs of the orders list, each counted by `GET orders/counts`. Without statuses: every order. */
export const orderTabs = {
  all: [],
  unpaid: ['order-pending'],
  processing: ['order-processing'],
  'on-the-way': ['order-at-local-facility', 'order-out-for-delivery'],
  completed: ['order-completed'],
  cancelled: ['order-cancelled', 'order-failed', 'order-refunded'],
} as const satisfies Record<string, readonly OrderStatus[]>;

export type OrderTab = keyof typeof orderTabs;

export const orderTabKeys = Object.keys(orderTabs) as OrderTab[];
