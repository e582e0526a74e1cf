import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { orders } from '@/contract/orders';
import type { OrderDetails as Details, Order } from '@/contract/orders/wire';
import { resourcePage } from '@/crud/resource-page';
import { OrdersList } from '@/features/orders/lists/orders-list';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { OrderDetails } from '@/shell/screens/order-details';
import { api, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const Page = resourcePage(orders, { List: OrdersList, Details: OrderDetails });

const buildOrder = (id: number, more: Partial<Order> = {}): Order => ({
  id,
  version: 2,
  created_at: '2026-03-09T09:00:00.000Z',
  updated_at: '2026-03-09T09:00:00.000Z',
  tracking_number: `2026030900000${id}`,
  parent_id: null,
  shop_id: null,
  shop: null,
  customer_id: null,
  customer: null,
  customer_name: 'Егор',
  customer_contact: '+7 900 123-45-67',
  customer_email: 'egor@test.ru',
  amount: 1000,
  discount: 100,
  sales_tax: 0,
  delivery_fee: 50,
  total: 950,
  paid_total: 950,
  wallet_amount: 0,
  cancelled_amount: 0,
  cancelled_tax: 0,
  cancelled_delivery_fee: 0,
  refunded_amount: 0,
  payment_gateway: 'CASH',
  altered_payment_gateway: null,
  order_status: 'order-out-for-delivery',
  payment_status: 'payment-cash',
  delivery_time: null,
  delivery_date: null,
  parcel_carrier: null,
  parcel_number: null,
  products_count: 1,
  delivery_point: null,
  is_digital: false,
  ...more,
});

const part = buildOrder(8, {
  parent_id: 7,
  shop_id: 1,
  shop: { id: 1, name: 'Первая лавка', slug: 'pervaya' },
});

const buildDetails = (more: Partial<Details> = {}): Details => ({
  ...buildOrder(7),
  products: [],
  children: [part],
  parent_order: null,
  billing_address: null,
  shipping_address: null,
  note: null,
  coupon: null,
  events: [],
  payment_intent: null,
  pay_until: null,
  moves: ['order-completed', 'order-cancelled'],
  ...more,
});

const address = {
  ...{ country: 'Россия', state: 'Татарстан', city: 'Казань', zip: '420000' },
  street_address: 'ул. Баумана, 12',
};

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

describe('a cancelled order that was never paid', () => {
  const gone = { order_status: 'order-cancelled', payment_status: 'payment-pending' } as const;

  it('awaits no payment in the list', async () => {
    const waiting = { order_status: 'order-processing', payment_status: 'payment-pending' } as const;
    const rows = [buildOrder(7, gone), buildOrder(9, waiting)];
    server.use(http.get(api('orders'), () => HttpResponse.json(pageOf(rows))));
    renderScreen(<Page />, '/orders');

    await waitFor(() => expect(screen.getAllByRole('row')[2]).toHaveTextContent('Ждёт оплаты'));
    expect(screen.getAllByRole('row')[1]).not.toHaveTextContent('Ждёт оплаты');
  });

  it('awaits no payment on its page', async () => {
    open({ ...gone, children: [] });

    expect((await screen.findAllByText('Отменён')).length).toBeGreaterThan(0);
    expect(screen.queryByText('Ждёт оплаты')).not.toBeInTheDocument();
  });
});

it.each([
  ['order-refunded', 'payment-refunded', 'Деньги возвращены'],
  ['order-pending', 'payment-pending', 'Ждёт оплаты'],
] as const)(
  'a status that the payment repeats (%s) stands once, in the list and on the page',
  async (status, payment, text) => {
    const told = { order_status: status, payment_status: payment };
    server.use(http.get(api('orders'), () => HttpResponse.json(pageOf([buildOrder(7, told)]))));
    renderScreen(<Page />, '/orders');
    await waitFor(() => expect(within(dataRow()).getAllByText(text)).toHaveLength(1));
    cleanup();

    open({ ...told, children: [] });
    const header = (await screen.findByRole('heading', { level: 1, name: /\d/ })).closest(
      'header',
    ) as HTMLElement;
    expect(within(header).getAllByText(text)).toHaveLength(1);
  },
);

const dataRow = () => screen.getAllByRole('row')[1] as HTMLElement;

describe('the orders list', () => {
  it('shows delivery method and time, and the original value of a cancelled order', async () => {
    const gone = { order_status: 'order-cancelled', total: 0, cancelled_amount: 730 } as const;
    const rows = [
      buildOrder(7, { shipping_address: null }),
      buildOrder(9, { shipping_address: address, ...gone }),
    ];
    server.use(http.get(api('orders'), () => HttpResponse.json(pageOf(rows))));
    renderScreen(<Page />, '/orders');

    await waitFor(() => expect(screen.getAllByRole('row')[1]).toHaveTextContent('В магазине'));
    expect(screen.getAllByRole('row')[2]).toHaveTextContent('Курьером');
    expect(screen.getByText('$730').tagName).toBe('S');
  });

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
  it('names the next step and confirms a cancellation', async () => {
    const sent = open();
    expect(await screen.findByRole('button', { name: 'Выдать по коду' })).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Ещё действия' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Отметить вручённым',
      'Отменить заказ',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Отменить заказ' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Причина' }), 'Нет на складе');
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Отменить заказ' }));

    await waitFor(() =>
      expect(sent[0]?.body).toEqual({ order_status: 'order-cancelled', note: 'Нет на складе', version: 2 }),
    );
  });

  const atWork: Partial<Details> = {
    order_status: 'order-processing',
    moves: ['order-out-for-delivery', 'order-cancelled'],
  };

  it('asks for carrier and number at the handover of a single parcel, with any carrier that is typed', async () => {
    const sent = open(atWork);
    await userEvent.click(await screen.findByRole('button', { name: 'Передать в доставку' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(await dialog.findByRole('combobox', { name: 'Перевозчик' }), 'Голубь');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Номер отправления' }), '77');
    expect(sent).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Передать в доставку' }));
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({
        ...{ order_status: 'order-out-for-delivery', version: 2 },
        ...{ parcel_carrier: 'Голубь', parcel_number: '77' },
      }),
    );
  });

  it('hands an order of several parcels over immediately', async () => {
    const sent = open({ ...atWork, children: [part, { ...part, id: 9 }] });
    const [whole] = await screen.findAllByRole('button', { name: 'Передать в доставку' });
    if (whole) await userEvent.click(whole);
    await waitFor(() =>
      expect(sent[0]?.body).toEqual({ order_status: 'order-out-for-delivery', version: 2 }),
    );
  });

  it('offers no moves of an ended order', async () => {
    open({ order_status: 'order-cancelled', moves: [] });

    await screen.findByRole('list', { name: 'Путь заказа' });
    expect(screen.queryByRole('button', { name: 'Ещё действия' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Печать' })).toBeVisible();
  });

  it('shows each shop with its own lines, address and moves', async () => {
    const line = { order_id: 8, shop_id: 1, product_id: 1, variation_option_id: null, name: 'Чайник' };
    const money = {
      order_quantity: 2,
      unit_price: 500,
      subtotal: 1000,
      discount: 100,
      tax: 0,
      delivery: 0,
      total: 900,
    };
    const rest = { variation: null, sku: 'TEA-1', slug: null, unit: null, image: null, is_digital: false };
    const more = { vat_rate: null, requires_marking: false, refunded_quantity: 0 };
    const until = { refundable_until: '2026-03-23T09:00:00.000Z' };
    const second = { ...part, id: 9, shop: { id: 2, name: 'Вторая лавка', slug: 'vtoraya' } };
    const products = [
      { id: 1, ...line, ...money, ...rest, ...more, ...until },
      { id: 2, ...line, order_id: 9, name: 'Самовар', ...money, ...rest, ...more, refundable_until: null },
    ];
    open({ children: [part, { ...second, order_status: 'order-processing' }], products });

    const first = (await screen.findByRole('link', { name: 'Первая лавка' })).closest('section');
    const other = screen.getByRole('link', { name: 'Вторая лавка' }).closest('section');
    expect(first).toHaveTextContent(/посылка 1 из 2.*Чайник.*TEA-1 · скидка \$100.*2 × \$500.*\$900/);
    expect(first).not.toHaveTextContent('Самовар');
    expect(first).toHaveTextContent(/Можно вернуть до 23\.03\.2026/);
    expect(other).not.toHaveTextContent('Можно вернуть');
    expect(other).toHaveTextContent(/Собирается.*посылка 2 из 2.*Передать в доставку.*Самовар/);
  });

  it('saves the parcel of a part in place and shows errors at the field', async () => {
    const sent = open({ shipping_address: address });
    server.use(
      http.put(api('orders/8/parcel'), async ({ request }) => {
        sent.push({ path: 'parcel', body: await request.json() });
        const errors = { parcel_number: ['error-parcel-number-required'] };
        return sent.length > 1
          ? HttpResponse.json(part)
          : HttpResponse.json({ message: 'VALIDATION_FAILED', errors, request_id: 'r' }, { status: 422 });
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Указать номер отправления' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Перевозчик' }), 'СДЭК');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Укажите номер отправления')).toBeVisible();

    await userEvent.type(screen.getByRole('textbox', { name: 'Номер отправления' }), '1300');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() =>
      expect(sent[1]?.body).toEqual({ parcel_carrier: 'СДЭК', parcel_number: '1300', version: 2 }),
    );
    expect(await screen.findByRole('button', { name: 'Указать номер отправления' })).toBeVisible();
  });

  it('shows no parcel for a till sale', async () => {
    open();
    expect(await screen.findByText('Первая лавка')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Указать номер отправления' })).toBeNull();
  });

  it('links a known carrier to the tracking page', async () => {
    open({ children: [{ ...part, parcel_carrier: 'СДЭК', parcel_number: '1300 6182' }] });
    expect(await screen.findByRole('link', { name: 'Отследить' })).toHaveAttribute(
      'href',
      'https://www.cdek.ru/ru/tracking?order_id=13006182',
    );
  });

  it('shows each party’s share and the customer’s earlier orders', async () => {
    open({
      children: [part, { ...part, id: 9 }],
      shares: { shops: 800, marketplace: 100, delivery: 50, tax: 0 },
      customer_history: { orders: 5, total: 61_200, refunded: 0 },
    });
    const shares = await screen.findByRole('table');
    expect(
      within(shares)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Магазинам$800', 'Площадке$100', 'Доставка$50', 'Покупатель$950']]);
    expect(screen.getByText(/^5 заказов · \$61,200 · возвратов нет$/)).toBeVisible();
  });

  it('adds a note with Enter and clears the field', async () => {
    const sent = open();
    server.use(
      http.post(api('orders/7/notes'), async ({ request }) => {
        sent.push({ path: 'notes', body: await request.json() });
        return HttpResponse.json(buildDetails());
      }),
    );
    const field = await screen.findByRole('textbox', { name: 'Заметка для своих' });
    await userEvent.type(field, 'Первая строка{Shift>}{Enter}{/Shift}вторая{Enter}');
    await waitFor(() => expect(sent[0]?.body).toEqual({ note: 'Первая строка\nвторая' }));
    await waitFor(() => expect(field).toHaveValue(''));
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
    expect(sent[0]?.body).toEqual({ code: '123456', cash_held_by: 'platform' });
  });
});
