import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AuthAnswer } from '@/contract/accounts/auth';
import type { SignInAddress, SignInLink, SignInProviders } from '@/contract/accounts/providers';
import { buildUser } from '../factories';
import { setUpScene } from '../scene';
import type { TestApp } from '../server';
import { client, type OpenIdProvider, startOpenIdProvider } from './provider';

export const callback = 'https://shop.test/admin/rest/sign-in/callback';
export const password = 'Demo12345';

export interface OpenIdScene {
  /** Filled before each test. */
  at: { provider: OpenIdProvider; owner: { id: number }; id: number };
}

/** The API with a real OpenID provider on this machine, which two people have accounts at. */
export function setUpOpenId() {
  const { api, scene } = setUpScene({ allowLocalProviders: true });
  const at = {} as OpenIdScene['at'];
  beforeAll(async () => {
    at.provider = await startOpenIdProvider(callback);
  });
  afterAll(() => at.provider.close());
  beforeEach(async () => {
    Object.assign(at.provider.people, {
      anna: { email: 'anna@test.ru', email_verified: true },
      boris: { email: 'boris@test.ru', email_verified: false },
    });
    at.owner = await buildUser(api.db, { role: 'store_owner', email: 'anna@test.ru', password });
    at.id = (await add()).body.providers[0]?.id ?? 0;
  });

  const body = (more: object = {}) => ({
    kind: 'openid',
    name: 'Вход компании',
    issuer: at.provider.issuer,
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
    return api.request(scene.super_admin, 'PUT', `sign-in/providers/${at.id}`, others);
  };
  const links = () => api.db.selectFrom('sign_in_links').select(['user_id', 'subject', 'by_email']).execute();
  return { api, scene, at, body, add, change, links, visitor: () => new Visitor(api, at) };
}

/** Status and code of a refusal. */
export async function messageOf(answer: Promise<{ status: number; body: { message: string } }>) {
  const { status, body } = await answer;
  return [status, body.message];
}

/** A browser: cookies by host, as our API and the provider set them. */
class Visitor {
  private jar = new Map<string, string>();
  private api: TestApp;
  private at: OpenIdScene['at'];

  constructor(api: TestApp, at: OpenIdScene['at']) {
    this.api = api;
    this.at = at;
  }

  /** Asks our API. */
  async ask<Body>(path: string, sent?: object, user: { id: number } | null = null, method?: 'GET') {
    const answer = await this.api.request<Body & { message: string; errors: object }>(
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
    for (let hops = 0; hops < 10 && next.origin === this.at.provider.issuer; hops += 1) {
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
    const { body } = await this.ask<SignInAddress>('start', { provider: this.at.id, ...sent });
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
    const { body } = await this.ask<SignInAddress>('links/start', { provider: this.at.id, password }, user);
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
