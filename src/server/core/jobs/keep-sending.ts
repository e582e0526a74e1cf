import type { FastifyInstance } from 'fastify';
import type { Deps } from '@/server/core/http/route';
import { OutboxWorker, sendersOf } from '@/server/modules/messaging/outbox-worker';

/**
 * Sends letters and SMS where there is a service for them; a server that is only asked inside a test sends what it is told
 * to. Without a service they stay in the outbox, and the log says so once.
 */
export function keepSending(app: FastifyInstance, deps: Deps): void {
  const senders = sendersOf(deps);
  for (const channel of ['mail', 'sms']) {
    if (!senders.some(([name]) => name === channel))
      app.log.info({ channel }, 'no service: kept in the outbox');
  }
  if (senders.length === 0) return;
  const worker = new OutboxWorker(deps, senders, (error) => app.log.error({ err: error }, 'outbox'));
  app.addHook('onListen', async () => worker.start());
  app.addHook('preClose', () => worker.stop());
}
