import { beforeEach, describe, expect, it } from 'vitest';
import { reaches } from '@/server/modules/orders/customer-codes';
import { accountBalance, placedOrder, rowOf, standing } from '../../support/order-life';
import { setUpScene } from '../../support/scene';

/** Handing an order over by the customer's code, and the agreed delivery day. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

let root: number;
let part: number;

beforeEach(async () => {
  const order = await placedOrder(api, { customer: scene.customer, lines: [{ shop: scene.shop }] });
  root = order.id;
  part = order.parts[0]?.id ?? 0;
});

const sendCode = (person: Person | null, id = part) =>
  api.request(person && scene[person], 'POST', `orders/${id}/code`);
const complete = (person: Person | null, code: unknown, id = part) =>
  api.request(person && scene[person], 'POST', `orders/${id}/complete`, { code });
const setDay = (person: Person | null, body: object, id = part) =>
  api.request(person && scene[person], 'POST', `orders/${id}/delivery-date`, body);
const later = (minutes: number) => api.setNow(new Date(api.now().getTime() + minutes * 60_000));

async function lastCode(): Promise<string> {
  const { body } = await api.db
    .selectFrom('outbox')
    .select('body')
    .where('channel', '=', 'sms')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\d{6}/.exec(body)?.[0] ?? '';
}

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a code', () => {
  it('is sent to the customer by SMS and e-mail and completes the order once', async () => {
    expect((await sendCode('staff')).body).toMatchObject({ success: true, retry_after: 60 });

    const sent = await api.db.selectFrom('outbox').select(['channel', 'recipient']).orderBy('id').execute();
    expect(sent).toEqual([
      { channel: 'sms', recipient: '+7 (900) 123-45-67' },
      { channel: 'mail', recipient: scene.customer.email },
    ]);
    const code = await lastCode();
    const answers = await Promise.all([complete('staff', code), complete('store_owner', code)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    expect(await standing(api, root)).toBe('completed/success completed/success');
    // The shop has the thousand and owes the commission.
    expect(await accountBalance(api, 'shop', { shop: scene.shop.id })).toBe(-100);
  });

  it('is not waited for where none can arrive: the shop keeps the cash and owes, as at its till', async () => {
    const handOver = (person: Person) =>
      api.request(scene[person], 'POST', `orders/${part}/complete`, { without_code: true });
    expect((await sendCode('staff')).body.arrives).toBe(false);
    expect((await handOver('customer')).status).toBe(403);
    expect((await handOver('otherOwner')).status).toBe(404);

    const answers = await Promise.all([handOver('staff'), handOver('store_owner')]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    expect((await rowOf(api, part)).cash_held_by).toBe('shop');
    expect(await accountBalance(api, 'shop', { shop: scene.shop.id })).toBe(-100);
  });

  it('is needed where it can arrive, and where the marketplace would owe the shop', async () => {
    const paid = await placedOrder(api, {
      customer: scene.customer,
      lines: [{ shop: scene.shop }],
      off: { wallet: 10_000 },
    });
    const { status, body } = await api.request(scene.staff, 'POST', `orders/${paid.parts[0]?.id}/complete`, {
      without_code: true,
    });
    expect([status, body.errors]).toEqual([400, { code: ['error-order-code-needed'] }]);

    const known = { customer_contact: '+7 900', customer_email: null };
    const none = { mail: false, sms: false };
    expect(reaches({ root: known }, { ...none, sms: true })).toBe(true);
    expect(reaches({ root: known }, { ...none, mail: true })).toBe(false);
    expect(reaches({ root: { ...known, customer_email: 'a@b.ru' } }, { ...none, mail: true })).toBe(true);
  });

  it('allows five attempts', async () => {
    await sendCode('store_owner');
    const code = await lastCode();

    for (const left of [4, 3, 2, 1, 0]) {
      const { status, body } = await complete('store_owner', otherThan(code));
      expect([status, body.message, body.attempts_left]).toEqual([422, 'INVALID_CODE', left]);
    }
    expect((await complete('store_owner', code)).body.message).toBe('INVALID_CODE');
    expect((await rowOf(api, part)).order_status).toBe('order-processing');
  });

  it('is requested by those who handle the order, once a minute', async () => {
    expect((await sendCode(null)).status).toBe(401);
    expect((await sendCode('customer', root)).status).toBe(403);
    expect((await sendCode('otherOwner')).status).toBe(404);
    expect((await sendCode('store_owner', root)).status).toBe(404);
    expect((await sendCode('store_owner')).status).toBe(200);
    expect((await sendCode('store_owner')).status).toBe(429);
    later(2);
    expect((await sendCode('store_owner')).status).toBe(200);
  });

  it('works only for its order, while that can be completed', async () => {
    await sendCode('store_owner');
    const code = await lastCode();
    const other = await placedOrder(api, { lines: [{ shop: scene.shop }] });

    expect((await complete('super_admin', code, other.id)).body.message).toBe('INVALID_CODE');
    expect((await complete('store_owner', '12', part)).status).toBe(422);
    expect((await complete(null, code)).status).toBe(401);
    expect((await complete('otherOwner', code)).status).toBe(404);
    await api.request(scene.super_admin, 'PUT', `orders/${root}`, { order_status: 'order-cancelled' });
    expect((await complete('store_owner', code)).body.message).toBe('ACTION_NOT_VALID');
    expect((await sendCode('store_owner')).body.message).toBe('ACTION_NOT_VALID');
  });
});

describe('the delivery day', () => {
  it('is set by the shop, logged and sent to the customer', async () => {
    const { status, body } = await setDay('staff', { delivery_date: '2026-03-12', delivery_time: '10–14' });

    expect([status, body]).toMatchObject([200, { delivery_date: '2026-03-12', delivery_time: '10–14' }]);
    expect((await rowOf(api, root)).delivery_date).toBe('2026-03-12');
    const [event] = await api.db
      .selectFrom('order_events')
      .select(['from', 'to', 'user_id'])
      .where('kind', '=', 'delivery-date')
      .execute();
    expect(event).toEqual({ from: null, to: '2026-03-12, 10–14', user_id: scene.staff.id });
    const [letter] = await api.db.selectFrom('outbox').select(['recipient', 'body']).execute();
    expect(letter?.recipient).toBe(scene.customer.email);
    expect(letter?.body).toContain('12 марта, 10–14');
  });

  it.each([
    [{ delivery_date: '2026-03-09' }, 'error-date-past'],
    [{ delivery_date: '2026-02-30' }, 'error-date-format'],
    [{ delivery_date: '' }, 'error-day-required'],
    [{}, 'error-day-required'],
  ])('%j is refused', async (body, text) => {
    const answer = await setDay('store_owner', body);

    expect([answer.status, answer.body.errors]).toEqual([422, { delivery_date: [text] }]);
  });

  it('cannot be set by others, for a finished order, or with a stale version', async () => {
    const body = { delivery_date: '2026-03-12' };

    expect((await setDay(null, body)).status).toBe(401);
    expect((await setDay('customer', body, root)).status).toBe(403);
    expect((await setDay('otherOwner', body)).status).toBe(404);
    expect((await setDay('store_owner', { ...body, version: 99 })).status).toBe(409);
    expect((await setDay('super_admin', body, root)).status).toBe(200);
    await api.request(scene.super_admin, 'PUT', `orders/${root}`, { order_status: 'order-completed' });
    expect((await setDay('store_owner', body)).body.message).toBe('ACTION_NOT_VALID');
  });
});
