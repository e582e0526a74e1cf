import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthAnswer } from '@/contract/accounts/auth';
import { buildUser } from '../../support/factories';
import { lastCode, messagesTo, otherThan } from '../../support/outbox';
import { setUpScene } from '../../support/scene';

/** Signing in by a code of an SMS. */
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

describe('send-code', () => {
  it('responds identically and in the same time whether the number is known or not', async () => {
    const banned = await buildUser(api.db, { isActive: false });
    await withContact(banned, '+7 (912) 000-00-01');
    await withContact(scene.customer, '+7 (912) 000-00-02', false);

    for (const number of [phone, unknown, '+7 (912) 000-00-01', '+7 (912) 000-00-02']) {
      const begun = performance.now();
      const { status, body } = await send(number);
      expect([status, body]).toEqual([200, { success: true, expires_in: 300, retry_after: 60 }]);
      expect(performance.now() - begun).toBeGreaterThan(240);
    }
    const sent = await api.db.selectFrom('outbox').select(['recipient', 'channel']).execute();
    expect(sent).toEqual([{ recipient: phone, channel: 'sms' }]);
  });

  it('accepts a number in any usual format', async () => {
    await send('8 912 345 67 89');

    expect(await messagesTo(api.db, phone)).toHaveLength(1);
    expect((await send('12345')).body.errors).toEqual({ phone: ['error-phone-format'] });
    expect((await send('')).status).toBe(422);
  });

  it('sends one in a minute and five in an hour, known or not', async () => {
    for (const number of [phone, unknown]) {
      await send(number);
      const soon = await send(number);
      expect([soon.status, soon.headers['retry-after']]).toEqual([429, '60']);
      for (let time = 0; time < 4; time += 1) {
        pass(1.1);
        expect((await send(number)).status).toBe(200);
      }
      pass(1.1);
      expect((await send(number)).status).toBe(429);
    }
  });

  it('limits a network across all numbers', async () => {
    const numbers = Array.from(
      { length: 102 },
      (_, index) => `+7 (900) 001-${String(index).padStart(4, '0').replace(/(..)$/, '-$1')}`,
    );
    const answers = await Promise.all(numbers.map(send));

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  it('stores only a hash of the code', async () => {
    await send(phone);
    const rows = await api.db.selectFrom('one_time_codes').selectAll().execute();

    expect(JSON.stringify(rows)).not.toContain(`"${await lastCode(api.db, phone)}"`);
  });
});

describe('check-code', () => {
  it('signs in the owner of the number once', async () => {
    await send(phone);
    const code = await lastCode(api.db, phone);
    const { status, body } = await check(`${code.slice(0, 3)} ${code.slice(3)}`);

    expect([status, body.role]).toEqual([200, 'store_owner']);
    const me = await api.request(null, 'GET', 'me', undefined, { authorization: `Bearer ${body.token}` });
    expect(me.body.id).toBe(owner.id);
    expect((await check(code)).status).toBe(422);
    const entries = await api.db
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .orderBy('id')
      .execute();
    expect(entries).toEqual([{ action: 'sign-in:code', user_id: owner.id }]);
  });

  it('accepts one of two concurrent uses of a code', async () => {
    await send(phone);
    const code = await lastCode(api.db, phone);
    const answers = await Promise.all([check(code), check(code)]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
  });

  it('allows five attempts, and counts them identically for an unknown number', async () => {
    await send(phone);
    await send(unknown);
    const code = await lastCode(api.db, phone);
    for (const number of [phone, unknown]) {
      for (const left of [4, 3, 2, 1, 0, 0]) {
        const { status, body } = await check(otherThan(code), number);
        expect([status, body.message, body.errors, body.attempts_left]).toEqual([
          422,
          'INVALID_CODE',
          { code: ['error-otp-wrong'] },
          left,
        ]);
      }
    }
    expect((await check(code)).body.attempts_left).toBe(0);
  });

  it('counts concurrent attempts', async () => {
    await send(phone);
    const code = await lastCode(api.db, phone);
    await Promise.all(Array.from({ length: 6 }, () => check(otherThan(code))));

    expect((await check(code)).status).toBe(422);
  });

  it('limits the guesses from a network', async () => {
    const resetsAt = new Date(api.now().getTime() + 60_000);
    await api.db
      .insertInto('rate_limits')
      .values({ key: 'code:ip:127.0.0.1', hits: 290, resets_at: resetsAt })
      .execute();
    const answers = await Promise.all(Array.from({ length: 13 }, () => check('123456')));

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  });

  it('accepts a code for five minutes, and only the last one', async () => {
    await send(phone);
    const former = await lastCode(api.db, phone);
    pass(1.1);
    await send(phone);
    const code = await lastCode(api.db, phone);
    if (former !== code) expect((await check(former)).status).toBe(422);
    pass(5);

    expect((await check(code)).status).toBe(422);
  });

  it('opens nothing for a banned person, another number, or a number given up meanwhile', async () => {
    await send(phone);
    const code = await lastCode(api.db, phone);
    expect((await check(code, unknown)).status).toBe(422);
    await api.db.updateTable('users').set({ is_active: false }).where('id', '=', owner.id).execute();

    expect((await check(code)).status).toBe(422);
    expect(await api.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  it.each(['', '12345', '1234567', 'abcdef', { $ne: 1 }])('refuses %j as a code', async (code) => {
    const answer = await api.request(null, 'POST', 'api/admin/auth/check-code', { phone, code });

    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['code']]);
  });
});
