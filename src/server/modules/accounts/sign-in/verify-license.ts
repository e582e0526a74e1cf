import { timingSafeEqual } from 'node:crypto';
import type { Message } from '@/contract/accounts/auth';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume } from '@/server/core/rate-limits';

/** `POST license-key/verify`. Throws NOT_FOUND for another key, also when none is expected. */
export async function verifyLicense(ctx: Ctx, given: string, expected: string | undefined): Promise<Message> {
  await consume(ctx, { key: `licence:ip:${ctx.ip}`, hits: 20, minutes: 15 });
  const [one, other] = [Buffer.from(given), Buffer.from(expected?.trim().toLowerCase() ?? '')];
  if (one.length !== other.length || !timingSafeEqual(one, other)) throw new AppError('NOT_FOUND');
  return { message: 'LICENSE_KEY_IS_VALID', success: true };
}
