import { type Insertable, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { plainSum } from '@/contract/ledger/accounts';
import type {
  LineOrigin,
  OrderPayments,
  PaymentPage,
  PaymentTrail,
  ProviderView,
} from '@/contract/payments/views';
import type { DB } from '@/server/core/db/types';
import { onPaper } from '@/server/core/documents/pdf/text';
import { openExchanges } from '@/server/integrations/outgoing/exchanges';
import { placedOrder } from '../../support/order-life';
import { buildProduct } from '../../support/products';
import { soldOnline } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import { buildMember } from '../../support/team';

/** What people see of payments: the chain of an order, the list, a payment, the providers and where a sum comes from. */
const { api, scene } = setUpScene({ yookassa: { shopId: '1', secret: 'never-called' } });

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const get = <Answer>(person: Person | null | { id: number }, path: string) =>
  api.request<Answer>(typeof person === 'string' ? scene[person] : person, 'GET', path);

let last = 0;
async function attempt(orderId: number, more: Partial<Insertable<DB['payment_attempts']>> = {}) {
  last += 1;
  const row = {
    ...{ order_id: orderId, payment_gateway: 'SBP', provider: 'yookassa', method: 'sbp', amount: 1000 },
    ...{ key: `key-${last}`, payment_id: `2d8f4c00-000f-5000-9000-0000000000${10 + last}`, is_open: false },
    ...{ created_at: api.now(), ...more },
  };
  return api.db.insertInto('payment_attempts').values(row).returning('id').executeTakeFirstOrThrow();
}

/** One shop; the first attempt expired, the second was paid. */
async function paidOrder() {
  const order = await placedOrder(api, {
    customer: scene.customer,
    gateway: 'SBP',
    lines: [{ shop: scene.shop }],
  });
  await attempt(order.id, { state: 'canceled', failure: 'expired_on_confirmation' });
  const paid = await attempt(order.id, {
    ...{ state: 'paid', method: 'card', captured: 1000, fee: 28, captured_at: api.now() },
  });
  return { root: order.id, part: order.parts[0]?.id ?? 0, paid: paid.id };
}

const refundOf = (orderId: number, more: Partial<Insertable<DB['refunds']>> = {}) =>
  api.db
    .insertInto('refunds')
    .values({
      ...{ order_id: orderId, origin: 'request', method: 'payment', status: 'approved', amount: 300 },
      ...{ decided_at: api.now(), ...more },
    })
    .returning('id')
    .executeTakeFirstOrThrow();

describe('the chain of payments of an order', () => {
  it('is for whoever may read the order, and another shop’s is not found', async () => {
    const { root, part } = await paidOrder();
    const support = await buildMember(api.db, 'support');

    for (const [person, id, status] of [
      [null, part, 401],
      ['customer', root, 403],
      ['otherOwner', part, 404],
      ['store_owner', root, 404],
      ['store_owner', part, 200],
      ['staff', part, 200],
      ['super_admin', root, 200],
      [support, root, 200],
    ] as const)
      expect([person, (await get(person, `orders/${id}/payments`)).status]).toEqual([person, status]);
    expect((await get('super_admin', 'orders/0/payments')).status).toBe(404);
    expect((await get('super_admin', 'orders/x/payments')).status).toBe(404);
  });

  it('has every attempt, what went back and what is left', async () => {
    const { root } = await paidOrder();
    await refundOf(root);
    await refundOf(root, { status: 'pending', amount: 100, decided_at: null });
    await refundOf(root, { method: 'wallet', amount: 50 });

    const { body } = await get<OrderPayments>('super_admin', `orders/${root}/payments`);

    expect(body).toMatchObject({ is_part: false, paid: 1000, returned: 300, left: 700 });
    expect(body.attempts).toMatchObject([
      { state: 'canceled', end: 'expired', method: 'sbp', captured: 0, failure: 'expired_on_confirmation' },
      { state: 'paid', end: null, method: 'card', captured: 1000, fee: 28 },
    ]);
    expect(body.returns.map(({ state, amount }) => [state, amount])).toEqual([
      ['returned', 300],
      ['waiting', 100],
    ]);
  });

  it('counts money of a provider as returned when the provider says so', async () => {
    const { root, paid } = await paidOrder();
    const { id } = await refundOf(root);
    const ask = (state: string) =>
      api.db
        .insertInto('provider_refunds')
        .values({
          ...{ attempt_id: paid, refund_id: id, key: `refund-${state}`, amount: 150, state },
          ...{ created_at: api.now(), updated_at: api.now() },
        })
        .execute();
    const chain = async () => (await get<OrderPayments>('super_admin', `orders/${root}/payments`)).body;

    await ask('succeeded');
    expect(await chain()).toMatchObject({ returns: [{ state: 'returned', amount: 300 }], left: 700 });
    await ask('unknown');
    expect(await chain()).toMatchObject({ returns: [{ state: 'pending' }], left: 1000 });
    await ask('canceled');
    expect(await chain()).toMatchObject({ returns: [{ state: 'failed' }], left: 1000 });
  });

  it('hides from shops and support what the provider answered', async () => {
    const { root, part } = await paidOrder();
    const support = await buildMember(api.db, 'support');

    for (const { body } of [
      await get<OrderPayments>('store_owner', `orders/${part}/payments`),
      await get<OrderPayments>(support, `orders/${root}/payments`),
    ])
      expect(body.attempts).toMatchObject([
        { end: 'expired', failure: null, fee: null },
        { state: 'paid', fee: null, payment_id: expect.stringMatching(/^2d8f4c…\d\d$/) },
      ]);
  });

  it('shows a shop only its part of a payment of several shops', async () => {
    const order = await placedOrder(api, {
      ...{ customer: scene.customer, gateway: 'SBP' as const },
      lines: [{ shop: scene.shop }, { shop: scene.otherShop, unitPrice: 250_000 }],
    });
    await attempt(order.id, { state: 'paid', amount: 3500, captured: 3500, refunded: 2500 });
    const refund = await refundOf(order.id, { amount: 2600 });
    const lines = await api.db
      .selectFrom('order_lines')
      .select(['id', 'shop_id'])
      .where('parent_id', '=', order.id)
      .orderBy('id')
      .execute();
    await api.db
      .insertInto('refund_lines')
      .values(
        lines.map(({ id, shop_id }) => ({
          ...{ refund_id: refund.id, order_line_id: id, shop_id, quantity: 1 },
          amount: shop_id === scene.shop.id ? 100 : 2500,
        })),
      )
      .execute();

    const { body } = await get<OrderPayments>('store_owner', `orders/${order.parts[0]?.id}/payments`);

    expect(body).toMatchObject({ is_part: true, paid: 1000, returned: 100, left: 900 });
    expect(JSON.stringify(body)).not.toMatch(/2[56]00|3500/);
  });
});

describe('the list of payments', () => {
  it.each(['payments', 'payments/export', 'payments/providers', 'payments/1'])(
    'is for finance only: %s',
    async (path) => {
      const { paid } = await paidOrder();
      const address = path === 'payments/1' ? `payments/${paid}` : path;

      expect((await get(null, address)).status).toBe(401);
      expect((await get('store_owner', address)).status).toBe(403);
      expect((await get(await buildMember(api.db, 'support'), address)).status).toBe(403);
      expect((await get(await buildMember(api.db, 'finance'), address)).status).toBe(200);
    },
  );

  it.each(['?state=maybe', '?provider=bank', '?method=cash', '?least=x', '?from=2026-13-01', '?secret=1'])(
    'refuses the query %s',
    async (query) => {
      expect((await get('super_admin', `payments${query}`)).status).toBe(422);
      expect((await get('super_admin', `payments/export${query}`)).status).toBe(422);
    },
  );

  it('finds by every filter, and adds up all that it finds', async () => {
    const { root, paid } = await paidOrder();
    const other = await paidOrder();
    await api.db
      .updateTable('payment_attempts')
      .set({ provider: 'tbank', amount: 5000, created_at: new Date(api.now().getTime() - 9 * 86_400_000) })
      .where('order_id', '=', other.root)
      .execute();
    const { short_number } = await api.db
      .selectFrom('orders')
      .select('short_number')
      .where('id', '=', root)
      .executeTakeFirstOrThrow();
    const day = new Date(api.now().getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
    const ids = async (query: string) =>
      (await get<PaymentPage>('super_admin', `payments?${query}`)).body.data.map(({ id }) => id);

    expect(await ids(`number=${short_number}&state=paid`)).toEqual([paid]);
    expect(await ids('provider=yookassa&method=card')).toEqual([paid]);
    expect(await ids(`from=${day}&state=paid`)).toEqual([paid]);
    expect(await ids(`to=${day}&state=paid`)).toEqual([other.paid]);
    expect(await ids('least=2000&state=paid')).toEqual([other.paid]);
    expect(await ids('most=2000&state=paid')).toEqual([paid]);
    const { body } = await get<PaymentPage>('super_admin', 'payments?limit=1');
    expect(body).toMatchObject({
      total: 4,
      totals: { amount: 12_000, captured: 2000, refunded: 0, fee: 56 },
    });
    expect(body.data).toHaveLength(1);
  });

  it('counts what was returned by hand as returned, and points not', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop });
    const order = await placedOrder(api, {
      customer: scene.customer,
      gateway: 'SBP',
      lines: [{ shop: scene.shop, product, quantity: 1, unitPrice: 100_000 }],
    });
    const paid = { provider: 'manual', state: 'paid', captured_at: api.now() };
    const first = await attempt(order.id, { ...paid, captured: 700 });
    const second = await attempt(order.id, { ...paid, captured: 300 });
    const refund = { order_id: order.id, origin: 'request', status: 'approved', decided_at: api.now() };
    await api.db
      .insertInto('refunds')
      .values([
        { ...refund, method: 'payment', amount: 800 },
        { ...refund, method: 'wallet', amount: 100 },
      ])
      .execute();

    const { body } = await get<PaymentPage>('super_admin', 'payments');

    expect(body.totals).toMatchObject({ captured: 1000, refunded: 800 });
    const returned = Object.fromEntries(body.data.map(({ id, refunded }) => [id, refunded]));
    expect([returned[first.id], returned[second.id]]).toEqual([700, 100]);
  });

  it('is a file with a row for each attempt, in the words of the reader', async () => {
    await paidOrder();

    const { body } = await get<string>('super_admin', 'payments/export?language=ru');

    const rows = body.trim().split('\n');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain('Начата;Заказ;Состояние');
    expect(rows[2]).toMatch(/Оплачено;ЮKassa;Карта;1000,00;/);
  });
});

