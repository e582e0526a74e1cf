import { randomUUID } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openFiles } from '@/server/integrations/files/open-files';
import { checkMail } from '@/server/integrations/mail/mail';
import { lockDataDir } from './db/lock';
import type { Env } from './env';
import { isThisComputer, listenHost, portAdvice } from './listen';
import { oldNodeAdvice } from './node-version';
import { poolerTrouble } from './scale/pooler';

/** A finding of `npm run doctor`. A fault keeps the product from working; a warning does not. */
export interface Finding {
  state: 'ok' | 'warning' | 'fault';
  text: string;
}

const ok = (text: string): Finding => ({ state: 'ok', text });
const warning = (text: string): Finding => ({ state: 'warning', text });
const fault = (text: string): Finding => ({ state: 'fault', text });

const oldestPostgres = 15;
const gigabyte = 1024 ** 3;
/** Connections of a process outside its pool: its listeners, and its checks of a replica. */
const spareConnections = 4;
const patienceMs = 5000;

/** Checks the machine and everything that the environment configures; changes nothing. Faults never throw. */
export async function examine(env: Env): Promise<Finding[]> {
  const checks = [
    machine(),
    dataFolder(env),
    port(env),
    ...(env.databaseUrl ? [server(env), pooler(env), replica(env)] : [embedded(env)]),
    storage(env),
    mail(env),
    addresses(env),
  ];
  return (await Promise.all(checks)).flat();
}

async function machine(): Promise<Finding[]> {
  const tooOld = oldNodeAdvice();
  const memory = totalmem() / gigabyte;
  return [
    tooOld ? fault(tooOld) : ok(`Node ${process.versions.node}`),
    memory >= 1
      ? ok(`Memory: ${memory.toFixed(1)} GB`)
      : warning(`Memory: ${memory.toFixed(1)} GB. The server takes up to half a gigabyte, a build more.`),
  ];
}

async function dataFolder({ dataDir }: Env): Promise<Finding[]> {
  try {
    await mkdir(dataDir, { recursive: true });
    const file = join(dataDir, `doctor-${randomUUID()}`);
    await writeFile(file, '');
    await rm(file);
  } catch (error) {
    return [
      fault(
        `DATA_DIR ${dataDir} cannot be written (${codeOf(error)}): give it to the user that runs the product.`,
      ),
    ];
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = (bavail * bsize) / gigabyte;
  const text = `DATA_DIR ${dataDir}: ${free.toFixed(1)} GB free`;
  return [free >= 1 ? ok(text) : warning(`${text}. Uploads and the embedded database need room.`)];
}

async function port(env: Env): Promise<Finding[]> {
  const place = { port: env.port, host: listenHost(env) };
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(place.port, place.host, resolve);
    });
    return [ok(`Port ${place.port} is free`)];
  } catch (error) {
    const text = portAdvice(error, place);
    return [codeOf(error) === 'EADDRINUSE' ? warning(text) : fault(text)];
  } finally {
    probe.close();
  }
}

async function embedded({ dataDir, publicUrl }: Env): Promise<Finding[]> {
  try {
    (await lockDataDir(dataDir, 0))();
  } catch (error) {
    return [warning(error instanceof Error ? error.message : String(error))];
  }
  return [
    publicUrl.startsWith('https:')
      ? warning(
          'Embedded database: it does not survive a power loss. Set DATABASE_URL where money is at stake.',
        )
      : ok('Embedded database'),
  ];
}

interface ServerFacts {
  version: number;
  encoding: string;
  fsync: string;
  connections: number;
  has_trgm: boolean;
  has_icu: boolean;
  may_create: boolean;
  seconds_apart: number;
  is_standby: boolean;
  synchronous: string;
  statement_ms: number;
}

const connectionsOf = ({ processes, databasePool }: Env): number =>
  processes * (databasePool + spareConnections);

async function server(env: Env): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: env.databaseUrl, connectionTimeoutMillis: patienceMs });
  // The running query reports a broken connection.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<ServerFacts>(
      `select
      current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      exists (select from pg_available_extensions where name = 'pg_trgm') as has_trgm,
      exists (select from pg_collation where collname = 'und-x-icu') as has_icu,
      has_schema_privilege(current_schema(), 'create') as may_create,
      extract(epoch from clock_timestamp() - $1::timestamptz)::float8 as seconds_apart,
      pg_is_in_recovery() as is_standby, current_setting('synchronous_standby_names') as synchronous,
      (select setting::int from pg_settings where name = 'statement_timeout') as statement_ms`,
      [new Date()],
    );
    return rows.flatMap((facts) => serverFindings(facts, env));
  } catch (error) {
    return [
      fault(`DATABASE_URL does not answer (${messageOf(error)}): check host, user, password and firewall.`),
    ];
  } finally {
    await client.end().catch(() => {});
  }
}

