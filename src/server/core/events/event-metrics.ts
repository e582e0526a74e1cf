import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../context';

/** How far consumers lag behind, on each scrape; what jobs retry counts there. Every process sees the same. */
export function measureEvents(registry: Registry, { db, now }: { db: Database; now: () => Date }): void {
  new Gauge({
    name: 'gostiny_events_lag_seconds',
    help: 'Age of the oldest business event that a consumer has not handled yet, retries aside.',
    labelNames: ['consumer'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      const { rows } = await sql<{ consumer: string; since: Date | null }>`
        select consumer, least(
          (select created_at from events e where e.place = (
            select min(place) from event_deliveries d where d.consumer = p.consumer and d.turn > 0)),
          (select min(created_at) from events where place is null)) as since
        from (select distinct consumer from event_positions) p`.execute(db);
      for (const { consumer, since } of rows)
        this.set({ consumer }, since ? (now().getTime() - since.getTime()) / 1000 : 0);
    },
  });
}
