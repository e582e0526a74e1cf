import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { accountBalance } from '../../support/order-life';
import { expectReconciled, soldOnline } from '../../support/refunds';
import { setUpScene } from '../../support/scene';

/** The life of an order through the API, as the page of entries has it. */
const { api, scene } = setUpScene();

/** Lines of all entries in order: kind of the entry, then accounts with their sums. */
async function book(): Promise<string[]> {
  const { rows } = await sql<{
    text: string;
  }>`select e.kind || ': ' || string_agg(a.kind || ' ' || l.amount::float8, ', '
      order by l.id) as text
    from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
    group by e.id order by e.id`.execute(api.db);
  return rows.map(({ text }) => text);
}

const setVat = (rate: string) =>
  sql`insert into settings (id, options) overriding system value values (1, ${JSON.stringify({ commissionVat: rate })}::jsonb)
    on conflict (id) do update set options = settings.options || excluded.options`.execute(api.db);

async function refund(orderId: number, lineId: number, method: 'payment' | 'wallet'): Promise<void> {
  const asked = await api.request<{ id: number }>(scene.customer, 'POST', 'refunds', {
    order_id: orderId,
    lines: [{ order_line_id: lineId, quantity: 1 }],
    title: 'Не подошло',
    description: 'Размер мал',
    images: [],
  });
  expect(asked.status).toBe(201);
  const decided = await api.request(scene.super_admin, 'PUT', `refunds/${asked.body.id}`, {
    status: 'approved',
    method,
  });
  expect(decided.status).toBe(200);
}

describe('the books of an order', () => {
  it('have its payment, its completion, its refund and the payout, each as one event', async () => {
    await setVat('22');
    const order = await soldOnline(api, scene);
    await refund(order.id, order.lineId, 'payment');
    const asked = await api.request<{ id: number }>(scene.super_admin, 'POST', 'withdraws', {
      shop_id: scene.shop.id,
      amount: 100,
      payment_method: 'Счёт',
    });
    await api.request(scene.super_admin, 'POST', 'approve-withdraw', {
      id: asked.body.id,
      status: 'approved',
    });

    expect(await book()).toEqual([
      'order: buyer_prepayment -2300, shop 1800, commission 163.93, commission_vat 36.07, delivery 300',
      'order: provider_clearing -2300, buyer_prepayment 2300',
      'refund: shop -900, commission -81.97, commission_vat -18.03, refund_in_progress 1000',
      'refund: refund_in_progress -1000, provider_clearing 1000',
      'withdrawal: shop -100, shop_on_hold 100',
      'withdrawal-paid: shop_on_hold -100, payout_in_transit 100, paid_out_total -100, shop_paid_out 100',
    ]);
    await expectReconciled(api);
  });

  it('takes back the VAT of the sale, whatever the setting is by now', async () => {
    await setVat('22');
    const order = await soldOnline(api, scene, [{ shop: scene.shop, quantity: 1, unitPrice: 100_000 }]);
    await setVat('0');

    await refund(order.id, order.lineId, 'payment');

    expect([await accountBalance(api, 'commission'), await accountBalance(api, 'commission_vat')]).toEqual([
      0, 0,
    ]);
  });

  it('keeps the money of a refund that is taken as points', async () => {
    const order = await soldOnline(api, scene, [{ shop: scene.shop, quantity: 2, unitPrice: 100_000 }]);
    const paid = await accountBalance(api, 'provider_clearing');

    await refund(order.id, order.lineId, 'wallet');

    expect(await accountBalance(api, 'provider_clearing')).toBe(paid);
    expect(await accountBalance(api, 'points_worth')).toBe(1000);
    await expectReconciled(api);
  });
});
