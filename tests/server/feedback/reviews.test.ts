import { expect, it } from 'vitest';
import { buildAttachment, buildUser } from '../../support/factories';
import { buildPurchase, buildReport, buildReview } from '../../support/feedback';
import { buildOrder } from '../../support/orders';
import { messagesTo } from '../../support/outbox';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

const { api, scene } = setUpScene();

type Person = { id: number } | null;
const write = (person: Person, body: object) => api.request(person, 'POST', 'reviews', body);
const list = (person: Person, query = '') => api.request(person, 'GET', `reviews${query}`);
const one = (person: Person, id: number) => api.request(person, 'GET', `reviews/${id}`);
/** In order of creation. */
const ids = ({ body }: { body: Wire }) => body.data.map(({ id }) => id).toSorted((a, b) => a - b);
const stored = (id: number) =>
  api.db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const setting = (options: object) =>
  api.db
    .insertInto('settings')
    .values({ options: JSON.stringify(options) })
    .execute();
const ratingsOf = async (productId: number) => {
  const { body } = await api.request(null, 'GET', `products/${productId}`);
  return [body.ratings, body.total_reviews];
};

it('is written about a received product and is visible immediately', async () => {
  const { product, order } = await buildPurchase(api, scene.customer, scene.shop);
  const picture = await buildAttachment(api.db, { user: scene.customer });
  const answer = await write(scene.customer, {
    order_id: order.id,
    product_id: product.id,
    shop_id: scene.shop.id,
    rating: 4,
    comment: 'Тёплая вещь 🙂\n«Рекомендую»',
    photos: [{ id: picture.id }],
    moderation_note: 'Хитрость',
  });

  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({
    rating: 4,
    comment: 'Тёплая вещь 🙂\n«Рекомендую»',
    order_id: order.id,
    shop_id: scene.shop.id,
    positive_feedbacks_count: 0,
    abusive_reports_count: 0,
    my_feedback: null,
    user: { id: scene.customer.id, name: scene.customer.name },
    product: { id: product.id, name: product.name },
  });
  expect(answer.body.photos).toEqual([expect.objectContaining({ id: picture.id })]);
  expect(await stored(answer.body.id)).toMatchObject({
    user_id: scene.customer.id,
    order_id: order.id,
    moderation_note: null,
    is_only: true,
  });
  expect(await ratingsOf(product.id)).toEqual([4, 1]);
  const [guest] = (await list(null, `?product_id=${product.id}`)).body.data;
  expect(guest).toMatchObject({ id: answer.body.id, comment: 'Тёплая вещь 🙂\n«Рекомендую»' });
  expect(guest?.user).toEqual({
    id: scene.customer.id,
    name: scene.customer.name,
    avatar: null,
    profile: { avatar: null },
  });
  expect(guest).not.toHaveProperty('order_id');
});

it('notifies the staff in charge and e-mails the owner', async () => {
  const { product, order } = await buildPurchase(api, scene.customer, scene.shop);
  const { body } = await write(scene.customer, {
    order_id: order.id,
    product_id: product.id,
    rating: 5,
    comment: '<b>Отлично</b>',
  });

  const bells = await api.db
    .selectFrom('notify_logs')
    .select(['receiver', 'notify_type', 'notify_event', 'notify_text', 'subject_id', 'shop_id'])
    .where('notify_type', '=', 'review')
    .orderBy('receiver')
    .execute();
  const told = {
    notify_type: 'review',
    notify_event: 'new',
    notify_text: '<b>Отлично</b>',
    subject_id: body.id,
  };
  const shop_id = scene.shop.id;
  expect(bells).toEqual([
    { receiver: scene.store_owner.id, ...told, shop_id },
    { receiver: scene.staff.id, ...told, shop_id },
  ]);
  const letters = await messagesTo(api.db, scene.store_owner.email);
  const letter = letters.find(({ template }) => template === 'review-created');
  expect(letter?.body).toContain('★★★★★\n<b>Отлично</b>');
  expect(letter?.body).toContain('/admin/pervaya/reviews');
});

it('refreshes the lists of administrators and of the shop’s staff in charge', async () => {
  const review = await buildReview(api.db, { user: scene.customer, shop: scene.shop });
  await api.request(scene.super_admin, 'DELETE', `reviews/${review.id}`);

  const events = await api.db
    .selectFrom('live_events')
    .select(['audiences', 'data'])
    .where('type', '=', 'feedback')
    .execute();
  expect(events).toEqual([
    {
      audiences: ['admins:feedback', `shop:${scene.shop.id}`, `shop:${scene.shop.id}:feedback`],
      data: { family: 'reviews', id: review.id },
    },
  ]);
});

