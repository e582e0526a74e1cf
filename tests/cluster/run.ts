import { join } from 'node:path';
import { ask } from '../faults/api.ts';
import { buildRelease, formerRelease } from '../faults/former-release.ts';
import { command, pause, until } from '../faults/world.ts';
import { askAgain, Cluster, type Host } from './cluster.ts';
import { startMail } from './mail.ts';
import { type Scenario, scenarios, upgrade } from './scenarios.ts';
import { killServices } from './service.ts';
import { Traffic } from './traffic.ts';

/**
 * `npm run test:cluster`: starts everything of `deploy/cluster` on this machine, lets people read, edit and buy at a
 * steady rate, and breaks one part after the other (docs/cluster.md). With words after `--` it runs the scenarios whose
 * title contains one of them. Prints a line for each; exits with 1 when a write was lost, an order placed twice, a
 * letter sent twice, or the books do not agree.
 */
const rate = Number(process.env.CLUSTER_RATE ?? 30);
const buyers = 2;
/** Megabytes of the third machine's disk; 0 where nothing may be mounted. */
const smallDisk = Number(process.env.CLUSTER_DISK ?? 1500);
const words = process.argv.slice(2);
const print = (text: string) => void process.stdout.write(`${text}\n`);

const mail = await startMail();
process.env.CLUSTER_SMTP = mail.url;
const cluster = new Cluster();
let failures = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(1));

async function end(code: number): Promise<never> {
  await cluster.stop().catch((error: unknown) => print(String(error)));
  killServices();
  mail.close();
  process.exit(code);
}

/** The release before knows no pooler: it asks the primary directly. */
function withoutPooler({ env }: Host): Record<string, string> {
  const { DATABASE_DIRECT_URL = '', ...more } = env;
  return { ...more, DATABASE_URL: DATABASE_DIRECT_URL, DATABASE_REPLICA_URL: '' };
}

async function begin(): Promise<[string, Scenario][]> {
  const commit = formerRelease();
  const isUpgraded = words.length === 0 || words.some((word) => 'upgrade'.includes(word));
  const former = isUpgraded ? buildRelease(join(cluster.root, 'former'), commit) : process.cwd();
  await cluster.startDatabase(smallDisk);
  print(`${new Date().toISOString()} the cluster runs in ${cluster.root}`);
  const env = cluster.hosts[0]?.env ?? {};
  const plain = { ...env, DATABASE_URL: env.DATABASE_DIRECT_URL ?? '' };
  const wanted = ['--products', '2000', '--orders', '2000', '--shops', '50'];
  await command('db-seed', wanted, plain, former);
  for (const host of cluster.hosts)
    await cluster.startApp(host, former, isUpgraded ? withoutPooler(host) : host.env);
  await cluster.whole();
  const all: [string, Scenario][] = [
    ['upgrade of the product, machine by machine', upgrade(commit.slice(0, 8))],
    ...scenarios,
  ];
  return all.filter(([title]) => words.length === 0 || words.some((word) => title.includes(word)));
}

/** `GET ledger/reconcile` finds nothing. */
async function isSound(token: string): Promise<boolean> {
  const base = `http://127.0.0.1:${cluster.hosts[0]?.port}/admin/rest`;
  const { status, body } = await ask({ base }, 'GET', 'ledger/reconcile', { token });
  if (status === 200 && body.is_sound === true) return true;
  print(`reconcile: ${status} ${JSON.stringify(body)}`);
  failures += 1;
  return false;
}

async function measure(traffic: Traffic, [title, run]: [string, Scenario]): Promise<void> {
  // What went before must not be seen in this one.
  await pause(3000);
  const from = performance.now();
  let said: string;
  try {
    said = await run(cluster);
  } catch (error) {
    failures += 1;
    said = `FAILED: ${error instanceof Error ? error.message : String(error)}`;
  }
  await pause(2000);
  const { withoutWrites, withoutReads, asked, failed } = traffic.toll(from, performance.now());
  const { lost, twice } = await traffic.lost();
  const repeated = [...mail.counts.values()].filter((count) => count > 1).length;
  if (lost > 0 || twice > 0) failures += 1;
  const refused = [...failed].map(([how, count]) => `${count} × ${how}`).join(', ');
  const total = [...failed.values()].reduce((sum, count) => sum + count, 0);
  print(
    `| ${title} | ${withoutWrites.toFixed(1)} | ${withoutReads.toFixed(1)} | ${total} of ${asked} | ${lost} | ${twice} | ${repeated} | ${said}${refused && `; ${refused}`} |`,
  );
}

try {
  const wanted = await begin();
  const traffic = await Traffic.prepare(
    cluster.url,
    cluster.hosts.map(({ port }) => port),
  );
  traffic.begin(rate, buyers);
  await pause(5000);
  print(`${new Date().toISOString()} ${rate} requests/s and ${buyers} buyers`);
  print(
    '| fault | s without writes | s without reads | failed | lost | orders twice | letters twice | notes |',
  );
  print('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const scenario of wanted) await measure(traffic, scenario);
  await traffic.stop();
  const settled = await traffic.settle();
  const { lost, twice, acknowledged } = await traffic.lost();
  await until(
    'letters are sent',
    async () => {
      const { rows } = await askAgain(
        cluster.url,
        'select count(*)::int as count from outbox where sent_at is null',
      );
      return rows[0].count === 0;
    },
    60,
  ).catch(() => print('letters are still waiting'));
  print(
    `\n${acknowledged} writes acknowledged, ${lost} lost; ${settled} keyed orders, ${twice} twice; ${mail.counts.size} letters; books ${(await isSound(traffic.admin)) ? 'sound' : 'NOT SOUND'}`,
  );
} catch (error) {
  failures += 1;
  print(error instanceof Error ? String(error.stack) : String(error));
}
await end(failures > 0 ? 1 : 0);
