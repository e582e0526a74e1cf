import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuthAnswer } from '@/contract/accounts/auth';
import type { SignInAddress, SignInLink, SignInProviders } from '@/contract/accounts/providers';
import { panelAccept } from '@/contract/core/panel-client';
import { createApp } from '@/server/app';
import { buildUser } from '../../support/factories';
import { say, setUpService } from '../../support/fake-service';
import { client, type OpenIdProvider, startOpenIdProvider } from '../../support/openid-provider';
import { messagesTo } from '../../support/outbox';
import { setUpScene } from '../../support/scene';
import { signIn } from '../../support/session';

/** Sign-in through others, at a real OpenID provider on this machine. */
const { api, scene } = setUpScene({ allowLocalProviders: true });
const callback = 'https://shop.test/admin/rest/sign-in/callback';
const password = 'Demo12345';
let provider: OpenIdProvider;
let owner: { id: number };
let id: number;

beforeAll(async () => {
  provider = await startOpenIdProvider(callback);
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.people = Object.assign(provider.people, {
    anna: { email: 'anna@test.ru', email_verified: true },
    boris: { email: 'boris@test.ru', email_verified: false },
  });
  owner = await buildUser(api.db, { role: 'store_owner', email: 'anna@test.ru', password });
  id = (await add()).body.providers[0]?.id ?? 0;
});

const body = (more: object = {}) => ({
  kind: 'openid',
  name: 'Вход компании',
  issuer: provider.issuer,
  client_id: client.id,
  client_secret: client.secret,
  scopes: 'openid email',
  is_on: true,
  links_by_email: true,
  ...more,
});
const add = (more: object = {}, user: { id: number } | null = scene.super_admin) =>
  api.request<SignInProviders & { errors: object; message: string }>(
    user,
    'POST',
    'sign-in/providers',
    body(more),
  );
const change = (more: object) => {
  const { kind: _, issuer: __, client_secret: ___, ...others } = body(more);
  return api.request(scene.super_admin, 'PUT', `sign-in/providers/${id}`, others);
};

/** A browser: cookies by host, as our API and the provider set them. */
class Visitor {
  private jar = new Map<string, string>();

  /** Asks our API. */
  async ask<Body>(path: string, sent?: object, user: { id: number } | null = null, method?: 'GET') {
    const answer = await api.request<Body & { message: string; errors: object }>(
      user,
      method ?? 'POST',
      `sign-in/${path}`,
      sent,
      { cookie: this.cookies('api') },
    );
    this.keep('api', [answer.headers['set-cookie'] ?? []].flat().map(String));
    return answer;
  }

  /** Goes to the provider as a person (or declines), and returns the address that it sends the browser to. */
  async atProvider(url: string, person = ''): Promise<URL> {
    let next = new URL(url);
    let method = 'GET';
    for (let hops = 0; hops < 10 && next.origin === provider.issuer; hops += 1) {
      const answer = await fetch(next, {
        method,
        redirect: 'manual',
        headers: { cookie: this.cookies('provider') },
      });
      this.keep('provider', answer.headers.getSetCookie());
      const location = answer.headers.get('location');
      if (!location && method === 'POST') throw new Error(await answer.text());
      method = location ? 'GET' : 'POST';
      next = location ? new URL(location, next) : new URL(`${next.pathname}?person=${person}`, next);
    }
    return next;
  }

  /** From our sign-in page to the provider and back. */
  async goThrough(person: string, sent: object = {}) {
    const { body } = await this.ask<SignInAddress>('start', { provider: id, ...sent });
    return this.comeBack(await this.atProvider(body.url, person));
  }

  comeBack(url: URL) {
    return this.ask(`callback${url.search}`, undefined, null, 'GET');
  }

  finish() {
    return this.ask<AuthAnswer>('finish', {});
  }

  /** Links an account of the provider with one's own. */
  async link(user: { id: number }, person: string) {
    const { body } = await this.ask<SignInAddress>('links/start', { provider: id, password }, user);
    await this.comeBack(await this.atProvider(body.url, person));
    return this.ask<SignInLink[]>('links/finish', {}, user);
  }

