/** `npm run dev`: the panel in development mode without API and database; `start.tsx` answers in the browser. */
import { createServer } from 'node:http';
import next from 'next';

const port = Number(process.env.PORT || 3000);
// `next.config.js` adds the mock to the scripts of the browser, in development only.
process.env.API_MOCK = 'true';
process.env.NEXT_DIST_DIR ||= '.next-mock';

// The panel is built by webpack, so it is developed with it.
const web = next({ dev: true, dir: process.cwd(), port, webpack: true });
await web.prepare();
const answer = web.getRequestHandler();

createServer((request, response) => {
  // `public/early.js` sends requests before the mock listens: an empty response makes the page request again.
  if (request.url?.startsWith('/admin/rest/')) {
    response.writeHead(204).end();
    return;
  }
  if (request.url === '/') {
    response.writeHead(307, { location: '/admin' }).end();
    return;
  }
  void answer(request, response);
}).listen(port, () =>
  process.stdout.write(
    `http://localhost:${port}/admin with a mock API; who may open a page is decided in the browser, not by the server's gate\n`,
  ),
);
