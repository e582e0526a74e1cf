import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { pageOf } from '../../crud/render-screen';
import { about, answer, figures, open, openMore, stub, tea, tile } from './scene';

beforeEach(() => localStorage.clear());

describe('the cards', () => {
  const cards = () =>
    screen
      .getAllByRole('region')
      .filter((one) => one.parentElement?.closest('section[aria-label]') === null)
      .map((one) => one.getAttribute('aria-label'));
  const waits = { 'analytics/waiting': { late: { count: 1 }, orders: { count: 3 } } };

  it.each([
    [
      'an administrator',
      'super_admin',
      [],
      ['Ждут вас', 'Показатели за период', 'Продажи', 'Выплаты магазинам'],
      ['Где стоят заказы', 'Опаздывают', 'Скоро кончатся'],
    ],
    [
      'an owner',
      'store_owner',
      [tea],
      ['Ждут вас', 'Упаковать сейчас', 'Показатели за период', 'Продажи', 'Ваши выплаты'],
      ['Где стоят заказы', 'Скоро кончатся'],
    ],
    [
      'an owner of two shops',
      'store_owner',
      [tea, stub(8, 'Мёд', 'med')],
      ['Ждут вас', 'Упаковать сейчас', 'Показатели за период', 'Продажи', 'Ваши выплаты'],
      ['Где стоят заказы', 'Скоро кончатся', 'По магазинам'],
    ],
    ['staff', 'staff', [tea], ['Ждут вас', 'Упаковать сейчас', 'Показатели за период'], ['Где стоят заказы']],
  ] as const)('of %s are at most eight, and nothing else is asked for', async (_who, role, own, ...lines) => {
    const asked = answer(waits);
    open('/', role, [...own]);
    await waitFor(() => expect(cards()).toEqual(lines.flat()));
    expect(cards().length).toBeLessThanOrEqual(8);
    await waitFor(() => expect(screen.queryAllByRole('status')).toEqual([]));
    const paths = asked.map((path) => path.split('?')[0]);
    for (const late of ['analytics/hours', 'analytics/balance', 'popular-products', 'withdraws'])
      expect(paths, late).not.toContain(late);

    await openMore();
    expect(await screen.findByRole('region', { name: 'Последние заказы' })).toBeVisible();
    expect(cards().length).toBeGreaterThan(lines.flat().length);
  });

  it('show what waits in full, without a button for the rest', async () => {
    const names = ['late', 'shops', 'papers', 'vendors', 'products', 'refunds', 'withdraws', 'approvals'];
    answer({ 'analytics/waiting': Object.fromEntries(names.map((name) => [name, { count: 2 }])) });
    open();
    const bar = within(await screen.findByRole('region', { name: 'Ждут вас' }));
    for (const link of bar.getAllByRole('link')) expect(link).toBeVisible();
    expect(bar.getAllByRole('link')).toHaveLength(names.length);
    expect(bar.queryByRole('button')).toBeNull();
  });

  it('have tiles without kopecks', async () => {
    const revenue = { value: 3_045_826.08, previous: 1000.5 };
    answer({ 'analytics/figures': { ...about, figures: { ...figures.figures, revenue } } });
    open();
    expect(await tile(/^Выручка/)).toHaveTextContent(/^Выручка\$3,045,826(?!\.)/);
  });

  it('draw late parcels of a shop by age', async () => {
    const shop = { id: 7, name: 'Чайная лавка', slug: 'chay' };
    answer({ 'orders/late': [{ shop, count: 3, over_day: 1, since: '2026-03-08T10:00:00Z' }] });
    open();
    const card = within(await screen.findByRole('region', { name: 'Опаздывают' }));
    const line = await card.findByRole('link', { name: /Чайная лавка.*3.*больше суток: 1/ });
    expect(line).toHaveAttribute('href', '/chay/orders?ship_by=late');
    expect([...line.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.width)).toEqual([
      expect.stringMatching(/^66/),
      expect.stringMatching(/^33/),
    ]);
  });
});

describe('what to pack now', () => {
  const order = (id: number, ship_by: string | null) => ({
    ...{ id, ship_by, shop: tea, customer: null, customer_name: 'Ольга', products_count: 2 },
    tracking_number: `${id}`,
  });

  it('stands by the deadline, each order with what is left, and leads to all of them', async () => {
    const hour = 3_600_000;
    const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
    const rows = [order(4, at(-30)), order(5, at(72)), order(6, null)];
    const page = pageOf(rows);
    const asked = answer({ orders: { ...page, total: 9 } });
    open('/', 'store_owner');
    const card = within(await screen.findByRole('region', { name: 'Упаковать сейчас' }));
    const lines = await card.findAllByRole('link', { name: /Ольга/ });
    expect(lines.map((line) => line.getAttribute('href'))).toEqual([
      '/chay/orders/4',
      '/chay/orders/5',
      '/chay/orders/6',
    ]);
    expect(lines[0]).toHaveTextContent(/2 позиции · Ольга.*Опаздывает с .*назад|вчера/);
    expect(lines[1]).toHaveTextContent(/До .*через 3 дня/);
    expect(lines[2]).toHaveTextContent('без срока');
    expect(card.getByRole('link', { name: 'Все 9' })).toHaveAttribute(
      'href',
      '/chay/orders?order_status=order-processing&orderBy=ship_by&sortedBy=asc',
    );
    const own = asked.find((path) => path.startsWith('orders?')) ?? '';
    const query = Object.fromEntries(new URLSearchParams(own.split('?')[1]));
    expect(query).toMatchObject({ orderBy: 'ship_by', sortedBy: 'asc', shop_id: '7' });
    expect(query.search).toContain('order_status:order-processing');
    // First on a phone.
    expect(screen.getByRole('region', { name: 'Упаковать сейчас' }).parentElement).toHaveClass(
      'phone:order-first',
    );
  });

  it('is said to be nothing when all is packed', async () => {
    answer();
    open('/', 'store_owner');
    expect(await screen.findByText(/Всё упаковано/)).toBeVisible();
  });
});
