import { describe, expect, it } from 'vitest';
import type { PaymentLink, PayView, SentLink } from '@/contract/payments/links';
import type { OrderPayments } from '@/contract/payments/views';
import { placedOrder, rowOf } from '../../support/order-life';
import { setUpScene } from '../../support/scene';
import { buildMember } from '../../support/team';

/** Links by which whoever has them pays an order. */
const { api, scene } = setUpScene({ demo: true, sbpSecret: undefined });

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const post = <Answer = { message: string }>(person: Person | null, path: string, body: object = {}) =>
  api.request<Answer>(person && scene[person], 'POST', path, body);
const make = (id: number, person: Person | null = 'super_admin', body: object = {}) =>
  post<PaymentLink & { message: string }>(person, `orders/${id}/payment-links`, body);
const read = (secret: string) => api.request<PayView>(null, 'GET', `payment-links/${secret}`);
const secretOf = ({ url }: PaymentLink) => url.replace(/^.*secret=/, '');

async function unpaid(more: object = {}) {
  const order = await placedOrder(api, {
    ...{ customer: scene.customer, gateway: 'SBP' as const, lines: [{ shop: scene.shop, quantity: 2 }] },
    ...more,
  });
  return { root: order.id, part: order.parts[0]?.id ?? 0 };
}
const messages = () =>
  api.db.selectFrom('outbox').select(['channel', 'recipient', 'body']).orderBy('id').execute();

