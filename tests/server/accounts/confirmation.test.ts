import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthAnswer, TwoFactorSetup } from '@/contract/accounts/auth';
import { setSettings } from '../../support/checkout';
import { buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import { codeOf } from '../../support/session';

/** Money asks again who is there: by the second factor, or by the password where the settings want it. */
const { api, scene } = setUpScene();
const password = 'Demo12345';
const email = 'money@test.ru';
let person: { id: number };
let token: string;

type Refused = { message: string; needs?: string[]; errors?: object };

const pass = (minutes: number) => api.setNow(new Date(api.now().getTime() + minutes * 60_000));
const post = (path: string, body: object, as = token) =>
  api.request<Refused>(null, 'POST', path, body, { authorization: `Bearer ${as}` });
const confirm = (body: object) => post('me/confirm', body);
const adjust = (as = token) =>
  post(`shops/${scene.shop.id}/adjustments`, { amount: 100, reason: 'Перенос остатка' }, as);
const lines = () => api.db.selectFrom('ledger_entries').select('id').execute();

beforeEach(async () => {
  person = await buildUser(api.db, { role: 'super_admin', email, password });
  token = String((await api.request<AuthAnswer>(null, 'POST', 'token', { email, password })).body.token);
});

async function switchOn(): Promise<string> {
  const { body } = await api.request<TwoFactorSetup>(
    null,
    ...(['POST', 'two-factor/setup', { password }, { authorization: `Bearer ${token}` }] as const),
  );
  await post('two-factor/confirm', { code: codeOf(body.secret, api.now()) });
  pass(1);
  return body.secret;
}

describe('a person without a second factor', () => {
  it('is asked for nothing, unless the settings demand the password', async () => {
    expect((await adjust()).status).toBe(201);

    await setSettings(api, { confirmMoney: true });
    const refused = await adjust();
    expect([refused.status, refused.body.message, refused.body.needs]).toEqual([
      409,
      'CONFIRMATION_NEEDED',
      ['password'],
    ]);
    expect(await lines()).toHaveLength(1);
    expect((await confirm({ password })).status).toBe(200);
    expect((await adjust()).status).toBe(201);
  });

  it('confirms nothing by a wrong password, and is stopped after ten', async () => {
    await setSettings(api, { confirmMoney: true });
    const wrong = await confirm({ password: 'Wrong12345' });

    expect([wrong.status, wrong.body.errors]).toEqual([422, { password: ['error-password-wrong'] }]);
    expect((await adjust()).body.message).toBe('CONFIRMATION_NEEDED');
    for (let turn = 0; turn < 9; turn += 1) await confirm({ password: 'Wrong12345' });
    expect((await confirm({ password })).status).toBe(429);
  });
});

describe('a person with a second factor', () => {
  it('is asked for its code, which is valid for ten minutes', async () => {
    const secret = await switchOn();

    expect((await adjust()).body).toMatchObject({ message: 'CONFIRMATION_NEEDED', needs: ['code'] });
    expect((await confirm({ code: codeOf(secret, api.now()) })).status).toBe(200);
    pass(9);
    expect((await adjust()).status).toBe(201);
    pass(2);
    expect((await adjust()).body.message).toBe('CONFIRMATION_NEEDED');
    const log = await api.db
      .selectFrom('audit_log')
      .select('user_id')
      .where('action', '=', 'confirm')
      .execute();
    expect(log).toEqual([{ user_id: person.id }]);
  });

  it('cannot confirm by the password, by a wrong code or by a code twice', async () => {
    const secret = await switchOn();
    const code = codeOf(secret, api.now());

    expect((await confirm({ password })).body.message).toBe('ACTION_NOT_VALID');
    expect((await confirm({ code: code === '111111' ? '222222' : '111111' })).body.message).toBe(
      'INVALID_CODE',
    );
    expect((await adjust()).body.message).toBe('CONFIRMATION_NEEDED');
    expect([(await confirm({ code })).status, (await confirm({ code })).status]).toEqual([200, 422]);
  });

  it('confirms one session, not the others', async () => {
    const secret = await switchOn();
    const { body: first } = await api.request<AuthAnswer>(null, 'POST', 'token', { email, password });
    const { body: other } = await api.request<AuthAnswer>(null, 'POST', 'token/second-factor', {
      challenge: first.challenge,
      code: codeOf(secret, api.now()),
    });
    pass(1);
    await confirm({ code: codeOf(secret, api.now()) });

    expect((await adjust(String(other.token))).body.message).toBe('CONFIRMATION_NEEDED');
    expect((await adjust()).status).toBe(201);
  });

  it('learns what is wrong with the input before being asked', async () => {
    await switchOn();
    const wrong = await post(`shops/${scene.shop.id}/adjustments`, {});

    expect([wrong.status, wrong.body.message]).toEqual([422, 'VALIDATION_FAILED']);
  });
});

describe('what asks', () => {
  it('is every way to move money, to say whom it goes to, and to give rights', async () => {
    await switchOn();
    const provider = {
      kind: 'openid',
      name: 'Вход',
      issuer: 'https://id.test',
      client_id: 'a',
      scopes: 'openid',
    };
    const asked: [string, 'POST' | 'PUT', string, object][] = [
      ['a withdrawal', 'POST', 'approve-withdraw', { id: 1, status: 'approved' }],
      ['a withdrawal by address', 'POST', 'withdraws/1/approve', {}],
      ['what somebody prepared', 'POST', 'approvals/1/confirm', { hash: 'a'.repeat(64) }],
      ['a refund', 'PUT', 'refunds/1', { status: 'approved' }],
      ['points', 'POST', 'add-points', { customer_id: scene.customer.id, points: 5 }],
      ['payment', 'POST', 'settings', { options: { unpaidPickupHours: 71 } }],
      ['a role', 'POST', 'users/1/role', { role_id: 1 }],
      ['an invitation', 'POST', 'users/invite', { email: 'a@b.ru', name: 'Анна', role_id: 1 }],
      ['an administrator', 'POST', 'users/make-admin', { user_id: 1, grant: true }],
      ['who says who people are', 'POST', 'sign-in/providers', provider],
      ['the rule itself', 'POST', 'settings', { options: { confirmMoney: true } }],
    ];
    const answers = await Promise.all(
      asked.map(async ([what, method, path, body]) => {
        const { body: answer } = await api.request(null, method, path, body, {
          authorization: `Bearer ${token}`,
        });
        return [what, answer.message];
      }),
    );

    expect(answers).toEqual(asked.map(([what]) => [what, 'CONFIRMATION_NEEDED']));
    expect((await post('settings', { options: { siteTitle: 'Лавка' } })).status).toBe(200);
  });

  it('needs a session', async () => {
    expect((await api.request(null, 'POST', 'me/confirm', { password })).status).toBe(401);
    expect((await confirm({})).body.message).toBe('ACTION_NOT_VALID');
    expect((await confirm({ code: 'x' })).status).toBe(422);
  });
});
