import { openDatabase } from '@/server/core/db/client';
import { migrate } from '@/server/core/db/migrate';
import { readEnv } from '@/server/core/env';

/** `npm run db:migrate`: migrates the configured database. */
const env = readEnv();
const { db, close } = await openDatabase({
  databaseUrl: env.databaseUrl,
  dataDir: env.dataDir,
  pool: 1,
  workerFile: new URL('./pglite-worker.js', import.meta.url),
});
const applied = await migrate(db);
process.stdout.write(applied.length > 0 ? `Applied: ${applied.join(', ')}\n` : 'Nothing to apply.\n');
await close();
