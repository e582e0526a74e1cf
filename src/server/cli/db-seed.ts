import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { migrate } from '@/server/core/db/migrate';
import { openForCommand } from '@/server/core/db/open-for-command';
import { readEnv } from '@/server/core/env';
import { type BigFamily, bigNames, growFamily } from '@/server/demo/big/big';
import { seedDemo } from '@/server/demo/demo';
import { sumCounted } from '@/server/modules/insights/dashboards/analytics-days';

/**
 * `npm run db:seed -- --tags 100000 --faqs 50000`: inserts the demo data into an empty database, then adds that many
 * rows.
 */
// Forked by the first start, it ends with it.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
const env = readEnv();
const asked = readAsked();
const { db, explain, close } = await openForCommand(env);

try {
  await migrate(db);
  await seedDemo({ db, now: new Date(), dataDir: env.dataDir, s3: env.s3 });
  for (const [name, count] of asked) {
    const started = Date.now();
    await growFamily(db, name, count);
    process.stdout.write(`${name}: ${count} rows in ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  }
  await sumCounted(db);
  // With vacuum: index-only scans skip the table only where it has run.
  await sql`vacuum (analyze)`.execute(db);
} catch (error) {
  throw explain(error);
} finally {
  await close();
}

function readAsked(): [BigFamily, number][] {
  const { values } = parseArgs({
    options: Object.fromEntries(bigNames.map((name) => [name, { type: 'string' as const }])),
  });
  return bigNames.flatMap((name) => {
    const text = values[name];
    if (text === undefined) return [];
    const count = Number(text);
    if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} takes a number of rows`);
    return [[name, count] as [BigFamily, number]];
  });
}
