import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage, isKnownLanguage, type Language } from '@/contract/core/languages';
import { type Allow, isAllowed } from '@/contract/core/permissions';
import { findSession } from '@/server/core/sessions';
import { readLanguages } from '@/server/core/settings';
import type { FileSettings } from '@/server/integrations/files/files';
import type { ServiceWatch } from '@/server/integrations/health';
import { sbpState } from '@/server/integrations/sbp/sbp-payments';
import type { SendSettings } from '@/server/integrations/send-settings';
import type { Ctx, Database, UserCtx } from '../context';
import type { Listen } from '../db/listen';
import type { TrustProxy } from '../env';
import { AppError } from '../errors';
import type { Replica } from '../scale/replica';
import { inTransaction } from '../transaction';
import { assertPlainData, bodySizes, maxQueryValues, maxValues } from './untrusted';

/** Configuration and connections of the API; tests pass their own. */
export interface Deps extends FileSettings, SendSettings {
  db: Database;
  now: () => Date;
  dataDir: string;
  /** Age in months at which journal entries are archived into files; without it never. */
  archiveAfterMonths?: number | undefined;
  uploadMaxBytes: number;
  version: string;
  demo: boolean;
  logLevel: string;
  /** Receives the log lines; standard output by default. */
  logTo?: { write: (line: string) => void } | undefined;
  corsOrigins: string[];
  trustProxy: TrustProxy;
  databaseKind: 'embedded' | 'server';
  /** A second server for reads that tolerate a little lag. */
  replica?: Replica | undefined;
  /** Subscribes to notifications of transactions: the source of live updates. */
  listen: Listen;
  /** Key of `/metrics`; without it there are no metrics. */
  metricsToken?: string | undefined;
  /** Target of error reports; without it the route that forwards them does not exist. */
  sentryDsn: string | undefined;
  /** Public address of the panel, the base of links in emails. */
  publicUrl: string;
  licenseKey: string | undefined;
  /** Keys and addresses of external directories; a built-in one replaces each that is missing. */
  dadataToken?: string | undefined;
  dadataSecret?: string | undefined;
  dadataUrl?: string;
  sbpMembersUrl?: string | undefined;
  deliveryUrl?: string | undefined;
  /** Key that signs webhooks of the fast payment system; without it their route does not exist. */
  sbpSecret?: string | undefined;
  /** The service that writes descriptions; the feature is off without it. */
  aiUrl?: string | undefined;
  aiKey?: string | undefined;
  aiModel?: string | undefined;
  /** Key of the map in forms; they work without it. */
  mapsKey?: string | undefined;
  /** Records how external services respond; created from the database by default. */
  watch?: ServiceWatch | undefined;
}

export interface Call {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface RouteOptions<A extends Allow> {
  allow: A;
  /** Runs in a transaction. */
  write?: boolean;
  /** Read-only, and may lag a little for everyone but the writer: lists, dashboards, exports. Runs on the replica. */
  mayLag?: boolean;
  /** Open before the e-mail is confirmed; other routes answer EMAIL_NOT_VERIFIED. */
  unverified?: boolean;
  /** Bytes of the largest body; `bodySizes` says what is usual. */
  maxBody?: number | undefined;
  /** Answers in Russian when the language is not offered; other routes refuse it. */
  anyLanguage?: boolean;
}

type Run<C extends Ctx> = (ctx: C, call: Call) => Promise<unknown>;

/**
 * Wraps every handler of the API: session → confirmed e-mail → roles → plain values → transaction for writes → run. Errors
 * are thrown and formatted in `server.ts`. A route that is not public has a user.
 */
export function route(deps: Deps, options: RouteOptions<'public'>, run: Run<Ctx>): Handler;
export function route(deps: Deps, options: RouteOptions<Allow>, run: Run<UserCtx>): Handler;
export function route(deps: Deps, options: RouteOptions<Allow>, run: Run<UserCtx>): Handler {
  const maxBody = options.maxBody ?? bodySizes[options.allow === 'public' ? 'public' : 'usual'];
  const handler: Handler = async (request, reply) => {
    const call: Call = {
      params: asRecord(request.params) as Record<string, string>,
      query: asRecord(request.query),
      body: asRecord(request.body),
      request,
      reply,
    };
    const token = bearerOf(request);
    const user = await findSession(deps.db, deps.now(), token);
    // A client whose session has ended learns it on its next read, also on public routes.
    if (token && !user && request.method === 'GET') throw new AppError('NOT_AUTHENTICATED');
    if (options.allow !== 'public') {
      if (!user) throw new AppError('NOT_AUTHENTICATED');
      if (user.mustVerifyEmail && !options.unverified) throw new AppError('EMAIL_NOT_VERIFIED');
      if (!isAllowed(options.allow, user.permissions)) throw new AppError('FORBIDDEN');
    }
    assertPlainData(request.query, maxQueryValues);
    assertPlainData(request.body, maxValues(maxBody));
    const languages = user?.languages ?? (await readLanguages(deps));
    const rest: Omit<Ctx, 'db'> = {
      user,
      now: deps.now(),
      locale: localeOf(call, languages, options.anyLanguage),
      languages,
      ip: request.ip,
      requestId: String(request.id),
      publicUrl: deps.publicUrl,
      isSbpOff: sbpState(deps) === 'off',
    };
    // On a public route `user` may be null; its `run` is typed with Ctx by the first overload.
    const runWith = (db: Database) => run({ ...rest, db } as UserCtx, call);
    if (options.mayLag && deps.replica) return deps.replica.read(user, runWith);
    const ctx = { ...rest, db: deps.db } as UserCtx;
    const answer = await (options.write ? inTransaction(ctx, (inside) => run(inside, call)) : run(ctx, call));
    if (user && deps.replica && request.method !== 'GET') await deps.replica.noteWrite(user);
    return answer;
  };
  bodyLimits.set(handler, maxBody);
  return handler;
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const bodyLimits = new WeakMap<object, number>();

/** A larger body is refused before it is read. Not for uploads, which have limits of their own. */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (made) => {
    made.bodyLimit ??= bodyLimits.get(made.handler) ?? bodySizes.public;
  });
}

function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7).trim() : null;
}

function localeOf({ query, body }: Call, offered: readonly Language[], isLenient = false): Language {
  const asked = query.language ?? body.language ?? defaultLanguage;
  const found = offered.find((language) => language === asked);
  if (found) return found;
  if (isLenient && isKnownLanguage(asked)) return defaultLanguage;
  throw new AppError('VALIDATION_FAILED', { fields: { language: ['error-wrong-value'] } });
}

function asRecord(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
