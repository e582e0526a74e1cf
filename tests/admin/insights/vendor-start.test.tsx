import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type VendorStart, vendorSteps } from '@/contract/insights/vendor-start';
import { Home } from '@/features/insights/home/home';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const shop = {
  id: 7,
  name: 'Кузница Марины',
  slug: 'kuznitsa',
  is_active: false,
  was_open: false,
  created_at: '2026-03-10T12:40:00.000Z',
  disapproved_reason: null,
};

const facts: Record<string, string[]> = {
  shop: ['Тула', '+79123302518'],
  requisites: ['ИП Кузнецова М. А.', 'Т-Банк'],
};

/** A guide whose first steps are done. */
function startWith(done: number, more: Partial<VendorStart> = {}): VendorStart {
  return {
    is_shown: true,
    shop,
    // The settings ask for no papers.
    steps: vendorSteps
      .filter((key) => key !== 'papers')
      .map((key, index) => ({
        key,
        is_done: index < done,
        count: 0,
        facts: index < done ? (facts[key] ?? []) : [],
      })),
    unpictured: [],
    commission_rate: 10,
    is_own_rate: false,
    example_price: 1700,
    review_hours: 5,
    email: 'm@kuznitsa.ru',
    first_order_id: null,
    ...more,
  };
}

function Dashboard({ head }: { head: ReactNode }) {
  return (
    <>
      {head}
      <p>Сводка продаж</p>
    </>
  );
}

function open(start: VendorStart, shops: object[] = [shop]): string[] {
  const asked: string[] = [];
  server.use(
    http.get(api('first-steps/vendor'), () => {
      asked.push('start');
      return HttpResponse.json(start);
    }),
    http.get(api('*'), () => HttpResponse.json([])),
  );
  renderScreen(<Home Dashboard={Dashboard} />, '/', { role: 'store_owner' });
  const permissions = ['store_owner', 'customer'].map((name) => ({ name }));
  const me = { id: 2, name: 'Марина Кузнецова', shops, managed_shop: null, permissions };
  server.use(
    http.get(api('me'), () => HttpResponse.json(me)),
    http.get(api('first-steps/vendor'), () => {
      asked.push('start');
      return HttpResponse.json(start);
    }),
  );
  return asked;
}

const patience = { timeout: 60_000 };

async function lineOf(text: string): Promise<HTMLElement> {
  const line = (await screen.findByText(text)).closest('li');
  if (!line) throw new Error(`No step ${text}`);
  return line;
}

beforeEach(() => localStorage.clear());

describe('the home page of a vendor', () => {
  it('without a shop leads to creating one, instead of an empty page', patience, async () => {
    open(startWith(0, { shop: null }), []);

    expect(
      await screen.findByRole('heading', { level: 1, name: 'Марина, до первой продажи 5\u00a0шагов' }),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Создать магазин' })).toHaveAttribute(
      'aria-haspopup',
      'dialog',
    );
    expect(screen.queryByText('Сводка продаж')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Больше не показывать' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Магазин на проверке' })).toBeNull();
  });

  it('shows the entered data, links to the remaining steps, and explains the review', async () => {
    open(startWith(2));

    expect(await screen.findByText('2 из 5')).toBeVisible();
    const requisites = await lineOf('Реквизиты по ИНН');
    expect(requisites).toHaveTextContent('ИП Кузнецова М. А. · Т-Банк');
    expect(within(requisites).getByRole('link', { name: /Изменить/ })).toHaveAttribute(
      'href',
      '/kuznitsa/edit#requisites',
    );
    const pictures = within(await lineOf('Логотип и обложка'));
    expect(pictures.getByRole('button', { name: /Загрузить/ })).toHaveAttribute('aria-haspopup', 'dialog');
    const products = within(await lineOf('Первые товары'));
    expect(products.getByRole('button', { name: 'Добавить товар' })).toHaveAttribute(
      'aria-haspopup',
      'dialog',
    );
    expect(products.getByRole('button', { name: 'Загрузить файл' })).toBeVisible();
    const review = screen.getByRole('heading', { name: 'Магазин на проверке' }).closest('section');
    expect(review).toHaveTextContent(/Отправлен 10\.03\.2026, 15:40/);
    expect(review).toHaveTextContent(/около 5 часов.*m@kuznitsa\.ru/);
  });

  it('does not mention a review that cannot begin', async () => {
    open(startWith(1));
    expect(await screen.findByRole('heading', { name: 'Проверка ждёт реквизитов' })).toBeVisible();
  });

  it('calculates the payout of any price', async () => {
    open(startWith(2));
    const price = await screen.findByLabelText('Цена товара');
    const card = price.closest('section');
    expect(card).toHaveTextContent(/Комиссия 10 %.*170.*Вам.*1[\s,]530/);

    await userEvent.clear(price);
    await userEvent.type(price, '99,99');

    expect(card).toHaveTextContent(/10.*Вам.*89\.99/);
  });

  it('is the dashboard again when all is done, and sends no more requests', async () => {
    open(startWith(6, { is_shown: false }));
    expect(await screen.findByText('Сводка продаж')).toBeVisible();
    await waitFor(() => expect(localStorage.getItem('gostiny-started:2')).toBe('1'));
    expect(screen.queryByText('2 из 5')).toBeNull();
  });

  it('does not request the guide once it was completed', async () => {
    localStorage.setItem('gostiny-started:2', '1');
    const asked = open(startWith(2));
    expect(await screen.findByText('Сводка продаж')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('has the remaining steps above the dashboard after the first sale', async () => {
    const start = startWith(2);
    const steps = start.steps.map((one) => (one.key === 'sale' ? { ...one, is_done: true } : one));
    open({ ...start, steps, first_order_id: 41 });
    expect(await screen.findByText('Сводка продаж')).toBeVisible();
    expect(
      await screen.findByRole('heading', {
        level: 2,
        name: 'Марина, первая продажа есть! Осталось 3\u00a0шага',
      }),
    ).toBeVisible();
    const sale = within(await lineOf('Первая продажа'));
    expect(sale.getByRole('link', { name: /Открыть/ })).toHaveAttribute('href', '/kuznitsa/orders/41');
  });
});
