import { fork } from 'node:child_process';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { panelAccept } from './contract/core/panel-client';
import type { Deliver } from './fakes/webhooks';
import { createApp } from './server/app';
import { type OpenDatabase, openDatabase } from './server/core/db/client';
import { isCreated } from './server/core/db/embedded-folder';
import { migrate } from './server/core/db/migrate';
import { type Env, readEnv } from './server/core/env';
import { apiBase } from './server/core/files/attachments';
import { browserProofsOf, companionCookie } from './server/core/http/browser-proof';
import { openErrorReports } from './server/core/http/error-reports';
import { metricsRoutes } from './server/core/http/metrics';
import { monitoringRoutes } from './server/core/http/monitoring-routes';
import { requestOrigin } from './server/core/http/other-clients';
import { createServer, leaveConnectionsToOthers } from './server/core/http/server';
import { isThisComputer, listenHost, portAdvice, shownAddress } from './server/core/listen';
import { answerMetrics } from './server/core/scale/cluster-metrics';
import { poolerTrouble } from './server/core/scale/pooler';
import { openReplica, type Replica } from './server/core/scale/replica';
import { retireMessage, supervise } from './server/core/scale/supervise';
import { findSession } from './server/core/sessions';
import { readLanguages } from './server/core/settings';
import { askSettings, askWhoIs, openLanguages, openSite } from './server/core/web/remote-session';
import { visitorOf } from './server/core/web/visitor';
import { demoAccounts, demoInn, seedDemo } from './server/demo/demo';
import { prepareWeb, serveWeb } from './web';

/**
 * Starts everything (`all`), the API alone (`api`), or the web alone in front of an API elsewhere (`web`), in one
 * process or several, and stops it without losing anything.
 */
type Mode = 'all' | 'api' | 'web';

/** Statement timeout of requests. */
const statementMs = 60_000;
/** A slower shutdown is cut short before a supervisor kills the process. */
const stopMs = 14_000;

const mode = (process.argv[2] ?? 'all') as Mode;

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof Error && error.cause) process.stderr.write(`${String(error.cause)}\n`);
  process.exit(1);
});

async function main(): Promise<void> {
  const env = readEnv();
  if (env.processes > 1 && cluster.isPrimary) return startSeveral(env);
  const endReports = await openErrorReports(env);
  const { app, database } = mode === 'web' ? await webOnly(env) : await withApi(env);
  app.addHook('onClose', endReports);
  const place = { port: mode === 'api' ? env.apiPort : env.port, host: hostOf(env) };
  await app.listen(place).catch((error: unknown) => {
    throw new Error(portAdvice(error, place));
  });
  stopOnSignal(app, database);
  const address = app.server.address();
  if (cluster.isPrimary) announce(env, typeof address === 'object' && address ? address.port : place.port);
}

const hostOf = (env: Env) => listenHost(env, mode !== 'web');

async function startSeveral(env: Env): Promise<void> {
  if (mode !== 'web') {
    if (!env.databaseUrl)
      throw new Error(
        `PROCESSES=${env.processes} needs a PostgreSQL server in DATABASE_URL: the embedded database belongs to one process.`,
      );
    // Once in advance, so that the processes start at the same time.
    await (await openData(env)).close();
  }
  if (env.metricsToken) answerMetrics();
  supervise({
    count: env.processes,
    stopMs,
    onListening: (port) => announce(env, port),
  });
}

async function withApi(env: Env) {
  const [{ app, database, anywhere }, web] = await Promise.all([
    startApi(env),
    mode === 'all' ? prepareWeb(!env.production, env.port, env.distDir) : undefined,
  ]);
  if (mode === 'all') {
    await serveWeb(app, web, {
      ...webOptions(env),
      whoIs: isElsewhere(env)
        ? (token) => askWhoIs(String(env.browserApiUrl), token)
        : (token, request) =>
            anywhere(async (standIn) => {
              const db = standIn ?? database.db;
              const user = await findSession(db, new Date(), token, browserProofsOf(request, env));
              return user && visitorOf(db, user);
            }),
      languages: isElsewhere(env)
        ? openLanguages(String(env.browserApiUrl))
        : () => anywhere((standIn) => readLanguages({ db: standIn ?? database.db })),
      site: openSite(isElsewhere(env) ? askSettings(String(env.browserApiUrl)) : settingsOf(app)),
    });
  }
  return { app, database };
}

/** The panel may be built for another API than the one started with it; sessions then belong to that one. */
function isElsewhere({ browserApiUrl, publicUrl }: Env): boolean {
  return browserApiUrl !== undefined && new URL(browserApiUrl).origin !== new URL(publicUrl).origin;
}

/** Opens the database with today's schema, and with the demo data where they are wanted. */
async function openData(env: Env): Promise<OpenDatabase> {
  const trouble = await poolerTrouble(env);
  if (trouble) throw new Error(trouble);
  if (env.demo && !env.databaseUrl && !isCreated(join(env.dataDir, 'postgres'))) await seedApart();
  const database = await openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    pool: env.databasePool,
    workerFile: new URL('./pglite-worker.js', import.meta.url),
    statementMs,
    pooler: poolerOf(env),
  });
  try {
    await database.unlimited(migrate);
    if (env.demo) await seedDemo({ db: database.db, now: new Date(), dataDir: env.dataDir, s3: env.s3 });
  } catch (error) {
    throw database.explain(error);
  }
  return database;
}

/** Creates the embedded database with the demo data. In a process of its own: what that needs would stay with this one. */
async function seedApart(): Promise<void> {
  const child = fork(new URL('./db-seed.js', import.meta.url));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The demo data could not be written');
}

