import { describe, expect, it } from 'vitest';
import type { RefundDetails } from '@/contract/refunds/schema';
import { jobCtx } from '@/server/core/jobs/job';
import { endSilence } from '@/server/modules/refunds/answer-refund';
import { setSettings } from '../../support/checkout';
import { buildAttachment } from '../../support/factories';
import { balances, expectReconciled, soldOnline } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Returns that a shop accepts, its answers to requests, the way of the goods, and money without goods. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'otherStaff' | 'customer';
type Answer = Wire & RefundDetails;

const post = (person: Person | null, path: string, body: object, headers?: Record<string, string>) =>
  api.request<Answer>(person && scene[person], 'POST', path, body, headers);
const giveBack = (
  person: Person | null,
  partId: number,
  body: object = {},
  headers?: Record<string, string>,
) => post(person, `orders/${partId}/returns`, { description: 'Не подошло', ...body }, headers);
const see = (person: Person, id: number) => api.request<Answer>(scene[person], 'GET', `refunds/${id}`);
const answer = (person: Person | null, id: number, body: object) =>
  post(person, `refunds/${id}/answer`, body);
const stage = (person: Person | null, id: number, body: object) => post(person, `refunds/${id}/stage`, body);
const decide = (id: number, body: object) =>
  api.request<Answer>(scene.super_admin, 'PUT', `refunds/${id}`, body);

async function requested(order: { id: number }) {
  return (await post('customer', 'refunds', { order_id: order.id, title: 'Не подошло' })).body;
}

async function stockOf(lineId: number): Promise<number> {
  const row = await api.db
    .selectFrom('order_lines')
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .select('products.quantity')
    .where('order_lines.id', '=', lineId)
    .executeTakeFirstOrThrow();
  return row.quantity;
}

const orderOf = (id: number) =>
  api.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const days = (count: number) => api.setNow(new Date(api.now().getTime() + count * 24 * 3600_000));
const runClock = () =>
  endSilence(jobCtx(api.db, api.now(), 'https://shop.test'), (error) => {
    throw error;
  });

