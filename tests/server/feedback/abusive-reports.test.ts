import { beforeEach, expect, it } from 'vitest';
import { buildUser } from '../../support/factories';
import { buildQuestion, buildReport, buildReview } from '../../support/feedback';
import { messagesTo } from '../../support/outbox';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

const { api, scene } = setUpScene();

type Person = { id: number } | null;
const post = <Body = Wire>(person: Person, path: string, body: object) =>
  api.request<Body>(person, 'POST', path, body);
const get = (person: Person, path: string) => api.request(person, 'GET', path);
const reports = () => api.db.selectFrom('abusive_reports').selectAll().orderBy('id').execute();
const many = <Result>(count: number, run: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, run));

let review: { id: number };
let thing: { model_type: string; model_id: number };

beforeEach(async () => {
  review = await buildReview(api.db, { user: scene.customer, shop: scene.shop, comment: 'Грубые слова' });
  thing = { model_type: 'Review', model_id: review.id };
});

it('is made by any reader except the author, and administrators are notified', async () => {
  const body = { ...thing, message: 'Оскорбления' };

  expect((await post(null, 'abusive_reports', body)).status).toBe(401);
  expect((await post(scene.customer, 'abusive_reports', body)).body.message).toBe('ACTION_NOT_VALID');
  expect((await post(scene.otherOwner, 'abusive_reports', body)).status).toBe(404);
  expect((await post(scene.staff, 'abusive_reports', { ...body, message: '' })).body.errors).toEqual({
    message: ['error-report-required'],
  });
  expect((await post(scene.staff, 'abusive_reports', { ...body, model_type: 'User' })).status).toBe(422);
  const made = await post(scene.staff, 'abusive_reports', body);
  expect([made.status, made.body]).toMatchObject([201, { ...body, status: 'open', user_id: scene.staff.id }]);
  const [bell] = await api.db
    .selectFrom('notify_logs')
    .select(['notify_type', 'notify_event', 'subject_id'])
    .where('receiver', '=', scene.super_admin.id)
    .execute();
  expect(bell).toEqual({ notify_type: 'review', notify_event: 'reported', subject_id: review.id });
  expect((await get(scene.store_owner, `reviews/${review.id}`)).body.abusive_reports_count).toBe(1);
  expect((await get(null, `reviews/${review.id}`)).body.abusive_reports_count).toBe(0);
  expect((await get(scene.staff, 'my-reports')).body.data).toMatchObject([{ id: made.body.id }]);
  expect((await get(scene.store_owner, 'my-reports')).body.data).toEqual([]);
});

it('exists once per user and subject under concurrent requests', { timeout: 60_000 }, async () => {
  const body = { ...thing, message: 'Оскорбления' };
  const answers = await many(20, () => post(scene.store_owner, 'abusive_reports', body));

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array(19).fill(409),
  ]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    'YOU_HAVE_ALREADY_GIVEN_ABUSIVE_REPORT_FOR_THIS',
  );
  expect((await post(scene.staff, 'abusive_reports', body)).status).toBe(201);
  expect(await reports()).toHaveLength(2);
});

it('is read and decided by administrators only', async () => {
  const { id } = await buildReport(api.db, { user: scene.store_owner, of: review });
  const endpoints = [
    ['GET', 'abusive_reports'],
    ['GET', `abusive_reports/${id}`],
    ['GET', 'abusive_reports/cases'],
    ['GET', `abusive_reports/cases/Review/${review.id}`],
    ['POST', 'abusive_reports/accept'],
    ['POST', 'abusive_reports/reject'],
    ['POST', 'abusive_reports/bulk/decide'],
    ['DELETE', `abusive_reports/${id}`],
  ] as const;
  for (const [method, path] of endpoints) {
    expect([path, (await api.request(null, method, path, thing)).status]).toEqual([path, 401]);
    for (const person of [scene.store_owner, scene.staff, scene.customer])
      expect([path, (await api.request(person, method, path, thing)).status]).toEqual([path, 403]);
  }
  expect((await reports())[0]?.status).toBe('open');
  const { body } = await get(scene.super_admin, 'abusive_reports');
  expect(body.data).toMatchObject([{ id, message: 'Оскорбляет', user: { id: scene.store_owner.id } }]);
});

