import { expect, it } from 'vitest';
import type { MenuCounts } from '@/contract/insights/menu-counts';
import { forgetPeople } from '@/server/modules/messaging/forget-people';
import { messagesTo } from '../../support/outbox';
import { setUpScene } from '../../support/scene';

const { api, scene } = setUpScene({ trustProxy: 1 });

const letter = {
  subject: 'Где мой заказ?',
  name: 'Ульяна',
  email: 'Ulyana@Test.ru',
  description: 'Третий день нет вестей.\nПодскажите!',
};

type Person = { id: number } | null;
const write = (body: object, person: Person = null, ip = '10.0.0.1') =>
  api.request(person, 'POST', 'contact-us', body, { 'x-forwarded-for': ip });
const stored = () => api.db.selectFrom('contact_messages').selectAll().orderBy('id').execute();
const answer = (person: Person, id: number, body: object) =>
  api.request(person, 'POST', `contact-messages/${id}/answer`, body);

async function firstId(): Promise<number> {
  await write(letter);
  return (await stored())[0]?.id ?? 0;
}

it('comes from anybody, with the recipient that the marketplace chooses', async () => {
  const { status, body } = await write({ ...letter, emailTo: 'stranger@test.ru' });

  expect([status, body]).toEqual([200, { message: 'EMAIL_SENT_SUCCESSFUL', success: true }]);
  expect(await stored()).toMatchObject([
    { ...letter, email: 'ulyana@test.ru', is_done: false, consent: null, answer: null },
  ]);
  expect(await messagesTo(api.db, 'stranger@test.ru')).toEqual([]);
});

it('keeps the consent that a form asks for, and is refused without it', async () => {
  const refused = await write({ ...letter, accepts_personal_data: false });
  const sent = await write({ ...letter, accepts_personal_data: true });

  expect(refused.body.errors).toEqual({ accepts_personal_data: ['error-consent-missing'] });
  expect(sent.status).toBe(200);
  expect((await stored()).map(({ consent }) => consent)).toMatchObject([
    { documents: [], given_at: api.now().toISOString() },
  ]);
});

it('is refused when it is not complete, and names the fields', async () => {
  const { status, body } = await write({ subject: 'Две\nстроки', email: 'no-address', description: ' ' });

  expect([status, body.errors]).toEqual([
    422,
    {
      subject: ['error-text-characters'],
      name: ['error-person-name-required'],
      email: ['error-email-format'],
      description: ['error-message-required'],
    },
  ]);
  expect((await write({ ...letter, description: 'я'.repeat(5001) })).body.errors).toEqual({
    description: ['error-too-long'],
  });
  expect(await stored()).toEqual([]);
});

it('comes ten times in an hour from one network, and others are not stopped', async () => {
  for (let sent = 0; sent < 10; sent += 1) expect((await write(letter)).status).toBe(200);

  const refused = await write(letter);
  expect([refused.status, refused.body.message]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect((await write(letter, scene.customer)).status).toBe(200);
  expect((await write(letter, null, '10.0.9.9')).status).toBe(200);
  expect(await stored()).toHaveLength(12);
});

it('is counted in the menu of administrators until it is done', async () => {
  const count = async (person: { id: number }) =>
    (await api.request<MenuCounts>(person, 'GET', 'menu-counts')).body.contacts;
  const id = await firstId();

  expect([await count(scene.super_admin), await count(scene.store_owner)]).toEqual([1, undefined]);
  await api.request(scene.super_admin, 'PUT', `contact-messages/${id}`, { is_done: true });
  expect(await count(scene.super_admin)).toBe(0);
});

it('is answered once, by an e-mail to its author', async () => {
  const id = await firstId();

  const { status, body } = await answer(scene.super_admin, id, { answer: 'Уже в пути!', version: 1 });
  const again = await answer(scene.super_admin, id, { answer: 'И ещё раз' });

  expect([status, body.is_done, body.answer]).toEqual([200, true, 'Уже в пути!']);
  expect(body.answerer).toEqual({ id: scene.super_admin.id, name: scene.super_admin.name });
  expect([again.status, again.body.message]).toEqual([400, 'ACTION_NOT_VALID']);
  const letters = await messagesTo(api.db, 'ulyana@test.ru');
  expect(letters).toMatchObject([
    { template: 'contact-answer', subject: 'Ответ на ваше обращение: Где мой заказ?' },
  ]);
  expect(letters[0]?.body).toContain('Уже в пути!');
  expect(await stored()).toMatchObject([
    { answer: 'Уже в пути!', answered_by: scene.super_admin.id, is_done: true, version: 2 },
  ]);
});

it('sends one e-mail when several administrators answer at once', async () => {
  const id = await firstId();

  const answers = await Promise.all(
    ['Да', 'Нет', 'Может быть'].map((text) => answer(scene.super_admin, id, { answer: text, version: 1 })),
  );

  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 400, 400]);
  expect(await messagesTo(api.db, 'ulyana@test.ru')).toHaveLength(1);
});

it('is answered by administrators only, who have seen how it is', async () => {
  const id = await firstId();
  await api.request(scene.super_admin, 'PUT', `contact-messages/${id}`, { is_done: true });

  expect((await answer(null, id, { answer: 'Да' })).status).toBe(401);
  for (const person of [scene.store_owner, scene.staff, scene.customer])
    expect((await answer(person, id, { answer: 'Да' })).status).toBe(403);
  expect((await answer(scene.super_admin, id, { answer: ' ' })).body.errors).toEqual({
    answer: ['error-answer-required'],
  });
  expect((await answer(scene.super_admin, 999_999, { answer: 'Да' })).status).toBe(404);
  const stale = await answer(scene.super_admin, id, { answer: 'Да', version: 1 });
  expect([stale.status, stale.body.message]).toEqual([409, 'CONFLICT']);
  expect(await messagesTo(api.db, 'ulyana@test.ru')).toEqual([]);
});

it('keeps the words of its author', async () => {
  const id = await firstId();

  const { status, body } = await api.request(scene.super_admin, 'PUT', `contact-messages/${id}`, {
    description: 'Всё хорошо',
  });

  expect([status, body.errors]).toEqual([422, { description: ['error-wrong-value'] }]);
  expect(await stored()).toMatchObject([{ description: letter.description, version: 1 }]);
});

it('is forgotten a year after it is done, and an open one is not', async () => {
  await firstId();
  await write({ ...letter, subject: 'Открытое' });
  const [done] = await stored();
  await api.request(scene.super_admin, 'PUT', `contact-messages/${done?.id}`, { is_done: true });
  const later = (days: number) => new Date(api.now().getTime() + days * 24 * 3600_000);

  await forgetPeople({ db: api.db, now: later(364) });
  expect(await stored()).toHaveLength(2);
  await forgetPeople({ db: api.db, now: later(366) });
  expect((await stored()).map(({ subject }) => subject)).toEqual(['Открытое']);
});
