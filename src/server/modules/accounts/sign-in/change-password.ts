import type * as yup from 'yup';
import type { Message } from '@/contract/accounts/auth';
import type { changePasswordSchema } from '@/contract/accounts/auth/schema';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { rejectField } from '@/server/core/errors';
import { endSessions } from '@/server/core/sessions';
import { inTransaction } from '@/server/core/transaction';
import * as emails from '@/server/modules/accounts/emails';
import { send } from '@/server/modules/messaging/outbox';
import { assertUncommonPassword } from './common-passwords';
import { deletePendingCodes } from './one-time-codes';
import { confirmPassword, hashPassword } from './passwords';
import { clearSignInLimits } from './sign-in-limits';

/**
 * `POST change-password`: ends the user's other sessions and notifies them by email. Throws VALIDATION_FAILED at
 * `oldPassword`, and at `newPassword` for a common password.
 */
export async function changePassword(
  ctx: UserCtx,
  { oldPassword, newPassword }: yup.InferType<typeof changePasswordSchema>,
): Promise<Message> {
  const oldHash = await confirmPassword(ctx, oldPassword, 'oldPassword');
  await assertUncommonPassword(ctx, newPassword, ctx.user, 'newPassword');
  const newHash = await hashPassword(newPassword);
  await inTransaction(ctx, async (txCtx) => {
    const user = await txCtx.db
      .updateTable('users')
      .set({ password_hash: newHash, updated_at: ctx.now })
      .where('id', '=', ctx.user.id)
      .where('password_hash', '=', oldHash)
      .returning(['name', 'email'])
      .executeTakeFirst();
    // Another request has changed the password meanwhile.
    if (!user) rejectField('oldPassword', 'error-password-wrong');
    await finishPasswordChange(txCtx, { id: ctx.user.id, ...user }, 'change-password');
  });
  await clearSignInLimits(ctx, ctx.user);
  return { message: 'PASSWORD_RESET_SUCCESSFUL', success: true };
}

/** Ends other sessions, invalidates pending codes, audits and emails the user. Within the caller's transaction. */
export async function finishPasswordChange(
  ctx: Ctx,
  user: { id: number; name: string; email: string },
  action: 'change-password' | 'reset-password',
): Promise<void> {
  await endSessions(ctx, user.id, ctx.user?.id === user.id ? ctx.user.sessionId : undefined);
  await deletePendingCodes(ctx, user.id);
  await audit(ctx, { family: 'users', id: user.id, action, changes: {}, userId: user.id });
  await send(ctx, { channel: 'mail', to: user.email, ...emails.passwordChanged({ name: user.name }) });
}