it('removes its subject when accepted, records decision and reason, and notifies both sides', async () => {
  await buildReport(api.db, { user: scene.store_owner, of: review });
  const body = { ...thing, model_type: 'Some\\Models\\Review', note: 'Нарушает правила: <b>брань</b>' };

  expect((await post(scene.super_admin, 'abusive_reports/accept', { ...body, model_id: 99 })).status).toBe(
    404,
  );
  expect((await post(scene.super_admin, 'abusive_reports/accept', { model_type: 'User' })).status).toBe(422);
  expect((await post(scene.super_admin, 'abusive_reports/accept', body)).body).toBe(true);
  expect(await reports()).toMatchObject([
    { status: 'accepted', decided_by: scene.super_admin.id, decision_note: body.note },
  ]);
  expect((await get(null, `reviews/${review.id}`)).status).toBe(404);
  const [letter] = (await messagesTo(api.db, scene.customer.email)).filter(
    ({ template }) => template === 'review-removed',
  );
  expect(letter?.body).toContain('Причина: Нарушает правила: <b>брань</b>');
  const told = await api.db
    .selectFrom('notify_logs')
    .select('notify_event')
    .where('receiver', '=', scene.store_owner.id)
    .execute();
  expect(told).toEqual([{ notify_event: 'approved' }]);
  expect((await post(scene.super_admin, 'abusive_reports/accept', body)).status).toBe(404);
  // After the restore the complaint is open again.
  await post(scene.super_admin, `reviews/${review.id}/restore`, {});
  expect(await reports()).toMatchObject([{ status: 'open', decided_by: null, decision_note: null }]);
});

it('when declined leaves the subject, and the person cannot report it again', async () => {
  await buildReport(api.db, { user: scene.store_owner, of: review });
  const { status, body } = await post(scene.super_admin, 'abusive_reports/reject', thing);

  expect([status, body.id, body.abusive_reports_count]).toEqual([200, review.id, 0]);
  expect(await reports()).toMatchObject([{ status: 'declined', decided_by: scene.super_admin.id }]);
  const again = await post(scene.store_owner, 'abusive_reports', { ...thing, message: 'Снова' });
  expect(again.status).toBe(409);
});

it('has one decision when two administrators accept and decline concurrently', async () => {
  await buildReport(api.db, { user: scene.store_owner, of: review });
  const other = await buildUser(api.db, { role: 'super_admin' });
  await Promise.all([
    post(scene.super_admin, 'abusive_reports/accept', thing),
    post(other, 'abusive_reports/reject', thing),
  ]);
  const [decided] = await reports();
  const row = await api.db
    .selectFrom('reviews')
    .select('deleted_at')
    .where('id', '=', review.id)
    .executeTakeFirstOrThrow();
  // After a decline the review may still be removed; the complaint stays declined.
  if (decided?.status === 'accepted') expect(row.deleted_at).not.toBeNull();
  expect(decided?.status).not.toBe('open');
});

it('is queued once per subject, with statistics of its author', async () => {
  const question = await buildQuestion(api.db, { user: scene.customer, shop: scene.shop });
  await buildReview(api.db, { user: scene.customer, shop: scene.shop, rating: 2 });
  await buildReport(api.db, { user: scene.store_owner, of: review });
  await buildReport(api.db, { user: scene.staff, of: review, message: 'И я' });
  await buildReport(api.db, { user: scene.staff, type: 'Question', of: question });

  const { body } = await get(scene.super_admin, 'abusive_reports/cases');
  expect(body.total).toBe(2);
  expect(body.data).toMatchObject([
    { ...thing, reports_count: 2, text: 'Грубые слова', rating: 5, user: { email: scene.customer.email } },
    { model_type: 'Question', model_id: question.id, reports_count: 1, rating: null },
  ]);
  expect((await get(scene.super_admin, 'abusive_reports/cases?type=Question')).body.total).toBe(1);
  expect((await get(scene.super_admin, 'abusive_reports/cases?state=bad')).status).toBe(422);

  const found = await get(scene.super_admin, `abusive_reports/cases/Review/${review.id}`);
  expect(found.body).toMatchObject({
    reports: [{ message: 'Оскорбляет' }, { message: 'И я', user: { name: scene.staff.name } }],
    author: {
      reviews: 2,
      reviews_removed: 0,
      average_rating: 3.5,
      questions: 1,
      reports_against: 3,
      reports_against_accepted: 0,
      reports_by: 0,
    },
  });
  expect((await get(scene.super_admin, 'abusive_reports/cases/User/1')).status).toBe(404);

  await post(scene.super_admin, 'abusive_reports/accept', thing);
  const accepted = await get(scene.super_admin, 'abusive_reports/cases?state=accepted');
  expect(accepted.body.data).toMatchObject([{ ...thing, reports_count: 2 }]);
  expect(
    (await get(scene.super_admin, `abusive_reports/cases/Review/${review.id}`)).body.deleted_at,
  ).toBeTruthy();
});

