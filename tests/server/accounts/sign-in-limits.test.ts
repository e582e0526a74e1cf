import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthAnswer, TwoFactorSetup } from '@/contract/accounts/auth';
import { toNetwork } from '@/server/core/rate-limits';
import { buildUser } from '../../support/factories';
import { lastCode, lastMessage, messagesTo, otherThan, resetToken } from '../../support/outbox';
import { setUpScene } from '../../support/scene';

/** Nobody can lock somebody else out: limits by browser, by network and account, and delays across an account. */
const { api } = setUpScene({ trustProxy: 1 });
const password = 'Demo12345';
const email = 'owner@test.ru';
const [home, stranger, cafe] = ['192.0.2.1', '203.0.113.66', '198.51.100.7'];
let owner: { id: number };

type Coded = AuthAnswer & { message: string; attempts_left: number };
interface Place {
  from?: string;
  cookie?: string;
}

const post = <Body = Coded>(path: string, body: object, { from = home, cookie }: Place = {}) =>
  api.request<Body>(null, 'POST', path, body, { 'x-forwarded-for': from, ...(cookie && { cookie }) });
const login = (secret: string, place?: Place, address = email) =>
  post('token', { email: address, password: secret }, place);
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? '';
const pass = (seconds: number) => api.setNow(new Date(api.now().getTime() + seconds * 1000));
const many = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));
const refusals = (answers: { status: number }[]) => answers.filter(({ status }) => status === 429).length;

/** Simulates this many earlier attempts. */
async function setCount(key: string, hits: number): Promise<void> {
  const resetsAt = new Date(api.now().getTime() + 3600_000);
  await api.db.insertInto('rate_limits').values({ key, hits, resets_at: resetsAt }).execute();
}

beforeEach(async () => {
  owner = await buildUser(api.db, { role: 'store_owner', email, password });
});

describe('wrong passwords of a stranger', () => {
  it('lock the account for the stranger’s network only', async () => {
    await many(12, () => login('Wrong12345', { from: stranger }));

    expect((await login(password, { from: stranger })).status).toBe(429);
    expect((await login(password, { from: home })).body.token).not.toBeNull();
  });

  it('are limited to ten even when twenty are concurrent', async () => {
    expect(refusals(await many(20, () => login('Wrong12345', { from: stranger })))).toBe(10);
  });

  it('do not lock out others in an office behind one address', async () => {
    await buildUser(api.db, { email: 'colleague@test.ru', password });
    await many(12, () => login('Wrong12345'));

    expect((await login(password, {}, 'colleague@test.ru')).body.token).not.toBeNull();
    await setCount('login:ip:198.51.100.7', 300);
    expect((await login(password, { from: cafe }, 'colleague@test.ru')).status).toBe(429);
  });

  it('do not shut out a browser that the person has signed in with, even at the same address', async () => {
    const cookie = cookieOf(await login(password));
    await many(12, () => login('Wrong12345'));

    expect((await login(password)).status).toBe(429);
    expect((await login(password, { cookie })).body.token).not.toBeNull();
  });

  it('are reported to the user once a day', async () => {
    const letters = async () =>
      (await messagesTo(api.db, email)).filter(({ template }) => template === 'password-guesses').length;
    for (const from of [stranger, cafe]) await many(10, () => login('Wrong12345', { from }));
    expect(await letters()).toBe(1);
    await many(5, () => login('Wrong12345', { from: '203.0.113.67' }));
    expect(await letters()).toBe(1);

    pass(25 * 3600);
    for (const from of [stranger, cafe]) await many(10, () => login('Wrong12345', { from }));
    expect(await letters()).toBe(2);
    await many(10, () => login('Wrong12345', { from: stranger }, 'nobody@test.ru'));
    expect(await messagesTo(api.db, 'nobody@test.ru')).toEqual([]);
  });
});

