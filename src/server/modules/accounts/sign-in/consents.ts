import type { Ctx } from '@/server/core/context';

/** What a person agrees to at registration, each on its own. */
const kinds = ['personal-data', 'terms'] as const;

/** A consent as evidence: to what, when and from where. */
export interface Consent {
  kind: (typeof kinds)[number];
  documents: { id: number; version: number; title: string }[];
  ip: string;
  given_at: string;
}

/** Consents given in this request, to the marketplace's documents in force now. */
export async function consentsOf({ db, ip, now }: Ctx): Promise<Consent[]> {
  const documents = await db
    .selectFrom('terms_and_conditions')
    .select(['id', 'version', 'title'])
    .where('type', '=', 'global')
    .where('is_approved', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return kinds.map((kind) => ({ kind, documents, ip, given_at: now.toISOString() }));
}

/** Keeps consents with the account that they were given for. Within the caller's transaction. */
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