describe('a return that a shop accepts', () => {
  it('pays the pieces at once, restocks what is whole and writes off the rest', async () => {
    const order = await soldOnline(api, scene);

    const { status, body } = await giveBack('staff', order.partId, {
      lines: [{ order_line_id: order.lineId, quantity: 2, written_off: 1 }],
      received: true,
      write_off_reason: 'Разбилась',
      amount: 1,
    });

    expect([status, body]).toMatchObject([
      201,
      {
        ...{ status: 'approved', kind: 'goods', amount: 2300 },
        lines: [{ quantity: 2, restocked: 1, written_off: 1, write_off_reason: 'Разбилась' }],
        shops: [{ stage: 'inspected', stages: [] }],
      },
    ]);
    expect(await stockOf(order.lineId)).toBe(11);
    expect(await orderOf(order.partId)).toMatchObject({
      ...{ order_status: 'order-refunded', refunded_amount: 2300, refunded_delivery: 300 },
    });
    const after = await balances(api);
    expect([after.shop(scene.shop), after.platform, after.outside]).toEqual([0, 0, 0]);
    const events = await api.db.selectFrom('order_events').select(['kind', 'to']).execute();
    expect(events).toEqual(expect.arrayContaining([{ kind: 'refund', to: 'inspected' }]));
    await expectReconciled(api);
  });

  it('is refused to guests, customers, staff without orders and other shops, and names what is wrong', async () => {
    const order = await soldOnline(api, scene);
    await api.db
      .updateTable('users')
      .set({ permissions: ['staff', 'customer', 'staff:catalogue'] })
      .where('id', '=', scene.otherStaff.id)
      .execute();

    expect((await giveBack(null, order.partId)).status).toBe(401);
    expect((await giveBack('customer', order.partId)).status).toBe(403);
    expect((await giveBack('otherStaff', order.partId)).status).toBe(403);
    expect((await giveBack('otherOwner', order.partId)).status).toBe(404);
    expect((await giveBack('store_owner', order.id)).status).toBe(404);
    const look = (person: Person) => api.request(scene[person], 'GET', `orders/${order.partId}/refundable`);
    expect((await look('otherOwner')).status).toBe(404);
    expect((await look('staff')).body).toMatchObject({
      refusal: null,
      delivery_left: 300,
      goodwill_left: 460,
    });
    const wrong: [object, string, string][] = [
      [{ kind: 'gift' }, 'kind', 'error-wrong-value'],
      [{ description: '  ' }, 'refund_reason_id', 'error-return-reason-required'],
      [{ description: null, kind: 'delivery' }, 'refund_reason_id', 'error-return-reason-required'],
      [{ kind: 'goodwill' }, 'amount', 'error-sum-required'],
      [{ kind: 'goodwill', amount: 460.01 }, 'amount', 'error-return-limit'],
      [{ kind: 'delivery', amount: 300.01 }, 'amount', 'error-return-limit'],
      [{ kind: 'goodwill', amount: -1 }, 'amount', 'error-must-be-positive'],
      [{ lines: [{ order_line_id: order.lineId, quantity: 3 }] }, 'lines', 'error-refund-quantity'],
      [{ lines: [{ order_line_id: 999_999, quantity: 1 }] }, 'lines', 'error-refund-line'],
      [{ lines: Array.from({ length: 30_000 }, () => ({})) }, 'lines', 'error-too-many'],
      [
        { received: true, lines: [{ order_line_id: order.lineId, quantity: 1, written_off: 1 }] },
        ...(['write_off_reason', 'error-reason-required'] as const),
      ],
    ];
    for (const [body, field, text] of wrong) {
      const { status, body: refusal } = await giveBack('staff', order.partId, body);
      expect([field, status, refusal.errors?.[field]?.[0]]).toEqual([field, 422, text]);
    }
    expect(await api.db.selectFrom('refunds').select('id').execute()).toEqual([]);
  });

  it('needs no words where a reason of the dictionary is chosen', async () => {
    const order = await soldOnline(api, scene);
    const reason = await api.request(scene.super_admin, 'POST', 'refund-reasons', { name: 'Не тот размер' });

    const { status, body } = await giveBack('staff', order.partId, {
      description: null,
      refund_reason_id: reason.body.id,
    });

    expect([status, body.refund_reason?.name]).toEqual([201, 'Не тот размер']);
  });

  it('of the same pieces succeeds once when two people accept it at the same moment', async () => {
    const order = await soldOnline(api, scene);
    const body = { lines: [{ order_line_id: order.lineId, quantity: 2 }] };

    const answers = await Promise.all([
      giveBack('staff', order.partId, body),
      giveBack('store_owner', order.partId, body),
    ]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
    expect((await balances(api)).shop(scene.shop)).toBe(0);
    await expectReconciled(api);
  });

  it('is made once, however often the same request arrives', async () => {
    const order = await soldOnline(api, scene);
    const body = { lines: [{ order_line_id: order.lineId, quantity: 1 }], received: true };

    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        giveBack('staff', order.partId, body, { 'Idempotency-Key': 'return-1' }),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
    expect(await stockOf(order.lineId)).toBe(11);
    expect((await balances(api)).shop(scene.shop)).toBe(900);
  });

  it('of what its own people bought, or what its balance does not cover, waits for an administrator', async () => {
    const order = await soldOnline(api, scene);
    await api.db
      .updateTable('orders')
      .set({ is_own_purchase: true })
      .where('id', '=', order.partId)
      .execute();
    const own = await giveBack('store_owner', order.partId);
    expect(own.body).toMatchObject({ status: 'pending', escalated_at: api.now().toISOString() });
    expect((await balances(api)).shop(scene.shop)).toBe(1800);
    await decide(own.body.id, { status: 'rejected', decision_note: 'Свой заказ' });
    await api.db.updateTable('orders').set({ is_own_purchase: false }).execute();
    await api.request(scene.store_owner, 'POST', 'withdraws', {
      ...{ shop_id: scene.shop.id, amount: 1500, payment_method: 'Перевод' },
    });

    const poor = await giveBack('store_owner', order.partId, { received: true });

    expect(poor.body).toMatchObject({ status: 'pending', shops: [{ stage: 'inspected' }] });
    expect(await stockOf(order.lineId)).toBe(12);
    expect((await decide(poor.body.id, { status: 'approved', restock: true })).body.errors).toEqual({
      decision_note: ['error-refund-note-required'],
    });
    const done = await decide(poor.body.id, { status: 'approved', restock: true, decision_note: 'Верно' });
    expect([done.status, done.body.status]).toEqual([200, 'approved']);
    expect(await stockOf(order.lineId)).toBe(12);
    expect((await balances(api)).shop(scene.shop)).toBe(-1500);
    await expectReconciled(api);
  });
});

describe('money without goods', () => {
  it('as goodwill is borne by the shop, within its own limit, and leaves later returns whole', async () => {
    const order = await soldOnline(api, scene);

    const { body } = await giveBack('staff', order.partId, { kind: 'goodwill', amount: 100.55 });

    expect(body).toMatchObject({ status: 'approved', kind: 'goodwill', amount: 100.55, lines: [] });
    expect((await balances(api)).shop(scene.shop)).toBe(1699.45);
    expect(await orderOf(order.id)).toMatchObject({ goodwill_amount: 100.55, refunded_amount: 0 });
    expect((await giveBack('staff', order.partId, { kind: 'goodwill', amount: 360 })).body.errors).toEqual({
      amount: ['error-return-limit'],
    });
    const page = await api.request<Wire & { shares: object }>(
      scene.store_owner,
      'GET',
      `orders/${order.partId}`,
    );
    expect(page.body.shares).toEqual({
      ...{ shops: 1699.45, marketplace: 200, delivery: 300, tax: 0 },
      before: { shops: 1800, marketplace: 200, delivery: 300, tax: 0 },
    });
    const list = await api.request<{ data: Answer[] }>(
      scene.store_owner,
      'GET',
      `refunds?shop_id=${scene.shop.id}`,
    );
    expect(list.body.data).toMatchObject([{ kind: 'goodwill', amount: 100.55 }]);
    const bySlug = await api.request<{ data: Answer[] }>(
      scene.store_owner,
      'GET',
      `refunds?search=shop.slug:${scene.shop.slug}`,
    );
    expect(bySlug.body.data).toEqual(list.body.data);
    expect((await see('otherOwner', body.id)).status).toBe(404);
    await expectReconciled(api);
  });

  it('as delivery is the marketplace’s to return, and comes back once', async () => {
    const order = await soldOnline(api, scene);

    const asked = await giveBack('staff', order.partId, { kind: 'delivery', amount: 100 });
    expect(asked.body).toMatchObject({ status: 'pending', amount: 100 });
    expect((await giveBack('staff', order.partId, { kind: 'delivery', amount: 201 })).status).toBe(422);
    await decide(asked.body.id, { status: 'approved', decision_note: 'Опоздали' });
    const rest = await giveBack('super_admin', order.partId, { kind: 'goods', received: true });

    expect(rest.body).toMatchObject({ status: 'approved', amount: 2200 });
    expect(await orderOf(order.id)).toMatchObject({ refunded_amount: 2300, refunded_delivery: 300 });
    expect((await giveBack('super_admin', order.partId, { kind: 'delivery' })).status).toBe(409);
    const kinds = await api.db.selectFrom('ledger_entries').select('kind').execute();
    expect(kinds).toContainEqual({ kind: 'refund-delivery' });
    const after = await balances(api);
    expect([after.shop(scene.shop), after.platform, after.outside]).toEqual([0, 0, 0]);
    await expectReconciled(api);
  });
});

describe('a customer’s request', () => {
  it('is settled once all its shops agree', async () => {
    const order = await soldOnline(api, scene, [
      { shop: scene.shop, unitPrice: 100_000 },
      { shop: scene.otherShop, unitPrice: 50_000 },
    ]);
    const { id, answer_until } = await requested(order);
    expect(answer_until).toBe(new Date(api.now().getTime() + 48 * 3600_000).toISOString());

    const first = await answer('staff', id, { answer: 'agreed' });
    expect(first.body).toMatchObject({ status: 'pending', shops: [{ answer: 'agreed', can_answer: false }] });
    expect((await answer('staff', id, { answer: 'objected', note: 'Передумали' })).status).toBe(400);
    const second = await answer('otherOwner', id, { answer: 'agreed' });

    expect(second.body).toMatchObject({
      status: 'approved',
      shops: [{ stages: ['on_way', 'received', 'inspected'] }],
    });
    expect((await see('super_admin', id)).body.shops).toHaveLength(2);
    await expectReconciled(api);
  });

  it('that a shop objects to is decided by an administrator, also in part, with a reason', async () => {
    const order = await soldOnline(api, scene);
    const { id, lines } = await requested(order);
    const photo = await buildAttachment(api.db, { user: scene.staff });
    const foreign = await buildAttachment(api.db, { user: scene.otherOwner });

    expect((await answer(null, id, { answer: 'agreed' })).status).toBe(401);
    expect((await answer('customer', id, { answer: 'agreed' })).status).toBe(403);
    expect((await answer('otherOwner', id, { answer: 'agreed' })).status).toBe(404);
    const refused = async (body: object) =>
      (await answer('staff', id, { answer: 'objected', ...body })).body.errors;
    expect(await refused({})).toEqual({ note: ['error-refund-note-required'] });
    expect(await refused({ note: 'Носили', images: [{ id: foreign.id }] })).toEqual({
      images: ['error-file-missing'],
    });
    const said = await answer('staff', id, {
      answer: 'objected',
      note: 'Носили',
      images: [{ id: photo.id }],
    });
    expect(said.body).toMatchObject({
      status: 'pending',
      shops: [{ answer: 'objected', note: 'Носили', images: [{ id: photo.id }] }],
    });
    expect((await see('customer', id)).body.shops[0]?.images).toHaveLength(1);
    const [line] = lines;
    const half = [{ id: line?.id, quantity: 1 }];
    const { body } = await decide(id, { status: 'approved', lines: half, decision_note: 'Одна с браком' });

    expect(body).toMatchObject({ status: 'approved', amount: 1000, lines: [{ quantity: 1 }] });
    const told = await api.db.selectFrom('outbox').select('template').execute();
    expect(told.map(({ template }) => template)).toEqual(
      expect.arrayContaining(['refund-escalated', 'refund-approved']),
    );
    expect((await giveBack('staff', order.partId)).body.amount).toBe(1300);
    await expectReconciled(api);
  });

  it.each([
    ['approve', 'approved'],
    ['escalate', 'pending'],
  ] as const)('that a shop leaves unanswered is decided by the rule «%s»', async (returnSilence, status) => {
    await setSettings(api, { returnSilence, returnHours: 24 });
    const { id } = await requested(await soldOnline(api, scene));
    expect(await runClock()).toBe(0);

    days(2);

    expect([await runClock(), await runClock()]).toEqual([1, 0]);
    const { body } = await see('super_admin', id);
    expect([body.status, body.escalated_at !== null]).toEqual([status, returnSilence === 'escalate']);
    expect(body.shops[0]?.answer).toBe(returnSilence === 'approve' ? 'silent' : null);
    await expectReconciled(api);
  });

  it('is settled once when the answer, the decision and the clock meet', async () => {
    await setSettings(api, { returnSilence: 'approve' });
    const { id } = await requested(await soldOnline(api, scene));
    days(3);

    const answers = await Promise.all([
      answer('staff', id, { answer: 'agreed' }),
      decide(id, { status: 'approved' }),
      runClock().then((decided) => ({ status: decided === 1 ? 200 : 409 })),
    ]);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await see('super_admin', id)).body.status).toBe('approved');
    expect((await balances(api)).shop(scene.shop)).toBe(0);
    await expectReconciled(api);
  });
});

