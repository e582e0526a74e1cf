import type { Selectable } from 'kysely';
import type { InvitationAccepted, InvitationOffer } from '@/contract/accounts/auth';
import { type LevelByArea, listRights, type RoleOfPerson } from '@/contract/core/areas';
import type { Attachment } from '@/contract/core/define';
import { adminOwner, isAllowed, permissionsOfRole, type StaffScope } from '@/contract/core/permissions';
import { audit, type Changes } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { consume, toNetwork } from '@/server/core/rate-limits';
import { endSessions } from '@/server/core/sessions';
import { inTransaction } from '@/server/core/transaction';
import { changeConfirmers } from '@/server/modules/settings/approvals/confirmers';
import { applyMemberships, areasGiven } from '../memberships';
import { hashCode, redeemToken } from './one-time-codes';
import { setEmailVerified } from './verify-email';

/** How long an invitation can be accepted. */
export const invitationDays = 7;

/** What the link of an invitation contains. */
interface MailedToken {
  email: string;
  token: string;
}

type Role = Pick<RoleOfPerson, 'id' | 'key' | 'name' | 'areas'>;

/** An invitation into a shop (its membership) or, without a shop, into the team (the row kept for the person). */
interface Invitation {
  id: number;
  name: string;
  shop: Shop | null;
  role: Role | null;
  scopes: StaffScope[];
  expires_at: Date;
  invitedBy: number | null;
  /** Why it cannot be accepted, as a key of `form`. */
  reason: string | undefined;
}

const shopColumns = ['id', 'name', 'slug', 'logo', 'owner_id', 'is_active'] as const;

type Shop = Pick<Selectable<DB['shops']>, (typeof shopColumns)[number]>;

/** Limits guesses at mailed tokens. */
export const tokenLimit = (ctx: Ctx) => ({ key: `reset:ip:${toNetwork(ctx)}`, hits: 100, minutes: 15 });

const refuseToken = (reason: string): never => {
  throw new AppError('INVALID_CODE', { fields: { token: [reason] } });
};

/**
 * What a mailed token invites to. Undefined for one that is wrong, was used or was replaced by a newer letter. `isLocked`
 * holds shop and invitation, in the order in which whoever invites locks them.
 */
async function findInvitation(ctx: Ctx, { email, token }: MailedToken, isLocked: boolean) {
  const hash = hashCode('invitation', email, token);
  return (await findInShop(ctx, hash, isLocked)) ?? findInTeam(ctx, hash, email, isLocked);
}

async function findInShop(ctx: Ctx, hash: string, isLocked: boolean): Promise<Invitation | undefined> {
  const found = await ctx.db
    .selectFrom('memberships')
    .select('shop_id')
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  if (!found) return undefined;
  const shop = await ctx.db
    .selectFrom('shops')
    .select(shopColumns)
    .where('id', '=', found.shop_id)
    .where('deleted_at', 'is', null)
    .$if(isLocked, (query) => query.forShare())
    .executeTakeFirst();
  const row = await ctx.db
    .selectFrom('memberships')
    .select(['id', 'name', 'role_id', 'scopes', 'invited_by', 'expires_at', 'deleted_at'])
    .where('token_hash', '=', hash)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) return undefined;
  const role = await findRole(ctx, row.role_id);
  const scopes = row.scopes as StaffScope[];
  const expires_at = row.expires_at ?? ctx.now;
  const { id, name, invited_by: invitedBy } = row;
  const about = { id, name, shop: shop ?? null, role, scopes, expires_at, invitedBy };
  if (row.deleted_at || !shop) return { ...about, reason: 'error-invitation-withdrawn' };
  return { ...about, reason: await reasonAgainst(ctx, about) };
}

async function findInTeam(
  ctx: Ctx,
  hash: string,
  email: string,
  isLocked: boolean,
): Promise<Invitation | undefined> {
  const row = await ctx.db
    .selectFrom('users')
    .innerJoin('one_time_codes as code', 'code.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.role_id', 'users.invited_by', 'code.expires_at'])
    .where('code.secret_hash', '=', hash)
    .where('code.used_at', 'is', null)
    .where('users.removed_email', '=', email)
    .where('users.role_id', 'is not', null)
    .where('users.deleted_at', 'is', null)
    .$if(isLocked, (query) => query.forUpdate('users'))
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, name, expires_at, invited_by: invitedBy } = row;
  const role = await findRole(ctx, row.role_id);
  const found = { id, name, shop: null, role, scopes: [], expires_at, invitedBy };
  return { ...found, reason: await reasonAgainst(ctx, found) };
}

