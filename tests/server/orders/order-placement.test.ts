import { beforeEach, describe, expect, it } from 'vitest';
import { placeSchema } from '@/contract/orders/schema';
import { validate } from '@/server/core/validate';
import { loadBalance } from '@/server/modules/ledger/ledger';
import { placeOrder } from '@/server/modules/orders/checkout/place-order';
import {
  addPoints,
  countsOf,
  ctxOf,
  offerLanguages,
  place,
  setSettings,
  verify,
} from '../../support/checkout';
import { buildAttachment } from '../../support/factories';
import { orderOf } from '../../support/order-body';
import { unsoundOrders } from '../../support/orders';
import { buildProduct, buildVariation } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** `POST orders`: who may place what, what it writes, and what it refuses. */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));

let tea: { id: number };
beforeEach(async () => {
  tea = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
});

const some = (order_quantity: number | string, more: object = {}) => ({
  product_id: tea.id,
  order_quantity,
  ...more,
});
const quantityOf = async ({ id }: { id: number }) =>
  (
    await api.db
      .selectFrom('products')
      .select(['quantity', 'sold_quantity'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).quantity;
const coupon = async (more: object = {}) => {
  const { body } = await api.request(scene.super_admin, 'POST', 'coupons', {
    code: 'VESNA',
    type: 'percentage',
    amount: 10,
    active_from: '2026-03-01T00:00:00.000Z',
    expire_at: '2026-03-31T20:59:59.000Z',
    ...more,
  });
  return body;
};
const rowOf = (id: number) =>
  api.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const usages = () => api.db.selectFrom('coupon_usages').selectAll().orderBy('id').execute();
const pointsOf = (user: { id: number }) => loadBalance(ctxOf(api), { kind: 'wallet', userId: user.id });

describe('the rate limit', () => {
  /** Simulates this many earlier attempts of the person. */
  const tried = (user: { id: number }, hits: number) =>
    api.db
      .insertInto('rate_limits')
      .values({ key: `orders:user:${user.id}`, hits, resets_at: new Date(api.now().getTime() + 60_000) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ hits }))
      .execute();

  it('is sixty orders in a quarter of an hour for a customer, also when concurrent', async () => {
    await tried(scene.customer, 50);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () => place(api, scene.customer, orderOf([some(1)]))),
    );

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBe('60');
    expect(await quantityOf(tea)).toBe(0);
    api.setNow(new Date(api.now().getTime() + 16 * 60_000));
    expect((await place(api, scene.customer, orderOf([some(1)]))).status).toBe(409);
  });

  it('is six hundred for the till and people of an open shop', async () => {
    for (const person of [scene.super_admin, scene.store_owner, scene.staff]) {
      await tried(person, 599);
      expect((await place(api, person, orderOf([some(1)]))).status).toBe(201);
      expect((await place(api, person, orderOf([some(1)]))).status).toBe(429);
    }
  });

  it('an owner whose shop was never approved is a customer', async () => {
    await api.db
      .updateTable('shops')
      .set({ is_active: false })
      .where('id', '=', scene.otherShop.id)
      .execute();
    await tried(scene.otherOwner, 60);

    expect((await place(api, scene.otherOwner, orderOf([some(1)]))).status).toBe(429);
  });
});

