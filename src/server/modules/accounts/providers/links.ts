import type { AuthAnswer } from '@/contract/accounts/auth';
import type { SignInAddress, SignInLink } from '@/contract/accounts/providers';
import { audit, type Changes } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { loadName } from '@/server/core/db/rows';
import type { ProviderDeps } from '@/server/core/deps';
import { AppError } from '@/server/core/errors';
import { lockUser } from '@/server/core/lock-user';
import { consume, toNetwork } from '@/server/core/rate-limits';
import { inTransaction } from '@/server/core/transaction';
import * as emails from '@/server/modules/accounts/emails';
import type { Browser } from '@/server/modules/accounts/sign-in/known-devices';
import { confirmPassword } from '@/server/modules/accounts/sign-in/passwords';
import { accountColumns, startSession } from '@/server/modules/accounts/sign-in/sign-in';
import { send } from '@/server/modules/messaging/outbox';
import { type BrowserSecret, beginAttempt, openProvider, type ProviderAnswer, takeReturn } from './attempts';

/** `POST sign-in/start`. Throws NOT_FOUND for a provider that is off, SIGN_IN_PROVIDER_FAILED, TOO_MANY_REQUESTS. */
export async function startSignIn(
  ctx: Ctx,
  { provider: id, back }: { provider: number; back?: string | null | undefined },
  browser: BrowserSecret,
  deps: ProviderDeps,
): Promise<SignInAddress> {
  await consume(ctx, { key: `sign-in:ip:${toNetwork(ctx)}`, hits: 100, minutes: 15 });
  const provider = await openProvider(ctx, id);
  if (!provider) throw new AppError('NOT_FOUND');
  return beginAttempt(ctx, { provider, userId: null, back: back ?? undefined }, browser, deps);
}

/**
 * `POST sign-in/finish`: signs in whom the provider named; a second factor is still required. Throws SIGN_IN_EXPIRED,
 * SIGN_IN_PROVIDER_FAILED, and SIGN_IN_NO_ACCOUNT alike for nobody's, a blocked and a not yet linked account.
 */
export async function finishSignIn(ctx: Ctx, secret: BrowserSecret, browser: Browser): Promise<AuthAnswer> {
  const returned = await takeReturn(ctx, secret, null);
  const answer = await inTransaction(ctx, async (txCtx) => {
    const account = (await linkedAccount(txCtx, returned)) ?? (await accountByEmail(txCtx, returned));
    return account && startSession(txCtx, account, browser, 'sign-in:provider', returned.provider.id);
  });
  if (!answer) throw new AppError('SIGN_IN_NO_ACCOUNT');
  return answer;
}

async function linkedAccount(ctx: Ctx, { provider, claims }: ProviderAnswer) {
  const account = await ctx.db
    .selectFrom('sign_in_links')
    .innerJoin('users', 'users.id', 'sign_in_links.user_id')
    .select(accountColumns.map((column) => `users.${column}` as const))
    .select('sign_in_links.by_email')
    .where('sign_in_links.provider_id', '=', provider.id)
    .where('sign_in_links.subject', '=', claims.subject)
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .forUpdate('users')
    .executeTakeFirst();
  if (!account || (account.by_email && isOfTeam(account))) return undefined;
  await ctx.db
    .updateTable('sign_in_links')
    .set({ used_at: ctx.now, email: claims.email })
    .where('user_id', '=', account.id)
    .where('provider_id', '=', provider.id)
    .execute();
  return account;
}

/**
 * The account with an address that the provider has proven (rules/accounts: an address alone opens no account of the
 * team). Links it.
 */
async function accountByEmail(ctx: Ctx, returned: ProviderAnswer) {
  const { provider, claims } = returned;
  if (!provider.links_by_email || !claims.email_verified || !claims.email) return undefined;
  const account = await ctx.db
    .selectFrom('users')
    .select([...accountColumns, 'name', 'email'])
    .where('email', '=', claims.email)
    .where('email_verified_at', 'is not', null)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!account || isOfTeam(account)) return undefined;
  return (await storeLink(ctx, account, returned, true)) ? account : undefined;
}

const isOfTeam = ({ permissions }: { permissions: string[] }) =>
  permissions.includes('super_admin') || permissions.includes('staff');

