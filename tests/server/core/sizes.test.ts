import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { productSchema } from '@/contract/catalogue/products/schema';
import { validate } from '@/server/core/validate';
import { endpointsOf } from '../../support/endpoints';
import { setUpScene } from '../../support/scene';

/** A request of any size is answered at once, and the largest that a form sends is accepted. */
const { api, scene } = setUpScene();

const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));
const listOf = (count: number) => many(count, () => ({}));

/** Far above what a refusal takes, far below what testing the items took: the machine has other work, too. */
const soonMs = 2000;

async function timed<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  // The first request loads the schema.
  await ask();
  const started = performance.now();
  const answer = await ask();
  return { answer, ms: performance.now() - started };
}

describe('a list longer than its schema allows', () => {
  it.each([
    ['orders/checkout/verify', 'products', 7500, 422],
    ['orders/checkout/verify', 'products', 31_300, 413],
    ['orders/checkout/verify', 'products', 700_000, 413],
    ['coupons/verify', 'item', 7500, 422],
    ['orders', 'products', 7500, 422],
    ['refunds', 'lines', 7500, 422],
    ['shops', 'categories', 30_000, 422],
    ['products', 'variations', 200_000, 422],
    ['products', 'variations', 650_000, 413],
  ] as const)(
    'of %s is refused at %s before its %i items are tested: %i',
    async (path, key, count, expected) => {
      const text = JSON.stringify({ [key]: listOf(count) });
      const { answer, ms } = await timed(() => api.request(scene.super_admin, 'POST', path, text));

      expect(answer.status).toBe(expected);
      if (expected === 422) expect(answer.body.errors[key]).toHaveLength(1);
      expect(ms).toBeLessThan(soonMs);
    },
  );

  it('is refused where the schema states no limit, and within another list', async () => {
    const cases = [
      ['shops', { categories: many(1001, (index) => index + 1) }, 'categories'],
      ['products', { variation_options: { upsert: [{ value_ids: many(11, () => 1) }] } }, /value_ids$/],
    ] as const;
    for (const [path, sent, field] of cases) {
      const { status, body } = await api.request(scene.super_admin, 'POST', path, sent);

      expect([path, status]).toEqual([path, 422]);
      expect(Object.keys(body.errors)).toEqual([expect.stringMatching(field)]);
    }
  });
});

describe('a text', () => {
  it('longer than its schema allows is refused with the message of the schema', async () => {
    const { status, body } = await api.request(scene.super_admin, 'POST', 'taxes', {
      name: 'ш'.repeat(30_000),
    });

    expect([status, body.errors]).toEqual([422, { name: ['error-too-long'] }]);
  });

  it('is refused where the schema states no limit', async () => {
    const image = { id: 1, original: 'x'.repeat(4001) };
    const { status, body } = await api.request(scene.super_admin, 'POST', 'tags', { image });

    expect([status, body.errors]).toEqual([422, { 'image.original': ['error-too-long'] }]);
  });

  it('may have spaces around it that do not count', async () => {
    const name = `НДС${' '.repeat(1000)}`;
    const { status, body } = await api.request(scene.super_admin, 'POST', 'taxes', {
      name,
      rate: 20,
      country: 'Россия',
    });

    expect([status, body.name]).toEqual([201, 'НДС']);
  });
});

describe('a refusal', () => {
  it('names each error once for a field, and at most a hundred', async () => {
    const products = many(200, (index) => ({ product_id: 'x', order_quantity: -index }));
    const { body } = await api.request(null, 'POST', 'orders/checkout/verify', { products });
    const upsert = many(2000, () => ({ price: -1, quantity: -1, sku: '!', options: [{}, {}] }));
    const { answer, ms } = await timed(() =>
      api.request(scene.super_admin, 'POST', 'products', { variation_options: { upsert } }),
    );

    expect(body.errors).toEqual({
      'products.product_id': ['error-wrong-value'],
      'products.order_quantity': ['error-must-be-positive'],
    });
    expect(answer.status).toBe(422);
    expect(Object.values(answer.body.errors).flat()).toHaveLength(100);
    expect(ms).toBeLessThan(3 * soonMs);
  });
});

describe('twenty large bodies at once', () => {
  it('take turns, so that others are served between them', async () => {
    const upsert = many(400, (index) => ({
      price: 1,
      quantity: 1,
      sku: `S${index}`,
      value_ids: many(10, () => 1),
    }));
    const schema = productSchema.pick(['variation_options']);
    let turns = 0;
    let isOver = false;
    const count = async (): Promise<void> => {
      await setImmediate();
      turns += 1;
      if (!isOver) await count();
    };
    const counted = count();
    await Promise.all(many(20, () => validate(schema, { variation_options: { upsert, delete: [] } })));
    isOver = true;
    await counted;

    expect(turns).toBeGreaterThanOrEqual(20);
  });
});

describe('an object with 150,000 keys', () => {
  it('is refused by every endpoint that takes a body', async () => {
    const text = JSON.stringify(Object.fromEntries(many(150_000, (index) => [`k${index}`, 1])));
    const writing = endpointsOf(api.app).filter(({ method }) => method !== 'GET' && method !== 'DELETE');
    const slow: string[] = [];
    for (const { method, path } of writing) {
      const started = performance.now();
      const { status } = await api.request(
        scene.super_admin,
        method as 'POST',
        path.replace(/:\w+|\*/g, '1'),
        text,
      );
      expect([method, path, status]).toEqual([method, path, 413]);
      if (performance.now() - started > soonMs) slow.push(`${method} ${path}`);
    }

    expect(writing.length).toBeGreaterThan(200);
    expect(slow).toEqual([]);
  });
});

describe('a query', () => {
  it('with more parameters than any list has is refused', async () => {
    const query = many(201, (index) => `k${index}=1`).join('&');
    const { status, body } = await api.request(null, 'GET', `products?${query}`);

    expect([status, body.message]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('the largest body of a form', () => {
  it('of a product, with 2,000 new variations, passes the limits', async () => {
    const file = 'https://shop.test/admin/rest/uploads/2026/03/0f8fad5b-d9cb-469f-a165-70867728950e.jpg';
    const upsert = many(2000, (index) => ({
      price: 1290.5,
      sale_price: null,
      quantity: 10,
      sku: `SKU-${index}`,
      barcode: null,
      is_disable: false,
      image: { id: index + 1, original: file, thumbnail: file, file_name: 'Картинка товара.jpg' },
      is_digital: false,
      digital_file: null,
      value_ids: [index, index + 1, index + 2],
      options: ['Цвет', 'Размер', 'Материал'].map((one) => ({ name: one, value: 'Тёмно-синий' })),
    }));
    const sent = {
      shop_id: scene.shop.id,
      product_type: 'variable',
      variation_options: { upsert, delete: [] },
    };
    const { status, body } = await api.request(scene.store_owner, 'POST', 'products', sent);

    // What is missing is named, nothing is too large.
    expect([
      status,
      Object.values(body.errors)
        .flat()
        .filter((text) => /too/.test(text)),
    ]).toEqual([422, []]);
    expect(JSON.stringify(sent).length).toBeGreaterThan(900_000);
  });
});