describe('an account that was tried a hundred times within the hour', () => {
  it('lets the person in from a new address after a wait of seconds, whatever others do meanwhile', async () => {
    await setCount(`login:account:${email}`, 150);
    const first = await login(password, { from: cafe });
    expect([first.status, first.headers['retry-after']]).toEqual([429, '6']);

    await many(20, () => login('Wrong12345', { from: stranger }));
    pass(6);
    expect((await login(password, { from: cafe })).body.token).not.toBeNull();
  });

  it('requires a wait of a minute at most', async () => {
    await setCount(`login:account:${email}`, 100_000);
    expect((await login(password, { from: cafe })).headers['retry-after']).toBe('60');
  });

  it('checks none of many guesses from ever new networks, and one of twenty after the wait', async () => {
    await setCount(`login:account:${email}`, 150);
    expect(refusals(await many(20, (index) => login('Wrong12345', { from: `203.0.113.${index}` })))).toBe(20);
    const refused = await many(20, () => login('Wrong12345', { from: stranger }));
    expect(refusals(refused)).toBe(20);
    pass(Math.max(...refused.map(({ headers }) => Number(headers['retry-after']))));
    expect(refusals(await many(20, () => login('Wrong12345', { from: stranger })))).toBe(19);
  });

  it('does not slow down a known browser', async () => {
    const cookie = cookieOf(await login(password));
    await setCount(`login:account:${email}x`, 0);
    await api.db
      .updateTable('rate_limits')
      .set({ hits: 150 })
      .where('key', 'like', 'login:account:%')
      .execute();

    expect((await login(password, { from: cafe, cookie })).body.token).not.toBeNull();
  });

  it('is unlocked by a password reset', async () => {
    await many(12, () => login('Wrong12345', { from: home }));
    await api.db
      .updateTable('rate_limits')
      .set({ hits: 500 })
      .where('key', 'like', 'login:account:%')
      .execute();
    await post('forget-password', { email });
    const token = await resetToken(api.db, email);
    const reset = await post('reset-password', { email, token, password: 'Klyukva678' });

    expect(reset.status).toBe(200);
    expect((await login('Klyukva678')).body.token).not.toBeNull();
    expect((await login('Klyukva678', { from: cafe })).body.token).not.toBeNull();
  });
});

