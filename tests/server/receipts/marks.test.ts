import { beforeEach, describe, expect, it } from 'vitest';
import type { MarkedLine, OrderMarks } from '@/contract/orders/marks';
import { setSettings } from '../../support/checkout';
import { buildProduct } from '../../support/products';
import { expectReconciled } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { receiptWorld, secret } from './documents';

const { api, scene } = setUpScene({ sbpSecret: secret, demo: true });
const world = receiptWorld({ api, scene });
type Person = { id: number } | null;

const gs = '\u001d';
const tail = `${gs}91EE06${gs}92${'Ab9+'.repeat(11)}`;
/** Codes of pieces, each with a serial of its own. */
const code = (piece: number) => `010460043993125621JgXJ5.T<&%${String(piece).padStart(4, '0')}${tail}`;

beforeEach(() => setSettings(api, { receiptsFrom: '2020-01-01' }));

/** Two pieces of marked shoes of one shop and a cup of another; its part and line. */
async function shoes({ quantity = 2 } = {}) {
  const order = await world.unpaid({}, [
    { shop: scene.shop, quantity, more: { name: 'Ботинки', requiresMarking: true } },
    { shop: scene.otherShop, unitPrice: 50_000, more: { name: 'Чашка' } },
  ]);
  await world.pay(order);
  return { ...order, part: order.parts[0]?.id ?? 0, line: order.lineIds[0] ?? 0, cup: order.lineIds[1] ?? 0 };
}

type Answer = Wire & OrderMarks & { errors: Wire };

const put = (person: Person, part: number, line: number, codes: readonly unknown[]) =>
  api.request<Answer>(person, 'PUT', `orders/${part}/marks`, { lines: [{ id: line, codes }] });
const get = (person: Person, part: number) => api.request<Answer>(person, 'GET', `orders/${part}/marks`);
const stored = () =>
  api.db
    .selectFrom('order_marks')
    .select(['code', 'order_line_id', 'refund_id', 'returned_at'])
    .orderBy('id')
    .execute();

