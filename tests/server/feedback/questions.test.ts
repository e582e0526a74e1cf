import { expect, it } from 'vitest';
import { buildUser } from '../../support/factories';
import { buildQuestion } from '../../support/feedback';
import { messagesTo } from '../../support/outbox';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

const { api, scene } = setUpScene();

type Person = { id: number } | null;
const ask = (person: Person, body: object) => api.request(person, 'POST', 'questions', body);
const answer = (person: Person, id: number, body: object) =>
  api.request(person, 'PUT', `questions/${id}`, body);
const list = (person: Person, query = '') => api.request(person, 'GET', `questions${query}`);
/** In order of creation. */
const ids = ({ body }: { body: Wire }) => body.data.map(({ id }) => id).toSorted((a, b) => a - b);
const stored = (id: number) =>
  api.db.selectFrom('questions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('is asked about a published product and notifies the shop', async () => {
  const product = await buildProduct(api.db, { shop: scene.shop });
  const made = await ask(scene.customer, {
    product_id: product.id,
    shop_id: scene.shop.id,
    question: 'А есть синий?',
    answer: 'Сам отвечу',
  });

  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ question: 'А есть синий?', answer: null, shop_id: scene.shop.id });
  expect(await stored(made.body.id)).toMatchObject({ user_id: scene.customer.id, answer: null });
  const bells = await api.db
    .selectFrom('notify_logs')
    .select(['receiver', 'notify_event'])
    .where('notify_type', '=', 'question')
    .orderBy('receiver')
    .execute();
  expect(bells).toEqual([
    { receiver: scene.store_owner.id, notify_event: 'new' },
    { receiver: scene.staff.id, notify_event: 'new' },
  ]);
  expect((await messagesTo(api.db, scene.store_owner.email)).map(({ template }) => template)).toContain(
    'question-created',
  );
});

it('is refused without a session, for an unpublished product, and without text', async () => {
  const product = await buildProduct(api.db, { shop: scene.shop });
  const draft = await buildProduct(api.db, { shop: scene.shop, status: 'draft' });

  expect((await ask(null, { product_id: product.id, question: 'Да?' })).status).toBe(401);
  expect((await ask(scene.customer, { product_id: draft.id, question: 'Да?' })).status).toBe(404);
  const empty = await ask(scene.customer, { product_id: product.id, question: ' ' });
  expect(empty.body.errors).toEqual({ question: ['error-question-required'] });
  const elsewhere = { product_id: product.id, shop_id: scene.otherShop.id, question: 'Да?' };
  expect((await ask(scene.customer, elsewhere)).status).toBe(422);
});

it('the configured limit holds under twenty concurrent questions', { timeout: 60_000 }, async () => {
  await api.db
    .insertInto('settings')
    .values({ options: JSON.stringify({ maximumQuestionLimit: 3 }) })
    .execute();
  const product = await buildProduct(api.db, { shop: scene.shop });
  const body = { product_id: product.id, question: 'А есть синий?' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(scene.customer, body)));

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = answers.filter(({ status }) => status === 400);
  expect(new Set(refused.map(({ body: told }) => told.message))).toEqual(
    new Set(['MAXIMUM_QUESTION_LIMIT_EXCEEDED']),
  );
  const other = await buildProduct(api.db, { shop: scene.shop });
  expect((await ask(scene.customer, { ...body, product_id: other.id })).status).toBe(201);
});

it('is answered by the owner, the staff with that scope and administrators, only of their shop', async () => {
  const question = await buildQuestion(api.db, { user: scene.customer, shop: scene.shop });
  const body = { answer: 'Да, есть синий' };

  expect((await answer(null, question.id, body)).status).toBe(401);
  expect((await answer(scene.customer, question.id, body)).status).toBe(403);
  for (const stranger of [scene.otherOwner, scene.otherStaff])
    expect((await answer(stranger, question.id, { ...body, shop_id: scene.otherShop.id })).status).toBe(404);
  expect((await answer(scene.staff, question.id, { answer: '' })).body.errors).toEqual({
    answer: ['error-answer-required'],
  });
  const given = await answer(scene.staff, question.id, {
    ...body,
    question: 'Переписан',
    shop_id: scene.otherShop.id,
    user_id: scene.staff.id,
  });
  expect(given.body).toMatchObject({ ...body, answerer: { id: scene.staff.id } });
  expect(await stored(question.id)).toMatchObject({
    ...body,
    question: question.question,
    shop_id: scene.shop.id,
    user_id: scene.customer.id,
    answered_by: scene.staff.id,
  });
  expect((await answer(scene.super_admin, question.id, { answer: 'Нет' })).status).toBe(200);
  expect((await answer(scene.store_owner, question.id, { answer: 'Есть', version: 1 })).status).toBe(409);
  await api.db
    .updateTable('users')
    .set({ permissions: ['staff', 'customer', 'staff:orders'] })
    .where('id', '=', scene.staff.id)
    .execute();
  expect((await answer(scene.staff, question.id, body)).status).toBe(403);
});

