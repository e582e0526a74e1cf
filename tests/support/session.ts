import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '@/server/core/context';

/** Opens a session like `POST token`, without the cost of hashing a password. Returns the token. */
export async function signIn(db: Database, userId: number, now: Date): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashOf(token),
      created_at: now,
      expires_at: new Date(now.getTime() + 7 * 24 * 3600_000),
    })
    .execute();
  return token;
}

/** What is stored of a session's token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The code that an authenticator app shows at a moment. */
export const codeOf = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
