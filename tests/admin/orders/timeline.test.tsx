import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { OrderDetails, OrderEvent } from '@/contract/orders/wire';
import { Timeline } from '@/features/orders/details/timeline';
import { api, listenToToasts, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const event = (kind: OrderEvent['kind'], more: Partial<OrderEvent> = {}): OrderEvent => ({
  id: 1,
  at: '2026-03-09T09:05:00.000Z',
  shop: null,
  from: null,
  to: null,
  note: null,
  user: null,
  kind,
  ...more,
});

function show(events: OrderEvent[], canWork = true) {
  const children = [{ id: 8 }, { id: 9 }];
  const order = { id: 7, parent_id: null, children, events } as unknown as OrderDetails;
  renderScreen(<Timeline order={order} canWork={canWork} />, '/orders/7');
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent);
}

describe('the timeline of an order', () => {
  it('describes every kind of event, newest first', () => {
    const rows = show([
      event('placed'),
      event('mail', { from: 'a@test.ru', to: 'sent', note: 'Заказ принят' }),
      event('gateway', { from: 'CASH', to: 'SBP' }),
      event('payment-mismatch', { from: '950', to: '900' }),
      event('payment', { to: 'payment-success' }),
      event('lines', { from: 'Чай × 2', to: 'Чай × 1' }),
      event('delivery-date', { to: '2026-03-12, 10:00' }),
      event('parcel', { to: 'СДЭК 1300' }),
      event('status', { to: 'order-out-for-delivery', user: { id: 1, name: 'Анна' } }),
      event('refund', { to: 'approved' }),
      event('note', { note: 'Позвонить', user: { id: 1, name: 'Анна' } }),
    ]);
    const expected = [
      /Заметка.*Позвонить.*Анна/,
      /Заявка на возврат: одобрена/,
      /Передан в доставку.*Анна/,
      /Отправление: СДЭК 1300/,
      /День доставки: 12\.03\.2026, 10:00/,
      /Состав изменён.*Чай × 1/,
      /Оплачен/,
      /Пришло \$900 вместо \$950/,
      /Способ оплаты: «СБП» вместо «Наличными»/,
      /Письмо: Заказ принят.*a@test.ru, отправлено/,
      /Заказ оформлен/,
    ];
    expect(rows).toHaveLength(expected.length);
    for (const [place, text] of expected.entries()) expect(rows[place]).toMatch(text);
    for (const row of rows) expect(row).not.toMatch(/order-|payment-|orders\./);
  });

  it('sends an e-mail again, but none that still waits, and not for a customer', async () => {
    const letters = [
      event('mail', { id: 4, to: 'sent', note: 'Заказ принят' }),
      event('mail', { id: 5, to: 'waiting', note: 'Заказ едет к вам' }),
    ];
    const sent: string[] = [];
    server.use(
      http.post(api('orders/7/letters/:letter/resend'), ({ params }) => {
        sent.push(String(params.letter));
        return HttpResponse.json({});
      }),
    );
    const toasts = listenToToasts();
    show(letters);

    await userEvent.click(screen.getByRole('button', { name: /^Отправить письмо ещё раз/ }));

    await waitFor(() => expect(toasts.at(-1)?.text).toBe('Письмо отправлено ещё раз'));
    expect(sent).toEqual(['4']);
    cleanup();
    show(letters, false);
    expect(screen.queryByRole('button', { name: /ещё раз/ })).toBeNull();
  });

  it('has one heading per day', () => {
    show([
      event('placed', { at: '2026-03-08T09:05:00.000Z' }),
      event('note', { at: '2026-03-09T09:05:00.000Z', note: 'а' }),
      event('note', { id: 2, at: '2026-03-09T10:05:00.000Z', note: 'б' }),
    ]);
    expect(screen.getAllByText(/^\d+\.03\.2026$/).map(({ textContent }) => textContent)).toEqual([
      '09.03.2026',
      '08.03.2026',
    ]);
  });

  it('shows an event of all parts once, and names the shop of an event of one part', () => {
    const [first, second] = [
      { id: 1, name: 'Первая', slug: 'a' },
      { id: 2, name: 'Вторая', slug: 'b' },
    ];
    const rows = show([
      event('payment', { to: 'payment-success', shop: first }),
      event('payment', { to: 'payment-success', shop: second }),
      event('payment', { to: 'payment-success' }),
      event('status', { to: 'order-out-for-delivery', shop: second }),
    ]);
    expect(rows).toEqual([
      expect.stringMatching(/Передан в доставкуВторая$/),
      expect.stringMatching(/Оплачен$/),
    ]);
  });

  it('has no note field for a customer', () => {
    show([event('placed')], false);
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
