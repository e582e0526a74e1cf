import { createHash, randomBytes } from 'node:crypto';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import type { SignInAddress } from '@/contract/accounts/providers';
import type { Ctx } from '@/server/core/context';
import type { ProviderDeps } from '@/server/core/deps';
import { AppError } from '@/server/core/errors';
import { apiBase } from '@/server/core/files/attachments';
import {
  addressAt,
  type Claims,
  type Provider,
  personAt,
} from '@/server/integrations/sign-in/provider-client';

const minutes = 10;

/** What one way to a provider and back is bound to (rules/accounts: a sign-in elsewhere belongs to one browser). */
export interface BrowserSecret {
  /** Of the cookie; undefined without one. */
  secret: string | undefined;
  /** Writes the cookie; an empty secret deletes it. */
  keep: (secret: string, seconds: number) => void;
}

export const providerRedirectUri = ({ publicUrl }: Pick<Ctx, 'publicUrl'>): string =>
  `${publicUrl}${apiBase}/sign-in/callback`;

/**
 * Begins a way to the provider: what the answer must fit stays in a row, which only the browser's cookie opens. Throws
 * SIGN_IN_PROVIDER_FAILED when the provider does not answer.
 */
export async function beginAttempt(
  ctx: Ctx,
  { provider, userId, back }: { provider: Provider; userId: number | null; back?: string | undefined },
  browser: BrowserSecret,
  deps: ProviderDeps,
): Promise<SignInAddress> {
  const [secret, state] = [randomText(), randomText()];
  const sent = { state, nonce: randomNonce(), code_verifier: randomPKCECodeVerifier() };
  const url = await addressAt(provider, sent, providerRedirectUri(ctx), deps).catch((cause: unknown) => {
    throw new AppError('SIGN_IN_PROVIDER_FAILED', { cause });
  });
  await ctx.db.deleteFrom('sign_in_attempts').where('expires_at', '<=', ctx.now).execute();
  await ctx.db
    .insertInto('sign_in_attempts')
    .values({
      browser_hash: hashOf('browser', secret),
      state_hash: hashOf('state', state),
      provider_id: provider.id,
      user_id: userId,
      nonce: sent.nonce,
      code_verifier: sent.code_verifier,
      back: back ?? null,
      expires_at: new Date(ctx.now.getTime() + minutes * 60_000),
    })
    .execute();
  browser.keep(secret, minutes * 60);
  return { url };
}

/**
 * The provider sends the browser back. Whatever comes of it waits in the row for the panel to ask; a second time, in
 * another browser or with another state nothing happens. Returns the page to open.
 */
export async function receiveReturn(
  ctx: Ctx,
  query: Record<string, unknown>,
  { secret }: BrowserSecret,
  deps: ProviderDeps,
): Promise<string> {
  const state = typeof query.state === 'string' ? query.state : '';
  const attempt = await ctx.db
    .updateTable('sign_in_attempts')
    .set({ returned_at: ctx.now })
    .where('browser_hash', '=', hashOf('browser', secret ?? ''))
    .where('state_hash', '=', hashOf('state', state))
    .where('returned_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returning(['id', 'provider_id', 'user_id', 'nonce', 'code_verifier', 'back'])
    .executeTakeFirst();
  if (!attempt) return `${ctx.publicUrl}/admin/login?through=1`;
  const provider = await openProvider(ctx, attempt.provider_id);
  const { nonce, code_verifier } = attempt;
  const claims = await claimsFrom(provider, { state, nonce, code_verifier }, returnedUrl(ctx, query), deps);
  if (claims) {
    const said = { claims: JSON.stringify(claims) };
    await ctx.db.updateTable('sign_in_attempts').set(said).where('id', '=', attempt.id).execute();
  }
  if (attempt.user_id !== null) return `${ctx.publicUrl}/admin/profile-update?through=1#sign-in-links`;
  const back = attempt.back ? `&from_url=${encodeURIComponent(attempt.back)}` : '';
  return `${ctx.publicUrl}/admin/login?through=1${back}`;
}

/** Built from the public address, never from the request's Host header. */
function returnedUrl(ctx: Ctx, query: Record<string, unknown>): URL {
  const url = new URL(providerRedirectUri(ctx));
  for (const [key, value] of Object.entries(query)) {
    if (typeof value === 'string') url.searchParams.append(key, value);
  }
  return url;
}

async function claimsFrom(
  provider: Provider | undefined,
  sent: Parameters<typeof personAt>[1],
  returned: URL,
  deps: ProviderDeps,
): Promise<Claims | undefined> {
  if (!provider) return undefined;
  try {
    return await personAt(provider, sent, returned, deps);
  } catch {
    // The person declined, the provider is down, or something does not fit: it proves nothing.
    return undefined;
  }
}

/** A provider that is on; undefined for any other. */
export async function openProvider(ctx: Ctx, id: number): Promise<Provider | undefined> {
  const row = await ctx.db
    .selectFrom('sign_in_providers')
    .select(['id', 'kind', 'issuer', 'client_id', 'client_secret', 'scopes', 'version'])
    .where('id', '=', id)
    .where('is_on', '=', true)
    .executeTakeFirst();
  return row as Provider | undefined;
}

export interface ProviderAnswer {
  provider: { id: number; name: string; links_by_email: boolean };
  claims: Claims;
}

/**
 * Takes what the provider said, once: for whoever signs in, or for the person who began to link. Throws SIGN_IN_EXPIRED,
 * and what went wrong at the provider. Not within a transaction that a refusal rolls back.
 */
export async function takeReturn(
  ctx: Ctx,
  { secret, keep }: BrowserSecret,
  userId: number | null,
): Promise<ProviderAnswer> {
  keep('', 0);
  const attempt = await ctx.db
    .deleteFrom('sign_in_attempts')
    .where('browser_hash', '=', hashOf('browser', secret ?? ''))
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('returned_at', 'is not', null)
    .where('expires_at', '>', ctx.now)
    .returning(['provider_id', 'claims'])
    .executeTakeFirst();
  if (!attempt) throw new AppError('SIGN_IN_EXPIRED');
  const provider = await ctx.db
    .selectFrom('sign_in_providers')
    .select(['id', 'name', 'links_by_email'])
    .where('id', '=', attempt.provider_id)
    .where('is_on', '=', true)
    .executeTakeFirst();
  if (!provider || !attempt.claims) throw new AppError('SIGN_IN_PROVIDER_FAILED');
  return { provider, claims: attempt.claims as unknown as Claims };
}

const randomText = () => randomBytes(32).toString('base64url');

function hashOf(what: 'browser' | 'state', text: string): string {
  return createHash('sha256').update(`sign-in ${what}\n${text}`).digest('hex');
}
