import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { offerLanguages, place, setSettings, verify } from '../../support/checkout';
import { orderOf } from '../../support/order-body';
import { type BuiltProduct, buildProduct, buildSale, buildVariation, joinSale } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** A product joins a sale only with its shop's recorded consent, and its price never falls below the floors. */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));
let cup: BuiltProduct;
let plate: BuiltProduct;
let sale: { id: number; slug: string };

/** Starts at the tests' clock. */
const body = (products: readonly { id: number }[], more: object = {}) => ({
  title: 'Неделя керамики',
  description: 'Посуда со скидкой.',
  type: 'fixed_rate',
  rate: 300,
  start_date: '2026-03-10T09:00:00Z',
  end_date: '2026-03-20T00:00:00Z',
  sale_status: true,
  sale_builder: { data_type: 'handpicked_products', product_ids: products.map(({ id }) => id) },
  ...more,
});
const change = (more: object) => api.request(scene.super_admin, 'PUT', `flash-sale/${sale.id}`, more);

beforeEach(async () => {
  cup = await buildProduct(api.db, { shop: scene.shop, name: 'Чашка', price: 340 });
  plate = await buildProduct(api.db, { shop: scene.otherShop, name: 'Тарелка', price: 1000 });
  const made = await api.request(scene.super_admin, 'POST', 'flash-sale', body([cup, plate]));
  expect(made.status).toBe(201);
  sale = made.body as unknown as typeof sale;
});

type Person = 'super_admin' | 'store_owner' | 'staff' | 'otherOwner' | 'otherStaff' | 'customer';

const requestsOf = async (person: Person = 'store_owner') =>
  (await api.request(scene[person], 'GET', 'vendor-requests-for-flash-sale')).body.data;
const answer = (person: Person | null, more: object) =>
  api.request(person && scene[person], 'POST', 'answer-flash-sale-invitation', more);
const withdraw = (person: Person | null, productId: unknown = cup.id) =>
  api.request(person && scene[person], 'POST', 'withdraw-flash-sale-consent', {
    flash_sale_id: sale.id,
    product_id: productId,
  });
/** Accepts a person's first invitation with the shown terms. */
async function accept(person: 'store_owner' | 'otherOwner' = 'store_owner', more: object = {}) {
  const [invitation] = await requestsOf(person);
  const { terms } = (invitation as Wire & { flash_sale: { terms: string } }).flash_sale;
  return answer(person, { id: invitation?.id, is_accepted: true, accepted_terms: terms, ...more });
}
const held = async () => {
  const rows = await api.db
    .selectFrom('flash_sale_products')
    .select('product_id')
    .orderBy('product_id')
    .execute();
  return rows.map(({ product_id }) => product_id);
};
const consents = () => api.db.selectFrom('flash_sale_consents').selectAll().orderBy('id').execute();
const priceOf = async ({ id }: { id: number }) =>
  (await api.request(null, 'GET', `products/${id}`)).body.effective_price;
const bells = async (person: { id: number }) =>
  api.db
    .selectFrom('notify_logs')
    .select(['notify_type', 'notify_event', 'notify_text', 'shop_id'])
    .where('receiver', '=', person.id)
    .execute();

describe('products chosen by an administrator', () => {
  it('are invitations of their shops: not in the sale yet, and the shops are notified', async () => {
    expect([await held(), await priceOf(cup)]).toEqual([[], 340]);
    expect(await requestsOf()).toMatchObject([
      {
        is_invitation: true,
        needs_consent: true,
        status: 'waiting',
        requested_product_ids: [cup.id],
        flash_sale: { name: 'Неделя керамики', type: 'fixed_rate', rate: 300, max_discount: 70 },
      },
    ]);
    const line = { notify_type: 'product', notify_event: 'invited', notify_text: 'Неделя керамики' };
    expect(await bells(scene.store_owner)).toEqual([{ ...line, shop_id: scene.shop.id }]);
    expect(await bells(scene.staff)).toHaveLength(1);
    expect(await bells(scene.otherOwner)).toEqual([{ ...line, shop_id: scene.otherShop.id }]);
    const { body: seen } = await api.request(scene.super_admin, 'GET', `flash-sale/${sale.id}`);
    expect(seen).toMatchObject({
      products_count: 0,
      sale_builder: { product_ids: [cup.id, plate.id] },
      products: [
        { id: cup.id, has_consent: false },
        { id: plate.id, has_consent: false },
      ],
    });
  });

  it('are not invited twice by the same list, and leave with it', async () => {
    await accept();
    await change(body([cup, plate], { title: 'Другое имя' }));
    expect([(await requestsOf('super_admin')).length, await held()]).toEqual([2, [cup.id]]);

    await change(body([plate]));
    expect(await held()).toEqual([]);
    expect(await requestsOf()).toEqual([]);
    expect(await consents()).toMatchObject([{ end_reason: 'declined', ended_by: scene.super_admin.id }]);
  });

  it('cannot be added by an administrator: the error names the shop and its products', async () => {
    const [invitation] = await requestsOf();
    const approve = () =>
      api.request(scene.super_admin, 'POST', 'approve-flash-sale-requested-products', { id: invitation?.id });

    const { status, body: refused } = await approve();
    expect([status, refused.message, (refused as unknown as { names: object }).names]).toEqual([
      409,
      'SALE_CONSENT_REQUIRED',
      { shop: 'Первая лавка', products: '«Чашка»' },
    ]);
    expect((await answer('super_admin', { id: invitation?.id, is_accepted: true })).status).toBe(403);
    expect([await held(), await consents()]).toEqual([[], []]);
  });

  it('cannot be inserted into the sale without a consent', async () => {
    const row = { flash_sale_id: sale.id, product_id: cup.id };
    await expect(
      api.db
        .insertInto('flash_sale_products')
        .values({ ...row, consent_id: 1 })
        .execute(),
    ).rejects.toThrow(/flash_sale_products_consent/);
    await accept('otherOwner');
    const [foreign] = await consents();
    await expect(
      api.db
        .insertInto('flash_sale_products')
        .values({ ...row, consent_id: foreign?.id ?? 0 })
        .execute(),
    ).rejects.toThrow(/flash_sale_products/);
  });
});

