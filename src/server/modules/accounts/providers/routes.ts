import type { FastifyInstance } from 'fastify';
import {
  newProviderSchema,
  providerSchema,
  signInLinkSchema,
  startSignInSchema,
} from '@/contract/accounts/providers/schema';
import { adminOnly, signedIn } from '@/contract/core/permissions';
import type { Ctx } from '@/server/core/context';
import type { ProviderDeps, RequestDeps } from '@/server/core/deps';
import { type Call, router } from '@/server/core/http/route';
import { identifyBrowser } from '@/server/modules/accounts/sign-in/routes';
import { type BrowserSecret, receiveReturn } from './attempts';
import { finishLink, finishSignIn, listLinks, removeLink, startLink, startSignIn } from './links';
import { addProvider, changeProvider, listProviders, removeProvider } from './providers';

/**
 * Sign-in through others. Routes without `write` open their own transactions: the provider may be slow, and what it said
 * is used up by a refusal, too.
 */
export function providerRoutes(app: FastifyInstance, deps: RequestDeps & ProviderDeps): void {
  signInRoutes(app, deps);
  linkRoutes(app, deps);
  settingRoutes(app, deps);
}

function signInRoutes(app: FastifyInstance, deps: RequestDeps & ProviderDeps): void {
  const api = router(app, deps);
  api.post('/sign-in/start', { allow: 'public', body: startSignInSchema }, (ctx, call) =>
    startSignIn(ctx, call.input, secretOf(ctx, call), deps),
  );
  api.get('/sign-in/callback', { allow: 'public' }, async (ctx, call) => {
    const page = await receiveReturn(ctx, call.query, secretOf(ctx, call), deps);
    return call.reply.redirect(page, 302);
  });
  api.post('/sign-in/finish', { allow: 'public' }, (ctx, call) =>
    finishSignIn(ctx, secretOf(ctx, call), identifyBrowser(ctx, call)),
  );
}

function linkRoutes(app: FastifyInstance, deps: RequestDeps & ProviderDeps): void {
  const api = router(app, deps);
  // Open to whoever must link first, because the role demands the provider.
  const own = { allow: signedIn, oneFactor: true } as const;
  api.get('/sign-in/links', own, (ctx) => listLinks(ctx));
  api.post('/sign-in/links/start', { ...own, body: signInLinkSchema }, (ctx, call) =>
    startLink(ctx, call.input, secretOf(ctx, call), deps),
  );
  api.post('/sign-in/links/finish', own, (ctx, call) => finishLink(ctx, secretOf(ctx, call)));
  api.post('/sign-in/links/remove', { ...own, body: signInLinkSchema }, (ctx, { input }) =>
    removeLink(ctx, input),
  );
}

function settingRoutes(app: FastifyInstance, deps: RequestDeps & ProviderDeps): void {
  const api = router(app, deps);
  const path = '/sign-in/providers';
  api.get(path, { allow: adminOnly }, (ctx) => listProviders(ctx));
  api.post(path, { allow: adminOnly, confirm: true, body: newProviderSchema }, (ctx, { input }) =>
    addProvider(ctx, input, deps),
  );
  api.put(
    `${path}/:id`,
    { allow: adminOnly, confirm: true, body: providerSchema },
    (ctx, { params, input, body }) => changeProvider(ctx, params.id, { input, version: body.version }, deps),
  );
  api.delete(`${path}/:id`, { allow: adminOnly, write: true }, (ctx, { params }) =>
    removeProvider(ctx, params.id),
  );
}

/** Lax, so that it comes along when the provider sends the browser back. `__Host-`: no other host can set it. */
function secretOf(ctx: Ctx, { request, reply }: Call): BrowserSecret {
  const isSecure = ctx.publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-sign-in' : 'sign-in';
  const found = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '');
  return {
    secret: found?.[1],
    keep(secret, seconds) {
      const parts = [`${name}=${secret}`, 'Path=/', `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax'];
      reply.header('set-cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '));
    },
  };
}
