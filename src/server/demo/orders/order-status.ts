/** The statuses of reference entities E51, in the order in which an order goes through them. */
export const orderStatuses: readonly { slug: string; name: string; color: string; english: string }[] = [
  { slug: 'order-pending', name: 'Ждёт оплаты', color: '#d97706', english: 'Pending' },
  { slug: 'order-processing', name: 'Собирается', color: '#2563eb', english: 'Processing' },
  {
    slug: 'order-at-local-facility',
    name: 'В пункте выдачи',
    color: '#7c3aed',
    english: 'At the pick-up point',
  },
  { slug: 'order-out-for-delivery', name: 'Передан курьеру', color: '#0891b2', english: 'Out for delivery' },
  { slug: 'order-completed', name: 'Выполнен', color: '#15803d', english: 'Completed' },
  { slug: 'order-cancelled', name: 'Отменён', color: '#b91c1c', english: 'Cancelled' },
  { slug: 'order-refunded', name: 'Деньги возвращены', color: '#be185d', english: 'Refunded' },
  { slug: 'order-failed', name: 'Не оплачен', color: '#64748b', english: 'Failed' },
];
