import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { Server } from 'node:http';
import { basename, join, sep } from 'node:path';
import type { Duplex } from 'node:stream';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import i18next from '../next-i18next.config.cjs';
import { compression } from './server/core/http/compression';
import { logError } from './server/core/http/error-reports';
import { contentPolicy } from './server/core/web/content-policy';
import { openDocuments, type ReadSite } from './server/core/web/documents';
import { openEarlyScript } from './server/core/web/early-script';
import { gate, tokenInCookie, type Visitor } from './server/core/web/gate';
import { openMapFrame } from './server/core/web/map-frame';
import { resolvePage, type Site } from './server/core/web/page-address';
import { isAsset, openSite } from './server/core/web/site';
import { openBuild, sendNoBuild, type WebBuild } from './server/core/web/web-build';

interface WebOptions {
  dev: boolean;
  /** Folder of the web's build. */
  distDir: string;
  /** The user of a token, with the companion that the request brings; null when the session has ended. */
  whoIs: (token: string | null, request: FastifyRequest) => Promise<Visitor | null>;
  /** The settings of the site, for the head of its documents. */
  site: ReadSite;
  /** Where a browser finds this server. */
  originOf: (request: FastifyRequest) => string;
  /** The languages that the marketplace offers. */
  languages: () => Promise<readonly string[]>;
  /** The API when it is on another origin than the pages. */
  apiUrl: string | undefined;
  /** Target of the browser's error reports; without it nothing is reported. */
  sentryDsn: string | undefined;
  /** Key of the map; without it there is none. */
  mapsKey: string | undefined;
  /** Where browsers send uploads and load private files from, when that is not this server. */
  storageUrl: string | undefined;
  /** Where else the pictures come from. */
  pictureOrigins: readonly string[];
  /** Demo mode: pages show mail that is not sent. */
  demo: boolean;
}

/**
 * Loads Next and its build; undefined without one. Separate from `serveWeb`, so that the database opens at the same
 * time.
 */
export async function prepareWeb(dev: boolean, port: number, distDir: string) {
  const build = dev ? undefined : openBuild(distDir);
  if (typeof build === 'string') {
    process.stderr.write(`${build}\n`);
    return undefined;
  }
  // Loaded here, because the API alone starts without Next.
  const { default: next } = await import('next');
  // Next would take every upgrade request (`curl --http2` to the API) and leave it hanging; only a development server has
  // sockets. It gets this server, which never listens, instead.
  const quiet = dev ? {} : { httpServer: new Server() };
  const web = next({ dev, dir: process.cwd(), port, ...quiet });
  await web.prepare();
  return web;
}

/** Passes every `/admin` request except the API's to Next, with the gate and the security headers in front. */
export async function serveWeb(
  app: FastifyInstance,
  web: Awaited<ReturnType<typeof prepareWeb>>,
  options: WebOptions,
): Promise<void> {
  const policy = contentPolicy(options);
  const build = options.dev ? undefined : openBuild(options.distDir);
  if (!web || typeof build === 'string') return serveNoBuild(app, policy);
  const answer = web.getRequestHandler();
  const early = openEarlyScript(options);
  const map = openMapFrame(options.mapsKey);
  const site = openSite({ ...options, languages: i18next.i18n.locales });
  const showPage = openPages(options, build, site, policy);
  const packed = options.dev ? new Map<string, Buffer>() : packedFiles(options.distDir);

  await app.register(async (pages) => {
    await pages.register(compress, { ...compression, customTypes: /^text\/html/ });
    // Next reads the raw request, so nothing may be parsed here.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', (_request, _payload, done) => done(null));

    const show = async (request: FastifyRequest, reply: FastifyReply) => {
      const { url } = request;
      const file = takesBrotli(request) ? packed.get(withoutVersion(url)) : undefined;
      if (file) return sendPacked(reply, withoutVersion(url), file);
      if (early && url === '/admin/early.js') return early(reply, takesBrotli(request));
      const framed = map?.(url, reply);
      if (framed) return framed;
      // Known bypasses of a gate in front of Next: only Next itself may set these headers.
      for (const header of ['x-middleware-subrequest', 'x-nextjs-data']) delete request.raw.headers[header];
      if (isAsset(url, site())) {
        if (build && url.startsWith('/admin/_next/static/') && !build.hasAsset(url))
          return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found\n');
        // A development server must show a changed text.
        if (build && withoutVersion(url) !== url) reply.raw.setHeader('cache-control', kept);
      } else if (await showPage(request, reply)) return reply;
      reply.hijack();
      await answer(request.raw, reply.raw);
      // Next prints the error and answers itself.
      if (reply.raw.statusCode === 500)
        logError(request.log, new Error('Next failed'), 'INTERNAL', {
          route: resolvePage(url, site())?.page,
        });
      return reply;
    };
    pages.all('/admin', show);
    pages.all('/admin/*', show);
  });
  app.get('/', (_request, reply) => reply.redirect('/admin', 307));
  app.addHook('onClose', () => web.close());
  if (options.dev) closeUpgradedSockets(app);
}