describe('the buyer', () => {
  it('may be any role for themselves, and only administrators order for others', async () => {
    for (const person of [scene.customer, scene.store_owner, scene.staff, scene.super_admin] as const) {
      const { status, body } = await place(api, person, orderOf([some(1)]));
      expect([status, body.customer_id, body.customer_name]).toEqual([201, person.id, person.name]);
    }
    const customer_id = scene.customer.id;
    const foreign = { ...orderOf([some(1)]), customer_id };
    const byAdmin = await place(api, scene.super_admin, { ...foreign, customer_name: 'Кто-то другой' });
    expect([byAdmin.status, byAdmin.body.customer?.email]).toEqual([201, scene.customer.email]);
    expect((await rowOf(byAdmin.body.id)).placed_by).toBe(scene.super_admin.id);
    for (const stranger of [scene.store_owner, scene.staff, null]) {
      expect((await place(api, stranger, foreign)).status).toBe(403);
    }
    const nobody = await place(api, scene.super_admin, { ...foreign, customer_id: 987_654 });
    expect([nobody.status, nobody.body.errors]).toEqual([422, { customer_id: ['error-wrong-value'] }]);
  });

  it('cannot have an ended session, also where guests buy', async () => {
    await setSettings(api, { guestCheckout: true });
    for (const path of ['orders', 'orders/checkout/verify']) {
      const lost = { authorization: 'Bearer gone' };
      const { status } = await api.request(null, 'POST', path, orderOf([some(1)]), lost);
      expect(status).toBe(401);
    }
    expect(await quantityOf(tea)).toBe(10);
  });

  it('needs a contact, a payment method and goods', async () => {
    const { status, body } = await place(api, scene.customer, {});

    expect([status, body.errors]).toEqual([
      422,
      {
        products: ['error-cart-empty'],
        customer_contact: ['error-contact-required'],
        payment_gateway: ['error-gateway-required'],
      },
    ]);
  });
});

describe('an order', () => {
  it('writes parts, lines, stock, stock journal, audit log and e-mails', async () => {
    const lamp = await buildProduct(api.db, { shop: scene.otherShop, price: 333.33 });
    const shirt = await buildProduct(api.db, { shop: scene.otherShop, range: [100, 200] });
    const red = await buildVariation(api.db, {
      product: shirt,
      price: 199.99,
      quantity: 3,
      title: 'Красная',
    });
    await api.db
      .updateTable('shops')
      .set({
        requisites: JSON.stringify({ inn: '7707083893', legal_name: 'ООО «Лавка»', vat_rate: 'vat22' }),
        settings: JSON.stringify({ contact: '+79990001122' }),
        admin_commission_rate: 12.5,
      })
      .where('id', '=', scene.shop.id)
      .execute();
    const products = [
      some(2),
      { product_id: lamp.id, order_quantity: 3 },
      { product_id: shirt.id, variation_option_id: red.id, order_quantity: 1 },
    ];
    const { status, body } = await place(api, scene.customer, orderOf(products, { note: 'Звоните заранее' }));

    expect(status).toBe(201);
    expect(body).toMatchObject({
      amount: 3199.98,
      total: 3199.98,
      order_status: 'order-processing',
      payment_status: 'payment-cash',
      note: 'Звоните заранее',
      payment_intent: null,
    });
    expect(body.guest_token).toBeUndefined();
    expect(body.children.map(({ shop_id, total }) => [shop_id, total])).toEqual([
      [scene.shop.id, 2000],
      [scene.otherShop.id, 1199.98],
    ]);
    expect(await unsoundOrders(api)).toEqual([]);
    expect([await quantityOf(tea), await quantityOf(lamp)]).toEqual([8, 7]);
    const lines = await api.db.selectFrom('order_lines').selectAll().orderBy('position').execute();
    expect(lines[0]).toMatchObject({
      vat_rate: 'vat22',
      supplier: { inn: '7707083893', name: 'ООО «Лавка»', phone: '+79990001122' },
    });
    expect(lines[2]).toMatchObject({ variation: 'Красная', supplier: null, unit_price: 199.99 });
    expect((await rowOf(body.children[0]?.id ?? 0)).commission_rate).toBe(12.5);
    const moved = await api.db
      .selectFrom('stock_movements')
      .selectAll()
      .where('kind', '=', 'order')
      .execute();
    expect(moved.map(({ family, row_id }) => [family, row_id])).toEqual(Array(3).fill(['orders', body.id]));
    const letters = await api.db.selectFrom('outbox').selectAll().orderBy('id').execute();
    expect(letters.map(({ template, recipient }) => [template, recipient])).toEqual([
      ['order-placed', scene.customer.email],
      ['order-received', scene.store_owner.email],
      ['order-received', scene.otherOwner.email],
    ]);
    const audited = await api.db
      .selectFrom('audit_log')
      .select(['action', 'row_id'])
      .where('family', '=', 'orders')
      .orderBy('id')
      .execute();
    expect(audited).toEqual([{ action: 'create', row_id: body.id }]);
  });

  it('shows the shop how many pieces are in unfinished orders', async () => {
    const { body: first } = await place(api, scene.customer, orderOf([some(2)]));
    const { body: second } = await place(api, scene.customer, orderOf([some(3)]));
    const reserved = async (person: { id: number }) =>
      (await api.request(person, 'GET', `products/${tea.id}`)).body.reserved;

    expect([await reserved(scene.store_owner), await reserved(scene.customer)]).toEqual([5, undefined]);
    for (const [id, to, left] of [
      [first.id, 'order-completed', 3],
      [second.id, 'order-cancelled', 0],
    ] as const) {
      await api.request(scene.super_admin, 'PUT', `orders/${id}`, { order_status: to });
      expect(await reserved(scene.super_admin)).toBe(left);
    }
  });

  it('accepts numbers also as text', async () => {
    const { status, body } = await place(api, scene.customer, orderOf([some('9'), some('1')]));

    expect([status, body.amount]).toEqual([201, 10_000]);
    expect((await place(api, scene.customer, orderOf([some('10')]))).status).toBe(409);
    expect((await place(api, scene.customer, orderOf([some('1e1x')]))).status).toBe(422);
  });

  it('in English uses the same stock', async () => {
    await api.db
      .updateTable('products')
      .set({ translations: JSON.stringify({ en: { name: 'Tea' } }) })
      .where('id', '=', tea.id)
      .execute();
    const { body } = await place(api, scene.customer, { ...orderOf([some(4)]), language: 'en' });

    expect(body.products[0]?.name).toBe('Tea');
    const read = await api.request(scene.store_owner, 'GET', `products/${tea.id}?language=ru`);
    expect(read.body.quantity).toBe(6);
  });
});

