import { beforeEach, describe, expect, it } from 'vitest';
import type { BulkSetPreview } from '@/contract/core/bulk';
import { askableStatuses, movesFrom } from '@/contract/orders/moves';
import { orderStatuses } from '@/contract/orders/status';
import { accountBalance, expectSound, placedOrder, rowOf, standing } from '../../support/order-life';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** An order moves from status to status by the table, by permitted roles. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const move = (person: Person | null, id: number, order_status: string, more: object = {}) =>
  api.request(person && scene[person], 'PUT', `orders/${id}`, { order_status, ...more });

let root: number;
let part: number;
let otherPart: number;

beforeEach(async () => {
  const [first, second] = [
    await buildProduct(api.db, { shop: scene.shop }),
    await buildProduct(api.db, { shop: scene.otherShop }),
  ];
  const order = await placedOrder(api, {
    customer: scene.customer,
    lines: [
      { shop: scene.shop, product: first, quantity: 2 },
      { shop: scene.otherShop, product: second, unitPrice: 33_333 },
    ],
    off: { tax: 1001, delivery: 30_001 },
  });
  root = order.id;
  [part, otherPart] = order.parts.map(({ id }) => id) as [number, number];
});

describe('permissions', () => {
  it('to move an order: its shop its part, an administrator all, nobody else', async () => {
    const to = 'order-out-for-delivery';

    expect((await move(null, part, to)).status).toBe(401);
    expect((await move('customer', root, to)).status).toBe(403);
    expect((await move('otherOwner', part, to)).status).toBe(404);
    expect((await move('store_owner', root, to)).status).toBe(404);
    expect(await standing(api, root)).toBe('processing/cash processing/cash processing/cash');
    expect((await move('staff', part, to)).body).toMatchObject({ id: part, order_status: to });
    expect(await standing(api, root)).toBe('processing/cash out-for-delivery/cash processing/cash');
    expect((await move('super_admin', root, to)).status).toBe(200);
    expect(await standing(api, root)).toBe(
      'out-for-delivery/cash out-for-delivery/cash out-for-delivery/cash',
    );
  });

  it('to release an unpaid order: only an administrator', async () => {
    const { id, parts } = await placedOrder(api, { lines: [{ shop: scene.shop }], gateway: 'SBP' });
    const [own] = parts;

    expect((await move('store_owner', own?.id ?? 0, 'order-processing')).body.message).toBe('FORBIDDEN');
    expect((await move('super_admin', id, 'order-processing')).status).toBe(200);
    expect((await move('store_owner', own?.id ?? 0, 'order-completed')).body.message).toBe(
      'ACTION_NOT_VALID',
    );
    expect(await standing(api, id)).toBe('processing/pending processing/pending');
  });

  it('hide the shop’s credit from staff', async () => {
    const { body } = await move('staff', part, 'order-out-for-delivery');

    expect(body.order_status).toBe('order-out-for-delivery');
    expect(Object.keys(body).filter((key) => /vendor|commission|credited/.test(key))).toEqual([]);
  });
});

