import { resolve } from 'node:path';
import { backUp } from '@/server/core/backup/dump';
import { openForCommand } from '@/server/core/db/open-for-command';
import { readEnv } from '@/server/core/env';
import { openFiles } from '@/server/integrations/files/open-files';

/**
 * `npm run db:backup -- folder`: backs up the configured database and every upload into a new folder. A PostgreSQL
 * server may be in use meanwhile; the embedded database allows one process, so stop the product first.
 */
const env = readEnv();
const now = new Date();
const folder = resolve(process.argv[2] ?? `backups/${now.toISOString().slice(0, 19).replace(/:/g, '-')}`);
const { db, close } = await openForCommand(env);

try {
  const { tables, files } = await backUp(db, openFiles(env), folder, now);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`${folder}: ${rows} rows of ${tables.length} tables, ${files.length} files.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await close();
}
