import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '@/server/core/context';

const openStates = ['waiting', 'asked', 'unknown', 'blocked'];

/** Receipts that are not registered, on each scrape. Every process sees the same: aggregate by maximum. */
export function measureReceipts(registry: Registry, { db, now }: { db: Database; now: () => Date }): void {
  const age = new Gauge({
    name: 'gostiny_receipts_oldest_seconds',
    help: 'Age of the oldest receipt that is not registered, by state.',
    labelNames: ['state'],
    registers: [registry],
    aggregator: 'max',
  });
  new Gauge({
    name: 'gostiny_receipts',
    help: 'Receipts that are not registered, by state: waiting, asked, unknown, blocked.',
    labelNames: ['state'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      const { rows } = await sql<{ state: string; count: number; oldest: Date }>`
        select state, count(*)::int as count, min(created_at) as oldest from receipts
        where state in ('waiting', 'asked', 'unknown', 'blocked') group by state`.execute(db);
      for (const state of openStates) {
        const row = rows.find((one) => one.state === state);
        this.set({ state }, row?.count ?? 0);
        age.set({ state }, row ? (now().getTime() - new Date(row.oldest).getTime()) / 1000 : 0);
      }
    },
  });
}