describe('a link to pay an order', () => {
  it('is made by whoever works on the order, and not for another shop’s', async () => {
    const { root, part } = await unpaid();

    for (const [person, id, status] of [
      [null, part, 401],
      ['customer', root, 403],
      ['otherOwner', part, 404],
      ['store_owner', part, 200],
      ['staff', part, 200],
      ['super_admin', root, 200],
    ] as const)
      expect([person, (await make(id, person)).status]).toEqual([person, status]);
    const auditor = await buildMember(api.db, 'auditor');
    expect((await api.request(auditor, 'POST', `orders/${root}/payment-links`, {})).status).toBe(403);
    expect((await make(root, 'super_admin', { channels: ['fax'] })).status).toBe(422);
    expect((await make(root, 'super_admin', { channels: ['mail', 'mail'] })).status).toBe(422);
  });

  it('is stored as a hash only, and shows what is paid for without anything about the buyer', async () => {
    const { root } = await unpaid({ contact: '+79001112233' });

    const { body: link } = await make(root);
    const { body, status } = await read(secretOf(link));

    expect(link.url).toMatch(/^https:\/\/shop\.test\/admin\/orders\/pay\?secret=[\w-]{43}$/);
    const stored = await api.db.selectFrom('payment_links').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(secretOf(link));
    expect(stored).toMatchObject({ order_id: root, created_by: scene.super_admin.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'due', amount: 2000, shops: [scene.shop.name], url: null });
    expect(body.goods).toMatchObject([{ quantity: 2 }]);
    expect(JSON.stringify(body)).not.toMatch(/79001112233|@/);
    expect(JSON.stringify(body)).not.toContain(scene.customer.name);
  });

  it('opens one payment, and says when it is paid', async () => {
    const { root } = await unpaid();
    const secret = secretOf((await make(root)).body);

    const opened = await post<PayView>(null, `payment-links/${secret}`);
    const again = await post<PayView>(null, `payment-links/${secret}`);

    expect(opened.body).toMatchObject({ state: 'due', url: expect.stringContaining('https://') });
    expect(again.body.url).toBe(opened.body.url);
    const attempts = await api.db.selectFrom('payment_attempts').select('payment_id').execute();
    expect(attempts).toHaveLength(1);
    await post('super_admin', `dev/payments/${attempts[0]?.payment_id}`, { status: 'success' });
    expect((await read(secret)).body).toMatchObject({ state: 'paid', amount: 2000, url: null });
    expect((await post(null, `payment-links/${secret}`)).body.message).toBe('ACTION_NOT_VALID');
    expect((await make(root)).body.message).toBe('ACTION_NOT_VALID');
  });

  it('leads to the bank of the demo, where whoever has it pays', async () => {
    const { root } = await unpaid();
    const secret = secretOf((await make(root)).body);
    const { body } = await post<PayView>(null, `payment-links/${secret}`);
    const bank = String(body.url).replace(/^https:\/\/shop\.test/, '');
    expect(bank).toMatch(/^\/admin\/rest\/dev\/bank\/AD[0-9A-F]{30}$/);

    const page = await api.app.inject({ method: 'GET', url: bank });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.body).toContain('2\u00a0000,00');
    const paid = await api.app.inject({
      ...{ method: 'POST', url: bank, payload: '' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

    expect(paid.statusCode).toBe(303);
    expect((await read(secret)).body.state).toBe('paid');
    const back = secretOf({ url: String(paid.headers.location), until: '' });
    expect((await read(back)).body.state).toBe('paid');
    expect((await api.app.inject({ method: 'GET', url: bank })).body).not.toContain('<form');
    expect((await api.app.inject({ method: 'GET', url: `${bank}0` })).statusCode).toBe(404);
  });

  it('is sent only once the outbox says that it left', async () => {
    const { root, part } = await unpaid({ contact: '+79001112233' });
    const sent = (person: Person | null, id = root) =>
      api.request<SentLink[]>(person && scene[person], 'GET', `orders/${id}/payment-links`);
    expect((await sent(null)).status).toBe(401);
    expect((await sent('customer')).status).toBe(403);
    expect((await sent('otherOwner', part)).status).toBe(404);
    expect((await sent('super_admin')).body).toEqual([]);

    await make(root, 'super_admin', { channels: ['sms', 'mail'] });

    const states = async () =>
      (await sent('store_owner', part)).body.map(({ channel, state }) => [channel, state]);
    expect(await states()).toEqual([
      ['mail', 'waiting'],
      ['sms', 'waiting'],
    ]);
    await api.db.updateTable('outbox').set({ sent_at: api.now() }).where('channel', '=', 'sms').execute();
    await api.db.updateTable('outbox').set({ failed_at: api.now() }).where('channel', '=', 'mail').execute();
    expect(await states()).toEqual([
      ['mail', 'failed'],
      ['sms', 'sent'],
    ]);
  });

  it('is unknown with another secret, and gone when it has expired', async () => {
    const { root } = await unpaid();
    const secret = secretOf((await make(root)).body);

    expect((await read('x'.repeat(43))).status).toBe(404);
    expect((await read('x')).status).toBe(404);
    expect((await post(null, `payment-links/${'x'.repeat(43)}`)).status).toBe(404);
    api.setNow(new Date(api.now().getTime() + 8 * 86_400_000));
    expect((await read(secret)).status).toBe(404);
  });

  it('changes the way to pay a few times an hour, and goes on paying by the order’s own', async () => {
    const { root } = await unpaid();
    const secret = secretOf((await make(root)).body);
    const change = () => post(null, `payment-links/${secret}`, { payment_gateway: 'ONLINE_CARD' });

    for (let time = 0; time < 20; time += 1) expect((await change()).status).toBe(422);
    expect((await change()).status).toBe(429);
    expect((await post<PayView>(null, `payment-links/${secret}`)).body.state).toBe('due');
    expect(await api.db.selectFrom('payment_attempts').select('payment_gateway').execute()).toEqual([
      { payment_gateway: 'SBP' },
    ]);
  });

  it('has no payment for an order that is cancelled or paid on handover', async () => {
    const { root } = await unpaid();
    const cash = await unpaid({ gateway: 'CASH' });
    const secret = secretOf((await make(root)).body);
    await api.request(scene.super_admin, 'PUT', `orders/${root}`, { order_status: 'order-cancelled' });

    expect((await read(secret)).body).toMatchObject({ state: 'over', url: null });
    expect((await post(null, `payment-links/${secret}`)).body.message).toBe('ACTION_NOT_VALID');
    expect((await make(cash.root)).body.message).toBe('ACTION_NOT_VALID');
  });

  it('is not made by one shop for an order that others sell, too', async () => {
    const { root, part } = await unpaid({ lines: [{ shop: scene.shop }, { shop: scene.otherShop }] });

    expect((await make(part, 'store_owner')).body.message).toBe('ACTION_NOT_VALID');
    expect((await make(root)).status).toBe(200);
    const chain = await api.request<OrderPayments>(scene.store_owner, 'GET', `orders/${part}/payments`);
    expect(chain.body.is_payable).toBe(false);
  });

  it('is sent to the buyer by SMS and e-mail, a few times an hour', async () => {
    const { root } = await unpaid({ contact: '+79001112233' });

    const { body, status } = await make(root, 'super_admin', { channels: ['sms', 'mail'] });

    expect(status).toBe(200);
    expect(await messages()).toMatchObject([
      { channel: 'sms', recipient: '+79001112233', body: expect.stringContaining(body.url) },
      { channel: 'mail', recipient: scene.customer.email, body: expect.stringContaining(body.url) },
    ]);
    for (let time = 0; time < 4; time += 1) await make(root, 'super_admin', { channels: ['sms'] });
    expect((await make(root, 'super_admin', { channels: ['sms'] })).status).toBe(429);
    expect((await make(root)).status).toBe(200);
    expect((await rowOf(api, root)).payment_status).toBe('payment-pending');
  });
});
