import {
  adminOwner,
  isAllowed,
  permissionsOfRole,
  permissionsWith,
  scopesOf,
} from '@/contract/core/permissions';
import { audit, type Changes } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import { hashCode, redeemToken } from './one-time-codes';

/** What a person types on the page that an invitation leads to. */
interface MailedToken {
  email: string;
  token: string;
}

/**
 * A person who was invited into a shop is a row without an address of its own until the person accepts: nobody can sign
 * in as it, the address stays free, and the shop sees no difference between addresses with and without an account.
 */
export function findInvited(ctx: Ctx, { email, token }: MailedToken) {
  return (
    ctx.db
      .selectFrom('users')
      .innerJoin('one_time_codes as code', 'code.user_id', 'users.id')
      .select([
        'users.id',
        'users.name',
        'users.shop_id',
        'users.permissions',
        'users.invited_at',
        'users.role_id',
      ])
      .where('code.secret_hash', '=', hashCode('invitation', email, token))
      .where('code.used_at', 'is', null)
      .where('code.expires_at', '>', ctx.now)
      .where('users.removed_email', '=', email)
      .where('users.deleted_at', 'is', null)
      // The invitation was not withdrawn.
      .where((eb) => eb.or([eb('users.shop_id', 'is not', null), eb('users.role_id', 'is not', null)]))
  );
}

/**
 * Makes the person a member of staff: with the account that has the address by now, else with a new one. Undefined for a
 * wrong token. Throws INVALID_CODE for an account that works elsewhere or is blocked. Within the caller's transaction.
 */
export async function acceptInvitation(ctx: Ctx, mailed: MailedToken) {
  const invited = await findInvited(ctx, mailed).forUpdate('users').executeTakeFirst();
  if (!invited) return undefined;
  const { email, token: secret } = mailed;
  if (!(await redeemToken(ctx, { purposes: ['invitation'], userId: invited.id, recipient: email, secret })))
    return undefined;
  const account = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified_at', 'permissions', 'shop_id', 'is_active', 'version'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (account) return joinWith(ctx, account, invited);
  await ctx.db
    .updateTable('users')
    .set({ email, removed_email: null, is_active: true })
    .where('id', '=', invited.id)
    .execute();
  return { id: invited.id, name: invited.name, email, email_verified_at: null };
}

type Invited = Awaited<ReturnType<ReturnType<typeof findInvited>['executeTakeFirstOrThrow']>>;

interface Account {
  id: number;
  name: string;
  email: string;
  email_verified_at: Date | null;
  permissions: string[];
  shop_id: number | null;
  is_active: boolean;
  version: number;
}

async function joinWith(ctx: Ctx, account: Account, invited: Invited) {
  const { id, shop_id, role_id, permissions, invited_at } = invited;
  if (!account.is_active || account.shop_id !== null || isAllowed(adminOwner, account.permissions))
    throw new AppError('INVALID_CODE', { fields: { token: ['error-works-elsewhere'] } });
  if (role_id !== null) return joinTeam(ctx, account, { ...invited, role_id });
  const scopes = scopesOf(permissions);
  await updateRow(ctx, 'users', account.id, {
    shop_id,
    invited_at,
    permissions: permissionsWith(account.permissions, scopes),
    former_staff: null,
  });
  await withdraw(ctx, id);
  const changes = { shop_id: [null, shop_id], scopes: [[], scopes] } satisfies Record<
    string,
    [unknown, unknown]
  >;
  await audit(ctx, { family: 'staffs', id: account.id, action: 'create', changes, userId: account.id });
  return account;
}

/** The account joins the team with the role of the invitation. */
async function joinTeam(
  ctx: Ctx,
  account: Account,
  { id, role_id, invited_at }: Invited & { role_id: number },
) {
  await updateRow(ctx, 'users', account.id, {
    role_id,
    invited_at,
    permissions: [...new Set([...permissionsOfRole.super_admin, ...account.permissions])],
  });
  await withdraw(ctx, id);
  const changes: Changes = { permissions: [account.permissions, permissionsOfRole.super_admin] };
  await audit(ctx, { family: 'users', id: account.id, action: 'role', changes, userId: account.id });
  return account;
}

/** Kept as withdrawn, because the log and others may refer to it. */
async function withdraw(ctx: Ctx, id: number): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ shop_id: null, role_id: null, permissions: ['customer'] })
    .where('id', '=', id)
    .execute();
}