function serverFindings(facts: ServerFacts, env: Env): Finding[] {
  const isPooled = env.directUrl !== undefined;
  const wanted = connectionsOf(env);
  const apart = Math.abs(facts.seconds_apart);
  const wrong: [boolean, Finding][] = [
    [
      facts.version < oldestPostgres,
      fault(`PostgreSQL ${facts.version} is too old: use ${oldestPostgres} or newer.`),
    ],
    [facts.encoding !== 'UTF8', fault(`The database is encoded in ${facts.encoding}: create it with UTF8.`)],
    [!facts.has_trgm, fault('The extension pg_trgm is missing: install the contrib package of PostgreSQL.')],
    [!facts.has_icu, fault('PostgreSQL has no ICU collations: use a build with ICU, as Debian has.')],
    [!facts.may_create, fault('The role may not create tables: grant create on the schema.')],
    [facts.fsync === 'off', warning('fsync is off: a power loss can destroy the database.')],
    [
      facts.is_standby,
      fault('DATABASE_URL is a replica and takes no writes: give it the address of the primary.'),
    ],
    [
      isPooled && env.replicaUrl !== undefined && facts.synchronous === '',
      warning(
        'No replica is synchronous: what was acknowledged last is lost with the primary. Set synchronous_mode in Patroni, or synchronous_standby_names.',
      ),
    ],
    [
      isPooled && facts.statement_ms === 0,
      warning(
        'The pooler sets no statement_timeout: give it the connect_query of deploy/cluster/pgbouncer.ini.',
      ),
    ],
    [
      !isPooled && facts.connections < wanted,
      warning(
        `${facts.connections} connections where ${wanted} may be wanted: raise max_connections, or lower DATABASE_POOL or PROCESSES.`,
      ),
    ],
    [apart > 5, warning(`Its clock is ${apart.toFixed(0)} s off from this machine: synchronise both.`)],
  ];
  const found = wrong.filter(([isWrong]) => isWrong).map(([, finding]) => finding);
  return found.length > 0 ? found : [ok(`PostgreSQL ${facts.version}`)];
}

async function pooler(env: Env): Promise<Finding[]> {
  const trouble = await poolerTrouble(env);
  if (trouble) return [fault(trouble)];
  if (!env.directUrl) return [];
  try {
    const direct = await identityOf(env.directUrl);
    return [
      direct.is_standby
        ? fault('DATABASE_DIRECT_URL is a replica and takes no writes: give it the address of the primary.')
        : ok(`Pooler, prepared statements ${env.keepsPrepared ? 'kept' : 'off'}`),
    ];
  } catch (error) {
    return [
      fault(
        `DATABASE_DIRECT_URL does not answer (${messageOf(error)}): check HAProxy, and pg_hba of the servers.`,
      ),
    ];
  }
}

/** Connections that are opened at once: a balancer spreads them over its replicas. */
const looks = 4;

async function replica({ databaseUrl, directUrl, replicaUrl }: Env): Promise<Finding[]> {
  if (!databaseUrl || !replicaUrl) return [];
  try {
    // A primary that is down is reported by the check of the server.
    const [primary, ...standbys] = await Promise.all([
      identityOf(directUrl ?? databaseUrl).catch(() => undefined),
      ...Array.from({ length: looks }, () => identityOf(replicaUrl)),
    ]);
    if (standbys.some(({ is_standby }) => !is_standby))
      return [fault('DATABASE_REPLICA_URL is no replica: it takes writes of its own and is not read from.')];
    if (primary && standbys.some(({ system }) => system !== primary.system))
      return [fault('DATABASE_REPLICA_URL replicates another server than DATABASE_URL.')];
    const count = new Set(standbys.map(({ place }) => place)).size;
    return [ok(count === 1 ? 'Replica' : `Replicas: ${count}`)];
  } catch (error) {
    return [warning(`The replica does not answer (${messageOf(error)}): the primary answers all reads.`)];
  }
}

async function identityOf(url: string): Promise<{ is_standby: boolean; system: string; place: string }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `select pg_is_in_recovery() as is_standby, system_identifier::text as system,
        concat(inet_server_addr(), ':', inet_server_port()) as place from pg_control_system()`,
    );
    // The others balance while this one is open.
    await client.query('select pg_sleep(0.1)');
    return rows[0];
  } finally {
    await client.end().catch(() => {});
  }
}

async function storage(env: Env): Promise<Finding[]> {
  if (!env.s3) return [];
  const path = `private/doctor-${randomUUID()}`;
  const files = openFiles(env);
  try {
    await files.put(path, Buffer.from('doctor'));
    const stored = await files.get(path);
    stored?.stream.destroy();
    await files.remove(path);
    return [stored ? ok(`Storage ${env.s3.endpoint}`) : fault('The storage loses what it is given.')];
  } catch (error) {
    return [
      fault(
        `The storage ${env.s3.endpoint} refuses (${messageOf(error)}): check S3_BUCKET, S3_KEY and S3_SECRET.`,
      ),
    ];
  }
}

async function mail({ smtp }: Env): Promise<Finding[]> {
  if (!smtp) return [];
  try {
    await checkMail(smtp, patienceMs);
    return [ok('Mail server')];
  } catch (error) {
    return [fault(`The mail server refuses (${messageOf(error)}): check SMTP_URL.`)];
  }
}

async function addresses(env: Env): Promise<Finding[]> {
  const { publicUrl, databaseUrl, trustProxy, demo } = env;
  const isLocal = new URL(publicUrl).hostname === 'localhost';
  const wrong: [boolean, Finding][] = [
    [isLocal && databaseUrl !== undefined, warning(`Letters will link to ${publicUrl}: set PUBLIC_URL.`)],
    [
      publicUrl.startsWith('https:') && trustProxy === false,
      warning('Visitors share the limits of the proxy in front: set TRUST_PROXY.'),
    ],
    [
      demo && !(isLocal && isThisComputer(listenHost(env))),
      warning('Demo accounts with a known password are open: set DEMO=false.'),
    ],
  ];
  return wrong.filter(([isWrong]) => isWrong).map(([, finding]) => finding);
}

const messageOf = (error: unknown) =>
  error instanceof Error ? error.message || codeOf(error) : String(error);

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
