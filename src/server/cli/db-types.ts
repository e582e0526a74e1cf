import { generate, PostgresDialect } from 'kysely-codegen';
import { openInProcess } from '@/server/core/db/in-process';
import { migrate } from '@/server/core/db/migrate';

/** `npm run db:types`: writes the types of the migrated database; with `--verify` it fails when they are stale. */
const file = 'src/server/core/db/types.ts';
const { db } = await openInProcess();

try {
  await migrate(db);
  await generate({
    db,
    // As configured for the drivers in db/client.ts: bigint and numeric are numbers, a calendar day is a string.
    dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'number' }),
    typeMapping: { int8: 'number' },
    excludePattern: 'public.kysely_*',
    outFile: file,
    verify: process.argv.includes('--verify'),
  });
} finally {
  await db.destroy();
}