describe('a change since the checkout', () => {
  it('in stock is refused, with the line that is short; nothing is written', async () => {
    const lamp = await buildProduct(api.db, { shop: scene.otherShop, price: 500 });
    const before = await countsOf(api);
    const { status, body } = await place(
      api,
      scene.customer,
      orderOf([{ product_id: lamp.id, order_quantity: 1 }, some(11)]),
    );

    expect([status, body.message]).toEqual([409, 'ORDER_CHANGED']);
    expect(body.current).toMatchObject({ unavailable_products: [tea.id], amount: 500 });
    expect(body.current.lines[1]).toMatchObject({ problem: 'short', left: 10 });
    expect(await countsOf(api)).toEqual(before);
    expect(await quantityOf(lamp)).toBe(10);
  });

  it('in price or in any sum is refused with the current values', async () => {
    const at = (told: object, unit_price = 1000) => orderOf([some(1, { unit_price })], told);
    const wrong = [at({}, 1), at({ amount: 999.99 }), at({ sales_tax: 1 }), at({ delivery_fee: 5 })];
    for (const body of [...wrong, at({ discount: 100 }), at({ total: 1 }), at({ paid_total: 0 })]) {
      const answer = await place(api, scene.customer, body);
      expect([answer.status, answer.body.message]).toEqual([409, 'ORDER_CHANGED']);
      expect(answer.body.current).toMatchObject({ amount: 1000, total: 1000 });
    }
    const right = { amount: 1000, sales_tax: 0, delivery_fee: 0, discount: 0, total: 1000, paid_total: 1000 };
    expect((await place(api, scene.customer, at(right))).status).toBe(201);
    expect(await quantityOf(tea)).toBe(9);
  });

  it('matches the following verification', async () => {
    const asked = { ...orderOf([some(1, { unit_price: 7 })]), coupon_code: 'VESNA' };
    await coupon();
    const { body } = await place(api, scene.customer, asked);

    expect(body.current).toEqual((await verify(api, scene.customer, asked)).body);
    expect(await usages()).toEqual([]);
  });

  it('leaves neither rows nor e-mails when the order fails at its last step', async () => {
    await api.db.updateTable('shops').set({ admin_commission_rate: 10 }).execute();
    await addPoints(api, scene.customer, 30);
    const before = await countsOf(api);
    const { status } = await place(api, scene.customer, orderOf([some(1)], { isFullWalletPayment: true }));

    expect(status).toBe(422);
    expect(await countsOf(api)).toEqual(before);
    expect(await quantityOf(tea)).toBe(10);
    await setSettings(api, { guestCheckout: true });
    const fall = api.db.transaction().execute(async (db) => {
      const input = await validate(placeSchema, { ...orderOf([some(1)], { payment_gateway: 'SBP' }) });
      await placeOrder(ctxOf(api, db), input);
      throw new Error('Fallen');
    });
    await expect(fall).rejects.toThrow('Fallen');
    expect(await countsOf(api)).toEqual(before);
  });
});

