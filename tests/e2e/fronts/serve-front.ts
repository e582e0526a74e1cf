import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };
const files = ['index.html', 'front.js', 'checkout.js', 'client.js', 'admin.html', 'admin.js'];

/** The small shop front and admin of `front/`, at an origin of their own. */
export async function serveFront(): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const name = new URL(String(request.url), 'http://front').pathname.slice(1) || 'index.html';
    if (!files.includes(name)) return response.writeHead(404).end();
    void readFile(join(import.meta.dirname, 'front', name)).then((text) =>
      response.writeHead(200, { 'content-type': types[extname(name)] }).end(text),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
