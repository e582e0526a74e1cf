import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { orders } from '@/contract/orders';
import type { OrderDetails as Details, Order } from '@/contract/orders/wire';
import { resourcePage } from '@/crud/resource-page';
import { OrderDetails } from '@/features/orders/details/order-details';
import { OrdersList } from '@/features/orders/lists/orders-list';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const Page = resourcePage(orders, {}, { List: OrdersList, Details: OrderDetails });

const buildOrder = (id: number, more: Partial<Order> = {}): Order => ({
  ...{ id, version: 2, created_at: '2026-03-09T09:00:00.000Z', updated_at: '2026-03-09T09:00:00.000Z' },
  ...{ tracking_number: `2026030900000${id}`, parent_id: null, shop_id: null, shop: null },
  ...{ customer_id: null, customer: null, customer_name: 'Егор', customer_contact: '+7 900 123-45-67' },
  ...{ customer_email: 'egor@test.ru', amount: 1000, discount: 100, sales_tax: 0, delivery_fee: 50 },
  ...{ total: 950, paid_total: 950, wallet_amount: 0, cancelled_amount: 0, cancelled_tax: 0 },
  ...{
    cancelled_delivery_fee: 0,
    refunded_amount: 0,
    payment_gateway: 'CASH',
    altered_payment_gateway: null,
  },
  ...{ order_status: 'order-out-for-delivery', payment_status: 'payment-cash', delivery_time: null },
  ...{ delivery_date: null, parcel_carrier: null, parcel_number: null, products_count: 1 },
  ...more,
});

const part = buildOrder(8, {
  parent_id: 7,
  shop_id: 1,
  shop: { id: 1, name: 'Первая лавка', slug: 'pervaya' },
});

const buildDetails = (more: Partial<Details> = {}): Details => ({
  ...buildOrder(7),
  ...{ products: [], children: [part], parent_order: null, billing_address: null, shipping_address: null },
  ...{ delivery_point: null, note: null, coupon: null, events: [], payment_intent: null },
  pay_until: null,
  moves: ['order-completed', 'order-cancelled'],
  ...more,
});

/** Opens an order on a fake API that records the requests. */
function open(first: Partial<Details> = {}) {
  const sent: { path: string; body: unknown }[] = [];
  const record = async (request: Request) => {
    const text = await request.text();
    sent.push({ path: new URL(request.url).pathname, body: text ? JSON.parse(text) : null });
  };
  server.use(
    http.get(api('orders/7'), () => HttpResponse.json(buildDetails(first))),
    http.get(api('refunds'), () => HttpResponse.json(pageOf([]))),
    http.get(api('audit'), () => HttpResponse.json(pageOf([]))),
    http.put(api('orders/7'), async ({ request }) => {
      await record(request);
      return HttpResponse.json(buildDetails(first));
    }),
    http.post(api('orders/7/code'), () => HttpResponse.json({ success: true, retry_after: 60 })),
    http.post(api('orders/7/complete'), async ({ request }) => {
      await record(request);
      return HttpResponse.json(
        { message: 'INVALID_CODE', attempts_left: 3, request_id: 'r' },
        { status: 422 },
      );
    }),
  );
  renderScreen(
    <>
      <Page />
      <ModalHost />
    </>,
    '/orders/7',
  );
  return sent;
}

describe('the orders list', () => {
  it("shows an order's parts when its row is opened", async () => {
    server.use(
      http.get(api('orders'), () => HttpResponse.json(pageOf([buildOrder(7)]))),
      http.get(api('orders/7'), () => HttpResponse.json(buildDetails())),
    );
    renderScreen(<Page />, '/orders');

    const button = await screen.findByRole('button', { expanded: false, name: /20260309000007|parts/ });
    await userEvent.click(button);

    expect(await screen.findByRole('link', { name: 'Первая лавка' })).toHaveAttribute(
      'href',
      expect.stringContaining('/orders/8'),
    );
  });
});

describe('the order page', () => {
  it('offers only allowed moves and confirms a cancellation', async () => {
    const sent = open();
    const select = await screen.findByRole('combobox', { name: 'Новый статус' });
    expect(within(select).getAllByRole('option')).toHaveLength(2);

    await userEvent.selectOptions(select, 'order-cancelled');
    await userEvent.click(screen.getByRole('button', { name: 'Изменить статус' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Причина' }), 'Нет на складе');
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Отменить заказ' }));

    await waitFor(() =>
      expect(sent[0]?.body).toEqual({ order_status: 'order-cancelled', note: 'Нет на складе', version: 2 }),
    );
  });

  it('hides the status form of an ended order', async () => {
    open({ order_status: 'order-cancelled', moves: [] });

    await screen.findByRole('list', { name: 'Путь заказа' });
    expect(screen.queryByRole('combobox', { name: 'Новый статус' })).toBeNull();
  });

  it('shows the payment deadline only while a payment is pending', async () => {
    open({ pay_until: '2026-03-10T09:30:00.000Z' });

    expect(await screen.findByText(/Оплатить до 10\.03\.2026, \d\d:30/)).toBeVisible();
    cleanup();
    open();
    await screen.findByRole('list', { name: 'Путь заказа' });
    expect(screen.queryByText(/Оплатить до/)).toBeNull();
  });

  it('shows a wrong code and the remaining attempts below the field', async () => {
    const sent = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Выдать по коду' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Отправить код' }));
    await userEvent.type(screen.getByRole('textbox', { name: /Код от покупателя/ }), '123456');

    expect(await screen.findByText(/Осталось 3 попытки/)).toBeVisible();
    expect(sent[0]?.body).toEqual({ code: '123456' });
  });
});
