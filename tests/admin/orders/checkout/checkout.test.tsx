import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { CheckoutPage } from '@/features/orders/checkout/checkout-page';
// Preloaded: lazy imports may take seconds on a busy machine.
import '@/features/orders/checkout/customer-dialog';
import '@/features/orders/checkout/point-dialog';
import '@/shell/dialogs/dialog-frame';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, listenToToasts, pageOf, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';
import { listenTo } from '../../shops/scene';
import {
  buildAddress,
  buildCustomer,
  buildVerified,
  kept,
  line,
  serveCheckout,
  storeCart,
  storeCustomer,
} from './scene';

const open = () =>
  renderScreen(
    <>
      <CheckoutPage />
      <ModalHost />
    </>,
    '/orders/checkout',
  );

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const sum = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

/** Waits for the prefilled addresses, then verifies the order. */
async function verifyOrder() {
  const view = open();
  await screen.findByRole('radio', { name: /^Дача/ });
  await userEvent.click(button('Проверить наличие'));
  await screen.findByRole('button', { name: 'Оформить заказ' });
  return view;
}

/** Serves successive answers to placements; returns the requests. */
function servePlacing(...answers: { status: number; body: object }[]) {
  const tries: { key: string | null; body: Record<string, unknown> }[] = [];
  server.use(
    http.post(api('orders'), async ({ request }) => {
      const answer = answers[Math.min(tries.length, answers.length - 1)];
      const body = (await request.json()) as Record<string, unknown>;
      tries.push({ key: request.headers.get('idempotency-key'), body });
      return HttpResponse.json(answer?.body, { status: answer?.status ?? 200 });
    }),
  );
  return tries;
}

describe('customer and delivery', () => {
  it('shows an empty state without a cart', async () => {
    open();

    expect(await screen.findByText('Оформлять пока нечего')).toBeVisible();
  });

  it('prefills the customer’s phone and addresses, and requires both addresses', async () => {
    storeCart(line(1));
    storeCustomer();
    serveCheckout(buildCustomer({ address: [buildAddress(1, 'billing', 'Дом')] }), buildVerified([1]));
    open();

    expect(await screen.findByRole('radio', { name: /^Дом/ })).toBeChecked();
    expect(screen.getByText('+7 (900) 111-22-33')).toBeVisible();
    await userEvent.click(button('Проверить наличие'));
    expect(screen.getByRole('alert')).toHaveTextContent('Чтобы проверить заказ, укажите адрес доставки.');
    await userEvent.click(button('Доставить по адресу плательщика'));
    await userEvent.click(button('Проверить наличие'));

    expect(await screen.findByRole('button', { name: 'Оформить заказ' })).toBeEnabled();
    expect(kept('checkout').shipping_address).toMatchObject({ id: 1 });
  });

  it('finds a customer by phone', async () => {
    storeCart(line(1));
    const asked: (string | null)[] = [];
    serveCheckout(buildCustomer(), buildVerified([1]));
    server.use(
      http.get(api('users'), ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('search'));
        return HttpResponse.json(pageOf([buildCustomer()]));
      }),
    );
    open();

    await userEvent.click(button('Выбрать покупателя'));
    await userEvent.type(await screen.findByRole('textbox', { name: /Имя, телефон/ }), '8900111');
    await waitFor(() => expect(asked.at(-1)).toBe('contact:+7 (900) 111;is_active:1'));
    await userEvent.click(await screen.findByRole('button', { name: /Мария Белова/ }));

    await waitFor(() =>
      expect(kept('checkout')).toMatchObject({
        customer: { value: 5, label: 'Мария Белова' },
        customer_contact: '+7 (900) 111-22-33',
      }),
    );
  });

  it('creates a new customer in the dialog', async () => {
    storeCart(line(1));
    serveCheckout(buildCustomer({ id: 9, address: [] }), buildVerified([1]));
    server.use(http.get(api('users'), () => HttpResponse.json(pageOf([]))));
    const contact = { ...buildCustomer().profile, contact: '+7 (900) 000-00-01' };
    const sent = listenTo('post', 'users', buildCustomer({ id: 9, name: 'Пётр', profile: contact }));
    open();

    await userEvent.click(button('Выбрать покупателя'));
    await userEvent.type(await screen.findByRole('textbox', { name: /Имя, телефон/ }), 'Пётр');
    await userEvent.click(button('Новый покупатель'));
    expect(await screen.findByLabelText(/^Имя/)).toHaveValue('Пётр');
    await userEvent.click(button('Создать и выбрать'));
    expect(await screen.findByText('Укажите номер телефона')).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^Почта/), 'petr@test.ru');
    await userEvent.type(screen.getByLabelText(/^Телефон/), '9000000001');
    await userEvent.click(button('Создать и выбрать'));

    await waitFor(() => expect(kept('checkout')).toMatchObject({ customer: { value: 9, label: 'Пётр' } }));
    expect(sent).toMatchObject([
      { name: 'Пётр', email: 'petr@test.ru', profile: { contact: '+7 (900) 000-00-01' } },
    ]);
    expect(kept('checkout').customer_contact).toBe('+7 (900) 000-00-01');
  });

  it('accepts a pickup point instead of an address', async () => {
    storeCart(line(1));
    storeCustomer();
    const sent = serveCheckout(buildCustomer(), buildVerified([1]));
    server.use(
      http.get(api('cities'), () => HttpResponse.json([{ code: '44', name: 'Москва', region: 'Москва' }])),
      http.get(api('points'), () =>
        HttpResponse.json([
          { code: 'MSK1', carrier: 'СДЭК', name: 'На Арбате', type: 'PVZ', address: 'Арбат, 1' },
        ]),
      ),
    );
    open();
    await screen.findByRole('radio', { name: /^Дача/ });

    await userEvent.click(screen.getByRole('radio', { name: 'В пункт выдачи' }));
    await userEvent.click(button('Выбрать пункт выдачи'));
    await userEvent.type(await screen.findByLabelText('Город'), 'Мос');
    await userEvent.click(await screen.findByRole('button', { name: /Москва/ }));
    await userEvent.click(await screen.findByRole('button', { name: /На Арбате/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Проверить наличие' }));

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      shipping_address: null,
      delivery_point: { code: 'MSK1', carrier: 'СДЭК' },
    });
  });
});

