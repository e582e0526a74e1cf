import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { withdraws, withdrawsInShop } from '@/contract/ledger/withdraws';
import type { WithdrawDetails as Details } from '@/contract/ledger/withdraws/schema';
import { resourcePage } from '@/crud/resource-page';
import { WithdrawDetails } from '@/features/ledger/withdraws/withdraw-details';
import { WithdrawForm } from '@/features/ledger/withdraws/withdraw-form';
import { WithdrawList } from '@/features/ledger/withdraws/withdraw-list';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, listenToToasts, pageOf, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';

const parts = { Form: WithdrawForm, Details: WithdrawDetails };
const Page = resourcePage(withdraws, parts);
const ShopPage = resourcePage(withdrawsInShop, parts);

const requisites = {
  legal_form: 'entrepreneur',
  legal_name: 'ИП Соколов',
  inn: '502099881120',
  kpp: null,
  bank_name: 'Альфа-Банк',
  bic: '044525593',
  account: '40802810400000012345',
} as const;
const balance = {
  total_earnings: 1500.5,
  withdrawn_amount: 300,
  on_hold_amount: 200,
  current_balance: 1000.5,
};

const buildWithdraw = (more: Partial<Details> = {}): Details => ({
  id: 7,
  version: 3,
  shop_id: 4,
  amount: 400.5,
  payment_method: 'Перевод на счёт *2345',
  details: null,
  note: 'До пятницы',
  status: 'pending',
  decision_note: null,
  decided_at: null,
  shop: { id: 4, name: 'Чайная лавка', slug: 'chay' },
  created_at: '2026-03-09T09:00:00.000Z',
  updated_at: '2026-03-09T09:00:00.000Z',
  moves: [{ status: 'pending', at: '2026-03-09T09:00:00.000Z', note: null, by: 'Дмитрий' }],
  requisites: requisites as unknown as Details['requisites'],
  fast_payments: null,
  has_other_requisites: false,
  balance,
  ...more,
});

/** Details of a stored request; decisions are recorded. */
function openDetails(first: Partial<Details> = {}, role = 'super_admin') {
  let withdraw = buildWithdraw(first);
  const sent: unknown[] = [];
  server.use(
    http.get(api('withdraws/7'), () => HttpResponse.json(withdraw)),
    http.get(api('audit'), () => HttpResponse.json(pageOf([]))),
    http.post(api('approve-withdraw'), async ({ request }) => {
      const body = (await request.json()) as { status: Details['status'] };
      sent.push(body);
      withdraw = { ...withdraw, status: body.status, version: withdraw.version + 1 };
      return HttpResponse.json(withdraw);
    }),
  );
  const { showError } = renderScreen(<Page />, '/withdraws/7', { role });
  return { sent, showError };
}

