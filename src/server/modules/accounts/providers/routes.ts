import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/accounts/actions';
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
  api.on(actions.startSignIn, (ctx, call) => startSignIn(ctx, call.input, secretOf(ctx, call), deps), {
    write: false,
  });
  api.on(actions.receiveReturn, async (ctx, call) => {
    const page = await receiveReturn(ctx, call.query, secretOf(ctx, call), deps);
    return call.reply.redirect(page, 302);
  });
  api.on(
    actions.finishSignIn,
    (ctx, call) => finishSignIn(ctx, secretOf(ctx, call), identifyBrowser(ctx, call)),
    { write: false },
  );
}

function linkRoutes(app: FastifyInstance, deps: RequestDeps & ProviderDeps): void {
  const api = router(app, deps);
  api.on(actions.listLinks, (ctx) => listLinks(ctx));
  api.on(actions.startLink, (ctx, call) => startLink(ctx, call.input, secretOf(ctx, call), deps), {
    write: false,
  });
  api.on(actions.finishLink, (ctx, call) => finishLink(ctx, secretOf(ctx, call)), { write: false });
  api.on(actions.removeLink, (ctx, { input }) => removeLink(ctx, input), { write: false });
}

function settingRoutes(app: FastifyInstance, deps: RequestDeps & ProviderDeps): void {
  const api = router(app, deps);
  api.on(actions.listProviders, (ctx) => listProviders(ctx));
  api.on(actions.addProvider, (ctx, { input }) => addProvider(ctx, input, deps), { write: false });
  api.on(
    actions.changeProvider,
    (ctx, { params, input, body }) => changeProvider(ctx, params.id, { input, version: body.version }, deps),
    { write: false },
  );
  api.on(actions.removeProvider, (ctx, { params }) => removeProvider(ctx, params.id));
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
