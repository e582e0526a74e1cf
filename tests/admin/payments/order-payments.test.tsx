import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { LineOrigin, OrderPayments, PaymentAttempt, PaymentTrail } from '@/contract/payments/views';
import { PaymentsCard } from '@/features/payments/order/payments-card';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, renderScreen } from '../crud/render-screen';
import { order } from '../orders/order-rows';
import { server } from '../server';

const attempt = (more: Partial<PaymentAttempt>): PaymentAttempt => ({
  ...{ id: 1, state: 'paid', provider: 'yookassa', method: 'card', is_two_stage: false },
  ...{ amount: 6440, held: 0, captured: 0, refunded: 0, fee: null, created_at: '2026-11-19T12:41:00.000Z' },
  ...{ captured_at: null, expires_at: null, capture_until: null, end: null, failure: null },
  ...{ is_capturing: false, payment_id: '2d8f4c00-000f-5000-9000-000000000091' },
  ...more,
});

const chain: OrderPayments = {
  ...{ is_part: false, is_payable: false },
  attempts: [
    attempt({ id: 1, state: 'canceled', method: 'sbp', end: 'expired' }),
    attempt({ id: 2, captured: 6440, captured_at: '2026-11-19T12:58:00.000Z' }),
  ],
  returns: [{ id: 57, state: 'returned', amount: 890, at: '2026-11-23T08:26:00.000Z' }],
  chargebacks: [],
  ...{ paid: 6440, returned: 890, left: 5550 },
};

const trail: PaymentTrail = {
  ...attempt({ id: 2, captured: 6440 }),
  order: { id: 7, number: '2611-7' },
  sums: { captured_line: 61, refunds: [], fee: null, goods: [] },
  webhooks: [
    {
      ...{ id: 5, received_at: '2026-11-19T12:58:01.000Z', state: 'applied', applied_at: null, note: null },
      payment_id: 'p-1',
    },
  ],
  entries: [
    {
      ...{ id: 31, at: '2026-11-19T12:58:02.000Z', kind: 'order' },
      lines: [
        { id: 61, account: 'provider_clearing', owner: 'yookassa', amount: -6440 },
        { id: 62, account: 'buyer_prepayment', owner: null, amount: 6440 },
      ],
    },
  ],
  exchanges: [],
};

const origin: LineOrigin = {
  ...{ id: 62, account: 'buyer_prepayment', amount: 6440, balance: null, goods: [], share: null },
  entry: { ...{ id: 31, at: '2026-11-19T12:58:02.000Z', kind: 'order', reason: null, by: null }, lines: [] },
  subject: { family: 'orders', id: 7, number: '2611-7' },
  payments: [attempt({ id: 2, captured: 6440 })],
};

function open(payments: OrderPayments, { isAdmin = true, role = 'super_admin' } = {}) {
  server.use(
    http.get(api('orders/7/payments'), () => HttpResponse.json(payments)),
    http.get(api('payments/:id'), ({ params }) => HttpResponse.json({ ...trail, id: Number(params.id) })),
    http.get(api('ledger/lines/62/origin'), () => HttpResponse.json(origin)),
  );
  return renderScreen(
    <>
      <PaymentsCard
        order={order({ id: 7, payment_gateway: 'SBP', moves: ['order-cancelled'] })}
        isAdmin={isAdmin}
      />
      <ModalHost />
    </>,
    '/orders/7',
    { role },
  );
}

describe('the payments of an order', () => {
  it('are a chain: the failed attempt struck through, the paid one, the refund and what is left', async () => {
    open(chain);

    expect(await screen.findByText('2 попытки, одна прошла')).toBeVisible();
    const steps = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(steps).toHaveLength(4);
    const [failed, paid, back, left] = steps as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
    expect(failed).toHaveTextContent(/^СБП не прошла\$6,440.*срок оплаты истёк/);
    expect(within(failed).getByText('$6,440').tagName).toBe('S');
    expect(paid).toHaveTextContent(/^Карта\$6,440.*списано.*ЮKassa 2d8f4c…91$/);
    expect(back).toHaveTextContent(/^Возврат−\$890.*деньги ушли$/);
    expect(left).toHaveTextContent('Осталось$5,550из $6,440');
  });

  it('say until when money is held, and have it taken once', async () => {
    let asked = 0;
    server.use(
      http.post(api('orders/7/capture'), () => {
        asked += 1;
        return HttpResponse.json({ asked: true });
      }),
    );
    const held = { state: 'held', is_two_stage: true, held: 6440 } as const;
    const attempts = [attempt({ ...held, capture_until: '2026-12-04T12:41:00.000Z' })];
    open({ ...chain, attempts, returns: [], paid: 0 });

    expect(await screen.findByText(/^Деньги удержаны до 04\.12\.2026/)).toBeVisible();
    expect(screen.getByText('1 попытка, деньги удержаны')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Списать сейчас' }));

    await waitFor(() => expect(asked).toBe(1));
  });

  it('are nothing for an order that nobody has tried to pay online', async () => {
    const { client } = open({ ...chain, attempts: [], returns: [] });

    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(client.getQueryData(['orders', 'payments', 7, 2])).toMatchObject({ attempts: [] });
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('have no details for the people of a shop', async () => {
    open(chain, { isAdmin: false, role: 'store_owner' });

    expect(await screen.findByText('2 попытки, одна прошла')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Подробно' })).toBeNull();
  });

  it('lead finance to webhook and entry, and from a sum to where it comes from', async () => {
    open({ ...chain, attempts: chain.attempts.slice(1) });
    await userEvent.click(await screen.findByRole('button', { name: 'Подробно' }));

    expect(await screen.findByText('Применено')).toBeVisible();
    expect(screen.getByText('Расчёты с платёжными системами · ЮKassa')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Откуда эта сумма: +$6,440' }));

    const dialog = await screen.findByRole('dialog', { name: 'Откуда этот рубль' });
    expect(await within(dialog).findByText('Предоплаты покупателей')).toBeVisible();
    expect(within(dialog).getByText(/Карта · ЮKassa/)).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Скачать PDF' })).toBeEnabled();
  });
});
