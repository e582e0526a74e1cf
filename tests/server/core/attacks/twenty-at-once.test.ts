import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { addPoints, place, setSettings } from '../../../support/checkout';
import { buildUser } from '../../../support/factories';
import { orderOf } from '../../../support/order-body';
import { accountBalance } from '../../../support/order-life';
import { buildProduct } from '../../../support/products';
import { buildCompleted } from '../../../support/refunds';
import { setUpScene } from '../../../support/scene';
import { buildMember } from '../../../support/team';

/** The same request twenty times at once, and one person as two. */
const { api, scene } = setUpScene();

const many = <Result>(run: (at: number) => Promise<Result>, count = 20) =>
  Promise.all(Array.from({ length: count }, (_each, at) => run(at)));
const right = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status < 300).length;
const period = { active_from: '2026-03-01T00:00:00.000Z', expire_at: '2026-03-31T20:59:59.000Z' };
const coupon = async (more: object) => {
  const made = await api.request(scene.super_admin, 'POST', 'coupons', {
    code: 'VESNA',
    type: 'fixed',
    amount: 100,
    ...period,
    ...more,
  });
  expect(made.status).toBe(201);
  return made.body.id;
};

describe('twenty at once', () => {
  it('sell the last piece once, to customers, guests and at the till together', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop });
    await api.db.updateTable('products').set({ quantity: 1 }).where('id', '=', product.id).execute();
    await api.request(scene.store_owner, 'POST', `till/${scene.shop.id}/shifts`, { opening: 0 });
    const line = [{ product_id: product.id, order_quantity: 1 }];
    const answers = await many((at) =>
      at % 3 === 0
        ? api.request(scene.store_owner, 'POST', `till/${scene.shop.id}/sales`, {
            products: line,
            payment_gateway: 'CASH',
          })
        : place(
            api,
            at % 3 === 1 ? scene.customer : null,
            orderOf(line, { customer_contact: `+7 (900) 123-45-${10 + at}` }),
          ),
    );
    expect(right(answers)).toBe(1);
    const { quantity } = await api.db
      .selectFrom('products')
      .select('quantity')
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow();
    expect(quantity).toBe(0);
  });

  it('use a coupon of one use once, and one per customer once for each', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop });
    await api.db.updateTable('products').set({ quantity: 100 }).where('id', '=', product.id).execute();
    await coupon({ usage_limit: 1 });
    await coupon({ code: 'ODIN', usage_limit_per_user: 1 });
    const body = (code: string, at: number) =>
      orderOf([{ product_id: product.id, order_quantity: 1 }], {
        coupon_code: code,
        note: String(at),
        customer_contact: `+7 (900) 123-45-${10 + at}`,
      });
    expect(right(await many((at) => place(api, scene.customer, body('VESNA', at))))).toBe(1);
    expect(right(await many((at) => place(api, scene.customer, body('odin', at))))).toBe(1);
    expect(right(await many((at) => place(api, scene.store_owner, body(' OdiN ', at))))).toBe(1);
    expect(right(await many((at) => place(api, null, body('ODIN', at)), 5))).toBe(0);
  });

  it('withdraw a balance once, and cancel or decide it once', async () => {
    const lines = [{ shop: scene.shop, quantity: 1, unitPrice: 100_000 }];
    await buildCompleted(api, { lines, customer: scene.customer });
    const ask = () =>
      api.request(scene.store_owner, 'POST', 'withdraws', {
        shop_id: scene.shop.id,
        amount: 900,
        payment_method: 'Банк',
      });
    const asked = await many(ask);
    expect(right(asked)).toBe(1);
    const id = asked.find(({ status }) => status < 300)?.body.id;
    const decided = await many((at) =>
      at % 2
        ? api.request(scene.super_admin, 'POST', 'approve-withdraw', {
            id,
            status: at % 4 === 1 ? 'approved' : 'rejected',
          })
        : api.request(scene.store_owner, 'DELETE', `withdraws/${id}`),
    );
    expect(right(decided)).toBe(1);
    const total =
      (await accountBalance(api, 'shop', { shop: scene.shop.id })) +
      (await accountBalance(api, 'shop_on_hold', { shop: scene.shop.id })) +
      (await accountBalance(api, 'shop_paid_out', { shop: scene.shop.id }));
    expect(Math.abs(total)).toBe(900);
  });

  it('refund an order once, by customers, shops and administrators together', async () => {
    const order = await buildCompleted(api, {
      lines: [{ shop: scene.shop, quantity: 1, unitPrice: 100_000 }],
      customer: scene.customer,
    });
    const asked = await many((at) =>
      api.request(at % 2 ? scene.customer : scene.super_admin, 'POST', 'refunds', {
        order_id: order.id,
        lines: [{ order_line_id: order.lineIds[0], quantity: 1 }],
      }),
    );
    expect(right(asked)).toBe(1);
    const id = asked.find(({ status }) => status < 300)?.body.id;
    const decided = await many(() =>
      api.request(scene.super_admin, 'PUT', `refunds/${id}`, { status: 'approved', method: 'wallet' }),
    );
    expect(right(decided)).toBe(1);
    expect(await accountBalance(api, 'wallet', { user: scene.customer.id })).toBe(3000);
  });

  it('spend points once', async () => {
    const product = await buildProduct(api.db, { shop: scene.shop });
    await api.db.updateTable('products').set({ quantity: 100 }).where('id', '=', product.id).execute();
    await addPoints(api, scene.customer, 3000);
    const answers = await many((at) =>
      place(
        api,
        scene.customer,
        orderOf([{ product_id: product.id, order_quantity: 1 }], {
          payment_gateway: 'FULL_WALLET_PAYMENT',
          isFullWalletPayment: true,
          use_wallet_points: true,
          note: String(at),
          customer_contact: `+7 (900) 123-45-${10 + at}`,
        }),
      ),
    );
    expect(right(answers)).toBe(1);
    expect(await accountBalance(api, 'wallet', { user: scene.customer.id })).toBe(0);
  });

  it('register one account with its points, by one link and by many', async () => {
    await setSettings(api, { signupPoints: 500 });
    const body = {
      name: 'Новый',
      email: 'new@test.ru',
      password: 'Ромашка9Полевая',
      accepts_terms: true,
      accepts_personal_data: true,
    };
    await many(() => api.request(null, 'POST', 'register', body), 8);
    const letters = await api.db
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', 'new@test.ru')
      .execute();
    const links = letters.flatMap(({ body: text }) => /rest\/(register\/confirm\/\S+)/.exec(text)?.[1] ?? []);
    const answers = await many((at) => api.request(null, 'GET', links[at % links.length] ?? ''));
    expect(answers.filter(({ headers }) => String(headers.location).includes('verified=1'))).toHaveLength(1);
    const accounts = await api.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'new@test.ru')
      .execute();
    expect(accounts).toHaveLength(1);
    expect(await accountBalance(api, 'wallet', { user: accounts[0]?.id })).toBe(500);
  });

  it('review a purchase once, vote once, follow or not, and complain once', async () => {
    const order = await buildCompleted(api, {
      lines: [{ shop: scene.shop, quantity: 1, unitPrice: 100_000 }],
      customer: scene.customer,
    });
    const { product_id } = await api.db
      .selectFrom('order_lines')
      .select('product_id')
      .where('id', '=', order.lineIds[0] ?? 0)
      .executeTakeFirstOrThrow();
    const reviews = await many(() =>
      api.request(scene.customer, 'POST', 'reviews', {
        order_id: order.id,
        product_id,
        shop_id: scene.shop.id,
        rating: 1,
        comment: 'Плохо',
      }),
    );
    expect(right(reviews)).toBe(1);
    const id = reviews.find(({ status }) => status < 300)?.body.id;
    await many((at) =>
      api.request(scene.store_owner, 'POST', 'feedbacks', {
        model_type: 'Review',
        model_id: id,
        positive: at % 2 === 0,
        negative: at % 2 === 1,
      }),
    );
    expect(await api.db.selectFrom('feedbacks').selectAll().execute()).toHaveLength(1);
    const complaints = await many(
      () =>
        api.request(scene.store_owner, 'POST', 'abusive_reports', {
          model_type: 'Review',
          model_id: id,
          message: 'Ложь',
        }),
      15,
    );
    expect(right(complaints)).toBe(1);
    await many(() => api.request(scene.customer, 'POST', 'follow-shop', { shop_id: scene.shop.id }));
    expect((await api.db.selectFrom('shop_followers').selectAll().execute()).length).toBeLessThanOrEqual(1);
  });

  it('open at most three shops that wait, one shift, ten passkeys', async () => {
    const shops = await many((at) =>
      api.request(scene.store_owner, 'POST', 'shops', {
        name: `Лавка номер ${at}`,
        address: {},
        settings: {},
      }),
    );
    expect(right(shops)).toBeLessThanOrEqual(3);
    const shifts = await many(() =>
      api.request(scene.store_owner, 'POST', `till/${scene.shop.id}/shifts`, { opening: 0 }),
    );
    expect(right(shifts)).toBeLessThanOrEqual(1);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from till_shifts where closed_at is null`.execute(api.db);
    expect(rows[0]?.count).toBeLessThanOrEqual(1);
  });

  it('leave one administrator, whoever bans whom', async () => {
    const second = await buildUser(api.db, { role: 'super_admin' });
    await many((at) =>
      at % 2
        ? api.request(scene.super_admin, 'POST', 'users/block-user', { id: second.id })
        : api.request(second, 'POST', 'users/block-user', { id: scene.super_admin.id }),
    );
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from users where is_active and permissions @> array['super_admin']`.execute(
      api.db,
    );
    expect(rows[0]?.count).toBe(1);
  });
});

