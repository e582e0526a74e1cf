import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/accounts/actions';
import type { DemoEmail } from '@/contract/accounts/auth';
import type { Action } from '@/contract/core/action';
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

function sessionTokenRoutes(app: FastifyInstance, deps: RequestDeps & LicenseDeps): void {
  const api = router(app, deps);
  api.on(actions.signIn, (ctx, call) => signIn(ctx, call.input, identifyBrowser(ctx, call)), {
    write: false,
  });
  api.on(
    actions.register,
    async (ctx, { input }) => {
      const answer = await register(ctx, input);
      const link = `${ctx.publicUrl}${apiBase}/register/confirm/`;
      const sent = { address: input.email, link, since: ctx.now };
      const letter = deps.demo ? await lastConfirmation(ctx, sent) : undefined;
      // A front signs in with what it gets; without a session it shows what stands at a field.
      if (isOtherClient(ctx) && !letter) rejectField('email', await nextAfterRegistration(ctx));
      return { ...answer, ...(letter && { letter }) };
    },
    { write: false },
  );
  api.on(
    actions.signInBySocial,
    async () => {
      throw new AppError('SOCIAL_SIGN_IN_OFF');
    },
    { write: false },
  );
  linkRoute(api, actions.confirmRegistration, confirmRegistration);
  api.on(actions.giveConsents, (ctx) => giveConsents(ctx));
  api.on(actions.signOut, async (ctx) => {
    await signOut(ctx);
    return true;
  });
  api.on(actions.readMe, (ctx) => me(ctx));
  api.on(actions.switchShop, (ctx, { input }) => switchShop(ctx, input.shop_id));
  api.on(actions.confirmSession, (ctx, { input }) => confirmSession(ctx, input), { write: false });
  api.on(actions.verifyLicense, (ctx, { input }) => verifyLicense(ctx, input.license_key, deps.licenseKey), {
    write: false,
  });
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

type ByLink = Action<
  `GET ${'register/confirm' | 'email/verify' | 'email/change' | 'contact/open'}/:id/:secret`,
  'public',
  undefined
>;

/** A link in an email: redirects to a page that shows whether the link was valid. */
function linkRoute(
  api: ReturnType<typeof router>,
  link: ByLink,
  redeem: (ctx: Ctx, opened: { id: string; secret: string }) => Promise<boolean>,
  about = '',
): void {
  api.on(link, async (ctx, { params: { id, secret }, reply }) => {
    // reply.redirect() sends immediately, so the transaction is committed first.
    const isVerified = await inTransaction(ctx, (txCtx) => redeem(txCtx, { id, secret }));
    return reply.redirect(`${ctx.publicUrl}/admin/verify-email?verified=${isVerified ? 1 : 0}${about}`, 302);
  });
}

function passwordRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(
    actions.forgetPassword,
    (ctx, call) => forgetPassword(ctx, call.input.email, identifyBrowser(ctx, call)),
    { write: false },
  );
  api.on(actions.checkResetToken, (ctx, { input }) => checkResetToken(ctx, input), { write: false });
  api.on(
    actions.resetPassword,
    (ctx, { input }) => softly(ctx, () => resetPassword(ctx, input), softAnswers.token),
    { write: false },
  );
  api.on(actions.acceptInvitation, (ctx, { input }) => acceptInvitation(ctx, input), { write: false });
  api.on(
    actions.changePassword,
    (ctx, { input }) => softly(ctx, () => changePassword(ctx, input), softAnswers.oldPassword),
    { write: false },
  );
}

function emailRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  linkRoute(api, actions.verifyEmail, verifyEmail);
  linkRoute(api, actions.confirmEmailChange, confirmEmailChange);
  linkRoute(api, actions.openContact, openContact, '&of=contact');
  api.on(
    actions.resendVerification,
    async (ctx) => {
      const answer = await resendVerification(ctx);
      const letter = deps.demo ? await ownConfirmation(ctx, ctx.now) : undefined;
      return { ...answer, ...(letter && { letter }) };
    },
    { write: false },
  );
  api.on(actions.updateEmail, (ctx, { input }) => updateEmail(ctx, input), { write: false });
  // Demo mode only: the confirmation page shows the e-mail before another one is requested.
  if (!deps.demo) return;
  api.on(actions.lastEmail, async (ctx) => ({
    letter: (await ownConfirmation(ctx, new Date(ctx.now.getTime() - day))) ?? null,
  }));
}

