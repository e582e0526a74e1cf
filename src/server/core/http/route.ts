import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage, isKnownLanguage, type Language } from '@/contract/core/languages';
import { type Allow, isAllowed } from '@/contract/core/permissions';
import { findSession } from '@/server/core/sessions';
import { readLanguages } from '@/server/core/settings';
import { sbpState } from '@/server/integrations/sbp/sbp-payments';
import type { Ctx, Database, UserCtx } from '../context';
import type { RequestDeps } from '../deps';
import { AppError } from '../errors';
import { inTransaction } from '../transaction';
import { assertPlainData, bodySizes, maxQueryValues, maxValues } from './untrusted';

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
export function route(deps: RequestDeps, options: RouteOptions<'public'>, run: Run<Ctx>): Handler;
export function route(deps: RequestDeps, options: RouteOptions<Allow>, run: Run<UserCtx>): Handler;
export function route(deps: RequestDeps, options: RouteOptions<Allow>, run: Run<UserCtx>): Handler {
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
