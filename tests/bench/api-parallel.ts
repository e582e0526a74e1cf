import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import pg from 'pg';

const connections = 16;
const barePort = '3222';
const seconds = Number(process.env.BENCH_SECONDS ?? 6);

/** A list, and the bare query that an index answers: a page of the same rows, neither counted nor completed. */
interface Compared {
  title: string;
  address: string;
  bare: string;
}

/** How many answers a second 16 callers get of lists, against the bare query of 16 connections of the same driver (design §9). */
export async function measureParallel(
  databaseUrl: string,
  shop: string,
  base: string,
  token: string,
): Promise<void> {
  // A caller that hardly works itself: it has the same two cores.
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = (address: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      get(new URL(address, base), { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${address}: ${answer.statusCode}`));
        answer.on('end', resolve).resume();
      }).on('error', reject);
    });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const page = 'order by created_at desc, id desc limit 20';
  const compared: Compared[] = [
    {
      title: 'products',
      address: 'products?limit=20',
      bare: `select * from products where deleted_at is null ${page}`,
    },
    {
      title: 'orders',
      address: 'orders?limit=20',
      bare: `select * from orders where parent_id is null and deleted_at is null ${page}`,
    },
    {
      title: 'orders of a large shop',
      address: `orders?limit=20&shop_id=${shop}`,
      bare: `select * from orders where shop_id = ${shop} and parent_id is not null and deleted_at is null ${page}`,
    },
  ];
  const server = spawn('node', ['tests/bench/bare-server.ts', databaseUrl, barePort, String(connections)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  for (const { title, address, bare } of compared) {
    const alone = await perSecond(() => pool.query(bare));
    const api = await perSecond(() => ask(address));
    const bareAddress = `http://127.0.0.1:${barePort}/?sql=${encodeURIComponent(bare)}`;
    const served = await perSecond(() => ask(bareAddress));
    const part = (of: number) => `${((100 * of) / alone).toFixed(0)} %`;
    process.stdout.write(
      `16 connections, ${title}: ${api.toFixed(0)} answers/s, bare SQL ${alone.toFixed(0)}/s: ${part(api)} (≥ 60); ` +
        `the bare SQL served over HTTP ${served.toFixed(0)}/s: ${part(served)}\n`,
    );
  }
  // What an answer costs that asks the database for little: more than that no list can come to.
  const least = await perSecond(() => ask('me'));
  process.stdout.write(`16 connections, who am I: ${least.toFixed(0)} answers/s\n`);
  server.kill();
  agent.destroy();
  await pool.end();
}

async function perSecond(once: () => Promise<unknown>): Promise<number> {
  const run = async (until: number) => {
    let done = 0;
    const caller = async () => {
      while (performance.now() < until) {
        await once();
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, caller));
    return done;
  };
  await run(performance.now() + 1000);
  const started = performance.now();
  const done = await run(started + seconds * 1000);
  return (done * 1000) / (performance.now() - started);
}
