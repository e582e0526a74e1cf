import type { FastifyInstance } from 'fastify';
import { sendDigests } from '../services/digests';
import { cleanUp } from '../services/housekeeping';
import { announceDue } from '../services/notice-announcements';
import type { Deps } from './handle';

const everyMs = 10 * 60_000;

/**
 * Every ten minutes: deletes what is over, announces notices whose day has come, writes the digests. Replicas may do it
 * together: each does what the other has left.
 */
export function keepClean(
  app: FastifyInstance,
  { db, now, publicUrl }: Pick<Deps, 'db' | 'now' | 'publicUrl'>,
): void {
  const timer = setInterval(() => {
    const failed = (error: unknown) => app.log.error({ err: error }, 'housekeeping');
    cleanUp(db, now()).catch(failed);
    announceDue(db, now(), publicUrl).catch(failed);
    sendDigests(db, now(), publicUrl).catch(failed);
  }, everyMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