describe('a move', () => {
  it.each(orderStatuses.flatMap((from) => askableStatuses.map((to) => [from, to] as const)))(
    'from %s to %s is what the table says',
    async (from, to) => {
      await api.db
        .updateTable('orders')
        .set({ order_status: from, payment_status: 'payment-cash' })
        .where((eb) => eb.or([eb('id', '=', root), eb('parent_id', '=', root)]))
        .execute();

      const answer = await move('super_admin', part, to);

      if (from === to) expect(answer.status).toBe(200);
      else if (movesFrom(from).includes(to))
        expect([answer.status, answer.body.message]).toEqual([200, undefined]);
      else
        expect([answer.status, answer.body.message, answer.body.current]).toEqual([
          ...[400, 'ACTION_NOT_VALID'],
          { from, to },
        ]);
      expect((await rowOf(api, part)).order_status).toBe(answer.status === 200 ? to : from);
    },
  );

  it('to the same status changes nothing', async () => {
    await move('super_admin', part, 'order-completed');
    const before = [await rowOf(api, part), await rowOf(api, root), await accountBalance(api, 'platform')];

    expect((await move('store_owner', part, 'order-completed')).status).toBe(200);
    expect([await rowOf(api, part), await rowOf(api, root), await accountBalance(api, 'platform')]).toEqual(
      before,
    );
  });

  it('of a whole order is all or nothing, and so are its effects', async () => {
    await move('super_admin', otherPart, 'order-out-for-delivery');

    const refused = await move('super_admin', root, 'order-at-local-facility');

    expect(refused.body.current).toEqual({ from: 'order-out-for-delivery', to: 'order-at-local-facility' });
    expect(await standing(api, root)).toBe('processing/cash processing/cash out-for-delivery/cash');

    // The second part cannot be written.
    await api.db.updateTable('shops').set({ name: 'Лавка' }).where('id', '=', scene.otherShop.id).execute();
    await api.db
      .updateTable('orders')
      .set({ cancelled_tax: '9999999999999999.99' })
      .where('id', '=', otherPart)
      .execute();
    expect((await move('super_admin', root, 'order-cancelled')).status).toBe(422);
    expect(await standing(api, root)).toBe('processing/cash processing/cash out-for-delivery/cash');
    expect(
      await api.db.selectFrom('outbox').selectAll().where('template', '=', 'order-cancelled').execute(),
    ).toEqual([]);
  });

  it('is refused for a stale version, with the current order', async () => {
    const { version } = await rowOf(api, part);
    await move('store_owner', part, 'order-at-local-facility');

    const stale = await move('store_owner', part, 'order-out-for-delivery', { version });

    expect([stale.status, stale.body.message, stale.body.current.order_status]).toEqual([
      ...[409, 'CONFLICT', 'order-at-local-facility'],
    ]);
  });

  it.each([
    [{ order_status: 'order-refunded' }, 'order_status'],
    [{ order_status: 'order-pending' }, 'order_status'],
    [{ order_status: null }, 'order_status'],
    [{ order_status: 'order-completed', note: 'x'.repeat(1001) }, 'note'],
  ])('%j is refused', async (body, field) => {
    const { status, body: answer } = await api.request(scene.super_admin, 'PUT', `orders/${part}`, body);

    expect([status, Object.keys(answer.errors)]).toEqual([422, [field]]);
  });

  it('writes history, audit log and an e-mail to the customer', async () => {
    await move('super_admin', root, 'order-out-for-delivery', { note: 'Курьер Иван' });

    const events = await api.db
      .selectFrom('order_events')
      .select(['order_id', 'from', 'to', 'note', 'user_id'])
      .where('kind', '=', 'status')
      .orderBy('order_id')
      .execute();
    const [from, to] = ['order-processing', 'order-out-for-delivery'];
    const user_id = scene.super_admin.id;
    expect(events).toEqual([
      { order_id: root, from, to, note: null, user_id },
      { order_id: part, from, to, note: 'Курьер Иван', user_id },
      { order_id: otherPart, from, to, note: 'Курьер Иван', user_id },
    ]);
    const audits = await api.db
      .selectFrom('audit_log')
      .select('row_id')
      .where('family', '=', 'orders')
      .orderBy('id')
      .execute();
    expect(audits).toHaveLength(3);
    const letters = await api.db.selectFrom('outbox').select(['recipient', 'subject']).execute();
    expect(letters).toEqual([
      { recipient: scene.customer.email, subject: expect.stringContaining('едет к вам') },
    ]);
  });
});

