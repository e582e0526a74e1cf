import { beforeEach, describe, expect, it } from 'vitest';
import { placedOrder, rowOf, standing } from '../../../support/order-life';
import { setUpScene } from '../../../support/scene';

/** Steps of orders that a phone sends again when it got no answer. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

let root: number;
let part: number;

beforeEach(async () => {
  const order = await placedOrder(api, { customer: scene.customer, lines: [{ shop: scene.shop }] });
  root = order.id;
  part = order.parts[0]?.id ?? 0;
});

const keyed = (person: Person | null, method: 'PUT' | 'POST', path: string, body: object, key: string) =>
  api.request(person && scene[person], method, path, body, { 'idempotency-key': key });
const ship = (key: string, more: object = {}, person: Person | null = 'staff') =>
  keyed(person, 'PUT', `orders/${part}`, { order_status: 'order-out-for-delivery', ...more }, key);
const complete = (key: string, code: string) =>
  keyed('staff', 'POST', `orders/${part}/complete`, { code }, key);
const eventsOf = async (id: number) =>
  (await api.db.selectFrom('order_events').select('kind').where('order_id', '=', id).execute()).filter(
    ({ kind }) => kind === 'status',
  ).length;

async function sentCode(): Promise<string> {
  await api.request(scene.staff, 'POST', `orders/${part}/code`);
  const { body } = await api.db
    .selectFrom('outbox')
    .select('body')
    .where('channel', '=', 'sms')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\d{6}/.exec(body)?.[0] ?? '';
}

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a move with a key', () => {
  it('happens once, and each repetition gets the first answer, although the version is stale by then', async () => {
    const { version } = await rowOf(api, part);
    const first = await ship('s1', { version, parcel_carrier: 'СДЭК', parcel_number: '1234567890' });
    const answers = await Promise.all(
      [1, 2, 3].map(() => ship('s1', { version, parcel_carrier: 'СДЭК', parcel_number: '1234567890' })),
    );

    expect(first.status).toBe(200);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.version)).toEqual(Array(3).fill(first.body.version));
    expect(await standing(api, root)).toBe('out-for-delivery/cash out-for-delivery/cash');
    expect(await eventsOf(part)).toBe(1);
  });

  it('that is stale at first is refused, and its key stays free', async () => {
    const { version } = await rowOf(api, part);

    expect((await ship('s1', { version: version + 7 })).status).toBe(409);
    expect((await ship('s1', { version })).status).toBe(200);
  });

  it('is refused without a session, without the right, and for input that is not valid', async () => {
    expect((await ship('s1', {}, null)).status).toBe(401);
    expect((await ship('s1', {}, 'customer')).status).toBe(403);
    expect((await ship('s1', {}, 'otherOwner')).status).toBe(404);
    expect((await ship('s1', { order_status: 'flown' })).status).toBe(422);
    expect((await ship('with space')).status).toBe(422);
    expect(await standing(api, root)).toBe('processing/cash processing/cash');
  });
});

describe('a handover by code with a key', () => {
  it('completes the order once, and a repetition gets the first answer', async () => {
    const code = await sentCode();
    const answers = [await complete('c1', code), await complete('c1', code)];

    expect(answers.map(({ status, body }) => [status, body.order_status])).toEqual(
      Array(2).fill([200, 'order-completed']),
    );
    expect(await standing(api, root)).toBe('completed/success completed/success');
  });

  it('counts a wrong code once, however often it is sent', async () => {
    const code = await sentCode();
    const wrong = otherThan(code);
    const answers = [await complete('c1', wrong), await complete('c1', wrong), await complete('c1', wrong)];

    expect(answers.map(({ body }) => [body.message, body.attempts_left])).toEqual(
      Array(3).fill(['INVALID_CODE', 4]),
    );
    expect((await complete('c2', code)).status).toBe(200);
  });
});