it('notifies the customer once per changed answer', async () => {
  const question = await buildQuestion(api.db, { user: scene.customer, shop: scene.shop });
  await Promise.all([1, 2, 3].map(() => answer(scene.store_owner, question.id, { answer: 'Да' })));
  await answer(scene.store_owner, question.id, { answer: 'Нет' });

  const letters = (await messagesTo(api.db, scene.customer.email)).filter(
    ({ template }) => template === 'question-answered',
  );
  expect(letters.map(({ body }) => /Ответ магазина:\n(.*)/.exec(body)?.[1])).toEqual(['Да', 'Нет']);
  const bells = await api.db
    .selectFrom('notify_logs')
    .select(['notify_event', 'notify_text', 'subject_id'])
    .where('receiver', '=', scene.customer.id)
    .orderBy('id')
    .execute();
  expect(bells.map(({ notify_event, notify_text }) => [notify_event, notify_text])).toEqual([
    ['answered', 'Да'],
    ['answered', 'Нет'],
  ]);
});

it('is shown answered in the storefront, to the shop for its products, and to the asker', async () => {
  const { shop, customer } = scene;
  const open = await buildQuestion(api.db, { user: customer, shop });
  const told = await buildQuestion(api.db, { user: customer, shop, answer: 'Да' });
  const others = await buildQuestion(api.db, { user: await buildUser(api.db), shop: scene.otherShop });

  for (const query of ['', '?answer=null']) expect(ids(await list(null, query))).toEqual([told.id]);
  expect((await api.request(null, 'GET', `questions/${open.id}`)).status).toBe(404);
  expect(ids(await list(scene.store_owner, '?answer=null&with=product;user'))).toEqual([open.id, told.id]);
  expect((await api.request(scene.store_owner, 'GET', `questions/${others.id}`)).status).toBe(404);
  expect(ids(await list(scene.super_admin, '?answered=false'))).toEqual([open.id, others.id]);
  expect(ids(await list(scene.super_admin, '?answered=true'))).toEqual([told.id]);
  expect((await api.request(null, 'GET', 'my-questions')).status).toBe(401);
  const mine = await api.request(customer, 'GET', 'my-questions?with=product');
  expect(ids(mine)).toEqual([open.id, told.id]);
  expect(mine.body.data[0]).toHaveProperty('product.name');
});

it('is removed and restored by administrators only', async () => {
  const question = await buildQuestion(api.db, { user: scene.customer, shop: scene.shop });
  const remove = (person: Person) => api.request(person, 'DELETE', `questions/${question.id}`);

  expect((await remove(null)).status).toBe(401);
  for (const person of [scene.customer, scene.store_owner]) expect((await remove(person)).status).toBe(403);
  expect((await remove(scene.super_admin)).status).toBe(200);
  expect((await stored(question.id)).deleted_at).not.toBeNull();
  await api.request(scene.super_admin, 'POST', `questions/${question.id}/restore`);
  expect(ids(await list(scene.super_admin))).toEqual([question.id]);
});

it('are answered in bulk; answered ones and those of another shop stay unchanged', async () => {
  const { shop, customer } = scene;
  const open = await buildQuestion(api.db, { user: customer, shop });
  const told = await buildQuestion(api.db, { user: customer, shop, answer: 'Да' });
  const others = await buildQuestion(api.db, { user: customer, shop: scene.otherShop });
  const body = { ids: [open.id, told.id, others.id], answer: 'Будет в мае' };
  const send = (person: Person, what: object) => api.request(person, 'POST', 'questions/bulk/answer', what);

  expect((await send(null, body)).status).toBe(401);
  expect((await send(customer, body)).status).toBe(403);
  expect((await send(scene.staff, { ...body, answer: ' ' })).status).toBe(422);
  expect((await send(scene.staff, { answer: 'Да' })).status).toBe(422);
  expect((await send(scene.staff, body)).body).toEqual({ done: 1, refused: 1 });
  const answers = await Promise.all([open, told, others].map(async ({ id }) => (await stored(id)).answer));
  expect(answers).toEqual(['Будет в мае', 'Да', null]);
  const letters = await messagesTo(api.db, customer.email);
  expect(letters.filter(({ template }) => template === 'question-answered')).toHaveLength(1);
  const rest = await send(scene.super_admin, { query: { answered: 'false' }, answer: 'Нет' });
  expect(rest.body).toEqual({ done: 1, refused: 0 });
});
