import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '@/server/core/context';

const openStates = ['waiting', 'asked', 'unknown', 'blocked'];

/** Receipts that are not registered, on each scrape. Every process sees the same: aggregate by maximum. */
export function measureReceipts(registry: Registry, { db, now }: { db: Database; now: () => Date }): void {
  const age = new Gauge({
    name: 'gostiny_receipts_oldest_seconds',
    help: 'Age of the oldest receipt that is not registered, by state and by whose register it waits for.',
    labelNames: ['state', 'register'],
    registers: [registry],
    aggregator: 'max',
  });
  new Gauge({
    name: 'gostiny_receipts',
    help: 'Receipts that are not registered, by state (waiting, asked, unknown, blocked) and register (marketplace, shops).',
    labelNames: ['state', 'register'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      const { rows } = await sql<{ state: string; register: string; count: number; oldest: Date }>`
        select state, case when shop_id is null then 'marketplace' else 'shops' end as register, count(*)::int as count,
          min(created_at) as oldest
        from receipts where state in ('waiting', 'asked', 'unknown', 'blocked') group by 1, 2`.execute(db);
      for (const state of openStates)
        for (const register of ['marketplace', 'shops']) {
          const row = rows.find((one) => one.state === state && one.register === register);
          this.set({ state, register }, row?.count ?? 0);
          age.set({ state, register }, row ? (now().getTime() - new Date(row.oldest).getTime()) / 1000 : 0);
        }
    },
  });
}
