import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { LedgerRow, LedgerSummary, PlatformSummary } from '@/contract/ledger/schema';
import { AdjustDialog } from '@/features/ledger/adjust-dialog';
import { findPreset, lastMonths, presetBounds } from '@/lib/format/periods';
import { DialogFrame } from '@/shell/dialogs/dialog-frame';
import { PlatformLedger } from '@/shell/screens/platform-ledger';
import { ShopLedger } from '@/shell/screens/shop-ledger';
import { api, listenToToasts, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const line = (more: Partial<LedgerRow>): LedgerRow => ({
  id: 1,
  at: '2026-03-09T09:00:00.000Z',
  kind: 'adjustment',
  reason: null,
  family: null,
  row_id: null,
  amount: 100,
  balance: 1000,
  subject: null,
  ...more,
});

const totals: LedgerSummary = {
  from: null,
  to: null,
  opening: 0,
  closing: 1000.5,
  kinds: [
    { kind: 'order', income: 1500.5, outgo: 0, lines: 2 },
    { kind: 'withdrawal', income: 0, outgo: 700, lines: 1 },
    { kind: 'withdrawal-return', income: 200, outgo: 0, lines: 1 },
  ],
  commission: { orders: 2, goods: 1667.22, credited: 1500.5, commission: 166.72 },
};

/** A shop's ledger; requests are recorded. */
function openShop(rows: LedgerRow[], { role = 'store_owner', address = '/chay?shop=chay' } = {}) {
  const asked: string[] = [];
  server.use(
    http.get(api('shops/chay/ledger'), ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json(pageOf(rows));
    }),
    http.get(api('shops/chay/ledger/summary'), () => HttpResponse.json(totals)),
    http.get(api('shops/chay'), () => HttpResponse.json({ id: 4, name: 'Чайная лавка', slug: 'chay' })),
  );
  renderScreen(<ShopLedger />, address, { role });
  return asked;
}

describe('the ledger of a shop', () => {
  it('links each line to its subject, with the balance after it', async () => {
    openShop([
      line({
        id: 3,
        kind: 'order',
        amount: 900,
        balance: 1000,
        subject: { family: 'orders', id: 17, number: '20260309123456' },
      }),
      line({ id: 2, kind: 'withdrawal', amount: -700, subject: { family: 'withdraws', id: 6, number: '6' } }),
      line({ id: 1, reason: 'Потерянная посылка' }),
    ]);

    const table = await screen.findByRole('table', { name: 'Движение денег' });
    expect(within(table).getByRole('link', { name: 'Заказ №\u00a020260309123456' })).toHaveAttribute(
      'href',
      expect.stringContaining('/chay/orders/17'),
    );
    expect(within(table).getByRole('link', { name: 'Заявка на вывод №\u00a06' })).toHaveAttribute(
      'href',
      expect.stringContaining('/chay/withdraws/6'),
    );
    expect(within(table).getByText('Потерянная посылка')).toBeVisible();
    expect(within(table).getByText(/^−.*700/)).toBeVisible();
  });

  it('sums up the period, with withdrawals net of rejected ones, and shows the commission', async () => {
    openShop([]);

    const withdrawn = (await screen.findByText('Отправлено на вывод')).nextElementSibling;
    expect(withdrawn?.textContent).toMatch(/^−.*500/);
    expect(screen.getByText(/Комиссия площадки:.*166\.72.*1,667\.22.*заказов: 2/)).toBeVisible();
  });

  it('is filtered by operation and period through the address', async () => {
    const asked = openShop([], { address: '/chay?shop=chay&kind=order&from=2026-03-01&to=2026-03-31' });

    await screen.findByText('За этот период таких операций нет');
    expect(asked[0]).toContain('kind=order');
    expect(asked[0]).toContain('from=2026-03-01&to=2026-03-31');
    expect(screen.getByRole('button', { name: /Операция: Заказ/ })).toBeVisible();
  });

  it('lets only administrators adjust it', async () => {
    openShop([line({})]);

    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: 'Скорректировать баланс' })).toBeNull();
  });
});

