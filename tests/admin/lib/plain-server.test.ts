import { analytics, startOptions } from '@tests/plain/options';
import { startRows } from '@tests/plain/rows';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { api, apiAs } from '@/lib/api/client';
import { completeAnswer } from '@/lib/api/plain/complete';
import { keepFacts } from '@/lib/api/plain/facts';
import { server } from '../server';

type Json = Record<string, unknown>;

const url = (path: string) => `http://localhost/admin/rest/${path}`;
const first = (path: string) => structuredClone(startRows[path]?.[0]) as Json;
const variable = () => structuredClone(startRows.products?.[1]) as Json;

/** The panel recognises the server's kind from the settings. */
async function meetPlainServer() {
  server.use(http.get(url('settings'), () => HttpResponse.json({ id: 1, options: startOptions })));
  await api.get('settings');
}

describe('rows of a server without our extensions', () => {
  it('have booleans in place of 1 and 0, and null in place of an empty object', () => {
    const shop = completeAnswer('shops/lampy', first('shops')) as Json;

    expect(shop).toMatchObject({
      is_active: true,
      cover_image: null,
      settings: { location: null, socials: [] },
    });
  });

  it('have a profile even if it is missing', () => {
    const user = completeAnswer('users/1', first('users')) as Json;

    expect(user.profile).toMatchObject({ avatar: null, contact: null, socials: [] });
  });

  it('have moves and lines of an order, with its phone unchanged', () => {
    const order = completeAnswer('orders/91', first('orders')) as Json;

    expect(order.customer_contact).toBe('19365141641631');
    expect(order.moves).toContain('order-out-for-delivery');
    expect(order.products).toMatchObject([
      { order_id: 92, order_quantity: 2, unit_price: 1200, subtotal: 2400 },
    ]);
    expect(order.billing_address).toBeNull();
  });

  it('have no moves from an unknown status', () => {
    const order = completeAnswer('orders', { data: [startRows.orders?.[1]] }) as { data: Json[] };

    expect(order.data[0]?.moves).toEqual([]);
  });

  it('have the ids of the values that a variation names', () => {
    const product = completeAnswer('products/72', variable()) as { variation_options: Json[] };

    expect(product.variation_options.map(({ value_ids }) => value_ids)).toEqual([[61], [62]]);
    expect(product.variation_options[0]).toMatchObject({ price: 1500, is_disable: false });
  });

  it('read times without a zone as UTC', () => {
    expect(completeAnswer('flash-sale', [first('flash-sale')])).toMatchObject([
      { start_date: '2026-09-01T00:00:00.000Z', status: expect.any(String), sale_status: true },
    ]);
  });

  it('are left alone when they are not rows', () => {
    expect(completeAnswer('analytics', analytics)).toEqual(analytics);
    expect(completeAnswer('orders/91', 'Order updated')).toBe('Order updated');
  });
});

describe('settings of such a server', () => {
  it('fill in our defaults and keep unknown keys', () => {
    const { options } = completeAnswer('settings', { id: 1, options: startOptions }) as { options: Json };

    expect(options).toMatchObject({
      guestCheckout: true,
      isUnderMaintenance: false,
      timeZone: 'Europe/Moscow',
      loyaltyTiers: startOptions.loyaltyTiers,
    });
    expect(options.maintenance).toMatchObject({ title: null });
  });

  it('are posted as a whole', async () => {
    await meetPlainServer();
    let posted: Json = {};
    server.use(
      http.post(url('settings'), async ({ request }) => {
        posted = (await request.json()) as Json;
        return HttpResponse.json({ id: 1, options: posted.options });
      }),
    );

    await api.post('settings', {
      language: 'ru',
      options: { siteTitle: 'Новое', seo: { metaTitle: 'Свет' } },
    });

    expect(posted.options).toEqual({
      ...startOptions,
      siteTitle: 'Новое',
      seo: { metaTitle: 'Свет', ogImage: null },
    });
  });
});

