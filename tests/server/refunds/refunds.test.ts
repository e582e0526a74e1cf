import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildOrder, type GivenLine, unsoundOrders } from '../../support/orders';
import { balances, buildCompleted, payIn } from '../../support/refunds';
import { setUpScene } from '../../support/scene';

/** Refunds: requests, visibility, money. */
const { api, scene } = setUpScene({ publicUrl: 'https://shop.test' });

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'otherStaff' | 'customer';

const ask = (person: Person | null, body: object) =>
  api.request(person && scene[person], 'POST', 'refunds', body);
const decide = (person: Person | null, id: number, status: string, more: object = {}) =>
  api.request(person && scene[person], 'PUT', `refunds/${id}`, {
    status,
    decision_note: 'Проверили',
    ...more,
  });
const see = (person: Person | null, path = '') =>
  api.request(person && scene[person], 'GET', `refunds${path}`);

/** Two shops' goods: 2 × 1 000 and 1 × 500 roubles, 100 of tax, 300 of delivery; commission 10 %. */
const sold = (lines?: GivenLine[], more: object = {}) =>
  buildCompleted(api, {
    lines: lines ?? [
      { shop: scene.shop, quantity: 2, unitPrice: 100_000 },
      { shop: scene.otherShop, unitPrice: 50_000 },
    ],
    customer: scene.customer,
    off: { tax: 10_000, delivery: 30_000 },
    ...more,
  });

const orderOf = (id: number) =>
  api.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a request', () => {
  it('covers the whole payment without lines', async () => {
    const order = await sold();

    const { status, body } = await ask('customer', { order_id: order.id, title: 'Разбилась чашка' });

    expect([status, body]).toMatchObject([
      201,
      {
        amount: 2900,
        wallet_amount: 0,
        status: 'pending',
        title: 'Разбилась чашка',
        origin: 'request',
        tracking_number: order.tracking_number,
        customer: { email: scene.customer.email },
        lines: [{ quantity: 2 }, { quantity: 1 }],
      },
    ]);
    const [letter] = await api.db.selectFrom('outbox').selectAll().orderBy('id').execute();
    expect(letter).toMatchObject({ recipient: scene.customer.email, template: 'refund-asked' });
    const told = await api.db.selectFrom('outbox').select('recipient').execute();
    expect(told.map(({ recipient }) => recipient)).toEqual(
      expect.arrayContaining([scene.store_owner.email, scene.otherOwner.email]),
    );
  });

  it('covers some pieces, without the delivery', async () => {
    const order = await sold();
    const [first = 0] = order.lineIds;

    const { body } = await ask('super_admin', {
      order_id: order.id,
      lines: [{ order_line_id: first, quantity: 1 }],
    });

    // 1 000 and half of the tax of 80.
    expect(body).toMatchObject({ amount: 1040, lines: [{ quantity: 1, amount: 1040 }] });
  });

  it('is refused to strangers, for a part, before completion and after the deadline', async () => {
    const order = await sold();
    const waiting = await sold(undefined);
    await api.db
      .updateTable('orders')
      .set({ order_status: 'order-processing' })
      .where((eb) => eb.or([eb('id', '=', waiting.id), eb('parent_id', '=', waiting.id)]))
      .execute();
    const refusal = async (person: Person | null, order_id: number) => {
      const { status, body } = await ask(person, { order_id });
      return [status, body.message];
    };

    expect((await ask(null, { order_id: order.id })).status).toBe(401);
    expect(await refusal('store_owner', order.id)).toEqual([404, 'NOT_FOUND']);
    expect(await refusal('store_owner', order.parts[0]?.id ?? 0)).toEqual([404, 'NOT_FOUND']);
    expect(await refusal('customer', order.parts[0]?.id ?? 0)).toEqual([
      400,
      'REFUND_ONLY_ALLOWED_FOR_MAIN_ORDER',
    ]);
    expect(await refusal('customer', waiting.id)).toEqual([409, 'REFUND_NOT_POSSIBLE']);
    api.setNow(new Date(api.now().getTime() + 15 * 24 * 3600_000));
    expect(await refusal('customer', order.id)).toEqual([409, 'REFUND_PERIOD_OVER']);
    expect((await ask('super_admin', { order_id: order.id })).status).toBe(201);
    const other = await sold();
    api.setNow(new Date(api.now().getTime() + 15 * 24 * 3600_000));
    expect(await refusal('customer', other.id)).toEqual([409, 'REFUND_PERIOD_OVER']);
    await api.request(scene.super_admin, 'POST', 'settings', { options: { refundDays: 15 } });
    expect((await ask('customer', { order_id: other.id })).status).toBe(201);
  });

  it.each([
    [{ order_id: null }, 'order_id', 'error-wrong-value'],
    [{ quantity: 0 }, 'lines.quantity', 'error-must-be-positive'],
    [{ quantity: 1.5 }, 'lines.quantity', 'error-whole-number'],
    [{ quantity: 3 }, 'lines', 'error-refund-quantity'],
    [{ order_line_id: 999_999, quantity: 1 }, 'lines', 'error-refund-line'],
    [{ description: 'а'.repeat(10_001) }, 'description', 'error-too-long'],
    [{ refund_reason_id: 99_999 }, 'refund_reason_id', 'error-wrong-value'],
  ])('%j is refused at %s', async (given: Record<string, unknown>, field, text) => {
    const order = await sold();
    const { quantity, order_line_id = order.lineIds[0], ...rest } = given;
    const lines = quantity === undefined ? {} : { lines: [{ order_line_id, quantity }] };

    const { status, body } = await ask('customer', { order_id: order.id, ...lines, ...rest });

    expect([status, body.errors?.[field]?.[0]]).toEqual([422, text]);
  });

  it('ignores amount, state and method in the body', async () => {
    const order = await sold();

    const { body } = await ask('customer', {
      order_id: order.id,
      amount: 99_999,
      status: 'approved',
      method: 'wallet',
      customer_id: 1,
    });

    expect(body).toMatchObject({
      amount: 2900,
      status: 'pending',
      method: 'payment',
      customer_id: scene.customer.id,
    });
  });

  it('is created once under concurrent requests', { timeout: 120_000 }, async () => {
    const order = await sold();

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask('customer', { order_id: order.id })),
    );

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.message).filter(Boolean))).toEqual(
      new Set(['ORDER_ALREADY_HAS_REFUND_REQUEST']),
    );
  });

  it('shows in advance what is refundable, or why nothing is', async () => {
    const order = await sold();
    const look = (person: Person) => api.request(scene[person], 'GET', `orders/${order.id}/refundable`);

    expect((await look('customer')).body).toMatchObject({
      refusal: null,
      lines: [{ left: 2, total: 2320 }, { left: 1 }],
    });
    await ask('customer', { order_id: order.id });
    expect((await look('customer')).body).toMatchObject({ refusal: 'open', lines: [] });
    expect((await look('store_owner')).status).toBe(404);
  });
});