describe('one person as two', () => {
  beforeEach(async () => {
    await buildUser(api.db, { role: 'super_admin' });
    await api.db
      .insertInto('approval_rules')
      .values({ mode: 'auto', refunds_from: 10_000, payouts_from: 0 })
      .execute();
  });

  it('does not confirm an own request from twenty sessions', async () => {
    const asked = await api.request<{ approval: { id: number; hash: string } }>(
      scene.super_admin,
      'POST',
      'add-points',
      { customer_id: scene.customer.id, points: 300_000 },
    );
    expect(asked.status).toBe(202);
    const { id, hash } = asked.body.approval;
    const answers = await many(() =>
      api.request(scene.super_admin, 'POST', `approvals/${id}/confirm`, { hash }),
    );
    expect(right(answers)).toBe(0);
    expect(await accountBalance(api, 'wallet', { user: scene.customer.id })).toBe(0);
  });

  it('does not lower the sum by a role of a higher limit, by parts of kopecks or by negative points', async () => {
    const clerk = await buildMember(api.db, { finance: 'write', customers: 'write' });
    const sums = [
      '-1',
      '0',
      '0.5',
      '1e400',
      '-1e400',
      '"1e9"',
      '"٣٠٠٠٠٠"',
      '9007199254740991',
      '9007199254740993',
      '-0',
      '"NaN"',
      '[5]',
    ];
    for (const points of sums) {
      const body = `{"customer_id":${scene.customer.id},"points":${points}}`;
      const { status } = await api.request(clerk, 'POST', 'add-points', body);
      expect([points, status]).not.toEqual([points, 200]);
      expect([points, status]).not.toEqual([points, 500]);
    }
    expect(await accountBalance(api, 'wallet', { user: scene.customer.id })).toBe(0);
  });

  it('gives no points to itself under another id than the one that counts', async () => {
    const statuses: number[] = [];
    for (const id of [
      scene.customer.id,
      String(scene.customer.id),
      ` ${scene.customer.id}`,
      `${scene.customer.id}.0`,
      [scene.customer.id],
      { id: scene.customer.id },
    ])
      statuses.push(
        (await api.request(scene.super_admin, 'POST', 'add-points', { customer_id: id, points: 15_000 }))
          .status,
      );
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(await accountBalance(api, 'wallet', { user: scene.customer.id })).toBeLessThanOrEqual(15_000);
  });
});
