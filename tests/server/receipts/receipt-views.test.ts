import { describe, expect, it } from 'vitest';
import type { UnissuedMoney } from '@/contract/receipts/unissued';
import type { OrderReceipts, ReceiptPage, ReceiptPaper } from '@/contract/receipts/views';
import { documentOrder } from '@/server/modules/receipts/make-receipts';
import { placedOrder } from '../../support/order-life';
import { payIn, soldOnline } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import { buildMember } from '../../support/team';
import { inTransactionOf } from '../payments/paid-orders';

/** What people see of receipts: the chain of an order, the list, money without a receipt, and the paper. */
const { api, scene } = setUpScene({ demo: false });

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const ask = <Answer>(
  person: Person | null | { id: number },
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => api.request<Answer>(typeof person === 'string' ? scene[person] : person, method, path, body);

const document = async (orderId: number) => {
  await api.request(scene.super_admin, 'POST', 'settings', { options: { receiptsFrom: '2020-01-01' } });
  await inTransactionOf(api, (ctx) => documentOrder(ctx, orderId));
};

/** As a register answers. */
const register = (where: { id?: number } = {}) =>
  api.db
    .updateTable('receipts')
    .set((eb) => ({
      ...{
        state: 'done',
        drive_number: '9999078902003110',
        sign: '3522207165',
        shift: 14,
        number_in_shift: 7,
      },
      document_number: eb.cast<string>('id', 'text'),
      ...{ registered_at: new Date('2026-11-27T11:05:00Z'), next_ask_at: null },
    }))
    .where('state', '<>', 'excluded')
    .$if(where.id !== undefined, (query) => query.where('id', '=', where.id ?? 0))
    .execute();

/** Paid before it is handed over. */
async function prepaid(shops = [scene.shop]) {
  const order = await placedOrder(api, {
    ...{ customer: scene.customer, gateway: 'SBP' as const },
    lines: shops.map((shop, place) => ({ shop, quantity: 2, unitPrice: 100_000 * (place + 1) })),
    status: { order: 'order-processing', payment: 'payment-success' },
  });
  await api.db.transaction().execute((db) => payIn(api, db, order.id, Math.round(order.total * 100)));
  await document(order.id);
  return { root: order.id, parts: order.parts.map(({ id }) => id) };
}

describe('the receipts of an order', () => {
  it('are for whoever may read the order, and another shop’s are not found', async () => {
    const { root, parts } = await prepaid();
    const support = await buildMember(api.db, 'support');

    for (const [person, id, status] of [
      [null, parts[0], 401],
      ['customer', root, 403],
      ['otherOwner', parts[0], 404],
      ['store_owner', root, 404],
      ['store_owner', parts[0], 200],
      ['staff', parts[0], 200],
      ['super_admin', root, 200],
      [support, root, 200],
    ] as const)
      expect([person, (await ask(person, 'GET', `orders/${id}/receipts`)).status]).toEqual([person, status]);
    expect((await ask('super_admin', 'GET', 'orders/x/receipts')).status).toBe(404);
  });

  it('say what was paid in advance, what is handed over and what comes', async () => {
    const { root, parts } = await prepaid();
    await register();

    const { body } = await ask<OrderReceipts>('super_admin', 'GET', `orders/${root}/receipts`);

    expect(body).toMatchObject({
      is_part: false,
      receipts: [{ kind: 'prepayment', state: 'done', amount: 2000, trouble: null, may_correct: true }],
      coming: [{ part: { id: parts[0], place: 1 }, amount: 2000 }],
      sums: { prepaid: 2000, settled: 0, returned: 0, waiting: 2000, is_equal: true },
    });
    expect(body.receipts[0]).toMatchObject({
      proof: { drive: '9999078902003110', sign: '3522207165' },
      qr: expect.stringMatching(/^t=20261127T1405&s=2000\.00&fn=9999078902003110&i=\d+&fp=3522207165&n=1$/),
      page: expect.stringMatching(/^https:\/\/shop\.test\/admin\/orders\/receipt\?secret=[\da-f]{64}$/),
    });
  });

  it('have the settlement of what was handed over', async () => {
    const { id, partId, total } = await soldOnline(api, scene);
    await document(id);

    const { body } = await ask<OrderReceipts>('store_owner', 'GET', `orders/${partId}/receipts`);

    expect(body.receipts.map(({ kind }) => kind).sort()).toEqual(['prepayment', 'settlement']);
    expect(body.receipts.find(({ kind }) => kind === 'settlement')?.part).toEqual({ id: partId, place: 1 });
    expect(body).toMatchObject({ coming: [], sums: { prepaid: total, settled: total, is_equal: true } });
    expect(body.receipts.map(({ may_correct }) => may_correct)).toEqual([false, false]);
  });

  it('show a shop its share of a payment of several shops, without the code and the page of the whole', async () => {
    const { root, parts } = await prepaid([scene.shop, scene.otherShop]);
    await register();

    const whole = await ask<OrderReceipts>('super_admin', 'GET', `orders/${root}/receipts`);
    const { body } = await ask<OrderReceipts>('store_owner', 'GET', `orders/${parts[0]}/receipts`);

    expect(whole.body.receipts).toMatchObject([{ amount: 6000, qr: expect.stringContaining('s=6000.00') }]);
    expect(body).toMatchObject({
      is_part: true,
      receipts: [{ amount: 2000, qr: null, page: null, url: null, channels: [] }],
      coming: [{ part: { id: parts[0], place: 1 }, amount: 2000 }],
      sums: { prepaid: 2000, waiting: 2000, is_equal: true },
    });
    const [id] = whole.body.receipts.map((one) => one.id);
    const copy = await ask('store_owner', 'POST', `receipts/${id}/copies`, { channel: 'mail' });
    expect(copy.status).toBe(404);
  });
});

describe('the list of receipts', () => {
  it('is for finance, and is chosen by state, kind, day and number', async () => {
    const { root } = await prepaid();
    await prepaid();
    const [first] = await api.db.selectFrom('receipts').select('id').orderBy('id').execute();
    await register({ id: first?.id ?? 0 });
    const support = await buildMember(api.db, 'support');
    const auditor = await buildMember(api.db, 'auditor');

    for (const [person, status] of [
      [null, 401],
      ['store_owner', 403],
      [support, 403],
      [auditor, 200],
    ] as const) {
      expect((await ask(person, 'GET', 'receipts')).status).toBe(status);
      expect((await ask(person, 'GET', 'receipts/unissued')).status).toBe(status);
      expect((await ask(person, 'GET', `receipts/${first?.id}`)).status).toBe(status);
    }
    expect((await ask('super_admin', 'GET', 'receipts?state=lost')).status).toBe(422);
    expect((await ask('super_admin', 'GET', 'receipts/0')).status).toBe(404);
    const list = async (query: string) =>
      (await ask<ReceiptPage>('super_admin', 'GET', `receipts?${query}`)).body;
    expect(await list('limit=1')).toMatchObject({ total: 2, data: [{ kind: 'prepayment' }] });
    expect(await list('state=open')).toMatchObject({ total: 1, data: [{ state: 'waiting' }] });
    expect(await list(`number=${first?.id}`)).toMatchObject({
      data: [{ order: { id: root }, state: 'done' }],
    });
    expect(await list('kind=return')).toMatchObject({ total: 0 });
    expect(await list('to=2020-01-01')).toMatchObject({ total: 0 });
  });

  it('counts money without a receipt, and names the order that has waited longest', async () => {
    const { root } = await prepaid();
    await prepaid();

    const { body } = await ask<UnissuedMoney>('super_admin', 'GET', 'receipts/unissued');
    await register();
    const after = await ask<UnissuedMoney>('super_admin', 'GET', 'receipts/unissued');

    expect(body).toMatchObject({ receipts: 2, amount: 4000, oldest_order: root, blocked: 0 });
    expect(after.body).toMatchObject({ receipts: 0, amount: 0, oldest_at: null });
  });
});

describe('the page of a receipt', () => {
  const secretOf = async () =>
    (await api.db.selectFrom('receipts').select('secret').orderBy('id').executeTakeFirstOrThrow()).secret;

  it('opens by its secret alone and says nothing about the buyer', async () => {
    await prepaid();
    await register();

    const { body, status } = await ask<ReceiptPaper>(null, 'GET', `receipt-pages/${await secretOf()}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ kind: 'prepayment', is_return: false, amount: 2000, cashless: 2000, cash: 0, prepaid: 0 },
      lines: [{ quantity: 2, price: 1000, sum: 2000, mode: 'full_prepayment', subject: 'goods' }],
      proof: { drive: '9999078902003110', shift: 14, number_in_shift: 7 },
      site: 'shop.test',
    });
    const { email } = await api.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', scene.customer.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(body)).not.toContain(email);
    for (const secret of ['1', 'a'.repeat(64), '%00', 'A'.repeat(64)])
      expect((await ask(null, 'GET', `receipt-pages/${secret}`)).status).toBe(404);
  });

  it('says that a receipt is not registered yet', async () => {
    await prepaid();

    const { body } = await ask<ReceiptPaper>(null, 'GET', `receipt-pages/${await secretOf()}`);

    expect(body).toMatchObject({ proof: null, qr: null });
  });
});

describe('a copy of a receipt', () => {
  const copy = (person: Person | null | { id: number }, id: number, body: object = { channel: 'mail' }) =>
    ask(person, 'POST', `receipts/${id}/copies`, body);
  const letters = () =>
    api.db
      .selectFrom('outbox')
      .select(['channel', 'recipient', 'body', 'order_id'])
      .where('template', '=', 'receipt-copy')
      .orderBy('id')
      .execute();

  async function registered() {
    const { root } = await prepaid();
    await register();
    await api.db.updateTable('receipts').set({ customer_email: 'a@b.ru', customer_phone: null }).execute();
    const { id } = await api.db.selectFrom('receipts').select('id').executeTakeFirstOrThrow();
    return { id, root };
  }

  it('goes to the buyer’s own address, five times an hour', async () => {
    const { id, root } = await registered();
    const auditor = await buildMember(api.db, 'auditor');

    for (const [person, status] of [
      [null, 401],
      ['customer', 403],
      [auditor, 403],
      ['otherOwner', 404],
    ] as const)
      expect([person, (await copy(person, id)).status]).toEqual([person, status]);
    expect((await copy('super_admin', id, { channel: 'fax' })).status).toBe(422);
    expect((await copy('super_admin', id, { channel: 'sms' })).status).toBe(400);
    for (const person of ['store_owner', 'staff', 'super_admin', 'super_admin', 'super_admin'] as const)
      expect((await copy(person, id)).status).toBe(200);
    expect((await copy('staff', id)).status).toBe(429);
    const sent = await letters();
    expect(sent).toHaveLength(5);
    expect(sent[0]).toMatchObject({ channel: 'mail', recipient: 'a@b.ru', order_id: root });
    expect(sent[0]?.body).toMatch(/orders\/receipt\?secret=[\da-f]{64}/);
    const said = await api.db
      .selectFrom('audit_log')
      .select(['family', 'row_id', 'changes'])
      .where('action', '=', 'receipt-copy')
      .execute();
    expect(said).toHaveLength(5);
    const changes = { receipt: [null, id], channel: [null, 'mail'] };
    expect(said[0]).toEqual({ family: 'orders', row_id: root, changes });
  });

  it('goes from the owner of two shops for each part of an order of both', async () => {
    await api.db
      .updateTable('shops')
      .set({ owner_id: scene.store_owner.id })
      .where('id', '=', scene.otherShop.id)
      .execute();
    const { root, parts } = await prepaid([scene.shop, scene.otherShop]);
    for (const part of parts)
      await api.request(scene.super_admin, 'PUT', `orders/${part}`, { order_status: 'order-completed' });
    await document(root);
    await register();
    await api.db.updateTable('receipts').set({ customer_email: 'a@b.ru' }).execute();
    const settled = await api.db
      .selectFrom('receipts')
      .select('id')
      .where('kind', '=', 'settlement')
      .orderBy('id')
      .execute();

    expect(settled).toHaveLength(2);
    for (const { id } of settled) expect((await copy('store_owner', id)).status).toBe(200);
    for (const { id } of settled)
      expect((await copy('staff', id)).status).toBe(id === settled[0]?.id ? 200 : 404);
  });

  it('is not sent of a receipt that is not registered', async () => {
    const { id } = await registered();
    await api.db
      .updateTable('receipts')
      .set({ state: 'waiting', sign: null, drive_number: null, document_number: null })
      .execute();

    expect((await copy('super_admin', id)).status).toBe(400);
    expect(await letters()).toEqual([]);
  });
});
