import type { FastifyInstance } from 'fastify';
import type { DemoEmail } from '@/contract/accounts/auth';
import { newPasskeySchema, passkeyProofSchema } from '@/contract/accounts/auth/passkey-schema';
import {
  changePasswordSchema,
  checkCodeSchema,
  codeOnlySchema,
  confirmSchema,
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
  switchShopSchema,
  updateContactSchema,
  verifyOtpSchema,
} from '@/contract/accounts/auth/schema';
import { signedIn } from '@/contract/core/permissions';
import { type Ctx, isOtherClient, type UserCtx } from '@/server/core/context';
import type { LicenseDeps, RequestDeps } from '@/server/core/deps';
import { AppError, rejectField } from '@/server/core/errors';
import { apiBase } from '@/server/core/files/attachments';
import { type Call, router } from '@/server/core/http/route';
import { endOtherSessions, endSession, signOut } from '@/server/core/sessions';
import { inTransaction } from '@/server/core/transaction';
import { channelsOf, type SendSettings } from '@/server/integrations/send-settings';
import { me } from '@/server/modules/accounts/me';
import { switchShop } from '@/server/modules/accounts/memberships';
import { lastConfirmation } from '@/server/modules/messaging/demo-email';
import { confirmEmailChange, updateEmail } from './change-email';
import { changePassword } from './change-password';
import { confirmSession } from './confirm-session';
import { giveConsents } from './consents';
import { noSms, softAnswers, softly } from './for-others';
import { acceptInvitation } from './invitations';
import { type Browser, deviceDays, maxTokens } from './known-devices';
import { listSessions } from './list-sessions';
import { proofOptions } from './passkey-proof';
import {
  addPasskey,
  listPasskeys,
  newPasskeyOptions,
  ownProofOptions,
  removePasskey,
  signInByPasskey,
} from './passkeys';
import { checkLoginCode, otpLogin, sendContactCode, sendLoginCode, verifyContactCode } from './phone-codes';
import { confirmRegistration, nextAfterRegistration, register } from './register';
import { checkResetToken, forgetPassword, resetPassword } from './reset-password';
import { signIn } from './sign-in';
import {
  completeSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  replaceRecoveryCodes,
  setUpSecondFactor,
} from './two-factor';
import { openContact, updateContact } from './update-contact';
import { resendVerification, verifyEmail } from './verify-email';
import { verifyLicense } from './verify-license';

/**
 * Sign-in, registration, passwords and sessions. Routes without `write` open their own transactions: hashing a password
 * must not hold one, and a refusal must not roll back the count of its limit.
 */
export function authRoutes(app: FastifyInstance, deps: RequestDeps & LicenseDeps & SendSettings): void {
  sessionTokenRoutes(app, deps);
  passwordRoutes(app, deps);
  emailRoutes(app, deps);
  sessionRoutes(app, deps);
  loginCodeRoutes(app, deps);
  otpRoutes(app, deps);
  secondFactorRoutes(app, deps);
  passkeyRoutes(app, deps);
}

/** Open to whoever must set up first what the role demands of a sign-in. */
const own = { allow: signedIn, oneFactor: true } as const;

