import { timingSafeEqual } from 'node:crypto';
import type { Message } from '@/contract/accounts/auth';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume, toNetwork } from '@/server/core/rate-limits';

/** `POST license-key/verify`. Throws NOT_FOUND for a wrong key and when no key is configured. */
export async function verifyLicense(ctx: Ctx, key: string, expected: string | undefined): Promise<Message> {
  await consume(ctx, { key: `licence:ip:${toNetwork(ctx)}`, hits: 20, minutes: 15 });
  const [given, wanted] = [Buffer.from(key), Buffer.from(expected?.trim().toLowerCase() ?? '')];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new AppError('NOT_FOUND');
  return { message: 'LICENSE_KEY_IS_VALID', success: true };
}
