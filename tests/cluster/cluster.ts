import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { assert, mountDisk, pause, query, until } from '../faults/world.ts';
import { nodeFlags } from '../support/node-flags.ts';
import { killFamily, Service } from './service.ts';

/** Ports of everything, ten for each kind of program. */
const ports = {
  etcd: 3301,
  peer: 3311,
  postgres: 3321,
  patroni: 3331,
  primary: 3341,
  replicas: 3351,
  stats: 3361,
};
const poolerPort = 3371;
const appPort = 3381;

/** Longer than Patroni's loop_wait. */
const stableMs = 5000;
/** Longer than a busy machine's Patroni takes to say what it is. */
const askMs = 4000;

/** A machine of the database: PostgreSQL under Patroni, and etcd. */
export interface Node {
  name: string;
  number: number;
  etcd: Service;
  patroni: Service;
  /** Its data folder. */
  data: string;
  /** The address of this machine alone. */
  url: string;
}

/** A machine of the application: the product, and HAProxy and PgBouncer for it. */
export interface Host {
  haproxy: Service;
  pgbouncer: Service;
  app: Service;
  port: number;
  env: Record<string, string>;
}

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | string;
}

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

/** Everything of `deploy/cluster` on this machine: the same files, with other ports and folders filled in. */
export class Cluster {
  readonly root = mkdtempSync(join(tmpdir(), 'gostiny-cluster-'));
  readonly nodes: Node[];
  readonly hosts: Host[];
  readonly #as = { uid: idOf('-u'), gid: idOf('-g') };
  #unmount: (() => void) | undefined;