describe('a coupon', () => {
  it('of a shop reduces its part only, is used once and refers to its order', async () => {
    const lamp = await buildProduct(api.db, { shop: scene.otherShop, price: 500 });
    const { id } = await coupon({ shop_id: scene.shop.id });
    const { body } = await place(
      api,
      scene.customer,
      orderOf([some(1), { product_id: lamp.id, order_quantity: 1 }], { coupon_code: 'vesna', discount: 100 }),
    );

    expect(body).toMatchObject({ discount: 100, total: 1400, coupon: { id, code: 'VESNA' } });
    expect(body.children.map(({ discount }) => discount)).toEqual([100, 0]);
    expect(await rowOf(body.id)).toMatchObject({ discount_shop_id: scene.shop.id, coupon_id: id });
    expect(await usages()).toMatchObject([{ order_id: body.id, user_id: scene.customer.id }]);
    expect(await unsoundOrders(api)).toEqual([]);
  });

  it('may be named by its id, as clients of the dialect do', async () => {
    const { id } = await coupon();

    expect((await place(api, scene.customer, orderOf([some(1)], { coupon_id: id }))).body.discount).toBe(100);
    const none = await place(api, scene.customer, orderOf([some(1)], { coupon_id: 987_654 }));
    expect([none.status, none.body.errors]).toEqual([422, { coupon_code: ['error-coupon-unknown'] }]);
  });

  it('that ended between verification and order is refused, and so is the order', async () => {
    await coupon();
    const asked = orderOf([some(1)], { coupon_code: 'VESNA' });
    expect((await verify(api, scene.customer, asked)).body.discount).toBe(100);
    api.setNow(new Date('2026-04-01T00:00:00Z'));
    const { status, body } = await place(api, scene.customer, asked);

    expect([status, body.errors]).toEqual([422, { coupon_code: ['error-coupon-unknown'] }]);
    expect(await quantityOf(tea)).toBe(10);
  });

  it('cannot be guessed by placing orders', async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      await place(api, scene.customer, orderOf([some(1)], { coupon_code: `NET${tries}` }));
    }
    expect((await place(api, scene.customer, orderOf([some(1)], { coupon_code: 'NET' }))).status).toBe(429);
    expect((await place(api, scene.customer, orderOf([some(1)]))).status).toBe(201);
  });
});