describe('a known browser', () => {
  it('is known by an httpOnly cookie whose token is stored as a hash', async () => {
    const answer = await login(password);
    const [token] = cookieOf(answer).split('=').slice(1);

    expect(answer.headers['set-cookie']).toMatch(
      /^known_browser=[\w-]{43}; Path=\/admin\/rest; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
    );
    const rows = await api.db.selectFrom('known_devices').selectAll().execute();
    expect(rows).toMatchObject([{ user_id: owner.id }]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('gets no cookie for a wrong password', async () => {
    expect((await login('Wrong12345')).headers['set-cookie']).toBeUndefined();
  });

  it('has its own ten attempts, even under twenty concurrent ones', async () => {
    const cookie = cookieOf(await login(password));

    expect(refusals(await many(20, () => login('Wrong12345', { cookie })))).toBe(10);
    expect((await login(password, { from: cafe })).body.token).not.toBeNull();
  });

  it('does not apply to another user or with a forged token', async () => {
    await buildUser(api.db, { email: 'other@test.ru', password });
    const cookie = cookieOf(await login(password, {}, 'other@test.ru'));
    await many(12, () => login('Wrong12345'));

    for (const one of [cookie, `known_browser=${'x'.repeat(43)}`, 'known_browser=%00', 'known_browser=']) {
      expect([one, (await login(password, { cookie: one })).status]).toEqual([one, 429]);
    }
  });

  it('is recognised for each of two people who share it, with one row each', async () => {
    await buildUser(api.db, { email: 'other@test.ru', password });
    const first = cookieOf(await login(password));
    const both = cookieOf(await login(password, { cookie: first }, 'other@test.ru'));
    const again = cookieOf(await login(password, { cookie: both }));

    expect(again).toBe(both);
    expect(both.split('.')).toHaveLength(2);
    expect(await api.db.selectFrom('known_devices').selectAll().execute()).toHaveLength(2);
  });
});

describe('codes of the second factor', () => {
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.now().getTime() });
  const challengeFor = async (place?: Place) => String((await login(password, place)).body.challenge);
  const second = (challenge: string, code: string, place?: Place) =>
    post('token/second-factor', { challenge, code }, place);
  let secret = '';
  let cookie = '';

  beforeEach(async () => {
    cookie = cookieOf(await login(password));
    const setup = await api.request<TwoFactorSetup>(owner, 'POST', 'two-factor/setup', { password });
    secret = setup.body.secret;
    await api.request(owner, 'POST', 'two-factor/confirm', { code: codeOf(secret) });
    pass(60);
  });

  /** Ten wrong codes: a challenge allows five. */
  async function guess(from: string) {
    for (const _round of [1, 2]) {
      const challenge = await challengeFor({ from });
      await many(5, () => second(challenge, otherThan(codeOf(secret)), { from }));
    }
  }

  it('of a stranger who has the password lock out only the stranger’s network', async () => {
    await guess(stranger);

    const blocked = await second(await challengeFor({ from: stranger }), codeOf(secret), { from: stranger });
    expect(blocked.status).toBe(429);
    expect((await second(await challengeFor(), codeOf(secret))).status).toBe(200);
  });

  it('are limited to fifty an hour from all unknown browsers; a known one and a new password are exempt', async () => {
    await setCount(`second-factor:account:${owner.id}`, 50);

    expect((await second(await challengeFor(), codeOf(secret))).status).toBe(429);
    const known = await second(await challengeFor({ cookie }), codeOf(secret), { cookie });
    expect(known.status).toBe(200);
    await post('forget-password', { email });
    const body = { email, token: await resetToken(api.db, email), password: 'Klyukva678' };
    await post('reset-password', body);
    pass(60);
    const { challenge } = (await login('Klyukva678')).body;
    expect((await second(String(challenge), codeOf(secret))).status).toBe(200);
  });

  it('are reported to the user after twenty wrong codes, because somebody has the password', async () => {
    await guess(stranger);
    await guess(cafe);

    await expect(lastMessage(api.db, email, 'code-guesses')).resolves.toContain('пароль известен');
  });
});

describe('codes by SMS', () => {
  const phone = '+7 (912) 345-67-89';
  const send = (place?: Place) => post('api/admin/auth/send-code', { phone }, place);
  const check = (code: string, place?: Place) => post('api/admin/auth/check-code', { phone, code }, place);

  beforeEach(async () => {
    const contact = { contact: phone, contact_verified_at: api.now() };
    await api.db.updateTable('users').set(contact).where('id', '=', owner.id).execute();
  });

  it('are not exhausted, replaced or delayed by a stranger elsewhere', async () => {
    await send({ from: stranger });
    expect((await send()).status).toBe(200);
    const code = await lastCode(api.db, phone);
    await many(8, () => check(otherThan(code), { from: stranger }));
    pass(61);
    await send({ from: stranger });

    expect((await check(code, { from: stranger })).status).toBe(422);
    expect((await check(code)).status).toBe(200);
  });

  it('may be entered from another network in the browser that requested them', async () => {
    const cookie = cookieOf(await send());
    const code = await lastCode(api.db, phone);

    expect((await check(code, { from: cafe })).body.attempts_left).toBe(0);
    expect((await check(code, { from: cafe, cookie })).status).toBe(200);
  });

  it('are twenty an hour for a number, and five more for a browser that the person has signed in with', async () => {
    const cookie = cookieOf(await login(password));
    await setCount(`sms:phone:${phone}`, 20);

    expect((await send()).status).toBe(429);
    expect((await send({ cookie })).status).toBe(200);
  });
});

describe('e-mails about a forgotten password', () => {
  const forget = (place?: Place) => post('forget-password', { email }, place);

  it('are not exhausted by a stranger elsewhere', async () => {
    expect(refusals(await many(8, () => forget({ from: stranger })))).toBe(3);

    expect((await forget()).status).toBe(200);
  });

  it('stop at twenty an hour with the same answer; the last link works', async () => {
    await forget();
    const token = await resetToken(api.db, email);
    await api.db
      .updateTable('rate_limits')
      .set({ hits: 20 })
      .where('key', 'like', 'forgot:account:%')
      .execute();
    const before = (await messagesTo(api.db, email)).length;

    expect(await forget({ from: stranger })).toMatchObject({ status: 200, body: { success: true } });
    expect(await messagesTo(api.db, email)).toHaveLength(before);
    expect((await post('reset-password', { email, token, password: 'Klyukva678' })).status).toBe(200);
  });
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:DB8:0:1:aa:bb:cc:dd', '2001:db8:0:1::/64'],
  ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('counts the address %j as %s', (ip, network) => {
  expect(toNetwork({ ip })).toBe(network);
});
