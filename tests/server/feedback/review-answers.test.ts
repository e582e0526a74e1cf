import { buildReview } from '@tests/support/feedback';
import { messagesTo } from '@tests/support/outbox';
import { setUpScene } from '@tests/support/scene';
import { expect, it } from 'vitest';

/** The shop's answer to a review. */
const { api, scene } = setUpScene();

type Person = { id: number } | null;
const answer = (person: Person, id: number, body: object = { answer: 'Спасибо!' }) =>
  api.request(person, 'PUT', `reviews/${id}/answer`, body);
const removal = (person: Person, id: number) => api.request(person, 'DELETE', `reviews/${id}/answer`);
const review = () => buildReview(api.db, { user: scene.customer, shop: scene.shop, comment: 'Тёплая вещь' });
const stored = (id: number) =>
  api.db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const lettersToAuthor = async () =>
  (await messagesTo(api.db, scene.customer.email)).filter(({ template }) => template === 'review-answered');

it('is given by the people of the shop, shown to everybody and told to the author once', async () => {
  const { id } = await review();
  const given = await answer(scene.staff, id);
  const changed = await answer(scene.store_owner, id, { answer: 'Спасибо за отзыв!' });

  expect([given.status, changed.status]).toEqual([200, 200]);
  expect((await api.request(null, 'GET', `reviews/${id}`)).body).toMatchObject({
    answer: 'Спасибо за отзыв!',
    answered_at: '2026-03-10T09:00:00.000Z',
  });
  const moderated = await api.request(scene.super_admin, 'GET', `abusive_reports/cases/Review/${id}`);
  expect(moderated.body).toMatchObject({ answer: 'Спасибо за отзыв!' });
  expect(await stored(id)).toMatchObject({ answered_by: scene.store_owner.id, version: 3 });
  expect(await lettersToAuthor()).toHaveLength(1);
  expect((await api.request(scene.customer, 'GET', 'notify-logs')).body.data).toMatchObject([
    { notify_type: 'review', notify_event: 'answered' },
  ]);
});

it('is refused without a session, to customers, to other shops and without text', async () => {
  const { id } = await review();

  for (const [person, status] of [
    [null, 401],
    [scene.customer, 403],
    [scene.otherOwner, 404],
    [scene.otherStaff, 404],
  ] as const) {
    expect([(await answer(person, id)).status, (await removal(person, id)).status]).toEqual([status, status]);
  }
  for (const wrong of [{}, { answer: ' ' }, { answer: 'а'.repeat(4001) }, { answer: ['a'] }])
    expect((await answer(scene.store_owner, id, wrong)).body.errors).toHaveProperty('answer');
  expect((await answer(scene.store_owner, 999_999)).status).toBe(404);
  expect(await stored(id)).toMatchObject({ answer: null, version: 1 });
});

it('is final for the shop after a day, also when it was removed meanwhile, but not for administrators', async () => {
  const { id } = await review();
  await answer(scene.store_owner, id);
  api.setNow(new Date('2026-03-11T08:59:00Z'));
  expect((await removal(scene.store_owner, id)).body.answer).toBeNull();
  expect((await answer(scene.store_owner, id, { answer: 'Рады!' })).status).toBe(200);

  api.setNow(new Date('2026-03-11T09:01:00Z'));
  const late = await answer(scene.store_owner, id, { answer: 'Поздно' });
  expect([late.status, late.body.errors]).toEqual([422, { answer: ['error-answer-final'] }]);
  expect((await removal(scene.store_owner, id)).status).toBe(422);
  expect((await stored(id)).answer).toBe('Рады!');
  expect((await removal(scene.super_admin, id)).body.answer).toBeNull();
  expect(await lettersToAuthor()).toHaveLength(1);
});

it('of twenty given at once is one, told once', async () => {
  const { id } = await review();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => answer(scene.store_owner, id, { answer: `Ответ ${at}` })),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await stored(id)).version).toBe(21);
  expect(await lettersToAuthor()).toHaveLength(1);
});
