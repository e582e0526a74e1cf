import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors';

const largestEnvelope = 1024 * 1024;
const patienceMs = 10_000;

/**
 * `POST /admin/monitoring`: passes error reports of the browser on to the configured DSN's host and project and to
 * nowhere else (specification §7, stack §6.4). Without a DSN there is no such address.
 */
export async function monitoringRoutes(app: FastifyInstance, dsn: string | undefined): Promise<void> {
  if (!dsn) return;
  const { protocol, host, pathname, username } = new URL(dsn);
  const project = pathname.split('/').at(-1) ?? '';
  const folder = pathname.slice(0, pathname.length - project.length - 1);
  const target = `${protocol}//${host}${folder}/api/${project}/envelope/?sentry_version=7&sentry_key=${username}`;

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
      const answer = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/x-sentry-envelope' },
        body: new Uint8Array(envelope),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      }).catch(() => {
        throw new AppError('UNAVAILABLE');
      });
      for (const header of ['x-sentry-rate-limits', 'retry-after']) {
        const value = answer.headers.get(header);
        if (value) reply.header(header, value);
      }
      return reply.code(answer.status).send();
    });
  });
}

/** The first line of an envelope names the DSN that it is meant for. */
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
