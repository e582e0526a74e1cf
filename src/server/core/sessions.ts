import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { type ConfirmationWay, confirmationMinutes, sessionDays } from '@/contract/accounts/auth';
import { permissionsWithRole } from '@/contract/accounts/roles/permissions';
import { mayBeSeenAs, mayLookAs } from '@/contract/accounts/vendor-views';
import type { RoleOfPerson } from '@/contract/core/areas';
import { offeredLanguages } from '@/contract/core/languages';
import type { Permission } from '@/contract/core/permissions';
import { defaultSettings } from '@/contract/settings';
import { parseId } from '@/server/core/numbers';
import { audit } from './audit';
import type { Ctx, Database, SessionUser, UserCtx } from './context';
import { compiledOnce } from './db/compiled';
import { prepared } from './db/prepared';
import { hasSqlState } from './db/sql-state';
import { AppError } from './errors';
import { toUser } from './live/audiences';
import { publish } from './live/publish';
import { lockUser } from './lock-user';
import { rememberLanguages } from './settings';
import { afterCommit } from './transaction';

/** Precision of `last_seen_at`: a write on each request would be too expensive. */
const seenMinutes = 5;

/** When the session was last used. */
const lastSeen = sql<Date>`coalesce(sessions.last_seen_at, sessions.created_at)`;

/** Not expired (seven days) and not idle for longer than the option `sessionIdleHours`. */
export const isOpenAt = (
  now: Date,
) => sql<boolean>`sessions.expires_at > ${now} and ${lastSeen} > ${now}::timestamptz
  - make_interval(hours => coalesce((select (options ->> 'sessionIdleHours')::int from settings), ${defaultSettings.sessionIdleHours}::int))`;

/**
 * Opens a session for seven days and returns its token, which is stored only as a hash. In our own panel it is bound to
 * the browser (rules/accounts: a session stays in its browser).
 */
export async function openSession(ctx: Ctx, userId: number, userAgent: string | undefined): Promise<string> {
  const token = newSecret();
  const companion = ctx.keepBrowserProof ? newSecret() : undefined;
  await ctx.db
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: sha256Hex(token),
      companion_hash: companion === undefined ? null : sha256Hex(companion),
      ip: ctx.ip,
      user_agent: userAgent?.slice(0, 300) ?? null,
      created_at: ctx.now,
      last_seen_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + sessionDays * 24 * 3600_000),
    })
    .execute();
  if (companion !== undefined) afterCommit(ctx, () => ctx.keepBrowserProof?.(companion));
  return token;
}

const newSecret = () => randomBytes(32).toString('base64url');

/**
 * Opens the session of a view inside the current one: it needs the same companion and ends with it
 * (rules/accounts: a view changes nothing). A former view of the person ends. Returns the token.
 */
export async function openView(
  ctx: UserCtx,
  { userId, viewId, until }: { userId: number; viewId: number; until: Date },
): Promise<string> {
  const token = newSecret();
  await ctx.db
    .deleteFrom('sessions')
    .where('view_id', 'in', (eb) =>
      eb.selectFrom('vendor_views').select('id').where('acting_user_id', '=', ctx.user.id),
    )
    .execute();
  const { companion_hash, user_agent } = await ctx.db
    .selectFrom('sessions')
    .select(['companion_hash', 'user_agent'])
    .where('id', '=', ctx.user.sessionId)
    .executeTakeFirstOrThrow(() => new AppError('NOT_AUTHENTICATED'));
  await ctx.db
    .insertInto('sessions')
    .values({
      user_id: userId,
      view_id: viewId,
      parent_session_id: ctx.user.sessionId,
      token_hash: sha256Hex(token),
      companion_hash,
      user_agent,
      ip: ctx.ip,
      created_at: ctx.now,
      last_seen_at: ctx.now,
      expires_at: until,
    })
    .execute();
  return token;
}

