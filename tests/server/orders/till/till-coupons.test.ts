import { beforeEach, describe, expect, it } from 'vitest';
import type { TillQuote, TillSale } from '@/contract/orders/till';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { ctxOf, setSettings } from '../../../support/checkout';
import { lastCode, otherThan } from '../../../support/outbox';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** A shop accepts its own coupons at its till, and those that cost others only with the customer's agreement. */
const { api, scene } = setUpScene();

const phone = '+7 (912) 345-67-89';
const stranger = '+7 (999) 111-22-33';
let tea: { id: number };

beforeEach(async () => {
  tea = await buildProduct(api.db, { shop: scene.shop, name: 'Иван-чай', price: 1000 });
  await setSettings(api, { enableCoupons: true });
  await api.db.updateTable('users').set({ contact: phone }).where('id', '=', scene.customer.id).execute();
  for (const person of [scene.store_owner, scene.staff])
    await api.db
      .insertInto('till_shifts')
      .values({ shop_id: scene.shop.id, user_id: person.id, opened_at: api.now(), opening_cash: 0 })
      .execute();
});

type Person = { id: number } | null;

async function coupon(code: string, more: object = {}): Promise<void> {
  const period = { active_from: '2026-03-01T00:00:00.000Z', expire_at: '2026-03-31T20:59:59.000Z' };
  const body = { code, type: 'fixed', amount: 300, ...period, ...more };
  expect((await api.request(scene.super_admin, 'POST', 'coupons', body)).status).toBe(201);
}

const products = () => [{ product_id: tea.id, order_quantity: 1 }];
const till = (path: string) => `till/${scene.shop.slug}${path}`;
const quote = async (more: object, person: Person = scene.staff) =>
  (await api.request<Wire & TillQuote>(person, 'POST', till('/quote'), { products: products(), ...more }))
    .body;
const sell = (more: object, key?: string) =>
  api.request<Wire & TillSale>(
    scene.staff,
    'POST',
    till('/sales'),
    { products: products(), payment_gateway: 'CASH', total: 700, ...more },
    key ? { 'idempotency-key': key } : {},
  );
const ask = (coupon_code: string, customer_contact = phone, person: Person = scene.staff) =>
  api.request(person, 'POST', till('/coupon-code'), { coupon_code, customer_contact });
const codeFor = async (coupon_code: string, contact = phone) => {
  const { body } = await ask(coupon_code, contact);
  expect(body).toMatchObject({ success: true, retry_after: 60 });
  return lastCode(api.db, contact, 'till-coupon-code');
};
const uses = () => api.db.selectFrom('coupon_usages').select(['user_id', 'released_at']).execute();
const later = (minutes: number) => api.setNow(new Date(api.now().getTime() + minutes * 60_000));

describe('the shop’s own coupon', () => {
  it('works without anybody’s agreement and uses up nobody’s turn', async () => {
    await coupon('LAVKA', { shop_id: scene.shop.id });

    const { status } = await sell({ coupon_code: 'lavka', customer_contact: phone });

    expect([status, await uses()]).toEqual([201, [{ user_id: null, released_at: null }]]);
  });

  it('for one use per customer needs the customer’s code', async () => {
    await coupon('RAZ', { shop_id: scene.shop.id, usage_limit_per_user: 1 });
    const named = { coupon_code: 'RAZ', customer_contact: phone };

    expect((await sell(named)).body.errors).toEqual({ coupon_code: ['error-coupon-code-needed'] });
    expect(await uses()).toEqual([]);
    const coupon_confirmation = await codeFor('RAZ');
    expect((await sell({ ...named, coupon_confirmation })).status).toBe(201);
    expect(await uses()).toEqual([{ user_id: scene.customer.id, released_at: null }]);
  });
});

