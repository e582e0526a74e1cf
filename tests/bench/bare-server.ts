import { createServer } from 'node:http';
import pg from 'pg';

/**
 * A lower bound for any API over our tables: a server that sends a page's rows and their count by two prepared
 * statements, without sessions, permissions, related records and errors.
 */
const [databaseUrl, port, connections] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(connections) });

const page = 'order by created_at desc, id desc limit 20';
const counted = (family: string) =>
  `select sum(amount)::int as total from daily_row_counts where family = '${family}'`;

const lists: Record<string, { rows: string; total: string }> = {
  '/products': {
    rows: `select * from products where deleted_at is null ${page}`,
    total: counted('products'),
  },
  '/orders': {
    rows: `select * from orders where parent_id is null and deleted_at is null ${page}`,
    total: counted('orders'),
  },
};

createServer((request, response) => {
  const list = lists[request.url ?? ''];
  if (!list) {
    response.writeHead(404).end();
    return;
  }
  const asked = [
    pool.query({ name: `rows of ${request.url}`, text: list.rows }),
    pool.query({ name: `total of ${request.url}`, text: list.total }),
  ] as const;
  void Promise.all(asked).then(([{ rows }, { rows: totals }]) => {
    const body = JSON.stringify({ data: rows, total: totals[0].total });
    response.setHeader('content-type', 'application/json').end(body);
  });
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('up\n'));
