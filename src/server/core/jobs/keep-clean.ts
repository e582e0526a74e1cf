import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { cleanFiles } from '@/server/core/files/file-cleanup';
import type { Deps } from '@/server/core/http/route';
import { openFiles } from '@/server/integrations/files/files';
import { sendDigests } from '@/server/modules/messaging/digests';
import { announceDue } from '@/server/modules/messaging/notices/notice-announcements';
import { cleanUp } from './cleanup';

const everyMs = 10 * 60_000;
/**
 * Of these rounds every sixth also removes unused files, which reads whole tables, and counts the rows of an embedded
 * database: no server does it in the background.
 */
const countedEvery = 6;

/**
 * Every ten minutes: deletes what is over, announces notices whose day has come, writes the digests. Replicas may do it
 * together: each does what the other has left.
 */
export function keepClean(app: FastifyInstance, deps: Deps): void {
  const { db, now, publicUrl, databaseKind } = deps;
  const stored = openFiles(deps);
  let rounds = 0;
  const timer = setInterval(() => {
    const failed = (error: unknown) => app.log.error({ err: error }, 'housekeeping');
    cleanUp(db, now()).catch(failed);
    announceDue(db, now(), publicUrl).catch(failed);
    sendDigests(db, now(), publicUrl).catch(failed);
    rounds += 1;
    if (rounds % countedEvery === 0) cleanFiles(db, stored, now()).catch(failed);
    if (databaseKind === 'embedded' && rounds % countedEvery === 0)
      sql`vacuum (analyze)`.execute(db).catch(failed);
  }, everyMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