describe('a payment', () => {
  it('leads to what the provider sent and answered and to its entries', async () => {
    const { id: root } = await soldOnline(api, scene);
    const { id } = await attempt(root, { state: 'paid', payment_id: 'p-1', key: 'k-1', captured: 2300 });
    await api.db
      .insertInto('provider_webhooks')
      .values({
        provider: 'yookassa',
        received_at: api.now(),
        ip: '10.1.1.1',
        body: 'раз',
        payment_id: 'p-1',
      })
      .execute();
    const exchange = {
      provider: 'yookassa',
      method: 'POST',
      url: 'https://api/v3',
      request: null,
      status: 200,
    };
    for (const reference of ['k-1', 'p-1', 'p-2'])
      await openExchanges(api)({
        ...exchange,
        ...{
          answer: '{}',
          outcome: 'answered',
          failure: null,
          duration_ms: 5,
          reference,
          idempotency_key: null,
        },
      });

    const { body } = await get<PaymentTrail>('super_admin', `payments/${id}`);

    expect(body.webhooks).toMatchObject([{ state: 'waiting', payment_id: 'p-1' }]);
    expect(JSON.stringify(body)).not.toContain('10.1.1.1');
    expect(body.exchanges.map(({ reference }) => reference)).toEqual(['k-1', 'p-1']);
    expect(
      body.entries.flatMap(({ lines }) => lines.map(({ account, amount }) => [account, amount])),
    ).toContainEqual(['provider_clearing', 2300]);
    expect((await get('super_admin', 'payments/999999')).status).toBe(404);
  });
});