/** Answers a visit to a page; false leaves it to Next, at the address that the gate found. */
function openPages(
  options: WebOptions,
  build: WebBuild | undefined,
  site: () => Site,
  policy: string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
  const scripts = options.dev ? undefined : pageScripts(options.distDir);
  const showDocument = build && openDocuments(options.distDir, options.site, options.originOf);
  return async (request, reply) => {
    const { url } = request;
    securityHeaders(reply, policy);
    const token = tokenInCookie(request.headers.cookie);
    const whoIs = () =>
      options.whoIs(token, request).catch((error: unknown) => {
        logError(request.log, error, 'The gate cannot ask for the session');
        return 'no-answer' as const;
      });
    const result = await gate(url, site(), whoIs, options.languages);
    if (result.kind === 'moved') return Boolean(reply.redirect(result.location, 307));
    if (result.kind === 'sign-in') return Boolean(toSignIn(request, reply, result.location));
    if (build && !build.isWhole(result)) return Boolean(sendNoBuild(reply, url));
    if (result.kind === 'denied') reply.raw.statusCode = 403;
    else {
      if (result.kind === 'unknown') reply.raw.statusCode = 503;
      const behind = result.page === '/login' ? pageBehind(url, site()) : undefined;
      preload(reply, connection(options), scriptsAhead(scripts, result.page, behind));
    }
    // Without the query: pages read it in the browser, and secrets in it stay out of Next's log.
    request.raw.url = result.address;
    return (await showDocument?.(request, reply, result)) ?? false;
  };
}

/** Drops an expired credential, with which the login page would redirect back here. */
function toSignIn(request: FastifyRequest, reply: FastifyReply, location: string): FastifyReply {
  if (tokenInCookie(request.headers.cookie)) reply.header('set-cookie', dropCookie(request));
  return reply.header('cache-control', 'no-store').redirect(location, 307);
}

/** Without a build the API works, and every page says what to do. */
function serveNoBuild(app: FastifyInstance, policy: string): void {
  const show = (request: FastifyRequest, reply: FastifyReply) => {
    securityHeaders(reply, policy);
    return sendNoBuild(reply, request.url);
  };
  for (const path of ['/admin', '/admin/*']) app.get(path, show);
  app.get('/', (_request, reply) => reply.redirect('/admin', 307));
}

/** Pages hold an upgraded socket to a development server, which Node does not close with the server's connections. */
function closeUpgradedSockets(app: FastifyInstance): void {
  const open = new Set<Duplex>();
  app.server.on('upgrade', (_request, socket: Duplex) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) socket.destroy();
  });
}

function dropCookie({ protocol }: FastifyRequest): string {
  return `AUTH_CRED=; Path=/admin; Max-Age=0; SameSite=Lax${protocol === 'https' ? '; Secure' : ''}`;
}

/** For everything that Next serves except files: pages, error pages, redirects. */
function securityHeaders(reply: FastifyReply, policy: string): void {
  const { raw } = reply;
  raw.setHeader('content-security-policy', policy);
  // So that the gate decides on each visit and a new build takes effect immediately.
  raw.setHeader('cache-control', 'private, no-cache');
  raw.setHeader('x-frame-options', 'DENY');
}

/**
 * Preloads what the page's scripts would request later. A browser opens six connections at a time: first the script
 * that requests the rows, then the largest ones, and last those of the next page.
 */