const day = 24 * 3600_000;

function sessionRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.listSessions, (ctx) => listSessions(ctx));
  api.on(actions.endSession, async (ctx, { params }) => {
    await endSession(ctx, params.id);
    return true;
  });
  api.on(actions.endOtherSessions, async (ctx) => {
    await endOtherSessions(ctx);
    return true;
  });
}

function loginCodeRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(
    actions.sendLoginCode,
    (ctx, call) => sendLoginCode(ctx, call.input.phone, identifyBrowser(ctx, call)),
    { write: false },
  );
  api.on(actions.checkLoginCode, (ctx, call) => checkLoginCode(ctx, call.input, identifyBrowser(ctx, call)), {
    write: false,
  });
}

/** Codes by SMS for other clients of the dialect. */
function otpRoutes(app: FastifyInstance, deps: RequestDeps & SendSettings): void {
  const api = router(app, deps);
  const hasSms = channelsOf(deps).sms;
  api.on(
    actions.sendContactCode,
    async (ctx, call) =>
      hasSms || !isOtherClient(ctx)
        ? sendContactCode(ctx, call.input.phone_number, identifyBrowser(ctx, call))
        : noSms,
    { write: false },
  );
  api.on(
    actions.verifyContactCode,
    (ctx, call) =>
      softly(ctx, () => verifyContactCode(ctx, call.input, identifyBrowser(ctx, call)), softAnswers.code),
    { write: false },
  );
  api.on(
    actions.otpLogin,
    (ctx, call) =>
      softly(ctx, () => otpLogin(ctx, call.input, identifyBrowser(ctx, call)), softAnswers.codeSignIn),
    { write: false },
  );
  api.on(
    actions.updateContact,
    (ctx, call) => {
      const contact = { ...call.input, user_id: call.body.user_id };
      return softly(ctx, () => updateContact(ctx, contact, identifyBrowser(ctx, call)), softAnswers.code);
    },
    { write: false },
  );
}

/** Passkeys: signing in, and a person's own. Adding and removing one asks for the second factor, if there is one. */
function passkeyRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.proofOptions, (ctx) => proofOptions(ctx, 'sign-in', []), { write: false });
  api.on(
    actions.signInByPasskey,
    (ctx, call) => signInByPasskey(ctx, call.input, identifyBrowser(ctx, call)),
    { write: false },
  );
  api.on(actions.listPasskeys, (ctx) => listPasskeys(ctx));
  api.on(actions.newPasskeyOptions, (ctx, { input }) => newPasskeyOptions(ctx, input.password), {
    write: false,
  });
  api.on(actions.addPasskey, (ctx, { input }) => addPasskey(ctx, input), { write: false });
  api.on(actions.removePasskey, (ctx, { params }) => removePasskey(ctx, params.id));
  api.on(actions.ownProofOptions, (ctx) => ownProofOptions(ctx), { write: false });
}

/** What brings another second factor asks for the one that there is: a session and the password are not enough. */
function secondFactorRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(
    actions.completeSecondFactor,
    (ctx, call) => completeSecondFactor(ctx, call.input, identifyBrowser(ctx, call)),
    { write: false },
  );
  api.on(actions.setUpSecondFactor, (ctx, { input }) => setUpSecondFactor(ctx, input.password), {
    write: false,
  });
  api.on(actions.confirmSecondFactor, (ctx, { input }) => confirmSecondFactor(ctx, input.code), {
    write: false,
  });
  api.on(
    actions.disableSecondFactor,
    async (ctx, { input }) => {
      await disableSecondFactor(ctx, input);
      return true;
    },
    { write: false },
  );
  api.on(actions.replaceRecoveryCodes, (ctx, { input }) => replaceRecoveryCodes(ctx, input.password), {
    write: false,
  });
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
