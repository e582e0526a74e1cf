import { describe, expect, it } from 'vitest';
import type { SignInAddress, SignInLink } from '@/contract/accounts/providers';
import { buildUser } from '../../support/factories';
import { callback, messageOf, password, setUpOpenId } from '../../support/openid/scene';
import { messagesTo } from '../../support/outbox';

/** Sign-in through others, at a real OpenID provider on this machine. */
const { api, scene, at, change, links, visitor } = setUpOpenId();

describe('signing in', () => {
  it('opens the account whose confirmed address the provider has proven, and links it with a letter and an entry', async () => {
    const guest = visitor();
    const returned = await guest.goThrough('anna', { back: '/orders?page=2' });
    const { status, body } = await guest.finish();

    expect([returned.status, returned.headers.location]).toEqual([
      302,
      'https://shop.test/admin/login?through=1&from_url=%2Forders%3Fpage%3D2',
    ]);
    expect([status, typeof body.token, body.role]).toEqual([200, 'string', 'store_owner']);
    expect(await links()).toEqual([{ user_id: at.owner.id, subject: 'anna', by_email: true }]);
    expect((await messagesTo(api.db, 'anna@test.ru')).map(({ template }) => template)).toEqual([
      'sign-in-linked',
    ]);
    const actions = await api.db
      .selectFrom('audit_log')
      .select('action')
      .where('user_id', '=', at.owner.id)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['sign-in-link', 'sign-in:provider']);
    // The signature of the id token is checked with the provider's keys.
    expect(at.provider.asked).toContain('/jwks');
  });

  it('binds the way to the browser by a cookie that scripts and other sites cannot use', async () => {
    const { headers } = await visitor().ask('start', { provider: at.id });

    expect(headers['set-cookie']).toMatch(
      /^__Host-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('sends the browser back to the configured address only, whatever host it names', async () => {
    const { body } = await api.request<SignInAddress>(
      null,
      'POST',
      'sign-in/start',
      { provider: at.id },
      {
        host: 'evil.test',
        'x-forwarded-host': 'evil.test',
      },
    );

    expect(new URL(body.url).searchParams.get('redirect_uri')).toBe(callback);
    expect(new URL(body.url).searchParams.get('code_challenge_method')).toBe('S256');
  });

  it.each(['https://evil.test/', '//evil.test', '/\\evil.test', '/%2fevil.test/', 'orders'])(
    'refuses to go back to %s',
    async (back) => {
      const { status, body } = await visitor().ask('start', { provider: at.id, back });

      expect([status, body.errors]).toEqual([422, { back: ['error-wrong-value'] }]);
    },
  );

  it('refuses another state, and the sign-in that another browser began', async () => {
    const [victim, attacker] = [visitor(), visitor()];
    const began = await attacker.ask<SignInAddress>('start', { provider: at.id });
    const stolen = await attacker.atProvider(began.body.url, 'anna');

    await victim.comeBack(stolen);
    expect(await messageOf(victim.finish())).toEqual([409, 'SIGN_IN_EXPIRED']);
    await victim.ask('start', { provider: at.id });
    await victim.comeBack(stolen);
    expect(await messageOf(victim.finish())).toEqual([409, 'SIGN_IN_EXPIRED']);
    stolen.searchParams.set('state', 'other');
    await attacker.comeBack(stolen);
    expect(await messageOf(attacker.finish())).toEqual([409, 'SIGN_IN_EXPIRED']);
    expect(await links()).toEqual([]);
  });

  it.each([
    ['nonce', { nonce: 'other' }],
    ['verifier', { code_verifier: 'x'.repeat(43) }],
  ])('refuses an answer to another %s', async (_name, changed) => {
    const guest = visitor();
    const began = await guest.ask<SignInAddress>('start', { provider: at.id });
    await api.db.updateTable('sign_in_attempts').set(changed).execute();
    await guest.comeBack(await guest.atProvider(began.body.url, 'anna'));

    expect(await messageOf(guest.finish())).toEqual([409, 'SIGN_IN_PROVIDER_FAILED']);
  });

  it('uses an answer once: coming back and finishing again gives nothing', async () => {
    const guest = visitor();
    const began = await guest.ask<SignInAddress>('start', { provider: at.id });
    const url = await guest.atProvider(began.body.url, 'anna');
    await guest.comeBack(url);
    await guest.comeBack(url);
    const answers = await Promise.all([guest.finish(), guest.finish()]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await messageOf(guest.finish())).toEqual([409, 'SIGN_IN_EXPIRED']);
  });

  it('expires after ten minutes', async () => {
    const guest = visitor();
    const began = await guest.ask<SignInAddress>('start', { provider: at.id });
    const url = await guest.atProvider(began.body.url, 'anna');
    api.setNow(new Date(api.now().getTime() + 11 * 60_000));
    await guest.comeBack(url);

    expect(await messageOf(guest.finish())).toEqual([409, 'SIGN_IN_EXPIRED']);
  });

  it('tells of a person who declined, and of a provider that was switched off meanwhile', async () => {
    const guest = visitor();
    await guest.goThrough('');
    expect(await messageOf(guest.finish())).toEqual([409, 'SIGN_IN_PROVIDER_FAILED']);
    await guest.goThrough('anna');
    expect((await change({ is_on: false })).status).toBe(200);

    expect(await messageOf(guest.finish())).toEqual([409, 'SIGN_IN_PROVIDER_FAILED']);
    expect(await messageOf(guest.ask('start', { provider: at.id }))).toEqual([404, 'NOT_FOUND']);
  });

  it('asks for the second factor that the account has', async () => {
    await api.db
      .updateTable('users')
      .set({ totp_enabled_at: api.now() })
      .where('id', '=', at.owner.id)
      .execute();
    const guest = visitor();
    await guest.goThrough('anna');
    const { body } = await guest.finish();

    expect([body.token, typeof body.challenge]).toEqual([null, 'string']);
  });

  it('answers alike for nobody’s address, an unproven one and whoever may not be linked by it', async () => {
    const refused = [409, 'SIGN_IN_NO_ACCOUNT'];
    const attempt = async (person: string) => {
      const guest = visitor();
      await guest.goThrough(person);
      return messageOf(guest.finish());
    };
    const [admin, staff] = [
      await buildUser(api.db, { role: 'super_admin', email: 'vera@test.ru', password }),
      await buildUser(api.db, { role: 'staff', email: 'gleb@test.ru', password }),
    ];
    Object.assign(at.provider.people, {
      vera: { email: 'vera@test.ru', email_verified: true },
      gleb: { email: 'gleb@test.ru', email_verified: true },
      nobody: { email: 'nobody@test.ru', email_verified: true },
    });
    await buildUser(api.db, { role: 'store_owner', email: 'boris@test.ru', password });

    expect(await attempt('nobody')).toEqual(refused);
    expect(await attempt('boris')).toEqual(refused);
    expect(await attempt('vera')).toEqual(refused);
    expect(await attempt('gleb')).toEqual(refused);
    await api.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', at.owner.id)
      .execute();
    expect(await attempt('anna')).toEqual(refused);
    await api.db
      .updateTable('users')
      .set({ email_verified_at: api.now() })
      .where('id', '=', at.owner.id)
      .execute();
    await change({ links_by_email: false });
    expect(await attempt('anna')).toEqual(refused);
    expect(await links()).toEqual([]);
    expect([admin.id, staff.id]).not.toContain(at.owner.id);
  });

  it('does not open a blocked account, nor one of the team that an address had linked before', async () => {
    const guest = visitor();
    await guest.goThrough('anna');
    expect((await guest.finish()).status).toBe(200);

    await api.db.updateTable('users').set({ is_active: false }).where('id', '=', at.owner.id).execute();
    await guest.goThrough('anna');
    expect(await messageOf(guest.finish())).toEqual([409, 'SIGN_IN_NO_ACCOUNT']);
    const permissions = ['super_admin', 'store_owner', 'customer'];
    await api.db
      .updateTable('users')
      .set({ is_active: true, permissions })
      .where('id', '=', at.owner.id)
      .execute();
    await guest.goThrough('anna');
    expect(await messageOf(guest.finish())).toEqual([409, 'SIGN_IN_NO_ACCOUNT']);
  });
});

describe('linking from the profile', () => {
  it('needs the password, then opens the account, also of an administrator, whatever the address is', async () => {
    const admin = await buildUser(api.db, { role: 'super_admin', email: 'vera@test.ru', password });
    const guest = visitor();
    const wrong = await guest.ask('links/start', { provider: at.id, password: 'Wrong12345' }, admin);
    const { status, body } = await guest.link(admin, 'boris');

    expect([wrong.status, wrong.body.errors]).toEqual([422, { password: ['error-password-wrong'] }]);
    expect([status, body]).toEqual([
      200,
      [
        {
          id: at.id,
          name: 'Вход компании',
          is_on: true,
          email: 'boris@test.ru',
          since: api.now().toISOString(),
          used_at: null,
        },
      ],
    ]);
    await guest.goThrough('boris');
    expect((await guest.finish()).body.role).toBe('super_admin');
    expect((await messagesTo(api.db, 'vera@test.ru')).map(({ template }) => template)).toEqual([
      'sign-in-linked',
    ]);
  });

  it('belongs to the person who began, and gives no session', async () => {
    const guest = visitor();
    const began = await guest.ask<SignInAddress>('links/start', { provider: at.id, password }, at.owner);
    const back = await guest.comeBack(await guest.atProvider(began.body.url, 'boris'));

    expect(back.headers.location).toBe('https://shop.test/admin/profile-update?through=1#sign-in-links');
    expect(await messageOf(guest.finish())).toEqual([409, 'SIGN_IN_EXPIRED']);
    expect(await messageOf(visitor().ask('links/finish', {}, scene.store_owner))).toEqual([
      409,
      'SIGN_IN_EXPIRED',
    ]);
    expect(await links()).toEqual([]);
  });

  it('refuses an account of the provider that opens somebody else’s', async () => {
    await visitor().link(at.owner, 'boris');
    const other = await buildUser(api.db, { role: 'store_owner', email: 'other@test.ru', password });

    expect(await messageOf(visitor().link(other, 'boris'))).toEqual([409, 'SIGN_IN_TAKEN']);
    expect(await messageOf(visitor().link(at.owner, 'anna'))).toEqual([409, 'SIGN_IN_TAKEN']);
    expect(await links()).toEqual([{ user_id: at.owner.id, subject: 'boris', by_email: false }]);
  });

  it('ends with the password, so that another way in remains', async () => {
    const guest = visitor();
    await guest.link(at.owner, 'boris');
    const wrong = await guest.ask('links/remove', { provider: at.id, password: 'Wrong12345' }, at.owner);
    const { body } = await guest.ask<SignInLink[]>('links/remove', { provider: at.id, password }, at.owner);

    expect([wrong.status, body[0]?.since]).toEqual([422, null]);
    expect(await links()).toEqual([]);
    expect(await messageOf(guest.ask('links/remove', { provider: at.id, password }, at.owner))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    await guest.goThrough('boris');
    expect(await messageOf(guest.finish())).toEqual([409, 'SIGN_IN_NO_ACCOUNT']);
  });

  it('ends with the account', async () => {
    const customer = await buildUser(api.db, { role: 'customer', email: 'c@test.ru', password });
    await visitor().link(customer, 'boris');
    await api.request(scene.super_admin, 'DELETE', `users/${customer.id}`);

    expect(await links()).toEqual([]);
  });

  it.each(['links/start', 'links/finish', 'links/remove'])('%s needs a session', async (path) => {
    expect(await messageOf(visitor().ask(path, { provider: at.id, password }))).toEqual([
      401,
      'NOT_AUTHENTICATED',
    ]);
  });
});
