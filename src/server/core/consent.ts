import { type RawBuilder, sql } from 'kysely';
import type { Consent } from '@/contract/core/consent';
import type { Ctx } from './context';

/** Whether the marketplace has documents in force: without them there is nothing to consent to. */
export const haveDocuments: RawBuilder<boolean> = sql<boolean>`exists (select from terms_and_conditions
  where type = 'global' and is_approved and deleted_at is null)`;

/** The consent that a person gives in this request. */
export async function prepareConsent({ db, ip, now }: Ctx): Promise<Consent> {
  const documents = await db
    .selectFrom('terms_and_conditions')
    .select(['id', 'version', 'title'])
    .where('type', '=', 'global')
    .where('is_approved', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return { documents, ip, given_at: now.toISOString() };
}