describe('bulk moves', () => {
  const bulk = (person: Person | null, body: object) =>
    api.request<{
      done: number;
      refused: { id: number; reason: string }[];
      undo?: { ids: number[] };
      message: string;
    }>(person && scene[person], 'POST', 'orders/bulk/status', body);

  it('move each order separately', async () => {
    await move('super_admin', otherPart, 'order-cancelled');

    const { body } = await bulk('super_admin', {
      ids: [part, otherPart],
      order_status: 'order-out-for-delivery',
    });

    expect(body).toMatchObject({ done: 1, refused: [{ id: otherPart, reason: 'ACTION_NOT_VALID' }] });
    expect(await standing(api, root)).toMatch(/^out-for-delivery/);
    expect((await rowOf(api, root)).total).toBeGreaterThan(0);
  });

  it('include only one’s own', async () => {
    expect((await bulk(null, { ids: [part], order_status: 'order-completed' })).status).toBe(401);
    expect((await bulk('customer', { ids: [root], order_status: 'order-completed' })).status).toBe(403);
    const { body } = await bulk('otherOwner', {
      ids: [root, part, otherPart],
      order_status: 'order-out-for-delivery',
    });
    expect(body.done).toBe(1);
    expect(await standing(api, root)).toBe('processing/cash processing/cash out-for-delivery/cash');
    expect((await bulk('super_admin', { ids: [part], order_status: 'order-refunded' })).status).toBe(422);
    expect((await bulk('super_admin', { order_status: 'order-completed' })).status).toBe(422);
  });

  it('are shown before, without being made', async () => {
    const preview = (person: Person | null, body: object) =>
      api.request<BulkSetPreview & { message: string }>(
        person && scene[person],
        'POST',
        'orders/bulk/status/preview',
        body,
      );
    await move('super_admin', otherPart, 'order-cancelled');
    const before = await standing(api, root);
    const body = { ids: [part, otherPart], order_status: 'order-out-for-delivery' };

    expect((await preview(null, body)).status).toBe(401);
    expect((await preview('customer', body)).status).toBe(403);
    expect((await preview('super_admin', { ...body, order_status: 'order-refunded' })).status).toBe(422);
    const shown = await preview('super_admin', body);
    expect(shown.body).toMatchObject({
      done: 1,
      kept: { same: 0, refused: 1 },
      samples: [{ before: 'order-processing', after: 'order-out-for-delivery' }],
    });
    expect((await preview('otherOwner', body)).body.done).toBe(0);
    expect((await preview('super_admin', { ...body, order_status: 'order-processing' })).body).toMatchObject({
      done: 0,
      kept: { same: 1, refused: 1 },
    });

    expect(await standing(api, root)).toBe(before);
    const letters = await api.db
      .selectFrom('outbox')
      .select('subject')
      .where('undo_id', 'is not', null)
      .execute();
    expect(letters).toEqual([]);
  });

  it('that hand over are undone together within the time, and nobody else undoes them', async () => {
    const undo = (person: Person | null, ids: number[]) =>
      api.request<{ done: number; refused: number }>(person && scene[person], 'POST', 'orders/bulk/undo', {
        ids,
      });
    const before = await standing(api, root);
    const { body } = await bulk('super_admin', { ids: [root], order_status: 'order-out-for-delivery' });
    expect(body.undo?.ids).toEqual([root]);

    expect((await undo(null, [root])).status).toBe(401);
    expect((await undo('customer', [root])).status).toBe(403);
    expect((await undo('super_admin', [])).status).toBe(422);
    expect((await undo('otherOwner', [root, part])).body).toMatchObject({ done: 0, refused: 2 });
    expect((await undo('super_admin', [root])).body).toMatchObject({ done: 1, refused: 0 });

    expect(await standing(api, root)).toBe(before);
    expect((await undo('super_admin', [root])).body).toMatchObject({ done: 0, refused: 1 });
  });

  it('cover everything that a list shows', async () => {
    const { body } = await bulk('super_admin', {
      query: { search: 'order_status:order-processing' },
      order_status: 'order-completed',
    });

    expect(body).toEqual({ done: 1, refused: [] });
    expect(await standing(api, root)).toBe('completed/success completed/success completed/success');
    await expectSound(api);
  });
});

describe('removing', () => {
  const remove = (person: Person | null, id: number) =>
    api.request(person && scene[person], 'DELETE', `orders/${id}`);

  it('hides an order that ended without payment from lists, by an administrator', async () => {
    expect((await remove(null, root)).status).toBe(401);
    expect((await remove('store_owner', part)).status).toBe(403);
    expect((await remove('super_admin', root)).body.message).toBe('ACTION_NOT_VALID');
    await move('super_admin', root, 'order-cancelled');
    expect((await remove('super_admin', part)).body.message).toBe('ACTION_NOT_VALID');
    expect((await remove('super_admin', root)).body).toBe(true);
    expect((await api.request(scene.super_admin, 'GET', `orders/${root}`)).status).toBe(404);
    expect((await move('super_admin', part, 'order-cancelled')).status).toBe(404);
  });

  it('is refused for a paid order', async () => {
    await move('super_admin', root, 'order-completed');

    expect((await remove('super_admin', root)).body.message).toBe('ACTION_NOT_VALID');
  });
});
