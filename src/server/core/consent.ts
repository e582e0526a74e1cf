import type { Consent } from '@/contract/core/consent';
import type { Ctx } from './context';

/** The consent that a person gives in this request. */
export async function consentOf({ db, ip, now }: Ctx): Promise<Consent> {
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
