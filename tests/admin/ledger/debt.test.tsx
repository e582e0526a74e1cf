import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { balanceStanding } from '@/contract/ledger/balance';
import { Balance } from '@/features/insights/dashboard/balance';
import type { DashboardScope } from '@/features/insights/dashboard/scope';
import { PeriodTotals } from '@/features/ledger/period-totals';
import { ShopSums } from '@/features/ledger/withdraws/shop-sums';
import { TransferFacts } from '@/features/shops/transfers/transfer-facts';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';

/** A negative balance is a debt on every screen, never money that can be withdrawn. */

const sums = { on_hold_amount: 0, withdrawn_amount: 500 };
const rowOf = async (label: string) =>
  (await screen.findByText(label)).parentElement?.textContent?.replace(/\s/g, ' ');

it('is either money or a debt, never negative', () => {
  expect([150, 0, -150].map(balanceStanding)).toEqual([
    { isDebt: false, sum: 150 },
    { isDebt: false, sum: 0 },
    { isDebt: true, sum: 150 },
  ]);
});

it('stands in place of the money on the page of withdrawals', async () => {
  renderScreen(<ShopSums balance={{ current_balance: -150, ...sums }} />, '/');

  expect(await rowOf('Долг площадке')).toMatch(/Долг площадке\D*150/);
  expect(screen.queryByText('Можно вывести')).not.toBeInTheDocument();
  expect(document.body).not.toHaveTextContent(/[-−]\D?150/);
});

it('stands in the totals of the ledger of a shop, but not of the platform', async () => {
  const totals = {
    ...{ from: null, to: null, opening: -20, closing: -150, kinds: [] },
    commission: { orders: 0, goods: 0, credited: 0, commission: 0 },
  };
  renderScreen(
    <>
      <PeriodTotals totals={totals} />
      <PeriodTotals totals={totals} isPlatform />
    </>,
    '/',
  );

  expect(await rowOf('Долг площадке на начало')).toMatch(/20/);
  expect(await rowOf('Долг площадке на конец')).toMatch(/150/);
  expect(await rowOf('Остаток на конец')).toMatch(/−\D*150/);
});

it('replaces a zero on the dashboard, and stands beside the money of other shops', async () => {
  const scope: DashboardScope = {
    ...{
      isMarket: false,
      seesMoney: true,
      seesOrders: true,
      seesGoods: true,
      seesFigures: true,
      seesShops: true,
    },
    ...{ shop: undefined, shops: [], base: '' },
  };
  const show = async (balance: object) => {
    server.use(http.get(api('analytics/balance'), () => HttpResponse.json(balance)));
    const view = renderScreen(<Balance scope={scope} />, '/');
    const list = within(await screen.findByRole('list'));
    const shown = list.getAllByRole('link').map((link) => link.textContent?.replace(/[^а-яё ]/gi, ''));
    view.unmount();
    return shown;
  };

  expect(await show({ current: 0, on_hold: 0, debts: 150 })).toEqual(['Ждёт выплаты', 'Долг площадке']);
  expect(await show({ current: 70, on_hold: 0, debts: 150 })).toEqual([
    ...['Можно вывести', 'Ждёт выплаты', 'Долг площадке'],
  ]);
  expect(await show({ current: 0, on_hold: 0, debts: 0 })).toEqual(['Можно вывести', 'Ждёт выплаты']);
});

it('stands in the conditions of a transfer', async () => {
  const conditions = { on_hold: 0, pending_withdraws: 0, open_orders: 0, staffs: 0, blocked: null };
  renderScreen(<TransferFacts conditions={{ balance: -150, ...conditions }} />, '/');

  expect(await screen.findByText('Долг площадке')).toBeVisible();
});
