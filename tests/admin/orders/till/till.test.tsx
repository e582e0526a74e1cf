import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TillPage } from '@/features/orders/till/till-page';
import { api, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';
import { good, lines, open, receipt, scan, serveTill } from './serve-till';

const print = vi.fn();
beforeEach(() => {
  localStorage.clear();
  print.mockClear();
  vi.stubGlobal('print', print);
});

describe('the scanner', () => {
  it('adds a line immediately, one more piece for the same code, and keeps the focus', async () => {
    serveTill();
    const field = await open();
    expect(field).toHaveFocus();

    await scan('TEA-1');
    await scan('TEA-2');
    await scan('TEA-1');

    await waitFor(() => expect(lines()).toHaveLength(2));
    expect(await receipt().findByText('3 товара')).toBeVisible();
    expect(lines()[0]).toMatch(/Чай 1.*200/);
    expect(receipt().getAllByRole('listitem')[0]).toHaveAttribute('aria-current', 'true');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
  });

  it('reports an unknown code, and reads the next one', async () => {
    serveTill();
    const field = await open();

    await scan('4600000000000');

    expect(await screen.findByText(/Код 4600000000000 не найден/)).toBeVisible();
    expect(field).toHaveFocus();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(screen.queryByText(/не найден/)).not.toBeInTheDocument();
  });

  it('reads letters typed in the Russian layout', async () => {
    serveTill({ goods: [good(1, { sku: 'tea-1' })] });
    await open();

    await scan('еуф-1');

    await waitFor(() => expect(lines()).toHaveLength(1));
  });

  it('adds no more pieces than there are in stock', async () => {
    serveTill({ goods: [good(1, { left: 1 })] });
    await open();

    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));
    await scan('TEA-1');

    expect(await screen.findByText('«Чай 1»: больше нет, остался 1.')).toBeVisible();
    expect(lines()[0]).toMatch(/последний/);
  });

  it('sends Enter twice, and the second one sells nothing', async () => {
    const { sales } = serveTill();
    await open();

    await userEvent.keyboard('TEA-1{Enter}{Enter}');

    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(sales).toEqual([]);
  });
});

describe('the goods', () => {
  it('are found by name and selected by the arrows', async () => {
    serveTill({
      goods: [good(1, { name: 'Чай чёрный' }), good(2, { name: 'Чай 1 сорт' }), good(3, { name: 'Мёд' })],
    });
    await open();

    await userEvent.keyboard('Чай');
    await waitFor(() => expect(screen.queryByRole('button', { name: /Мёд/ })).not.toBeInTheDocument());
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');

    await waitFor(() => expect(lines()[0]).toMatch(/Чай 1 сорт/));
  });

  it('are added by touch, unless out of stock', async () => {
    serveTill({ goods: [good(1), good(2, { left: 0 })] });
    await open();

    expect(screen.getByRole('button', { name: /Чай 2.*нет/ })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: /Чай 1/ }));

    expect(lines()).toHaveLength(1);
  });
});

describe('a product with variations', () => {
  const size = (id: number, variation: string, more = {}) =>
    good(7, { variation_option_id: id, name: 'Платье', variation, ...more });
  const dress = [
    size(71, '42', { price: 7200, sku: 'DRESS-42' }),
    size(72, '44', { left: 0, price: 500 }),
    size(73, '46', { price: 6900 }),
  ];

  it('is one tile with its range, which offers those that can be sold', async () => {
    serveTill({ goods: [good(1), ...dress] });
    await open();

    const tile = screen.getByRole('button', { name: /Платье\s*от \$6,900 ?· 2 варианта/ });
    await userEvent.click(tile);

    const offered = within(screen.getByRole('list', { name: 'Платье' }));
    expect(offered.getByRole('button', { name: /^44/ })).toBeDisabled();
    await userEvent.click(offered.getByRole('button', { name: /^46/ }));
    expect(lines()).toEqual([expect.stringMatching(/Платье.*46/)]);
    await userEvent.click(tile);
    expect(screen.queryByRole('list', { name: 'Платье' })).not.toBeInTheDocument();
  });

  it('is found, chosen and left by keys; its code adds the variation at once', async () => {
    serveTill({ goods: [good(1), ...dress] });
    const field = await open();

    await userEvent.keyboard('Плат');
    await waitFor(() => expect(screen.queryByRole('button', { name: /Чай 1/ })).not.toBeInTheDocument());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: /^42/ })).toHaveFocus());
    await userEvent.keyboard('{ArrowRight}{Enter}{Escape}');
    expect(field).toHaveFocus();
    expect(lines()).toEqual([expect.stringMatching(/Платье.*46/)]);

    await userEvent.keyboard('{Escape}');
    await scan('DRESS-42');
    await waitFor(() => expect(lines()).toHaveLength(2));
  });
});