function preload(
  reply: FastifyReply,
  connected: string[],
  { now, later }: { now: string[]; later: string[] },
): void {
  reply.raw.setHeader('link', [
    ...['early.js', ...now.map((file) => `_next/${file}`)].map(
      (file) => `</admin/${file}>; rel=preload; as=script`,
    ),
    ...connected,
    ...later.map((file) => `</admin/_next/${file}>; rel=prefetch; as=script`),
  ]);
}

type PageScripts = ReturnType<typeof pageScripts>;

/**
 * A page's scripts immediately; the sign-in form needs only the style sheet, and later the scripts of the page after
 * it.
 */
function scriptsAhead(
  scripts: PageScripts | undefined,
  page: string | undefined,
  behind: string | undefined,
) {
  const own = scripts?.(page) ?? [];
  if (behind === undefined) return { now: own, later: [] };
  return { now: [], later: (scripts?.(behind, true) ?? []).filter((file) => !own.includes(file)) };
}

/** The page shown after a sign-in. */
function pageBehind(url: string, site: Site): string | undefined {
  const wanted = new URL(url, 'http://gate').searchParams.get('from_url') ?? '/';
  return resolvePage(`/admin${wanted}`, site)?.page;
}

/** The connection to an API on another origin, which needs a CORS preflight; `early.js` sends the first requests. */
function connection({ apiUrl }: WebOptions): string[] {
  return apiUrl ? [`<${new URL(apiUrl).origin}>; rel=preconnect; crossorigin=anonymous`] : [];
}

/** The build's scripts, styles and texts in their brotli form (`core/web/pack-assets.ts`), by address. */
function packedFiles(distDir: string): Map<string, Buffer> {
  const addressOf = (name: string) => name.slice(0, -3).split(sep).map(encodeURIComponent).join('/');
  const filesIn = (folder: string, address: string) => {
    const dir = join(distDir, folder);
    // `next build` alone packs nothing.
    if (!existsSync(dir)) return [];
    return readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.br'))
      .map((name) => [`${address}/${addressOf(name)}`, readFileSync(join(dir, name))] as const);
  };
  return new Map([...filesIn('static', '/admin/_next/static'), ...filesIn('locales', '/admin/locales')]);
}

/** Their addresses contain a hash of their content, or of the whole build (next.config.js). */
const kept = 'public, max-age=31536000, immutable';

/** Address without the hash of a dictionary. */
const withoutVersion = (url: string) => url.replace(/^(\/admin\/locales\/[^?]+)\?v=\w+$/, '$1');

const typeOf = (url: string) =>
  url.endsWith('.css') ? 'text/css' : url.endsWith('.json') ? 'application/json' : 'application/javascript';

function takesBrotli({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && /\bbr\b/.test(String(headers['accept-encoding']));
}

function sendPacked(reply: FastifyReply, url: string, file: Buffer) {
  return reply
    .headers({
      'content-type': `${typeOf(url)}; charset=UTF-8`,
      'content-encoding': 'br',
      'cache-control': kept,
      vary: 'accept-encoding',
    })
    .send(file);
}

/** The scripts of a page, largest first; for an unknown one those of every page. Its requests need the library. */
function pageScripts(distDir: string): (page: string | undefined, withRequests?: boolean) => string[] {
  const { pages } = JSON.parse(readFileSync(join(distDir, 'build-manifest.json'), 'utf8')) as {
    pages: Record<string, string[]>;
  };
  const sizeOf = (file: string) => statSync(join(distDir, file)).size;
  const sorted = (page: string) => {
    const files = new Set([...(pages['/_app'] ?? []), ...(pages[page] ?? [])]);
    const scripts = [...files]
      .filter((file) => file.endsWith('.js'))
      .map((file) => ({ file, size: sizeOf(file) }));
    return scripts.sort((a, b) => b.size - a.size).map(({ file }) => encodeURI(file));
  };
  const known = new Map(Object.keys(pages).map((page) => [page, sorted(page)]));
  // Named in src/lib/api/client.ts and next.config.js.
  const library = readdirSync(join(distDir, 'static'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(axios|http)(\.\w+)?\.js$/.test(basename(path)))
    .map((path) => `static/${path.split(sep).join('/')}`);
  return (page = '/_app', withRequests = false) => [
    ...(withRequests ? library : []),
    ...(known.get(page) ?? known.get('/_app') ?? []),
  ];
}
