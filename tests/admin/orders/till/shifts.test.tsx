import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CashRefund } from '@/contract/orders/till';
import { ShiftsPage } from '@/features/orders/till/shifts/shifts-page';
import { TillPage } from '@/features/orders/till/till-page';
import { api, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';
import { lines, open, scan, serveTill, shift } from './serve-till';

const refund: CashRefund = {
  ...{
    id: 9,
    at: '2026-03-10T07:00:00.000Z',
    amount: 420,
    gateway: 'CASH',
    order_number: '20260310000001',
    by: 'Ольга',
  },
};

const print = vi.fn();
beforeEach(() => {
  localStorage.clear();
  print.mockClear();
  vi.stubGlobal('print', print);
});

describe('the shift', () => {
  const report = () => within(screen.getByRole('region', { name: 'Смена' }));

  it('is opened with the cash in the drawer before the first sale', async () => {
    serveTill({ isShiftOpen: false });
    const opened: unknown[] = [];
    server.use(
      http.post(api('till/lavka/shifts'), async ({ request }) => {
        opened.push(await request.json());
        return HttpResponse.json(shift);
      }),
    );
    renderScreen(<TillPage />, '/lavka/till?shop=lavka', { role: 'store_owner' });
    const field = await screen.findByRole('textbox', { name: 'Наличные в кассе' });
    await waitFor(() => expect(field).toHaveFocus());
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();

    await userEvent.keyboard('много{Enter}');
    expect(await screen.findByText('Укажите сумму')).toBeVisible();
    await userEvent.clear(field);
    await userEvent.keyboard('1000{Enter}');

    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
    expect(opened).toEqual([{ opening_cash: 1000 }]);
  });

  it('shows its figures on F7, prints them, and Escape returns to the receipt', async () => {
    serveTill();
    server.use(http.get(api('till/lavka/shifts/5'), () => HttpResponse.json(shift)));
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.keyboard('{F7}');

    const row = async (label: string) =>
      (await report().findByText(label)).closest('div')?.textContent?.replace(/\s/g, ' ');
    expect(await row('Карта')).toMatch(/1 чек.*420/);
    expect(await row('Всего')).toMatch(/840/);
    expect(await row('Должно быть в кассе')).toMatch(/1\D?420/);
    await userEvent.click(report().getByRole('button', { name: 'Напечатать отчёт' }));
    expect(print).toHaveBeenCalledTimes(1);
    expect(screen.getByTestId('shift-print')).toHaveTextContent('Не фискальный документ');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(lines()).toHaveLength(1));
  });

  it('takes cash out with a reason', async () => {
    serveTill();
    const moved: unknown[] = [];
    const after = {
      ...shift,
      expected_cash: 920,
      moves: [{ id: 1, at: shift.opened_at, amount: -500, reason: 'В банк', by: 'Анна' }],
    };
    server.use(
      http.get(api('till/lavka/shifts/5'), () => HttpResponse.json(shift)),
      http.post(api('till/lavka/shifts/5/moves'), async ({ request }) => {
        moved.push([await request.json(), request.headers.get('idempotency-key') !== null]);
        return HttpResponse.json(after);
      }),
    );
    await open();
    await userEvent.keyboard('{F7}');
    await userEvent.click(await report().findByRole('button', { name: 'Внести, забрать' }));

    await userEvent.type(report().getByRole('textbox', { name: 'Сумма' }), '500');
    await userEvent.click(report().getByRole('button', { name: 'Забрать' }));
    expect(await report().findByText('Напишите, откуда деньги или куда')).toBeVisible();
    await userEvent.type(report().getByRole('textbox', { name: 'За что' }), 'В банк');
    await userEvent.click(report().getByRole('button', { name: 'Забрать' }));

    expect(await report().findByText(/^В банк · Анна · /)).toBeVisible();
    expect(moved).toEqual([[{ amount: -500, reason: 'В банк' }, true]]);
  });

  it('hands out a refund that was approved outside of a shift, and prints it', async () => {
    serveTill();
    const handedOut: unknown[] = [];
    server.use(
      http.get(api('till/lavka/refunds'), () => HttpResponse.json(handedOut.length === 0 ? [refund] : [])),
      http.get(api('till/lavka/shifts/5'), () => HttpResponse.json(shift)),
      http.post(api('till/lavka/shifts/5/refunds'), async ({ request }) => {
        handedOut.push(await request.json());
        return HttpResponse.json({ ...shift, refunds: [refund], refunded_cash: 420, expected_cash: 1000 });
      }),
    );
    await open();
    await userEvent.keyboard('{F7}');

    const outside = within(await report().findByRole('region', { name: 'Возвраты вне смены' }));
    await userEvent.click(
      outside.getByRole('button', { name: /^Выдать .*420.*из кассы: заказ №\s2026031000/ }),
    );

    expect(await report().findByText('Возврат наличными')).toBeVisible();
    expect(handedOut).toEqual([{ refund_id: 9 }]);
    await waitFor(() => expect(report().queryByRole('region', { name: 'Возвраты вне смены' })).toBeNull());
    expect(screen.getByTestId('shift-print')).toHaveTextContent(
      /Возврат наличными, заказ № 2026031000.*−.*420/,
    );
  });

  it('is closed with the counted cash, and shows the shortage', async () => {
    serveTill();
    const closed: unknown[] = [];
    server.use(
      http.get(api('till/lavka/shifts/5'), () => HttpResponse.json(shift)),
      http.post(api('till/lavka/shifts/5/close'), async ({ request }) => {
        closed.push(await request.json());
        return HttpResponse.json({
          ...shift,
          closed_at: '2026-03-10T18:00:00.000Z',
          counted_cash: 1400,
          note: 'Ошиблись со сдачей',
        });
      }),
    );
    await open();
    await userEvent.keyboard('{F7}');
    await userEvent.type(
      await report().findByRole('textbox', { name: 'Сколько наличных в кассе сейчас' }),
      '1400',
    );
    expect(await report().findByText('Не хватает')).toBeVisible();
    await userEvent.type(report().getByRole('textbox', { name: 'Почему не сошлось' }), 'Ошиблись со сдачей');
    await userEvent.click(report().getByRole('button', { name: 'Закрыть смену' }));

    expect(await screen.findByText('Смена закрыта')).toBeVisible();
    expect(closed).toEqual([{ counted_cash: 1400, note: 'Ошиблись со сдачей' }]);
    expect(screen.getByRole('textbox', { name: 'Наличные в кассе' })).toBeVisible();
  });

  it('that somebody else closed must be opened again', async () => {
    let isOpen = true;
    serveTill({
      sell: () => {
        isOpen = false;
        return HttpResponse.json(
          { message: 'VALIDATION_FAILED', errors: { shift: ['error-shift-closed'] } },
          { status: 422 },
        );
      },
    });
    server.use(
      http.get(api('till/lavka'), () =>
        HttpResponse.json({
          ...{ shop: { id: 7, name: 'Лавка', slug: 'lavka' }, gateways: ['CASH'], has_coupons: true },
          ...{ categories: [], shift: isOpen ? shift : null },
        }),
      ),
    );
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.click(screen.getByRole('button', { name: /Пробить чек/ }));

    expect(await screen.findByRole('textbox', { name: 'Наличные в кассе' })).toBeVisible();
  });
});

