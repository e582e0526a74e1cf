import type { FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage, isKnownLanguage } from '@/contract/core/languages';
import { type Allow, isAllowed } from '@/contract/core/permissions';
import { findSession } from '@/server/core/sessions';
import type { FileSettings } from '@/server/integrations/files/files';
import type { ServiceWatch } from '@/server/integrations/health';
import { sbpState } from '@/server/integrations/sbp/sbp-payments';
import type { SendSettings } from '@/server/integrations/send-settings';
import type { Ctx, Database, UserCtx } from '../context';
import type { TrustProxy } from '../env';
import { AppError } from '../errors';
import type { Listen } from '../live/feed';
import { inTransaction } from '../transaction';
import { assertPlainData } from './untrusted';

/** What the API is made of; tests give their own. */
export interface Deps extends FileSettings, SendSettings {
  db: Database;
  now: () => Date;
  dataDir: string;
  uploadMaxBytes: number;
  version: string;
  demo: boolean;
  logLevel: string;
  /** Takes the log's lines; standard output when left out. */
  logTo?: { write: (line: string) => void } | undefined;
  corsOrigins: string[];
  trustProxy: TrustProxy;
  databaseKind: 'embedded' | 'server';
  /** Hears what transactions notify: what live updates come from. */
  listen: Listen;
  /** Where error reports go; there is no tunnel without it. */
  sentryDsn: string | undefined;
  /** Where the panel stands for its people: begins the links in letters (`Ctx`). */
  publicUrl: string;
  licenseKey: string | undefined;
  /** Keys and addresses of directories outside; those left out are answered by bundled ones. */
  dadataToken?: string | undefined;
  dadataUrl?: string;
  sbpMembersUrl?: string | undefined;
  deliveryUrl?: string | undefined;
  /** Signs what the gateway of the fast payment system tells; its door is not there without it. */
  sbpSecret?: string | undefined;
  /** The service that writes descriptions; there is none without its address. */
  aiUrl?: string | undefined;
  aiKey?: string | undefined;
  aiModel?: string | undefined;
  /** Key of the map that forms show; they do without. */
  mapsKey?: string | undefined;
  /** Hears how services outside answer; made from the database when left out. */
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
  /** In a transaction. */
  write?: boolean;
  /** Open also before the e-mail is confirmed: what confirming needs. Other doors answer EMAIL_NOT_VERIFIED. */
  unverified?: boolean;
}

type Run<C extends Ctx> = (ctx: C, call: Call) => Promise<unknown>;

/**
 * The only door of the API: session → confirmed e-mail → roles → plain values → transaction for writes → run. Refusals
 * are thrown and get one shape in `server.ts`. Behind a door that is not public the person is known.
 */
export function route(deps: Deps, options: RouteOptions<'public'>, run: Run<Ctx>): Handler;
export function route(deps: Deps, options: RouteOptions<Allow>, run: Run<UserCtx>): Handler;
export function route(deps: Deps, options: RouteOptions<Allow>, run: Run<UserCtx>): Handler {
  return async (request, reply) => {
    const call: Call = {
      params: asRecord(request.params) as Record<string, string>,
      query: asRecord(request.query),
      body: asRecord(request.body),
      request,
      reply,
    };
    const token = bearerOf(request);
    const user = await findSession(deps.db, deps.now(), token);
    // Whose session was ended must learn it at the next look at anything, also at what is open to all.
    if (token && !user && request.method === 'GET') throw new AppError('NOT_AUTHENTICATED');
    if (options.allow !== 'public') {
      if (!user) throw new AppError('NOT_AUTHENTICATED');
      if (user.mustVerifyEmail && !options.unverified) throw new AppError('EMAIL_NOT_VERIFIED');
      if (!isAllowed(options.allow, user.permissions)) throw new AppError('FORBIDDEN');
    }
    assertPlainData(request.query);
    assertPlainData(request.body);
    const rest: Omit<Ctx, 'db'> = {
      user,
      now: deps.now(),
      locale: localeOf(call),
      ip: request.ip,
      requestId: String(request.id),
      publicUrl: deps.publicUrl,
      isSbpOff: sbpState(deps) === 'off',
    };
    // A public door lets `user` be null; its `run` is typed with Ctx by the first overload.
    const ctx = { ...rest, db: deps.db } as UserCtx;
    return options.write ? inTransaction(ctx, (inside) => run(inside, call)) : run(ctx, call);
  };
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7).trim() : null;
}

function localeOf({ query, body }: Call): string {
  const asked = query.language ?? body.language ?? defaultLanguage;
  if (!isKnownLanguage(asked)) {
    throw new AppError('VALIDATION_FAILED', { fields: { language: ['error-wrong-value'] } });
  }
  return asked;
}

function asRecord(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
