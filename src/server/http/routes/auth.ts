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
} from '@/contract/auth/schema';
import { signedIn } from '@/contract/permissions';
import { changePassword, register, updateEmail } from '../../services/accounts';
import { resendVerification, verifyEmail } from '../../services/email-verification';
import { verifyLicense } from '../../services/licences';
import { me } from '../../services/me';
import { checkResetToken, forgetPassword, resetPassword } from '../../services/password-reset';
import { endOtherSessions, endSession, listSessions, signOut } from '../../services/sessions';
import { signIn } from '../../services/sign-in';
import { validate } from '../../validate';
import { type Deps, handle } from '../handle';
import { codeRoutes } from './codes';

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
    handle(deps, { allow: 'public' }, async (ctx, { body, request }) =>
      signIn(ctx, await validate(loginSchema, body), request.headers['user-agent']),
    ),
  );
  app.post(
    '/register',
    handle(deps, { allow: 'public' }, async (ctx, { body, request }) =>
      register(ctx, await validate(registerSchema, body), request.headers['user-agent']),
    ),
  );
  app.post(
    '/logout',
    handle(deps, { allow: 'public', write: true }, async (ctx) => {
      await signOut(ctx);
      return true;
    }),
  );
  app.get(
    '/me',
    handle(deps, { allow: signedIn }, (ctx) => me(ctx)),
  );
  app.post(
    '/license-key/verify',
    handle(deps, { allow: 'public' }, async (ctx, { body }) => {
      const { license_key } = await validate(licenseSchema, body);
      return verifyLicense(ctx, license_key, deps.licenseKey);
    }),
  );
}

function forgotten(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/forget-password',
    handle(deps, { allow: 'public' }, async (ctx, { body }) => {
      const { email } = await validate(forgotPasswordSchema, body);
      return forgetPassword(ctx, email);
    }),
  );
  app.post(
    '/verify-forget-password-token',
    handle(deps, { allow: 'public' }, async (ctx, { body }) =>
      checkResetToken(ctx, await validate(resetTokenSchema, body)),
    ),
  );
  app.post(
    '/reset-password',
    handle(deps, { allow: 'public' }, async (ctx, { body }) =>
      resetPassword(ctx, await validate(resetPasswordSchema, body)),
    ),
  );
  app.post(
    '/change-password',
    handle(deps, { allow: signedIn }, async (ctx, { body }) =>
      changePassword(ctx, await validate(changePasswordSchema, body)),
    ),
  );
}

function emailRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/email/verify/:id/:secret',
    handle(deps, { allow: 'public', write: true }, async (ctx, { params, reply }) => {
      const isVerified = await verifyEmail(ctx, { id: params.id ?? '', secret: params.secret ?? '' });
      return reply.redirect(`${ctx.publicUrl}/admin/verify-email?verified=${isVerified ? 1 : 0}`, 302);
    }),
  );
  app.post(
    '/email/verification-notification',
    handle(deps, { allow: signedIn, unverified: true }, (ctx) => resendVerification(ctx)),
  );
  app.post(
    '/update-email',
    handle(deps, { allow: signedIn, unverified: true }, async (ctx, { body }) =>
      updateEmail(ctx, await validate(updateEmailSchema, body)),
    ),
  );
}

function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/sessions',
    handle(deps, { allow: signedIn }, (ctx) => listSessions(ctx)),
  );
  app.delete(
    '/sessions/:id',
    handle(deps, { allow: signedIn, write: true }, async (ctx, { params }) => {
      await endSession(ctx, params.id ?? '');
      return true;
    }),
  );
  app.post(
    '/sessions/revoke-others',
    handle(deps, { allow: signedIn, write: true }, async (ctx) => {
      await endOtherSessions(ctx);
      return true;
    }),
  );
}
