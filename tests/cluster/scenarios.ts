import { appendFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, command, pause, until } from '../faults/world.ts';
import { type Cluster, isHealthy, type Node, postmasterOf } from './cluster.ts';
import { familyOf, killFamily } from './service.ts';

/** What is done to the cluster, until it is whole again; returns what else is worth saying. */
export type Scenario = (cluster: Cluster) => Promise<string>;

/** How long a fault lasts before a person, or systemd, mends it. */
const faultMs = 8000;

const primaryOf = async (cluster: Cluster): Promise<Node> => {
  const node = await cluster.leader();
  assert(node !== undefined, 'there is no primary');
  return node;
};

const secondsSince = (begun: number) => `${((performance.now() - begun) / 1000).toFixed(1)} s`;

/** Waits until another machine is the primary. */
async function succession(cluster: Cluster, former: Node): Promise<string> {
  const begun = performance.now();
  await until(
    'another primary',
    async () => {
      const leader = await cluster.leader();
      return leader !== undefined && leader !== former;
    },
    90,
  );
  return `another primary after ${secondsSince(begun)}`;
}

const calm: Scenario = async () => {
  await pause(15_000);
  return 'no fault: what the load alone does on this machine';
};

const killPrimary: Scenario = async (cluster) => {
  const former = await primaryOf(cluster);
  await cluster.kill(former);
  try {
    return await succession(cluster, former);
  } finally {
    await pause(3000);
    former.patroni.start();
    await cluster.whole();
  }
};

/** PostgreSQL alone: Patroni starts it again, or hands over. */
const killPostgres: Scenario = async (cluster) => {
  const node = await primaryOf(cluster);
  await killFamily(postmasterOf(node));
  await pause(3000);
  await cluster.whole();
  return `the primary is ${(await primaryOf(cluster)) === node ? 'the same' : 'another one'}`;
};

const hangPatroni: Scenario = async (cluster) => {
  const former = await primaryOf(cluster);
  former.patroni.signal('SIGSTOP');
  try {
    return await succession(cluster, former);
  } finally {
    await pause(3000);
    former.patroni.signal('SIGCONT');
    await cluster.whole();
  }
};

const switchOver: Scenario = async (cluster) => {
  const former = await primaryOf(cluster);
  const begun = performance.now();
  const said = await cluster.patroni(former, 'POST', 'switchover', { leader: former.name });
  const seconds = secondsSince(begun);
  await cluster.whole();
  return `${said.trim()} in ${seconds}`;
};

const killReplica: Scenario = async (cluster) => {
  const [replica] = await cluster.replicas();
  assert(replica !== undefined, 'there is no replica');
  await cluster.kill(replica);
  await pause(faultMs);
  replica.patroni.start();
  await cluster.whole();
  return `${replica.name} was away for ${faultMs / 1000} s`;
};

/** Writes until the disk takes no more. */
function fill(file: string): void {
  for (let size = 1 << 20; size > 512; ) {
    try {
      appendFileSync(file, Buffer.alloc(size));
    } catch {
      size /= 2;
    }
  }
}

/** The third machine has a disk of its own that is small enough to fill. */
const fillReplica: Scenario = async (cluster) => {
  const node = cluster.nodes[2];
  assert(node !== undefined, 'there is no third machine');
  if ((await cluster.leader()) === node) {
    await cluster.patroni(node, 'POST', 'switchover', { leader: node.name });
    await cluster.whole();
  }
  const disk = join(node.data, '..');
  const filler = join(disk, 'filler');
  try {
    fill(filler);
    await pause(faultMs);
  } finally {
    rmSync(filler);
  }
  const begun = performance.now();
  await cluster.whole(180);
  return `${disk.split('/').at(-1)} had no byte left for ${faultMs / 1000} s, whole again after ${secondsSince(begun)}`;
};

const killOneEtcd: Scenario = async (cluster) => {
  const etcd = (await primaryOf(cluster)).etcd;
  await etcd.end('SIGKILL');
  await pause(faultMs);
  etcd.start();
  await pause(2000);
  await cluster.whole();
  return `${etcd.name} was away for ${faultMs / 1000} s`;
};

/** Longer than Patroni's ttl: without the failsafe mode the primary would give up. */
const killEveryEtcd: Scenario = async (cluster) => {
  const ms = 30_000;
  await Promise.all(cluster.nodes.map(({ etcd }) => etcd.end('SIGKILL')));
  await pause(ms);
  for (const { etcd } of cluster.nodes) etcd.start();
  await pause(3000);
  await cluster.whole();
  return `all three were away for ${ms / 1000} s`;
};

const killPooler: Scenario = async (cluster) => {
  cluster.hosts[0]?.pgbouncer.signal('SIGKILL');
  await pause(faultMs);
  return 'on one of two machines; started again after 0.1 s, as its unit says';
};

const killBalancer: Scenario = async (cluster) => {
  cluster.hosts[0]?.haproxy.signal('SIGKILL');
  await pause(faultMs);
  return 'on one of two machines; started again after 0.1 s, as its unit says';
};

const killProduct: Scenario = async (cluster) => {
  const host = cluster.hosts[0];
  assert(host !== undefined, 'there is no product');
  for (const pid of familyOf(host.app.pid)) process.kill(pid, 'SIGKILL');
  const seconds = await until('it answers again', () => isHealthy(host.port), 60);
  await pause(2000);
  return `one of two; it answers again after ${seconds.toFixed(1)} s, two of them its unit's RestartSec`;
};

/** A machine whose data is gone is copied from another one. */
const restoreNode: Scenario = async (cluster) => {
  const [replica] = await cluster.replicas();
  assert(replica !== undefined, 'there is no replica');
  await cluster.kill(replica);
  await rm(replica.data, { recursive: true });
  await pause(2000);
  const begun = performance.now();
  replica.patroni.start();
  await cluster.whole(180);
  return `the data of ${replica.name} was removed; copied with pg_basebackup and whole after ${secondsSince(begun)}`;
};

export const scenarios: [string, Scenario][] = [
  ['calm', calm],
  ['SIGKILL to PostgreSQL of the primary', killPostgres],
  ['SIGKILL to PostgreSQL and Patroni of the primary', killPrimary],
  ['SIGSTOP to Patroni of the primary', hangPatroni],
  ['switchover on purpose', switchOver],
  ['SIGKILL to a replica', killReplica],
  ['full disk of a replica', fillReplica],
  ['SIGKILL to one etcd', killOneEtcd],
  ['SIGKILL to every etcd', killEveryEtcd],
  ['SIGKILL to PgBouncer', killPooler],
  ['SIGKILL to HAProxy', killBalancer],
  ['SIGKILL to one of two products', killProduct],
  ['a node restored from backup', restoreNode],
];

/** The product of the release before, replaced machine by machine; the database is migrated first. */
export const upgrade =
  (former: string): Scenario =>
  async (cluster) => {
    const said = await command('db-migrate', [], cluster.hosts[0]?.env ?? {});
    for (const host of cluster.hosts) {
      await host.app.end('SIGTERM');
      await cluster.startApp(host);
      await pause(3000);
    }
    return `from ${former}; ${said.trim()}`;
  };
