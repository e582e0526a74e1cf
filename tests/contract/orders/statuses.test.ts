import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hasDistinctPaymentStatus, orderStatuses, paymentStatuses } from '@/contract/orders/status';

it.each(['ru', 'en', 'ar'])('no two badges of an order read the same (%s)', (language) => {
  const { orders } = JSON.parse(readFileSync(`public/locales/${language}/orders.json`, 'utf8'));
  const { order_status: words, payment_status: payments } = orders.options;

  const repeated = orderStatuses.flatMap((order_status) =>
    paymentStatuses
      .filter((payment_status) => words[order_status] === payments[payment_status])
      .filter((payment_status) => hasDistinctPaymentStatus({ order_status, payment_status }))
      .map((payment_status) => `${order_status} ${payment_status}`),
  );

  expect(repeated).toEqual([]);
});

it('an order that was cancelled without a payment awaits none', () => {
  const gone = { order_status: 'order-cancelled', payment_status: 'payment-pending' } as const;

  expect(hasDistinctPaymentStatus(gone)).toBe(false);
  expect(hasDistinctPaymentStatus({ ...gone, payment_status: 'payment-success' })).toBe(true);
});
