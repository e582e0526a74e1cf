import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { orders } from '@/contract/orders';
import type { EditPreview } from '@/contract/orders/change';
import type { OrderDetails as Details, OrderLine } from '@/contract/orders/wire';
import { resourcePage } from '@/crud/resource-page';
import { OrdersList } from '@/features/orders/lists/orders-list';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { OrderDetails } from '@/shell/screens/order-details';
import { api, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';

/** Orders with cash: a shop completes them and raises their quantities only by the customer's code. */
const Page = resourcePage(orders, { List: OrdersList, Details: OrderDetails });

const line: OrderLine = {
  ...{ id: 1, order_id: 7, shop_id: 1, product_id: 1, variation_option_id: null, name: 'Чайник' },
  ...{
    variation: null,
    sku: null,
    slug: null,
    unit: null,
    is_digital: false,
    image: null,
    order_quantity: 2,
  },
  ...{ unit_price: 500, subtotal: 1000, discount: 0, tax: 0, delivery: 0, total: 1000, vat_rate: null },
  ...{ requires_marking: false, refunded_quantity: 0, refundable_until: null },
};

const order: Details = {
  ...{ id: 7, version: 2, tracking_number: '20260309000007', parent_id: 5, shop_id: 1 },
  ...{ created_at: '2026-03-09T09:00:00.000Z', updated_at: '2026-03-09T09:00:00.000Z' },
  ...{
    shop: { id: 1, name: 'Лавка', slug: 'lavka' },
    customer_id: null,
    customer: null,
    customer_name: 'Егор',
  },
  ...{ customer_contact: '+7 900 123-45-67', customer_email: null, amount: 1000, discount: 0, sales_tax: 0 },
  ...{
    delivery_fee: 0,
    total: 1000,
    paid_total: 1000,
    wallet_amount: 0,
    cancelled_amount: 0,
    cancelled_tax: 0,
  },
  ...{
    cancelled_delivery_fee: 0,
    refunded_amount: 0,
    payment_gateway: 'CASH',
    altered_payment_gateway: null,
  },
  ...{ order_status: 'order-processing', payment_status: 'payment-cash', delivery_time: null },
  ...{
    delivery_date: null,
    parcel_carrier: null,
    parcel_number: null,
    products_count: 1,
    delivery_point: null,
  },
  ...{ is_digital: false, products: [line], children: [], parent_order: null, billing_address: null },
  ...{ shipping_address: null, note: null, coupon: null, events: [], payment_intent: null, pay_until: null },
  moves: ['order-out-for-delivery', 'order-completed', 'order-cancelled'],
};

const preview: EditPreview = {
  lines: [],
  ...{ shipping_address: null, delivery_point: null },
  ...{ customer_name: null, customer_contact: null, customer_email: null },
  ...{ total_before: 1000, total: 2500, difference: 1500, settlement: 'on-receipt', broken_terms: [] },
  ...{ needs_consent: false, may_use_code: true, may_take_cash: false },
};

/** Opens the order, and records what is sent. */
function open(role: string, more: Partial<Details> = {}) {
  const sent: { path: string; body: unknown }[] = [];
  const record = async ({ request }: { request: Request }) => {
    const text = await request.text();
    const path = new URL(request.url).pathname.replace('/admin/rest/', '');
    sent.push({ path, body: text ? JSON.parse(text) : null });
    return HttpResponse.json({ ...order, ...more, success: true, retry_after: 60 });
  };
  server.use(
    http.get(api('orders/7'), () => HttpResponse.json({ ...order, ...more })),
    http.get(api('refunds'), () => HttpResponse.json(pageOf([]))),
    http.get(api('audit'), () => HttpResponse.json(pageOf([]))),
    http.post(api('orders/7/lines/preview'), async ({ request }) => {
      const { lines } = (await request.json()) as { lines: { quantity: number }[] };
      const isMore = lines.some(({ quantity }) => quantity > 2);
      return HttpResponse.json({ ...preview, needs_consent: isMore && role === 'store_owner' });
    }),
    http.post(api('orders/7/*'), record),
    http.post(api('orders/7/lines/code'), record),
    http.put(api('orders/7'), record),
    http.put(api('orders/7/lines'), record),
  );
  renderScreen(
    <>
      <Page />
      <ModalHost />
    </>,
    '/orders/7',
    { role },
  );
  return sent;
}

const choose = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Ещё действия' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

describe('completing a cash order', () => {
  it('leads a shop from its menu straight to the customer’s code', async () => {
    const sent = open('store_owner');

    await userEvent.click(await screen.findByRole('button', { name: 'Ещё действия' }));
    expect(screen.queryByRole('menuitem', { name: 'Отметить вручённым' })).toBeNull();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Выдать по коду' }));

    expect(await screen.findByText(/Деньги останутся у магазина/)).toBeVisible();
    expect(screen.queryByRole('radiogroup')).toBeNull();
    await userEvent.type(screen.getByRole('textbox', { name: /Код от покупателя/ }), '123456');
    await waitFor(() => expect(sent).toEqual([{ path: 'orders/7/complete', body: { code: '123456' } }]));
  });

  it('has one button for a shop once the order is on its way', async () => {
    open('store_owner', {
      order_status: 'order-out-for-delivery',
      moves: ['order-completed', 'order-cancelled'],
    });

    expect(await screen.findByRole('button', { name: 'Выдать по коду' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Ещё действия' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Отменить заказ']);
  });

  it('asks an administrator who took the cash', async () => {
    const sent = open('super_admin');

    await choose('Отметить вручённым');
    expect(await screen.findByRole('radio', { name: 'Площадка' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: 'Магазин' }));
    expect(screen.getByText(/долгом площадке/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Завершить' }));

    const body = { order_status: 'order-completed', note: null, version: 2, cash_held_by: 'shop' };
    await waitFor(() => expect(sent).toEqual([{ path: 'orders/7', body }]));
  });

  it('asks nobody about an order that was paid online', async () => {
    const sent = open('store_owner', { payment_gateway: 'SBP', payment_status: 'payment-success' });

    await choose('Отметить вручённым');
    await userEvent.click(await screen.findByRole('button', { name: 'Завершить' }));

    expect(screen.queryByRole('radiogroup')).toBeNull();
    const body = { order_status: 'order-completed', note: null, version: 2 };
    await waitFor(() => expect(sent).toEqual([{ path: 'orders/7', body }]));
  });
});

describe('quantities', () => {
  it('are lowered by a shop at once, and raised by a code for these quantities', async () => {
    const sent = open('store_owner');
    await choose('Изменить состав');
    const field = await screen.findByRole('textbox', { name: /^Кол-во/ });
    const type = async (text: string) => {
      await userEvent.clear(field);
      await userEvent.type(field, text);
    };
    await type('1');
    expect(screen.queryByRole('textbox', { name: /Код от покупателя/ })).toBeNull();
    await type('5');
    await userEvent.click(await screen.findByRole('radio', { name: 'Кодом' }));
    await userEvent.click(screen.getByRole('button', { name: 'Отправить код' }));
    expect(await screen.findByText('Код отправлен')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить состав' }));
    expect(await screen.findByText(/шесть цифр/i)).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: /Код от покупателя/ }), '654321');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить состав' }));

    const lines = [{ id: 1, quantity: 5 }];
    await waitFor(() =>
      expect(sent).toEqual([
        { path: 'orders/7/lines/code', body: { lines, added: [], version: 2 } },
        { path: 'orders/7/lines', body: { lines, added: [], version: 2, code: '654321' } },
      ]),
    );
  });

  it('are raised by an administrator without a code', async () => {
    const sent = open('super_admin');
    await choose('Изменить состав');
    const field = await screen.findByRole('textbox', { name: /^Кол-во/ });
    await userEvent.clear(field);
    await userEvent.type(field, '5');
    const save = screen.getByRole('button', { name: 'Сохранить состав' });
    await waitFor(() => expect(save).toBeEnabled());
    expect(screen.queryByRole('radio', { name: 'Кодом' })).toBeNull();
    await userEvent.click(save);

    const lines = [{ id: 1, quantity: 5 }];
    await waitFor(() => expect(sent[0]?.body).toEqual({ lines, added: [], version: 2 }));
  });
});

describe('the mark of a shop’s own purchase', () => {
  it('is shown on the order and in the list', async () => {
    open('super_admin', { is_own_purchase: true });
    expect(await screen.findByText('Покупатель из магазина')).toBeVisible();
  });
});
