import * as openid from 'openid-client';
import type { ProviderKind } from '@/contract/accounts/providers';
import type { ProviderDeps } from '@/server/core/deps';
import { ask, internet, type Network, type OutgoingAnswer } from '../outgoing/outgoing';
import { record, text } from '../values';

export interface Provider {
  id: number;
  kind: ProviderKind;
  issuer: string;
  client_id: string;
  client_secret: string | null;
  scopes: string;
  version: number;
}

/** What a provider says of a person. */
export interface Claims {
  subject: string;
  email: string | null;
  /** The provider says that the address is the person's: only the claim of an id token does. */
  email_verified: boolean;
}

/** What is kept while the person is at the provider. */
export interface SignInState {
  state: string;
  nonce: string;
  code_verifier: string;
}

const patienceSeconds = 10;
const maxBytes = 1024 * 1024;

const localNetwork: Network = { ...internet, isPublic: () => true, ports: 'any' };

const networkOf = ({ allowLocalProviders }: ProviderDeps) => (allowLocalProviders ? localNetwork : internet);

/** The page of the provider that asks the person. Throws what discovery throws. */
export async function addressAt(
  provider: Provider,
  { state, nonce, code_verifier }: SignInState,
  redirectUri: string,
  deps: ProviderDeps,
): Promise<string> {
  const config = await configOf(provider, deps);
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: provider.scopes,
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'openid' && { nonce }),
  });
  return url.href;
}

/**
 * Trades the code for the person. The library checks state and issuer of the response, and of the id token its signature,
 * issuer, audience, expiry and nonce. Throws when anything is wrong.
 */
export async function personAt(
  provider: Provider,
  { state, nonce, code_verifier }: SignInState,
  returned: URL,
  deps: ProviderDeps,
): Promise<Claims> {
  const config = await configOf(provider, deps);
  const isOpenId = provider.kind === 'openid';
  const tokens = await openid.authorizationCodeGrant(
    config,
    returned,
    {
      expectedState: state,
      pkceCodeVerifier: code_verifier,
      ...(isOpenId && { expectedNonce: nonce, idTokenExpected: true }),
    },
    provider.kind === 'vk' ? { state, device_id: returned.searchParams.get('device_id') ?? '' } : {},
  );
  if (provider.kind === 'vk') return vkPerson(provider, tokens.access_token, deps);
  if (provider.kind === 'yandex') return yandexPerson(provider, tokens.access_token, deps);
  const claims = tokens.claims();
  if (!claims) throw new Error('No id token');
  const more =
    claims.email === undefined && config.serverMetadata().userinfo_endpoint
      ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
      : claims;
  return {
    subject: claims.sub,
    email: text(more.email)?.toLowerCase() ?? null,
    email_verified: more.email_verified === true,
  };
}

/** `POST oauth2/user_info`; nothing says whether the address is proven. */
async function vkPerson(provider: Provider, token: string, deps: ProviderDeps): Promise<Claims> {
  const answer = await openJson(`${provider.issuer}/oauth2/user_info`, deps, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_id: provider.client_id, access_token: token }).toString(),
  });
  const user = record(answer.user);
  return claimsOf(user.user_id, user.email);
}

/** `GET info`; the token must be of our own application. Nothing says whether the address is proven. */
async function yandexPerson(provider: Provider, token: string, deps: ProviderDeps): Promise<Claims> {
  const answer = await openJson(`${yandexInfo(provider.issuer)}/info?format=json`, deps, {
    headers: { authorization: `OAuth ${token}` },
  });
  if (answer.client_id !== provider.client_id) throw new Error('A token of another application');
  return claimsOf(answer.id, answer.default_email);
}

/** Data of people are at `login.yandex.ru`, tokens at `oauth.yandex.ru`. */
const yandexInfo = (issuer: string) => issuer.replace('//oauth.', '//login.');

function claimsOf(id: unknown, email: unknown): Claims {
  const subject = text(typeof id === 'number' ? String(id) : id);
  if (!subject) throw new Error('No id of the person');
  return { subject, email: text(email)?.toLowerCase() ?? null, email_verified: false };
}

