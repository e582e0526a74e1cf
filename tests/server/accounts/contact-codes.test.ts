import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthAnswer } from '@/contract/accounts/auth';
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

  it('sets the own number, which can sign in from then on, and notifies the user', async () => {
    const otp = await ask();
    const { status, body } = await update(scene.staff, otp);

    expect([status, body.success]).toEqual([200, true]);
    expect(await contactOf(scene.staff)).toEqual({ contact: fresh, contact_verified_at: api.now() });
    expect((await messagesTo(api.db, scene.staff.email)).map(({ template }) => template)).toEqual([
      'contact-changed',
    ]);
    pass(1.1);
    await send(fresh);
    expect(typeof (await check(await lastCode(api.db, fresh), fresh)).body.token).toBe('string');
  });

  it('never changes another person, whatever id is sent', async () => {
    const otp = await ask();
    const { status, body } = await update(scene.staff, { ...otp, user_id: owner.id });

    expect([status, body.message]).toEqual([403, 'FORBIDDEN']);
    expect(await contactOf(owner)).toMatchObject({ contact: phone });
    expect(await contactOf(scene.staff)).toMatchObject({ contact: null });
  });

  it('refuses a number that another person has confirmed', async () => {
    const { status, body } = await update(scene.staff, await ask(phone));

    expect([status, body.errors]).toEqual([422, { phone_number: ['error-taken'] }]);
    expect(await contactOf(owner)).toMatchObject({ contact: phone });
  });

  it('refuses a wrong code, one for another number, one for signing in, and nobody', async () => {
    const otp = await ask();
    expect((await update(scene.staff, { ...otp, code: otherThan(otp.code) })).body).toMatchObject({
      message: 'INVALID_CODE',
      attempts_left: 4,
    });
    expect((await update(scene.staff, { ...otp, phone_number: unknown })).status).toBe(422);
    expect((await update(scene.staff, { ...otp, otp_id: '999' })).status).toBe(422);
    expect((await update(null, otp)).status).toBe(401);
    expect((await update(scene.staff, {})).status).toBe(422);
    await send(phone);
    const code = await lastCode(api.db, phone);
    expect((await update(owner, { phone_number: phone, code })).status).toBe(422);
  });

  it('accepts a code once', async () => {
    const otp = await ask();
    const answers = await Promise.all([update(scene.staff, otp), update(scene.customer, otp)]);

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
