import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import type { SeedCtx } from '@/server/demo/context';
import { openBook, type PastEntry } from '@/server/demo/ledger/ledger-book';
import { acquiredDays } from '../ledger/acquirer-files';

/**
 * What was taken before the demo's registries begin has reached the bank the next morning, so payouts were made of it: all
 * that is not given back later.
 */
export async function seedSettlements(seed: SeedCtx): Promise<void> {
  const last = new Date(seed.now.getTime() - acquiredDays * 24 * 3600_000);
  const { rows } = await sql<{ kind: 'cash_desk' | 'provider_clearing'; day: string; at: Date; sum: number }>`
    with taken as (select a.kind, l.day, sum(sum(0 - l.amount)) over (partition by a.kind order by l.day) as held
      from ledger_lines l join ledger_accounts a on a.id = l.account_id
      where a.kind = 'cash_desk' or a.kind = 'provider_clearing' and a.provider = 'manual' group by a.kind, l.day),
    free as (select kind, day, greatest(min(held) over (partition by kind order by day
      rows between current row and unbounded following), 0) as sum from taken),
    moved as (select kind, day, sum - lag(sum, 1, 0) over (partition by kind order by day) as sum from free)
    select kind, day::text as day, sum,
      (day + 1)::timestamp at time zone business_time_zone() + interval '9 hours' as at
    from moved where sum > 0 and day < ${last} order by day, kind`.execute(seed.db);
  const entries = rows.map(
    ({ kind, day, at, sum }): PastEntry => ({
      at,
      entry: {
        kind: 'settlement',
        reason: `Зачислено за ${day.split('-').toReversed().join('.')}`,
        lines: [
          { account: { kind: 'bank' }, amount: 0 - toMinor(sum) },
          {
            account: kind === 'cash_desk' ? { kind } : { kind, provider: 'manual' },
            amount: toMinor(sum),
          },
        ],
      },
    }),
  );
  await openBook(seed, entries)();
}
