import { describe, expect, it } from 'vitest';
import { buildUser } from '../../../support/factories';
import { confirmPath } from '../../../support/outbox';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { TestApp, Wire } from '../../../support/server';
import { setUpPaying } from '../../payments/paying';
import { type FrontOrder, SmallFront } from './small-front';

/** The whole sale as shop fronts of the dialect do it, on an installation where nothing was set: Russian alone. */
const person = { name: 'Мария', email: 'maria@test.ru', password: 'Snegir2026', permission: 'customer' };

const others = { accept: 'application/json' };

async function open(api: TestApp, shopId: number) {
  const { id } = await buildProduct(api.db, { shop: { id: shopId }, price: 333.33 });
  const front = new SmallFront(api);
  const product = await front.send<Wire & { price: number }>('GET', `products/${id}`);
  return { front, product };
}

describe('without an acquirer', () => {
  const { api, scene } = setUpScene({ sbpSecret: undefined });

  it('a guest buys for cash and opens the page of the order', async () => {
    const { front, product } = await open(api, scene.shop.id);
    expect(await front.payments()).toEqual(['CASH_ON_DELIVERY']);

    const { order, shown } = await front.buy(product, 2, { payment: 'CASH_ON_DELIVERY' });

    expect(front.errors).toEqual({});
    expect(order.total).toBeCloseTo(shown, 2);
    expect(await front.payPage(order)).toBeUndefined();
    const page = await front.send<FrontOrder>('GET', `orders/${order.tracking_number}`);
    expect(page).toMatchObject({ id: order.id, order_status: 'order-processing' });
  });

  it('an admin that sends back the slot that it was told does not make it the setting', async () => {
    const told = await api.request<{ options: object }>(
      scene.super_admin,
      'GET',
      'settings',
      undefined,
      others,
    );
    expect(told.body.options).toMatchObject({ deliveryTime: [{ title: 'Доставка' }] });

    const saved = await api.request(
      scene.super_admin,
      'POST',
      'settings',
      { options: { ...told.body.options, siteTitle: 'Ярмарка' } },
      others,
    );

    expect(saved.status).toBe(200);
    const own = await api.request<{ options: object }>(scene.super_admin, 'GET', 'settings');
    expect(own.body.options).toMatchObject({ siteTitle: 'Ярмарка', deliveryTime: [] });
  });

  it('an order that lacks a contact says so at the input, in the language of the front', async () => {
    const { front, product } = await open(api, scene.shop.id);
    await front.send('POST', 'orders', {
      products: [{ product_id: product.id, order_quantity: 1 }],
      payment_gateway: 'CASH_ON_DELIVERY',
      language: 'en',
    });

    expect(Object.keys(front.errors)).toEqual(['customer_contact']);
    expect(front.errors.customer_contact).toMatch(/^[A-Z][a-z]/);
  });

  it.each(['fixed', 'percentage', 'free_shipping'])(
    'a customer buys with a coupon of the kind %s',
    async (type) => {
      const { front, product } = await open(api, scene.shop.id);
      await api.request(scene.super_admin, 'POST', 'coupons', {
        code: 'VESNA',
        type,
        amount: type === 'free_shipping' ? 0 : 10,
        minimum_cart_amount: 0,
        active_from: '2026-03-01T00:00:00Z',
        expire_at: '2026-04-01T00:00:00Z',
      });
      await buildUser(api.db, { role: 'customer', email: person.email, password: person.password });
      await front.signIn(person.email, person.password);

      const { order, shown } = await front.buy(product, 3, { payment: 'CASH_ON_DELIVERY', code: 'vesna' });

      expect(front.errors).toEqual({});
      expect(order.total).toBeLessThanOrEqual(Math.ceil(shown * 100) / 100);
      expect((order as unknown as { coupon: Wire & { code: string } }).coupon.code).toBe('VESNA');
    },
  );

  it('somebody registers, buys, receives, reviews, asks, and asks for a refund', async () => {
    const { front, product } = await open(api, scene.shop.id);
    await front.send('POST', 'register', person);
    expect(front.errors.email).toContain('ссылку из письма');
    await api.request(null, 'GET', await confirmPath(api.db, person.email));
    await front.signIn(person.email, person.password);
    expect(await front.send('GET', 'me')).toMatchObject({ email: person.email });

    const { order } = await front.buy(product, 1, { payment: 'CASH_ON_DELIVERY' });
    const part = `orders/${order.children[0]?.id}`;
    // An admin of the dialect moves the order.
    for (const order_status of ['order-at-local-facility', 'order-out-for-delivery', 'order-completed']) {
      const moved = await api.request(
        scene.super_admin,
        'PUT',
        part,
        { order_status },
        { accept: 'application/json' },
      );
      expect([order_status, moved.status]).toEqual([order_status, 200]);
    }
    const bought = { product_id: order.products[0]?.id, shop_id: scene.shop.id };
    await front.send('POST', 'reviews', {
      ...bought,
      order_id: order.id,
      rating: 5,
      comment: 'Отлично',
      photos: [],
    });
    expect(front.errors).toEqual({});
    await front.send('POST', 'questions', { ...bought, question: 'Есть ли гарантия?' });
    expect(front.errors).toEqual({});
    const page = await front.send<{ my_review: Wire[] }>('GET', `products/${product.slug}`);
    expect(page.my_review).toMatchObject([{ rating: 5 }]);

    const refund = { order_id: order.id, title: 'Скол', description: 'На ручке', images: [] };
    const asked = await front.send<Wire & { status: string }>('POST', 'refunds', refund);
    expect([front.errors, asked.status]).toEqual([{}, 'pending']);
    // The front hides «Вернуть» where the order has a refund.
    const mine = await front.send<{ data: Wire[] }>('GET', 'orders?with=refund&limit=10&page=1');
    const one = await front.send<Wire>('GET', `orders/${order.tracking_number}?with=refund;reviews`);
    const known = { id: asked.id, status: 'pending', order_id: order.id };
    expect([mine.data[0], one]).toMatchObject([{ refund: known }, { refund: known }]);
    const plain = await front.send<{ data: Wire[] }>('GET', 'orders?limit=10&page=1');
    expect(plain.data[0]).not.toHaveProperty('refund');
    const refunds = await front.send<{ data: Wire[] }>('GET', 'refunds?limit=10&page=1');
    expect(refunds.data).toHaveLength(1);
  });
});