/** Ends the current session in all its windows; a view alone, so that its person is back in the own session. */
export async function signOut(ctx: Ctx): Promise<void> {
  if (!ctx.user?.view) afterCommit(ctx, () => ctx.keepBrowserProof?.(null));
  if (!ctx.user) return;
  const { id, sessionId, view } = ctx.user;
  await ctx.db.deleteFrom('sessions').where('id', '=', sessionId).execute();
  if (view)
    await audit(ctx, {
      family: 'vendor-views',
      id: view.id,
      action: 'end-view',
      changes: {},
      userId: view.by.id,
    });
  await publish(ctx, [toUser(view ? view.by.id : id)], 'session', {});
}

/**
 * The user of a token; null when the token is missing, unknown, expired or idle for too long, when the companion of a
 * bound session is missing, or the user is blocked. One query, which also reads the offered languages and whether the e-mail must still be confirmed (option `useMustVerifyEmail`).
 */
export async function findSession(
  db: Database,
  now: Date,
  token: string | null,
  companions: readonly string[],
): Promise<SessionUser | null> {
  if (!token || token.length > 200) return null;
  const [row] = await sessionByHash(db, { now, hash: sha256Hex(token) });
  if (!row || !isCompanion(row.companion_hash, companions)) return null;
  const [user] = await peopleOf(db, now, [row]);
  if (!user) return null;
  if (row.is_seen_long_ago) await setSeen(db, row, now);
  rememberLanguages(db, offeredLanguages(row.languages));
  return user;
}

/** Those of these sessions that are still open, with their current users, in one query. */
export async function openSessions(
  db: Database,
  now: Date,
  ids: readonly number[],
): Promise<Map<number, SessionUser>> {
  if (ids.length === 0) return new Map();
  const rows = await openOnes(db, now).where('sessions.id', 'in', ids).execute();
  const people = await peopleOf(db, now, rows);
  return new Map(people.map((person) => [person.sessionId, person]));
}

/** People of open sessions. A view is open while the session that began it is, and both may still be in it. */
async function peopleOf(db: Database, now: Date, rows: readonly OpenOne[]): Promise<SessionUser[]> {
  const parents = rows.flatMap(({ parent_session_id: id }) => (id === null ? [] : [id]));
  const acting = await openSessions(db, now, parents);
  return rows.flatMap((row) => {
    if (row.view_id === null) return [personOf(row)];
    const by = acting.get(row.parent_session_id ?? 0);
    const seen = personOf(row);
    if (!by || by.mustVerifyEmail || by.mustSetUpSecondFactor || by.mustLink) return [];
    if (by.id === seen.id || !mayLookAs(by.permissions) || !mayBeSeenAs(seen.permissions)) return [];
    const view = { id: row.view_id, by: { id: by.id, name: by.name }, until: row.expires_at };
    // What the vendor owes for the own session holds nobody up who only looks.
    return [{ ...seen, mustVerifyEmail: false, mustSetUpSecondFactor: false, mustLink: null, view }];
  });
}

const ownedShops = sql<
  number[]
>`array(select shops.id from shops where shops.owner_id = users.id and shops.deleted_at is null)`.as('owned');

/** Read with the person, so that an edited role counts from the next request on. */
const ownRole = sql<RoleOfPerson | null>`(select jsonb_build_object('id', roles.id, 'key', roles.key,
    'name', roles.name, 'kind', roles.kind, 'areas', roles.areas)
  from roles where roles.id = users.role_id)`.as('role');

const hasPasskey = sql<boolean>`exists (select from passkeys where passkeys.user_id = users.id)`;

/** The person's role demands a second factor from a day that has come, and there is none yet. */
const mustSetUpSecondFactor = (now: Date) => sql<boolean>`(users.totp_enabled_at is null and not ${hasPasskey}
  and exists (select from roles where roles.id = users.role_id
    and roles.two_factor_from <= (${now}::timestamptz at time zone business_time_zone())::date))`;