describe('consent', () => {
  it('records user, time, floor and the current terms', async () => {
    const accepted = await accept('store_owner', { price_floors: [{ product_id: cup.id, min_price: 200 }] });

    expect([accepted.status, accepted.body.status, accepted.body.needs_consent]).toEqual([
      200,
      'approved',
      false,
    ]);
    const [consent] = await consents();
    expect(consent).toMatchObject({
      flash_sale_id: sale.id,
      product_id: cup.id,
      shop_id: scene.shop.id,
      given_by: scene.store_owner.id,
      given_at: api.now(),
      min_price: 200,
      type: 'fixed_rate',
      rate: 300,
      max_discount: 70,
      ended_at: null,
    });
    expect(consent?.terms).toContain('«Неделя керамики»');
    expect(consent?.terms).toMatch(/300/);
    expect(consent?.terms).toMatch(/70 %/);
    expect([await held(), await priceOf(cup), await priceOf(plate)]).toEqual([[cup.id], 200, 1000]);
  });

  it('needs the tick under the current terms: none, another text, or former terms are refused', async () => {
    const [invitation] = await requestsOf();
    const { terms } = (invitation as Wire & { flash_sale: { terms: string } }).flash_sale;
    const refusedWith = async (accepted_terms?: string) =>
      (await answer('store_owner', { id: invitation?.id, is_accepted: true, accepted_terms })).body.errors;

    expect(await refusedWith()).toEqual({ accepted_terms: ['error-terms-required'] });
    expect(await refusedWith('Согласен')).toEqual({ accepted_terms: ['error-terms-changed'] });
    await change({ rate: 310 });
    expect(await refusedWith(terms)).toEqual({ accepted_terms: ['error-terms-changed'] });
    expect(await held()).toEqual([]);
    expect((await accept()).status).toBe(200);
  });

  it('may be read and given in another language', async () => {
    const { body: page } = await api.request(scene.store_owner, 'GET', `flash-sale/${sale.id}?language=en`);
    expect(String(page.terms)).toContain('agrees to sell');
    expect((await accept('store_owner', { accepted_terms: page.terms })).status).toBe(200);
    expect((await consents())[0]?.terms).toBe(page.terms);
  });

  it('can be given or refused only by the shop', async () => {
    const [invitation] = await requestsOf();
    const yes = { id: invitation?.id, is_accepted: true };

    expect((await answer(null, yes)).status).toBe(401);
    expect((await answer('customer', yes)).status).toBe(403);
    expect((await answer('otherOwner', yes)).status).toBe(404);
    expect((await answer('otherStaff', { ...yes, is_accepted: false })).status).toBe(404);
    expect((await answer('store_owner', { id: 'x', is_accepted: true })).status).toBe(422);
    expect((await answer('store_owner', { id: 9999, is_accepted: true })).status).toBe(404);
    const wrongFloor = await accept('store_owner', { price_floors: [{ product_id: cup.id, min_price: -1 }] });
    expect(wrongFloor.status).toBe(422);
    await sql`update users set permissions = array['staff', 'customer', 'staff:catalogue']
      where id = ${scene.staff.id}`.execute(api.db);
    expect((await answer('staff', yes)).status).toBe(403);
    expect((await withdraw('staff')).status).toBe(403);
    expect([await held(), await consents()]).toEqual([[], []]);
  });

  it('refused: the product is not on sale, and may be invited once more', async () => {
    const [invitation] = await requestsOf();
    const declined = await answer('store_owner', { id: invitation?.id, is_accepted: false });

    expect([declined.status, declined.body.status]).toEqual([200, 'rejected']);
    expect((await accept()).status).toBe(400);
    await change(body([cup, plate]));
    expect(new Set((await requestsOf()).map(({ status }) => status))).toEqual(
      new Set(['rejected', 'waiting']),
    );
  });

  it('is stored once under twenty concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept()));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    expect([(await consents()).length, await held()]).toEqual([1, [cup.id]]);
  });

  it('of a vendor is included in the offer', async () => {
    const jug = await buildProduct(api.db, { shop: scene.shop });
    const april = await buildSale(api.db, { from: '2026-04-01T00:00:00Z', to: '2026-04-08T00:00:00Z' });
    const offer = (more: object) =>
      api.request(scene.staff, 'POST', 'vendor-requests-for-flash-sale', {
        title: 'Наши кувшины',
        flash_sale_id: april.id,
        requested_product_ids: [jug.id],
        ...more,
      });

    expect((await offer({})).body.errors).toEqual({ accepted_terms: ['error-terms-required'] });
    const { terms } = (await api.request(scene.staff, 'GET', `flash-sale/${april.id}`)).body;
    const sent = await offer({
      accepted_terms: terms,
      price_floors: [{ product_id: jug.id, min_price: 950 }],
    });
    expect(sent.body).toMatchObject({ is_invitation: false, needs_consent: false });
    expect(await consents()).toMatchObject([
      { product_id: jug.id, given_by: scene.staff.id, min_price: 950 },
    ]);
  });
});

