import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthAnswer } from '@/contract/accounts/auth';
import { setSettings } from '../../support/checkout';
import { buildUser } from '../../support/factories';
import { lastCode, messagesTo, otherThan } from '../../support/outbox';
import { setUpScene } from '../../support/scene';

/** Proving a number by a code of an SMS, and signing in as other clients of this dialect do. */
const { api, scene } = setUpScene();
const phone = '+7 (912) 345-67-89';
const unknown = '+7 (900) 000-00-00';
let owner: { id: number };

type Coded = AuthAnswer & { message: string; attempts_left: number; errors: Record<string, string[]> };

const send = (number: string) => api.request(null, 'POST', 'api/admin/auth/send-code', { phone: number });
const check = (code: string, number = phone) =>
  api.request<Coded>(null, 'POST', 'api/admin/auth/check-code', { phone: number, code });
const pass = (minutes: number) => api.setNow(new Date(api.now().getTime() + minutes * 60_000));
const withContact = async (user: { id: number }, contact: string, isVerified = true) => {
  await api.db
    .updateTable('users')
    .set({ contact, contact_verified_at: isVerified ? api.now() : null })
    .where('id', '=', user.id)
    .execute();
};

beforeEach(async () => {
  owner = await buildUser(api.db, { role: 'store_owner', email: 'owner@test.ru' });
  await withContact(owner, phone);
});

describe('update-contact', () => {
  const fresh = '+7 (911) 111-11-11';
  const ask = async (number = fresh) => {
    const { body } = await api.request(null, 'POST', 'send-otp-code', { phone_number: number });
    return { otp_id: body.id, phone_number: number, code: await lastCode(api.db, number, 'contact-code') };
  };
  const update = (user: { id: number } | null, body: object) =>
    api.request(user, 'POST', 'update-contact', body);
  const contactOf = (user: { id: number }) =>
    api.db
      .selectFrom('users')
      .select(['contact', 'contact_verified_at'])
      .where('id', '=', user.id)
      .executeTakeFirst();

  const password = 'Parole-1234';
  const bare = { accept: 'application/json' };
  const linkIn = async (email: string) => {
    const [letter] = await messagesTo(api.db, email);
    return /\/rest(\/contact\/open\/\S+)/.exec(letter?.body ?? '')?.[1] ?? '';
  };
  const signsIn = async (number: string) => {
    pass(1.1);
    await send(number);
    const { body } = await check(await lastCode(api.db, number).catch(() => '000000'), number);
    return typeof body.token === 'string';
  };
  let person: { id: number; email: string };

  beforeEach(async () => {
    person = await buildUser(api.db, { password });
  });

  it('sets the own number, tells the person, and opens the account by it after a day', async () => {
    const { status, body } = await update(person, { ...(await ask()), password });

    expect([status, body.success]).toEqual([200, true]);
    expect(await contactOf(person)).toEqual({ contact: fresh, contact_verified_at: api.now() });
    expect((await messagesTo(api.db, person.email)).map(({ template }) => template)).toEqual([
      'contact-changed',
    ]);
    expect(await signsIn(fresh)).toBe(false);
    pass(23.9 * 60);
    expect(await signsIn(fresh)).toBe(false);
    pass(10);
    expect(await signsIn(fresh)).toBe(true);
  });

  it('opens the account by it at once with the mailed link, which works once and for that number', async () => {
    await update(person, { ...(await ask()), password });
    const first = await linkIn(person.email);
    pass(1.1);
    const other = '+7 (911) 222-22-22';
    await update(person, { ...(await ask(other)), password });
    const location = async (path: string) =>
      String((await api.request(null, 'GET', path.slice(1))).headers.location);

    expect(await location(first)).toMatch(/verified=0&of=contact$/);
    expect(await signsIn(other)).toBe(false);
    const [link] = (await messagesTo(api.db, person.email))
      .flatMap(({ body }) => /\/rest(\/contact\/open\/\S+)/.exec(body)?.[1] ?? [])
      .filter((path) => path !== first);
    expect(await location(link ?? '')).toMatch(/verified=1&of=contact$/);
    expect(await location(link ?? '')).toMatch(/verified=0&of=contact$/);
    expect(await signsIn(other)).toBe(true);
  });

  it('needs the password, and changes nothing with a session and the SMS alone', async () => {
    const otp = await ask();
    const none = await update(person, otp);
    const wrong = await update(person, { ...otp, password: 'Wrong-1234' });

    expect([none.status, none.body.errors]).toEqual([422, { password: ['error-password-required'] }]);
    expect([wrong.status, wrong.body.errors]).toEqual([422, { password: ['error-password-wrong'] }]);
    expect(await contactOf(person)).toMatchObject({ contact: null });
  });

  it.each([
    ['address', true, undefined],
    ['number so far', false, '+7 (912) 000-00-01'],
  ])('asks another client for a code to the confirmed %s', async (_where, isMailed, former) => {
    if (former) {
      await setSettings(api, { useMustVerifyEmail: false });
      await withContact(person, former);
      await api.db
        .updateTable('users')
        .set({ email_verified_at: null })
        .where('id', '=', person.id)
        .execute();
    }
    const otp = await ask();
    const asked = await api.request(person, 'POST', 'update-contact', otp, bare);
    expect([asked.status, asked.body.message]).toEqual([200, 'CHECK_INBOX_FOR_CODE']);
    expect(await contactOf(person)).toMatchObject({ contact: former ?? null });
    const again = await api.request(person, 'POST', 'update-contact', otp, bare);
    expect(again.body.success).toBe(false);

    const [message] = await messagesTo(api.db, isMailed ? person.email : (former ?? ''));
    const code = /(\d{6})/.exec(message?.body ?? '')?.[1] ?? '';
    const thief = await api.request(scene.customer, 'POST', 'update-contact', { ...otp, code }, bare);
    expect(thief.body.success).toBe(false);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.request(person, 'POST', 'update-contact', { ...otp, code }, bare)),
    );
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    expect(await contactOf(person)).toMatchObject({ contact: fresh });
    expect(await signsIn(fresh)).toBe(false);
  });

  it('never changes another person, whatever id is sent', async () => {
    const otp = await ask();
    const { status, body } = await update(scene.staff, { ...otp, password, user_id: owner.id });

    expect([status, body.message]).toEqual([403, 'FORBIDDEN']);
    expect(await contactOf(owner)).toMatchObject({ contact: phone });
    expect(await contactOf(scene.staff)).toMatchObject({ contact: null });
  });

  it('refuses a number that another person has confirmed', async () => {
    const { status, body } = await update(person, { ...(await ask(phone)), password });

    expect([status, body.errors]).toEqual([422, { phone_number: ['error-taken'] }]);
    expect(await contactOf(owner)).toMatchObject({ contact: phone });
  });

  it('refuses a wrong code, one for another number, one for signing in, and nobody', async () => {
    const otp = await ask();
    expect((await update(person, { ...otp, password, code: otherThan(otp.code) })).body).toMatchObject({
      message: 'INVALID_CODE',
      attempts_left: 4,
    });
    expect((await update(person, { ...otp, password, phone_number: unknown })).status).toBe(422);
    expect((await update(person, { ...otp, password, otp_id: '999' })).status).toBe(422);
    expect((await update(null, otp)).status).toBe(401);
    expect((await update(scene.staff, {})).status).toBe(422);
    await send(phone);
    const code = await lastCode(api.db, phone);
    expect((await update(person, { phone_number: phone, password, code })).status).toBe(422);
  });

  it('accepts a code once', async () => {
    const other = await buildUser(api.db, { password });
    const otp = await ask();
    const answers = await Promise.all([
      update(person, { ...otp, password }),
      update(other, { ...otp, password }),
    ]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
  });
});

