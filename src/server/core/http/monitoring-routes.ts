import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { MonitoringDeps, RequestDeps } from '@/server/core/deps';
import { AppError } from '@/server/core/errors';
import { consume, toNetwork } from '@/server/core/rate-limits';
import type { ServiceWatch } from '@/server/integrations/health';
import { ask, type OutgoingAnswer } from '@/server/integrations/outgoing/outgoing';
import { ServiceError } from '@/server/integrations/service-error';
import { perMinute } from './per-minute';

const largestEnvelope = 1024 * 1024;
const patienceMs = 10_000;
/** The route is public: limits per address and minute, and of concurrent requests. */
const maxOfAddress = 120;
const maxAtOnce = 50;

/** The database counts the reports of all processes; a panel that runs alone has none and counts its own. */
type ReportDeps = MonitoringDeps & Partial<Pick<RequestDeps, 'db' | 'now'>>;

/**
 * `POST /admin/monitoring`: forwards error reports of the browser to the host and project of the configured DSN only,
 * so that nobody uses it as a relay. Without a DSN it answers 404.
 */
export async function monitoringRoutes(
  app: FastifyInstance,
  { sentryDsn: dsn, watch, db, now = () => new Date() }: ReportDeps,
): Promise<void> {
  // With the panel in the same process, other methods and no DSN would otherwise reach a shop's page.
  const methods: HTTPMethods[] = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', ...(dsn ? [] : ['POST' as const])];
  app.route({
    method: methods,
    url: '/admin/monitoring',
    handler: () => {
      throw new AppError('NOT_FOUND');
    },
  });
  if (!dsn) return;
  const target = targetOf(dsn);
  // So that a flood does not reach the database.
  const isBelowLimit = perMinute(maxOfAddress);
  let underWay = 0;

  await app.register(async (tunnel) => {
    tunnel.removeAllContentTypeParsers();
    tunnel.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: largestEnvelope },
      (_request, body, done) => done(null, body),
    );
    tunnel.post('/admin/monitoring', { bodyLimit: largestEnvelope }, async (request, reply) => {
      const envelope = request.body;
      if (!Buffer.isBuffer(envelope)) throw new AppError('BAD_REQUEST');
      if (!isFor(envelope, dsn)) throw new AppError('FORBIDDEN');
      const network = toNetwork(request);
      if (underWay >= maxAtOnce || !isBelowLimit(network))
        throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 60 });
      underWay += 1;
      try {
        if (db) await countForAll({ db, now: now() }, network);
        const answer = await pass(target, envelope, watch);
        for (const header of ['x-sentry-rate-limits', 'retry-after']) {
          const value = answer.headers[header];
          if (value) reply.header(header, value);
        }
        return reply.code(answer.status).send();
      } finally {
        underWay -= 1;
      }
    });
  });
}

/** The envelope endpoint of a DSN; its path may have a prefix before the project. */
function targetOf(dsn: string): string {
  const { protocol, host, pathname, username } = new URL(dsn);
  const project = pathname.split('/').at(-1) ?? '';
  const folder = pathname.slice(0, pathname.length - project.length - 1);
  return `${protocol}//${host}${folder}/api/${project}/envelope/?sentry_version=7&sentry_key=${username}`;
}

async function pass(
  target: string,
  envelope: Buffer,
  watch: ServiceWatch | undefined,
): Promise<OutgoingAnswer> {
  try {
    const answer = await ask(target, {
      method: 'POST',
      headers: { 'content-type': 'application/x-sentry-envelope' },
      body: envelope,
      totalMs: patienceMs,
      // Only the status and the rate limit headers are forwarded.
      withoutBody: true,
    });
    if (answer.status >= 200 && answer.status <= 299) watch?.succeeded('reports');
    else watch?.failed('reports', ServiceError.ofStatus(answer.status).failure);
    return answer;
  } catch (error) {
    watch?.failed('reports', ServiceError.of(error).failure);
    throw new AppError('UNAVAILABLE', { cause: error });
  }
}

/** Database trouble must not block the reports about it: each process then has its own limit. */
async function countForAll(ctx: Parameters<typeof consume>[0], network: string): Promise<void> {
  try {
    await consume(ctx, { key: `report:ip:${network}`, hits: maxOfAddress, minutes: 1 });
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') throw error;
  }
}

/** The first line of an envelope names its DSN. */
function isFor(envelope: Buffer, dsn: string): boolean {
  const end = envelope.indexOf(0x0a);
  try {
    const header: unknown = JSON.parse(
      envelope.subarray(0, end < 0 ? envelope.length : end).toString('utf8'),
    );
    const named = header !== null && typeof header === 'object' && 'dsn' in header ? String(header.dsn) : '';
    const [asked, ours] = [new URL(named), new URL(dsn)];
    return asked.host === ours.host && asked.pathname === ours.pathname && asked.username === ours.username;
  } catch {
    return false;
  }
}