it('requires a session, an own purchase and a valid body', async () => {
  const { product, order } = await buildPurchase(api, scene.customer, scene.shop);
  const body = { order_id: order.id, product_id: product.id, rating: 5, comment: 'Да' };

  expect((await write(null, body)).status).toBe(401);
  const stranger = await buildUser(api.db);
  expect((await write(stranger, body)).status).toBe(404);
  expect((await write(scene.super_admin, body)).status).toBe(404);
  const other = await buildProduct(api.db, { shop: scene.shop });
  expect((await write(scene.customer, { ...body, product_id: other.id })).status).toBe(404);
  const wrong = await write(scene.customer, { ...body, rating: 6, comment: '  ' });
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    { rating: ['error-rating-range'], comment: ['error-comment-required'] },
  ]);
  expect((await write(scene.customer, { ...body, shop_id: scene.otherShop.id })).status).toBe(422);
  const waiting = await buildOrder(api, { customer: scene.customer, lines: [{ shop: scene.shop, product }] });
  const early = await write(scene.customer, { ...body, order_id: waiting.id });
  expect([early.status, early.body.errors]).toEqual([422, { order_id: ['error-review-not-received'] }]);
  expect(await api.db.selectFrom('reviews').select('id').execute()).toEqual([]);
});

it('of twenty concurrent reviews of one purchase one is kept', { timeout: 60_000 }, async () => {
  const { product, order } = await buildPurchase(api, scene.customer, scene.shop);
  const body = { order_id: order.id, product_id: product.id, rating: 5, comment: 'Да' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => write(scene.customer, body)));

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array(19).fill(409),
  ]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.message).toBe('ALREADY_GIVEN_REVIEW_FOR_THIS_PRODUCT');
  expect(await api.db.selectFrom('reviews').select('id').execute()).toHaveLength(1);
  // The part's id refers to the same purchase.
  const part = order.parts?.[0];
  if (part) expect((await write(scene.customer, { ...body, order_id: part.id })).status).toBe(409);
});

it('may be written again if the settings allow it, but not after moderation if they do not', async () => {
  await setting({ reviewSystem: { name: 'Много раз', value: 'review_multiple_time' } });
  const { product, order } = await buildPurchase(api, scene.customer, scene.shop);
  const body = { order_id: order.id, product_id: product.id, rating: 5, comment: 'Да' };
  const first = await write(scene.customer, body);
  const second = await write(scene.customer, { ...body, rating: 2 });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(await ratingsOf(product.id)).toEqual([3.5, 2]);

  await api.db
    .updateTable('settings')
    .set({ options: JSON.stringify({}) })
    .execute();
  for (const { body: row } of [first, second])
    await api.request(scene.super_admin, 'DELETE', `reviews/${row.id}`);
  expect((await write(scene.customer, body)).status).toBe(409);
});

it('is changed only by its author and administrators, and never moved', async () => {
  const review = await buildReview(api.db, { user: scene.customer, shop: scene.shop });
  const path = `reviews/${review.id}`;
  const put = (person: Person, body: object) => api.request(person, 'PUT', path, body);

  expect((await put(null, { rating: 1 })).status).toBe(401);
  for (const stranger of [await buildUser(api.db), scene.otherOwner, scene.store_owner, scene.staff])
    expect((await put(stranger, { rating: 1 })).status).toBe(404);
  expect((await put(scene.customer, { rating: 0 })).body.errors).toEqual({ rating: ['error-rating-range'] });
  const mine = await put(scene.customer, {
    rating: 3,
    comment: 'Передумал',
    shop_id: scene.otherShop.id,
    product_id: 999_999,
    user_id: 1,
    moderation_note: 'Хитрость',
  });
  expect([mine.status, mine.body.rating]).toEqual([200, 3]);
  expect(await stored(review.id)).toMatchObject({
    rating: 3,
    comment: 'Передумал',
    shop_id: scene.shop.id,
    product_id: review.product_id,
    moderation_note: null,
    moderated_by: null,
    user_id: scene.customer.id,
  });
  const moderated = await put(scene.super_admin, {
    comment: 'Вещь так себе',
    moderation_note: 'Убран телефон',
    version: 2,
  });
  expect(moderated.body).toMatchObject({ comment: 'Вещь так себе', moderation_note: 'Убран телефон' });
  expect((await stored(review.id)).moderated_by).toBe(scene.super_admin.id);
  expect((await put(scene.super_admin, { rating: 1, version: 2 })).status).toBe(409);
  expect((await one(scene.store_owner, review.id)).body).not.toHaveProperty('moderation_note');
});

