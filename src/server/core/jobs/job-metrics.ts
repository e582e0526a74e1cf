import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../context';

/** Jobs by state, counted on each scrape. Every process sees the same: aggregate by maximum, not by sum. */
export function measureJobs(registry: Registry, { db, now }: { db: Database; now: () => Date }): void {
  new Gauge({
    name: 'gostiny_jobs',
    help: 'Queued and scheduled jobs by state: due and not claimed, running, failed for good.',
    labelNames: ['state'],
    registers: [registry],
    aggregator: 'max',
    async collect() {
      const { rows } = await sql<Record<'due' | 'running' | 'failed', number>>`select
        count(*) filter (where failed_at is null and run_at <= ${now()} and (locked_until is null or locked_until <= ${now()})) as due,
        count(*) filter (where failed_at is null and locked_until > ${now()}) as running,
        count(*) filter (where failed_at is not null) as failed from jobs`.execute(db);
      for (const [state, count] of Object.entries(rows[0] ?? {})) this.set({ state }, Number(count));
    },
  });
}
