import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { jobCtx } from '@/server/core/jobs/job';
import { scheduleOpenParts } from '@/server/modules/orders/ship-by/part-deadlines';
import { placedOrder } from '../../../support/order-life';
import { buildOrder } from '../../../support/orders';
import { setUpScene } from '../../../support/scene';

/** Tuesday, 10 March 2026, noon in UTC: 15:00 in Moscow. */
const { api, scene } = setUpScene();

const noon = '2026-03-10T12:00:00.000Z';
const schedule = ['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => ({ day, open: '10:00', close: '18:00' }));

beforeEach(async () => {
  const settings = { assembly_hours: 2, cut_off: '16:00', schedule };
  await sql`update shops set settings = settings || ${JSON.stringify(settings)}::jsonb
    where id = ${scene.shop.id}`.execute(api.db);
});

const deadlines = async (id: number) => {
  const rows = await api.db
    .selectFrom('orders')
    .select('ship_by')
    .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
    .orderBy('id')
    .execute();
  return rows.map(({ ship_by }) => ship_by?.toISOString() ?? null);
};

const move = (id: number, order_status: string) =>
  api.request(scene.super_admin, 'PUT', `orders/${id}`, { order_status });

describe('the deadline to assemble', () => {
  it('is set at placement of a cash order, by the settings of each shop; the order has the earliest', async () => {
    const order = await buildOrder(api, {
      lines: [{ shop: scene.shop }, { shop: scene.otherShop }],
      at: new Date(noon),
    });

    // The other shop says nothing: eight hours from 10:00 to 18:00 every day.
    expect(await deadlines(order.id)).toEqual([
      '2026-03-10T14:00:00.000Z',
      '2026-03-10T14:00:00.000Z',
      '2026-03-11T12:00:00.000Z',
    ]);
  });

  it('does not exist for files and while an order waits for its payment, and is set by the release', async () => {
    const files = await buildOrder(api, { lines: [{ shop: scene.shop, more: { isDigital: true } }] });
    expect(await deadlines(files.id)).toEqual([null, null]);

    const order = await placedOrder(api, { lines: [{ shop: scene.shop }], gateway: 'SBP' });
    expect(await deadlines(order.id)).toEqual([null, null]);
    expect((await move(order.id, 'order-processing')).status).toBe(200);
    const [whole, part] = await deadlines(order.id);
    expect(part).not.toBeNull();
    expect(whole).toBe(part);
  });

  it('ends when the part is handed over or cancelled; the order keeps that of its other parts', async () => {
    const order = await placedOrder(api, { lines: [{ shop: scene.shop }, { shop: scene.otherShop }] });
    const [own, other] = order.parts.map(({ id }) => id) as [number, number];
    const before = await deadlines(order.id);

    expect((await move(own, 'order-out-for-delivery')).status).toBe(200);
    expect(await deadlines(order.id)).toEqual([before[2], null, before[2]]);
    expect((await move(other, 'order-cancelled')).status).toBe(200);
    expect(await deadlines(order.id)).toEqual([null, null, null]);
  });

  it('is given to parts from before it, from their payment or placement on', async () => {
    const order = await buildOrder(api, { lines: [{ shop: scene.shop }], at: new Date(noon) });
    const before = await deadlines(order.id);
    await sql`update orders set ship_by = null`.execute(api.db);

    await scheduleOpenParts(jobCtx(api.db, api.now(), ''));

    expect(await deadlines(order.id)).toEqual(before);
  });

  it('is refused in the settings of a shop when it is no figure or no time', async () => {
    const { body: shop } = await api.request(scene.store_owner, 'GET', `shops/${scene.shop.slug}`);
    const save = (settings: object) =>
      api.request(scene.store_owner, 'PUT', `shops/${scene.shop.id}`, {
        ...shop,
        settings: { ...(shop.settings as object), contact: '+7 (900) 123-45-67', ...settings },
      });

    const refused = await save({ assembly_hours: 0, cut_off: '25:00' });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain('cut_off');
    expect(JSON.stringify(refused.body)).toContain('assembly_hours');
  });
});

describe('lists by the deadline', () => {
  const at = async (id: number, moment: string) =>
    sql`update orders set ship_by = ${moment}::timestamptz where id = ${id} or parent_id = ${id}`.execute(
      api.db,
    );
  const days = (count: number) => new Date(api.now().getTime() + count * 24 * 3600_000).toISOString();

  async function three() {
    const orders = [];
    for (const moment of [days(-2), new Date(api.now().getTime() + 60_000).toISOString(), days(3)]) {
      const order = await buildOrder(api, { lines: [{ shop: scene.shop }] });
      await at(order.id, moment);
      orders.push(order);
    }
    await buildOrder(api, { lines: [{ shop: scene.shop }], gateway: 'SBP' });
    return orders.map(({ id }) => id);
  }

  it('show what is late, due today and later, sorted, to the operator and to the shop', async () => {
    const ids = await three();
    for (const [place, word] of ['late', 'today', 'later'].entries()) {
      const whole = await api.request(scene.super_admin, 'GET', `orders?search=ship_by:${word}`);
      expect([word, whole.body.data.map((row) => row.id)]).toEqual([word, [ids[place]]]);
      const own = await api.request(
        scene.staff,
        'GET',
        `orders?search=ship_by:${word};shop_id:${scene.shop.id}&searchJoin=and`,
      );
      expect([word, own.body.data.map((row) => row.parent_id)]).toEqual([word, [ids[place]]]);
    }
    const sorted = await api.request(scene.staff, 'GET', 'orders?orderBy=ship_by&sortedBy=asc');
    expect(sorted.body.data.map((row) => row.parent_id).slice(0, 3)).toEqual(ids);
    expect((await api.request(scene.super_admin, 'GET', 'orders?search=ship_by:soon')).status).toBe(422);
  });

  it('late parts are counted by shop, for everybody their own', async () => {
    await three();
    const other = await buildOrder(api, { lines: [{ shop: scene.otherShop }] });
    await at(other.id, days(-1));
    const late = async (person: keyof typeof scene) =>
      (await api.request(scene[person] as { id: number }, 'GET', 'orders/late')).body as unknown as object[];

    const lateOf = (shop: { id: number }, over_day: number) => ({
      shop: expect.objectContaining({ id: shop.id }),
      ...{ count: 1, over_day, since: expect.any(String) },
    });
    const all = await late('super_admin');
    expect(all).toHaveLength(2);
    expect(all).toEqual(expect.arrayContaining([lateOf(scene.shop, 1), lateOf(scene.otherShop, 0)]));
    expect(await late('staff')).toEqual([
      {
        shop: { id: scene.shop.id, name: scene.shop.name, slug: scene.shop.slug },
        count: 1,
        over_day: 1,
        since: days(-2),
      },
    ]);
    expect((await api.request(null, 'GET', 'orders/late')).status).toBe(401);
    expect((await api.request(scene.customer, 'GET', 'orders/late')).status).toBe(403);
    const waiting = async (person: 'super_admin' | 'store_owner') =>
      (await api.request(scene[person], 'GET', 'analytics/waiting')).body.late;
    expect(await waiting('super_admin')).toEqual({ count: 2 });
    expect(await waiting('store_owner')).toEqual({ count: 1 });
  });
});