describe('the goods', () => {
  it('move by stages, forward only, and are inspected once', async () => {
    const order = await soldOnline(api, scene);
    const { body } = await giveBack('staff', order.partId);
    expect(body).toMatchObject({ status: 'approved', shops: [{ stage: 'none' }] });
    const [line] = body.lines;

    expect((await stage(null, body.id, { stage: 'received' })).status).toBe(401);
    expect((await stage('customer', body.id, { stage: 'received' })).status).toBe(403);
    expect((await stage('otherOwner', body.id, { stage: 'received' })).status).toBe(404);
    expect((await stage('staff', body.id, { stage: 'lost' })).status).toBe(422);
    expect((await stage('staff', body.id, { stage: 'received' })).body.shops).toMatchObject([
      { stage: 'received', stages: ['inspected'] },
    ]);
    expect((await stage('staff', body.id, { stage: 'on_way' })).status).toBe(400);
    const inspect = (written_off: number) =>
      stage('staff', body.id, {
        ...{ stage: 'inspected', write_off_reason: 'Пятно' },
        lines: [{ id: line?.id, written_off }],
      });
    expect((await inspect(3)).body.errors).toEqual({ lines: ['error-refund-quantity'] });
    const twice = await Promise.all([inspect(1), inspect(1)]);
    expect(twice.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    expect(await stockOf(order.lineId)).toBe(11);
    const journal = await api.db.selectFrom('stock_movements').select(['kind', 'change']).execute();
    expect(journal.filter(({ kind }) => kind === 'return')).toEqual([{ kind: 'return', change: 1 }]);
  });

  it('are waited for before the money moves, where the settings say so', async () => {
    await setSettings(api, { returnMoneyAt: 'inspection' });
    const order = await soldOnline(api, scene);
    const { id } = await requested(order);

    const agreed = await answer('staff', id, { answer: 'agreed' });
    expect(agreed.body).toMatchObject({ status: 'processing', agreed_at: api.now().toISOString() });
    expect((await balances(api)).shop(scene.shop)).toBe(1800);
    expect((await giveBack('staff', order.partId)).status).toBe(409);
    const inspected = await stage('staff', id, { stage: 'inspected' });

    expect(inspected.body).toMatchObject({ status: 'approved', lines: [{ restocked: 2 }] });
    expect((await balances(api)).shop(scene.shop)).toBe(0);
    expect((await stage('staff', id, { stage: 'inspected' })).status).toBe(400);
    await expectReconciled(api);
  });

  it('of an order that is not handed over are not taken back, whatever meets its cancellation', async () => {
    const order = await soldOnline(api, scene);
    await api.db.updateTable('orders').set({ order_status: 'order-processing' }).execute();

    const cancel = { order_status: 'order-cancelled', note: 'Нет на складе' };
    const [cancelled, returned] = await Promise.all([
      api.request(scene.super_admin, 'PUT', `orders/${order.id}`, cancel),
      giveBack('staff', order.partId),
    ]);

    expect([cancelled.status, returned.status]).toEqual([200, 409]);
    expect(await api.db.selectFrom('refunds').select('origin').execute()).toEqual([
      { origin: 'cancellation' },
    ]);
  });
});