describe('otp-login, as other clients sign in', () => {
  const newNumber = '+7 (913) 222-33-44';
  const ask = async (number: string) => {
    const { body } = await api.request(null, 'POST', 'send-otp-code', { phone_number: number });
    return { otp_id: body.id, phone_number: number, code: await lastCode(api.db, number, 'contact-code') };
  };
  const login = (body: object) => api.request<Coded>(null, 'POST', 'otp-login', body);

  it('does not reveal known numbers', async () => {
    const answers = [];
    for (const number of [phone, newNumber]) {
      const { status, body } = await api.request(null, 'POST', 'send-otp-code', { phone_number: number });
      const { id: _id, phone_number: _number, ...rest } = body;
      answers.push([status, rest]);
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  it('checks a code without using it up', async () => {
    const otp = await ask(phone);
    const verify = (body: object) => api.request(null, 'POST', 'verify-otp-code', body);

    expect((await verify(otp)).body.success).toBe(true);
    expect((await verify({ ...otp, code: otherThan(otp.code) })).status).toBe(422);
    expect((await login(otp)).body.role).toBe('store_owner');
    expect((await verify(otp)).status).toBe(422);
  });

  it('creates a customer for an unknown number with a name and an address', async () => {
    const otp = await ask(newNumber);
    const without = await login(otp);
    const { status, body } = await login({
      ...otp,
      name: 'Пётр',
      email: 'petr@test.ru',
      permission: 'super_admin',
    });

    expect(without.body).toEqual({ message: 'REQUIRED_INFO_MISSING', success: false });
    expect([status, body.permissions, body.email_verified]).toEqual([200, ['customer'], false]);
    const row = await api.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', 'petr@test.ru')
      .executeTakeFirst();
    expect(row).toMatchObject({
      contact: newNumber,
      contact_verified_at: api.now(),
      email_verified_at: null,
    });
    expect((await messagesTo(api.db, 'petr@test.ru')).map(({ template }) => template)).toEqual([
      'confirm-email',
    ]);
  });

  it('gives nobody the account of an existing address, and redeems the code anyway', async () => {
    const otp = await ask(newNumber);
    const { status, body } = await login({ ...otp, name: 'Вор', email: 'owner@test.ru' });

    expect([status, body.errors]).toEqual([422, { email: ['error-taken'] }]);
    const next = await login({ ...otp, name: 'Вор', email: 'free@test.ru' });
    expect([next.status, next.body.message]).toEqual([422, 'INVALID_CODE']);
  });

  it('opens nothing for a banned person, and creates no second account for the number', async () => {
    await api.db.updateTable('users').set({ is_active: false }).where('id', '=', owner.id).execute();
    const otp = await ask(phone);

    expect((await login({ ...otp, name: 'Он же', email: 'again@test.ru' })).status).toBe(422);
    expect(await api.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });
});
