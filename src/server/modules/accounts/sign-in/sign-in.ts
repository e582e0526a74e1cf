import type { AuthAnswer } from '@/contract/accounts/auth';
import type { LoginInput } from '@/contract/accounts/auth/schema';
import type { Permission, Role } from '@/contract/core/permissions';
import { audit } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { openSession } from '@/server/core/sessions';
import { type Browser, findDevice, rememberDevice } from './known-devices';
import { issueCode } from './one-time-codes';
import { verifyPassword } from './passwords';
import { countPassword } from './sign-in-limits';

/** For typing the code of the second factor. */
const challengeMinutes = 5;

/** What wrong credentials and a blocked person get alike (reference rules R-002). */
const refused: AuthAnswer = { token: null, permissions: [] };

/** How the audit calls it. */
type SignInAction = 'sign-in' | 'sign-in:code' | 'sign-in:two-factor';

/** What has to be known of somebody who is let in. */
export interface Comer {
  id: number;
  permissions: string[];
  email_verified_at: Date | null;
  totp_enabled_at: Date | null;
}

export const comerColumns = ['id', 'permissions', 'email_verified_at', 'totp_enabled_at'] as const;

/**
 * Signs in by e-mail and password; opens its own transaction, because checking a password is slow and must not hold one.
 * Throws TOO_MANY_REQUESTS after repeated failures (`sign-in-limits.ts`).
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
  const answer = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    // The password took its time: it may have been changed, or the person banned, meanwhile.
    const comer = await db
      .selectFrom('users')
      .select(comerColumns)
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('is_active', '=', true)
      .forUpdate()
      .executeTakeFirst();
    return comer && admit(inside, comer, browser);
  });
  if (!answer) return refused;
  await attempt.succeeded();
  return answer;
}

/** Asks for the second factor of who has one, lets the others in. Within the caller's transaction. */
export async function admit(
  ctx: Ctx,
  comer: Comer,
  browser: Browser,
  action: SignInAction = 'sign-in',
): Promise<AuthAnswer> {
  if (comer.totp_enabled_at === null) return letIn(ctx, comer, browser, action);
  const challenge = await issueCode(ctx, {
    purpose: 'two-factor',
    userId: comer.id,
    recipient: 'sign-in',
    minutes: challengeMinutes,
  });
  return { ...refused, challenge };
}

/** Opens a session and records it; the browser is known from now on. Within the caller's transaction. */
export async function letIn(
  ctx: Ctx,
  comer: Comer,
  browser: Browser,
  action: SignInAction,
): Promise<AuthAnswer> {
  await audit(ctx, { family: 'sessions', id: comer.id, action, changes: {}, userId: comer.id });
  const token = await openSession(ctx, comer.id, browser.userAgent);
  await rememberDevice(ctx, browser, comer.id);
  const permissions = comer.permissions as Permission[];
  return {
    token,
    permissions,
    ...(permissions[0] && { role: permissions[0] as Role }),
    email_verified: comer.email_verified_at !== null,
  };
}