async function startApi(env: Env) {
  const database = await openData(env);
  let log: FastifyBaseLogger | undefined;
  let opened: FastifyInstance | undefined;
  const standIn = env.rehearsal
    ? await openStandIns(async (url, body) => {
        const answer = await opened?.inject({
          method: 'POST',
          url: new URL(url).pathname,
          payload: body,
          headers: { 'content-type': 'application/json' },
        });
        return [answer?.statusCode ?? 0, answer?.body ?? ''];
      }, env.publicUrl)
    : undefined;
  const replica = await openReplicaOf(env, database, (text) => log?.warn(text));
  const app = await createApp({
    ...env,
    ...standIn?.settings,
    db: database.db,
    now: () => new Date(),
    databaseKind: database.kind,
    listen: database.listen,
    replica,
  });
  log = app.log;
  opened = app;
  const close = async () => {
    await standIn?.close();
    await replica?.close();
    await database.close();
  };
  const anywhere: Replica['anywhere'] = replica?.anywhere ?? ((run) => run());
  return { app, database: { ...database, close }, anywhere };
}

/** A stand-in acquirer and cash register in this process, for the rehearsal of a demo; they call the API directly. */
async function openStandIns(deliver: Deliver, publicUrl: string) {
  const [{ startYookassa }, { startCashRegister }] = await Promise.all([
    import('./fakes/yookassa'),
    import('./fakes/cash-register'),
  ]);
  // Another seed at each start: the database remembers the ids of payments before.
  const common = { seed: Date.now(), deliver };
  const keys = { shopId: '100500', secret: 'test_secret' };
  const webhookUrl = `http://localhost${apiBase}/webhooks/yookassa`;
  // Its own page is on this machine only, where no buyer of a demo elsewhere comes.
  const payPage = `${publicUrl}${apiBase}/dev/bank`;
  const fake = await startYookassa({ ...common, ...keys, webhookUrl, payPage });
  const atol = { group: 'main', login: 'demo', password: 'demo-pass' };
  const register = await startCashRegister({ ...common, ...atol, inn: demoInn });
  return {
    settings: {
      yookassa: { ...keys, url: `${fake.base}/v3` },
      atol: { ...atol, url: `${register.base}/possystem/v5` },
      standIn: { ...fake, provider: 'yookassa' as const },
      standInRegister: register,
    },
    close: () => Promise.all([fake.close(), register.close()]),
  };
}

const poolerOf = ({ directUrl, keepsPrepared }: Env) => ({ directUrl, keepsPrepared });

async function openReplicaOf(env: Env, { db }: OpenDatabase, onChange: (text: string) => void) {
  const { databaseUrl: primaryUrl, replicaUrl, replicaLagMs: maxLagMs, databasePool: pool } = env;
  if (!primaryUrl || !replicaUrl) return undefined;
  const pooler = poolerOf(env);
  return openReplica({ db, primaryUrl, pooler, replicaUrl, pool, statementMs, maxLagMs, onChange });
}

async function webOnly(env: Env) {
  const api = env.apiUrl ?? `http://127.0.0.1:${env.apiPort}${apiBase}`;
  const app = createServer(env);
  metricsRoutes(app, env);
  // Pages post error reports to their own origin.
  await monitoringRoutes(app, env);
  const web = await prepareWeb(!env.production, env.port, env.distDir);
  await serveWeb(app, web, {
    ...webOptions(env),
    whoIs: (token, request) => askWhoIs(api, token, companionCookie(browserProofsOf(request, env))),
    languages: openLanguages(api),
    site: openSite(askSettings(api)),
  });
  return { app, database: undefined };
}

function webOptions(env: Env) {
  return {
    dev: !env.production,
    distDir: env.distDir,
    apiUrl: env.browserApiUrl,
    sentryDsn: env.sentryDsn,
    mapsKey: env.mapsKey,
    storageUrl: env.s3?.browserEndpoint,
    pictureOrigins: env.pictureOrigins,
    demo: env.demo,
    originOf: (request: FastifyRequest) => requestOrigin(request, env),
  };
}

/** `GET settings` of the API in this process. */
function settingsOf(app: FastifyInstance): (language: string) => Promise<unknown> {
  return async (language) =>
    (
      await app.inject({ url: `${apiBase}/settings`, query: { language }, headers: { accept: panelAccept } })
    ).json();
}

function announce(env: Env, port: number): void {
  const { databaseUrl, processes, demo } = env;
  const hasDatabase = mode !== 'web';
  const lines = [
    '',
    `  Гостиный двор: ${shownAddress(hostOf(env), port)}${mode === 'api' ? `${apiBase}/health` : '/admin'}`,
    ...(env.host === undefined && isThisComputer(hostOf(env))
      ? [
          '  Reachable from this computer only, because of the demo accounts; HOST=0.0.0.0 opens it to others.',
        ]
      : []),
    ...(hasDatabase
      ? [`  Database: ${databaseUrl ? 'PostgreSQL server' : `embedded, in ${env.dataDir}`}`]
      : []),
    ...(processes > 1 ? [`  Processes: ${processes}`] : []),
    ...(hasDatabase && demo
      ? ['', '  Demo accounts, password Demo12345:', ...demoAccounts.map((line) => `    ${line}`)]
      : []),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Stops accepting requests, lets those under way finish, then closes the database. */
function stopOnSignal(app: FastifyInstance, database: OpenDatabase | undefined): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), stopMs).unref();
    await app.close();
    await database?.close();
    process.exit(0);
  };
  process.on('message', ({ type }: { type?: string }) => {
    if (type !== retireMessage) return;
    leaveConnectionsToOthers(app);
    void stop();
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
  // The supervisor's, to replace processes; it would end one that has no supervisor.
  process.on('SIGUSR2', () => {});
}
