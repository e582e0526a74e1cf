import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startApis } from './load-api.ts';

/**
 * `npm run bench:complete`: administrators complete orders of different shops, which are paid on handover, at sixteen
 * connections: what one entry waits for another. The server of BENCH_DATABASE_URL has the rows of `bench:load` and is
 * written to: use a copy. Prints the milliseconds of the median and of the 95th percentile, and completions per second.
 */
const databaseUrl = String(process.env.BENCH_DATABASE_URL);
const count = Number(process.env.COMPLETE_ORDERS ?? 600);
const connections = 16;
const port = Number(process.env.COMPLETE_PORT ?? 3225);

const database = new pg.Client({ connectionString: databaseUrl });
await database.connect();

async function signIn(): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await database.query(
    `with admin as (insert into users (name, email, password_hash, permissions, email_verified_at)
       values ('Нагрузка', $2, 'none', '{super_admin,store_owner,customer}', now()) returning id)
     insert into sessions (user_id, token_hash, user_agent, created_at, expires_at)
     select id, $1, 'bench:complete', now(), now() + interval '1 day' from admin`,
    [createHash('sha256').update(token).digest('hex'), `complete-${Date.now()}@test.ru`],
  );
  return token;
}

/** One part of each shop, so that only the marketplace's accounts are shared. */
async function parts(): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `select min(id)::int as id from orders where parent_id is not null and order_status = 'order-out-for-delivery'
       and payment_gateway <> 'SBP' group by shop_id order by random() limit $1`,
    [count],
  );
  return rows.map(({ id }) => id);
}

const api = await startApis(port, 1, {
  ...process.env,
  ...{
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    DEMO: 'false',
    LOG_LEVEL: 'error',
  },
  DATA_DIR: mkdtempSync(join(tmpdir(), 'gostiny-complete-')),
});
try {
  const token = await signIn();
  const waiting = await parts();
  const took: number[] = [];
  let refused = 0;
  const begun = performance.now();
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const start = performance.now();
      const { status } = await fetch(`http://127.0.0.1:${port}/admin/rest/orders/${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ order_status: 'order-completed' }),
      });
      if (status === 200) took.push(performance.now() - start);
      else refused += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - begun) / 1000;
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
  process.stdout.write(
    `${sorted.length} completed, ${refused} refused: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${Math.round(sorted.length / seconds)} per second\n`,
  );
} finally {
  await api.stop();
  await database.end();
}
