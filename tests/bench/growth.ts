import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { startPostgres } from '../support/scratch-postgres.ts';

/**
 * `npm run bench:growth`: how large the tables of many orders become. Fills a scratch PostgreSQL server by `db:seed` with
 * three numbers of orders, foresees the largest from the two smaller ones (the error of the method), and draws the line of
 * the two larger ones to GROWTH_TARGET orders. What the seed writes by hand only, and what stands against sharding by
 * shop, is counted from the same databases (docs/scale.md).
 */
const sizes = (process.env.GROWTH_ORDERS ?? '50000,150000,450000').split(',').map(Number);
const target = Number(process.env.GROWTH_TARGET ?? 100_000_000);
const postgres = startPostgres(3238, '-c fsync=off -c max_wal_size=4GB -c shared_buffers=1GB');
const print = (text: string) => void process.stdout.write(`${text}\n`);

interface Size {
  rows: number;
  table: number;
  indexes: number;
}

async function measure(orders: number): Promise<Map<string, Size>> {
  const name = `growth_${orders}`;
  await ask(postgres.url, `create database ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  const products = String(Math.round(orders / 10));
  execFileSync(
    'node',
    [
      'dist/db-seed.js',
      '--shops',
      '500',
      '--users',
      products,
      '--products',
      products,
      '--orders',
      String(orders),
    ],
    {
      env: { ...process.env, DATABASE_URL: url.href, DATA_DIR: postgres.folder, DEMO: 'true' },
      stdio: 'ignore',
    },
  );
  const { rows } = await ask(
    url.href,
    `select c.relname as name, c.reltuples::float8 as rows, pg_table_size(c.oid)::float8 as table,
       pg_indexes_size(c.oid)::float8 as indexes
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  if (orders === sizes.at(-1)) await obstacles(url.href);
  return new Map(rows.map(({ name, ...size }) => [String(name), size as unknown as Size]));
}

async function ask(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(text);
  } finally {
    await client.end();
  }
}

/** Sharding by shop asks for the shop in every key, and for both ends of a reference on one machine. */
async function obstacles(url: string): Promise<void> {
  const { rows } = await ask(
    url,
    `with tables as (
       select c.oid, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'shop_id') as has_shop
       from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace),
     keys as (
       select i.indexrelid, exists (select from pg_attribute a where a.attrelid = i.indexrelid and a.attname = 'shop_id') as has_shop
       from pg_index i join tables t on t.oid = i.indrelid where i.indisunique and t.has_shop)
     select (select count(*) from tables) as tables, (select count(*) from tables where has_shop) as "with a shop",
       (select count(*) from keys where not has_shop) as "unique keys of these without it",
       (select count(*) from pg_constraint k join tables a on a.oid = k.conrelid join tables b on b.oid = k.confrelid
         where k.contype = 'f' and a.has_shop and not b.has_shop and b.oid <> 'shops'::regclass) as "references from these to tables without it",
       (select count(*) from pg_constraint k join tables a on a.oid = k.conrelid join tables b on b.oid = k.confrelid
         where k.contype = 'f' and a.has_shop and b.has_shop) as "references among these",
       (select count(*) from pg_trigger g join tables t on t.oid = g.tgrelid where not g.tgisinternal and t.has_shop) as "triggers on these"`,
  );
  print(JSON.stringify(rows[0]));
}

const line = (x1: number, y1: number, x2: number, y2: number, x: number) =>
  y2 + ((y2 - y1) / (x2 - x1)) * (x - x2);
const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0);

try {
  const measured: Map<string, Size>[] = [];
  for (const orders of sizes) measured.push(await measure(orders));
  const [small, middle, large] = measured;
  const [x1, x2, x3] = sizes;
  if (!small || !middle || !large || !x1 || !x2 || !x3) throw new Error('GROWTH_ORDERS takes three numbers');
  const lines: { text: string; bytes: number }[] = [];
  let whole = 0;
  for (const [name, { rows, table, indexes }] of large) {
    const bytes = (of: Map<string, Size>) => (of.get(name)?.table ?? 0) + (of.get(name)?.indexes ?? 0);
    const foreseen = line(x1, bytes(small), x2, bytes(middle), x3);
    const error = ((foreseen - bytes(large)) / bytes(large)) * 100;
    const far = line(x2, bytes(middle), x3, bytes(large), target);
    whole += far;
    const share = indexes / (table + indexes);
    lines.push({
      bytes: far,
      text: `| ${name} | ${(rows / x3).toFixed(2)} | ${Math.round(bytes(large) / x3)} | ${Math.round(share * 100)} % | ${error.toFixed(1)} % | ${gigabytes(far)} |`,
    });
  }
  print('| Table | Rows an order | Bytes an order | of these indexes | Error at the largest | GB |');
  print('| --- | --- | --- | --- | --- | --- |');
  for (const { text } of lines.sort((a, b) => b.bytes - a.bytes).slice(0, 20)) print(text);
  print(`all tables: ${gigabytes(whole)} GB at ${target.toLocaleString('en')} orders`);
} finally {
  postgres.stop();
}