describe('visible refunds', () => {
  it('are an administrator’s, the customer’s, and the shops’ with their share only', async () => {
    const order = await sold();
    const { id } = (await ask('customer', { order_id: order.id })).body;
    const stranger = await api.request(scene.super_admin, 'GET', `refunds/${id}`);
    expect(stranger.body).toMatchObject({ amount: 2900 });

    const [own, other] = [await see('store_owner', `/${id}`), await see('otherOwner', `/${id}`)];
    expect(own.body).toMatchObject({ amount: 2320, lines: [{ quantity: 2, vendor_amount: 1800 }] });
    expect(other.body).toMatchObject({ amount: 580, lines: [{ quantity: 1, vendor_amount: 450 }] });
    const { lines } = (await see('staff', `/${id}`)).body as unknown as { lines: object[] };
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toHaveProperty('vendor_amount');
    expect((await see('customer', `/${id}`)).body).toMatchObject({ amount: 2900 });
    const listed = await see('otherOwner', `?shop_id=${scene.otherShop.id}`);
    expect(listed.body.data).toMatchObject([{ id, amount: 580 }]);
    const asAdmin = await see('super_admin', `?shop_id=${scene.shop.id}`);
    expect(asAdmin.body.data).toMatchObject([{ id, amount: 2320 }]);
  });

  it('are nobody else’s', async () => {
    const order = await sold([{ shop: scene.shop }]);
    const { id } = (await ask('customer', { order_id: order.id })).body;

    expect((await see(null)).status).toBe(401);
    expect((await see('otherOwner', `/${id}`)).status).toBe(404);
    expect((await see('otherStaff', `/${id}`)).status).toBe(404);
    expect((await see('otherOwner')).body.data).toEqual([]);
    expect((await see('otherOwner', `?shop_id=${scene.shop.id}`)).body.data).toEqual([]);
    const file = await api.request<string>(scene.otherOwner, 'GET', 'refunds/export');
    expect(String(file.body)).not.toContain(order.tracking_number);
    expect((await decide('store_owner', id, 'approved')).status).toBe(403);
    expect((await decide('customer', id, 'approved')).status).toBe(403);
    expect((await decide(null, id, 'approved')).status).toBe(401);
    expect((await decide('super_admin', 999_999, 'approved')).status).toBe(404);
  });

  it('are found by the order’s number, the reason and the state', async () => {
    const reason = await api.db
      .insertInto('refund_reasons')
      .values({ name: 'Брак', slug: 'brak' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const order = await sold();
    await ask('customer', { order_id: order.id, refund_reason_id: reason.id });
    const count = async (search: string) => (await see('super_admin', `?search=${search}`)).body.data.length;

    expect(await count(`tracking_number:${order.tracking_number.slice(4)}`)).toBe(1);
    expect(await count(`tracking_number:${encodeURIComponent(`№ ${order.short_number}`)}`)).toBe(1);
    expect(await count(`tracking_number:${order.short_number.replace('-', '')}`)).toBe(1);
    expect(await count('refund_reason.slug:brak')).toBe(1);
    expect(await count('refund_reason.slug:drugaya')).toBe(0);
    expect(await count('status:pending')).toBe(1);
    expect(await count('status:approved')).toBe(0);
    expect(await count('shop.slug:pervaya')).toBe(1);
  });
});

describe('a decision', () => {
  const asked = async (body: object = {}, more: object = {}) => {
    const order = await sold(undefined, more);
    return { order, id: (await ask('customer', { order_id: order.id, ...body })).body.id };
  };

  it('approved debits each shop by its credit and pays the customer what was paid', async () => {
    const { order, id } = await asked();
    expect((await balances(api)).shop(scene.shop)).toBe(1800);

    const { status, body } = await decide('super_admin', id, 'approved');

    expect([status, body]).toMatchObject([200, { status: 'approved', moves: [] }]);
    const after = await balances(api);
    expect([after.shop(scene.shop), after.shop(scene.otherShop)]).toEqual([0, 0]);
    expect([after.platform, after.outside]).toEqual([0, 0]);
    const root = await orderOf(order.id);
    expect(root).toMatchObject({
      order_status: 'order-refunded',
      payment_status: 'payment-refunded',
      refunded_amount: 2900,
    });
    expect(await unsoundOrders(api)).toEqual([]);
    const letters = await api.db.selectFrom('outbox').select('template').execute();
    expect(letters.map(({ template }) => template)).toEqual(
      expect.arrayContaining(['refund-approved', 'refund-shop-approved']),
    );
    const kinds = await api.db.selectFrom('order_events').select('kind').execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['refund', 'status', 'payment']));
  });

  it('about some pieces leaves the order completed, and only the rest can be requested again', async () => {
    const order = await sold();
    const [first = 0] = order.lineIds;
    const lines = [{ order_line_id: first, quantity: 1 }];
    const { id } = (await ask('customer', { order_id: order.id, lines })).body;
    await decide('super_admin', id, 'approved');

    expect(await orderOf(order.id)).toMatchObject({
      order_status: 'order-completed',
      payment_status: 'payment-success',
      refunded_amount: 1040,
    });
    expect((await balances(api)).shop(scene.shop)).toBe(900);
    const more = await ask('customer', { order_id: order.id, lines: [{ ...lines[0], quantity: 2 }] });
    expect(more.body.errors).toEqual({ lines: ['error-refund-quantity'] });
    // The rest, with the delivery of the part.
    const rest = await ask('customer', { order_id: order.id, lines });
    expect(rest.body).toMatchObject({ amount: 1280 });
    await decide('super_admin', rest.body.id, 'approved');
    const [part] = order.parts;
    expect(await orderOf(part?.id ?? 0)).toMatchObject({
      order_status: 'order-refunded',
      payment_status: 'payment-refunded',
      refunded_amount: 2320,
    });
    expect(await orderOf(order.id)).toMatchObject({ order_status: 'order-completed' });
    expect((await balances(api)).shop(scene.shop)).toBe(0);
  });

  it('refunds points as points, and the rest by the chosen method', async () => {
    const { id } = await asked({}, { points: 3000, off: { tax: 10_000, delivery: 30_000, wallet: 100_000 } });
    expect((await balances(api)).wallet(scene.customer)).toBe(0);

    const { body } = await decide('super_admin', id, 'approved', { method: 'wallet' });

    expect(body).toMatchObject({ method: 'wallet', wallet_amount: 1000 });
    const after = await balances(api);
    // Nobody has saved settings: three points are a rouble, as at the checkout.
    expect(after.wallet(scene.customer)).toBe(3000 + 3 * 1900);
    expect(after.platform).toBe(1900);
  });

  it('returns pieces to stock only on request', async () => {
    const { order, id } = await asked();
    const line = await api.db
      .selectFrom('order_lines')
      .select('product_id')
      .where('id', '=', order.lineIds[0] ?? 0)
      .executeTakeFirstOrThrow();
    const stock = async () =>
      (
        await api.db
          .selectFrom('products')
          .select('quantity')
          .where('id', '=', line.product_id)
          .executeTakeFirstOrThrow()
      ).quantity;

    await decide('super_admin', id, 'approved', { restock: true });
    expect(await stock()).toBe(12);
    const { id: other } = await asked();
    await decide('super_admin', other, 'approved');
    expect(await stock()).toBe(12);
  });

  it('moves no money when rejected, shows the reason, and allows another request', async () => {
    const { order, id } = await asked();
    const before = await balances(api);

    const silent = await decide('super_admin', id, 'rejected', { decision_note: '' });
    expect(silent.body.errors).toEqual({ decision_note: ['error-refund-note-required'] });
    expect((await decide('super_admin', id, 'REJECTED')).body.status).toBe('rejected');
    expect(JSON.stringify(await balances(api))).toBe(JSON.stringify(before));
    expect((await decide('super_admin', id, 'approved')).body.message).toBe('ACTION_NOT_VALID');
    expect((await ask('customer', { order_id: order.id })).status).toBe(201);
  });

  it('is refused for a stale version, a second time, and with an unknown state', async () => {
    const { id } = await asked();

    const stale = await decide('super_admin', id, 'approved', { version: 7 });
    expect([stale.status, stale.body.current]).toMatchObject([409, { id, version: 1 }]);
    expect((await decide('super_admin', id, 'paid')).status).toBe(422);
    expect((await decide('super_admin', id, 'processing')).body.version).toBe(2);
    await decide('super_admin', id, 'approved', { version: 2 });
    const again = await decide('super_admin', id, 'approved');
    expect([again.status, again.body.message]).toEqual([409, 'ALREADY_REFUNDED']);
  });

  it('only a rejected one is removed', async () => {
    const { id } = await asked();
    const remove = () => api.request(scene.super_admin, 'DELETE', `refunds/${id}`);

    expect((await remove()).body.message).toBe('ACTION_NOT_VALID');
    await decide('super_admin', id, 'rejected');
    expect((await remove()).status).toBe(200);
    expect((await see('super_admin', `/${id}`)).status).toBe(404);
  });

  it('about a cancelled order returns the money and debits no shop', async () => {
    const order = await buildOrder(api, {
      lines: [{ shop: scene.shop }, { shop: scene.otherShop }],
      customer: scene.customer,
      gateway: 'SBP',
      status: { order: 'order-processing', payment: 'payment-success' },
    });
    await api.db.transaction().execute((db) => payIn(api, db, order.id, 200_000));
    const cancel = { order_status: 'order-cancelled', note: 'Нет на складе' };
    expect((await api.request(scene.super_admin, 'PUT', `orders/${order.id}`, cancel)).status).toBe(200);
    const { body } = await see('super_admin', '?search=origin:cancellation');
    expect(body.data).toMatchObject([{ amount: 2000, status: 'pending', origin: 'cancellation' }]);

    const { status } = await decide('super_admin', body.data[0]?.id ?? 0, 'approved');

    expect(status).toBe(200);
    const after = await balances(api);
    expect([after.shop(scene.shop), after.platform, after.outside]).toEqual([0, 0, 0]);
    expect(await orderOf(order.id)).toMatchObject({
      order_status: 'order-cancelled',
      payment_status: 'payment-refunded',
    });
  });
});

