import { createServer } from 'node:http';
import pg from 'pg';

/** What no list can be quicker than: a server that does nothing but ask one bare query and send its rows as JSON. */
const [databaseUrl, port, connections] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(connections) });

createServer((request, response) => {
  const bare = new URL(request.url ?? '', 'http://localhost').searchParams.get('sql') ?? 'select 1';
  void pool.query(bare).then(({ rows }) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: rows }));
  });
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('up\n'));