describe('points', () => {
  it('that cover everything make a paid order', async () => {
    await addPoints(api, scene.customer, 3001);
    const { status, body } = await place(
      api,
      scene.customer,
      orderOf([some(1)], { payment_gateway: 'FULL_WALLET_PAYMENT', use_wallet_points: true }),
    );

    expect(status).toBe(201);
    expect(body).toMatchObject({
      payment_gateway: 'FULL_WALLET_PAYMENT',
      payment_status: 'payment-wallet',
      order_status: 'order-processing',
      wallet_amount: 1000,
      payment_intent: null,
    });
    expect(await pointsOf(scene.customer)).toBe(100);
    const { paid_at, wallet_points } = await rowOf(body.id);
    expect([paid_at, wallet_points]).toEqual([api.now(), 3000]);
    const entry = await api.db
      .selectFrom('ledger_entries')
      .select(['kind', 'family', 'row_id'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ kind: 'points', family: 'orders', row_id: body.id });
  });

  it('that pay a part leave the rest to the gateway', async () => {
    await addPoints(api, scene.customer, 100);
    const { body } = await place(
      api,
      scene.customer,
      orderOf([some(1)], { payment_gateway: 'SBP', use_wallet_points: true }),
    );

    expect(body).toMatchObject({ order_status: 'order-pending', wallet_amount: 33.33, total: 1000 });
    expect(body.payment_intent?.amount).toBe(966.67);
    expect(await pointsOf(scene.customer)).toBe(0);
    expect(await unsoundOrders(api)).toEqual([]);
  });

  it('that cover the total unlock downloads immediately', async () => {
    const file = await buildAttachment(api.db);
    await api.db
      .updateTable('products')
      .set({ is_digital: true, digital_file_id: file.id })
      .where('id', '=', tea.id)
      .execute();
    await addPoints(api, scene.customer, 6000);
    await place(api, scene.customer, orderOf([some(2)], { isFullWalletPayment: true }));
    await place(api, scene.customer, orderOf([some(3)]));

    const files = await api.db
      .selectFrom('ordered_files')
      .select(['customer_id', 'digital_file_id'])
      .execute();
    expect(files).toEqual(Array(2).fill({ customer_id: scene.customer.id, digital_file_id: file.id }));
  });

  it('that decreased since the checkout refuse the order with the new total', async () => {
    await addPoints(api, scene.customer, 3000);
    const { body: shown } = await verify(api, scene.customer, { products: [some(1)] });
    expect(shown.wallet_currency).toBe(1000);
    await addPoints(api, scene.customer, -300);

    for (const isFullWalletPayment of [true, false]) {
      const asked = { use_wallet_points: true, isFullWalletPayment, wallet_amount: shown.wallet_currency };
      const { status, body } = await place(api, scene.customer, orderOf([some(1)], asked));
      expect([status, body.message]).toEqual([409, 'ORDER_CHANGED']);
      expect(body.current).toMatchObject({ total: 1000, wallet_amount: 2700, wallet_currency: 900 });
    }
    expect([await quantityOf(tea), await pointsOf(scene.customer)]).toEqual([10, 270_000]);
    const agreed = orderOf([some(1)], { use_wallet_points: true, wallet_amount: 900 });
    expect((await place(api, scene.customer, agreed)).body).toMatchObject({
      wallet_amount: 900,
      total: 1000,
    });
  });

  it('of somebody else are never spent, and too few do not cover everything', async () => {
    await addPoints(api, scene.customer, 3000);
    const all = { isFullWalletPayment: true };
    const poor = await place(api, scene.store_owner, orderOf([some(1)], all));
    expect([poor.status, poor.body.message]).toEqual([422, 'INSUFFICIENT_BALANCE']);
    const cash = await place(api, scene.store_owner, orderOf([some(1)], { use_wallet_points: true }));
    expect(cash.body).toMatchObject({ wallet_amount: 0, payment_gateway: 'CASH' });
    const customer_id = scene.customer.id;
    const atTill = await place(api, scene.super_admin, orderOf([some(1)], { ...all, customer_id }));
    expect([atTill.status, await pointsOf(scene.customer)]).toEqual([201, 0]);
  });
});

describe('the settings', () => {
  it('disable payment methods', async () => {
    await setSettings(api, { useCashOnDelivery: false, useSbp: false });
    for (const payment_gateway of ['CASH_ON_DELIVERY', 'SBP']) {
      const { status, body } = await place(api, scene.customer, orderOf([some(1)], { payment_gateway }));
      expect([status, body.errors]).toEqual([422, { payment_gateway: ['error-gateway-off'] }]);
    }
    expect((await place(api, scene.customer, orderOf([some(1)]))).status).toBe(201);
  });

  it('require a minimum order', async () => {
    await setSettings(api, { minimumOrderAmount: 1000.01 });
    const { status, body } = await place(api, scene.customer, orderOf([some(1)]));

    expect([status, body.errors]).toEqual([422, { amount: ['error-minimum-order'] }]);
  });
});

it('make an order with nothing to pay a paid one', async () => {
  await coupon({ amount: 100 });
  const { status, body } = await place(
    api,
    scene.customer,
    orderOf([some(1)], { coupon_code: 'VESNA', payment_gateway: 'SBP' }),
  );

  expect([status, body.errors]).toEqual([201, undefined]);
  expect(body).toMatchObject({
    total: 0,
    order_status: 'order-processing',
    payment_status: 'payment-success',
    payment_intent: null,
  });
});