it('of many subjects are decided in one request', async () => {
  const question = await buildQuestion(api.db, { user: scene.customer, shop: scene.shop });
  const calm = await buildReview(api.db, { user: scene.customer, shop: scene.shop });
  await buildReport(api.db, { user: scene.staff, of: review });
  await buildReport(api.db, { user: scene.staff, type: 'Question', of: question });
  const items = [
    ...[thing, { model_type: 'Question', model_id: question.id }],
    ...[
      { model_type: 'Review', model_id: calm.id },
      { ...thing, model_id: 999_999 },
    ],
  ];

  const { body } = await post(scene.super_admin, 'abusive_reports/bulk/decide', {
    decision: 'accept',
    items,
  });
  expect(body).toMatchObject({ done: 2, refused: 2 });
  expect(body.items).toHaveLength(2);
  expect((await reports()).map(({ status }) => status)).toEqual(['accepted', 'accepted']);
  expect((await get(null, `reviews/${calm.id}`)).status).toBe(200);
  const wrong = await post(scene.super_admin, 'abusive_reports/bulk/decide', { decision: 'x', items: [] });
  expect(wrong.status).toBe(422);
});

it('of twenty concurrent votes one is kept; the opposite vote replaces it', {
  timeout: 60_000,
}, async () => {
  const vote = (person: Person, body: object) => post(person, 'feedbacks', { ...thing, ...body });

  expect((await vote(null, { positive: true })).status).toBe(401);
  expect((await vote(scene.staff, { positive: true, negative: true })).status).toBe(422);
  expect((await vote(scene.staff, {})).status).toBe(422);
  expect((await vote(scene.otherOwner, { positive: true })).status).toBe(404);
  const answers = await many(20, () => vote(scene.staff, { positive: true }));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await api.db.selectFrom('feedbacks').select('positive').execute()).toEqual([{ positive: true }]);
  await vote(scene.staff, { negative: true });
  const shown = await get(scene.staff, `reviews/${review.id}`);
  expect(shown.body).toMatchObject({
    positive_feedbacks_count: 0,
    negative_feedbacks_count: 1,
    my_feedback: { positive: false, negative: true },
  });
  expect((await get(scene.staff, 'feedbacks')).body.total).toBe(1);
  expect((await get(scene.customer, 'feedbacks')).body.total).toBe(0);
  const { id } = (await get(scene.super_admin, 'feedbacks')).body.data[0] ?? { id: 0 };
  expect((await get(scene.customer, `feedbacks/${id}`)).status).toBe(404);
  expect((await api.request(scene.staff, 'DELETE', `feedbacks/${id}`)).status).toBe(403);
  expect((await api.request(scene.super_admin, 'DELETE', `feedbacks/${id}`)).status).toBe(200);
});

it('is limited in rate, like votes', { timeout: 60_000 }, async () => {
  const complaints = await many(21, () =>
    post(scene.store_owner, 'abusive_reports', { ...thing, message: '' }),
  );
  const votes = await many(61, () => post(scene.store_owner, 'feedbacks', { ...thing, positive: true }));

  for (const [answers, refused] of [
    [complaints, 422],
    [votes, 200],
  ] as const) {
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([refused, 429]));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  }
  expect((await post(scene.staff, 'feedbacks', { ...thing, positive: true })).status).toBe(200);
});
