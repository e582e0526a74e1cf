import { sql } from 'kysely';
import type { SeedCtx } from '@/server/demo/context';

/**
 * Consents of customers and vendors who registered themselves; accounts of staff and administrators were made by
 * others.
 */
export async function seedConsents({ db }: SeedCtx): Promise<void> {
  await sql`insert into consents (user_id, kind, documents, ip, given_at)
    select u.id, asked.kind, force.documents, '203.0.113.' || u.id % 250, u.created_at
    from users u cross join (values (1, 'personal-data'), (2, 'terms')) asked (place, kind)
    cross join (select jsonb_agg(jsonb_build_object('id', id, 'version', version, 'title', title) order by id) as documents
      from terms_and_conditions where type = 'global' and is_approved and deleted_at is null) force
    where u.permissions && array['store_owner', 'customer'] and not u.permissions && array['super_admin', 'staff']
    order by u.id, asked.place`.execute(db);
}