  private cookies(host: string): string {
    return [...this.jar]
      .flatMap(([key, value]) => (key.startsWith(`${host} `) ? `${key.slice(host.length + 1)}=${value}` : []))
      .join('; ');
  }

  private keep(host: string, set: string[]) {
    for (const cookie of set) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.jar.delete(`${host} ${name}`);
      else this.jar.set(`${host} ${name}`, value);
    }
  }
}

const links = () => api.db.selectFrom('sign_in_links').select(['user_id', 'subject', 'by_email']).execute();
const messageOf = async (answer: Promise<{ status: number; body: { message: string } }>) => {
  const { status, body } = await answer;
  return [status, body.message];
};

describe('signing in', () => {
  it('opens the account whose confirmed address the provider has proven, and links it with a letter and an entry', async () => {
    const visitor = new Visitor();
    const returned = await visitor.goThrough('anna', { back: '/orders?page=2' });
    const { status, body } = await visitor.finish();

    expect([returned.status, returned.headers.location]).toEqual([
      302,
      'https://shop.test/admin/login?through=1&from_url=%2Forders%3Fpage%3D2',
    ]);
    expect([status, typeof body.token, body.role]).toEqual([200, 'string', 'store_owner']);
    expect(await links()).toEqual([{ user_id: owner.id, subject: 'anna', by_email: true }]);
    expect((await messagesTo(api.db, 'anna@test.ru')).map(({ template }) => template)).toEqual([
      'sign-in-linked',
    ]);
    const actions = await api.db
      .selectFrom('audit_log')
      .select('action')
      .where('user_id', '=', owner.id)
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['sign-in-link', 'sign-in:provider']);
    // The signature of the id token is checked with the provider's keys.
    expect(provider.asked).toContain('/jwks');
  });

  it('binds the way to the browser by a cookie that scripts and other sites cannot use', async () => {
    const { headers } = await new Visitor().ask('start', { provider: id });

    expect(headers['set-cookie']).toMatch(
      /^__Host-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('sends the browser back to the configured address only, whatever host it names', async () => {
    const { body } = await api.request<SignInAddress>(
      null,
      'POST',
      'sign-in/start',
      { provider: id },
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
      const { status, body } = await new Visitor().ask('start', { provider: id, back });

      expect([status, body.errors]).toEqual([422, { back: ['error-wrong-value'] }]);
    },
  );

  it('refuses another state, and the sign-in that another browser began', async () => {
    const [victim, attacker] = [new Visitor(), new Visitor()];
    const began = await attacker.ask<SignInAddress>('start', { provider: id });
    const stolen = await attacker.atProvider(began.body.url, 'anna');

    await victim.comeBack(stolen);
    expect(await messageOf(victim.finish())).toEqual([409, 'SIGN_IN_EXPIRED']);
    await victim.ask('start', { provider: id });
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
    const visitor = new Visitor();
    const began = await visitor.ask<SignInAddress>('start', { provider: id });
    await api.db.updateTable('sign_in_attempts').set(changed).execute();
    await visitor.comeBack(await visitor.atProvider(began.body.url, 'anna'));

    expect(await messageOf(visitor.finish())).toEqual([409, 'SIGN_IN_PROVIDER_FAILED']);
  });

  it('uses an answer once: coming back and finishing again gives nothing', async () => {
    const visitor = new Visitor();
    const began = await visitor.ask<SignInAddress>('start', { provider: id });
    const url = await visitor.atProvider(began.body.url, 'anna');
    await visitor.comeBack(url);
    await visitor.comeBack(url);
    const answers = await Promise.all([visitor.finish(), visitor.finish()]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await messageOf(visitor.finish())).toEqual([409, 'SIGN_IN_EXPIRED']);
  });

  it('expires after ten minutes', async () => {
    const visitor = new Visitor();
    const began = await visitor.ask<SignInAddress>('start', { provider: id });
    const url = await visitor.atProvider(began.body.url, 'anna');
    api.setNow(new Date(api.now().getTime() + 11 * 60_000));
    await visitor.comeBack(url);

    expect(await messageOf(visitor.finish())).toEqual([409, 'SIGN_IN_EXPIRED']);
  });

  it('tells of a person who declined, and of a provider that was switched off meanwhile', async () => {
    const visitor = new Visitor();
    await visitor.goThrough('');
    expect(await messageOf(visitor.finish())).toEqual([409, 'SIGN_IN_PROVIDER_FAILED']);
    await visitor.goThrough('anna');
    expect((await change({ is_on: false })).status).toBe(200);

    expect(await messageOf(visitor.finish())).toEqual([409, 'SIGN_IN_PROVIDER_FAILED']);
    expect(await messageOf(visitor.ask('start', { provider: id }))).toEqual([404, 'NOT_FOUND']);
  });

  it('asks for the second factor that the account has', async () => {
    await api.db
      .updateTable('users')
      .set({ totp_enabled_at: api.now() })
      .where('id', '=', owner.id)
      .execute();
    const visitor = new Visitor();
    await visitor.goThrough('anna');
    const { body } = await visitor.finish();

    expect([body.token, typeof body.challenge]).toEqual([null, 'string']);
  });

  it('answers alike for nobody’s address, an unproven one and whoever may not be linked by it', async () => {
    const refused = [409, 'SIGN_IN_NO_ACCOUNT'];
    const attempt = async (person: string) => {
      const visitor = new Visitor();
      await visitor.goThrough(person);
      return messageOf(visitor.finish());
    };
    const [admin, staff] = [
      await buildUser(api.db, { role: 'super_admin', email: 'vera@test.ru', password }),
      await buildUser(api.db, { role: 'staff', email: 'gleb@test.ru', password }),
    ];
    Object.assign(provider.people, {
      vera: { email: 'vera@test.ru', email_verified: true },
      gleb: { email: 'gleb@test.ru', email_verified: true },
      nobody: { email: 'nobody@test.ru', email_verified: true },
    });
    await buildUser(api.db, { role: 'store_owner', email: 'boris@test.ru', password });

    expect(await attempt('nobody')).toEqual(refused);
    expect(await attempt('boris')).toEqual(refused);
    expect(await attempt('vera')).toEqual(refused);
    expect(await attempt('gleb')).toEqual(refused);
    await api.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', owner.id).execute();
    expect(await attempt('anna')).toEqual(refused);
    await api.db
      .updateTable('users')
      .set({ email_verified_at: api.now() })
      .where('id', '=', owner.id)
      .execute();
    await change({ links_by_email: false });
    expect(await attempt('anna')).toEqual(refused);
    expect(await links()).toEqual([]);
    expect([admin.id, staff.id]).not.toContain(owner.id);
  });

  it('does not open a blocked account, nor one of the team that an address had linked before', async () => {
    const visitor = new Visitor();
    await visitor.goThrough('anna');
    expect((await visitor.finish()).status).toBe(200);

    await api.db.updateTable('users').set({ is_active: false }).where('id', '=', owner.id).execute();
    await visitor.goThrough('anna');
    expect(await messageOf(visitor.finish())).toEqual([409, 'SIGN_IN_NO_ACCOUNT']);
    const permissions = ['super_admin', 'store_owner', 'customer'];
    await api.db
      .updateTable('users')
      .set({ is_active: true, permissions })
      .where('id', '=', owner.id)
      .execute();
    await visitor.goThrough('anna');
    expect(await messageOf(visitor.finish())).toEqual([409, 'SIGN_IN_NO_ACCOUNT']);
  });
});

describe('linking from the profile', () => {
  it('needs the password, then opens the account, also of an administrator, whatever the address is', async () => {
    const admin = await buildUser(api.db, { role: 'super_admin', email: 'vera@test.ru', password });
    const visitor = new Visitor();
    const wrong = await visitor.ask('links/start', { provider: id, password: 'Wrong12345' }, admin);
    const { status, body } = await visitor.link(admin, 'boris');

    expect([wrong.status, wrong.body.errors]).toEqual([422, { password: ['error-password-wrong'] }]);
    expect([status, body]).toEqual([
      200,
      [
        {
          id,
          name: 'Вход компании',
          is_on: true,
          email: 'boris@test.ru',
          since: api.now().toISOString(),
          used_at: null,
        },
      ],
    ]);
    await visitor.goThrough('boris');
    expect((await visitor.finish()).body.role).toBe('super_admin');
    expect((await messagesTo(api.db, 'vera@test.ru')).map(({ template }) => template)).toEqual([
      'sign-in-linked',
    ]);
  });

  it('belongs to the person who began, and gives no session', async () => {
    const visitor = new Visitor();
    const began = await visitor.ask<SignInAddress>('links/start', { provider: id, password }, owner);
    const back = await visitor.comeBack(await visitor.atProvider(began.body.url, 'boris'));

    expect(back.headers.location).toBe('https://shop.test/admin/profile-update?through=1#sign-in-links');
    expect(await messageOf(visitor.finish())).toEqual([409, 'SIGN_IN_EXPIRED']);
    expect(await messageOf(new Visitor().ask('links/finish', {}, scene.store_owner))).toEqual([
      409,
      'SIGN_IN_EXPIRED',
    ]);
    expect(await links()).toEqual([]);
  });

  it('refuses an account of the provider that opens somebody else’s', async () => {
    await new Visitor().link(owner, 'boris');
    const other = await buildUser(api.db, { role: 'store_owner', email: 'other@test.ru', password });

    expect(await messageOf(new Visitor().link(other, 'boris'))).toEqual([409, 'SIGN_IN_TAKEN']);
    expect(await messageOf(new Visitor().link(owner, 'anna'))).toEqual([409, 'SIGN_IN_TAKEN']);
    expect(await links()).toEqual([{ user_id: owner.id, subject: 'boris', by_email: false }]);
  });

  it('ends with the password, so that another way in remains', async () => {
    const visitor = new Visitor();
    await visitor.link(owner, 'boris');
    const wrong = await visitor.ask('links/remove', { provider: id, password: 'Wrong12345' }, owner);
    const { body } = await visitor.ask<SignInLink[]>('links/remove', { provider: id, password }, owner);

    expect([wrong.status, body[0]?.since]).toEqual([422, null]);
    expect(await links()).toEqual([]);
    expect(await messageOf(visitor.ask('links/remove', { provider: id, password }, owner))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    await visitor.goThrough('boris');
    expect(await messageOf(visitor.finish())).toEqual([409, 'SIGN_IN_NO_ACCOUNT']);
  });

  it('ends with the account', async () => {
    const customer = await buildUser(api.db, { role: 'customer', email: 'c@test.ru', password });
    await new Visitor().link(customer, 'boris');
    await api.request(scene.super_admin, 'DELETE', `users/${customer.id}`);

    expect(await links()).toEqual([]);
  });

  it.each(['links/start', 'links/finish', 'links/remove'])('%s needs a session', async (path) => {
    expect(await messageOf(new Visitor().ask(path, { provider: id, password }))).toEqual([
      401,
      'NOT_AUTHENTICATED',
    ]);
  });
});

describe('providers', () => {
  it('are for administrators, and never answer with their secret', async () => {
    const listed = await api.request<SignInProviders>(scene.super_admin, 'GET', 'sign-in/providers');

    expect(listed.body).toMatchObject({
      redirect_uri: callback,
      providers: [{ id, name: 'Вход компании', has_secret: true, is_on: true, links: 0, version: 1 }],
    });
    expect(JSON.stringify(listed.body)).not.toContain(client.secret);
    const log = await api.db
      .selectFrom('audit_log')
      .select('changes')
      .where('family', '=', 'sign-in-providers')
      .execute();
    expect(JSON.stringify(log)).not.toContain(client.secret);
    expect(log).toHaveLength(1);
    for (const user of [null, scene.store_owner, scene.customer]) {
      const expected = user ? 403 : 401;
      expect((await api.request(user, 'GET', 'sign-in/providers')).status).toBe(expected);
      expect((await add({}, user)).status).toBe(expected);
      expect((await api.request(user, 'PUT', `sign-in/providers/${id}`, {})).status).toBe(expected);
      expect((await api.request(user, 'DELETE', `sign-in/providers/${id}`)).status).toBe(expected);
    }
  });

  it('are named in the public settings while they are on', async () => {
    const named = async () => (await api.request<{ options: object }>(null, 'GET', 'settings')).body.options;

    expect(await named()).toMatchObject({ signInProviders: [{ id, name: 'Вход компании' }] });
    await change({ is_on: false });
    expect(await named()).toMatchObject({ signInProviders: [] });
  });

  it('keep their secret and their issuer when they change, and refuse a stale version', async () => {
    const sent = {
      ...body({ name: 'Новое имя', issuer: 'https://evil.test', kind: 'vk' }),
      client_secret: '',
      version: 1,
    };
    const changed = await api.request(scene.super_admin, 'PUT', `sign-in/providers/${id}`, sent);
    const stale = await api.request(scene.super_admin, 'PUT', `sign-in/providers/${id}`, sent);
    const row = await api.db.selectFrom('sign_in_providers').selectAll().executeTakeFirstOrThrow();

    expect([changed.status, stale.status, stale.body.message]).toEqual([200, 409, 'CONFLICT']);
    expect(row).toMatchObject({
      name: 'Новое имя',
      issuer: provider.issuer,
      kind: 'openid',
      client_secret: client.secret,
    });
  });

  it('refuse what is no address or no scope, and an issuer that does not describe itself', async () => {
    const wrong = await add({ issuer: 'ftp://x', scopes: 'open"id', client_id: '', kind: 'other', name: '' });
    const silent = await add({ issuer: 'http://localhost:9' });
    const other = await add({ issuer: `${provider.issuer}/nothing` });

    expect(Object.keys(wrong.body.errors).sort()).toEqual(['client_id', 'issuer', 'kind', 'name', 'scopes']);
    for (const { status, body } of [silent, other])
      expect([status, body.errors]).toEqual([422, { issuer: ['error-issuer-silent'] }]);
  });

  it('go with their links', async () => {
    await new Visitor().link(owner, 'boris');
    const { status } = await api.request(scene.super_admin, 'DELETE', `sign-in/providers/${id}`);

    expect([status, await links()]).toEqual([200, []]);
    expect(await api.db.selectFrom('sign_in_providers').select('id').execute()).toEqual([]);
  });
});

describe('VK ID and Яндекс ID', () => {
  const service = setUpService();
  const code = 'code-of-the-service';

  /** Comes back as those services send a browser: they have no page to click through here. */
  async function comeBack(kind: 'vk' | 'yandex', more: Record<string, string> = {}) {
    const [other] = (
      await add({ kind, name: kind, issuer: `${service.base}/`, client_id: '12345', scopes: 'email' })
    ).body.providers.slice(-1);
    const visitor = new Visitor();
    const began = await visitor.ask<SignInAddress>('links/start', { provider: other?.id, password }, owner);
    const asked = new URL(began.body.url).searchParams;
    const url = new URL(callback);
    url.search = new URLSearchParams({ code, state: asked.get('state') ?? '', ...more }).toString();
    await visitor.comeBack(url);
    return { asked, linked: await visitor.ask<SignInLink[]>('links/finish', {}, owner) };
  }

  it('VK ID is asked with the device’s id, and for the person with the token', async () => {
    service.answer = (response, asked) => {
      const { url } = asked;
      const answer = url.endsWith('user_info')
        ? { user: { user_id: '77', first_name: 'Анна', email: 'anna@test.ru' } }
        : {
            access_token: 'of-vk',
            token_type: 'Bearer',
            expires_in: 3600,
            user_id: 77,
            id_token: 'not.a.jwt',
          };
      say(answer)(response, asked);
    };
    const { asked, linked } = await comeBack('vk', { device_id: 'device-1', type: 'code_v2' });

    expect([asked.get('code_challenge_method'), asked.has('nonce')]).toEqual(['S256', false]);
    expect(linked.status).toBe(200);
    const [token, info] = service.asked.map(
      ({ url, body: sent }) => [url, new URLSearchParams(String(sent))] as const,
    );
    expect(token?.[0]).toBe('/oauth2/auth');
    expect(Object.fromEntries(token?.[1] ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      ...{
        code,
        client_id: '12345',
        device_id: 'device-1',
        state: asked.get('state'),
        redirect_uri: callback,
      },
    });
    expect([info?.[0], Object.fromEntries(info?.[1] ?? [])]).toEqual([
      '/oauth2/user_info',
      { client_id: '12345', access_token: 'of-vk' },
    ]);
    expect(await links()).toEqual([{ user_id: owner.id, subject: '77', by_email: false }]);
  });

  it.each([
    ['12345', 200],
    ['another application', 409],
  ])('Яндекс ID says which application a token is of: %s', async (client_id, status) => {
    service.answer = (response, asked) => {
      const { url } = asked;
      const answer = url.startsWith('/info')
        ? { id: '1000034426', client_id, default_email: 'anna@test.ru' }
        : { access_token: 'of-yandex', token_type: 'bearer', expires_in: 3600 };
      say(answer)(response, asked);
    };
    const { linked } = await comeBack('yandex');

    expect(linked.status).toBe(status);
    expect(service.asked.map(({ url }) => url)).toEqual(['/token', '/info?format=json']);
    expect(service.asked[1]?.headers.authorization).toBe('OAuth of-yandex');
  });

  it('prove no address, so nobody is linked by one', async () => {
    service.answer = (response, asked) => {
      const { url } = asked;
      const info = { id: '5', client_id: '12345', default_email: 'anna@test.ru', email_verified: true };
      say(url.startsWith('/info') ? info : { access_token: 'of-yandex', token_type: 'bearer' })(
        response,
        asked,
      );
    };
    const [yandex] = (
      await add({ kind: 'yandex', issuer: service.base, client_id: '12345' })
    ).body.providers.slice(-1);
    const visitor = new Visitor();
    const began = await visitor.ask<SignInAddress>('start', { provider: yandex?.id });
    const state = new URL(began.body.url).searchParams.get('state') ?? '';
    await visitor.comeBack(new URL(`${callback}?${new URLSearchParams({ code, state })}`));

    expect(await messageOf(visitor.finish())).toEqual([409, 'SIGN_IN_NO_ACCOUNT']);
    expect(await links()).toEqual([]);
  });
});

describe('outside of tests', () => {
  it.each([
    ['http://id.example.org', 'error-wrong-value'],
    ['https://127.0.0.1', 'error-issuer-silent'],
    ['https://localhost', 'error-issuer-silent'],
    ['https://169.254.169.254', 'error-issuer-silent'],
    ['https://[::1]:8443', 'error-issuer-silent'],
  ])('%s is no issuer', async (issuer, problem) => {
    const strict = await createApp({ ...api.deps, allowLocalProviders: false });
    const answer = await strict.inject({
      method: 'POST',
      url: '/admin/rest/sign-in/providers',
      headers: {
        authorization: `Bearer ${await signIn(api.db, scene.super_admin.id, api.now())}`,
        accept: panelAccept,
      },
      payload: body({ issuer }),
    });
    await strict.close();

    expect([answer.statusCode, answer.json().errors]).toEqual([422, { issuer: [problem] }]);
  });

  it('the addresses of VK ID and Яндекс ID are their own', async () => {
    const strict = await createApp({ ...api.deps, allowLocalProviders: false });
    const answer = await strict.inject({
      method: 'POST',
      url: '/admin/rest/sign-in/providers',
      headers: {
        authorization: `Bearer ${await signIn(api.db, scene.super_admin.id, api.now())}`,
        accept: panelAccept,
      },
      payload: body({ kind: 'vk', issuer: 'https://id.vk.com.evil.test' }),
    });
    await strict.close();

    expect([answer.statusCode, answer.json().errors]).toEqual([422, { issuer: ['error-wrong-value'] }]);
  });
});
