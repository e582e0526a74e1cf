import type * as yup from 'yup';
import type { Message } from '@/contract/accounts/auth';
import type { changePasswordSchema } from '@/contract/accounts/auth/schema';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { endSessions } from '@/server/core/sessions';
import * as letters from '@/server/modules/accounts/emails';
import { send } from '@/server/modules/messaging/outbox';
import { assertUncommonPassword } from './common-passwords';
import { forgetCodes } from './one-time-codes';
import { hashPassword, provePassword } from './passwords';
import { clearSignInLimits } from './sign-in-limits';

/**
 * `POST change-password`: ends every other session of the person and tells them by a letter. Throws VALIDATION_FAILED at
 * `oldPassword` (reference rules R-006), and at `newPassword` for a common one.
 */
export async function changePassword(
  ctx: UserCtx,
  { oldPassword, newPassword }: yup.InferType<typeof changePasswordSchema>,
): Promise<Message> {
  const oldHash = await provePassword(ctx, oldPassword, 'oldPassword');
  await assertUncommonPassword(ctx, newPassword, ctx.user, 'newPassword');
  const newHash = await hashPassword(newPassword);
  await ctx.db.transaction().execute(async (db) => {
    const person = await db
      .updateTable('users')
      .set({ password_hash: newHash, updated_at: ctx.now })
      .where('id', '=', ctx.user.id)
      .where('password_hash', '=', oldHash)
      .returning(['name', 'email'])
      .executeTakeFirst();
    // Somebody was faster: what was given is the old password no more.
    if (!person)
      throw new AppError('VALIDATION_FAILED', { fields: { oldPassword: ['error-password-wrong'] } });
    await afterNewPassword({ ...ctx, db }, { id: ctx.user.id, ...person }, 'change-password');
  });
  await clearSignInLimits(ctx, ctx.user);
  return { message: 'PASSWORD_RESET_SUCCESSFUL', success: true };
}

/**
 * What another password brings with it: other sessions and whatever was mailed before end, it is recorded, and the person
 * is told. Within the caller's transaction.
 */
export async function afterNewPassword(
  ctx: Ctx,
  person: { id: number; name: string; email: string },
  action: 'change-password' | 'reset-password',
): Promise<void> {
  await endSessions(ctx, person.id, ctx.user?.id === person.id ? ctx.user.sessionId : undefined);
  await forgetCodes(ctx, person.id);
  await audit(ctx, { family: 'users', id: person.id, action, changes: {}, userId: person.id });
  await send(ctx, { channel: 'mail', to: person.email, ...letters.passwordChanged({ name: person.name }) });
}
