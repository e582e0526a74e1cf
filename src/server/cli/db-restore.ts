import { resolve } from 'node:path';
import { restore } from '@/server/core/backup/restore';
import { openForCommand } from '@/server/core/db/open-for-command';
import { readEnv } from '@/server/core/env';
import { openFiles } from '@/server/integrations/files/open-files';

/**
 * `npm run db:restore -- folder`: restores a backup into the configured database, embedded or a server, whichever it
 * was made from. The database must have no users: give a new DATA_DIR or a new database.
 */
const env = readEnv();
const [, , given] = process.argv;
if (!given) {
  process.stderr.write('Which backup? npm run db:restore -- folder\n');
  process.exit(1);
}
const { db, close } = await openForCommand(env);

try {
  const { made_at, tables, files } = await restore(db, openFiles(env), resolve(given));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`As it was at ${made_at}: ${rows} rows, ${files.length} files.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await close();
}
