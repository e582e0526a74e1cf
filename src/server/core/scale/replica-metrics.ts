import { Gauge, type Registry } from 'prom-client';
import type { Replica } from './replica';

/** Whether reads go to the replica, and how far it lags; the worst value of all processes. */
export function measureReplica(registry: Registry, replica: Replica): void {
  new Gauge({
    name: 'gostiny_replica_in_use',
    help: '1 while lists, dashboards and exports read from the replica.',
    registers: [registry],
    aggregator: 'min',
    collect() {
      this.set(replica.lagSeconds() === undefined ? 0 : 1);
    },
  });
  new Gauge({
    name: 'gostiny_replica_lag_seconds',
    help: 'Seconds that the replica lags behind while it is in use.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(replica.lagSeconds() ?? 0);
    },
  });
  new Gauge({
    name: 'gostiny_primary_answers',
    help: '0 while the primary does not answer and replicas serve what is read.',
    registers: [registry],
    aggregator: 'min',
    collect() {
      this.set(replica.isPrimaryAway() ? 0 : 1);
    },
  });
}