/** The provider that the person's role demands and that is not linked by the person's own act. */
const mustLink = sql<
  string | null
>`(select p.name from roles join sign_in_providers p on p.id = roles.sign_in_provider
  where roles.id = users.role_id and not exists (select from sign_in_links l
    where l.user_id = users.id and l.provider_id = p.id and not l.by_email))`;

function openOnes(db: Database, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .modifyFront(prepared)
    .select([
      'sessions.id as session_id',
      'users.id',
      'users.name',
      'users.email',
      'users.permissions',
      'users.shop_id',
      'sessions.written_lsn',
      'sessions.companion_hash',
      'sessions.view_id',
      'sessions.parent_session_id',
      'sessions.expires_at',
    ])
    .select([
      ownedShops,
      ownRole,
      mustSetUpSecondFactor(now).as('must_set_up'),
      mustLink.as('must_link'),
      sql<boolean>`${lastSeen} < ${now}::timestamptz - make_interval(mins => ${seenMinutes})`.as(
        'is_seen_long_ago',
      ),
      sql<boolean>`users.email_verified_at is null
        and coalesce((select (options ->> 'useMustVerifyEmail')::boolean from settings),
          ${defaultSettings.useMustVerifyEmail}::boolean)`.as('must_verify'),
      sql<unknown>`(select options -> 'languages' from settings)`.as('languages'),
      sql<number | null>`(select (options ->> 'lowStockThreshold')::int from settings)`.as(
        'low_stock_threshold',
      ),
    ])
    .where(isOpenAt(now))
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null);
}

/** A person without a session, for work that outlives a request; null when blocked or removed. */
export async function findPerson(db: Ctx['db'], id: number): Promise<SessionUser | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'permissions', 'shop_id'])
    .select([ownedShops, ownRole])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ? { ...rightsOf(row), sessionId: 0 } : null;
}

/** Read for every request. */
const sessionByHash = compiledOnce((db, { now, hash }: { now: Date; hash: string }) =>
  openOnes(db, now).where('sessions.token_hash', '=', hash),
);

type OpenOne = Awaited<ReturnType<ReturnType<typeof openOnes>['executeTakeFirstOrThrow']>>;

function personOf(row: OpenOne): SessionUser {
  return {
    ...rightsOf(row),
    sessionId: row.session_id,
    writtenLsn: row.written_lsn,
    mustVerifyEmail: row.must_verify,
    mustSetUpSecondFactor: row.must_set_up,
    mustLink: row.must_link,
    languages: offeredLanguages(row.languages),
    lowStockThreshold: row.low_stock_threshold ?? defaultSettings.lowStockThreshold,
  };
}

function rightsOf(
  row: Pick<OpenOne, 'id' | 'name' | 'email' | 'permissions' | 'owned' | 'shop_id' | 'role'>,
) {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    permissions: permissionsWithRole(row.permissions as Permission[], row.role),
    role: row.role,
    ownedShopIds: row.owned.map(Number),
    managedShopId: row.shop_id,
  };
}

/**
 * Money asks again who is there (rules/accounts: money asks for a fresh proof). Throws CONFIRMATION_NEEDED with the ways
 * of the person, unless one of them was used in this session within the last minutes. Nobody is asked without a second
 * factor, except where the option `confirmMoney` demands it. Work without a session moves no money of its own accord.
 */
export async function assertConfirmed(ctx: UserCtx): Promise<void> {
  const found = await ctx.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.confirmed_at', ...confirmationColumns])
    .where('sessions.id', '=', ctx.user.sessionId)
    .executeTakeFirst();
  if (!found) return;
  const ways = waysOf(found);
  if (ways.includes('password') && !found.is_asked) return;
  const since = ctx.now.getTime() - confirmationMinutes * 60_000;
  if (found.confirmed_at && found.confirmed_at.getTime() > since) return;
  throw new AppError('CONFIRMATION_NEEDED', { needs: ways });
}

