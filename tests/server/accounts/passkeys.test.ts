import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthAnswer, Passkey, PasskeyAdded } from '@/contract/accounts/auth';
import { buildUser } from '../../support/factories';
import { messagesTo } from '../../support/outbox';
import { setUpScene } from '../../support/scene';
import { signIn } from '../../support/session';
import { buildAuthenticator } from './authenticator';

/** Passkeys: signing in, second factor, proof before money. */
const { api, scene } = setUpScene();
const password = 'Demo12345';
const email = 'key@test.ru';
let person: { id: number };
let token: string;

type Refused = { message: string; needs?: string[]; errors?: object };
type Options = { challenge: string; rpId?: string; rp?: { id: string } } & Refused;

const as = (own = token) => ({ authorization: `Bearer ${own}` });
const post = <Body = Refused>(path: string, body: object, own: string | null = token) =>
  api.request<Body>(null, 'POST', path, body, own === null ? {} : as(own));
const pass = (minutes: number) => api.setNow(new Date(api.now().getTime() + minutes * 60_000));

beforeEach(async () => {
  person = await buildUser(api.db, { role: 'super_admin', email, password });
  token = await signIn(api.db, person.id, api.now());
});

async function add(key = buildAuthenticator(), name = 'Ноутбук', own = token) {
  const { body } = await post<Options>('me/passkeys/options', { password }, own);
  const answer = await post<PasskeyAdded & Refused>(
    'me/passkeys',
    { name, ...key.create(body.challenge) },
    own,
  );
  return { key, ...answer };
}
const challenge = async () => (await post<Options>('token/passkey/options', {}, null)).body.challenge;
const enter = (proof: object) => post<AuthAnswer & Refused>('token/passkey', proof, null);
const stored = () => api.db.selectFrom('passkeys').selectAll().orderBy('id').execute();
const confirmBy = async (key: ReturnType<typeof buildAuthenticator>) => {
  const { body } = await post<Options>('me/confirm/passkey', {});
  return post('me/confirm', { passkey: key.prove(body.challenge) });
};
const adjust = () => post(`shops/${scene.shop.id}/adjustments`, { amount: 100, reason: 'Перенос остатка' });

describe('adding a passkey', () => {
  it('needs the password, stores the public key, brings recovery codes and tells the person', async () => {
    const refused = await post('me/passkeys/options', { password: 'Wrong12345' });
    const { status, body } = await add();

    expect([refused.status, refused.body.errors]).toEqual([422, { password: ['error-password-wrong'] }]);
    expect([status, body.recovery_codes.length]).toEqual([201, 10]);
    expect(await stored()).toMatchObject([{ user_id: person.id, name: 'Ноутбук', counter: 0 }]);
    expect((await messagesTo(api.db, email)).map(({ template }) => template)).toEqual(['passkey-added']);
    const log = await api.db.selectFrom('audit_log').select(['action', 'user_id']).execute();
    expect(log).toEqual([{ action: 'passkey:add', user_id: person.id }]);
  });

  it('is for the configured address, whatever the request says of itself', async () => {
    const { body } = await api.request<Options>(
      null,
      ...(['POST', 'me/passkeys/options', { password }, { ...as(), host: 'evil.test' }] as const),
    );

    expect(body.rp?.id).toBe('shop.test');
  });

  it.each([
    ['a foreign origin', buildAuthenticator(), { origin: 'https://evil.test' }],
    ['a key of another site', buildAuthenticator({ origin: 'https://shop.test', rpId: 'evil.test' }), {}],
    ['a person whom the device has not verified', buildAuthenticator(), { flags: 0x41 }],
  ])('refuses %s', async (_what, key, how) => {
    const { body } = await post<Options>('me/passkeys/options', { password });
    const answer = await post('me/passkeys', { name: 'Ключ', ...key.create(body.challenge, how) });

    expect([answer.status, answer.body.message]).toEqual([422, 'INVALID_CODE']);
    expect(await stored()).toEqual([]);
  });

  it('refuses a challenge twice, after five minutes, and of another person or purpose', async () => {
    const { body } = await post<Options>('me/passkeys/options', { password });
    const first = buildAuthenticator();
    await post('me/passkeys', { name: 'Первый', ...first.create(body.challenge) });
    await confirmBy(first);
    const replayed = await post('me/passkeys', {
      name: 'Второй',
      ...buildAuthenticator().create(body.challenge),
    });
    const late = (await post<Options>('me/passkeys/options', { password })).body.challenge;
    pass(6);
    const other = await signIn(api.db, scene.store_owner.id, api.now());
    const answers = [
      replayed,
      await post('me/passkeys', { name: 'Поздний', ...buildAuthenticator().create(late) }),
      await post('me/passkeys', { name: 'Чужой', ...buildAuthenticator().create(late) }, other),
      await post('me/passkeys', { name: 'Вход', ...buildAuthenticator().create(await challenge()) }),
    ];

    expect(answers.map(({ body: { message } }) => message)).toEqual(Array(4).fill('INVALID_CODE'));
    expect(await stored()).toHaveLength(1);
  });

  it('asks whoever has a second factor for it first', async () => {
    const { key } = await add();
    const refused = await post('me/passkeys/options', { password });

    expect(refused.body).toMatchObject({ message: 'CONFIRMATION_NEEDED', needs: ['code', 'passkey'] });
    expect((await confirmBy(key)).status).toBe(200);
    expect((await add(buildAuthenticator(), 'Телефон')).body.recovery_codes).toEqual([]);
  });

  it('needs a session and a body', async () => {
    for (const [path, body] of [
      ['me/passkeys/options', { password }],
      ['me/passkeys', {}],
      ['me/confirm/passkey', {}],
    ] as const)
      expect([path, (await post(path, body, null)).status]).toEqual([path, 401]);
    expect((await api.request(null, 'GET', 'me/passkeys')).status).toBe(401);
    const empty = await post('me/passkeys', { name: ' ', id: '<x>', response: {} });
    expect(Object.keys(empty.body.errors ?? {}).sort()).toEqual([
      'id',
      'name',
      'response.attestationObject',
      'response.clientDataJSON',
    ]);
  });
});

