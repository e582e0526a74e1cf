import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ShopOrderQuote } from '@/contract/orders/shop-order';
import { findMisfit } from '@/features/orders/new-order/draft';
import { NewOrderPage } from '@/features/orders/new-order/new-order-page';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { good } from './till/serve-till';

interface Sent {
  quotes: Record<string, unknown>[];
  orders: { body: Record<string, unknown>; key: string | null }[];
}

const products = [
  good(1),
  good(2),
  ...[31, 32].map((id) => good(3, { variation_option_id: id, name: 'Скатерть', variation: `${id} см` })),
];

interface Answers {
  customer?: string | null;
  /** The first attempt to place the order is refused. */
  isChangedOnce?: boolean;
}

/** A server of a shop's orders, which calculates quotes. */
function serveOrders({ customer = null, isChangedOnce = false }: Answers = {}): Sent {
  const sent: Sent = { quotes: [], orders: [] };
  const quoteOf = (body: Record<string, unknown>): ShopOrderQuote => {
    const wanted = body.products as { product_id: number; order_quantity: number }[];
    const amount = wanted.reduce((sum, { order_quantity }) => sum + 100 * order_quantity, 0);
    return {
      ...{ amount, shipping_charge: 190, total_tax: 0, total: amount + 190, weight: 20 },
      ...{ discount: 0, coupon_refusal: null, points: null, wallet: 0 },
      parcels: [{ shop: { id: 7, name: 'Лавка' }, ready_on: '2026-03-12' }],
      ...{ held_until: '2026-03-10T12:20:00.000Z' },
      lines: wanted.map(({ product_id }) => ({
        ...{ product_id, variation_option_id: null, unit_price: 100, left: 5, problem: null },
      })),
    };
  };
  server.use(
    http.get(api('shop-orders/lavka'), () =>
      HttpResponse.json({
        shop: { id: 7, name: 'Лавка', slug: 'lavka' },
        categories: [],
        gateways: ['SBP', 'CASH_ON_DELIVERY'],
        out_of_stock: 3,
        has_coupons: false,
      }),
    ),
    http.get(api('till/lavka/goods'), ({ request }) =>
      HttpResponse.json({
        data: new URL(request.url).searchParams.get('in_stock') === '1' ? products : [],
        has_more: false,
      }),
    ),
    http.get(api('till/lavka/customers'), () => HttpResponse.json({ name: customer })),
    http.get(api('suggest/address'), () => HttpResponse.json([])),
    http.post(api('shop-orders/lavka/quote'), async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.quotes.push(body);
      return HttpResponse.json(quoteOf(body));
    }),
    http.post(api('shop-orders/lavka'), async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.orders.push({ body, key: request.headers.get('idempotency-key') });
      if (isChangedOnce && sent.orders.length === 1) {
        return HttpResponse.json({ code: 'ORDER_CHANGED', message: 'ORDER_CHANGED' }, { status: 409 });
      }
      return HttpResponse.json(
        {
          ...{ id: 90, number: '20260310123456', total: 290 },
          ...{ held_until: '2026-03-10T12:20:00.000Z', payment_url: 'https://qr.nspk.ru/AS1' },
        },
        { status: 201 },
      );
    }),
  );
  return sent;
}

const open = async () => {
  renderScreen(<NewOrderPage />, '/lavka/orders/create?shop=lavka', { role: 'store_owner' });
  await screen.findByRole('button', { name: /Чай 1/ });
};
const order = () => within(screen.getByRole('region', { name: 'Заказ' }));
const nameCustomer = async () => {
  await userEvent.type(screen.getByLabelText('Телефон покупателя'), '9108824766');
  await userEvent.click(screen.getByRole('button', { name: 'Найти' }));
  await screen.findByRole('button', { name: /Другой/ });
};
const addressTo = async () => {
  for (const [label, text] of [
    ['Регион', 'Нижегородская область'],
    ['Город', 'Нижний Новгород'],
    ['Индекс', '603001'],
    ['Улица, дом, квартира', 'Рождественская, 20'],
  ] as const) {
    await userEvent.click(screen.getByLabelText(new RegExp(`^${label}`)));
    await userEvent.paste(text);
  }
};

beforeEach(() => localStorage.clear());