describe('the receipt', () => {
  it('is changed by keys, and survives a reload', async () => {
    serveTill();
    await open();
    await scan('TEA-1');
    await scan('TEA-2');
    await waitFor(() => expect(lines()).toHaveLength(2));

    await userEvent.keyboard('++{ArrowUp}-');

    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(lines()[0]).toMatch(/Чай 2.*300/);
    const kept = JSON.parse(localStorage.getItem('gostiny-till') ?? '{}');
    expect(kept.lavka.lines).toMatchObject([{ product_id: 2, quantity: 3 }]);
  });

  it('shows that somebody else bought the goods meanwhile, and sells once it is corrected', async () => {
    const { sales } = serveTill({ left: { 1: 1 } });
    await open();
    await userEvent.click(screen.getByRole('button', { name: /Чай 1/ }));
    await userEvent.click(screen.getByRole('button', { name: /Чай 1.*осталось|Чай 1.*шт/ }));

    expect(await screen.findByText('Остался только 1, уменьшите количество')).toBeVisible();
    expect(screen.getByRole('button', { name: /Пробить чек/ })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Убрать один: Чай 1' }));
    await userEvent.click(await screen.findByRole('button', { name: /Пробить чек/ }));

    await waitFor(() => expect(sales).toHaveLength(1));
  });

  it('takes a discount with F4, and explains why a coupon does not apply', async () => {
    const { quotes, sales } = serveTill();
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.keyboard('{F4}');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Скидка или купон' }), '10%{Enter}');

    expect(await screen.findByText('Скидка 10 %')).toBeVisible();
    await waitFor(() => expect(quotes.at(-1)?.discount).toEqual({ type: 'percent', value: 10 }));
    await userEvent.keyboard('{F4}');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Скидка или купон' }), 'vesna{Enter}');
    expect(await screen.findByText('Купон VESNA')).toBeVisible();
    await waitFor(() => expect(quotes.at(-1)).toMatchObject({ coupon_code: 'VESNA', discount: null }));
    expect(
      await receipt().findByText('Такого купона нет, или его срок не наступил либо уже вышел.'),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Пробить чек/ }));
    expect(await screen.findByText(/Купон не подходит: уберите его/)).toBeVisible();
    expect(sales).toEqual([]);
  });

  it('takes a customer by phone with F2', async () => {
    serveTill();
    server.use(http.get(api('till/lavka/customers'), () => HttpResponse.json({ name: 'Мария Белова' })));
    await open();

    await userEvent.keyboard('{F2}');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Телефон покупателя' }), '912{Enter}');
    expect(await screen.findByText(/Введите номер целиком/)).toBeVisible();
    const phone = screen.getByRole('textbox', { name: 'Телефон покупателя' });
    await userEvent.clear(phone);
    await userEvent.type(phone, '89123456789{Enter}');

    expect(await receipt().findByText('Мария Белова')).toBeVisible();
  });
});

