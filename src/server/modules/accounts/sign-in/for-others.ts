import { type Ctx, isOtherClient } from '@/server/core/context';
import { AppError } from '@/server/core/errors';

/**
 * Other clients of the dialect read a wrong code or password from an answer with status 200, and show nothing of a refusal
 * (rules/core: another client reads a refusal as words).
 */
export async function softly<Answer, Soft>(
  ctx: Ctx,
  run: () => Promise<Answer>,
  [field, soft]: readonly [field: string, soft: Soft],
): Promise<Answer | Soft> {
  try {
    return await run();
  } catch (error) {
    if (isOtherClient(ctx) && error instanceof AppError && error.fields && field in error.fields) return soft;
    throw error;
  }
}

const failed = (message: string) => ({ message, success: false });

/** The field that is refused, and the answer in its place. */
export const softAnswers = {
  oldPassword: ['oldPassword', failed('OLD_PASSWORD_INCORRECT')],
  token: ['token', failed('INVALID_TOKEN')],
  code: ['code', failed('OTP_VERIFICATION_FAILED')],
  codeSignIn: ['code', { token: null, permissions: [] }],
} as const;

/** What another client is told when no SMS can leave. */
export const noSms = failed('OTP_SEND_FAIL');