  constructor() {
    chmodSync(this.root, 0o755);
    this.nodes = [1, 2, 3].map((number) => this.#node(number));
    this.hosts = [1, 2].map((number) => this.#host(number));
  }

  /** The primary, as an application machine reaches it without its pooler. */
  get url(): string {
    return this.hosts[0]?.env.DATABASE_DIRECT_URL ?? '';
  }

  get administration(): string {
    const url = new URL(this.url);
    url.username = 'postgres';
    url.password = 'super';
    url.pathname = '/postgres';
    return url.href;
  }

  folder(name: string): string {
    const path = join(this.root, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** etcd, the database and its addresses; no product yet. `smallDisk`: megabytes of the third machine's disk. */
  async startDatabase(smallDisk?: number): Promise<void> {
    for (const { etcd } of this.nodes) etcd.start();
    await until('etcd answers', () => this.#hasQuorum(), 60);
    if (smallDisk) this.#unmount = mountDisk(this.#own(join(this.root, 'db3')), smallDisk).unmount;
    this.#own(join(this.root, 'db3'));
    for (const { patroni } of this.nodes) {
      patroni.start();
      // The first one becomes the primary.
      if (patroni.name === 'db1 patroni')
        await until('a primary', async () => (await this.leader()) !== undefined, 120);
    }
    for (const { haproxy, pgbouncer } of this.hosts) {
      haproxy.start();
      pgbouncer.start();
    }
    await this.whole(180);
    await until('HAProxy has a primary', () =>
      query(this.administration, 'select 1').then(
        () => true,
        () => false,
      ),
    );
    await query(this.administration, "create role gostiny login password 'app'");
    await query(
      this.administration,
      "create database gostiny owner gostiny template template0 encoding 'UTF8' locale 'C.UTF-8'",
    );
  }

  async #hasQuorum(): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${ports.etcd}/health`).catch(() => undefined);
    return answer?.ok === true && ((await answer.json()) as { health: string }).health === 'true';
  }

  /** What Patroni knows of its machines; undefined while none answers. */
  async members(): Promise<Member[] | undefined> {
    for (const { number } of this.nodes) {
      const answer = await fetch(`http://127.0.0.1:${ports.patroni + number - 1}/cluster`, {
        signal: AbortSignal.timeout(1500),
      }).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return undefined;
  }

  /** The machine whose Patroni says that it is the primary. */
  async leader(): Promise<Node | undefined> {
    const said = await Promise.all(this.nodes.map((node) => this.#says(node, 'primary')));
    return this.nodes[said.indexOf(true)];
  }

  async replicas(): Promise<Node[]> {
    const leader = await this.leader();
    assert(leader !== undefined, 'there is no primary');
    return this.nodes.filter((node) => node !== leader);
  }

  /**
   * Waits until three machines run, one of them as the primary and one in step with it, for longer than one round of
   * Patroni: a primary that has just started is alone for that long, and nobody may replace it meanwhile.
   */
  async whole(seconds = 120): Promise<number> {
    let since: number | undefined;
    let seen = 'nothing';
    const look = async () => {
      // A busy machine must not be asked all the time.
      await pause(400);
      const members = (await this.members()) ?? [];
      const isFine = members.every(
        ({ state, lag }) => state === 'running' && (lag === undefined || Number(lag) < 1_000_000),
      );
      const inStep = await Promise.all(this.nodes.map((node) => this.#says(node, 'synchronous')));
      const leader = await this.leader();
      seen = JSON.stringify({ members, inStep, leader: leader?.name });
      const isWhole =
        isFine && members.length === this.nodes.length && inStep.includes(true) && leader !== undefined;
      since = isWhole ? (since ?? performance.now()) : undefined;
      return since !== undefined && performance.now() - since > stableMs;
    };
    return until('the cluster is whole', look, seconds).catch((error: unknown) => {
      throw new Error(`${String(error)}; seen last: ${seen}`);
    });
  }

  async #says(node: Node, what: string): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${ports.patroni + node.number - 1}/${what}`, {
      signal: AbortSignal.timeout(askMs),
    }).catch(() => undefined);
    return answer?.status === 200;
  }

  /** SIGKILL to PostgreSQL and Patroni of a machine, as a power failure does. */
  async kill(node: Node): Promise<void> {
    const postmaster = postmasterOf(node);
    await node.patroni.end('SIGKILL');
    if (postmaster) await killFamily(postmaster);
  }

  async patroni(node: Node, method: string, path: string, body?: object): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${ports.patroni + node.number - 1}/${path}`, {
      method,
      headers: { authorization: `Basic ${btoa('patroni:rest')}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert(answer.ok, `Patroni answered ${answer.status}: ${text}`);
    return text;
  }

  /** Starts the product on a machine, of this release or of another one's folder. */
  async startApp(host: Host, release = process.cwd(), env = host.env): Promise<void> {
    host.app.change({ cwd: release, env: { ...env, PATH: process.env.PATH ?? '' } });
    host.app.start();
    await until(`the product answers at ${host.port}`, () => isHealthy(host.port), 90);
  }

  async stop(): Promise<void> {
    for (const { app } of this.hosts) await app.end('SIGTERM');
    for (const { haproxy, pgbouncer } of this.hosts)
      await Promise.all([haproxy, pgbouncer].map((one) => one.end('SIGKILL')));
    for (const node of this.nodes) await this.kill(node);
    for (const { etcd } of this.nodes) await etcd.end('SIGKILL');
    this.#unmount?.();
    if (!process.env.CLUSTER_KEEP) rmSync(this.root, { recursive: true, force: true });
  }

  #own(path: string): string {
    mkdirSync(path, { recursive: true });
    chownSync(path, this.#as.uid, this.#as.gid);
    return path;
  }

  #log(name: string): string {
    return join(this.folder('logs'), `${name}.log`);
  }

  #node(number: number): Node {
    const name = `db${number}`;
    const values = this.#values(number);
    const home = this.#own(join(this.root, name));
    this.#own(join(this.root, 'etcd'));
    const config = this.#write(`${name}.yml`, 'patroni.yml', values);
    return {
      name,
      number,
      data: join(home, 'data'),
      url: `postgres://postgres:super@127.0.0.1:${ports.postgres + number - 1}/gostiny`,
      etcd: new Service({
        name: `${name} etcd`,
        command: 'etcd',
        args: [],
        env: envOf(fill('etcd.env', values)),
        as: this.#as,
        log: this.#log(`${name}-etcd`),
      }),
      patroni: new Service({
        name: `${name} patroni`,
        command: '/usr/bin/python3',
        args: ['/usr/bin/patroni', config],
        as: this.#as,
        log: this.#log(`${name}-patroni`),
      }),
    };
  }

  #host(number: number): Host {
    const values = this.#values(number);
    const env = {
      ...envOf(fill('gostiny.env', values)),
      NODE_ENV: 'production',
      DEMO: 'false',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      API_PORT: String(appPort + number - 1),
      DATA_DIR: this.folder('uploads'),
      ...(process.env.CLUSTER_SMTP && { SMTP_URL: process.env.CLUSTER_SMTP, MAIL_FROM: 'shop@test.ru' }),
    };
    const userList = this.#write('userlist.txt', undefined, {}, '"gostiny" "app"\n');
    const ini = this.#write(`pgbouncer-${number}.ini`, 'pgbouncer.ini', {
      ...values,
      PGBOUNCER_USERS: userList,
    });
    const haproxy = this.#write(`haproxy-${number}.cfg`, 'haproxy.cfg', values);
    return {
      port: appPort + number - 1,
      env,
      // Debian's units of both say Restart=always, after 100 ms.
      haproxy: new Service({
        name: `haproxy ${number}`,
        command: 'haproxy',
        args: ['-f', haproxy],
        log: this.#log(`haproxy-${number}`),
        restartMs: 100,
      }),
      pgbouncer: new Service({
        name: `pgbouncer ${number}`,
        command: 'pgbouncer',
        args: [ini],
        as: this.#as,
        log: this.#log(`pgbouncer-${number}`),
        restartMs: 100,
      }),
      // As deploy/gostiny.service says.
      app: new Service({
        name: `product ${number}`,
        command: 'node',
        args: [...nodeFlags, 'dist/main.js', 'api'],
        log: this.#log(`product-${number}`),
        restartMs: 2000,
      }),
    };
  }