describe('floors', () => {
  it('hold in lists, details, checkout and orders alike', async () => {
    await accept();
    await setSettings(api, { currency: 'RUB' });

    const { body: list } = await api.request(null, 'GET', 'products?search=name:Чаш');
    const { body: checked } = await verify(
      api,
      scene.customer,
      orderOf([{ product_id: cup.id, order_quantity: 1 }]),
    );
    const placed = await place(api, scene.customer, orderOf([{ product_id: cup.id, order_quantity: 1 }]));
    const lines = await api.db.selectFrom('order_lines').select('unit_price').execute();

    // 340 less 300 would be 40; at most 70 % off is 102.
    expect([await priceOf(cup), list.data[0]?.effective_price]).toEqual([102, 102]);
    expect([placed.status, Number(lines[0]?.unit_price), checked.amount]).toEqual([201, 102, 102]);
  });

  it('hold for each variation', async () => {
    const jug = await buildProduct(api.db, { shop: scene.shop, range: [310, 2000] });
    await buildVariation(api.db, { product: jug, price: 310 });
    await buildVariation(api.db, { product: jug, price: 2000 });
    await joinSale(api.db, sale.id, jug.id, { minPrice: 150 });

    const { body: page } = await api.request(null, 'GET', `products/${jug.id}`);
    expect([page.effective_min_price, page.effective_max_price]).toEqual([150, 1700]);
    expect(
      (page.variation_options as { effective_price: number }[]).map((one) => one.effective_price),
    ).toEqual([150, 1700]);
  });

  it('follow a stricter setting, and never a looser one than the shop agreed to', async () => {
    await accept();

    await setSettings(api, { maxSaleDiscount: 50 });
    expect(await priceOf(cup)).toBe(170);
    await setSettings(api, { maxSaleDiscount: 95 });
    expect(await priceOf(cup)).toBe(102);
  });

  it('bar a percentage above the limit, at its field', async () => {
    const refused = await change({ type: 'percentage', rate: 71 });
    expect([refused.status, refused.body.errors]).toEqual([422, { rate: ['error-rate-over-limit'] }]);
    expect((await change({ type: 'percentage', rate: 70 })).status).toBe(200);
  });
});

