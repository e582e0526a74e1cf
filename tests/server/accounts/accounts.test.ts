import { beforeEach, describe, expect, it } from 'vitest';
import type { AuthAnswer, Me } from '@/contract/accounts/auth';
import type { PersonConsent } from '@/contract/accounts/users/schema';
import { buildUser } from '../../support/factories';
import { confirmPath, lastMessage, messagesTo } from '../../support/outbox';
import { setUpScene } from '../../support/scene';
import { signIn } from '../../support/session';

/** Making an account, confirming its address, changing address and password. */
const { api, scene } = setUpScene({ licenseKey: '0B7E4D2A-51C6-4F0E-9A3D-6C1F2E8B7A90' });
const password = 'Demo12345';
const fresh = 'Klyukva678';
const consents = { accepts_personal_data: true, accepts_terms: true };
const newcomer = { name: 'Ирина', email: 'irina@test.ru', password: fresh, ...consents };

const register = (more: object = {}) =>
  api.request<AuthAnswer & { message: string; errors: Record<string, string[]> }>(null, 'POST', 'register', {
    ...newcomer,
    ...more,
  });
const as = (token: string | null | undefined) => ({ authorization: `Bearer ${token}` });
const rowOf = (email: string) =>
  api.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

/** A person whose account was created by others and whose address is not confirmed yet. */
async function unverified() {
  const person = await buildUser(api.db, { role: 'store_owner', email: newcomer.email, password });
  await api.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.id).execute();
  const token = await signIn(api.db, person.id, api.now());
  await api.request(null, 'POST', 'email/verification-notification', {}, as(token));
  await api.db.deleteFrom('rate_limits').execute();
  return { token, id: person.id };
}
const login = (email: string, secret: string) =>
  api.request<AuthAnswer>(null, 'POST', 'token', { email, password: secret });
const confirm = async (email: string) => api.request(null, 'GET', await confirmPath(api.db, email));

