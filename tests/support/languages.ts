import { sql } from 'kysely';
import type { Language } from '@/contract/core/languages';
import type { Database } from '@/server/core/context';

/** The marketplace offers these languages besides Russian. */
export async function offerLanguages(db: Database, ...languages: Language[]): Promise<void> {
  const options = JSON.stringify({ languages: ['ru', ...languages] });
  await sql`insert into settings (options) values (${options}::jsonb)
    on conflict (only_one) do update set options = settings.options || excluded.options`.execute(db);
}