describe('changed terms after consent', () => {
  const later = { end_date: '2026-03-25T00:00:00Z' };

  it.each([
    ['a larger discount', { rate: 301 }],
    ['another kind of discount', { type: 'percentage', rate: 5 }],
    ['a longer time', later],
  ])('%s: the product leaves until the shop agrees again', async (_name, terms) => {
    await accept();
    expect((await change(terms)).status).toBe(200);

    expect([await held(), await priceOf(cup)]).toEqual([[], 340]);
    expect(await requestsOf()).toMatchObject([
      { status: 'waiting', needs_consent: true, is_invitation: true },
    ]);
    expect(await consents()).toMatchObject([{ end_reason: 'terms_changed', ended_by: null }]);
    expect(await bells(scene.store_owner)).toHaveLength(2);
    expect((await accept()).status).toBe(200);
    expect([await held(), (await consents()).length]).toEqual([[cup.id], 2]);
  });

  it('a smaller discount or a shorter time needs nothing', async () => {
    await accept();
    await change({ rate: 100, end_date: '2026-03-15T00:00:00Z' });

    expect([await held(), await priceOf(cup)]).toEqual([[cup.id], 240]);
    expect(await bells(scene.store_owner)).toHaveLength(1);
  });

  it('a vendor’s own offer waits for the administrator again', async () => {
    const jug = await buildProduct(api.db, { shop: scene.shop });
    const april = await buildSale(api.db, { from: '2026-04-01T00:00:00Z', to: '2026-04-08T00:00:00Z' });
    const termsNow = async () => (await api.request(scene.staff, 'GET', `flash-sale/${april.id}`)).body.terms;
    const { body: offer } = await api.request(scene.staff, 'POST', 'vendor-requests-for-flash-sale', {
      title: 'Наши кувшины',
      flash_sale_id: april.id,
      requested_product_ids: [jug.id],
      accepted_terms: await termsNow(),
    });
    const approve = () =>
      api.request(scene.super_admin, 'POST', 'approve-flash-sale-requested-products', { id: offer.id });
    await approve();
    await api.request(scene.super_admin, 'PUT', `flash-sale/${april.id}`, { rate: 40 });

    expect([await held(), (await approve()).body.message]).toEqual([[], 'SALE_CONSENT_REQUIRED']);
    const agreed = await answer('store_owner', {
      id: offer.id,
      is_accepted: true,
      accepted_terms: await termsNow(),
    });
    expect([agreed.body.status, await held()]).toEqual(['waiting', []]);
    expect([(await approve()).status, await held()]).toEqual([200, [jug.id]]);
  });

  it('concurrently with the answer: the shop is never bound to unseen terms', async () => {
    const [invitation] = await requestsOf();
    const { terms } = (invitation as Wire & { flash_sale: { terms: string } }).flash_sale;

    const [answered, changed] = await Promise.all([
      accept('store_owner', { accepted_terms: terms }),
      change({ rate: 320 }),
    ]);

    expect(changed.status).toBe(200);
    expect([200, 422]).toContain(answered.status);
    expect(await held()).toEqual([]);
  });
});

describe('withdrawing consent', () => {
  it('removes the product from a running sale immediately; placed orders keep their price', async () => {
    await accept();
    await setSettings(api, { currency: 'RUB' });
    const placed = await place(api, scene.customer, orderOf([{ product_id: cup.id, order_quantity: 1 }]));

    expect((await withdraw('store_owner')).status).toBe(200);
    expect([await held(), await priceOf(cup)]).toEqual([[], 340]);
    expect(await consents()).toMatchObject([
      { end_reason: 'withdrawn', ended_by: scene.store_owner.id, ended_at: api.now() },
    ]);
    const { body: order } = await api.request(scene.customer, 'GET', `orders/${placed.body.id}`);
    expect(order.amount).toBe(102);
    expect((await withdraw('store_owner')).status).toBe(404);
  });

  it('is refused to guests, customers and other shops', async () => {
    await accept();

    expect((await withdraw(null)).status).toBe(401);
    expect((await withdraw('customer')).status).toBe(403);
    expect((await withdraw('otherOwner')).status).toBe(404);
    expect((await withdraw('otherStaff')).status).toBe(404);
    expect((await withdraw('store_owner', 'x')).status).toBe(422);
    expect(await held()).toEqual([cup.id]);
    expect((await withdraw('staff')).status).toBe(200);
  });

  it('during twenty concurrent orders: none of them has the sale price afterwards', {
    timeout: 60_000,
  }, async () => {
    await accept();
    await setSettings(api, { currency: 'RUB' });
    await api.db.updateTable('products').set({ quantity: 100 }).where('id', '=', cup.id).execute();
    const order = () =>
      place(api, scene.customer, orderOf([{ product_id: cup.id, order_quantity: 1 }], { amount: 102 }));
    const [first, rest] = await Promise.all([
      withdraw('store_owner'),
      Promise.all(Array.from({ length: 20 }, order)),
    ]);

    expect(first.status).toBe(200);
    const sold = rest.filter(({ status }) => status === 201);
    // Later orders are refused and answered with the current price.
    expect(rest.filter(({ status }) => status !== 201).map(({ status }) => status)).toEqual(
      Array.from({ length: 20 - sold.length }, () => 409),
    );
    const lines = await api.db.selectFrom('order_lines').select('unit_price').execute();
    expect(lines.map(({ unit_price }) => Number(unit_price))).toEqual(sold.map(() => 102));
    expect((await order()).status).toBe(409);
  });
});
