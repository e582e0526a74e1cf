import { killAll } from './api.ts';
import { backupToEmbedded, backupToServer } from './backup.ts';
import { databaseRestart } from './database-restart.ts';
import { formerOnNewSchema } from './former-release.ts';
import { fullDiskEmbedded, fullDiskServer, fullLogEmbedded, killedOnFullDisk } from './full-disk.ts';
import { hangingMail } from './hanging-mail.ts';
import { killedEmbedded, killedServer } from './killed-process.ts';
import { migrateAtOnce, twoVersions } from './migrations.ts';
import { backToAMoment } from './recovery.ts';
import { replicaInTrouble } from './replica.ts';
import { slowClients } from './slow-clients.ts';
import { stopEmbedded, stopServer } from './stop.ts';
import { openWorld, type Scenario, Skipped } from './world.ts';

/**
 * `npm run test:faults`: breaks the product's dependencies while it works, and checks the result (docs/security.md,
 * Faults). With words after `--` it runs the scenarios whose title contains one of them. Exits with 1 on any violation.
 */
const scenarios: [string, Scenario][] = [
  ['the database restarts under load', databaseRestart],
  ['a killed process, embedded database', killedEmbedded],
  ['a killed process, PostgreSQL', killedServer],
  ['a full disk, embedded database', fullDiskEmbedded],
  ['killed on a full disk, embedded database', killedOnFullDisk],
  ['a full disk under the log of the embedded database', fullLogEmbedded],
  ['a full disk, PostgreSQL', fullDiskServer],
  ['slow clients', slowClients],
  ['a hanging mail server', hangingMail],
  ['SIGTERM with requests in flight, embedded database', stopEmbedded],
  ['SIGTERM with requests in flight, PostgreSQL', stopServer],
  ['two versions during a migration', twoVersions],
  ['the former release on the schema of this one', formerOnNewSchema],
  ['processes that migrate at once', migrateAtOnce],
  ['a backup restored, embedded to PostgreSQL', backupToServer],
  ['a backup restored, PostgreSQL to embedded', backupToEmbedded],
  ['a replica that lags, is killed and comes back', replicaInTrouble],
  // Last: it changes the settings of the shared server.
  ['PostgreSQL brought back to a moment', backToAMoment],
];

const words = process.argv.slice(2);
const print = (text: string) => void process.stdout.write(`${text}\n`);
const secondsSince = (begun: number) => `${((performance.now() - begun) / 1000).toFixed(0)} s`;

const begun = performance.now();
const world = await openWorld();
let failed = 0;
try {
  print(`prepared in ${secondsSince(begun)}`);
  for (const [title, run] of scenarios) {
    if (words.length > 0 && !words.some((word) => title.includes(word))) continue;
    const from = performance.now();
    try {
      print(`ok      ${title} (${await run(world).then((found) => `${secondsSince(from)}): ${found}`)}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!(error instanceof Skipped)) failed += 1;
      print(
        `${error instanceof Skipped ? 'skipped' : 'FAILED '} ${title} (${secondsSince(from)}): ${reason}`,
      );
    } finally {
      killAll();
    }
  }
} finally {
  world.end();
}
print(`\n${failed} failed, ${secondsSince(begun)}`);
process.exit(failed > 0 ? 1 : 0);