async function findRole(ctx: Ctx, id: number | null): Promise<Role | null> {
  if (id === null) return null;
  const role = await ctx.db
    .selectFrom('roles')
    .select(['id', 'key', 'name', 'areas'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...role, areas: role.areas as LevelByArea };
}

async function reasonAgainst(ctx: Ctx, invitation: Omit<Invitation, 'reason'>): Promise<string | undefined> {
  if (invitation.expires_at <= ctx.now) return 'error-invitation-expired';
  return (await mayStillGive(ctx, invitation)) ? undefined : 'error-invitation-lapsed';
}

/**
 * Whether the person who invited could invite now: owns the open shop, or is an administrator whose role holds what is
 * given (rules/accounts: nobody gives more than they hold). Held until the invitation is accepted.
 */
async function mayStillGive(
  ctx: Ctx,
  { shop, role, scopes, invitedBy }: Pick<Invitation, 'shop' | 'role' | 'scopes' | 'invitedBy'>,
): Promise<boolean> {
  const inviter = await ctx.db
    .selectFrom('users')
    .select(['id', 'permissions', 'role_id'])
    .where('id', '=', invitedBy ?? 0)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!inviter) return false;
  if (shop && shop.owner_id === inviter.id) return shop.is_active;
  if (!inviter.permissions.includes('super_admin')) return false;
  const own = await findRole(ctx, inviter.role_id);
  if (!own) return true;
  const held = listRights(own.areas);
  return [
    shop ? ('shops:write' as const) : ('team:decide' as const),
    ...listRights(areasGiven(role, scopes)),
  ].every((right) => held.includes(right));
}

/** For whoever holds the mailed token. Undefined for an unknown one; a reason instead of the offer when it cannot be accepted. */
export async function readInvitation(
  ctx: Ctx,
  mailed: MailedToken,
): Promise<{ reason: string } | { invitation: InvitationOffer } | undefined> {
  const found = await findInvitation(ctx, mailed, false);
  if (!found) return undefined;
  if (found.reason) return { reason: found.reason };
  const { shop, role, scopes, expires_at } = found;
  return {
    invitation: {
      shop: shop && { name: shop.name, logo: shop.logo as Attachment | null },
      role: role && { key: role.key, name: role.name },
      scopes: role ? [] : scopes,
      expires_at: expires_at.toISOString(),
      has_account: (await accountAt(ctx, mailed.email)) !== undefined,
    },
  };
}

function accountAt(ctx: Ctx, email: string) {
  return ctx.db.selectFrom('users').select(['id', 'is_active']).where('email', '=', email).executeTakeFirst();
}

/** Locks an invitation that is to be accepted. Undefined for an unknown token. Throws INVALID_CODE with the reason. */
async function lockInvitation(ctx: Ctx, mailed: MailedToken): Promise<Invitation | undefined> {
  const invitation = await findInvitation(ctx, mailed, true);
  if (invitation?.reason) refuseToken(invitation.reason);
  return invitation;
}

/**
 * Accepts an invitation with a new account, whose password the caller stores. Undefined for an unknown token. Throws
 * INVALID_CODE when the address has an account: its password is no business of an invitation. Within the caller's
 * transaction.
 */
export async function acceptWithNewAccount(ctx: Ctx, mailed: MailedToken) {
  const invitation = await lockInvitation(ctx, mailed);
  if (!invitation) return undefined;
  const { email } = mailed;
  const account = await accountAt(ctx, email);
  if (account) refuseToken(account.is_active ? 'error-invitation-sign-in' : 'error-works-elsewhere');
  const { name } = invitation;
  const id = invitation.shop
    ? await addAccount(ctx, { name, email })
    : await openTeamAccount(ctx, invitation, mailed);
  if (invitation.shop) await join(ctx, { id, name, email }, invitation, invitation.shop);
  return { id, name, email, email_verified_at: null };
}