describe('money handed over', () => {
  const sentCode = async () => {
    const row = await api.db
      .selectFrom('outbox')
      .select('body')
      .where('template', '=', 'refund-code')
      .where('channel', '=', 'sms')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return /\d{6}/.exec(row.body)?.[0] ?? '';
  };

  it('is approved by the code that the customer was sent; wrong ones are counted', async () => {
    const order = await sold();
    const { id } = (await ask('customer', { order_id: order.id })).body;
    const complete = (code: string, person: Person = 'super_admin') =>
      api.request(scene[person], 'POST', `refunds/${id}/complete`, { code });

    expect((await api.request(scene.store_owner, 'POST', `refunds/${id}/code`)).status).toBe(403);
    expect((await complete('123456', 'customer')).status).toBe(403);
    expect((await api.request(scene.super_admin, 'POST', `refunds/${id}/code`)).status).toBe(200);
    expect((await api.request(scene.super_admin, 'POST', `refunds/${id}/code`)).status).toBe(429);
    const code = await sentCode();
    const wrong = await complete(code === '111111' ? '222222' : '111111');
    expect([wrong.status, wrong.body.attempts_left]).toEqual([422, 4]);
    expect((await complete('12')).status).toBe(422);
    expect((await complete(code)).body).toMatchObject({ status: 'approved', method: 'payment' });
    expect((await balances(api)).outside).toBe(0);
    expect((await complete(code)).body.message).toBe('ALREADY_REFUNDED');
  });
});

