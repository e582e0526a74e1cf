import type { FastifyInstance } from 'fastify';
import type { Deps } from '@/server/core/http/route';
import { releaseUnpaid } from '@/server/modules/orders/payments/release-unpaid';

const everyMs = 60_000;

/** Cancels orders that nobody has paid in time, looked for every minute. Only a server that listens does: tests call it. */
export function keepReleasing(
  app: FastifyInstance,
  { db, now, publicUrl }: Pick<Deps, 'db' | 'now' | 'publicUrl'>,
): void {
  const failed = (error: unknown) => app.log.error({ err: error }, 'unpaid orders');
  const run = () => void releaseUnpaid(db, now(), publicUrl, failed).catch(failed);
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    timer = setInterval(run, everyMs).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