/** The form in a shop; requests are recorded with their keys, and the first may be refused. */
function openForm(more: { current?: number; role?: string; refusal?: object; hasRequisites?: boolean } = {}) {
  const sent: { body: unknown; key: string | null }[] = [];
  const shop = {
    id: 4,
    version: 1,
    name: 'Чайная лавка',
    slug: 'chay',
    requisites: more.hasRequisites === false ? null : requisites,
    balance: { ...balance, current_balance: more.current ?? 1000.5 },
  };
  server.use(
    http.get(api('shops/chay'), () => HttpResponse.json(shop)),
    http.get(api('shops/4/ledger'), () =>
      HttpResponse.json(
        pageOf([
          {
            id: 2,
            at: '2026-03-09T09:00:00.000Z',
            kind: 'withdrawal',
            reason: null,
            family: 'withdraws',
            row_id: 6,
            amount: -200,
            balance: 1000.5,
          },
        ]),
      ),
    ),
    // Target of the form's redirect: the test's router takes the shop's list for a screen of the family.
    http.get(api('withdraws/withdraws'), () => HttpResponse.json({}, { status: 404 })),
    http.post(api('withdraws'), async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
      if (more.refusal && sent.length === 1) return HttpResponse.json(more.refusal, { status: 422 });
      return HttpResponse.json(buildWithdraw(), { status: 201 });
    }),
  );
  const page = (
    <>
      <ShopPage />
      <ModalHost />
    </>
  );
  const view = renderScreen(page, '/withdraws/create?shop=chay', { role: more.role ?? 'super_admin' });
  return { sent, ...view };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('a request for money', () => {
  it('shows what can be withdrawn, where it goes and the last movements', async () => {
    openForm();

    expect(await screen.findByText(/^Доступно.*1,000\.50/)).toBeVisible();
    expect(screen.getByText('40802810400000012345')).toBeVisible();
    expect(screen.getByLabelText(/Способ выплаты/)).toHaveValue('Перевод на счёт *2345');
    expect(await screen.findByText('Заявка на вывод № 6')).toBeVisible();
  });

  it('requests the whole balance with one click and opens the shop’s list', async () => {
    const { sent, visits } = openForm();

    await userEvent.click(await button('Вся сумма'));
    expect(screen.getByLabelText(/Сумма/)).toHaveValue('1000,5');
    await userEvent.click(await button(/Сохранить|Создать/));

    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/chay/withdraws'));
    expect(sent.map(({ body }) => body)).toMatchObject([
      { shop_id: 4, amount: 1000.5, payment_method: 'Перевод на счёт *2345' },
    ]);
  });

  it('refuses more than the balance before it is sent', async () => {
    const { sent } = openForm();

    const field = await screen.findByLabelText(/Сумма/);
    await userEvent.type(field, '1000,51');
    await userEvent.click(await button(/Сохранить|Создать/));

    await waitFor(() => expect(field).toHaveAccessibleDescription('Столько на балансе нет'));
    expect(sent).toEqual([]);
  });

  it('shows the server’s error at the sum, and retries with the same key', async () => {
    const { sent } = openForm({
      refusal: {
        message: 'INSUFFICIENT_BALANCE',
        request_id: 'r',
        errors: { amount: ['error-amount-above-balance'] },
      },
    });

    const field = await screen.findByLabelText(/Сумма/);
    await userEvent.type(field, '500');
    await userEvent.click(await button(/Сохранить|Создать/));
    await waitFor(() => expect(field).toHaveAccessibleDescription('Столько на балансе нет'));
    await userEvent.clear(field);
    await userEvent.type(field, '400');
    await userEvent.click(await button(/Сохранить|Создать/));

    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it('sends an owner without a confirmed phone to the profile', async () => {
    openForm({ role: 'store_owner', refusal: { message: 'PHONE_NOT_VERIFIED', request_id: 'r' } });

    await userEvent.click(await button('Вся сумма'));
    await userEvent.click(await button(/Сохранить|Создать/));

    const dialog = within(await screen.findByRole('dialog', { name: 'Телефон не подтверждён' }));
    expect(dialog.getByRole('link', { name: 'Открыть профиль' })).toHaveAttribute('href', '/profile-update');
  });

  it('allows no request on an empty balance', async () => {
    openForm({ current: 0, hasRequisites: false });

    expect(await screen.findByText(/Сейчас выводить нечего/)).toBeVisible();
    expect(screen.queryByLabelText(/Сумма/)).toBeNull();
  });
});

describe('the details', () => {
  it('show state, bank details and the balance of the shop', async () => {
    openDetails({ has_other_requisites: true });

    expect(await screen.findByRole('heading', { level: 1, name: 'Заявка на вывод №\u00a07' })).toBeVisible();
    expect(screen.getByText('40802810400000012345')).toBeVisible();
    expect(screen.getByText(/реквизиты магазина изменились/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Чайная лавка' })).toHaveAttribute('href', '/chay');
    expect(screen.getByText(/, Дмитрий/)).toBeVisible();
  });

  it('let an administrator pay out, after a confirmation, with the version that was shown', async () => {
    const toasts = listenToToasts();
    const { sent } = openDetails();

    await userEvent.click(await button('Одобрить выплату'));
    expect(sent).toEqual([]);
    await userEvent.click(await button('Одобрить выплату'));

    expect(await screen.findByText(/Выплата одобрена. Изменить решение/)).toBeVisible();
    expect(sent).toEqual([{ id: 7, version: 3, status: 'approved', decision_note: null }]);
    expect(toasts.at(-1)?.text).toBe('Выплата одобрена, деньги в пути');
  });

  it('reject only with a reason', async () => {
    const { sent } = openDetails({ status: 'processing' });

    expect(screen.queryByRole('button', { name: 'Взять в работу' })).toBeNull();
    await userEvent.click(await button('Отклонить'));
    const field = screen.getByLabelText(/Ответ магазину/);
    await userEvent.click(await button('Отклонить'));
    expect(field).toHaveAccessibleDescription('Напишите магазину, почему');
    await userEvent.type(field, 'Нет договора');
    await userEvent.click(await button('Отклонить'));

    await waitFor(() =>
      expect(sent).toEqual([{ id: 7, version: 3, status: 'rejected', decision_note: 'Нет договора' }]),
    );
  });

  it('show the newer version when somebody has decided meanwhile', async () => {
    const toasts = listenToToasts();
    openDetails();
    await button('Отклонить');
    server.use(
      http.post(api('approve-withdraw'), () =>
        HttpResponse.json({ message: 'ACTION_NOT_VALID', request_id: 'r' }, { status: 400 }),
      ),
      http.get(api('withdraws/7'), () =>
        HttpResponse.json(buildWithdraw({ status: 'approved', version: 4 })),
      ),
    );

    await userEvent.click(await button('Одобрить выплату'));
    await userEvent.click(await button('Одобрить выплату'));

    expect(await screen.findByText(/Выплата одобрена. Изменить решение/)).toBeVisible();
    expect(toasts.map(({ text }) => text)).toEqual(['Сейчас это действие выполнить нельзя.']);
  });
});

it('opens a row of the list, which has no tick and no delete action', async () => {
  server.use(http.get(api('withdraws'), () => HttpResponse.json(pageOf([buildWithdraw()]))));
  renderScreen(<Page />, '/withdraws');

  const row = (await screen.findByText('№ 7')).closest('tr');
  const inRow = within(row as HTMLElement);
  expect(inRow.getByRole('link', { name: '№\u00a07' })).toHaveAttribute('href', '/withdraws/7');
  expect(inRow.getByText('Ждёт решения')).toBeVisible();
  expect(inRow.queryByRole('checkbox')).toBeNull();
  expect(inRow.queryByRole('button')).toBeNull();
});

it('decides a request from the menu of its row, as its page does', async () => {
  const sent: unknown[] = [];
  const rows = [buildWithdraw(), buildWithdraw({ id: 8, status: 'approved' })];
  server.use(
    http.get(api('withdraws'), () => HttpResponse.json(pageOf(rows))),
    http.get(api('withdraws/counts'), () => HttpResponse.json({ all: 2, pending: 1 })),
    http.get(api('saved-views'), () => HttpResponse.json([])),
    http.post(api('approve-withdraw'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(rows[0]);
    }),
  );
  renderScreen(
    <>
      <WithdrawList resource={withdraws} />
      <ModalHost />
    </>,
    '/withdraws',
  );

  expect(await screen.findByRole('link', { name: /Ждут решения\s*1/ })).toBeVisible();
  await userEvent.click(await button(/Другие действия.*№\u00a07/));
  await userEvent.click(await button('Отклонить'));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('button', { name: 'Отклонить' }));
  expect(sent).toEqual([]);
  await userEvent.type(dialog.getByRole('textbox'), 'Нет договора');
  await userEvent.click(dialog.getByRole('button', { name: 'Отклонить' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ id: 7, version: 3, status: 'rejected', decision_note: 'Нет договора' }]);
  expect(screen.queryByRole('button', { name: /Другие действия.*№\u00a08/ })).toBeNull();
});
