import type { Selectable } from 'kysely';
import type { AuthAnswer } from '@/contract/accounts/auth';
import type { LoginInput } from '@/contract/accounts/auth/schema';
import { limited } from '@/contract/core/areas';
import type { Permission, Role } from '@/contract/core/permissions';
import { audit } from '@/server/core/audit';
import { type Ctx, isOtherClient } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { openSession } from '@/server/core/sessions';
import { inTransaction } from '@/server/core/transaction';
import { type Browser, findDevice, rememberDevice } from './known-devices';
import { issueCode } from './one-time-codes';
import { verifyPassword } from './passwords';
import { hasSecondFactor } from './recovery-codes';
import { countPassword } from './sign-in-limits';

const challengeMinutes = 5;

/**
 * The same answer for wrong credentials and a banned user (rules/accounts: nobody learns whether an address has an
 * account).
 */
const refused: AuthAnswer = { token: null, permissions: [] };

/** Action in the audit log. */
type SignInAction =
  | 'sign-in'
  | 'sign-in:code'
  | 'sign-in:passkey'
  | 'sign-in:provider'
  | 'sign-in:two-factor';

/** The columns of an account that sign-in reads. */
export const accountColumns = [
  'id',
  'permissions',
  'email_verified_at',
  'totp_enabled_at',
  'role_id',
] as const;

type SignInAccount = Pick<Selectable<DB['users']>, (typeof accountColumns)[number]>;

/**
 * `POST token`: signs in by e-mail and password. Opens its own transaction after the slow password check. Throws
 * TOO_MANY_REQUESTS after repeated failures (`sign-in-limits.ts`).
 */
export async function signIn(ctx: Ctx, input: LoginInput, browser: Browser): Promise<AuthAnswer> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', input.email)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const attempt = await countPassword(ctx, input.email, await findDevice(ctx, browser, user?.id));
  const matches = await verifyPassword(input.password, user?.password_hash);
  if (!user || !matches) {
    await attempt.failed(user?.id);
    return refused;
  }
  const answer = await inTransaction(ctx, async (txCtx) => {
    // The password may have been changed, or the user banned, during the check.
    const account = await txCtx.db
      .selectFrom('users')
      .select(accountColumns)
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('is_active', '=', true)
      .forUpdate()
      .executeTakeFirst();
    return account && startSession(txCtx, account, browser);
  }).catch(async (error: unknown) => {
    // The password was right.
    if (error instanceof AppError && error.code === 'SIGN_IN_THROUGH') await attempt.succeeded();
    throw error;
  });
  if (!answer) return refused;
  await attempt.succeeded();
  return answer;
}

/**
 * Opens a session, or issues a challenge when the account has a second factor. Within the caller's transaction. Throws
 * SIGN_IN_THROUGH.
 */
export async function startSession(
  ctx: Ctx,
  account: SignInAccount,
  browser: Browser,
  action: SignInAction = 'sign-in',
  providerId?: number,
): Promise<AuthAnswer> {
  await assertWay(ctx, account, providerId);
  if (!(await hasSecondFactor(ctx, account.id))) return openAuditedSession(ctx, account, browser, action);
  const challenge = await issueCode(ctx, {
    purpose: 'two-factor',
    userId: account.id,
    recipient: 'sign-in',
    minutes: challengeMinutes,
  });
  return { ...refused, challenge };
}

/**
 * A role can demand a sign-in through a provider (rules/accounts: a role can demand a way to sign in). Whoever has not
 * linked it signs in as before, and finds open what links it. Throws SIGN_IN_THROUGH with the provider.
 */
export async function assertWay(
  ctx: Ctx,
  { id, role_id }: SignInAccount,
  providerId?: number,
): Promise<void> {
  if (role_id === null) return;
  const provider = await ctx.db
    .selectFrom('roles')
    .innerJoin('sign_in_providers', 'sign_in_providers.id', 'roles.sign_in_provider')
    .innerJoin('sign_in_links', 'sign_in_links.provider_id', 'sign_in_providers.id')
    .select(['sign_in_providers.id', 'sign_in_providers.name'])
    .where('roles.id', '=', role_id)
    .where('sign_in_links.user_id', '=', id)
    .where('sign_in_links.by_email', '=', false)
    .executeTakeFirst();
  if (provider && provider.id !== providerId)
    throw new AppError('SIGN_IN_THROUGH', { current: provider, names: { provider: provider.name } });
}

/** Opens a session, audits it and remembers the browser. Within the caller's transaction. */
export async function openAuditedSession(
  ctx: Ctx,
  account: SignInAccount,
  browser: Browser,
  action: SignInAction,
): Promise<AuthAnswer> {
  await audit(ctx, { family: 'sessions', id: account.id, action, changes: {}, userId: account.id });
  const token = await openSession(ctx, account.id, browser.userAgent);
  await rememberDevice(ctx, browser, account.id);
  // The panel learns that a role limits the person; the rights come with `me`.
  const isLimited = account.role_id !== null && !isOtherClient(ctx);
  const permissions = [...(account.permissions as Permission[]), ...(isLimited ? ([limited] as const) : [])];
  return {
    token,
    permissions,
    ...(permissions[0] && { role: permissions[0] as Role }),
    email_verified: account.email_verified_at !== null,
  };
}