describe.each(['yookassa', 'tbank'] as const)('with %s', (acquirer) => {
  const { api, scene, control, runJobs } = setUpPaying(acquirer);

  it.each(['a guest', 'a customer'])('%s pays online, and the order is paid', async (who) => {
    const { front, product } = await open(api, scene.shop.id);
    if (who === 'a customer') {
      await buildUser(api.db, { role: 'customer', email: person.email, password: person.password });
      await front.signIn(person.email, person.password);
    }
    expect(await front.payments()).toEqual(['STRIPE', 'CASH_ON_DELIVERY']);
    const { order } = await front.buy(product, 2, { payment: 'STRIPE' });
    expect(await front.payPage(order)).toMatch(/^https?:\/\//);

    const attempt = await api.db
      .selectFrom('payment_attempts')
      .select('payment_id')
      .executeTakeFirstOrThrow();
    await control({ do: 'pay', id: attempt.payment_id });
    await runJobs();

    const { tracking_number } = order;
    const asked = { tracking_number, payment_gateway: 'stripe' };
    expect(await front.send('POST', 'orders/payment', asked)).toMatchObject({
      payment_status: 'payment-success',
    });
    expect(await front.send('GET', `orders/${tracking_number}`)).toMatchObject({
      payment_gateway: 'STRIPE',
      payment_status: 'payment-success',
    });
  });
});
