import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { type AuthAnswer, type Me, sessionDays } from '@/contract/auth';
import type { LoginInput } from '@/contract/auth/schema';
import type { Attachment } from '@/contract/define';
import type { Permission, Role } from '@/contract/permissions';
import type { Ctx, Database, SessionUser, UserCtx } from '../context';
import { AppError } from '../errors';
import { audit } from './audit';
import { clearHits, hit, refuseWhenLimited } from './rate-limits';

/** Failed logins allowed per address and per account before 429 (design §6). */
const loginLimit = { hits: 10, minutes: 15 };

export const hashPassword = (password: string): Promise<string> => hash(password);

// Verified against when there is no such account, so that the answer takes the same time.
const nobodysHash = hashPassword(randomBytes(16).toString('hex'));

/**
 * Signs in by e-mail and password; opens its own transaction, because checking a password is slow and must not hold one. Wrong credentials and a blocked person get the same answer with a null token
 * (reference rules R-002). Throws TOO_MANY_REQUESTS after repeated failures.
 */
export async function signIn(
  ctx: Ctx,
  input: LoginInput,
  userAgent: string | undefined,
): Promise<AuthAnswer> {
  const keys = [`login:ip:${ctx.ip}`, `login:email:${input.email}`];
  await refuseWhenLimited(ctx, keys, loginLimit.hits);
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'password_hash', 'permissions', 'is_active', 'email_verified_at'])
    .where('email', '=', input.email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const matches = await verify(user?.password_hash ?? (await nobodysHash), input.password);
  if (!user || !matches || !user.is_active) {
    for (const key of keys) await hit(ctx, key, loginLimit.minutes);
    return { token: null, permissions: [] };
  }
  const permissions = user.permissions as Permission[];
  const token = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    await clearHits(inside, [`login:email:${input.email}`]);
    await audit(inside, { family: 'sessions', id: user.id, action: 'sign-in', changes: {}, userId: user.id });
    return openSession(inside, user.id, userAgent);
  });
  return {
    token,
    permissions,
    ...(permissions[0] && { role: permissions[0] as Role }),
    email_verified: user.email_verified_at !== null,
  };
}

/** Opens a session for seven days and returns its token, which is stored only as a hash (design §6). */
async function openSession(ctx: Ctx, userId: number, userAgent: string | undefined): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await ctx.db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      ip: ctx.ip,
      user_agent: userAgent?.slice(0, 300) ?? null,
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + sessionDays * 24 * 3600_000),
    })
    .execute();
  await ctx.db.deleteFrom('sessions').where('expires_at', '<', ctx.now).execute();
  return token;
}

export async function signOut(ctx: Ctx): Promise<void> {
  if (ctx.user) await ctx.db.deleteFrom('sessions').where('id', '=', ctx.user.sessionId).execute();
}

/** The person behind a token: null when it is missing, unknown, expired, or the person is blocked. */
export async function findSession(
  db: Database,
  now: Date,
  token: string | null,
): Promise<SessionUser | null> {
  if (!token || token.length > 200) return null;
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.id as session_id',
      'users.id',
      'users.name',
      'users.email',
      'users.permissions',
      'users.shop_id',
    ])
    .select(
      sql<
        number[]
      >`array(select shops.id from shops where shops.owner_id = users.id and shops.deleted_at is null)`.as(
        'owned',
      ),
    )
    .where('sessions.token_hash', '=', hashToken(token))
    .where('sessions.expires_at', '>', now)
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  return (
    (row && {
      id: row.id,
      name: row.name,
      email: row.email,
      permissions: row.permissions as Permission[],
      ownedShopIds: row.owned.map(Number),
      managedShopId: row.shop_id,
      sessionId: row.session_id,
    }) ??
    null
  );
}

/** `GET me` (reference entities E20). */
export async function me(ctx: UserCtx): Promise<Me> {
  const user = await ctx.db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'email_verified_at',
      'is_active',
      'permissions',
      'avatar',
      'contact',
      'bio',
      'contact_verified_at',
      'notifications',
      'totp_enabled_at',
      'shop_id',
    ])
    .where('id', '=', ctx.user.id)
    .executeTakeFirst();
  if (!user) throw new AppError('NOT_AUTHENTICATED');
  const shops = await ctx.db
    .selectFrom('shops')
    .select(['id', 'name', 'slug', 'logo', 'is_active', 'owner_id'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('owner_id', '=', user.id), eb('id', '=', user.shop_id ?? 0)]))
    .orderBy('id')
    .execute();
  const stubs = shops.map(({ owner_id, logo, ...shop }) => ({
    owner_id,
    stub: { ...shop, logo: logo as unknown as Attachment | null },
  }));
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    email_verified: user.email_verified_at !== null,
    is_active: user.is_active,
    permissions: user.permissions.map((name, index) => ({
      id: index + 1,
      name: name as Permission,
      guard_name: 'api',
    })),
    profile: {
      avatar: user.avatar as unknown as Attachment | null,
      bio: user.bio,
      contact: user.contact,
      contact_verified: user.contact_verified_at !== null,
      notifications: user.notifications as Record<string, never>,
    },
    wallet: null,
    two_factor: user.totp_enabled_at !== null,
    email_verified_at: user.email_verified_at?.toISOString() ?? null,
    shops: stubs.filter(({ owner_id }) => owner_id === user.id).map(({ stub }) => stub),
    managed_shop: stubs.find(({ stub }) => stub.id === user.shop_id)?.stub ?? null,
    shop_id: user.shop_id,
  };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
