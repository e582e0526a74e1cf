import pg from 'pg';

const connections = 16;
const seconds = Number(process.env.BENCH_SECONDS ?? 6);

/** A list, and the bare query that an index answers: a page of the same rows, neither counted nor completed. */
interface Compared {
  title: string;
  address: string;
  bare: string;
  token: string;
}

/** How many answers a second 16 callers get of lists, against the bare query of 16 connections of the same driver (design §9). */
export async function measureParallel(
  databaseUrl: string,
  shop: string,
  token: string,
  get: (address: string, token: string) => Promise<unknown>,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const page = 'order by created_at desc, id desc limit 20';
  const compared: Compared[] = [
    {
      title: 'products',
      address: 'products?limit=20',
      bare: `select * from products where deleted_at is null ${page}`,
      token,
    },
    {
      title: 'orders',
      address: 'orders?limit=20',
      bare: `select * from orders where parent_id is null and deleted_at is null ${page}`,
      token,
    },
    {
      title: 'orders of a large shop',
      address: `orders?limit=20&shop_id=${shop}`,
      bare: `select * from orders where shop_id = ${shop} and parent_id is not null and deleted_at is null ${page}`,
      token,
    },
  ];
  for (const { title, address, bare, token: of } of compared) {
    const alone = await perSecond(() => pool.query(bare));
    const api = await perSecond(() => get(address, of));
    const part = ((100 * api) / alone).toFixed(0);
    process.stdout.write(
      `16 connections, ${title}: ${api.toFixed(0)} answers/s, bare SQL ${alone.toFixed(0)}/s: ${part} % (≥ 60)\n`,
    );
  }
  // What an answer costs that asks the database for little: more than that no list can come to.
  const least = await perSecond(() => get('me', token));
  process.stdout.write(`16 connections, who am I: ${least.toFixed(0)} answers/s\n`);
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
