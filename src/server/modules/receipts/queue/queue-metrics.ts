import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '@/server/core/context';

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
      const { rows } = await sql<{ state: string; count: number; oldest: Date | null }>`
        select state, (select count(*)::int from receipts r where r.state = s.state) as count,
          (select min(created_at) from receipts r where r.state = s.state) as oldest
        from unnest('{waiting,asked,unknown,blocked}'::text[]) as s(state)`.execute(db);
      for (const { state, count, oldest } of rows) {
        this.set({ state }, count);
        age.set({ state }, oldest ? (now().getTime() - oldest.getTime()) / 1000 : 0);
      }
    },
  });
}
