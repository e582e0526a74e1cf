import { describe, expect, it } from 'vitest';
import type { SignInAddress, SignInLink, SignInProviders } from '@/contract/accounts/providers';
import { panelAccept } from '@/contract/core/panel-client';
import { createApp } from '@/server/app';
import { say, setUpService } from '../../support/fake-service';
import { client } from '../../support/openid/provider';
import { callback, messageOf, password, setUpOpenId } from '../../support/openid/scene';
import { signIn } from '../../support/session';

/** Which services people may sign in through, and how each is asked. */
const { api, scene, at, body, add, change, links, visitor } = setUpOpenId();

describe('providers', () => {
  it('are for administrators, and never answer with their secret', async () => {
    const listed = await api.request<SignInProviders>(scene.super_admin, 'GET', 'sign-in/providers');

    expect(listed.body).toMatchObject({
      redirect_uri: callback,
      providers: [{ id: at.id, name: 'Вход компании', has_secret: true, is_on: true, links: 0, version: 1 }],
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
      expect((await api.request(user, 'PUT', `sign-in/providers/${at.id}`, {})).status).toBe(expected);
      expect((await api.request(user, 'DELETE', `sign-in/providers/${at.id}`)).status).toBe(expected);
    }
  });

  it('are named in the public settings while they are on', async () => {
    const named = async () => (await api.request<{ options: object }>(null, 'GET', 'settings')).body.options;

    expect(await named()).toMatchObject({ signInProviders: [{ id: at.id, name: 'Вход компании' }] });
    await change({ is_on: false });
    expect(await named()).toMatchObject({ signInProviders: [] });
  });

  it('keep their secret and their issuer when they change, and refuse a stale version', async () => {
    const sent = {
      ...body({ name: 'Новое имя', issuer: 'https://evil.test', kind: 'vk' }),
      client_secret: '',
      version: 1,
    };
    const changed = await api.request(scene.super_admin, 'PUT', `sign-in/providers/${at.id}`, sent);
    const stale = await api.request(scene.super_admin, 'PUT', `sign-in/providers/${at.id}`, sent);
    const row = await api.db.selectFrom('sign_in_providers').selectAll().executeTakeFirstOrThrow();

    expect([changed.status, stale.status, stale.body.message]).toEqual([200, 409, 'CONFLICT']);
    expect(row).toMatchObject({
      name: 'Новое имя',
      issuer: at.provider.issuer,
      kind: 'openid',
      client_secret: client.secret,
    });
  });

  it('refuse what is no address or no scope, and an issuer that does not describe itself', async () => {
    const wrong = await add({ issuer: 'ftp://x', scopes: 'open"id', client_id: '', kind: 'other', name: '' });
    const silent = await add({ issuer: 'http://localhost:9' });
    const other = await add({ issuer: `${at.provider.issuer}/nothing` });

    expect(Object.keys(wrong.body.errors).sort()).toEqual(['client_id', 'issuer', 'kind', 'name', 'scopes']);
    for (const { status, body } of [silent, other])
      expect([status, body.errors]).toEqual([422, { issuer: ['error-issuer-silent'] }]);
  });

  it('go with their links', async () => {
    await visitor().link(at.owner, 'boris');
    const { status } = await api.request(scene.super_admin, 'DELETE', `sign-in/providers/${at.id}`);

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
    const guest = visitor();
    const began = await guest.ask<SignInAddress>('links/start', { provider: other?.id, password }, at.owner);
    const asked = new URL(began.body.url).searchParams;
    const url = new URL(callback);
    url.search = new URLSearchParams({ code, state: asked.get('state') ?? '', ...more }).toString();
    await guest.comeBack(url);
    return { asked, linked: await guest.ask<SignInLink[]>('links/finish', {}, at.owner) };
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
    expect(await links()).toEqual([{ user_id: at.owner.id, subject: '77', by_email: false }]);
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
    const guest = visitor();
    const began = await guest.ask<SignInAddress>('start', { provider: yandex?.id });
    const state = new URL(began.body.url).searchParams.get('state') ?? '';
    await guest.comeBack(new URL(`${callback}?${new URLSearchParams({ code, state })}`));

    expect(await messageOf(guest.finish())).toEqual([409, 'SIGN_IN_NO_ACCOUNT']);
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
