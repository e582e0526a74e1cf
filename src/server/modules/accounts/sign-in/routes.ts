import type { FastifyInstance } from 'fastify';
import {
  changePasswordSchema,
  forgotPasswordSchema,
  licenseSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  resetTokenSchema,
  updateEmailSchema,
} from '@/contract/accounts/auth/schema';
import { signedIn } from '@/contract/core/permissions';
import type { Ctx } from '@/server/core/context';
import { type Deps, type Handler, route } from '@/server/core/http/route';
import { endOtherSessions, endSession, listSessions, signOut } from '@/server/core/sessions';
import { inTransaction } from '@/server/core/transaction';
import { validate } from '@/server/core/validate';
import { me } from '../me';
import { browserOf } from './browser';
import { confirmEmailChange, updateEmail } from './change-email';
import { changePassword } from './change-password';
import { codeRoutes } from './code-routes';
import { confirmRegistration, register } from './register';
import { checkResetToken, forgetPassword, resetPassword } from './reset-password';
import { signIn } from './sign-in';
import { resendVerification, verifyEmail } from './verify-email';
import { verifyLicense } from './verify-license';

/**
 * Session endpoints (reference endpoints §3). Doors without `write` open transactions of their own where they need one:
 * checking a password must not hold one, and a refusal must not take the count of its limit with it.
 */
export function authRoutes(app: FastifyInstance, deps: Deps): void {
  comingAndGoing(app, deps);
  forgotten(app, deps);
  emailRoutes(app, deps);
  sessionRoutes(app, deps);
  codeRoutes(app, deps);
}

function comingAndGoing(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/token',
    route(deps, { allow: 'public' }, async (ctx, call) =>
      signIn(ctx, await validate(loginSchema, call.body), browserOf(ctx, call)),
    ),
  );
  app.post(
    '/register',
    route(deps, { allow: 'public' }, async (ctx, { body }) =>
      register(ctx, await validate(registerSchema, body)),
    ),
  );
  app.get('/register/confirm/:id/:secret', linkRoute(deps, confirmRegistration));
  app.post(
    '/logout',
    route(deps, { allow: 'public', write: true }, async (ctx) => {
      await signOut(ctx);
      return true;
    }),
  );
  app.get(
    '/me',
    route(deps, { allow: signedIn }, (ctx) => me(ctx)),
  );
  app.post(
    '/license-key/verify',
    route(deps, { allow: 'public' }, async (ctx, { body }) => {
      const { license_key } = await validate(licenseSchema, body);
      return verifyLicense(ctx, license_key, deps.licenseKey);
    }),
  );
}

/** A link of a letter: the page that it leads to says whether it was good. */
function linkRoute(
  deps: Deps,
  open: (ctx: Ctx, link: { id: string; secret: string }) => Promise<boolean>,
): Handler {
  return route(deps, { allow: 'public' }, async (ctx, { params, reply }) => {
    const link = { id: params.id ?? '', secret: params.secret ?? '' };
    // The redirect leaves at once, so the transaction is over before it: nobody is told of what is not stored yet.
    const isVerified = await inTransaction(ctx, (inside) => open(inside, link));
    return reply.redirect(`${ctx.publicUrl}/admin/verify-email?verified=${isVerified ? 1 : 0}`, 302);
  });
}

function forgotten(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/forget-password',
    route(deps, { allow: 'public' }, async (ctx, call) => {
      const { email } = await validate(forgotPasswordSchema, call.body);
      return forgetPassword(ctx, email, browserOf(ctx, call));
    }),
  );
  app.post(
    '/verify-forget-password-token',
    route(deps, { allow: 'public' }, async (ctx, { body }) =>
      checkResetToken(ctx, await validate(resetTokenSchema, body)),
    ),
  );
  app.post(
    '/reset-password',
    route(deps, { allow: 'public' }, async (ctx, { body }) =>
      resetPassword(ctx, await validate(resetPasswordSchema, body)),
    ),
  );
  app.post(
    '/change-password',
    route(deps, { allow: signedIn }, async (ctx, { body }) =>
      changePassword(ctx, await validate(changePasswordSchema, body)),
    ),
  );
}

function emailRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/email/verify/:id/:secret', linkRoute(deps, verifyEmail));
  app.get('/email/change/:id/:secret', linkRoute(deps, confirmEmailChange));
  app.post(
    '/email/verification-notification',
    route(deps, { allow: signedIn, unverified: true }, (ctx) => resendVerification(ctx)),
  );
  app.post(
    '/update-email',
    route(deps, { allow: signedIn, unverified: true }, async (ctx, { body }) =>
      updateEmail(ctx, await validate(updateEmailSchema, body)),
    ),
  );
}

function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/sessions',
    route(deps, { allow: signedIn }, (ctx) => listSessions(ctx)),
  );
  app.delete(
    '/sessions/:id',
    route(deps, { allow: signedIn, write: true }, async (ctx, { params }) => {
      await endSession(ctx, params.id ?? '');
      return true;
    }),
  );
  app.post(
    '/sessions/revoke-others',
    route(deps, { allow: signedIn, write: true }, async (ctx) => {
      await endOtherSessions(ctx);
      return true;
    }),
  );
}
