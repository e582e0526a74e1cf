import type { Message } from '@/contract/accounts/auth';
import type { PersonConsent } from '@/contract/accounts/users/schema';
import { haveDocuments, prepareConsent } from '@/server/core/consent';
import type { Ctx, UserCtx } from '@/server/core/context';
import { parseId } from '@/server/core/numbers';
import { assertUser } from '../lock-user-row';

/** What a person agrees to at registration, each on its own. */
const kinds: readonly Consent['kind'][] = ['personal-data', 'terms'];

/** A consent as evidence: document version, time and origin. */
export type Consent = Omit<PersonConsent, 'id'>;

/** Consents given in this request, to the marketplace's documents currently in force. */
export async function currentConsents(ctx: Ctx): Promise<Consent[]> {
  const given = await prepareConsent(ctx);
  return kinds.map((kind) => ({ kind, ...given }));
}

/** Stores consents with the account that they were given for. Within the caller's transaction. */
export async function keepConsents({ db }: Ctx, userId: number, consents: readonly Consent[]): Promise<void> {
  if (consents.length === 0) return;
  await db
    .insertInto('consents')
    .values(
      consents.map(({ documents, ...consent }) => ({
        ...consent,
        user_id: userId,
        documents: JSON.stringify(documents),
      })),
    )
    .execute();
}

/**
 * `POST consents`: those of an account that was registered without; an account that has given them keeps them, and without
 * documents none are given.
 */
export async function giveConsents(ctx: UserCtx): Promise<Message> {
  const due = await ctx.db
    .updateTable('users')
    .set({ must_consent: false })
    .where('id', '=', ctx.user.id)
    .where('must_consent', '=', true)
    .where(haveDocuments)
    .returning('id')
    .executeTakeFirst();
  if (due) await keepConsents(ctx, ctx.user.id, await currentConsents(ctx));
  return { message: 'CONSENTS_GIVEN', success: true };
}

/** `GET users/{id}/consents`: oldest first; empty for accounts created by others. Throws NOT_FOUND. */
export async function listConsents(ctx: Ctx, key: string): Promise<PersonConsent[]> {
  const id = parseId(key);
  await assertUser(ctx, id);
  const rows = await ctx.db
    .selectFrom('consents')
    .select(['id', 'kind', 'documents', 'ip', 'given_at'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ given_at, kind, documents, ...row }) => ({
    ...row,
    // Written only by `keepConsents`.
    kind: kind as Consent['kind'],
    documents: documents as Consent['documents'],
    given_at: given_at.toISOString(),
  }));
}
