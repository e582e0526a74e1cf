import { sql } from 'kysely';
import { openFiles } from '@/server/integrations/files/open-files';
import type { Database } from '../context';
import type { DatabaseDeps, FileDeps, RequestDeps } from '../deps';
import { abandonUploads } from '../files/direct-uploads';
import { cleanFiles } from '../files/file-cleanup';
import { removeLeftUploads } from '../files/incoming';
import { makePartitions } from '../scale/partitions';
import { settingsOptions } from '../settings';
import { cleanUp } from './cleanup';
import type { Jobs } from './job';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Housekeeping that belongs to no module. */
export const coreJobs: Jobs<RequestDeps & DatabaseDeps & FileDeps> = (deps) => {
  const stored = openFiles(deps);
  return [
    { kind: 'scheduled', name: 'cleanup', everyMs: 10 * minute, run: ({ ctx }) => cleanUp(ctx.db, ctx.now) },
    {
      kind: 'scheduled',
      name: 'partitions',
      everyMs: day,
      runsAtStart: true,
      run: ({ ctx }) => makePartitions(ctx.db, ctx.now),
    },
    {
      kind: 'scheduled',
      name: 'unused-files',
      // Reads whole tables.
      everyMs: hour,
      run: async ({ ctx }) => {
        await abandonUploads(ctx.db, stored, ctx.now);
        await cleanFiles(ctx.db, stored, ctx.now);
      },
    },
    // Another process may have changed the setting.
    { kind: 'local', name: 'time-zone', everyMs: minute, run: ({ ctx }) => settingsOptions(ctx) },
    { kind: 'local', name: 'left-uploads', everyMs: 10 * minute, run: () => removeLeftUploads(deps.dataDir) },
    // The embedded database has no background vacuum.
    ...(deps.databaseKind === 'embedded'
      ? [
          {
            kind: 'scheduled' as const,
            name: 'vacuum',
            everyMs: hour,
            run: async () => {
              await vacuumEach(deps.db);
              // Nothing else truncates its log: it would grow for as long as the process runs.
              await sql`checkpoint`.execute(deps.db);
            },
          },
        ]
      : []),
  ];
};

/** Table by table: everybody waits while one is read. */
async function vacuumEach(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select c.oid::regclass::text as name from pg_class c
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`.execute(db);
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.raw(name)}`.execute(db);
}
