import { beforeEach, describe, expect, it } from 'vitest';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** Many submissions decided at once, by their ids or by the filter of the queue. */
const { api, scene } = setUpScene();

const stored = (id: number) =>
  api.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const reviewRow = (id: number) =>
  api.db.selectFrom('product_reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const emails = () => api.db.selectFrom('outbox').select('subject').execute();

/** A draft submitted by its owner: the product and the id of the submission. */
async function sendIn() {
  const product = await buildProduct(api.db, { shop: scene.shop, name: 'Чай', status: 'draft' });
  const sent = { status: 'under_review' };
  expect((await api.request(scene.store_owner, 'PUT', `products/${product.id}`, sent)).status).toBe(200);
  const { id } = await api.db
    .selectFrom('product_reviews')
    .select('id')
    .where('product_id', '=', product.id)
    .executeTakeFirstOrThrow();
  return { product, id };
}

beforeEach(async () => {
  const options = { isProductReview: true };
  expect((await api.request(scene.super_admin, 'POST', 'settings', { options })).status).toBe(200);
});

describe('POST product-reviews/bulk/reject', () => {
  const reject = (body: object, person: { id: number } | null = scene.super_admin) =>
    api.request<{ done: number }>(person, 'POST', 'product-reviews/bulk/reject', body);

  it('is for administrators, with a reason, and some submissions or a filter', async () => {
    const { id } = await sendIn();

    expect((await reject({ ids: [id], reason: 'Нет фото' }, null)).status).toBe(401);
    expect((await reject({ ids: [id], reason: 'Нет фото' }, scene.store_owner)).status).toBe(403);
    for (const body of [
      { ids: [id] },
      { ids: [id], reason: ' ' },
      { reason: 'Нет' },
      { ids: [], reason: 'Нет' },
      { query: 'all', reason: 'Нет' },
      { query: { kind: 'x' }, reason: 'Нет' },
      { query: { shop: '1' }, reason: 'Нет' },
      { query: {}, step: { after: -1, until: 1 }, reason: 'Нет' },
    ])
      expect((await reject(body)).status, JSON.stringify(body)).toBe(422);
    expect(await reviewRow(id)).toMatchObject({ decision: null });
  });

  it('rejects those that match the filter with one reason, which the shop reads, and no others', async () => {
    const [first, second] = [await sendIn(), await sendIn()];
    await api.db
      .updateTable('product_reviews')
      .set({ shop_id: scene.otherShop.id })
      .where('id', '=', second.id)
      .execute();

    const { status, body } = await reject({
      query: { kind: 'product', shop_id: String(scene.shop.id) },
      reason: 'Нет фото',
    });

    expect([status, body]).toEqual([200, { done: 1, next: null, refused: [] }]);
    expect(await reviewRow(first.id)).toMatchObject({ decision: 'rejected', reason: 'Нет фото' });
    expect((await stored(first.product.id)).status).toBe('rejected');
    expect(await reviewRow(second.id)).toMatchObject({ decision: null });
    expect(await emails()).toHaveLength(1);
  });

  it('continues where it stopped, without what was sent in meanwhile', async () => {
    const [first, second, third] = [await sendIn(), await sendIn(), await sendIn()];

    const step = { after: first.id, until: second.id };
    expect((await reject({ query: {}, step, reason: 'Нет' })).body).toEqual({
      done: 1,
      next: null,
      refused: [],
    });

    expect(await reviewRow(first.id)).toMatchObject({ decision: null });
    expect(await reviewRow(second.id)).toMatchObject({ decision: 'rejected' });
    expect(await reviewRow(third.id)).toMatchObject({ decision: null });
  });

  it('decides once when two reject the same at a time', async () => {
    const { id } = await sendIn();

    const answers = await Promise.all([1, 2].map(() => reject({ ids: [id], reason: 'Нет' })));

    expect(answers.map(({ body }) => body.done).sort((one, other) => one - other)).toEqual([0, 1]);
    expect(await emails()).toHaveLength(1);
  });
});
