import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { PayView } from '@/contract/payments/links';
import { pauseAfter } from '@/features/payments/pay-links/pause-after';
import { PayPage } from '@/features/payments/pay-links/pay-page';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const view: PayView = {
  ...{ number: '2611-7', state: 'due', amount: 950, shops: ['Первая лавка'], until: null, url: null },
  goods: [{ name: 'Иван-чай', quantity: 2 }],
  ways: ['SBP', 'ONLINE_CARD'],
};

/** Opens a link of an order; the fake API records the ways that are asked for. */
function open(first: Partial<PayView>) {
  const asked: unknown[] = [];
  server.use(
    http.get(api('payment-links/s'), () => HttpResponse.json({ ...view, ...first })),
    http.post(api('payment-links/s'), async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ ...view, url: 'https://qr.nspk.ru/A' });
    }),
  );
  renderScreen(<PayPage />, '/orders/pay?secret=s');
  return asked;
}

describe('the page of a payment link', () => {
  it('shows what is paid for, and leads to the provider by the chosen way', async () => {
    const asked = open({});

    expect(await screen.findByRole('heading', { name: 'Заказ №\u00a02611-7' })).toBeVisible();
    expect(screen.getByText('Иван-чай')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Карта' }));

    expect(await screen.findByRole('link', { name: /^Оплатить \$950/ })).toHaveAttribute(
      'href',
      'https://qr.nspk.ru/A',
    );
    expect(asked).toEqual([{ payment_gateway: 'ONLINE_CARD' }]);
  });

  it.each([
    ['paid', 'Оплачено. Спасибо!'],
    ['preparing', 'Готовим оплату, подождите немного'],
    ['checking', 'Деньги пришли, проверяем сумму'],
    ['over', 'Этот заказ больше не нужно оплачивать онлайн'],
  ] as const)('says that it is %s, without a way to pay', async (state, text) => {
    open({ state, ways: [] });

    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('says that a link is dead', async () => {
    server.use(
      http.get(api('payment-links/s'), () => HttpResponse.json({ message: 'NOT_FOUND' }, { status: 404 })),
    );
    renderScreen(<PayPage />, '/orders/pay?secret=s');

    expect(await screen.findByText('Ссылка больше не действует. Попросите новую у магазина.')).toBeVisible();
  });

  it('asks less and less often, and no more when it is over', () => {
    const pauses = Array.from({ length: 20 }, (_each, place) => Number(pauseAfter('due', place + 1)));

    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect([pauses[0], pauses.at(-1)]).toEqual([2000, 30_000]);
    expect([pauseAfter('paid', 1), pauseAfter('over', 1), pauseAfter(undefined, 0)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