it('is removed and restored by administrators only, and the rating follows', async () => {
  const product = await buildProduct(api.db, { shop: scene.shop });
  const [good, bad] = [
    await buildReview(api.db, { user: scene.customer, shop: scene.shop, product, rating: 5 }),
    await buildReview(api.db, { user: await buildUser(api.db), shop: scene.shop, product, rating: 2 }),
  ];
  expect(await ratingsOf(product.id)).toEqual([3.5, 2]);
  const remove = (person: Person) => api.request(person, 'DELETE', `reviews/${bad.id}`);

  expect((await remove(null)).status).toBe(401);
  for (const person of [scene.customer, scene.store_owner, scene.staff])
    expect((await remove(person)).status).toBe(403);
  expect((await remove(scene.super_admin)).status).toBe(200);
  expect(await ratingsOf(product.id)).toEqual([5, 1]);
  expect((await one(null, bad.id)).status).toBe(404);
  expect((await api.request(scene.super_admin, 'POST', `reviews/${bad.id}/restore`)).status).toBe(200);
  expect(await ratingsOf(product.id)).toEqual([3.5, 2]);
  expect(ids(await list(null, `?product_id=${product.id}`))).toEqual([good.id, bad.id]);
});

it('is shown in a shop to its people, elsewhere as the storefront shows it', async () => {
  const own = await buildReview(api.db, { user: scene.customer, shop: scene.shop });
  const others = await buildReview(api.db, { user: scene.customer, shop: scene.otherShop });
  const hidden = await buildReview(api.db, {
    user: await buildUser(api.db),
    shop: scene.shop,
    product: await buildProduct(api.db, { shop: scene.shop, status: 'draft' }),
  });

  expect(ids(await list(scene.super_admin))).toEqual([own.id, others.id, hidden.id]);
  for (const person of [scene.store_owner, scene.staff]) {
    expect(ids(await list(person))).toEqual([own.id, hidden.id]);
    expect((await one(person, others.id)).status).toBe(404);
    expect(ids(await list(person, `?search=shop_id:${scene.otherShop.id}`))).toEqual([]);
  }
  expect(ids(await list(null))).toEqual([own.id, others.id]);
  expect((await one(null, hidden.id)).status).toBe(404);
  const [shown] = (await list(scene.store_owner, `?search=shop_id:${scene.shop.id}&orderBy=id`)).body.data;
  expect(shown?.user).toMatchObject({ is_active: true });
  expect(shown?.user).not.toHaveProperty('email');
  await api.db
    .updateTable('users')
    .set({ permissions: ['staff', 'customer', 'staff:orders'] })
    .where('id', '=', scene.staff.id)
    .execute();
  expect(ids(await list(scene.staff))).toEqual([own.id, others.id]);
});

it('is found by stars, photos, complaints, words, product and group', async () => {
  const { shop, customer } = scene;
  const five = await buildReview(api.db, { user: customer, shop, comment: 'Свитер греет' });
  const one = await buildReview(api.db, { user: customer, shop, rating: 1, comment: 'Не греет' });
  await api.db
    .updateTable('reviews')
    .set({ photos: JSON.stringify([{ id: 1, original: '', thumbnail: '' }]) })
    .where('id', '=', five.id)
    .execute();
  await buildReport(api.db, { user: customer, of: one });
  const find = async (query: string) => ids(await list(scene.super_admin, `?${query}`));

  expect(await find('search=rating:1')).toEqual([one.id]);
  expect(await find('with_photos=true')).toEqual([five.id]);
  expect(await find('with_photos=false')).toEqual([one.id]);
  expect(await find('reported=true')).toEqual([one.id]);
  expect(await find(`search=comment:${encodeURIComponent('свитер')}`)).toEqual([five.id]);
  expect(await find(`search=product_id:${one.product_id}`)).toEqual([one.id]);
  const { slug } = await api.db
    .selectFrom('products')
    .innerJoin('groups', 'groups.id', 'products.type_id')
    .select('groups.slug')
    .where('products.id', '=', five.product_id)
    .executeTakeFirstOrThrow();
  expect(await find(`search=type.slug:${slug}`)).toEqual([five.id]);
  expect((await list(scene.super_admin, '?search=user.wallet:1')).status).toBe(422);
});

it('are removed and restored in bulk, with the complaints about them', async () => {
  const reviews = await Promise.all(
    [1, 2, 3].map(() => buildReview(api.db, { user: scene.customer, shop: scene.shop })),
  );
  const [first] = reviews;
  if (!first) throw new Error('No review');
  const { id } = await buildReport(api.db, { user: scene.store_owner, of: first });
  const statusOf = async () =>
    (await api.db.selectFrom('abusive_reports').select('status').where('id', '=', id).executeTakeFirst())
      ?.status;
  const target = { ids: reviews.slice(0, 2).map((row) => row.id) };

  expect((await api.request(scene.store_owner, 'POST', 'reviews/bulk/remove', target)).status).toBe(403);
  const removed = await api.request<{ id: number; done: number }>(
    ...([scene.super_admin, 'POST', 'reviews/bulk/remove', target] as const),
  );
  expect(removed.body.done).toBe(2);
  expect(await statusOf()).toBe('accepted');
  await api.request(scene.super_admin, 'POST', `reviews/bulk/${removed.body.id}/undo`);
  expect(await statusOf()).toBe('open');
  expect((await list(scene.super_admin)).body.total).toBe(3);
});