const confirmationColumns = [
  sql<boolean>`(users.totp_enabled_at is not null
    or exists (select from recovery_codes r where r.user_id = users.id and r.used_at is null))`.as(
    'has_code',
  ),
  hasPasskey.as('has_passkey'),
  sql<boolean>`coalesce((select (options ->> 'confirmMoney')::boolean from settings),
    ${defaultSettings.confirmMoney}::boolean)`.as('is_asked'),
] as const;

/** The password counts only for who has no second factor. */
function waysOf({ has_code, has_passkey }: { has_code: boolean; has_passkey: boolean }): ConfirmationWay[] {
  const ways = [...(has_code ? (['code'] as const) : []), ...(has_passkey ? (['passkey'] as const) : [])];
  return ways.length > 0 ? ways : ['password'];
}

/** How a person can confirm who they are. */
export async function confirmationWays(ctx: UserCtx): Promise<ConfirmationWay[]> {
  const query = ctx.db.selectFrom('users').select(confirmationColumns).where('id', '=', ctx.user.id);
  return waysOf(await query.executeTakeFirstOrThrow());
}

/** For the current session only. */
export async function keepConfirmation(ctx: UserCtx): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ confirmed_at: ctx.now })
    .where('id', '=', ctx.user.sessionId)
    .execute();
}

/** Whoever looks through somebody's eyes uses the own session. */
async function setSeen(db: Database, { session_id, parent_session_id }: OpenOne, now: Date): Promise<void> {
  const ids = [session_id, ...(parent_session_id === null ? [] : [parent_session_id])];
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', 'in', ids)
    .execute()
    .catch((error: unknown) => {
      // A replica stands in for the primary.
      if (!hasSqlState(error, '25006')) throw error;
    });
}

/** `DELETE sessions/{id}`. Throws NOT_FOUND for somebody else's. */
export async function endSession(ctx: UserCtx, id: string): Promise<void> {
  await lockUser(ctx, ctx.user.id);
  await ctx.db
    .deleteFrom('sessions')
    .where('id', '=', parseId(id))
    .where('user_id', '=', ctx.user.id)
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  await publish(ctx, [toUser(ctx.user.id)], 'session', {});
  await audit(ctx, { family: 'sessions', id: ctx.user.id, action: 'end', changes: {} });
}

/** `POST sessions/revoke-others`: ends all of the user's sessions but the current one. */
export async function endOtherSessions(ctx: UserCtx): Promise<void> {
  await endSessions(ctx, ctx.user.id, ctx.user.sessionId);
  await audit(ctx, { family: 'sessions', id: ctx.user.id, action: 'end-others', changes: {} });
}

/** Ends the looks of the team through a person's eyes. */
export async function endViewsAs(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('view_id', 'is not', null)
    .execute();
}

/**
 * Ends a user's sessions immediately, after a ban or a change of role or password, all or all but one. Sign-ins that
 * wait for a second factor end as well.
 */
export async function endSessions(ctx: Ctx, userId: number, exceptSessionId?: number): Promise<void> {
  await lockUser(ctx, userId);
  await ctx.db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', exceptSessionId ?? 0)
    .execute();
  await ctx.db
    .deleteFrom('one_time_codes')
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['two-factor', 'login'])
    .where('used_at', 'is', null)
    .execute();
  await publish(ctx, [toUser(userId)], 'session', {});
}

/** Whether one of the secrets is the session's; without a stored hash the session is not bound. In constant time. */
function isCompanion(hash: string | null, secrets: readonly string[]): boolean {
  if (hash === null) return true;
  const expected = Buffer.from(hash);
  return secrets.map((secret) => timingSafeEqual(Buffer.from(sha256Hex(secret)), expected)).includes(true);
}

export const sha256Hex = (secret: string): string => createHash('sha256').update(secret).digest('hex');