describe('codes of an order', () => {
  it('are read and written by the people of its shop and of the marketplace only', async () => {
    const { part, line, id, parts } = await shoes();
    for (const ask of [get, (person: Person, key: number) => put(person, key, line, [code(1)])]) {
      expect((await ask(null, part)).status).toBe(401);
      expect((await ask(scene.customer, part)).status).toBe(403);
      expect((await ask(scene.otherOwner, part)).status).toBe(404);
      expect((await ask(scene.store_owner, parts[1]?.id ?? 0)).status).toBe(404);
      expect((await ask(scene.super_admin, 10_000)).status).toBe(404);
    }
    expect(await stored()).toEqual([]);
    for (const person of [scene.staff, scene.store_owner])
      expect((await put(person, part, line, [code(1)])).status).toBe(200);
    expect((await get(scene.super_admin, id)).body).toEqual({
      ...{ is_required: false, may_change: true },
      lines: [{ id: line, name: 'Ботинки', variation: null, pieces: 2, codes: [code(1)], returned: [] }],
    });
  });

  it('are stored as they were read, once for each piece, and may be read anew until the hand-over', async () => {
    const { part, line } = await shoes();
    const answer = await put(scene.staff, part, line, [`]d2${code(1)}`, code(2)]);
    expect(answer.body.lines[0]?.codes).toEqual([code(1), code(2)]);
    await put(scene.staff, part, line, [code(3), '']);
    expect((await stored()).map((one) => one.code)).toEqual([code(3)]);

    await world.move(part, 'order-completed');
    const late = await put(scene.staff, part, line, [code(1)]);
    expect(late.status).toBe(400);
    expect((await get(scene.staff, part)).body.may_change).toBe(false);
  });

  it('are refused at their field when they are no codes, come twice, or are more than pieces', async () => {
    const { part, line, cup } = await shoes();
    const errors = async (codes: readonly unknown[]) =>
      (await put(scene.staff, part, line, codes)).body.errors;
    expect(await errors([code(1), 'чек'])).toEqual({ 'lines[0].codes[1]': ['error-mark-layout'] });
    expect(await errors([code(1), code(1)])).toEqual({ 'lines[0].codes[1]': ['error-mark-twice'] });
    expect(await errors([code(1), code(2), code(3)])).toEqual({
      'lines[0].codes[0]': ['error-marks-too-many'],
    });
    expect(await errors(['x'.repeat(500)])).toEqual({ 'lines.codes': ['error-too-long'] });
    expect((await api.request(scene.staff, 'PUT', `orders/${part}/marks`, {})).status).toBe(422);
    expect((await put(scene.super_admin, part, cup, [code(1)])).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  it('belong to one order when two people store them at once, and are free again when it is cancelled', async () => {
    const [one, other] = [await shoes(), await shoes()];
    const both = await Promise.all([
      put(scene.staff, one.part, one.line, [code(1), code(2)]),
      put(scene.super_admin, other.part, other.line, [code(2), code(1)]),
    ]);
    const [won, lost] = both.toSorted((a, b) => a.status - b.status);
    expect([won?.status, lost?.status]).toEqual([200, 422]);
    expect(Object.values(lost?.body.errors ?? {})).toEqual([['error-mark-sold'], ['error-mark-sold']]);
    expect(new Set((await stored()).map(({ order_line_id }) => order_line_id)).size).toBe(1);

    const winner = both[0]?.status === 200 ? one : other;
    const loser = winner === one ? other : one;
    await world.move(winner.part, 'order-cancelled');
    expect((await put(scene.staff, loser.part, loser.line, [code(1), code(2)])).status).toBe(200);
  });

  it('are asked for before goods leave, where the settings say so', async () => {
    await setSettings(api, { receiptsFrom: '2020-01-01', markCodesRequired: true });
    const { part, line, parts } = await shoes();
    await put(scene.staff, part, line, [code(1)]);
    for (const to of ['order-out-for-delivery', 'order-completed']) {
      const { status, body } = await world.move(part, to);
      expect([status, body.errors]).toEqual([400, { order_status: ['error-marks-missing'] }]);
    }
    expect((await world.move(parts[1]?.id ?? 0, 'order-completed')).status).toBe(200);
    await put(scene.staff, part, line, [code(1), code(2)]);
    expect((await world.move(part, 'order-completed')).status).toBe(200);
  });
});

describe('a receipt of marked goods', () => {
  const lines = async () =>
    (await world.receipts()).map(({ kind, lines: own }) => [
      kind,
      ...own.map(({ name, quantity, sum, subject, markCode }) => [name, quantity, sum, subject, markCode]),
    ]);

  it.each([
    [99, [100]],
    [100, [100, 1]],
    [205, [100, 100, 6]],
  ])('of %i pieces has documents of %j lines, each code once, and gives all back', async (quantity, each) => {
    const product = await buildProduct(api.db, { shop: scene.shop, name: 'Ботинки' });
    await api.db.updateTable('products').set({ quantity }).where('id', '=', product.id).execute();
    const order = await world.unpaid({}, [
      { shop: scene.shop, product, quantity, more: { requiresMarking: true } },
    ]);
    await world.pay(order);
    const [id, part, line] = [order.id, order.parts[0]?.id ?? 0, order.lineIds[0] ?? 0];
    const codes = Array.from({ length: quantity }, (_, piece) => code(piece + 1));
    expect((await put(scene.staff, part, line, codes)).status).toBe(200);
    await world.move(part, 'order-completed');

    const of = async (kind: string) => (await world.receipts()).filter((one) => one.kind === kind);
    const codesIn = async (kind: string) =>
      (await of(kind)).flatMap((one) => one.lines.flatMap(({ markCode }) => markCode ?? []));
    const given = await of('settlement');
    expect(given.map((one) => one.lines.length)).toEqual(each);
    expect(await codesIn('settlement')).toEqual(codes);
    const { total } = await api.db
      .selectFrom('orders')
      .select('total')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(given.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(total, 2);

    await world.refund({ order_id: id, lines: [{ order_line_id: line, quantity }] });
    expect(await codesIn('return')).toEqual(codes);
    api.setNow(new Date(api.now().getTime() + 3600_000));
    await expectReconciled(api);
  });

  it('has a line for each piece with its code at the hand-over, and on the way back', async () => {
    const { part, line, id } = await shoes();
    await put(scene.staff, part, line, [code(1), code(2)]);
    await world.move(part, 'order-completed');
    expect(await lines()).toEqual([
      [
        'prepayment',
        ['Ботинки', 2, 200_000, 'unmarked', null],
        ['Чашка', 1, 50_000, 'goods', null],
        ['Доставка', 1, 30_000, 'service', null],
      ],
      [
        'settlement',
        ['Ботинки', 1, 100_000, 'marked', code(1)],
        ['Ботинки', 1, 100_000, 'marked', code(2)],
        ['Доставка', 1, 24_000, 'service', null],
      ],
    ]);
    await world.refund({ order_id: id, lines: [{ order_line_id: line, quantity: 2 }] });
    expect((await lines()).at(-1)?.slice(0, 3)).toEqual([
      'return',
      ['Ботинки', 1, 100_000, 'marked', code(1)],
      ['Ботинки', 1, 100_000, 'marked', code(2)],
    ]);
    api.setNow(new Date(api.now().getTime() + 3600_000));
    await expectReconciled(api);
    // Both pieces may be sold again.
    const next = await shoes();
    expect((await put(scene.staff, next.part, next.line, [code(1), code(2)])).status).toBe(200);
    expect((await get(scene.staff, part)).body.lines[0]).toMatchObject({
      pieces: 0,
      codes: [],
      returned: [code(1), code(2)],
    });
  });

  it('gives back the code that a person has named when one piece of several comes back', async () => {
    const { part, line, id, cup } = await shoes();
    await put(scene.staff, part, line, [code(1), code(2)]);
    await world.move(part, 'order-completed');
    const asked = await api.request(scene.super_admin, 'POST', 'refunds', {
      order_id: id,
      lines: [{ order_line_id: line, quantity: 1 }],
    });
    const key = Number(asked.body.id);
    const name = (person: Person, codes: readonly string[]) =>
      api.request<Wire & { errors: Wire }>(person, 'PUT', `refunds/${key}/marks`, { codes });
    expect((await name(null, [code(2)])).status).toBe(401);
    expect((await name(scene.customer, [code(2)])).status).toBe(403);
    expect((await name(scene.otherOwner, [code(2)])).status).toBe(404);
    expect((await name(scene.staff, [code(3)])).body.errors).toEqual({
      'codes[0]': ['error-mark-elsewhere'],
    });
    expect((await name(scene.staff, [code(1), code(2)])).body.errors).toEqual({
      codes: ['error-marks-too-many'],
    });
    expect((await name(scene.staff, [code(2)])).status).toBe(200);
    const asks = (person: Person) => api.request<MarkedLine[]>(person, 'GET', `refunds/${key}/marks`);
    expect((await asks(null)).status).toBe(401);
    expect((await asks(scene.customer)).status).toBe(403);
    expect((await asks(scene.otherOwner)).status).toBe(404);
    const named = { id: line, name: 'Ботинки', variation: null, pieces: 1 };
    expect((await asks(scene.staff)).body).toEqual([{ ...named, codes: [code(2)], returned: [] }]);
    await world.approve(key);
    expect((await asks(scene.staff)).body).toEqual([{ ...named, codes: [], returned: [code(2)] }]);

    expect((await lines()).at(-1)).toEqual(['return', ['Ботинки', 1, 100_000, 'marked', code(2)]]);
    expect((await stored()).map(({ code: own, returned_at }) => [own, returned_at !== null])).toEqual([
      [code(1), false],
      [code(2), true],
    ]);
    expect(cup).toBeGreaterThan(0);
  });

  it('of a piece that nobody named says no code, and the piece stays sold until somebody does', async () => {
    const { part, line, id } = await shoes();
    await put(scene.staff, part, line, [code(1), code(2)]);
    await world.move(part, 'order-completed');
    await world.refund({ order_id: id, lines: [{ order_line_id: line, quantity: 1 }] });
    expect((await lines()).at(-1)).toEqual(['return', ['Ботинки', 1, 100_000, 'unmarked', null]]);
    const next = await shoes({ quantity: 1 });
    expect((await put(scene.staff, next.part, next.line, [code(1)])).status).toBe(422);
    const { id: refund } = await api.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow();
    await api.request(scene.staff, 'PUT', `refunds/${refund}/marks`, { codes: [code(1)] });
    expect((await put(scene.staff, next.part, next.line, [code(1)])).status).toBe(200);
  });
});

describe('a till', () => {
  async function till() {
    const boots = await buildProduct(api.db, { shop: scene.shop, name: 'Ботинки', price: 420 });
    await api.db.updateTable('products').set({ requires_marking: true }).where('id', '=', boots.id).execute();
    await api.db
      .insertInto('till_shifts')
      .values({ shop_id: scene.shop.id, user_id: scene.staff.id, opened_at: api.now(), opening_cash: 0 })
      .execute();
    const sell = (codes: readonly string[], productId = boots.id) =>
      api.request<Wire & { errors: Wire }>(scene.staff, 'POST', `till/${scene.shop.slug}/sales`, {
        products: [{ product_id: boots.id, order_quantity: 1 }],
        ...{ payment_gateway: 'CASH', total: 420, discount: null },
        marks: codes.map((one) => ({ product_id: productId, code: one })),
      });
    return { sell, boots };
  }

  it('sells a piece with its code once, and tells that goods need one', async () => {
    const { sell, boots } = await till();
    const found = await api.request<{ data: Wire[] }>(scene.staff, 'GET', `till/${scene.shop.slug}/goods`);
    expect(found.body.data[0]).toMatchObject({ product_id: boots.id, requires_marking: true });
    expect((await sell([code(1)])).status).toBe(201);
    expect((await stored()).map((one) => one.code)).toEqual([code(1)]);
    const again = await sell([code(1)]);
    expect([again.status, again.body.errors]).toEqual([422, { 'marks[0].code': ['error-mark-sold'] }]);
    expect((await sell(['1'])).body.errors).toEqual({ 'marks[0].code': ['error-mark-form'] });
    expect((await sell([code(2)], 10_000)).body.errors).toEqual({
      'marks[0].code': ['error-mark-elsewhere'],
    });
    // Without the setting nothing stops.
    expect((await sell([])).status).toBe(201);
  });

  it('sells nothing marked without a code where the settings ask for it', async () => {
    await setSettings(api, { receiptsFrom: '2020-01-01', markCodesRequired: true });
    const { sell } = await till();
    expect((await sell([])).body.errors).toEqual({ marks: ['error-marks-till'] });
    expect((await sell([code(1)])).status).toBe(201);
  });
});
