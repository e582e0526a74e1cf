import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signIn, startApi } from './api.ts';
import { expectReconciled } from './orders.ts';
import { assert, command, type Scenario, type World } from './world.ts';

interface Manifest {
  tables: { name: string; rows: number }[];
  files: string[];
}

/** A backup of one database is restored into an empty one of the other kind, and backed up again: the counts are equal. */
const restored = async (
  world: World,
  from: Record<string, string>,
  to: Record<string, string>,
): Promise<string> => {
  const [one, other] = [join(world.folder('empty'), 'one'), join(world.folder('empty'), 'other')];
  await command('db-backup', [one], from);
  await command('db-restore', [one], to);
  await command('db-backup', [other], to);
  const [before, after] = [manifestOf(one), manifestOf(other)];
  assert(JSON.stringify(after.tables) === JSON.stringify(before.tables), 'tables have other numbers of rows');
  assert(JSON.stringify(after.files) === JSON.stringify(before.files), 'other files');
  const uploads = readdirSync(join(String(to.DATA_DIR), 'uploads'), { recursive: true, withFileTypes: true });
  const stored = uploads.filter((entry) => entry.isFile()).length;
  assert(stored === before.files.length, `${stored} files of ${before.files.length}`);
  const api = await startApi(String(to.DATA_DIR), to.DATABASE_URL);
  await expectReconciled(api, await signIn(api, 'admin@demo.ru'));
  await api.end('SIGTERM');
  const rows = before.tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${before.tables.length} tables and ${stored} files are there again`;
};

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as Manifest;
}

export const backupToServer: Scenario = async (world) =>
  restored(
    world,
    { DATA_DIR: world.folder('demo'), DATABASE_URL: '' },
    { DATA_DIR: world.folder('empty'), DATABASE_URL: await world.database('empty') },
  );

export const backupToEmbedded: Scenario = async (world) => {
  // Uploads come from the folder, rows from the server.
  const from = { DATA_DIR: world.folder('demo'), DATABASE_URL: await world.database('demo') };
  return restored(world, from, { DATA_DIR: world.folder('empty'), DATABASE_URL: '' });
};