describe('the sums of a payment', () => {
  async function paidAndFiled() {
    const { id: root } = await soldOnline(api, scene);
    const { id } = await attempt(root, {
      ...{ state: 'paid', provider: 'manual', payment_id: 'p-1', key: 'k-1', captured: 2300, refunded: 100 },
    });
    await api.db
      .insertInto('provider_refunds')
      .values({
        ...{ attempt_id: id, key: 'b-1', provider_refund_id: 'rf-1', amount: 100, state: 'succeeded' },
        ...{ ended_at: api.now(), created_at: api.now(), updated_at: api.now() },
      })
      .execute();
    const file = await api.db
      .insertInto('reconciliation_files')
      .values({
        ...{ kind: 'registry', provider: 'manual', sha256: 'a', file_name: 'registry.csv', state: 'posted' },
        ...{ uploaded_by: scene.super_admin.id, created_at: api.now(), posted_at: api.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await api.db
      .insertInto('provider_registry_lines')
      .values({
        ...{ file_id: file.id, line: 2, provider: 'manual', kind: 'payment', object_id: 'p-1', amount: 2300 },
        ...{ fee: 64.4, fee_vat: 14.17, day: '2026-03-10', is_posted: true },
      })
      .execute();
    return id;
  }

  it('lead to entries, refunds of the provider, its registry, goods and rates', async () => {
    const id = await paidAndFiled();

    const { sums, entries } = (await get<PaymentTrail>('super_admin', `payments/${id}`)).body;

    const captured = entries
      .flatMap(({ lines }) => lines)
      .find(({ id: line }) => line === sums.captured_line);
    expect(captured).toMatchObject({ account: 'provider_clearing', amount: 2300 });
    expect(sums).toMatchObject({
      refunds: [{ provider_refund_id: 'rf-1', amount: 100, refund_id: null, line: null }],
      fee: { file: 'registry.csv', row: 2, day: '2026-03-10', fee: 64.4, fee_vat: 14.17, bank: null },
    });
    expect(sums.goods.map(({ rate }) => rate)).toContain(10);
  });

  it('print on paper, for finance', async () => {
    const id = await paidAndFiled();

    const { status, body, headers } = await get<string>('super_admin', `payments/${id}/pdf?language=ru`);

    expect([status, headers['content-type'], body.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
    for (const [person, refused] of [
      [null, 401],
      ['store_owner', 403],
      [await buildMember(api.db, 'support'), 403],
    ] as const)
      expect((await get(person, `payments/${id}/pdf`)).status).toBe(refused);
    expect((await get('super_admin', 'payments/999999/pdf')).status).toBe(404);
  });

  it('are English on paper where the font lacks the letters of the language', () => {
    expect(['ru', 'en', 'ar'].map((locale) => onPaper({ locale }).locale)).toEqual(['ru', 'en', 'en']);
  });
});

describe('a provider', () => {
  it('says whether it is connected, how its day went and who waits longest', async () => {
    const { root } = await paidOrder();
    const { id } = await attempt(root, { state: 'pending', is_open: true });
    const exchange = {
      ...{ provider: 'yookassa', method: 'GET', url: 'https://api', request: null, answer: null },
      ...{ duration_ms: 5, reference: null, idempotency_key: null },
    };
    await openExchanges(api)({ ...exchange, status: null, outcome: 'unknown', failure: 'timeout' });
    await openExchanges(api)({ ...exchange, status: 400, outcome: 'refused', failure: null });
    await openExchanges({ db: api.db, now: () => new Date(api.now().getTime() - 25 * 3600_000) })({
      ...{ ...exchange, status: 200, outcome: 'answered', failure: null },
    });

    const { body } = await get<ProviderView[]>('super_admin', 'payments/providers');

    expect(body).toMatchObject([
      { provider: 'yookassa', is_connected: true, asked: 2, failed: 1, oldest: { id, order: { id: root } } },
      { provider: 'tbank', is_connected: false, methods: [], asked: 0, oldest: null },
    ]);
    expect(body[0]?.methods).toContain('sbp');
    expect(JSON.stringify(body)).not.toContain('never-called');
  });
});

describe('where a sum comes from', () => {
  const lineOf = async (account: string, kind = 'order') => {
    const { rows } = await sql<{
      id: number;
    }>`select l.id from ledger_lines l join ledger_accounts a on a.id = l.account_id
      where a.kind = ${account} and l.kind = ${kind} order by l.id limit 1`.execute(api.db);
    return rows[0]?.id ?? 0;
  };

  it('is for finance and the shop itself', async () => {
    await soldOnline(api, scene);
    const [own, commission] = [await lineOf('shop'), await lineOf('commission')];
    const support = await buildMember(api.db, 'support');

    for (const [person, id, status] of [
      [null, own, 401],
      ['customer', own, 403],
      [support, own, 403],
      ['otherOwner', own, 404],
      ['store_owner', own, 200],
      ['store_owner', commission, 404],
      ['super_admin', commission, 200],
      ['super_admin', 0, 404],
    ] as const)
      expect([person, id, (await get(person, `ledger/lines/${id}/origin`)).status]).toEqual([
        person,
        id,
        status,
      ]);
  });

  it('is the goods without the commission, and the shop sees no other party', async () => {
    const order = await soldOnline(api, scene);
    await attempt(order.id, { state: 'paid', amount: 2300, captured: 2300, failure: null });

    const line = await lineOf('shop');
    const { body } = await get<LineOrigin>('store_owner', `ledger/lines/${line}/origin`);

    expect(body).toMatchObject({
      ...{ account: 'shop', amount: 1800, share: { goods: 2000, rate: 10, commission: 200, share: 1800 } },
      entry: { kind: 'order', by: null, lines: [{ account: 'shop', amount: 1800 }] },
      payments: [{ captured: 2300, fee: null }],
    });
    expect(body.goods.reduce((sum, one) => sum + one.sum, 0)).toBe(2000);
    const finance = await get<LineOrigin>('super_admin', `ledger/lines/${line}/origin`);
    expect(
      finance.body.entry.lines.reduce(
        (sum, { account, amount }) => sum + plainSum(account, Math.round(amount * 100)),
        0,
      ),
    ).toBe(0);
  });

  it('prints on paper', async () => {
    await soldOnline(api, scene);

    const { body, headers } = await get<string>(
      'store_owner',
      `ledger/lines/${await lineOf('shop')}/origin/pdf?language=ru`,
    );

    expect(headers['content-type']).toBe('application/pdf');
    expect(body.slice(0, 5)).toBe('%PDF-');
    expect((await get('otherOwner', `ledger/lines/${await lineOf('shop')}/origin/pdf`)).status).toBe(404);
  });

  it('prints the lines of a sum on paper, of the marketplace and of a shop', async () => {
    await soldOnline(api, scene);
    const path = `shops/${scene.shop.slug}/ledger/export?format=pdf&language=ru`;

    for (const [person, from, status] of [
      ['super_admin', 'ledger/export?format=pdf&account=provider_clearing&language=ru', 200],
      ['store_owner', path, 200],
      ['otherOwner', path, 404],
      ['store_owner', 'ledger/export?format=pdf', 403],
    ] as const) {
      const { body, headers, ...answer } = await get<string>(person, from);
      expect([person, from, answer.status]).toEqual([person, from, status]);
      if (status === 200)
        expect([headers['content-type'], body.slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
    }
  });
});