describe('a guest', () => {
  const guest = (more: object = {}) => orderOf([some(1)], { customer_name: 'Пётр', ...more });

  it('is accepted only where guest checkout is on', async () => {
    await setSettings(api, { guestCheckout: false });
    const { status, body } = await place(api, null, guest());
    expect([status, body.message]).toEqual([403, 'FORBIDDEN']);
    expect(await quantityOf(tea)).toBe(10);
  });

  it('reads the order only by its secret', async () => {
    await setSettings(api, { guestCheckout: true });
    const { status, body } = await place(api, null, guest({ customer_email: 'Petr@Test.ru' }));
    expect(status).toBe(201);
    const token = String(body.guest_token);
    expect(token).toMatch(/^[\w-]{43}$/);
    const read = await api.request(null, 'GET', `orders/guest/${token}`);
    expect([read.status, read.body.id, read.body.customer_name]).toEqual([200, body.id, 'Пётр']);
    expect(JSON.stringify(read.body)).not.toContain(token);
    for (const path of [`orders/guest/${body.id}`, `orders/guest/${token.slice(1)}A`]) {
      expect((await api.request(null, 'GET', path)).status).toBe(404);
    }
    for (const key of [body.id, body.tracking_number])
      expect((await api.request(null, 'GET', `orders/${key}`)).status).toBe(404);
    for (const person of [scene.customer, scene.store_owner]) {
      expect((await api.request(person, 'GET', `orders/${body.tracking_number}`)).status).toBe(404);
    }
    const { rows } = { rows: await api.db.selectFrom('orders').select('guest_token_hash').execute() };
    expect(rows.map(({ guest_token_hash }) => guest_token_hash?.length ?? null)).toEqual([64, null]);
    const letters = await api.db.selectFrom('outbox').select('recipient').orderBy('id').execute();
    expect(letters[0]?.recipient).toBe('petr@test.ru');
  });

  it('gets one order and one secret when sending the same twice', async () => {
    await setSettings(api, { guestCheckout: true });
    const first = await place(api, null, guest(), 'a1');
    const again = await place(api, null, guest(), 'a1');

    expect([again.status, again.body.id, again.body.guest_token]).toEqual([
      201,
      first.body.id,
      first.body.guest_token,
    ]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    const other = await place(api, null, guest({ customer_contact: '+7 (900) 765-43-21' }), 'a1');
    expect(other.body.id).not.toBe(first.body.id);
    expect((await place(api, null, guest({ note: 'Другое' }), 'a1')).status).toBe(400);
    const kept = await api.db.selectFrom('guest_order_keys').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(String(first.body.guest_token));
  });

  it('is limited in rate', async () => {
    for (let tries = 0; tries < 60; tries += 1) await place(api, null, {});

    expect((await place(api, null, {})).status).toBe(429);
    expect((await place(api, scene.customer, {})).status).toBe(422);
  });

  it('cannot buy files', async () => {
    await setSettings(api, { guestCheckout: true });
    const file = await buildAttachment(api.db);
    await api.db
      .updateTable('products')
      .set({ is_digital: true, digital_file_id: file.id })
      .where('id', '=', tea.id)
      .execute();
    const { status, body } = await place(api, null, guest());

    expect([status, body.errors]).toEqual([422, { products: ['error-digital-for-guest'] }]);
    expect((await place(api, scene.customer, guest())).status).toBe(201);
  });
});

it('takes the same number of statements for one shop and for two', async () => {
  const cup = await buildProduct(api.db, { shop: scene.otherShop, price: 500 });
  const countOf = async (products: Parameters<typeof orderOf>[0]) => {
    const before = api.queries();
    expect((await place(api, scene.customer, orderOf(products))).status).toBe(201);
    return api.queries() - before;
  };
  // The first order also reads what the process then remembers.
  await countOf([some(1)]);
  const one = await countOf([some(1)]);
  const two = await countOf([some(1), { product_id: cup.id, order_quantity: 1 }]);

  expect(two).toBe(one);
  expect(one).toBeLessThanOrEqual(30);
});
