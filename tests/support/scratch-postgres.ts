import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

export interface ScratchPostgres {
  url: string;
  /** Stops it: `immediate` like a crash, `fast` after rolling back its transactions. */
  halt: (mode: 'immediate' | 'fast') => void;
  /** Starts it again after `halt`. */
  resume: () => void;
  /** Stops and starts it while this process continues. */
  restart: (mode: 'immediate' | 'fast') => Promise<void>;
  /** Gives a folder to its system user, for a tablespace. */
  own: (folder: string) => void;
  /** Runs one of PostgreSQL's programs as its system user. */
  run: (program: string, ...args: string[]) => void;
  /** Contains the data folder `data` and the socket; tests may add files. */
  folder: string;
  /** Stops it and removes its data. */
  stop: () => void;
}

/**
 * A separate PostgreSQL cluster in a temporary folder, without a password, on a local socket only. `more`: options of its
 * command line.
 */
export function startPostgres(port: number, more = ''): ScratchPostgres {
  const programs = findPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'gostiny-postgres-'));
  // PostgreSQL refuses to run as root.
  const as = process.getuid?.() === 0 ? { uid: numberOf('-u'), gid: numberOf('-g') } : {};
  const own = (path: string) => {
    if (as.uid !== undefined && as.gid !== undefined) chownSync(path, as.uid, as.gid);
  };
  own(folder);
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, {
      ...as,
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd: folder,
    });
  const data = join(folder, 'data');
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8');
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c shared_buffers=256MB ${more}`;
  const resume = () => run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start');
  const halt = (mode: 'immediate' | 'fast') => run('pg_ctl', '-D', data, '-w', '-m', mode, 'stop');
  const restart = async (mode: 'immediate' | 'fast') => {
    const asked = ['-D', data, '-w', '-m', mode, '-l', join(folder, 'log'), '-o', options, 'restart'];
    await promisify(execFile)(join(programs, 'pg_ctl'), asked, { ...as, cwd: folder });
  };
  resume();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    halt,
    resume,
    restart,
    own,
    run,
    folder,
    stop() {
      halt('fast');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A streaming replica of the whole cluster, set up as in `docs/scale.md`; its data is in the primary's folder. */
export function startReplica(postgres: ScratchPostgres, port: number) {
  const data = join(postgres.folder, 'replica');
  postgres.run('pg_basebackup', '-d', postgres.url, '-D', data, '-c', 'fast', '-R');
  // The base backup contains the primary's settings.
  appendFileSync(join(data, 'postgresql.auto.conf'), "archive_mode = 'off'\n");
  const options = `-p ${port} -k ${postgres.folder} -c listen_addresses=127.0.0.1`;
  const log = join(postgres.folder, 'replica-log');
  const start = () => postgres.run('pg_ctl', '-D', data, '-w', '-l', log, '-o', options, 'start');
  start();
  const url = new URL(postgres.url);
  url.port = String(port);
  return {
    url: url.href,
    start,
    stop: () => postgres.run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop'),
  };
}

/**
 * Says which statements on a server run or wait longer than a minute, and for whom: a test that hangs tells nothing by
 * itself. Returns how to end it.
 */
export function watchStatements(url: string, say: (text: string) => void): () => void {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  const connected = client.connect();
  const timer = setInterval(() => void look().catch(() => undefined), 30_000);
  timer.unref();
  async function look(): Promise<void> {
    await connected;
    const { rows } =
      await client.query(`select datname, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by,
        pid, round(extract(epoch from now() - coalesce(xact_start, query_start))) as seconds, left(query, 300) as query
      from pg_stat_activity where backend_type = 'client backend' and state <> 'idle'
        and now() - coalesce(xact_start, query_start) > interval '60 seconds'`);
    for (const row of rows) say(`PostgreSQL, longer than a minute: ${JSON.stringify(row)}`);
  }
  return () => {
    clearInterval(timer);
    void connected.then(() => client.end()).catch(() => undefined);
  };
}

function numberOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

/** Folder of the newest installed binaries on Debian. */
function findPrograms(): string {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).map(Number).filter(Number.isFinite) : [];
  const newest = versions.sort((one, other) => other - one)[0];
  if (newest === undefined) throw new Error('No PostgreSQL here: name a server in BENCH_DATABASE_URL');
  return join(home, String(newest), 'bin');
}