describe('totals', () => {
  it('leaves out unavailable lines with a reason and corrects the cart', async () => {
    storeCart(line(1), line(2), line(3));
    storeCustomer();
    const [a, b, c] = buildVerified([1, 2, 3]).lines;
    if (!a || !b || !c) throw new Error('no lines');
    const first = buildVerified([1], {
      unavailable_products: [2],
      amount: 440,
      total: 760,
      lines: [a, { ...b, left: 1, problem: 'short' }, { ...c, unit_price: 120, problem: 'price' }],
    });
    const sent = serveCheckout(buildCustomer(), first, buildVerified([1, 2, 3], { amount: 540, total: 860 }));
    await verifyOrder();

    expect(screen.getByText('Осталось только 1 шт.')).toBeVisible();
    expect(screen.getByText(/^Цена изменилась/)).toHaveTextContent(/100.*→.*120/);
    expect(screen.getByText('Недоступно')).toBeVisible();
    expect(sum('Итого')).toMatch(/760/);
    await userEvent.click(button('Исправить заказ'));

    await waitFor(() => expect(sum('Итого')).toMatch(/860/));
    expect(sent[1]?.products).toMatchObject([
      { product_id: 1, order_quantity: 2 },
      { product_id: 2, order_quantity: 1 },
      { product_id: 3, order_quantity: 2, unit_price: 120 },
    ]);
  });

  it('shows why a coupon is refused and applies a valid one', async () => {
    storeCart(line(1));
    storeCustomer();
    const sent = serveCheckout(
      buildCustomer(),
      buildVerified([1]),
      buildVerified([1], { discount: 50, total: 470 }),
      buildVerified([1]),
    );
    await verifyOrder();
    listenTo('post', 'coupons/verify', { is_valid: false, message: 'COUPON_CODE_IS_NOT_APPLICABLE' });

    await userEvent.click(button('Есть купон?'));
    await userEvent.click(button('Применить'));
    expect(screen.getByLabelText('Код купона')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Код купона'), 'LETO');
    await userEvent.click(button('Применить'));
    expect(await screen.findByText(/Сумма корзины меньше/)).toBeVisible();
    const coupon = { id: 3, code: 'LETO', type: 'fixed', amount: 50 };
    const checked = listenTo('post', 'coupons/verify', { is_valid: true, coupon, discount: 50 });
    await userEvent.click(button('Применить'));

    await waitFor(() => expect(sum('Итого')).toMatch(/470/));
    expect(sum('Скидка')).toMatch(/50/);
    expect(checked).toEqual([
      { code: 'LETO', sub_total: 200, item: [{ shop_id: 7, price: 100, quantity: 2 }] },
    ]);
    expect(sent[1]).toMatchObject({ coupon_code: 'LETO' });
    await userEvent.click(button('Убрать купон LETO'));
    await waitFor(() => expect(sum('Итого')).toMatch(/520/));
  });

  it('pays with points up to their worth', async () => {
    storeCart(line(1));
    storeCustomer();
    serveCheckout(buildCustomer(), buildVerified([1], { wallet_amount: 300, wallet_currency: 100 }));
    await verifyOrder();

    await userEvent.click(screen.getByRole('checkbox', { name: /Оплатить баллами/ }));

    expect(sum('К оплате')).toMatch(/420/);
    await waitFor(() => expect(kept('checkout').payable_amount).toBe(420));
  });

  it('requires verification again after a change of the cart', async () => {
    storeCart(line(1));
    storeCustomer({ verified_response: buildVerified([1]) });
    serveCheckout(buildCustomer(), buildVerified([1]));
    open();

    expect(await screen.findByRole('button', { name: 'Оформить заказ' })).toBeVisible();
    await userEvent.click(await screen.findByRole('radio', { name: 'В пункт выдачи' }));

    expect(await screen.findByRole('button', { name: 'Проверить наличие' })).toBeVisible();
  });
});

describe('placement', () => {
  it('sends the shown order, clears cart and checkout, and opens the order', async () => {
    storeCart(line(1));
    storeCustomer();
    serveCheckout(buildCustomer(), buildVerified([1]));
    const tries = servePlacing({ status: 201, body: { id: 77 } });
    const { visits } = await verifyOrder();
    const toasts = listenToToasts();

    await userEvent.click(screen.getByRole('radio', { name: /^СБП/ }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Комментарий' }), 'Позвонить');
    await userEvent.click(button('Оформить заказ'));

    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/orders/77'));
    expect(tries[0]?.key).toMatch(/^[\da-f]{32}$/);
    expect(tries[0]?.body).toMatchObject({
      products: [{ product_id: 1, order_quantity: 2, unit_price: 100 }],
      customer_id: 5,
      customer_contact: '+7 (900) 111-22-33',
      payment_gateway: 'SBP',
      amount: 200,
      total: 520,
      note: 'Позвонить',
    });
    expect(kept('cart').items).toEqual([]);
    expect(kept('checkout')).toMatchObject({
      customer: null,
      verified_response: null,
      payment_gateway: 'CASH',
    });
    expect(kept('order-draft').note).toBe('');
    expect(toasts.at(-1)?.text).toBe('Заказ оформлен');
  });

  it('lists differing lines with the reason on ORDER_CHANGED and keeps all input', async () => {
    storeCart(line(1));
    storeCustomer();
    serveCheckout(buildCustomer(), buildVerified([1]));
    const [one] = buildVerified([1]).lines;
    if (!one) throw new Error('no line');
    const current = buildVerified([1], {
      amount: 240,
      total: 560,
      lines: [{ ...one, unit_price: 120, problem: 'price' }],
    });
    const tries = servePlacing(
      { status: 409, body: { message: 'ORDER_CHANGED', current } },
      { status: 201, body: { id: 78 } },
    );
    const { visits } = await verifyOrder();

    await userEvent.click(button('Оформить заказ'));
    const told = await screen.findByText(/Пока вы оформляли/);
    const list = within(told.parentElement ?? document.body);
    expect(list.getByText(/Чай 1: цена .*100.* → .*120/)).toBeVisible();
    expect(list.getByText(/Итого: .*520.* → .*560/)).toBeVisible();
    expect(kept('cart').items).toHaveLength(1);
    expect(sum('Итого')).toMatch(/560/);
    await userEvent.click(button('Оформить заказ'));

    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/orders/78'));
    expect(tries[1]?.body).toMatchObject({ products: [{ unit_price: 120, subtotal: 240 }], total: 560 });
    expect(tries[1]?.key).not.toBe(tries[0]?.key);
  });

  it('retries the same order with the same idempotency key', async () => {
    storeCart(line(1));
    storeCustomer();
    serveCheckout(buildCustomer(), buildVerified([1]));
    const tries = servePlacing(
      { status: 503, body: { message: 'UNAVAILABLE' } },
      { status: 201, body: { id: 79 } },
    );
    const { visits } = await verifyOrder();

    await userEvent.click(button('Оформить заказ'));
    expect(await screen.findByText(/Сервер временно недоступен/)).toBeVisible();
    await userEvent.click(button('Оформить заказ'));

    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/orders/79'));
    expect(tries[1]?.key).toBe(tries[0]?.key);
  });

  it('is disabled until all input is complete', async () => {
    storeCart(line(1));
    storeCustomer({ verified_response: buildVerified([1]) });
    const silent = buildCustomer({ address: [] });
    serveCheckout({ ...silent, profile: { ...silent.profile, contact: null } }, buildVerified([1]));
    open();

    expect(await screen.findByRole('button', { name: 'Оформить заказ' })).toBeDisabled();
    for (const gap of ['укажите телефон', 'укажите адрес плательщика', 'укажите адрес доставки']) {
      expect(screen.getByText(gap)).toBeVisible();
    }
  });
});