describe('an adjustment', () => {
  function openDialog(refusal?: { status: number; body: object }) {
    const sent: { body: unknown; key: string | null }[] = [];
    server.use(
      http.post(api('shops/4/adjustments'), async ({ request }) => {
        sent.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
        if (refusal && sent.length === 1) return HttpResponse.json(refusal.body, { status: refusal.status });
        return HttpResponse.json(line({}), { status: 201 });
      }),
    );
    renderScreen(
      <DialogFrame look={{}} onClose={() => undefined}>
        <AdjustDialog data={{ shopId: 4, name: 'Чайная лавка' }} onClose={() => undefined} />
      </DialogFrame>,
      '/chay',
    );
    return sent;
  }
  const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
  const fill = async (amount: string, reason: string) => {
    await userEvent.type(await screen.findByLabelText(/Сумма/), amount);
    await userEvent.type(screen.getByLabelText(/Основание/), reason);
  };

  it('is refused without sum and reason before it is sent', async () => {
    const sent = openDialog();

    await press('Продолжить');

    expect(await screen.findAllByRole('alert')).toHaveLength(2);
    expect(sent).toEqual([]);
  });

  it('asks for confirmation, then debits the sum with one key', async () => {
    const sent = openDialog({ status: 500, body: { message: 'INTERNAL' } });
    const toasts = listenToToasts();

    await userEvent.click(await screen.findByRole('radio', { name: 'Списать' }));
    await fill('1 500,25', 'Ошибка в начислении');
    await press('Продолжить');
    expect(await screen.findByText(/Списать у магазина .*1,500\.25/)).toBeVisible();
    await press(/^Списать .*1,500\.25/);
    // The error is shown, and the retry uses the same idempotency key.
    await press('Продолжить');
    await press(/^Списать .*1,500\.25/);

    await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(['Баланс скорректирован']));
    expect(sent.map(({ body }) => body)).toEqual([
      { amount: '-1500.25', reason: 'Ошибка в начислении' },
      { amount: '-1500.25', reason: 'Ошибка в начислении' },
    ]);
    expect(sent[0]?.key).toBe(sent[1]?.key);
    expect(sent[0]?.key).toMatch(/^\w{32}$/);
  });
});