/** Links, writes the log and tells the person. False when either side is linked with another. */
async function storeLink(
  ctx: Ctx,
  account: { id: number; name: string; email: string },
  { provider, claims }: ProviderAnswer,
  byEmail = false,
): Promise<boolean> {
  const stored = await ctx.db
    .insertInto('sign_in_links')
    .values({
      user_id: account.id,
      provider_id: provider.id,
      subject: claims.subject,
      email: claims.email,
      by_email: byEmail,
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return false;
  await noteLink(ctx, account, provider.name, true);
  return true;
}

/** `GET sign-in/links`: what the person may link, and what is linked. */
export async function listLinks(ctx: UserCtx): Promise<SignInLink[]> {
  const rows = await ctx.db
    .selectFrom('sign_in_providers')
    .leftJoin('sign_in_links', (join) =>
      join
        .onRef('sign_in_links.provider_id', '=', 'sign_in_providers.id')
        .on('sign_in_links.user_id', '=', ctx.user.id),
    )
    .select(['sign_in_providers.id', 'sign_in_providers.name', 'sign_in_providers.is_on'])
    .select(['sign_in_links.email', 'sign_in_links.created_at', 'sign_in_links.used_at'])
    .where((eb) => eb.or([eb('is_on', '=', true), eb('sign_in_links.id', 'is not', null)]))
    .orderBy('sign_in_providers.id')
    .execute();
  return rows.map(({ created_at, used_at, ...row }) => ({
    ...row,
    since: created_at?.toISOString() ?? null,
    used_at: used_at?.toISOString() ?? null,
  }));
}

/** `POST sign-in/links/start`. Throws VALIDATION_FAILED for a wrong password, otherwise as `startSignIn`. */
export async function startLink(
  ctx: UserCtx,
  { provider: id, password }: { provider: number; password: string },
  browser: BrowserSecret,
  deps: ProviderDeps,
): Promise<SignInAddress> {
  await confirmPassword(ctx, password);
  const provider = await openProvider(ctx, id);
  if (!provider) throw new AppError('NOT_FOUND');
  return beginAttempt(ctx, { provider, userId: ctx.user.id }, browser, deps);
}

/** `POST sign-in/links/finish`. Throws as `takeReturn` does, and SIGN_IN_TAKEN when either side is linked with another. */
export async function finishLink(ctx: UserCtx, secret: BrowserSecret): Promise<SignInLink[]> {
  const returned = await takeReturn(ctx, secret, ctx.user.id);
  await inTransaction(ctx, async (txCtx) => {
    const account = await txCtx.db
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('id', '=', ctx.user.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!(await storeLink(txCtx, account, returned))) throw new AppError('SIGN_IN_TAKEN');
  });
  return listLinks(ctx);
}

/**
 * `POST sign-in/links/remove`: the password shows that another way in remains. Throws VALIDATION_FAILED for a wrong one,
 * NOT_FOUND when nothing is linked.
 */
export async function removeLink(
  ctx: UserCtx,
  { provider: id, password }: { provider: number; password: string },
): Promise<SignInLink[]> {
  await confirmPassword(ctx, password);
  await inTransaction(ctx, async (txCtx) => {
    await lockUser(txCtx, ctx.user.id);
    await txCtx.db
      .deleteFrom('sign_in_links')
      .where('user_id', '=', ctx.user.id)
      .where('provider_id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
    const name = await loadName(txCtx, 'sign_in_providers', id);
    await noteLink(txCtx, ctx.user, name, false);
  });
  return listLinks(ctx);
}

/** The journal, and a letter: somebody else may have done it. */
async function noteLink(
  ctx: Ctx,
  { id, name, email }: { id: number; name: string; email: string },
  provider: string,
  isLinked: boolean,
): Promise<void> {
  const changes: Changes = { provider: isLinked ? [null, provider] : [provider, null] };
  await audit(ctx, {
    family: 'users',
    id,
    action: isLinked ? 'sign-in-link' : 'sign-in-unlink',
    changes,
    userId: id,
  });
  await send(ctx, { channel: 'mail', to: email, ...emails.signInLinked({ name, provider, isLinked }) });
}
