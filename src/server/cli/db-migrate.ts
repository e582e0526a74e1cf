import { migrate } from '@/server/core/db/migrate';
import { openForCommand } from '@/server/core/db/open-for-command';
import { readEnv } from '@/server/core/env';

/** `npm run db:migrate`: migrates the configured database. */
const env = readEnv();
const { db, close } = await openForCommand(env);
const applied = await migrate(db);
process.stdout.write(applied.length > 0 ? `Applied: ${applied.join(', ')}\n` : 'Nothing to apply.\n');
await close();
