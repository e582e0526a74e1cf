import type { FastifyInstance } from 'fastify';
import type { DemoEmail } from '@/contract/accounts/auth';
import {
  changePasswordSchema,
  checkCodeSchema,
  codeOnlySchema,
  consentsSchema,
  disableSecondFactorSchema,
  forgotPasswordSchema,
  licenseSchema,
  loginSchema,
  otherRegisterSchema,
  otherUpdateEmailSchema,
  otpLoginSchema,
  passwordOnlySchema,
  resetPasswordSchema,
  resetTokenSchema,
  secondFactorSchema,
  sendCodeSchema,
  sendOtpSchema,
  verifyOtpSchema,
} from '@/contract/accounts/auth/schema';
import { signedIn } from '@/contract/core/permissions';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { LicenseDeps, RequestDeps } from '@/server/core/deps';
import { AppError } from '@/server/core/errors';
import { apiBase } from '@/server/core/files/attachments';
import { type Call, type Handler, route } from '@/server/core/http/route';
import { endOtherSessions, endSession, listSessions, signOut } from '@/server/core/sessions';
import { inTransaction } from '@/server/core/transaction';
import { me } from '@/server/modules/accounts/me';
import { lastConfirmation } from '@/server/modules/messaging/demo-email';
import { confirmEmailChange, updateEmail } from './change-email';
import { changePassword } from './change-password';
import { giveConsents } from './consents';
import { type Browser, deviceDays, maxTokens } from './known-devices';
import {
  checkLoginCode,
  otpLogin,
  sendContactCode,
  sendLoginCode,
  updateContact,
  verifyContactCode,
} from './phone-codes';
import { confirmRegistration, register } from './register';
import { checkResetToken, forgetPassword, resetPassword } from './reset-password';
import { signIn } from './sign-in';
import {
  completeSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  replaceRecoveryCodes,
  setUpSecondFactor,
} from './two-factor';
import { resendVerification, verifyEmail } from './verify-email';
import { verifyLicense } from './verify-license';

/**
 * Sign-in, registration, passwords and sessions. Routes without `write` open their own transactions: hashing a password
 * must not hold one, and a refusal must not roll back the count of its limit.
 */
export function authRoutes(app: FastifyInstance, deps: RequestDeps & LicenseDeps): void {
  sessionTokenRoutes(app, deps);
  passwordRoutes(app, deps);
  emailRoutes(app, deps);
  sessionRoutes(app, deps);
  loginCodeRoutes(app, deps);
  otpRoutes(app, deps);
  secondFactorRoutes(app, deps);
}

function sessionTokenRoutes(app: FastifyInstance, deps: RequestDeps & LicenseDeps): void {
  app.post(
    '/token',
    route(deps, { allow: 'public', body: loginSchema }, (ctx, call) =>
      signIn(ctx, call.input, browserOf(ctx, call)),
    ),
  );
  app.post(
    '/register',
    route(deps, { allow: 'public', body: otherRegisterSchema }, async (ctx, { input }) => {
      const answer = await register(ctx, input);
      const link = `${ctx.publicUrl}${apiBase}/register/confirm/`;
      const sent = { address: input.email, link, since: ctx.now };
      const letter = deps.demo ? await lastConfirmation(ctx, sent) : undefined;
      return { ...answer, ...(letter && { letter }) };
    }),
  );
  app.post(
    '/social-login-token',
    route(deps, { allow: 'public' }, async () => {
      throw new AppError('SOCIAL_SIGN_IN_OFF');
    }),
  );
  app.get('/register/confirm/:id/:secret', linkRoute(deps, confirmRegistration));
  app.post(
    '/consents',
    route(deps, { allow: signedIn, write: true, body: consentsSchema }, (ctx) => giveConsents(ctx)),
  );
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
    route(deps, { allow: 'public', body: licenseSchema }, (ctx, { input }) =>
      verifyLicense(ctx, input.license_key, deps.licenseKey),
    ),
  );
}

/** In demo mode the person reads the e-mail that confirms the address of the own account, and no other. */
async function ownConfirmation(ctx: UserCtx, since: Date): Promise<DemoEmail | undefined> {
  const { id, email: address } = await ctx.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', ctx.user.id)
    .executeTakeFirstOrThrow();
  return lastConfirmation(ctx, { address, link: `${ctx.publicUrl}${apiBase}/email/verify/${id}/`, since });
}

/** A link in an email: redirects to a page that shows whether the link was valid. */
function linkRoute(
  deps: RequestDeps,
  redeem: (ctx: Ctx, link: { id: string; secret: string }) => Promise<boolean>,
): Handler {
  return route(deps, { allow: 'public' }, async (ctx, { params, reply }) => {
    const link = { id: params.id ?? '', secret: params.secret ?? '' };
    // reply.redirect() sends immediately, so the transaction is committed first.
    const isVerified = await inTransaction(ctx, (txCtx) => redeem(txCtx, link));
    return reply.redirect(`${ctx.publicUrl}/admin/verify-email?verified=${isVerified ? 1 : 0}`, 302);
  });
}

function passwordRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.post(
    '/forget-password',
    route(deps, { allow: 'public', body: forgotPasswordSchema }, (ctx, call) =>
      forgetPassword(ctx, call.input.email, browserOf(ctx, call)),
    ),
  );
  app.post(
    '/verify-forget-password-token',
    route(deps, { allow: 'public', body: resetTokenSchema }, (ctx, { input }) => checkResetToken(ctx, input)),
  );
  app.post(
    '/reset-password',
    route(deps, { allow: 'public', body: resetPasswordSchema }, (ctx, { input }) =>
      resetPassword(ctx, input),
    ),
  );
  app.post(
    '/change-password',
    route(deps, { allow: signedIn, body: changePasswordSchema }, (ctx, { input }) =>
      changePassword(ctx, input),
    ),
  );
}

function emailRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.get('/email/verify/:id/:secret', linkRoute(deps, verifyEmail));
  app.get('/email/change/:id/:secret', linkRoute(deps, confirmEmailChange));
  app.post(
    '/email/verification-notification',
    route(deps, { allow: signedIn, unverified: true }, async (ctx) => {
      const answer = await resendVerification(ctx);
      const letter = deps.demo ? await ownConfirmation(ctx, ctx.now) : undefined;
      return { ...answer, ...(letter && { letter }) };
    }),
  );
  app.post(
    '/update-email',
    route(deps, { allow: signedIn, unverified: true, body: otherUpdateEmailSchema }, (ctx, { input }) =>
      updateEmail(ctx, input),
    ),
  );
  // Demo mode only: the confirmation page shows the e-mail before another one is requested.
  if (!deps.demo) return;
  app.get(
    '/dev/email',
    route(deps, { allow: signedIn, unverified: true }, async (ctx) => ({
      letter: (await ownConfirmation(ctx, new Date(ctx.now.getTime() - day))) ?? null,
    })),
  );
}

const day = 24 * 3600_000;

function sessionRoutes(app: FastifyInstance, deps: RequestDeps): void {
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

function loginCodeRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.post(
    '/api/admin/auth/send-code',
    route(deps, { allow: 'public', body: sendCodeSchema }, (ctx, call) =>
      sendLoginCode(ctx, call.input.phone, browserOf(ctx, call)),
    ),
  );
  app.post(
    '/api/admin/auth/check-code',
    route(deps, { allow: 'public', body: checkCodeSchema }, (ctx, call) =>
      checkLoginCode(ctx, call.input, browserOf(ctx, call)),
    ),
  );
}

/** Codes by SMS for other clients of the dialect. */
function otpRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.post(
    '/send-otp-code',
    route(deps, { allow: 'public', body: sendOtpSchema }, (ctx, call) =>
      sendContactCode(ctx, call.input.phone_number, browserOf(ctx, call)),
    ),
  );
  app.post(
    '/verify-otp-code',
    route(deps, { allow: 'public', body: verifyOtpSchema }, (ctx, call) =>
      verifyContactCode(ctx, call.input, browserOf(ctx, call)),
    ),
  );
  app.post(
    '/otp-login',
    route(deps, { allow: 'public', body: otpLoginSchema }, (ctx, call) =>
      otpLogin(ctx, call.input, browserOf(ctx, call)),
    ),
  );
  app.post(
    '/update-contact',
    route(deps, { allow: signedIn, body: verifyOtpSchema }, (ctx, call) =>
      updateContact(ctx, { ...call.input, user_id: call.body.user_id }, browserOf(ctx, call)),
    ),
  );
}

function secondFactorRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.post(
    '/token/second-factor',
    route(deps, { allow: 'public', body: secondFactorSchema }, (ctx, call) =>
      completeSecondFactor(ctx, call.input, browserOf(ctx, call)),
    ),
  );
  app.post(
    '/two-factor/setup',
    route(deps, { allow: signedIn, body: passwordOnlySchema }, (ctx, { input }) =>
      setUpSecondFactor(ctx, input.password),
    ),
  );
  app.post(
    '/two-factor/confirm',
    route(deps, { allow: signedIn, body: codeOnlySchema }, (ctx, { input }) =>
      confirmSecondFactor(ctx, input.code),
    ),
  );
  app.post(
    '/two-factor/disable',
    route(deps, { allow: signedIn, body: disableSecondFactorSchema }, async (ctx, { input }) => {
      await disableSecondFactor(ctx, input);
      return true;
    }),
  );
  app.post(
    '/two-factor/recovery-codes',
    route(deps, { allow: signedIn, body: passwordOnlySchema }, (ctx, { input }) =>
      replaceRecoveryCodes(ctx, input.password),
    ),
  );
}

const cookieName = 'known_browser';

/** The browser of a request, known by an httpOnly cookie that grants nothing but rate limits of its own. */
function browserOf(ctx: Ctx, { request, reply }: Call): Browser {
  return {
    userAgent: request.headers['user-agent'],
    tokens: parseTokens(request.headers.cookie),
    remember(tokens) {
      const parts = [
        `${cookieName}=${tokens.join('.')}`,
        `Path=${apiBase}`,
        `Max-Age=${deviceDays * 24 * 3600}`,
        'HttpOnly',
        'SameSite=Lax',
        ...(ctx.publicUrl.startsWith('https:') ? ['Secure'] : []),
      ];
      reply.header('set-cookie', parts.join('; '));
    },
  };
}

function parseTokens(cookies = ''): string[] {
  const value = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]*)`).exec(cookies)?.[1] ?? '';
  return value
    .split('.')
    .filter((token) => /^[\w-]{43}$/.test(token))
    .slice(0, maxTokens);
}