describe('POST register', () => {
  it('creates a customer with points once the link of the e-mail is opened', async () => {
    const { status, body } = await register({ email: ' Irina@Test.ru ' });

    expect([status, body]).toEqual([200, { message: 'CHECK_INBOX_TO_CONFIRM_EMAIL', success: true }]);
    expect(await rowOf(newcomer.email)).toBeUndefined();
    expect((await login(newcomer.email, fresh)).body.token).toBeNull();
    expect((await confirm(newcomer.email)).headers.location).toBe(
      'https://shop.test/admin/verify-email?verified=1',
    );
    const row = await rowOf(newcomer.email);
    expect(row).toMatchObject({
      name: 'Ирина',
      email_verified_at: api.now(),
      is_active: true,
      shop_id: null,
    });
    expect(row?.password_hash).toMatch(/^\$argon2id/);
    const { token } = (await login(newcomer.email, fresh)).body;
    const me = await api.request<Me>(null, 'GET', 'me', undefined, as(token));
    expect(me.body.wallet).toMatchObject({ total_points: 100, points_used: 0, available_points: 100 });
    expect(await api.db.selectFrom('registrations').selectAll().execute()).toEqual([]);
  });

  it('creates a future shop owner', async () => {
    await register({ permission: 'store_owner' });
    await confirm(newcomer.email);

    expect((await rowOf(newcomer.email))?.permissions).toEqual(['store_owner', 'customer']);
  });

  it('requires both consents, with an error at each field, and creates nothing', async () => {
    const text = { title: 'Соглашение', slug: 'terms', description: 'Текст', issued_by: 'Площадка' };
    await api.db
      .insertInto('terms_and_conditions')
      .values({ ...text, type: 'global', is_approved: true, user_id: scene.super_admin.id })
      .execute();
    for (const [name, given] of [
      ['accepts_personal_data', { accepts_personal_data: false }],
      ['accepts_terms', { accepts_terms: undefined }],
      ['accepts_terms', { accepts_terms: 'no' }],
    ] as const) {
      const { status, body } = await register(given);
      expect([name, status, Object.keys(body.errors)]).toEqual([name, 422, [name]]);
    }
    expect((await register({ accepts_terms: false })).body.errors).toEqual({
      accepts_terms: ['error-consent-required'],
    });
    expect(await api.db.selectFrom('registrations').selectAll().execute()).toEqual([]);
  });

  it('stores the consents with the account: version, time and origin', async () => {
    const term = (title: string, more: object = {}) => ({
      title,
      slug: title,
      description: 'Текст',
      type: 'global',
      issued_by: 'Площадка',
      user_id: scene.super_admin.id,
      is_approved: true,
      version: 3,
      ...more,
    });
    const [offer] = await api.db
      .insertInto('terms_and_conditions')
      .values([
        term('offer'),
        term('draft', { is_approved: false }),
        term('shop', { type: 'shop', shop_id: scene.shop.id }),
        term('gone', { deleted_at: api.now() }),
      ])
      .returning('id')
      .execute();
    const asked = api.now();
    await register();
    // A later edit of the document does not change the consent.
    await api.db.updateTable('terms_and_conditions').set({ version: 4 }).execute();
    api.setNow(new Date(asked.getTime() + 3600_000));
    await confirm(newcomer.email);

    const rows = await api.db.selectFrom('consents').selectAll().orderBy('id').execute();
    const user = await rowOf(newcomer.email);
    const documents = [{ id: offer?.id, version: 3, title: 'offer' }];
    expect(rows).toMatchObject(
      ['personal-data', 'terms'].map((kind) => ({
        kind,
        documents,
        user_id: user?.id,
        given_at: asked,
        ip: '127.0.0.1',
      })),
    );
  });

  it('shows them to administrators alone', async () => {
    await api.db.insertInto('settings').values({ options: '{"useMustVerifyEmail":false}' }).execute();
    await register();
    const id = (await rowOf(newcomer.email))?.id;
    const read = (person: { id: number } | null, key: number | string | undefined = id) =>
      api.request<PersonConsent[]>(person, 'GET', `users/${key}/consents`);

    expect((await read(null)).status).toBe(401);
    expect((await read(scene.store_owner)).status).toBe(403);
    expect((await read(scene.super_admin, 'x')).status).toBe(404);
    expect((await read(scene.super_admin, 999_999)).status).toBe(404);
    expect((await read(scene.super_admin, scene.customer.id)).body).toEqual([]);
    const { status, body } = await read(scene.super_admin);
    expect([status, body.map(({ kind }) => kind)]).toEqual([200, ['personal-data', 'terms']]);
    expect(body[0]).toMatchObject({ ip: '127.0.0.1', given_at: api.now().toISOString() });
  });

  it('stores them also where no address has to be confirmed', async () => {
    await api.db.insertInto('settings').values({ options: '{"useMustVerifyEmail":false}' }).execute();
    await register();

    const rows = await api.db.selectFrom('consents').select(['kind', 'documents']).execute();
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['personal-data', 'terms']);
  });

  it('stores neither the password nor the secret of the link', async () => {
    await register();
    const secret = (await confirmPath(api.db, newcomer.email)).split('/').at(-1);

    const stored = JSON.stringify(await api.db.selectFrom('registrations').selectAll().execute());
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(fresh);
  });

  it('responds identically and in the same time for a taken address, whose owner gets an e-mail', async () => {
    const taken = scene.customer.email;
    const answers = [];
    for (const email of [newcomer.email, taken.toUpperCase()]) {
      const begun = performance.now();
      const { status, body, headers } = await register({ email });
      answers.push([status, body, Object.keys(headers).sort()]);
      expect(performance.now() - begun).toBeGreaterThan(240);
    }

    expect(answers[1]).toEqual(answers[0]);
    expect((await messagesTo(api.db, taken)).map(({ template }) => template)).toEqual(['already-registered']);
    expect(await rowOf(taken)).toMatchObject({ id: scene.customer.id, version: 1 });
    expect((await login(taken, fresh)).body).toEqual((await login(newcomer.email, fresh)).body);
    expect(await api.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  it('responds identically where no address has to be confirmed, and creates the account immediately', async () => {
    await api.db.insertInto('settings').values({ options: '{"useMustVerifyEmail":false}' }).execute();
    const [free, taken] = [await register(), await register({ email: scene.customer.email })];

    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    expect(typeof (await login(newcomer.email, fresh)).body.token).toBe('string');
    expect((await messagesTo(api.db, scene.customer.email)).map(({ template }) => template)).toEqual([
      'already-registered',
    ]);
  });

  it('accepts a link once, for a day, and no invalid one', async () => {
    await register();
    const path = await confirmPath(api.db, newcomer.email);
    const [, , id, secret] = path.split('/');
    for (const wrong of [
      `${id}/${'x'.repeat(24)}`,
      `0/${secret}`,
      `x/${secret}`,
      `${id}%20or%201=1/${secret}`,
    ]) {
      const { headers } = await api.request(null, 'GET', `register/confirm/${wrong}`);
      expect([wrong, headers.location]).toEqual([wrong, expect.stringContaining('verified=0')]);
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.request(null, 'GET', path)));
    expect(answers.filter(({ headers }) => String(headers.location).includes('verified=1'))).toHaveLength(1);

    await register({ email: 'late@test.ru' });
    const late = await confirmPath(api.db, 'late@test.ru');
    api.setNow(new Date(api.now().getTime() + 24 * 3600_000));
    expect((await api.request(null, 'GET', late)).headers.location).toContain('verified=0');
    expect(await rowOf('late@test.ru')).toBeUndefined();
  });

  it('lets nobody replace the password of a pending registration', async () => {
    await register();
    const own = await confirmPath(api.db, newcomer.email);
    await register({ name: 'Чужой', password: 'Brusnika91' });
    const foreign = await confirmPath(api.db, newcomer.email);
    await api.request(null, 'GET', own);

    expect((await api.request(null, 'GET', foreign)).headers.location).toContain('verified=0');
    expect(typeof (await login(newcomer.email, fresh)).body.token).toBe('string');
    expect((await login(newcomer.email, 'Brusnika91')).body.token).toBeNull();
  });

  it('sends five e-mails an hour to one address, with the same response', async () => {
    for (let number = 0; number < 7; number += 1) expect((await register()).status).toBe(200);

    expect(await messagesTo(api.db, newcomer.email)).toHaveLength(5);
  });

  it.each(['super_admin', 'staff', 'staff:catalogue', '', ['super_admin'], { a: 1 }])(
    'refuses to create a %s',
    async (permission) => {
      const { status, body } = await register({ permission });

      expect([status, Object.keys(body.errors)]).toEqual([422, ['permission']]);
      expect(await rowOf(newcomer.email)).toBeUndefined();
    },
  );

  it('drops protected fields', async () => {
    const extra = {
      shop_id: scene.shop.id,
      permissions: ['super_admin'],
      role: 'super_admin',
      is_active: false,
    };
    expect((await register({ ...extra, email_verified_at: '2020-01-01', id: 1 })).status).toBe(200);
    await confirm(newcomer.email);

    expect(await rowOf(newcomer.email)).toMatchObject({
      shop_id: null,
      permissions: ['customer'],
      email_verified_at: api.now(),
    });
  });

  it.each([
    ['an empty body', { name: '', email: '', password: '' }, ['email', 'name', 'password']],
    ['a short password', { password: 'Ab1' }, ['password']],
    ['a password without digits', { password: 'Abcdefghij' }, ['password']],
    ['a password without capitals', { password: 'abcdefgh1' }, ['password']],
    ['a common password', { password: 'Qwerty123' }, ['password']],
  ])('refuses %s', async (_what, more, fields) => {
    const { status, body } = await register(more);

    expect([status, Object.keys(body.errors).sort()]).toEqual([422, fields]);
  });

  it('creates one account when two links are opened concurrently', async () => {
    await register();
    const first = await confirmPath(api.db, newcomer.email);
    await register();
    const second = await confirmPath(api.db, newcomer.email);
    await Promise.all([first, second].map((path) => api.request(null, 'GET', path)));

    expect(
      await api.db.selectFrom('users').select('id').where('email', '=', newcomer.email).execute(),
    ).toHaveLength(1);
  });

  it('answers 429 after too many registrations', async () => {
    for (let number = 0; number < 10; number += 1) await register({ email: 'nonsense@test.ru' });

    expect((await register()).status).toBe(429);
  });
});

describe('an unconfirmed address', () => {
  it('opens only its confirmation', async () => {
    const { token } = await unverified();

    for (const [method, path] of [
      ['GET', 'me'],
      ['GET', 'sessions'],
      ['POST', 'tags'],
      ['POST', 'change-password'],
      ['POST', 'two-factor/setup'],
      ['POST', 'update-contact'],
      ['GET', 'users'],
    ] as const) {
      const { status, body } = await api.request(null, method, path, {}, as(token));
      expect([path, status, body.message]).toEqual([path, 409, 'EMAIL_NOT_VERIFIED']);
    }
    expect((await api.request(null, 'GET', 'tags', undefined, as(token))).status).toBe(200);
    expect((await api.request(null, 'POST', 'logout', {}, as(token))).status).toBe(200);
  });

  it('is sufficient when the settings require no confirmation', async () => {
    const { token } = await unverified();
    await api.db.insertInto('settings').values({ options: '{"useMustVerifyEmail":false}' }).execute();

    const { status, body } = await api.request(null, 'GET', 'me', undefined, as(token));
    expect([status, body.email_verified]).toEqual([200, false]);
  });

  it('is confirmed once by the link of the e-mail', async () => {
    const { token } = await unverified();
    const path = await confirmPath(api.db, newcomer.email);

    const first = await api.request(null, 'GET', path);
    const second = await api.request(null, 'GET', path);

    expect([first.status, first.headers.location]).toEqual([
      302,
      'https://shop.test/admin/verify-email?verified=1',
    ]);
    expect(second.headers.location).toBe('https://shop.test/admin/verify-email?verified=0');
    expect((await api.request(null, 'GET', 'me', undefined, as(token))).status).toBe(200);
  });

  it('is not confirmed by an expired link, an invalid one, or another person’s', async () => {
    const { id } = await unverified();
    const path = await confirmPath(api.db, newcomer.email);
    const secret = path.split('/').at(-1);
    const sha1 = '5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8';

    for (const wrong of [`${id}/${sha1}`, `${scene.customer.id}/${secret}`, `0/${secret}`, `x/${secret}`]) {
      const { headers } = await api.request(null, 'GET', `email/verify/${wrong}`);
      expect(headers.location).toContain('verified=0');
    }
    api.setNow(new Date(api.now().getTime() + 24 * 3600_000));
    expect((await api.request(null, 'GET', path)).headers.location).toContain('verified=0');
    expect((await rowOf(newcomer.email))?.email_verified_at).toBeNull();
  });

  it('gets another e-mail, six in a minute; the former link becomes invalid', async () => {
    const { token } = await unverified();
    const former = await confirmPath(api.db, newcomer.email);
    const resend = () => api.request(null, 'POST', 'email/verification-notification', {}, as(token));

    for (let number = 0; number < 6; number += 1) expect((await resend()).status).toBe(200);
    expect((await resend()).status).toBe(429);
    expect((await api.request(null, 'GET', former)).headers.location).toContain('verified=0');
    const { headers } = await api.request(null, 'GET', await confirmPath(api.db, newcomer.email));
    expect(headers.location).toContain('verified=1');
    expect((await api.request(null, 'POST', 'email/verification-notification')).status).toBe(401);
  });
});

describe('POST update-email', () => {
  let person: { id: number };
  const email = 'new@test.ru';
  const update = (body: object, user: { id: number } | null = person) =>
    api.request(user, 'POST', 'update-email', body);
  beforeEach(async () => {
    person = await buildUser(api.db, { role: 'store_owner', email: 'old@test.ru', password });
  });

  const templatesTo = async (address: string) =>
    (await messagesTo(api.db, address)).map(({ template }) => template);

  it('takes effect when the link to the new address is opened, and notifies the old one both times', async () => {
    const { status, body } = await update({ email, password });

    expect([status, body.message]).toEqual([200, 'EMAIL_UPDATED_SUCCESSFULLY']);
    expect(await rowOf('old@test.ru')).toMatchObject({ id: person.id, version: 1 });
    expect((await api.request(person, 'GET', 'me')).body.email).toBe('old@test.ru');
    expect(await templatesTo('old@test.ru')).toEqual(['email-change-asked']);
    expect((await confirm(email)).headers.location).toContain('verified=1');
    expect(await rowOf(email)).toMatchObject({ id: person.id, email_verified_at: api.now(), version: 2 });
    expect(await templatesTo('old@test.ru')).toEqual(['email-change-asked', 'email-changed']);
    const entries = await api.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
    expect(entries.at(-1)).toMatchObject({
      action: 'update-email',
      user_id: person.id,
      changes: { email: ['old@test.ru', email] },
    });
  });

  it('responds identically and in the same time for a taken address, whose owner gets an e-mail', async () => {
    const answers = [];
    for (const address of [email, scene.customer.email]) {
      const begun = performance.now();
      const { status, body } = await update({ email: address, password });
      answers.push([status, body]);
      expect(performance.now() - begun).toBeGreaterThan(240);
    }

    expect(answers[1]).toEqual(answers[0]);
    expect(await templatesTo(scene.customer.email)).toEqual(['email-has-account']);
    expect(await templatesTo('old@test.ru')).toEqual(['email-change-asked', 'email-change-asked']);
    expect(await rowOf('old@test.ru')).toMatchObject({ id: person.id, version: 1 });
  });

  it('accepts only the last link, once, for a day, for its own person', async () => {
    const opened = async (path: string) =>
      String((await api.request(null, 'GET', path)).headers.location).endsWith('verified=1');
    await update({ email: 'first@test.ru', password });
    const first = await confirmPath(api.db, 'first@test.ru');
    await update({ email, password });
    const last = await confirmPath(api.db, email);
    const secret = last.split('/').at(-1);

    for (const wrong of [first, `email/change/${scene.customer.id}/${secret}`, `email/change/x/${secret}`])
      expect([wrong, await opened(wrong)]).toEqual([wrong, false]);
    const twenty = await Promise.all(Array.from({ length: 20 }, () => opened(last)));
    expect(twenty.filter(Boolean)).toHaveLength(1);
    await update({ email: 'third@test.ru', password });
    const late = await confirmPath(api.db, 'third@test.ru');
    api.setNow(new Date(api.now().getTime() + 24 * 3600_000));
    expect(await opened(late)).toBe(false);
  });

  it('does nothing when the address has an account by the time the link is opened', async () => {
    await update({ email, password });
    await buildUser(api.db, { email });

    expect((await confirm(email)).headers.location).toContain('verified=0');
    expect(await rowOf('old@test.ru')).toMatchObject({ id: person.id });
  });

  it('is cancelled by a change of the password', async () => {
    await update({ email, password });
    await api.request(person, 'POST', 'change-password', { oldPassword: password, newPassword: fresh });

    expect((await confirm(email)).headers.location).toContain('verified=0');
  });

  it('confirms the corrected address after a typing error', async () => {
    await api.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', person.id).execute();
    await update({ email, password });
    expect((await api.request(person, 'GET', 'me')).status).toBe(409);
    await confirm(email);

    expect((await api.request(person, 'GET', 'me')).body).toMatchObject({ email, email_verified: true });
  });

  it('refuses a wrong password, invalid input and guests', async () => {
    const wrong = await update({ email, password: 'Wrong12345' });
    const bad = await update({ email: 'no', password: '' });

    expect([wrong.status, wrong.body.errors]).toEqual([422, { password: ['error-password-wrong'] }]);
    expect([bad.status, Object.keys(bad.body.errors)]).toEqual([422, ['email']]);
    expect((await update({ email, password }, null)).status).toBe(401);
    expect(await rowOf('old@test.ru')).toMatchObject({ id: person.id, version: 1 });
  });
});

describe('POST change-password', () => {
  let person: { id: number; email: string };
  const next = 'Klyukva678';
  beforeEach(async () => {
    person = await buildUser(api.db, { role: 'store_owner', email: 'owner@test.ru', password });
  });
  const tokenFor = async (secret: string) => (await login(person.email, secret)).body.token;

  it('ends the other sessions, keeps the own one, and notifies the person', async () => {
    const [own, other] = [await tokenFor(password), await tokenFor(password)];
    const body = { oldPassword: password, newPassword: next };
    const changed = await api.request(null, 'POST', 'change-password', body, as(own));

    expect([changed.status, changed.body]).toEqual([
      200,
      { message: 'PASSWORD_RESET_SUCCESSFUL', success: true },
    ]);
    expect((await api.request(null, 'GET', 'me', undefined, as(own))).status).toBe(200);
    expect((await api.request(null, 'GET', 'me', undefined, as(other))).status).toBe(401);
    expect([await tokenFor(password), typeof (await tokenFor(next))]).toEqual([null, 'string']);
    await expect(lastMessage(api.db, person.email, 'password-changed')).resolves.toContain('изменён');
  });

  it('refuses a wrong old password, a weak new one and nobody', async () => {
    const change = (body: object, user: { id: number } | null = person) =>
      api.request(user, 'POST', 'change-password', body);
    const wrong = await change({ oldPassword: 'Wrong12345', newPassword: next });
    const weak = await change({ oldPassword: password, newPassword: 'weak' });

    expect([wrong.status, wrong.body.errors]).toEqual([422, { oldPassword: ['error-password-wrong'] }]);
    expect([weak.status, Object.keys(weak.body.errors)]).toEqual([422, ['newPassword']]);
    const common = await change({ oldPassword: password, newPassword: 'Password1' });
    expect([common.status, common.body.errors]).toEqual([422, { newPassword: ['error-password-common'] }]);
    expect((await change({ oldPassword: password, newPassword: next }, null)).status).toBe(401);
    expect(typeof (await tokenFor(password))).toBe('string');
  });

  it('allows ten wrong ones in a quarter of an hour, even when concurrent', async () => {
    const token = await signIn(api.db, person.id, api.now());
    const guess = () =>
      api.request(
        null,
        'POST',
        'change-password',
        { oldPassword: 'Wrong12345', newPassword: next },
        as(token),
      );
    const answers = await Promise.all(Array.from({ length: 14 }, guess));

    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  });
});

describe('POST license-key/verify', () => {
  const verify = (license_key: string) => api.request(null, 'POST', 'license-key/verify', { license_key });

  it('accepts the installation’s key in any case of letters, and no other', async () => {
    expect((await verify('0b7e4d2a-51c6-4f0e-9a3d-6c1f2e8b7a90')).body).toMatchObject({ success: true });
    expect((await verify('0b7e4d2a-51c6-4f0e-9a3d-6c1f2e8b7a91')).status).toBe(404);
    expect((await verify('key')).body.errors).toEqual({ license_key: ['error-license-format'] });
  });
});
