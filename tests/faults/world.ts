import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type ScratchPostgres, startPostgres } from '../support/scratch-postgres.ts';

/**
 * Environment of the scenarios: one scratch PostgreSQL, the demo data in both databases, folders that are removed at
 * the end.
 */
export interface World {
  postgres: ScratchPostgres;
  /** A separate folder with the demo data in an embedded database, or an empty one. */
  folder: (kind: 'demo' | 'empty') => string;
  /** The address of a new database, with the demo data or empty. */
  database: (kind: 'demo' | 'empty', tablespace?: string) => Promise<string>;
  end: () => void;
}

/** Figures of a scenario; throws on a violation. */
export type Scenario = (world: World) => Promise<string>;

/** Why a scenario cannot run here. */
export class Skipped extends Error {}

const port = 3231;

export async function openWorld(): Promise<World> {
  const root = mkdtempSync(join(tmpdir(), 'gostiny-faults-'));
  // The server's system user needs access to folders inside.
  chmodSync(root, 0o755);
  const postgres = startPostgres(port);
  const demo = join(root, 'demo');
  const backup = join(root, 'backup');
  await command('db-seed', [], { DATA_DIR: demo, DATABASE_URL: '' });
  await command('db-backup', [backup], { DATA_DIR: demo, DATABASE_URL: '' });
  let made = 0;
  const database = async (template: string, more = '') => {
    made += 1;
    const name = `faults_${made}`;
    await query(postgres.url, `create database ${name} template ${template} ${more}`);
    return new URL(`/${name}`, postgres.url).href;
  };
  const template = await database('template0', "encoding 'UTF8'");
  await command('db-restore', [backup], { DATA_DIR: join(root, 'restored'), DATABASE_URL: template });
  return {
    postgres,
    folder(kind) {
      made += 1;
      const path = join(root, String(made));
      mkdirSync(path);
      if (kind === 'demo') cpSync(demo, path, { recursive: true });
      return path;
    },
    database: (kind, tablespace) =>
      kind === 'demo'
        ? database(new URL(template).pathname.slice(1), tablespace && `tablespace ${tablespace}`)
        : database('template0', "encoding 'UTF8'"),
    end() {
      postgres.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** A statement over a connection of its own. */
export async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** Runs a command of the product, or of another release, and returns its output. */
export async function command(
  name: string,
  args: string[],
  env: Record<string, string>,
  cwd = process.cwd(),
): Promise<string> {
  const child = spawn('node', [`dist/${name}.js`, ...args], { cwd, env: { ...process.env, ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${said}`);
  return said;
}

/** A separate small disk at a path, in megabytes. Throws Skipped where mounting is not allowed. */
export function mountDisk(path: string, megabytes: number): { unmount: () => void } {
  mkdirSync(path, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    throw new Skipped('a small disk can be mounted by root alone');
  }
  return { unmount: () => void execFileSync('umount', ['-l', path]) };
}

/** Memory of a process in MB, from Linux. */
export function memoryOf(pid: number): number {
  const file = `/proc/${pid}/status`;
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(existsSync(file) ? readFileSync(file, 'utf8') : '') ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export function assert(holds: boolean, violation: string): asserts holds {
  if (!holds) throw new Error(violation);
}

/** Waits until a condition holds; returns the seconds it took. */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  seconds = 30,
): Promise<number> {
  const begun = performance.now();
  for (;;) {
    if (await holds()) return (performance.now() - begun) / 1000;
    assert(performance.now() - begun < seconds * 1000, `not within ${seconds} s: ${what}`);
    await pause(50);
  }
}
