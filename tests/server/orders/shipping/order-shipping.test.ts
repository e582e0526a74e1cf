import { beforeEach, describe, expect, it } from 'vitest';
import { sendDue } from '@/server/modules/messaging/outbox-worker';
import { placedOrder, rowOf, standing } from '../../../support/order-life';
import { setUpScene } from '../../../support/scene';

/** A handover with its parcel, which can be undone until the customer is told. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const out = 'order-out-for-delivery';
const parcel = { parcel_carrier: 'СДЭК', parcel_number: '1300 6182' };

let root: number;
let part: number;
let other: number;

beforeEach(async () => {
  const lines = [{ shop: scene.shop }, { shop: scene.otherShop }];
  const order = await placedOrder(api, { customer: scene.customer, lines });
  root = order.id;
  [part, other] = order.parts.map(({ id }) => id) as [number, number];
});

const ship = (person: Person | null, id: number, more: object = {}) =>
  api.request(person && scene[person], 'PUT', `orders/${id}`, { order_status: out, ...more });
const undo = (person: Person | null, id: number) =>
  api.request(person && scene[person], 'POST', `orders/${id}/undo`, {});
const later = (seconds: number) => api.setNow(new Date(api.now().getTime() + seconds * 1000));

/** Sends what is due, and returns the subjects. */
async function sent(): Promise<string[]> {
  const subjects: string[] = [];
  const sender = async ({ subject }: { subject: string | null }) => {
    subjects.push(subject ?? '');
  };
  await sendDue({ db: api.db, now: api.now, publicUrl: 'http://localhost' }, 'mail', sender);
  return subjects;
}

describe('a handover', () => {
  it('stores carrier and number with the move, and tells the customer after half a minute', async () => {
    const { body } = await ship('staff', part, parcel);

    expect(body).toMatchObject({ order_status: out, parcel_carrier: 'СДЭК', parcel_number: '1300 6182' });
    expect(body.undo_until).toBe(new Date(api.now().getTime() + 30_000).toISOString());
    later(29);
    expect(await sent()).toEqual([]);
    later(1);
    expect(await sent()).toEqual([expect.stringContaining('номер отправления')]);
  });

  it('asks for a number with a carrier, and takes a parcel for one part and one handover only', async () => {
    expect((await ship('staff', part, { parcel_carrier: 'СДЭК' })).status).toBe(422);
    expect((await ship('super_admin', root, parcel)).status).toBe(422);
    const done = await ship('super_admin', part, { order_status: 'order-completed', ...parcel });
    expect(done.status).toBe(422);
    expect(await standing(api, root)).toBe('processing/cash processing/cash processing/cash');
  });
});

describe('an undone handover', () => {
  it('puts the part back with its deadline, and nothing is sent', async () => {
    const before = await rowOf(api, part);
    await ship('staff', part, parcel);
    later(10);

    const { status, body } = await undo('staff', part);

    expect([status, body.order_status, body.parcel_number]).toEqual([200, 'order-processing', null]);
    const after = await rowOf(api, part);
    expect(after.ship_by).toEqual(before.ship_by);
    later(60);
    expect(await sent()).toEqual([]);
  });

  it('puts all parts of a whole order back', async () => {
    await ship('super_admin', root);
    expect((await undo('super_admin', root)).status).toBe(200);
    expect(await standing(api, root)).toBe('processing/cash processing/cash processing/cash');
    later(60);
    expect(await sent()).toEqual([]);
  });

  it('is refused without a session, a right, to another shop, and for what another person handed over', async () => {
    await ship('super_admin', root);
    expect((await undo(null, part)).status).toBe(401);
    expect((await undo('customer', root)).status).toBe(403);
    expect((await undo('store_owner', other)).status).toBe(404);
    expect((await undo('store_owner', part)).status).toBe(400);
    expect(await standing(api, root)).toBe(
      'out-for-delivery/cash out-for-delivery/cash out-for-delivery/cash',
    );
  });

  it('is refused after half a minute, and after another change, whose message follows the first', async () => {
    await ship('staff', part, parcel);
    later(30);
    expect((await undo('staff', part)).body).toMatchObject({ message: 'ACTION_NOT_VALID' });

    await ship('super_admin', other, { ...parcel, parcel_number: '77' });
    expect((await ship('super_admin', other, { order_status: 'order-completed' })).status).toBe(200);
    expect((await undo('super_admin', other)).status).toBe(400);
    expect(await sent()).toHaveLength(2);
  });

  it('happens once when two ask at the same moment', async () => {
    await ship('staff', part, parcel);
    const answers = await Promise.all([undo('staff', part), undo('store_owner', part)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(await standing(api, root)).toBe('processing/cash processing/cash processing/cash');
  });

  it('or a further move wins when both meet', async () => {
    await ship('super_admin', part);
    const [undone, moved] = await Promise.all([
      undo('super_admin', part),
      ship('super_admin', part, { order_status: 'order-completed' }),
    ]);

    const row = await rowOf(api, part);
    // A completed part stays completed; one that was undone first may be completed afterwards.
    expect([undone.status, moved.status]).toContain(200);
    expect(row.order_status).toBe(moved.status === 200 ? 'order-completed' : 'order-processing');
  });
});