describe('under concurrency and failure', () => {
  it('a failure on the second shop leaves nothing done', async () => {
    const order = await sold();
    const { id } = (await ask('customer', { order_id: order.id })).body;
    const before = JSON.stringify([await orderOf(order.id), await balances(api)]);
    const letters = (await api.db.selectFrom('outbox').select('id').execute()).length;
    const { id: account } = await api.db
      .selectFrom('ledger_accounts')
      .select('id')
      .where('shop_id', '=', scene.otherShop.id)
      .executeTakeFirstOrThrow();
    await sql`alter table ledger_accounts add constraint broken check (id <> ${sql.lit(account)} or balance >= 450)`.execute(
      api.db,
    );

    const { status } = await decide('super_admin', id, 'approved');
    await sql`alter table ledger_accounts drop constraint broken`.execute(api.db);

    expect(status).toBeGreaterThanOrEqual(422);
    expect((await see('super_admin', `/${id}`)).body).toMatchObject({ status: 'pending', version: 1 });
    expect(JSON.stringify([await orderOf(order.id), await balances(api)])).toBe(before);
    expect((await api.db.selectFrom('outbox').select('id').execute()).length).toBe(letters);
    expect((await decide('super_admin', id, 'approved')).status).toBe(200);
  });

  it('fifty concurrent approvals refund once', { timeout: 120_000 }, async () => {
    const order = await sold(undefined, { points: 500, off: { wallet: 50_000 } });
    const { id } = (await ask('customer', { order_id: order.id })).body;

    const answers = await Promise.all(
      Array.from({ length: 50 }, () => decide('super_admin', id, 'approved', { method: 'wallet' })),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const after = await balances(api);
    expect(after.wallet(scene.customer)).toBe(500 + 3 * 2000);
    expect(after.shop(scene.shop)).toBe(0);
  });

  it('a refund concurrent with withdrawals keeps the balance', async () => {
    const order = await sold();
    const { id } = (await ask('customer', { order_id: order.id })).body;
    const withdraw = () =>
      api.request(scene.store_owner, 'POST', 'withdraws', {
        shop_id: scene.shop.id,
        amount: 600,
        payment_method: 'Перевод',
      });

    const answers = await Promise.all([
      ...Array.from({ length: 3 }, withdraw),
      decide('super_admin', id, 'approved'),
      ...Array.from({ length: 3 }, withdraw),
    ]);

    expect(answers[3]?.status).toBe(200);
    const taken = answers.filter(({ status }) => status === 201).length;
    expect(taken).toBeLessThanOrEqual(3);
    expect((await balances(api)).shop(scene.shop)).toBe(-600 * taken);
  });
});