describe('the marketplace’s coupon', () => {
  it('is refused while the customer has not agreed, whoever is named', async () => {
    await coupon('VESNA', { usage_limit_per_user: 1 });

    for (const customer_contact of [null, phone, stranger]) {
      const named = { coupon_code: 'VESNA', customer_contact };
      expect((await quote(named)).coupon_refusal).toBe('CUSTOMER_CODE_NEEDED');
      expect((await sell(named)).body.errors).toEqual({ coupon_code: ['error-coupon-code-needed'] });
    }
    expect(await uses()).toEqual([]);
  });

  it('tells nothing about a phone: with an account, without one, or with the coupon used', async () => {
    await coupon('VESNA', { usage_limit_per_user: 1 });
    const used = { coupon_code: 'VESNA', customer_contact: phone };
    await sell({ ...used, coupon_confirmation: await codeFor('VESNA') });
    later(2);

    const answers = await Promise.all(
      [phone, stranger].map(async (customer_contact) => {
        const named = { coupon_code: 'VESNA', customer_contact };
        return [
          (await ask('VESNA', customer_contact)).body,
          (await quote(named)).coupon_refusal,
          (await quote({ ...named, coupon_confirmation: '000000' })).coupon_refusal,
          (await sell(named)).body.errors,
        ];
      }),
    );

    expect(answers[0]).toEqual(answers[1]);
  });

  it('is applied by the code sent to that phone, once, at this till, for this coupon', async () => {
    await coupon('VESNA');
    await coupon('LETO');
    const coupon_confirmation = await codeFor('VESNA');
    const wrong = [
      { coupon_code: 'LETO', customer_contact: phone },
      { coupon_code: 'VESNA', customer_contact: stranger },
    ];
    for (const more of wrong)
      expect((await quote({ ...more, coupon_confirmation })).coupon_refusal).toBe('CUSTOMER_CODE_WRONG');
    const right = { coupon_code: 'VESNA', customer_contact: phone, coupon_confirmation };
    expect((await quote(right)).total).toBe(700);

    const answers = await Promise.all([sell(right), sell(right), sell(right)]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422, 422]);
    expect(await uses()).toEqual([{ user_id: scene.customer.id, released_at: null }]);
    expect((await reconcile(ctxOf(api))).problems).toEqual([]);
  });

  it('is sold once per key, also when the first response was lost', async () => {
    await coupon('VESNA');
    const more = {
      ...{ coupon_code: 'VESNA', customer_contact: phone },
      coupon_confirmation: await codeFor('VESNA'),
    };

    const [one, again] = [await sell(more, 'enter'), await sell(more, 'enter')];

    expect([one.status, again.status, one.body.id === again.body.id]).toEqual([201, 201, true]);
    expect(await uses()).toHaveLength(1);
  });

  it('whose code is guessed stays unused: five attempts in quotes, twenty sales in all', {
    timeout: 60_000,
  }, async () => {
    await coupon('VESNA');
    const code = await codeFor('VESNA');
    const guess = { coupon_code: 'VESNA', customer_contact: phone, coupon_confirmation: otherThan(code) };
    await Promise.all(Array.from({ length: 6 }, () => quote(guess)));

    expect((await quote({ ...guess, coupon_confirmation: code })).coupon_refusal).toBe('CUSTOMER_CODE_WRONG');
    const statuses = new Set<number>();
    for (let place = 0; place < 21; place += 1) statuses.add((await sell(guess)).status);
    expect([...statuses]).toEqual([422, 429]);
    expect(await uses()).toEqual([]);
  });
});

describe('a code for a coupon', () => {
  it('is sent by the people of the till, for coupons that need one, within the limits of every SMS', async () => {
    await coupon('VESNA');
    await coupon('LAVKA', { shop_id: scene.shop.id });
    await coupon('CHUZHOY', { shop_id: scene.otherShop.id });

    expect((await ask('VESNA', phone, null)).status).toBe(401);
    expect((await ask('VESNA', phone, scene.customer)).status).toBe(403);
    expect((await ask('VESNA', phone, scene.otherOwner)).status).toBe(404);
    expect((await ask('LAVKA')).body.message).toBe('ACTION_NOT_VALID');
    expect((await ask('CHUZHOY')).body.errors).toEqual({ coupon_code: ['error-coupon-other-shop'] });
    expect((await ask('NOPE')).body.errors).toEqual({ coupon_code: ['error-coupon-unknown'] });
    expect((await ask('VESNA', 'позвони')).body.errors).toEqual({ customer_contact: ['error-phone-format'] });
    expect((await ask('VESNA')).status).toBe(200);
    expect((await ask('VESNA')).status).toBe(429);
    expect((await api.db.selectFrom('outbox').select('recipient').execute()).length).toBe(1);
  });

  it('is valid for ten minutes', async () => {
    await coupon('VESNA');
    const coupon_confirmation = await codeFor('VESNA');
    later(11);
    const answer = await quote({ coupon_code: 'VESNA', customer_contact: phone, coupon_confirmation });
    expect(answer.coupon_refusal).toBe('CUSTOMER_CODE_WRONG');
  });
});

describe('the coupon’s page', () => {
  it('tells an administrator which shops sold with it', async () => {
    await coupon('VESNA');
    const more = { coupon_code: 'VESNA', customer_contact: phone };
    await sell({ ...more, coupon_confirmation: await codeFor('VESNA') });

    const { body } = await api.request<Wire>(scene.super_admin, 'GET', 'coupons/VESNA');

    expect(body.uses_by_shop).toEqual([
      {
        shop: { id: scene.shop.id, name: scene.shop.name, slug: scene.shop.slug },
        ...{ uses: 1, at_till: 1, discount: 300 },
      },
    ]);
    const seen = await api.request<Wire>(scene.store_owner, 'GET', 'coupons/VESNA');
    expect('uses_by_shop' in seen.body).toBe(false);
  });
});
