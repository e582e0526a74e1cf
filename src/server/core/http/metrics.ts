import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MonitoringDeps } from '../deps';
import { AppError } from '../errors';
import { metricsText } from '../scale/cluster-metrics';

/** From a cached read to a report that takes seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * `GET /metrics` for Prometheus, with the key as a bearer token: responses by route and status, requests in progress (a
 * live stream counts as one), memory, CPU, event loop. Routes are patterns, never addresses: those carry secrets.
 * Returns the registry for further gauges.
 */
export function metricsRoutes(
  app: FastifyInstance,
  { metricsToken }: Pick<MonitoringDeps, 'metricsToken'>,
): Registry | undefined {
  if (!metricsToken) return undefined;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answered = new Histogram({
    name: 'gostiny_http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  const open = new Gauge({
    name: 'gostiny_http_requests_open',
    help: 'Requests under way.',
    labelNames: ['route'],
    registers: [registry],
  });

  app.addHook('onRequest', async (request, { raw }) => {
    const begun = performance.now();
    const route = request.routeOptions.url ?? 'none';
    open.inc({ route });
    // Pages, files and streams write to the raw response, so Fastify does not see their end.
    raw.once('close', () => {
      open.dec({ route });
      const labels = { method: request.method, route, status: String(raw.statusCode) };
      answered.observe(labels, (performance.now() - begun) / 1000);
    });
  });
  const text = metricsText(registry);
  app.get('/metrics', async ({ headers: { authorization = '' } }, reply) => {
    if (!isSame(authorization, `Bearer ${metricsToken}`)) throw new AppError('NOT_AUTHENTICATED');
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await text());
  });
  return registry;
}

/** Constant-time comparison: the duration does not reveal where two texts differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