describe('an update', () => {
  it('is read again when its response is a sentence', async () => {
    await meetPlainServer();
    server.use(
      http.put(url('orders/91'), () => HttpResponse.text('Order updated')),
      http.get(url('orders/91'), () => HttpResponse.json(first('orders'))),
    );

    expect(await api.put('orders/91', { order_status: 'order-processing' })).toMatchObject({
      id: 91,
      events: [],
    });
  });

  it('with an empty response was rejected', async () => {
    await meetPlainServer();
    server.use(http.put(url('tags/41'), () => HttpResponse.text('')));

    await expect(api.put('tags/41', { name: 'Новое' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('of variations sends each one complete, with the names of its values', async () => {
    await meetPlainServer();
    let body: Json = {};
    server.use(
      http.get(url('products/72'), () => HttpResponse.json(variable())),
      http.put(url('products/72'), async ({ request }) => {
        body = (await request.json()) as Json;
        return HttpResponse.json(variable());
      }),
    );
    const added = { value_ids: [63], options: [{ name: 'Цвет', value: 'Синий' }], price: 900 };

    await api.put('products/72', {
      variation_options: { upsert: [{ id: 81, quantity: 2, quantity_was: 3 }, added], delete: [82] },
    });

    const [stored] = variable().variation_options as Json[];
    expect(body).toEqual({
      ...{ shop_id: 11, product_type: 'variable', slug: 'torsher', price: null, sale_price: null },
      ...{ min_price: 900, max_price: 1500, quantity: 2 },
      variation_options: {
        upsert: [
          { ...stored, quantity: 2 },
          { title: 'Синий', options: added.options, price: 900 },
        ],
        delete: [82],
      },
    });
  });
});

it('requests an owner’s staff shop by shop, an administrator’s in one request', async () => {
  await meetPlainServer();
  keepFacts({ lacks: [] });
  const asked: string[] = [];
  const own = [first('shops'), { ...first('shops'), id: 13, name: 'Вторая', slug: 'vtoraya' }];
  const meet = (shops: Json[]) =>
    server.use(http.get(url('me'), () => HttpResponse.json({ ...first('users'), shops })));
  server.use(
    http.get(url('staffs'), ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.toString());
      const id = Number(searchParams.get('shop_id'));
      return HttpResponse.json({ data: [{ ...first('staffs'), id, shop_id: id }], total: 1, last_page: 1 });
    }),
    http.get(url('all-staffs'), () => HttpResponse.json({ data: [first('staffs')], total: 7 })),
  );

  meet(own);
  for (const path of ['staffs', 'vendor/store_keepers']) {
    const { rows, paginator } = await apiAs.page(path, { page: 1 });
    expect(rows).toMatchObject([
      { id: 11, shop: { slug: 'lampy' } },
      { id: 13, shop: { slug: 'vtoraya' } },
    ]);
    expect(paginator).toMatchObject({ total: 2, hasMorePages: false });
  }
  expect(asked).toEqual(Array(2).fill(['page=1&shop_id=11', 'page=1&shop_id=13']).flat());
  meet([]);
  expect((await api.page('staffs', { page: 1 })).paginator.total).toBe(7);
});

it('saves requisites of a shop as the account of its balance', async () => {
  await meetPlainServer();
  let body: Json = {};
  server.use(
    http.get(url('shops/11'), () => HttpResponse.json({ ...first('shops'), balance: { id: 3 } })),
    http.put(url('shops/11'), async ({ request }) => {
      body = (await request.json()) as Json;
      return HttpResponse.json(first('shops'));
    }),
  );
  const requisites = { legal_name: 'ИП Лавочник', account: '407028', bank_name: 'Банк', payment_email: null };

  await api.put('shops/11', { name: 'Лампы', requisites });

  expect(body).toMatchObject({
    name: 'Лампы',
    balance: {
      id: 3,
      payment_info: { account: '407028', name: 'ИП Лавочник', email: null, bank: 'Банк' },
    },
  });
});

it('does not change the responses of our own server', async () => {
  server.use(
    http.get(url('settings'), () => HttpResponse.json({ id: 1, version: 3, options: {} })),
    http.get(url('users/1'), () => HttpResponse.json(first('users'))),
  );
  await api.get('settings');

  expect(await api.one('users', 1)).toEqual(first('users'));
});
