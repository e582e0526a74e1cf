import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A person at the provider. */
export interface Person {
  email: string;
  email_verified: boolean;
}

export interface OpenIdProvider {
  issuer: string;
  /** By the provider's own id. */
  people: Record<string, Person>;
  /** Paths that were asked for. */
  asked: string[];
  close: () => Promise<void>;
}

export const client = { id: 'gostiny', secret: 'secret-of-the-panel' };

/** A real OpenID provider on this machine. Its page asks who signs in, by a button for each person. */
export async function startOpenIdProvider(redirectUri: string, port = 0): Promise<OpenIdProvider> {
  const people: Record<string, Person> = {};
  const asked: string[] = [];
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => {
    asked.push((request.url ?? '').split('?', 1)[0] ?? '');
    handle(request, response);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = quietly(
    () =>
      new Provider(issuer, {
        clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        cookies: { keys: ['only-for-tests'] },
        ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        findAccount: (_context: unknown, sub: string) => ({
          accountId: sub,
          claims: () => ({ sub, ...people[sub] }),
        }),
      }),
  );
  const callback = provider.callback();
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response);
    const answer =
      request.method === 'POST' ? finish(provider, request, response) : ask(people, request, response);
    answer.catch((error: unknown) => response.writeHead(500).end(String(error)));
  };
  return {
    issuer,
    people,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function ask(people: Record<string, Person>, { url }: IncomingMessage, response: ServerResponse) {
  const buttons = Object.keys(people).map(
    (sub) => `<form method="post" action="${url}?person=${sub}"><button>${sub}</button></form>`,
  );
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Provider</h1>${buttons.join('')}`);
}

/** Signs the person in and agrees to everything that was asked for; nobody declines. */
async function finish(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const person = new URL(request.url ?? '', 'http://localhost').searchParams.get('person');
  if (!person) {
    return provider.interactionFinished(request, response, { error: 'access_denied' });
  }
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: person, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  await provider.interactionFinished(request, response, {
    login: { accountId: person },
    consent: { grantId: await grant.save() },
  });
}

/** It warns of keys that are made for development, which is what tests want. */
function quietly<Made>(make: () => Made): Made {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    return make();
  } finally {
    Object.assign(console, { warn, info });
  }
}
