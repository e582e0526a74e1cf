import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PeriodShops } from '@/contract/insights/analytics';
import { marksFor, namedPoints } from '@/features/insights/dashboard/pictures/scale';
import { api } from '../../crud/render-screen';
import { server } from '../../server';
import {
  about,
  answer,
  days,
  figures,
  noPayouts,
  open,
  openMore,
  point,
  sales,
  statuses,
  stub,
  tea,
  tile,
} from './scene';

beforeEach(() => localStorage.clear());

describe('figures', () => {
  // The first test loads the whole dashboard, which takes longer on a busy machine.
  it('show by sign and text the change from the previous period, if it had data, and link to what they count', {
    timeout: 60_000,
  }, async () => {
    answer();
    open();

    const revenue = await tile(/^Выручка\$1,184/);
    expect(revenue).toHaveTextContent('+18,4 % к прошлому периоду');
    expect(revenue).toHaveAttribute('href', `/orders?money=in-revenue&${days}`);
    expect(await tile(/^Заказы12/)).toHaveTextContent('без изменений');
    expect(await tile(/Средний чек/)).not.toHaveTextContent(/периоду|без изменений/);
    // Four tiles; the other figures of a marketplace stand in one line below.
    expect(screen.getByRole('link', { name: /^Возвраты \$300/ })).toHaveAttribute(
      'href',
      '/refunds?status=approved&decided_from=2026-02-09&decided_to=2026-03-10',
    );
    expect(screen.getByText(/09\.02\.2026 – 10\.03\.2026 в сравнении с 10\.01\.2026/)).toBeVisible();
  });

  it('are of the period in the address, which a choice changes and this browser remembers', async () => {
    const asked = answer();
    const { visits } = open('/?period=7');
    await tile(/^Выручка\$1/);
    expect(asked).toContain('analytics/figures?period=7&basis=placed');

    await userEvent.click(screen.getByRole('button', { name: /Период: 7 дней/ }));
    await userEvent.click(screen.getByRole('button', { name: '90 дней' }));
    await waitFor(() => expect(asked).toContain('analytics/figures?period=90&basis=placed'));
    expect(visits.addresses.at(-1)).toBe('/?period=90');
    expect(localStorage.getItem('gostiny-period:1')).toBe('{"period":"90"}');
  });

  it('count paid orders on request, which the address and this browser remember', async () => {
    const asked = answer();
    const { visits } = open('/?period=7');
    await userEvent.click(await screen.findByRole('button', { name: 'Оплаченные' }));

    await waitFor(() => expect(asked).toContain('analytics/figures?period=7&basis=paid'));
    expect(visits.addresses.at(-1)).toBe('/?period=7&basis=paid');
    expect(localStorage.getItem('gostiny-basis:1')).toBe('paid');
    const paid = '/orders?paid_from=2026-02-09&paid_to=2026-03-10';
    expect(await tile(/^Выручка\$1/)).toHaveAttribute('href', paid);
    expect(await tile(/^Заказы12/)).toHaveAttribute('href', paid);
  });

  it('compare today with the same hours, and say where there is nothing to compare with', async () => {
    const until = '2026-03-09T11:30:00.000Z';
    const commission = { value: 10, previous: null };
    answer({
      'analytics/figures': { ...figures, until, figures: { ...figures.figures, commission } },
    });
    open('/?period=today');

    expect(await screen.findByText(/в сравнении с .* до 14:30/)).toBeVisible();
    expect(await tile(/^Средний чек.*За прошлый период ничего не было/)).toHaveTextContent('—');
    expect(await tile(/^Комиссия площадки.*День ещё не кончился/)).toHaveTextContent('—');
  });

  it('are exported as they are shown', async () => {
    const asked = answer();
    open('/?period=7');
    const save = await screen.findByRole('button', { name: 'Скачать CSV: Показатели за период' });
    URL.createObjectURL = () => 'blob:figures';
    URL.revokeObjectURL = () => undefined;
    await userEvent.click(save);

    await waitFor(() =>
      expect(asked).toContain('analytics/figures/export?period=7&basis=placed&format=csv&language=ru'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Скачать XLSX: Показатели за период' }));
    await waitFor(() =>
      expect(asked).toContain('analytics/figures/export?period=7&basis=placed&format=xlsx&language=ru'),
    );
  });

  it('take a custom period', async () => {
    const asked = answer();
    const { visits } = open();
    await userEvent.click(await screen.findByRole('button', { name: /Период: 30 дней/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Показать' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    await userEvent.type(screen.getByLabelText('С'), '01.02.2026');
    await userEvent.type(screen.getByLabelText('По'), '10.01.2026');
    await userEvent.click(screen.getByRole('button', { name: 'Показать' }));
    await waitFor(() =>
      expect(asked).toContain('analytics/figures?from=2026-01-10&to=2026-02-01&basis=placed'),
    );
    expect(visits.addresses.at(-1)).toBe('/?from=2026-01-10&to=2026-02-01');
  });
});

describe('a widget', () => {
  it('with an error offers a retry and does not affect the others', async () => {
    answer();
    let isBroken = true;
    server.use(
      http.get(api('analytics/statuses'), () =>
        isBroken ? HttpResponse.json({ message: 'FORBIDDEN' }, { status: 403 }) : HttpResponse.json(statuses),
      ),
    );
    open();
    const widget = await screen.findByRole('region', { name: 'Где стоят заказы' });
    const retry = await within(widget).findByRole('button', { name: /Повторить|Попробовать/ });
    expect(await tile(/^Выручка\$1/)).toBeVisible();
    isBroken = false;
    await userEvent.click(retry);
    // Statuses count 0 to 7: nobody waits for payment, 5 + 7 are cancelled or failed, the rest goes on.
    const links = async () =>
      (await within(widget).findAllByRole('link')).map((link) => [
        link.textContent,
        link.getAttribute('href'),
      ]);
    const of = (...names: string[]) =>
      `/orders?${names.length > 0 ? `order_status=${names.map((name) => `order-${name}`).join('%2C')}&` : ''}${days}`;
    await waitFor(async () =>
      expect(await links()).toEqual([
        ['28', of()],
        ['12 отменено', of('cancelled', 'failed')],
        ['16', of()],
        ['1 собирается', of('processing')],
        ['15', of()],
        ['2 в пункте выдачи', of('at-local-facility')],
        ['3 у курьера', of('out-for-delivery')],
        ['4', of('completed')],
        ['6', of('refunded')],
      ]),
    );
    expect(within(widget).getByText('60 % от дошедших до покупателя')).toBeVisible();
  });

  it('shows an empty state that describes its content', async () => {
    answer({
      'analytics/sales': { ...sales, points: [point('2026-03-10', 0, 0)] },
    });
    open();
    expect(await screen.findByText(/За этот период и до него продаж не было/)).toBeVisible();
    await openMore();
    for (const text of [
      /Заказов пока нет/,
      /Запасов хватает/,
      /Отзывов пока нет/,
      /Заявок на вывод пока нет/,
    ])
      expect(await screen.findByText(text)).toBeVisible();
  });
});

describe('pictures', () => {
  it('say in words and tables what they show, and lead to their lists', async () => {
    const day = (day: string, more: object = {}) => ({ day, is_closed: false, waiting: 0, due: 0, ...more });
    answer({
      'analytics/payouts': {
        days: [
          day('2026-03-10', { waiting: 96_480 }),
          day('2026-03-11', { due: 58_000 }),
          day('2026-03-14', { is_closed: true }),
        ],
        ...noPayouts,
        waiting: { count: 2, amount: 96_480 },
        due: { count: 1, amount: 58_000 },
      },
      'analytics/ending': {
        total: 6,
        goods: [
          {
            ...{
              id: 5,
              name: 'Варенье',
              slug: 'varenye',
              image: null,
              quantity: 6,
              per_day: 3,
              days_left: 2,
            },
            shop: { id: 7, name: 'Чайная лавка', slug: 'chay' },
          },
        ],
      },
    });
    open();
    await openMore();
    const card = async (name: string) => within(await screen.findByRole('region', { name }));
    const hours = await card('Когда заказывают');
    expect(await hours.findByRole('table', { name: /всего 3/ })).toBeVisible();
    expect(hours.getByRole('row', { name: /^ср/ })).toHaveTextContent(/^ср0{20}3000$/);
    expect(hours.getByText('среда, 20–21 ч')).toBeVisible();
    expect(hours.getByRole('link', { name: '3 заказа за период' })).toHaveAttribute(
      'href',
      `/orders?money=in-revenue&${days}`,
    );
    const categories = await card('Разделы по выручке');
    expect(await categories.findByRole('link', { name: 'Чай' })).toHaveAttribute(
      'href',
      '/products?categories=chay',
    );
    expect(categories.getByText('Без раздела').closest('li')).toHaveTextContent('$296');
    const payouts = await card('Выплаты магазинам');
    const stands = await payouts.findAllByText(/^1\d\.03\.2026/);
    expect(stands.map(({ textContent }) => textContent?.replace(/\s\d{4}/, ''))).toEqual([
      '10.03.2026: ждёт решения $96,480',
      '11.03.2026: придёт срок $58,000',
      '14.03.2026: банк не работает',
    ]);
    expect(payouts.getByRole('link', { name: /ждёт решения/ })).toHaveAttribute(
      'href',
      '/withdraws?status=pending',
    );
    const ending = await card('Скоро кончатся');
    expect(await ending.findByRole('link', { name: /Варенье.*6 шт.*2 дня/ })).toBeVisible();
    expect(ending.getByRole('link', { name: 'Все 6' })).toHaveAttribute(
      'href',
      '/products?status=publish&ends_within=14',
    );
  });

  it('give way to one drawing before the first order', async () => {
    const none = { value: 0, previous: 0 };
    answer({ 'analytics/figures': { ...about, figures: { revenue: none, orders: none } } });
    open();
    expect(await screen.findByRole('heading', { name: 'Здесь появятся продажи' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Открыть товары' })).toHaveAttribute('href', '/products');
    expect(screen.queryByRole('region', { name: 'Где стоят заказы' })).toBeNull();
  });
});

describe('the chart', () => {
  it('is navigated by arrow keys as one tab stop, and has a table equivalent', async () => {
    answer();
    open();
    const last = await screen.findByRole('link', { name: /^10\.03\.2026.*684.*2 заказа.*880/ });
    const points = within(screen.getByRole('group', { name: /Точки графика/ })).getAllByRole('link');
    expect(points.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
    last.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(points[1]).toHaveFocus();
    expect(points[1]).toHaveAttribute(
      'href',
      '/orders?money=in-revenue&created_from=2026-03-09&created_to=2026-03-09',
    );
    await userEvent.keyboard('{Home}');
    expect(points.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);

    await userEvent.click(screen.getByRole('button', { name: 'Показать таблицей' }));
    const table = await screen.findByRole('table', { name: 'Продажи' });
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    expect(within(table).getByRole('row', { name: /09\.03\.2026.*400.*70/ })).toBeVisible();
  });

  it('requests another bucket size', async () => {
    const asked = answer();
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Недели' }));
    await waitFor(() => expect(asked).toContain('analytics/sales?period=30&basis=placed&step=week'));
  });

  it('has round axis marks up to at least the highest value', () => {
    expect(marksFor(0)).toEqual([0, 1]);
    expect(marksFor(684)).toEqual([0, 200, 400, 600, 800]);
    expect(marksFor(1000)).toEqual([0, 250, 500, 750, 1000]);
    for (const value of [0.01, 3, 7.5, 99, 101, 12_345, 999_999.99]) {
      const marks = marksFor(value);
      expect(marks.at(-1)).toBeGreaterThanOrEqual(value - 1e-9);
      expect(marks.length).toBeLessThanOrEqual(6);
    }
    expect(namedPoints(30)).toEqual([0, 5, 10, 15, 20, 25]);
    expect(namedPoints(3)).toEqual([0, 1, 2]);
  });
});

describe('pending work', () => {
  it('is shown first, each entry with a link to its list', async () => {
    answer({
      'analytics/waiting': {
        shops: { count: 2 },
        vendors: { count: 0 },
        products: { count: 9 },
        withdraws: { count: 1, amount: 184_200 },
      },
    });
    open();
    const bar = await screen.findByRole('region', { name: 'Ждут вас' });
    const links = within(bar).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      ...['/new-shops', '/products/moderation', '/withdraws?status=pending'],
    ]);
    expect(links[2]).toHaveTextContent(/1 заявка на вывод, \$184,200/);
  });
});

describe('a vendor', () => {
  it('with one shop is led into it', async () => {
    answer();
    open('/', 'store_owner');
    expect(await tile(/^Выручка\$1/)).toHaveAttribute('href', `/chay/orders?money=in-revenue&${days}`);
    const refunds = await tile(/Возвраты/);
    expect(refunds).toHaveTextContent('+50 % к прошлому периоду');
    expect(refunds.querySelector('.text-bad')).not.toBeNull();
    expect(screen.queryByRole('region', { name: 'По магазинам' })).toBeNull();
  });

  it('with several sees them one by one', async () => {
    const shops: PeriodShops = {
      ...about,
      shops: [
        {
          shop: { id: 7, name: 'Чайная лавка', slug: 'chay' },
          revenue: 900,
          orders: 8,
          refunds: 0,
          waiting: 3,
          balance: 75_000.5,
          refund_rate: 0.125,
          hours_to_ship: 5.5,
        },
      ],
    };
    const asked = answer({ 'analytics/shops': shops, 'analytics/waiting': { orders: { count: 3 } } });
    open('/', 'store_owner', [tea, stub(8, 'Мёд', 'med')]);
    expect(await tile(/^Выручка/)).toHaveAttribute('href', '/#by-shop');
    const table = within(await screen.findByRole('region', { name: 'По магазинам' }));
    expect(await table.findByRole('link', { name: /^\$900/ })).toHaveAttribute(
      'href',
      `/chay/orders?money=in-revenue&${days}`,
    );
    expect(table.getByRole('row', { name: /Чайная лавка.*12,5.*5,5/ })).toBeVisible();
    const bar = await screen.findByRole('region', { name: 'Чайная лавка: ждут вас' });
    expect(within(bar).getByRole('link', { name: '3 заказа на сборке' })).toHaveAttribute(
      'href',
      '/chay/orders?order_status=order-processing',
    );
    expect(asked).toContain('analytics/waiting?shop=med');
    await openMore();
    await waitFor(() =>
      expect(asked.some((path) => decodeURIComponent(path).includes('shop.slug:chay,med'))).toBe(true),
    );
  });

  it('without a shop has no figures', async () => {
    const asked = answer();
    open('/', 'store_owner', []);
    expect(await screen.findByRole('heading', { name: 'Добрый день' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: /Период/ })).toBeNull());
    expect(asked.filter((path) => path.startsWith('analytics') && path !== 'analytics/waiting')).toEqual([]);
  });
});

describe('staff', () => {
  it('see orders but no money, and no products without that scope', async () => {
    const staffs = {
      ...about,
      figures: {
        orders: { value: 5, previous: 4 },
        completed: { value: 3, previous: 4 },
        cancelled: { value: 1, previous: 0 },
      },
    };
    const asked = answer({ 'analytics/figures': staffs });
    open('/', 'staff');
    expect(await tile(/^Заказы5.*\+25/)).toHaveAttribute('href', `/chay/orders?money=in-revenue&${days}`);
    expect(await tile(/Выполнено/)).toHaveTextContent('−25 % к прошлому периоду');
    const hidden = [
      'analytics/sales',
      'analytics/balance',
      'withdraws',
      'low-stock-products',
      'top-rate-product',
    ];
    expect(asked.filter((path) => hidden.includes(path.split('?')[0] ?? ''))).toEqual([]);
  });
});