describe('the marketplace’s money', () => {
  const summary: PlatformSummary = {
    ...totals,
    money: 9000,
    debts: 7350,
    own: 1650,
    accounts: [
      { account: 'buyer_prepayment', balance: 4200 },
      { account: 'provider_clearing', balance: 9200 },
      { account: 'bank', balance: -200 },
      { account: 'commission', balance: 1650 },
    ],
    points: 70,
    owed: { current: 3000, on_hold: 200, debts: 50 },
  };

  function openPlatform(address = '/ledger', problems: object[] = []) {
    server.use(
      http.get(api('ledger/summary'), () => HttpResponse.json(summary)),
      http.get(api('ledger'), () =>
        HttpResponse.json(
          pageOf([line({ amount: -900, shop: { id: 4, name: 'Чайная лавка', slug: 'chay' } })]),
        ),
      ),
      http.get(api('ledger/shops'), () =>
        HttpResponse.json(
          pageOf([
            {
              id: 4,
              name: 'Чайная лавка',
              slug: 'chay',
              current_balance: 3000,
              on_hold_amount: 200,
              ...totals.commission,
            },
          ]),
        ),
      ),
      http.get(api('ledger/reconcile'), () =>
        HttpResponse.json({ at: '2026-03-09T09:00:00.000Z', is_sound: problems.length === 0, problems }),
      ),
    );
    renderScreen(<PlatformLedger />, address);
  }

  it('shows the commission by shop with links to its ledger of the period and its orders', async () => {
    openPlatform('/ledger?from=2026-03-01&to=2026-03-31');

    const name = await screen.findByRole('link', { name: 'Чайная лавка' });
    expect(name).toHaveAttribute(
      'href',
      expect.stringContaining('/chay/ledger?from=2026-03-01&to=2026-03-31'),
    );
    expect(screen.getByRole('link', { name: 'Заказы магазина: Чайная лавка, 2' })).toHaveTextContent('2');
    expect(await screen.findByText('Магазины могут вывести')).toBeVisible();
  });

  it('separates incoming from outgoing money, which add up to the balance', async () => {
    summary.opening = 100;
    summary.kinds = [
      { kind: 'order', income: 2000, outgo: 1500, lines: 4 },
      { kind: 'refund', income: 270, outgo: 300, lines: 2 },
    ];
    summary.closing = 570;
    openPlatform('/ledger?view=lines');

    const figure = async (name: string) => (await screen.findByText(name)).nextSibling;
    expect(await figure('Пришло')).toHaveTextContent(/^\$2,270$/);
    expect(await figure('Ушло')).toHaveTextContent(/^−\$1,800$/);
    expect(screen.queryByText('Удержано за возвраты')).not.toBeInTheDocument();
  });

  it('lists its accounts with their balances, each with an address of its lines', async () => {
    openPlatform('/ledger?view=accounts&from=2026-03-01');

    const clearing = await screen.findByRole('link', { name: 'Расчёты с платёжными системами' });
    expect(clearing).toHaveAttribute(
      'href',
      expect.stringContaining('/ledger?from=2026-03-01&view=lines&account=provider_clearing'),
    );
    expect(clearing.closest('li')).toHaveTextContent(/\$9,200$/);
  });

  it('names what it has, what of it belongs to others, and what is left; each line adds to its heading', async () => {
    openPlatform('/ledger?view=accounts');

    const group = async (name: string) => within(await screen.findByRole('region', { name }));
    const money = await group('Деньги площадки');
    expect(money.getByRole('heading')).toHaveTextContent(/\$9,000$/);
    expect(money.getByRole('link', { name: 'Расчётный счёт' }).closest('li')).toHaveTextContent(
      /−\$200перерасход$/,
    );
    const debts = await group('Из них чужие');
    expect(debts.getByRole('heading')).toHaveTextContent(/\$7,350$/);
    expect(debts.getByRole('link', { name: 'Магазины могут вывести' }).closest('li')).toHaveTextContent(
      '$3,000',
    );
    expect(debts.getByRole('link', { name: 'Долги магазинов' }).closest('li')).toHaveTextContent('−$50');
    expect((await group('Своё')).getByRole('heading')).toHaveTextContent(/\$1,650$/);
  });

  it('shows every line with the shop on the other side', async () => {
    openPlatform('/ledger?view=lines');

    const table = await screen.findByRole('table', { name: 'Движение денег' });
    expect(within(table).getByRole('link', { name: 'Чайная лавка' })).toBeVisible();
  });

  it('lists mismatches, or that everything matches', async () => {
    openPlatform('/ledger', [{ check: 'account-sum', subject: 'shop 4', expected: 100, found: 500 }]);

    await userEvent.click(await screen.findByRole('button', { name: 'Сверить' }));

    expect(await screen.findByText('Нашлись расхождения')).toBeVisible();
    expect(screen.getByText('shop 4')).toBeVisible();
  });
});

describe('periods', () => {
  const now = new Date('2026-01-31T21:30:00.000Z');

  it('are counted in business days', () => {
    expect(presetBounds('this-month', now)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(presetBounds('last-month', now)).toEqual({ from: '2026-01-01', to: '2026-01-31' });
    expect(findPreset({ from: '2026-01-01', to: '2026-12-31' }, now)).toBe('this-year');
    expect(findPreset({ from: '2026-01-02' }, now)).toBeUndefined();
    expect(lastMonths(3, now)).toEqual(['2026-02', '2026-01', '2025-12']);
  });
});

describe('what makes a sum, on paper', () => {
  it('is saved byte by byte', async () => {
    const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0xfe, 0x00, 0x9c, 0xd0]);
    const saved: Blob[] = [];
    URL.createObjectURL = (content) => {
      saved.push(content as Blob);
      return 'blob:sum';
    };
    URL.revokeObjectURL = () => undefined;
    openShop([line({})]);
    server.use(
      http.get(api('shops/chay/ledger/export'), () =>
        HttpResponse.arrayBuffer(bytes.buffer, { headers: { 'content-type': 'application/pdf' } }),
      ),
    );

    await userEvent.click(await screen.findByRole('button', { name: 'Из чего сумма, PDF' }));

    await waitFor(() => expect(saved.map(({ size }) => size)).toEqual([bytes.length]));
  });
});