describe('a sale', () => {
  it('shows the change, prints, and Enter begins the next receipt', async () => {
    const { sales } = serveTill();
    const field = await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));
    await scan('TEA-1');
    expect(await receipt().findByText(/НДС 22 %/)).toBeVisible();

    // Synchronously: a quick cashier's first digit went into the search field.
    fireEvent.keyDown(field, { key: 'F8' });
    expect(screen.getByRole('textbox', { name: 'Получено' })).toHaveFocus();
    await userEvent.keyboard('500{Enter}');

    expect(await screen.findByText('Оплачено')).toBeVisible();
    expect(receipt().getByText(/300/)).toBeVisible();
    expect(sales[0]?.body).toMatchObject({ total: 200, payment_gateway: 'CASH' });
    expect(print).toHaveBeenCalledTimes(1);
    const paper = screen.getByTestId('receipt-print');
    expect(paper).toHaveTextContent('ООО «Лавка»');
    expect(paper).toHaveTextContent('ИНН 7707083893');
    // In the business time zone, whatever the computer's clock shows.
    expect(paper).toHaveTextContent('10.03.2026, 12:00');
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Отсканируйте товар или выберите его из списка')).toBeVisible();
    expect(sales).toHaveLength(1);
  });

  it('requires enough cash', async () => {
    const { sales } = serveTill();
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.type(screen.getByRole('textbox', { name: 'Получено' }), '50{Enter}');

    expect(await screen.findByText('Не хватает')).toBeVisible();
    expect(sales).toEqual([]);
  });

  it('whose answer is lost is sent again with the same key, and then has its receipt', async () => {
    const { sales } = serveTill({ sell: (place) => (place === 1 ? HttpResponse.error() : undefined) });
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.click(screen.getByRole('button', { name: /Пробить чек/ }));

    expect(await screen.findByText('Оплачено')).toBeVisible();
    expect(print).toHaveBeenCalledTimes(1);
    expect(sales).toHaveLength(2);
    expect(sales[0]?.key).toBe(sales[1]?.key);
    expect(sales[0]?.key).toBeTruthy();
  });

  it('without a network waits, makes way for the next customer, and is sent when the network is back', async () => {
    let isBack = false;
    const { sales } = serveTill({ sell: () => (isBack ? undefined : HttpResponse.error()) });
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));

    await userEvent.click(await screen.findByRole('button', { name: /Пробить без связи/ }));
    expect(await screen.findByText('Продажа сохранена')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Ждёт сети: 1' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Следующий покупатель/ }));
    expect(lines()).toEqual([]);

    isBack = true;
    onLine.mockRestore();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Ждёт сети/ })).not.toBeInTheDocument());
    expect(new Set(sales.map(({ key }) => key)).size).toBe(1);
    expect(sales.at(-1)?.body).toMatchObject({ total: 100, payment_gateway: 'CASH' });
  });

  it('by SBP is not made without a network, and nothing is lost', async () => {
    serveTill({ gateways: ['CASH', 'SBP'] });
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));
    await userEvent.keyboard('{F9}');

    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));

    expect(await screen.findByText(/Чек сохранён/)).toBeVisible();
    expect(screen.getByRole('button', { name: /Показать QR-код/ })).toBeDisabled();
    onLine.mockRestore();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.getByRole('button', { name: /Показать QR-код/ })).toBeEnabled());
  });

  it('by SBP shows the code until the payment arrives', async () => {
    serveTill({ gateways: ['CASH', 'SBP'] });
    const waiting = {
      id: 90,
      number: '1',
      at: '2026-03-10T09:00:00.000Z',
      amount: 100,
      discount: 0,
      tax: 0,
      total: 100,
      vat: [],
      lines: [],
      seller: { name: 'Лавка', inn: null },
      cashier: null,
      payment_gateway: 'SBP',
    };
    let isPaid = false;
    server.use(
      http.get(api('till/lavka/sales/90'), () =>
        HttpResponse.json({
          ...waiting,
          status: isPaid ? 'paid' : 'waiting',
          payment_url: isPaid ? null : 'https://qr.nspk.ru/X',
        }),
      ),
    );
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.keyboard('{F9}');
    await userEvent.click(screen.getByRole('button', { name: /Показать QR-код/ }));
    expect(await screen.findByRole('img', { name: 'QR-код для оплаты' })).toBeVisible();
    isPaid = true;

    expect(await screen.findByText('Оплачено')).toBeVisible();
  });
});

describe('payment by card', () => {
  it('is made on the terminal, and Enter confirms it', async () => {
    const { sales } = serveTill({ gateways: ['CASH', 'CARD'] });
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.keyboard('{F10}');
    expect(await screen.findByText(/Проведите оплату на терминале/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Получено' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /Терминал одобрил/ }));

    expect(await screen.findByText('Оплачено')).toBeVisible();
    expect(sales[0]?.body).toMatchObject({ payment_gateway: 'CARD', total: 100 });
    expect(screen.getByTestId('receipt-print')).toHaveTextContent('Карта');
  });
});

it('does not find another shop’s till', async () => {
  server.use(http.get(api('till/lavka'), () => HttpResponse.json({ message: 'NOT_FOUND' }, { status: 404 })));
  renderScreen(<TillPage />, '/lavka/till?shop=lavka', { role: 'store_owner' });
  expect(await screen.findByText('Такой кассы нет: магазин не работает или не ваш')).toBeVisible();
});

it('a till whose shop awaits approval says when it opens', async () => {
  const me = {
    ...{ id: 1, name: 'Анна', managed_shop: null, permissions: [{ name: 'store_owner' }] },
    shops: [{ id: 7, name: 'Лавка', slug: 'lavka', logo: null, is_active: false }],
  };
  renderScreen(<TillPage />, '/lavka/till?shop=lavka', { role: 'store_owner' });
  server.use(
    http.get(api('me'), () => HttpResponse.json(me)),
    http.get(api('till/lavka'), () => HttpResponse.json({ message: 'NOT_FOUND' }, { status: 404 })),
  );
  expect(await screen.findByText('Касса откроется вместе с магазином')).toBeVisible();
  expect(screen.getByRole('link', { name: 'К магазину' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/lavka$/),
  );
});