describe('a new order of a shop', () => {
  it('lets goods be looked at, but not ordered, before the customer is named', async () => {
    serveOrders();
    await open();

    expect(screen.getByText('3 товара закончились и не показаны')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Чай 1/ }));

    expect(order().queryAllByRole('listitem')).toHaveLength(0);
    expect(screen.getByLabelText('Телефон покупателя')).toHaveFocus();

    await nameCustomer();
    await userEvent.click(screen.getByRole('button', { name: /Чай 1/ }));
    await waitFor(() => expect(order().getAllByRole('listitem')).toHaveLength(1));
  });

  it('offers one tile for a product, and orders the variation that is chosen', async () => {
    const sent = serveOrders();
    await open();
    await nameCustomer();

    await userEvent.click(screen.getByRole('button', { name: /Скатерть.*2 варианта/ }));
    await userEvent.click(screen.getByRole('button', { name: /^32 см/ }));

    await waitFor(() =>
      expect(sent.quotes.at(-1)).toMatchObject({ products: [{ variation_option_id: 32 }] }),
    );
  });

  it('says what is missing, and places the order at the shown sum with the link sent', async () => {
    const sent = serveOrders();
    await open();
    await nameCustomer();
    await userEvent.click(screen.getByRole('button', { name: /Чай 1/ }));
    expect(await order().findByText('Укажите имя покупателя')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Имя покупателя'), 'Елизавета');
    expect(await order().findByText('Укажите адрес доставки целиком')).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^Город/), 'Киров');
    expect(
      await order().findByText('Заполните в адресе: Регион; Индекс; Улица, дом, квартира'),
    ).toBeVisible();
    await userEvent.clear(screen.getByLabelText(/^Город/));
    await addressTo();
    expect(await order().findByText(/держим товар до/)).toBeVisible();
    const place = order().getByRole('button', { name: /Оформить и отправить ссылку/ });
    await waitFor(() => expect(place).toBeEnabled());

    await userEvent.click(place);

    expect(await screen.findByText('Заказ оформлен')).toBeVisible();
    expect(screen.getByRole('link', { name: /20260310123456/ })).toHaveAttribute(
      'href',
      expect.stringContaining('/lavka/orders/90'),
    );
    expect(sent.orders).toHaveLength(1);
    expect(sent.orders[0]?.body).toMatchObject({
      ...{ customer_contact: '+7 (910) 882-47-66', customer_name: 'Елизавета', payment_gateway: 'SBP' },
      ...{ total: 290, sends_sms: true, sends_email: false },
      shipping_address: { city: 'Нижний Новгород' },
    });
  });

  it('asks to look again when the order has changed', async () => {
    const sent = serveOrders({ customer: 'Елизавета Быкова', isChangedOnce: true });
    await open();
    await nameCustomer();
    expect(screen.getByText('Елизавета Быкова')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Чай 1/ }));
    await addressTo();
    await userEvent.click(order().getByRole('button', { name: 'QR' }));
    const place = () => order().getByRole('button', { name: /Оформить и показать QR/ });
    await waitFor(() => expect(place()).toBeEnabled());

    await userEvent.click(place());
    expect(await screen.findByText('Цены или остатки изменились. Проверьте заказ и сумму.')).toBeVisible();
    await waitFor(() => expect(place()).toBeEnabled());
    await userEvent.click(place());

    expect(await screen.findByRole('img', { name: 'QR-код для оплаты' })).toBeVisible();
    // The same order keeps its key, so that a lost answer places no second one.
    expect(sent.orders[0]?.key).toBe(sent.orders[1]?.key);
    expect(sent.orders[1]?.body).toMatchObject({ sends_sms: false });
  });

  it('names another customer by F2, without the address of the one before', async () => {
    serveOrders({ customer: 'Елизавета Быкова' });
    await open();
    await nameCustomer();
    await addressTo();
    await userEvent.keyboard('{F2}');
    await waitFor(() => expect(screen.getByLabelText('Телефон покупателя')).toHaveFocus());
    await nameCustomer();
    expect(screen.getByLabelText(/^Город/)).toHaveValue('');
  });
});

describe('a pickup point', () => {
  const point = {
    ...{ id: '1', code: '1', carrier: 'Почта', name: 'Постамат', type: 'POSTAMAT' as const, city_code: '1' },
    ...{ address: '', lat: 0, lng: 0, work_time: null, phone: null, note: null },
    ...{ max_weight: 15, cash_allowed: false, card_allowed: false },
  };

  it('does not fit when it is too weak, or takes no money from an order that is paid on receipt', () => {
    expect(findMisfit(point, 20, 'link')).toBe('heavy');
    expect(findMisfit(point, 15, 'link')).toBeUndefined();
    expect(findMisfit(point, 1, 'receipt')).toBe('unpaid');
    expect(findMisfit({ ...point, card_allowed: true }, 1, 'receipt')).toBeUndefined();
  });
});
