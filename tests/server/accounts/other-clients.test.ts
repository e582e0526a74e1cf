import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Me } from '@/contract/accounts/auth';
import { panelAccept } from '@/contract/core/panel-client';
import { setSettings } from '../../support/checkout';
import { buildUser } from '../../support/factories';
import { type TestApp, testApp, type Wire } from '../../support/server';

/** Accounts from shop fronts, which know neither our consents nor our question for the password. */
let api: TestApp;

beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());
beforeEach(() => api.reset());

const json = { accept: 'application/json' };
const person = { name: 'Пётр', email: 'petr@test.ru', password: 'Snegir2026' };
const consents = { accepts_personal_data: true, accepts_terms: true };
const lastLetter = () =>
  api.db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
const register = (body: object, headers: Record<string, string> = json) =>
  api.request(null, 'POST', 'register', body, headers);

/** What there is to consent to. */
async function publishTerms() {
  const { id } = await buildUser(api.db, { role: 'super_admin' });
  const text = { title: 'Соглашение', slug: 'terms', description: 'Текст', issued_by: 'Площадка' };
  await api.db
    .insertInto('terms_and_conditions')
    .values({ ...text, type: 'global', is_approved: true, user_id: id })
    .execute();
}

/** Opens the link of the last letter and returns the account. */
async function confirm() {
  const { body } = await lastLetter();
  const path = /\/admin\/rest\/(\S+)/.exec(body)?.[1] ?? '';
  expect((await api.request(null, 'GET', path)).status).toBe(302);
  return api.db.selectFrom('users').selectAll().where('email', '=', person.email).executeTakeFirstOrThrow();
}

describe('a shop front without our consents', () => {
  it('registers, and owes the consents until the first visit to the panel', async () => {
    await publishTerms();
    expect((await register(person)).body.errors).toEqual({ email: [expect.stringContaining('ссылку')] });
    const user = await confirm();
    const me = async () => (await api.request<Me & Wire>(user, 'GET', 'me')).body.must_consent;
    expect(await me()).toBe(true);

    expect((await api.request(null, 'POST', 'consents', consents)).status).toBe(401);
    const half = await api.request(user, 'POST', 'consents', { ...consents, accepts_terms: false });
    expect(half.body.errors).toEqual({ accepts_terms: ['error-consent-required'] });
    expect(await me()).toBe(true);

    expect((await api.request(user, 'POST', 'consents', consents)).status).toBe(200);
    expect((await api.request(user, 'POST', 'consents', consents)).status).toBe(200);
    expect(await me()).toBe(false);
    const kept = await api.db.selectFrom('consents').select(['user_id', 'kind']).orderBy('id').execute();
    expect(kept).toEqual([
      { user_id: user.id, kind: 'personal-data' },
      { user_id: user.id, kind: 'terms' },
    ]);
  });

  it('owes nothing when it gives them', async () => {
    await register({ ...person, ...consents });
    const user = await confirm();

    expect(user.must_consent).toBe(false);
    expect(await api.db.selectFrom('consents').select('kind').execute()).toHaveLength(2);
  });

  it('is refused when the setting is off, and so is always our own form', async () => {
    await publishTerms();
    const missing = {
      accepts_personal_data: ['error-consent-required'],
      accepts_terms: ['error-consent-required'],
    };
    expect((await register(person, { accept: panelAccept })).body.errors).toEqual(missing);
    await setSettings(api, { consentsLater: false });
    expect(Object.keys((await register(person)).body.errors)).toEqual(Object.keys(missing));
    expect(await api.db.selectFrom('registrations').select('id').execute()).toEqual([]);
  });
});

describe('a marketplace without documents', () => {
  it('asks for no consents, and asks at the first visit after it has published them', async () => {
    expect((await register(person, { accept: panelAccept })).status).toBe(200);
    const user = await confirm();
    const me = async () => (await api.request<Me & Wire>(user, 'GET', 'me')).body.must_consent;
    expect(await me()).toBe(false);
    // There is nothing that a consent could name.
    expect((await api.request(user, 'POST', 'consents', consents)).status).toBe(200);
    expect(await api.db.selectFrom('consents').select('kind').execute()).toEqual([]);

    await publishTerms();
    expect(await me()).toBe(true);
    await api.request(user, 'POST', 'consents', consents);

    expect(await me()).toBe(false);
    const kept = await api.db.selectFrom('consents').select('documents').execute();
    expect(kept).toMatchObject([{ documents: [{ title: 'Соглашение' }] }, {}]);
  });
});

describe('a new e-mail without the password', () => {
  const email = 'new@test.ru';
  const ask = (user: { id: number } | null, body: object, headers: Record<string, string> = json) =>
    api.request<Wire & { attempts_left: number }>(user, 'POST', 'update-email', body, headers);

  it('mails a code to the current address, which is needed for the link to the new one', async () => {
    const user = await buildUser(api.db, { email: 'old@test.ru' });
    const first = await ask(user, { email });
    const letter = await lastLetter();
    expect([first.status, letter.recipient]).toEqual([200, 'old@test.ru']);
    const code = /\d{6}/.exec(letter.body)?.[0] ?? '';

    const wrong = await ask(user, { email, code: code === '000000' ? '111111' : '000000' });
    expect([wrong.body.message, wrong.body.attempts_left]).toEqual(['INVALID_CODE', 4]);
    expect((await ask(user, { email: 'other@test.ru', code })).body.message).toBe('INVALID_CODE');
    expect(await api.db.selectFrom('outbox').select('id').execute()).toHaveLength(1);

    expect((await ask(user, { email, code })).status).toBe(200);
    const sent = await api.db.selectFrom('outbox').select('recipient').orderBy('id').execute();
    expect(sent.map(({ recipient }) => recipient)).toEqual(['old@test.ru', email, 'old@test.ru']);
    expect((await ask(user, { email, code })).body.message).toBe('INVALID_CODE');
    // Only the link changes the address.
    const stored = await api.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', user.id)
      .executeTakeFirst();
    expect(stored?.email).toBe('old@test.ru');
  });

  it('takes the code of nobody else', async () => {
    const [user, thief] = [await buildUser(api.db, {}), await buildUser(api.db, {})];
    await ask(user, { email });
    const code = /\d{6}/.exec((await lastLetter()).body)?.[0];

    expect((await ask(thief, { email, code })).body.message).toBe('INVALID_CODE');
    expect((await ask(user, { email, code })).status).toBe(200);
  });

  it('is refused for guests, a bad address, and our own panel', async () => {
    const user = await buildUser(api.db, {});

    expect((await ask(null, { email })).status).toBe(401);
    expect((await ask(user, { email: 'nowhere' })).body.errors).toEqual({
      email: ['Похоже, в адресе почты опечатка'],
    });
    const { status, body } = await ask(user, { email }, { accept: panelAccept });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['password']]);
    expect(await api.db.selectFrom('outbox').select('id').execute()).toEqual([]);
  });
});

describe('a phone', () => {
  it.each([
    '79001234567',
    '+79001234567',
    '89001234567',
    '8 (900) 123-45-67',
    '+7 900 123 45 67',
    '9001234567',
  ])('is stored in one form, written as %s', async (contact) => {
    const user = await buildUser(api.db, {});
    const { status } = await api.request(user, 'PUT', `users/${user.id}`, { profile: { contact } }, json);

    expect(status).toBe(200);
    const stored = await api.db
      .selectFrom('users')
      .select('contact')
      .where('id', '=', user.id)
      .executeTakeFirst();
    expect(stored?.contact).toBe('+7 (900) 123-45-67');
  });
});