  #write(name: string, template: string | undefined, values: Record<string, string>, text = ''): string {
    const file = join(this.folder('etc'), name);
    writeFileSync(file, template ? fill(template, values) : text);
    chownSync(file, this.#as.uid, this.#as.gid);
    return file;
  }

  /** What `cluster.env` has on a machine with this number. */
  #values(number: number): Record<string, string> {
    const at = (first: number, of = number) => `127.0.0.1:${first + of - 1}`;
    const numbered = Object.fromEntries(
      [1, 2, 3].flatMap((of) => [
        [`DB${of}`, '127.0.0.1'],
        [`ETCD_CLIENT_${of}`, at(ports.etcd, of)],
        [`ETCD_PEER_${of}`, at(ports.peer, of)],
        [`POSTGRES_${of}`, at(ports.postgres, of)],
        [`PATRONI_PORT_${of}`, String(ports.patroni + of - 1)],
      ]),
    );
    return {
      ...numbered,
      NODE: `db${number}`,
      ADDRESS: '127.0.0.1',
      APP_NETWORK: '127.0.0.1/32',
      POSTGRES_PASSWORD: 'super',
      REPLICATION_PASSWORD: 'copy',
      APP_PASSWORD: 'app',
      PATRONI_PASSWORD: 'rest',
      ETCD_CLIENT: at(ports.etcd),
      ETCD_PEER: at(ports.peer),
      ETCD_DATA: join(this.root, 'etcd', String(number)),
      POSTGRES: at(ports.postgres),
      PATRONI_PORT: String(ports.patroni + number - 1),
      POSTGRES_DATA: join(this.root, `db${number}`, 'data'),
      POSTGRES_PROGRAMS: '/usr/lib/postgresql/15/bin',
      POSTGRES_SOCKETS: this.#own(join(this.root, 'sockets')),
      PGPASS: join(this.#own(join(this.root, 'pass')), String(number)),
      SHARED_BUFFERS: '128MB',
      PRIMARY_PORT: String(ports.primary + number - 1),
      REPLICAS_PORT: String(ports.replicas + number - 1),
      HAPROXY_STATS: at(ports.stats),
      PGBOUNCER_PORT: String(poolerPort + number - 1),
      POOL_SIZE: '16',
    };
  }
}

/** A file of `deploy/cluster` with its values, as `envsubst` does. */
function fill(template: string, values: Record<string, string>): string {
  return readFileSync(resolve('deploy/cluster', template), 'utf8').replace(
    /\$\{(\w+)\}/g,
    (_whole, name: string) => {
      const value = values[name];
      assert(value !== undefined, `${template} needs ${name}`);
      return value;
    },
  );
}

const envOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]));

/** The process of PostgreSQL on a machine; 0 when it does not run. */
export function postmasterOf({ data }: Node): number {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
}

export async function isHealthy(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/admin/rest/health`, {
    signal: AbortSignal.timeout(2000),
  }).catch(() => undefined);
  return answer?.ok === true;
}

/** A statement, again while the primary changes. */
export async function askAgain(url: string, text: string): Promise<pg.QueryResult> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await query(url, text);
    } catch (error) {
      if (tries === 60) throw error;
      await pause(500);
    }
  }
}

/** A connection that is given back whatever happens. */
export async function withConnection<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