function sessionTokenRoutes(app: FastifyInstance, deps: RequestDeps & LicenseDeps): void {
  const api = router(app, deps);
  api.post('/token', { allow: 'public', body: loginSchema }, (ctx, call) =>
    signIn(ctx, call.input, identifyBrowser(ctx, call)),
  );
  api.post('/register', { allow: 'public', body: otherRegisterSchema }, async (ctx, { input }) => {
    const answer = await register(ctx, input);
    const link = `${ctx.publicUrl}${apiBase}/register/confirm/`;
    const sent = { address: input.email, link, since: ctx.now };
    const letter = deps.demo ? await lastConfirmation(ctx, sent) : undefined;
    // A front signs in with what it gets; without a session it shows what stands at a field.
    if (isOtherClient(ctx) && !letter) rejectField('email', await nextAfterRegistration(ctx));
    return { ...answer, ...(letter && { letter }) };
  });
  api.post('/social-login-token', { allow: 'public' }, async () => {
    throw new AppError('SOCIAL_SIGN_IN_OFF');
  });
  linkRoute(api, '/register/confirm/:id/:secret', confirmRegistration);
  api.post('/consents', { allow: signedIn, write: true, body: consentsSchema }, (ctx) => giveConsents(ctx));
  api.post('/logout', { allow: 'public', write: true }, async (ctx) => {
    await signOut(ctx);
    return true;
  });
  api.get('/me', own, (ctx) => me(ctx));
  api.post('/me/shop', { allow: signedIn, write: true, body: switchShopSchema }, (ctx, { input }) =>
    switchShop(ctx, input.shop_id),
  );
  api.post('/me/confirm', { ...own, body: confirmSchema }, (ctx, { input }) => confirmSession(ctx, input));
  api.post('/license-key/verify', { allow: 'public', body: licenseSchema }, (ctx, { input }) =>
    verifyLicense(ctx, input.license_key, deps.licenseKey),
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
  api: ReturnType<typeof router>,
  path: `/${string}/:id/:secret`,
  redeem: (ctx: Ctx, link: { id: string; secret: string }) => Promise<boolean>,
  about = '',
): void {
  api.get(path, { allow: 'public' }, async (ctx, { params: { id, secret }, reply }) => {
    // reply.redirect() sends immediately, so the transaction is committed first.
    const isVerified = await inTransaction(ctx, (txCtx) => redeem(txCtx, { id, secret }));
    return reply.redirect(`${ctx.publicUrl}/admin/verify-email?verified=${isVerified ? 1 : 0}${about}`, 302);
  });
}

function passwordRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.post('/forget-password', { allow: 'public', body: forgotPasswordSchema }, (ctx, call) =>
    forgetPassword(ctx, call.input.email, identifyBrowser(ctx, call)),
  );
  api.post('/verify-forget-password-token', { allow: 'public', body: resetTokenSchema }, (ctx, { input }) =>
    checkResetToken(ctx, input),
  );
  api.post('/reset-password', { allow: 'public', body: resetPasswordSchema }, (ctx, { input }) =>
    softly(ctx, () => resetPassword(ctx, input), softAnswers.token),
  );
  api.post(
    '/invitations/accept',
    { allow: signedIn, unverified: true, body: resetTokenSchema },
    (ctx, { input }) => acceptInvitation(ctx, input),
  );
  api.post('/change-password', { ...own, body: changePasswordSchema }, (ctx, { input }) =>
    softly(ctx, () => changePassword(ctx, input), softAnswers.oldPassword),
  );
}

function emailRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  linkRoute(api, '/email/verify/:id/:secret', verifyEmail);
  linkRoute(api, '/email/change/:id/:secret', confirmEmailChange);
  linkRoute(api, '/contact/open/:id/:secret', openContact, '&of=contact');
  api.post('/email/verification-notification', { ...own, unverified: true }, async (ctx) => {
    const answer = await resendVerification(ctx);
    const letter = deps.demo ? await ownConfirmation(ctx, ctx.now) : undefined;
    return { ...answer, ...(letter && { letter }) };
  });
  api.post(
    '/update-email',
    { allow: signedIn, unverified: true, body: otherUpdateEmailSchema },
    (ctx, { input }) => updateEmail(ctx, input),
  );
  // Demo mode only: the confirmation page shows the e-mail before another one is requested.
  if (!deps.demo) return;
  api.get('/dev/email', { allow: signedIn, unverified: true }, async (ctx) => ({
    letter: (await ownConfirmation(ctx, new Date(ctx.now.getTime() - day))) ?? null,
  }));
}

const day = 24 * 3600_000;

function sessionRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/sessions', own, (ctx) => listSessions(ctx));
  api.delete('/sessions/:id', { allow: signedIn, write: true }, async (ctx, { params }) => {
    await endSession(ctx, params.id);
    return true;
  });
  api.post('/sessions/revoke-others', { ...own, write: true }, async (ctx) => {
    await endOtherSessions(ctx);
    return true;
  });
}

function loginCodeRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.post('/api/admin/auth/send-code', { allow: 'public', body: sendCodeSchema }, (ctx, call) =>
    sendLoginCode(ctx, call.input.phone, identifyBrowser(ctx, call)),
  );
  api.post('/api/admin/auth/check-code', { allow: 'public', body: checkCodeSchema }, (ctx, call) =>
    checkLoginCode(ctx, call.input, identifyBrowser(ctx, call)),
  );
}

/** Codes by SMS for other clients of the dialect. */
function otpRoutes(app: FastifyInstance, deps: RequestDeps & SendSettings): void {
  const api = router(app, deps);
  const hasSms = channelsOf(deps).sms;
  api.post('/send-otp-code', { allow: 'public', body: sendOtpSchema }, async (ctx, call) =>
    hasSms || !isOtherClient(ctx)
      ? sendContactCode(ctx, call.input.phone_number, identifyBrowser(ctx, call))
      : noSms,
  );
  api.post('/verify-otp-code', { allow: 'public', body: verifyOtpSchema }, (ctx, call) =>
    softly(ctx, () => verifyContactCode(ctx, call.input, identifyBrowser(ctx, call)), softAnswers.code),
  );
  api.post('/otp-login', { allow: 'public', body: otpLoginSchema }, (ctx, call) =>
    softly(ctx, () => otpLogin(ctx, call.input, identifyBrowser(ctx, call)), softAnswers.codeSignIn),
  );
  api.post('/update-contact', { allow: signedIn, body: updateContactSchema }, (ctx, call) => {
    const contact = { ...call.input, user_id: call.body.user_id };
    return softly(ctx, () => updateContact(ctx, contact, identifyBrowser(ctx, call)), softAnswers.code);
  });
}

/** Passkeys: signing in, and a person's own. Adding and removing one asks for the second factor, if there is one. */
function passkeyRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.post('/token/passkey/options', { allow: 'public' }, (ctx) => proofOptions(ctx, 'sign-in', []));
  api.post('/token/passkey', { allow: 'public', body: passkeyProofSchema }, (ctx, call) =>
    signInByPasskey(ctx, call.input, identifyBrowser(ctx, call)),
  );
  api.get('/me/passkeys', own, (ctx) => listPasskeys(ctx));
  api.post('/me/passkeys/options', { ...own, confirm: true, body: passwordOnlySchema }, (ctx, { input }) =>
    newPasskeyOptions(ctx, input.password),
  );
  api.post('/me/passkeys', { ...own, created: true, body: newPasskeySchema }, (ctx, { input }) =>
    addPasskey(ctx, input),
  );
  api.delete('/me/passkeys/:id', { allow: signedIn, confirm: true, write: true }, (ctx, { params }) =>
    removePasskey(ctx, params.id),
  );
  api.post('/me/confirm/passkey', own, (ctx) => ownProofOptions(ctx));
}

/** What brings another second factor asks for the one that there is: a session and the password are not enough. */
function secondFactorRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.post('/token/second-factor', { allow: 'public', body: secondFactorSchema }, (ctx, call) =>
    completeSecondFactor(ctx, call.input, identifyBrowser(ctx, call)),
  );
  api.post('/two-factor/setup', { ...own, confirm: true, body: passwordOnlySchema }, (ctx, { input }) =>
    setUpSecondFactor(ctx, input.password),
  );
  api.post('/two-factor/confirm', { ...own, confirm: true, body: codeOnlySchema }, (ctx, { input }) =>
    confirmSecondFactor(ctx, input.code),
  );
  api.post(
    '/two-factor/disable',
    { allow: signedIn, body: disableSecondFactorSchema },
    async (ctx, { input }) => {
      await disableSecondFactor(ctx, input);
      return true;
    },
  );
  api.post(
    '/two-factor/recovery-codes',
    { ...own, confirm: true, body: passwordOnlySchema },
    (ctx, { input }) => replaceRecoveryCodes(ctx, input.password),
  );
}

const cookieName = 'known_browser';

/** The browser of a request, known by an httpOnly cookie that grants nothing but rate limits of its own. */
export function identifyBrowser(ctx: Ctx, { request, reply }: Call): Browser {
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
