import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { PaymentTrail } from '@/contract/payments/views';
import type { OrderReceipts, ReceiptView } from '@/contract/receipts/views';
import { PaymentPage } from '@/features/payments/attempts/payment-page';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const paid: PaymentTrail = {
  ...{ id: 2, state: 'paid', provider: 'yookassa', method: 'card', is_two_stage: false },
  ...{ amount: 6440, held: 0, captured: 6440, refunded: 890, fee: 219.99 },
  ...{ created_at: '2026-11-19T12:41:00.000Z', captured_at: '2026-11-19T12:58:00.000Z' },
  ...{ expires_at: null, capture_until: null, is_capturing: false, end: null, failure: null },
  payment_id: 'p-1',
  order: { id: 7, number: '2611-7' },
  sums: {
    captured_line: 61,
    refunds: [
      {
        ...{ id: 5, refund_id: 57, provider_refund_id: 'r-1', state: 'succeeded' },
        ...{ amount: 890, at: '2026-11-23T08:26:00.000Z', line: 70 },
      },
    ],
    fee: {
      ...{
        file: 'registry_2026-11-19.csv',
        row: 14,
        day: '2026-11-19',
        fee: 180.32,
        fee_vat: 39.67,
        line: 66,
      },
      bank: { day: '2026-11-20', number: '4102', amount: 31_700.5 },
    },
    goods: [],
  },
  ...{ webhooks: [], entries: [], exchanges: [] },
};

const receipt: ReceiptView = {
  ...{ id: 9, kind: 'prepayment', is_return: false, state: 'done', exclusion: null, amount: 6440 },
  ...{ created_at: '2026-11-19T12:59:00.000Z', part: null, qr: null, page: null, url: null, recipient: null },
  proof: {
    ...{ at: '2026-11-19T12:59:00.000Z', document: '20418', sign: '352', drive: '7384', shift: 1 },
  } as unknown as ReceiptView['proof'],
  ...{ channels: [], trouble: null, reason: null, corrects_id: null, may_correct: false, shop: null },
  may_note_made: false,
};

const receipts: OrderReceipts = {
  ...{ is_part: false, receipts: [receipt], sums: null },
  coming: [{ part: { id: 8, place: 2 }, amount: 2930 }],
};

function openPayment(payment: PaymentTrail) {
  server.use(
    http.get(api('payments/2'), () => HttpResponse.json(payment)),
    http.get(api('orders/7/receipts'), () => HttpResponse.json(receipts)),
  );
  renderScreen(<PaymentPage id="2" back="/ledger?view=payments" />, '/ledger?view=payments&payment=2');
}

const stepsOf = async () => {
  const life = await screen.findByRole('heading', { name: 'Жизнь платежа' });
  const list = within(life.parentElement as HTMLElement);
  return { list, texts: () => list.getAllByRole('listitem').map(({ textContent }) => textContent) };
};

describe('the page of a payment', () => {
  it('tells its life: order, attempt, money, fee, receipts, bank and refund', async () => {
    openPayment(paid);

    const { list, texts } = await stepsOf();
    await list.findByText('Чек: Предоплата');
    expect(texts().map((text) => text?.split('$')[0])).toEqual([
      'Заказ 2611-7',
      'Карта',
      'Списано',
      expect.stringMatching(/^Комиссия.*−$/),
      'Чек: Предоплата',
      expect.stringContaining('Ждёт'),
      'Перевод в банк',
      expect.stringMatching(/^Возврат №.57−$/),
    ]);
    expect(texts()[3]).toContain('registry_2026-11-19.csv, строка 14');
    expect(texts()[6]).toContain('№\u00a04102');
    expect(list.getByRole('link', { name: 'Заказ 2611-7' })).toHaveAttribute(
      'href',
      expect.stringContaining('/orders/7'),
    );
  });

  it('says what is still to come, and nothing of money that was not taken', async () => {
    openPayment({ ...paid, fee: null, refunded: 0, sums: { ...paid.sums, fee: null, refunds: [] } });
    const { texts } = await stepsOf();
    expect(texts().join()).toMatch(/реестр ещё не пришёл.*перевода в банк ещё нет/);
  });

  it('ends with a failed attempt', async () => {
    openPayment({
      ...paid,
      state: 'canceled',
      captured: 0,
      end: 'declined',
      sums: { ...paid.sums, fee: null, refunds: [] },
    });
    expect((await stepsOf()).texts()).toHaveLength(2);
  });

  it('shows fields, entries and exchanges only when somebody asks', async () => {
    openPayment(paid);
    await stepsOf();
    expect(screen.queryByText('Откуда эти суммы')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Подробно' }));
    expect(screen.getByText('Откуда эти суммы')).toBeVisible();
  });
});
