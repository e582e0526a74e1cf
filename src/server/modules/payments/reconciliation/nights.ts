import { sql } from 'kysely';
import { providerNames } from '@/contract/ledger/providers';
import type { NightRow, ReconciliationSummary } from '@/contract/payments/reconciliation';
import type { Ctx } from '@/server/core/context';

const shown = 60;

/** `GET reconciliation`: the last nights, how many in a row agreed, and the last that did not. */
export async function readNights({ db }: Ctx): Promise<ReconciliationSummary> {
  const { rows } = await sql<
    Omit<NightRow, 'at'> & { at: Date }
  >`select provider, day::text as day, source, matched, differences,
      is_ok, failure, at, (select count(*)::int from reconciliation_differences d where d.provider = r.provider
        and d.day = r.day and d.state = 'open') as open
    from reconciliation_runs r order by day desc, provider limit ${shown}`.execute(db);
  const nights = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  const { rows: counted } = await sql<{ nights: number; open: number }>`select
      (select count(distinct day)::int from reconciliation_runs
        where day > coalesce((select max(day) from reconciliation_runs where not is_ok), '-infinity')) as nights,
      (select count(*)::int from reconciliation_differences where state = 'open') as open`.execute(db);
  const { nights: ok = 0, open = 0 } = counted[0] ?? {};
  return {
    nights_ok: ok,
    failed: nights.find(({ is_ok }) => !is_ok) ?? null,
    open,
    nights,
    providers: [...providerNames],
  };
}
