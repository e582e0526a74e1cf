import { beforeEach, describe, expect, it } from 'vitest';
import type { ProductReviewDetails } from '@/contract/catalogue/products/moderation';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Approvals of products that are undone within thirty seconds, one by one and in bulk. */
const { api, scene } = setUpScene();

type Person = Parameters<typeof api.request>[0];

const setReview = async (isOn: boolean) => {
  const options = { isProductReview: isOn };
  expect((await api.request(scene.super_admin, 'POST', 'settings', { options })).status).toBe(200);
};
const put = (who: Person, id: number, body: object) => api.request(who, 'PUT', `products/${id}`, body);
const queue = async (who: Person, query = '') =>
  (await api.request<{ data: ProductReviewDetails[] }>(who, 'GET', `product-reviews?${query}`)).body.data;
const decide = (id: number, verb: 'approve' | 'reject', body: object = {}) =>
  api.request<ProductReviewDetails & Wire>(scene.super_admin, 'POST', `product-reviews/${id}/${verb}`, body);
const stored = (id: number) =>
  api.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const reviewRow = (id: number) =>
  api.db.selectFrom('product_reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const emails = () =>
  api.db.selectFrom('outbox').select(['recipient', 'template', 'subject', 'body']).orderBy('id').execute();
const own = (given: Parameters<typeof buildProduct>[1] = {}) =>
  buildProduct(api.db, { shop: scene.shop, name: 'Чай', ...given });

/** A draft submitted by its owner: the product and the id of the submission. */
async function sendIn(given: Parameters<typeof buildProduct>[1] = {}) {
  const product = await own({ status: 'draft', ...given });
  expect((await put(scene.store_owner, product.id, { status: 'under_review' })).status).toBe(200);
  const { id } = await api.db
    .selectFrom('product_reviews')
    .select('id')
    .where('product_id', '=', product.id)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow();
  return { product, id };
}

/** A change of a live product. */
async function change(values: object, given: Parameters<typeof buildProduct>[1] = {}) {
  const product = await own(given);
  expect((await put(scene.store_owner, product.id, values)).status).toBe(200);
  const { id } = await api.db
    .selectFrom('product_reviews')
    .select('id')
    .where('product_id', '=', product.id)
    .executeTakeFirstOrThrow();
  return { product, id };
}

beforeEach(() => setReview(true));

describe('an undone approval', () => {
  const undo = (id: number | string, person: Person = scene.super_admin) =>
    api.request(person, 'POST', `product-reviews/${id}/undo-approval`, {});
  const later = (seconds: number) => api.setNow(new Date(api.now().getTime() + seconds * 1000));

  it('sends a new product back to the queue, and its shop is told nothing', async () => {
    const { product, id } = await sendIn();
    const before = (await emails()).length;
    const { body } = await decide(id, 'approve', { version: 1 });
    expect(body.undo_until).toBe(new Date(api.now().getTime() + 30_000).toISOString());
    expect((await stored(product.id)).status).toBe('publish');
    later(20);

    expect((await undo(id)).status).toBe(200);

    expect((await stored(product.id)).status).toBe('under_review');
    expect(await reviewRow(id)).toMatchObject({ decision: null, decided_at: null, decided_by: null });
    expect(await queue(scene.super_admin, 'state=waiting')).toMatchObject([{ id }]);
    expect((await emails()).length).toBe(before);
    expect((await undo(id)).status).toBe(400);
  });

  it('is refused after thirty seconds, and when the product has changed since', async () => {
    const { product, id } = await sendIn();
    await decide(id, 'approve', { version: 1 });
    await put(scene.super_admin, product.id, { quantity: 7 });
    expect((await undo(id)).body.errors).toEqual({ approval: ['error-approval-stands'] });
    const other = await sendIn({ name: 'Кофе' });
    await decide(other.id, 'approve', { version: 1 });
    later(31);
    expect((await undo(other.id)).status).toBe(400);
    expect((await stored(other.product.id)).status).toBe('publish');
  });

  it('is for administrators, of a submission that exists, and not for a change', async () => {
    const { id } = await sendIn();
    await decide(id, 'approve', { version: 1 });
    expect((await undo(id, null)).status).toBe(401);
    expect((await undo(id, scene.store_owner)).status).toBe(403);
    expect((await undo('x')).status).toBe(404);
    expect((await undo(99_999)).status).toBe(404);
    const changed = await change({ name: 'Кофе' });
    const { body } = await decide(changed.id, 'approve', { version: 1 });
    expect(body.undo_until).toBeUndefined();
    expect((await undo(changed.id)).status).toBe(400);
  });
});

describe('a decision of yesterday, in the journal', () => {
  /** The journal's last save of the product. */
  const entryOf = async (id: number) =>
    api.db
      .selectFrom('audit_log')
      .select('id')
      .where('family', '=', 'products')
      .where('row_id', '=', id)
      .where('action', '=', 'update')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  const putBack = async (id: number, fields: string[]) => {
    const { version } = await stored(id);
    const entry = (await entryOf(id)).id;
    return api.request(scene.super_admin, 'POST', `audit/${entry}/undo`, { fields, version });
  };
  const nextDay = () => api.setNow(new Date(api.now().getTime() + 24 * 3600_000));

  it.each([
    ['approve', 'publish', { version: 1 }],
    ['reject', 'rejected', { version: 1, reason: 'Нет состава' }],
  ] as const)('to %s is put back: the product waits in the queue again', async (verb, status, body) => {
    const { product, id } = await sendIn();
    expect((await decide(id, verb, body)).status).toBe(200);
    expect((await stored(product.id)).status).toBe(status);
    nextDay();

    expect((await putBack(product.id, ['status'])).status).toBe(200);

    expect((await stored(product.id)).status).toBe('under_review');
    expect(await queue(scene.super_admin, 'state=waiting')).toMatchObject([{ product: { id: product.id } }]);
  });

  it('about a change of a product on sale is put back, too', async () => {
    const { product, id } = await change({ name: 'Кофе' });
    await decide(id, 'approve', { version: 1 });
    nextDay();

    expect((await putBack(product.id, ['name'])).status).toBe(200);

    expect((await stored(product.id)).name).toBe('Чай');
    expect(await queue(scene.super_admin, 'state=waiting')).toEqual([]);
  });
});

describe('an undone bulk approval', () => {
  interface Step {
    done: number;
    next: { after: number; until: number } | null;
    undo?: { id: number; until: string };
  }
  const path = 'product-reviews/bulk/undo-approval';
  const undo = (undos: unknown, person: Person = scene.super_admin) =>
    api.request<Wire & { done: number; refused: number }>(person, 'POST', path, { undos });
  const approve = async (ids: number[]) =>
    (await api.request<Step>(scene.super_admin, 'POST', 'product-reviews/bulk/approve', { ids })).body;
  const later = (seconds: number) => api.setNow(new Date(api.now().getTime() + seconds * 1000));
  const statusOf = async ({ product }: { product: { id: number } }) => (await stored(product.id)).status;

  it('sends the new products back to the queue, and their shop is told nothing', async () => {
    const sent = [await sendIn(), await sendIn({ name: 'Кофе' })];
    const before = (await emails()).length;
    const step = await approve(sent.map(({ id }) => id));
    expect(step.undo?.until).toBe(new Date(api.now().getTime() + 30_000).toISOString());
    later(20);

    const { status, body } = await undo([step.undo?.id]);

    expect([status, body]).toEqual([200, { done: 2, refused: 0 }]);
    expect(await Promise.all(sent.map(statusOf))).toEqual(['under_review', 'under_review']);
    expect((await queue(scene.super_admin, 'state=waiting')).map(({ id }) => id)).toEqual(
      sent.map(({ id }) => id),
    );
    expect((await emails()).length).toBe(before);
    const bells = await api.db
      .selectFrom('notify_logs')
      .select('id')
      .where('notify_event', '=', 'approved')
      .execute();
    expect(bells).toEqual([]);
  });

  it('leaves approved what has changed since, and the changes of products on sale, and tells of those', async () => {
    const [first, edited] = [await sendIn(), await sendIn({ name: 'Кофе' })];
    const changed = await change({ name: 'Сок' });
    const before = (await emails()).length;
    const step = await approve([first.id, edited.id, changed.id]);
    await put(scene.super_admin, edited.product.id, { quantity: 7 });

    const { body } = await undo([step.undo?.id]);

    expect(body).toEqual({ done: 1, refused: 2 });
    expect([await statusOf(first), await statusOf(edited)]).toEqual(['under_review', 'publish']);
    expect((await stored(changed.product.id)).name).toBe('Сок');
    const told = (await emails()).slice(before);
    expect(told.map(({ subject }) => subject)).toEqual(['Проверка пройдена: товаров — 2']);
    expect(told[0]?.body).toContain('Кофе');
    expect(told[0]?.body).not.toContain('Чай');
  });

  it('leaves approved a product that was sent in again since', async () => {
    const sent = await sendIn();
    const step = await approve([sent.id]);
    expect((await put(scene.store_owner, sent.product.id, { name: 'Кофе' })).status).toBe(200);
    expect(await queue(scene.super_admin, 'state=waiting')).toMatchObject([{ kind: 'change' }]);

    expect((await undo([step.undo?.id])).body).toEqual({ done: 0, refused: 1 });

    expect(await statusOf(sent)).toBe('publish');
  });

  it('does not meet the steps that are still approved: they wait for each other, and stand', async () => {
    const [first, second, third] = [
      await sendIn(),
      await sendIn({ name: 'Кофе' }),
      await sendIn({ name: 'Сок' }),
    ];
    const step = await approve([first.id, second.id]);

    const [undone, next] = await Promise.all([undo([step.undo?.id]), approve([second.id, third.id])]);

    expect(undone.body).toEqual({ done: 2, refused: 0 });
    expect([await statusOf(first), await statusOf(third)]).toEqual(['under_review', 'publish']);
    // The second product was approved again only by a step that came after the undo.
    expect(await statusOf(second)).toBe(next.done === 2 ? 'publish' : 'under_review');
    expect((await undo([next.undo?.id])).body).toEqual({ done: next.done, refused: 0 });
  });

  it('happens once: of two at the same time the second is refused', async () => {
    const sent = await sendIn();
    const step = await approve([sent.id]);

    const answers = await Promise.all([undo([step.undo?.id]), undo([step.undo?.id])]);

    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 400]);
    expect(await statusOf(sent)).toBe('under_review');
    expect((await undo([step.undo?.id])).body.errors).toEqual({ approval: ['error-approval-stands'] });
  });

  it('is refused as a whole after thirty seconds of one of its steps', async () => {
    const [first, second] = [await sendIn(), await sendIn({ name: 'Кофе' })];
    const early = await approve([first.id]);
    later(20);
    const late = await approve([second.id]);
    later(11);

    expect((await undo([early.undo?.id, late.undo?.id])).status).toBe(400);
    expect(await Promise.all([first, second].map(statusOf))).toEqual(['publish', 'publish']);

    expect((await undo([late.undo?.id])).body).toEqual({ done: 1, refused: 0 });
  });

  it('is for administrators, of steps that exist, and not for changes alone', async () => {
    const sent = await sendIn();
    const step = await approve([sent.id]);
    expect((await undo([step.undo?.id], null)).status).toBe(401);
    expect((await undo([step.undo?.id], scene.store_owner)).status).toBe(403);
    expect((await undo([99_999])).status).toBe(400);
    for (const undos of [undefined, [], 'all', ['x'], [1.5]]) expect((await undo(undos)).status).toBe(422);
    const changed = await change({ name: 'Кофе' });
    expect((await approve([changed.id])).undo).toBeUndefined();
    // The undo of one approval is no step's.
    const single = await sendIn({ name: 'Сок' });
    await decide(single.id, 'approve');
    const { id } = await api.db
      .selectFrom('approval_undos')
      .select('id')
      .where('row_id', '=', single.id)
      .executeTakeFirstOrThrow();
    expect((await undo([id])).status).toBe(400);
  });
});