async function openJson(
  url: string,
  deps: ProviderDeps,
  request: { method?: string; headers: object; body?: string },
) {
  const answer = await fetchPinned(deps)(url, {
    method: request.method ?? 'GET',
    headers: { accept: 'application/json', ...request.headers },
    body: request.body,
    redirect: 'manual',
  });
  if (answer.status !== 200) throw new Error(`Status ${answer.status}`);
  return record(await answer.json());
}

interface Known {
  config: Promise<openid.Configuration>;
  until: number;
}

/** By provider as it is stored: what discovery answered, with the keys that sign its tokens. */
const known = new Map<string, Known>();
const knownMs = 10 * 60_000;

function configOf(provider: Provider, deps: ProviderDeps): Promise<openid.Configuration> {
  const key = JSON.stringify(provider);
  const found = known.get(key);
  if (found && found.until > Date.now()) return found.config;
  const config = provider.kind === 'openid' ? discover(provider, deps) : fixedConfig(provider, deps);
  if (known.size > 100) known.clear();
  known.set(key, { config, until: Date.now() + knownMs });
  config.catch(() => known.delete(key));
  return config;
}

/** Reads the provider's own description. Throws when it is unreachable, is refused, or describes another issuer. */
export async function discover(provider: Provider, deps: ProviderDeps): Promise<openid.Configuration> {
  const { issuer, client_id, client_secret } = provider;
  const options = {
    [openid.customFetch]: fetchPinned(deps),
    timeout: patienceSeconds,
    execute: deps.allowLocalProviders ? [openid.allowInsecureRequests] : [],
  };
  const read = await openid.discovery(new URL(issuer), client_id, undefined, openid.None(), options);
  const metadata = read.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const how = methods.includes('client_secret_basic') ? openid.ClientSecretBasic : openid.ClientSecretPost;
  return prepared({ ...metadata }, client_id, client_secret ? how(client_secret) : openid.None(), deps);
}

/** Addresses of providers without discovery (docs/sign-in.md). */
async function fixedConfig(provider: Provider, deps: ProviderDeps): Promise<openid.Configuration> {
  const { kind, issuer, client_id, client_secret } = provider;
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: kind === 'vk' ? `${issuer}/oauth2/auth` : `${issuer}/token`,
  };
  return prepared(
    metadata,
    client_id,
    client_secret ? openid.ClientSecretPost(client_secret) : openid.None(),
    deps,
    // Its signature is not documented, so the person is read with the access token instead.
    kind === 'vk' ? withoutIdToken(fetchPinned(deps)) : undefined,
  );
}

function prepared(
  metadata: openid.ServerMetadata,
  clientId: string,
  auth: openid.ClientAuth,
  deps: ProviderDeps,
  fetcher: openid.CustomFetch = fetchPinned(deps),
): openid.Configuration {
  const config = new openid.Configuration(metadata, clientId, undefined, auth);
  config[openid.customFetch] = fetcher;
  config.timeout = patienceSeconds;
  if (deps.allowLocalProviders) openid.allowInsecureRequests(config);
  // Otherwise the library trusts the connection instead of the token's signature.
  openid.enableNonRepudiationChecks(config);
  return config;
}

function withoutIdToken(fetcher: openid.CustomFetch): openid.CustomFetch {
  return async (url, options) => {
    const answer = await fetcher(url, options);
    if (answer.status !== 200) return answer;
    const { id_token: _, ...rest } = record(await answer.json());
    return Response.json(rest);
  };
}

/** `fetch` over connections that lead to public addresses only. */
function fetchPinned(deps: ProviderDeps): openid.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await ask(url, {
      method,
      headers,
      body: body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined,
      signal,
      totalMs: patienceSeconds * 1000,
      maxBytes,
      network: networkOf(deps),
    });
    const { status } = answer;
    // Statuses whose answers have no body.
    const content = [204, 205, 304].includes(status) ? null : new Uint8Array(answer.body);
    return new Response(content, { status, headers: headersOf(answer) });
  };
}

function headersOf({ headers }: OutgoingAnswer): Record<string, string> {
  const { 'content-type': type, 'www-authenticate': challenge, date } = headers;
  return {
    ...(type && { 'content-type': type }),
    ...(challenge && { 'www-authenticate': challenge }),
    ...(date && { date }),
  };
}
