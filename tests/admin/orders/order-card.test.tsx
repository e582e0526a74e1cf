import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { OrderStatus } from '@/contract/orders/status';
import { orderStatuses } from '@/contract/orders/status';
import { orderTabKeys, orderTabs } from '@/contract/orders/tabs';
import type { Order } from '@/contract/orders/wire';
import { nextMove } from '@/features/orders/details/next-step';
import { OrderCard } from '@/features/orders/lists/order-card';
import { renderScreen } from '../crud/render-screen';

const order = {
  id: 7,
  tracking_number: '20260309000007',
  created_at: '2026-03-09T09:00:00.000Z',
  total: 12_400,
  customer: null,
  customer_name: 'Елизавета Быкова',
  products_count: 2,
  order_status: 'order-processing',
  delivery_date: '2026-03-12',
} as Order;

describe('the card of an order on a phone', () => {
  it('shows number, sum, customer, state, next step and its deadline', () => {
    renderScreen(<OrderCard order={order} href="/orders/7" />, '/orders');
    const link = screen.getByRole('link', { name: '№\u00a020260309000007' });
    expect(link).toHaveAttribute('href', expect.stringContaining('/orders/7'));
    const [first, second, third] = [...(link.closest('span')?.parentElement?.children ?? [])];
    expect(first).toHaveTextContent(/№ 20260309000007.*09\.03\.2026.*\$12,400/);
    expect(second).toHaveTextContent(/Елизавета Быкова.*Собирается/);
    expect(third).toHaveTextContent(/доставить 12\.03\.2026 · 2 позиции/);
  });

  it('shows until when the order must be assembled, in red when it is late', () => {
    const at = new Date(Date.now() - 3 * 24 * 3600_000).toISOString();
    renderScreen(
      <OrderCard order={{ ...order, short_number: '2603-7', ship_by: at }} href="/orders/7" />,
      '/orders',
    );
    expect(screen.getByRole('link', { name: '№\u00a02603-7' })).toBeVisible();
    expect(screen.getByText(/опаздывает: до .* · 2 позиции/)).toHaveClass('text-bad');
    expect(screen.queryByText(/доставить/)).toBeNull();
  });

  it('shows no next step when the order was handed over', () => {
    renderScreen(
      <OrderCard order={{ ...order, order_status: 'order-completed' }} href="/orders/7" />,
      '/orders',
    );
    expect(screen.queryByText(/доставить/)).toBeNull();
  });

  it('crosses out the original value of a cancelled order', () => {
    const sums = { total: 0, cancelled_amount: 10_000.4, cancelled_tax: 0, cancelled_delivery_fee: 300.2 };
    renderScreen(
      <OrderCard order={{ ...order, ...sums, order_status: 'order-cancelled' }} href="/orders/7" />,
      '/orders',
    );
    expect(screen.getByText('$10,300.60').tagName).toBe('S');
  });
});

describe('the tabs of the list', () => {
  it('hold every status in exactly one tab', () => {
    const held = orderTabKeys.flatMap((key): readonly OrderStatus[] => orderTabs[key]);
    expect(held.toSorted()).toEqual([...orderStatuses].toSorted());
  });
});

describe('the next step', () => {
  const facts = { order_status: 'order-processing', delivery_point: null, is_digital: false } as const;
  const moves: OrderStatus[] = [
    'order-at-local-facility',
    'order-out-for-delivery',
    'order-completed',
    'order-cancelled',
  ];

  it.each([
    ['a courier', facts, 'order-out-for-delivery'],
    [
      'a pickup point',
      { ...facts, delivery_point: { code: 'M', carrier: 'c', name: '', address: '' } },
      'order-at-local-facility',
    ],
    ['a file', { ...facts, is_digital: true }, 'order-completed'],
    [
      'a parcel at the point',
      { ...facts, order_status: 'order-at-local-facility' as const },
      'order-completed',
    ],
    ['an unpaid order', { ...facts, order_status: 'order-pending' as const }, undefined],
  ])('of %s follows the regular course', (_name, order, expected) => {
    const allowed =
      order.order_status === 'order-pending' ? (['order-processing', 'order-cancelled'] as const) : moves;
    expect(nextMove(allowed, order)).toBe(expected);
  });
});
