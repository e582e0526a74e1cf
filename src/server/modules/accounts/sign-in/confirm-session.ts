import type * as yup from 'yup';
import type { confirmSchema } from '@/contract/accounts/auth/schema';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { confirmationWays, keepConfirmation } from '@/server/core/sessions';
import { inTransaction } from '@/server/core/transaction';
import { checkProof } from './passkey-proof';
import { confirmPassword } from './passwords';
import { proveByCode } from './two-factor';

/**
 * `POST me/confirm`: proves again who uses this session (rules/accounts: money asks for a fresh proof). The password is
 * refused to whoever has a second factor. Throws ACTION_NOT_VALID for a way that the person has not, INVALID_CODE,
 * VALIDATION_FAILED for a wrong password, TOO_MANY_REQUESTS after ten attempts.
 */
export async function confirmSession(
  ctx: UserCtx,
  input: yup.InferType<typeof confirmSchema>,
): Promise<true> {
  const ways = await confirmationWays(ctx);
  if (input.passkey && ways.includes('passkey')) {
    await checkProof(ctx, 'confirm', input.passkey);
    await inTransaction(ctx, (txCtx) => confirmed(txCtx));
  } else if (input.code && ways.includes('code')) await proveByCode(ctx, input.code, confirmed);
  else if (input.password && ways.includes('password')) {
    await confirmPassword(ctx, input.password);
    await inTransaction(ctx, (txCtx) => confirmed(txCtx));
  } else throw new AppError('ACTION_NOT_VALID');
  return true;
}

async function confirmed(ctx: UserCtx): Promise<void> {
  await keepConfirmation(ctx);
  await audit(ctx, { family: 'sessions', id: ctx.user.id, action: 'confirm', changes: {} });
}