async function addAccount(ctx: Ctx, { name, email }: { name: string; email: string }): Promise<number> {
  const made = await ctx.db
    .insertInto('users')
    .values({
      name,
      email,
      password_hash: 'none',
      permissions: [...permissionsOfRole.customer],
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    // Somebody registers with the address at this moment.
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? refuseToken('error-invitation-sign-in');
}

/** The row that stood for the person becomes the account. */
async function openTeamAccount(
  ctx: Ctx,
  { id, invitedBy }: Invitation,
  { email, token }: MailedToken,
): Promise<number> {
  const code = { purpose: 'invitation', userId: id, recipient: email, secret: token } as const;
  if (!(await redeemToken(ctx, code))) refuseToken('error-token-wrong');
  const open = ctx.db
    .updateTable('users')
    .set({ email, removed_email: null, is_active: true })
    .where('id', '=', id);
  await changeConfirmers(ctx, [id], () => open.execute(), invitedBy);
  return id;
}

/**
 * `POST invitations/accept`: a signed-in person accepts what was mailed to the address of the own account; other sessions
 * end, because the account may do more from now on. Throws INVALID_CODE with the reason, also for the invitation of
 * somebody else and for a person who owns shops or is in the team.
 */
export async function acceptInvitation(ctx: UserCtx, mailed: MailedToken): Promise<InvitationAccepted> {
  await consume(ctx, tokenLimit(ctx));
  return inTransaction(ctx, async (txCtx) => {
    const invitation = (await lockInvitation(txCtx, mailed)) ?? refuseToken('error-token-wrong');
    const account = await txCtx.db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'email_verified_at', 'permissions', 'shop_id'])
      .where('id', '=', ctx.user.id)
      .where('is_active', '=', true)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('NOT_AUTHENTICATED'));
    if (account.email !== mailed.email) refuseToken('error-invitation-other-person');
    if (isAllowed(adminOwner, account.permissions)) refuseToken('error-works-elsewhere');
    const { shop } = invitation;
    const current = shop
      ? await join(txCtx, account, invitation, shop)
      : await joinTeam(txCtx, account, invitation, mailed);
    await setEmailVerified(txCtx, account);
    await endSessions(txCtx, account.id, ctx.user.sessionId);
    return {
      shop: shop && { id: shop.id, name: shop.name, slug: shop.slug },
      is_current: shop !== null && current === shop.id,
    };
  });
}

interface Account {
  id: number;
  name: string;
  email: string;
}

/** Makes the invitation a membership. Returns the person's current shop. */
async function join(ctx: Ctx, { id, name, email }: Account, invitation: Invitation, shop: Shop) {
  const other = await ctx.db
    .selectFrom('memberships')
    .select('id')
    .where('user_id', '=', id)
    .where('shop_id', '=', shop.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (other) refuseToken('error-invitation-member');
  const accepted = { user_id: id, name, email, token_hash: null, expires_at: null };
  await updateRow(ctx, 'memberships', invitation.id, accepted);
  await audit(ctx, { family: 'staffs', id: invitation.id, action: 'accept', changes: {}, userId: id });
  return (await applyMemberships(ctx, id)).current;
}

/** The account joins the team with the role of the invitation. Whoever works in a shop is not also in the team. */
async function joinTeam(
  ctx: Ctx,
  account: Account & { permissions: string[]; shop_id: number | null },
  { id, role, invitedBy }: Invitation,
  { email, token: secret }: MailedToken,
): Promise<null> {
  if (account.shop_id !== null) refuseToken('error-works-elsewhere');
  if (!(await redeemToken(ctx, { purpose: 'invitation', userId: id, recipient: email, secret })))
    refuseToken('error-token-wrong');
  const given = {
    role_id: role?.id ?? null,
    permissions: [...new Set([...permissionsOfRole.super_admin, ...account.permissions])],
  };
  await changeConfirmers(ctx, [account.id], () => updateRow(ctx, 'users', account.id, given), invitedBy);
  // Kept as withdrawn, because the log refers to it.
  await ctx.db
    .updateTable('users')
    .set({ role_id: null, permissions: ['customer'] })
    .where('id', '=', id)
    .execute();
  const changes: Changes = { permissions: [account.permissions, permissionsOfRole.super_admin] };
  await audit(ctx, { family: 'users', id: account.id, action: 'role', changes, userId: account.id });
  return null;
}
