import { sql } from 'kysely';
import type { SignInProvider, SignInProviders } from '@/contract/accounts/providers';
import type { NewProviderInput, ProviderInput } from '@/contract/accounts/providers/schema';
import { trimEnd } from '@/contract/core/text';
import { audit, changesBetween } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { insertRow, updateRow } from '@/server/core/db/rows';
import type { ProviderDeps } from '@/server/core/deps';
import { AppError, rejectValue } from '@/server/core/errors';
import { toEverybody } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { isOutdated, parseId } from '@/server/core/numbers';
import { inTransaction } from '@/server/core/transaction';
import { discover, type Provider } from '@/server/integrations/sign-in/provider-client';
import { providerRedirectUri } from './attempts';

const family = 'sign-in-providers';
const columns = [
  'id',
  'kind',
  'name',
  'issuer',
  'client_id',
  'scopes',
  'is_on',
  'links_by_email',
  'version',
] as const;

/** Where providers with addresses of their own may be: nothing else is sent their secrets. */
const knownIssuers = {
  vk: ['https://id.vk.com', 'https://id.vk.ru'],
  yandex: ['https://oauth.yandex.ru', 'https://oauth.yandex.com'],
};

/** `GET sign-in/providers`: never with a secret. */
export async function listProviders(ctx: Ctx): Promise<SignInProviders> {
  const rows = await ctx.db
    .selectFrom('sign_in_providers')
    .select(columns)
    .select(sql<boolean>`client_secret is not null`.as('has_secret'))
    .select(
      sql<number>`(select count(*)::int from sign_in_links l where l.provider_id = sign_in_providers.id)`.as(
        'links',
      ),
    )
    .orderBy('id')
    .execute();
  return { providers: rows as SignInProvider[], redirect_uri: providerRedirectUri(ctx) };
}

/** `POST sign-in/providers`. Throws VALIDATION_FAILED, also for an issuer that does not answer. */
export async function addProvider(
  ctx: UserCtx,
  input: NewProviderInput,
  deps: ProviderDeps,
): Promise<SignInProviders> {
  const issuer = input.kind === 'openid' ? input.issuer : trimEnd(input.issuer, '/');
  const values = { ...input, issuer, client_secret: input.client_secret || null };
  assertIssuer(values, deps);
  await assertAnswers({ ...values, id: 0, version: 0 }, deps);
  await inTransaction(ctx, async (txCtx) => {
    const id = await insertRow(txCtx, 'sign_in_providers', values);
    await audit(txCtx, { family, id, action: 'create', changes: changesBetween({}, values) });
    await publish(txCtx, [toEverybody], 'settings', {});
  });
  return listProviders(ctx);
}

/**
 * `PUT sign-in/providers/{id}`. Throws NOT_FOUND, CONFLICT for a stale version, VALIDATION_FAILED, IN_USE when it is
 * switched off while a role demands it.
 */
export async function changeProvider(
  ctx: UserCtx,
  key: string,
  { input, version }: { input: ProviderInput; version: unknown },
  deps: ProviderDeps,
): Promise<SignInProviders> {
  const { client_secret, ...others } = input;
  const sent = { ...others, ...(client_secret && { client_secret }) };
  const stored = await readProvider(ctx, key);
  await assertAnswers({ ...stored, ...sent } as Provider & { is_on: boolean }, deps);
  await inTransaction(ctx, async (txCtx) => {
    const row = await readProvider(txCtx, key, true);
    if (isOutdated(version, row.version)) throw new AppError('CONFLICT');
    if (row.is_on && !sent.is_on) await assertNotDemanded(txCtx, row.id);
    await updateRow(txCtx, 'sign_in_providers', row.id, sent);
    await audit(txCtx, { family, id: row.id, action: 'update', changes: changesBetween(row, sent) });
    await publish(txCtx, [toEverybody], 'settings', {});
  });
  return listProviders(ctx);
}

/** `DELETE sign-in/providers/{id}`, with its links. Throws NOT_FOUND, IN_USE while a role demands it. */
export async function removeProvider(ctx: UserCtx, key: string): Promise<boolean> {
  const { id, name } = await readProvider(ctx, key, true);
  await assertNotDemanded(ctx, id);
  await ctx.db.deleteFrom('sign_in_providers').where('id', '=', id).execute();
  await audit(ctx, { family, id, action: 'purge', changes: { name: [name, null] } });
  await publish(ctx, [toEverybody], 'settings', {});
  return true;
}

/** Its people could not sign in any more. Roles in the trash count: they may come back. */
async function assertNotDemanded(ctx: Ctx, id: number): Promise<void> {
  const { count } = await ctx.db
    .selectFrom('roles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sign_in_provider', '=', id)
    .executeTakeFirstOrThrow();
  if (Number(count) > 0) throw new AppError('IN_USE', { uses: { roles: Number(count) } });
}

function readProvider(ctx: Ctx, key: string, isLocked = false) {
  return ctx.db
    .selectFrom('sign_in_providers')
    .select([...columns, 'client_secret'])
    .where('id', '=', parseId(key))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

function assertIssuer(
  { kind, issuer }: { kind: Provider['kind']; issuer: string },
  deps: ProviderDeps,
): void {
  if (deps.allowLocalProviders) return;
  const isKnown = kind === 'openid' ? issuer.startsWith('https://') : knownIssuers[kind].includes(issuer);
  if (!isKnown) rejectValue('issuer');
}

/** A provider is switched on only when it describes itself. Outside of a transaction: it may be slow. */
async function assertAnswers(provider: Provider & { is_on: boolean }, deps: ProviderDeps): Promise<void> {
  if (!provider.is_on || provider.kind !== 'openid') return;
  await discover(provider, deps).catch((cause: unknown) => {
    throw new AppError('VALIDATION_FAILED', { fields: { issuer: ['error-issuer-silent'] }, cause });
  });
}
