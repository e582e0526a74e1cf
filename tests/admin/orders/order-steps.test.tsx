import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { OrderStatus } from '@/contract/orders/status';
import type { OrderDetails, OrderEvent } from '@/contract/orders/wire';
import { OrderSteps, orderSteps } from '@/features/orders/details/order-steps';

const event = (to: string, kind: OrderEvent['kind'] = 'status'): OrderEvent => ({
  id: 1,
  at: '2026-03-09T09:00:00.000Z',
  shop: null,
  from: null,
  note: null,
  user: null,
  kind,
  to,
});

const point = { code: 'MSK1' } as OrderDetails['delivery_point'];

const facts = (now: OrderStatus, past: OrderStatus[], more: object = {}) => ({
  order_status: now,
  delivery_point: null,
  is_digital: false,
  events: past.map((to, place) => event(to, place === 0 ? 'placed' : 'status')),
  ...more,
});

const short = (order: Parameters<typeof orderSteps>[0]) =>
  orderSteps(order).map((step) => step.slice('order-'.length));

describe('the steps of an order', () => {
  it.each([
    [
      'waits to be paid',
      facts('order-pending', ['order-pending']),
      'pending processing out-for-delivery completed',
    ],
    [
      'was never pending',
      facts('order-processing', ['order-processing']),
      'processing out-for-delivery completed',
    ],
    [
      'is picked up',
      facts('order-processing', ['order-processing'], { delivery_point: point }),
      'processing at-local-facility completed',
    ],
    [
      'stands at the point',
      facts('order-at-local-facility', ['order-pending', 'order-processing', 'order-at-local-facility'], {
        delivery_point: point,
      }),
      'pending processing at-local-facility completed',
    ],
    [
      'went through the point to the courier',
      facts('order-out-for-delivery', [
        'order-processing',
        'order-at-local-facility',
        'order-out-for-delivery',
      ]),
      'processing at-local-facility out-for-delivery completed',
    ],
    [
      'was handed over at once',
      facts('order-completed', ['order-processing', 'order-completed']),
      'processing completed',
    ],
    [
      'is a file',
      facts('order-processing', ['order-processing'], { is_digital: true }),
      'processing completed',
    ],
    [
      'was paid and cancelled before it left',
      facts('order-cancelled', ['order-pending', 'order-processing', 'order-cancelled']),
      'pending processing cancelled',
    ],
    ['failed', facts('order-failed', ['order-pending', 'order-failed']), 'pending failed'],
    [
      'is as far as its slowest shop',
      facts('order-processing', ['order-processing', 'order-out-for-delivery', 'order-completed']),
      'processing out-for-delivery completed',
    ],
  ])('are correct for an order that %s', (_name, order, expected) => {
    expect(short(order).join(' ')).toBe(expected);
  });

  it('mark past, current and future steps', () => {
    const past: OrderStatus[] = ['order-pending', 'order-processing'];
    render(<OrderSteps order={facts('order-processing', past, { delivery_point: point })} />);

    const items = screen.getAllByRole('listitem');
    expect(items.map((item) => `${item.textContent} ${item.dataset.state}`)).toEqual([
      'Оплачен done',
      'Собирается current',
      'В пункте выдачи ahead',
      'Выполнен ahead',
    ]);
    expect(items[1]).toHaveAttribute('aria-current', 'step');
    expect(screen.queryByText('Передан курьеру')).not.toBeInTheDocument();
  });

  it('show an unpaid order as waiting, not as done', () => {
    render(<OrderSteps order={facts('order-pending', ['order-pending'])} />);
    expect(screen.getByText('Ждёт оплаты').closest('li')).toHaveAttribute('data-state', 'current');
  });

  it('show a delivered order as done to its end', () => {
    render(<OrderSteps order={facts('order-completed', ['order-processing', 'order-completed'])} />);
    expect(screen.getByText('Выполнен').closest('li')).toHaveAttribute('data-state', 'done');
  });

  it.each<[string, OrderStatus[], string]>([
    ['was never paid', ['order-pending', 'order-failed'], 'Оформлен Не оплачен'],
    [
      'was cancelled before it was packed',
      ['order-processing', 'order-cancelled'],
      'Принят в работу Отменён',
    ],
    [
      'was paid and cancelled',
      ['order-pending', 'order-processing', 'order-cancelled'],
      'Оплачен Принят в работу Отменён',
    ],
  ])('claim nothing that an order that %s did not reach', (_name, past, expected) => {
    render(<OrderSteps order={facts(past.at(-1) ?? 'order-failed', past)} />);
    const words = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(words.join(' ')).toBe(expected);
  });
});
