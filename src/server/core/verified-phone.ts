import { type Ctx, isAdmin } from './context';
import { AppError } from './errors';
import { settingsOptions } from './settings';

/**
 * For actions that require a vendor's confirmed phone while the option `useMustVerifyPhone` is on. Throws
 * PHONE_NOT_VERIFIED, for which the panel opens a dialog; administrators act for others and are exempt.
 */
export async function assertPhoneVerified(ctx: Ctx): Promise<void> {
  if (isAdmin(ctx) || !(await settingsOptions(ctx)).useMustVerifyPhone) return;
  const person = await ctx.db
    .selectFrom('users')
    .select('contact_verified_at')
    .where('id', '=', ctx.user?.id ?? 0)
    .executeTakeFirst();
  if (!person?.contact_verified_at) throw new AppError('PHONE_NOT_VERIFIED');
}