describe('the shifts of a shop', () => {
  it('shows who sold how much and whether the drawer balanced, with the report below', async () => {
    const wrong = {
      ...{ ...shift, id: 4, cashier: 'Пётр', closed_at: '2026-03-09T18:00:00.000Z' },
      ...{ expected_cash: 500, counted_cash: 450, closed_by: 'Анна' },
    };
    server.use(
      http.get(api('till/lavka/refunds'), () => HttpResponse.json([refund])),
      http.get(api('till/lavka/shifts'), () =>
        HttpResponse.json({ data: [shift, wrong], total: 2, per_page: 20, current_page: 1, last_page: 1 }),
      ),
      http.get(api('till/lavka/shifts/4'), () => HttpResponse.json(wrong)),
    );
    renderScreen(<ShiftsPage />, '/lavka/till/shifts?shop=lavka', { role: 'store_owner' });

    expect(
      within(await screen.findByRole('region', { name: 'Возвраты вне смены' })).queryByRole('button'),
    ).toBeNull();
    const rows = within(await screen.findByRole('list', { name: 'Смены кассы' }));
    expect(await rows.findByRole('button', { name: /Анна.*Открыта/ })).toBeVisible();
    const row = rows.getByRole('button', { name: /Пётр.*Не хватает \D*50/ });
    await userEvent.click(row);

    expect(row).toHaveAttribute('aria-expanded', 'true');
    expect(await rows.findByText('Закрытие: Анна')).toBeVisible();
    expect(rows.queryByRole('button', { name: 'Закрыть смену' })).not.toBeInTheDocument();
  });
});