describe('signing in by a passkey', () => {
  it('opens a session without a password, and counts on', async () => {
    const { key } = await add();
    const { status, body } = await enter(key.prove(await challenge()));

    expect([status, body.role]).toEqual([200, 'super_admin']);
    expect((await api.request(null, 'GET', 'me', undefined, as(String(body.token)))).body.id).toBe(person.id);
    expect(await stored()).toMatchObject([{ counter: 1, last_used_at: api.now() }]);
  });

  it('is bound to the browser as any other way in', async () => {
    const { key } = await add();
    const proof = key.prove(await challenge());
    const origin = { 'sec-fetch-site': 'same-origin', origin: 'https://shop.test' };
    const { body } = await api.request<AuthAnswer>(null, 'POST', 'token/passkey', proof, origin);

    expect((await api.request(null, 'GET', 'me', undefined, as(String(body.token)))).status).toBe(401);
  });

  it('refuses a replayed proof, a foreign origin, an unverified person, a stranger and a copy of the device', async () => {
    const { key } = await add();
    const used = key.prove(await challenge());
    await enter(used);
    key.setCounter(0);
    const copied = key.prove(await challenge());
    key.setCounter(10);
    const answers = [
      await enter(used),
      await enter(copied),
      await enter(key.prove(await challenge(), { origin: 'https://evil.test' })),
      await enter(key.prove(await challenge(), { flags: 0x01 })),
      await enter(key.prove('AAAA')),
      await enter(buildAuthenticator().prove(await challenge())),
      await enter({ ...buildAuthenticator().prove(await challenge()), id: key.id }),
    ];

    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
      Array(7).fill([422, 'INVALID_CODE']),
    );
    expect((await api.db.selectFrom('sessions').select('id').execute()).length).toBe(2);
  });

  it('opens nothing for a blocked person', async () => {
    const { key } = await add();
    await api.db.updateTable('users').set({ is_active: false }).where('id', '=', person.id).execute();

    expect((await enter(key.prove(await challenge()))).body.message).toBe('INVALID_CODE');
  });
});

describe('a passkey as second factor', () => {
  it('is demanded after the password; a recovery code works when the device is lost', async () => {
    const { body: added } = await add();
    const login = () => api.request<AuthAnswer>(null, 'POST', 'token', { email, password });
    const { body } = await login();
    const second = { challenge: body.challenge, code: added.recovery_codes[0] };

    expect([body.token, typeof body.challenge]).toEqual([null, 'string']);
    expect(typeof (await post<AuthAnswer>('token/second-factor', second, null)).body.token).toBe('string');
    const again = { challenge: (await login()).body.challenge, code: added.recovery_codes[0] };
    expect((await post('token/second-factor', again, null)).body.message).toBe('INVALID_CODE');
  });

  it('is asked for before an authenticator app is added: session and password are not enough', async () => {
    const { key } = await add();
    const refused = await post('two-factor/setup', { password });
    await confirmBy(key);

    expect([refused.body.message, refused.body.needs]).toEqual(['CONFIRMATION_NEEDED', ['code', 'passkey']]);
    expect((await post('two-factor/setup', { password })).status).toBe(200);
  });

  it('confirms money for this person and session only', async () => {
    const { key } = await add();
    const theirs = await signIn(api.db, scene.super_admin.id, api.now());
    const { key: foreign } = await add(buildAuthenticator(), 'Чужой', theirs);

    expect((await adjust()).body.message).toBe('CONFIRMATION_NEEDED');
    expect((await confirmBy(foreign)).body.message).toBe('INVALID_CODE');
    expect((await confirmBy(key)).status).toBe(200);
    expect((await adjust()).status).toBe(201);
  });
});

describe('removing a passkey', () => {
  const list = async (own = token) =>
    (await api.request<Passkey[]>(null, 'GET', 'me/passkeys', undefined, as(own))).body;
  const remove = (id: number, own = token) =>
    api.request<Refused>(null, 'DELETE', `me/passkeys/${id}`, undefined, as(own));

  it('needs a fresh proof, ends its sign-in and tells the person', async () => {
    const { key } = await add();
    const [own] = await list();
    const refused = await remove(Number(own?.id));
    await confirmBy(key);

    expect(Object.keys(own ?? {}).sort()).toEqual(['created_at', 'id', 'last_used_at', 'name']);
    expect(refused.body.message).toBe('CONFIRMATION_NEEDED');
    expect((await remove(Number(own?.id))).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await enter(key.prove(await challenge()))).body.message).toBe('INVALID_CODE');
    expect((await messagesTo(api.db, email)).map(({ template }) => template)).toContain('passkey-removed');
    expect(await api.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([]);
  });

  it('never somebody else’s', async () => {
    await add();
    const [own] = await list();
    const other = await signIn(api.db, scene.super_admin.id, api.now());

    expect((await remove(Number(own?.id), other)).status).toBe(404);
    expect(await list(other)).toEqual([]);
    expect(await stored()).toHaveLength(1);
  });
});
