import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as yup from 'yup';
import { type Action, type Address, type BodySchema, splitAddress } from '@/contract/core/action';
import { defaultLanguage, isKnownLanguage, type Language } from '@/contract/core/languages';
import { type Allow, isAllowed } from '@/contract/core/permissions';
import { assertConfirmed, findSession } from '@/server/core/sessions';
import { readLanguages } from '@/server/core/settings';
import { onlineWays } from '@/server/integrations/online-ways';
import type { Ctx, Database, SessionUser, UserCtx } from '../context';
import { retryAfterReconnect } from '../db/lost';
import type { RequestDeps } from '../deps';
import { AppError, rejectValue } from '../errors';
import { toRecord } from '../json-record';
import { inTransaction } from '../transaction';
import { type Input, validate } from '../validate';
import { browserProofKeeper, browserProofsOf } from './browser-proof';
import { Deferred } from './deferred';
import { asCustomer, lackedRight } from './guard';
import { isOwnPanel, nameIgnoredKeys } from './other-clients';
import { assertPlainData, bodySizes, maxQueryValues, maxValues } from './untrusted';
import { assertOpenInView, runInView } from './view-guard';

export interface Call<Input = unknown, Params = Record<string, string>> {
  params: Params;
  query: Record<string, unknown>;
  /** As it was sent. */
  body: Record<string, unknown>;
  /** The body as the route's schema reads it; undefined without one. */
  input: Input;
  request: FastifyRequest;
  reply: FastifyReply;
}

type InputOf<S extends BodySchema> = S extends yup.AnyObjectSchema ? Input<S> : undefined;

/** How the server runs an action, beyond what its declaration says. */
interface RunOptions<C extends Ctx> {
  /**
   * Runs before the body is validated, outside of the transaction: limits count refused requests, too, and whoever may
   * not call learns nothing about the body.
   */
  before?: (ctx: C, call: Call) => Promise<void>;
  /** Runs in a transaction; what is not read by GET does, unless it says otherwise. */
  write?: boolean;
  /** Read-only, and may lag a little for everyone but the writer: lists, dashboards, exports. Runs on the replica. */
  mayLag?: boolean;
  /** Bytes of the largest body; `bodySizes` says what is usual. */
  maxBody?: number | undefined;
}

type RouteOptions<A extends Allow, C extends Ctx, S extends BodySchema> = RunOptions<C> &
  Pick<Action<`GET ${string}`, A, S>, 'allow' | 'body' | 'confirm' | 'created' | 'unverified' | 'oneFactor'>;

type Run<C extends Ctx, S extends BodySchema, Params = Record<string, string>> = (
  ctx: C,
  call: Call<InputOf<S>, Params>,
) => Promise<unknown>;

/** Names of the parameters in a path: `/orders/:key/notes` has `key`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : Path extends `${string}/*`
      ? '*'
      : never;

type ParamsOf<Path extends string> = string extends Path
  ? Record<string, string>
  : Record<ParamNames<Path>, string>;

/** Whoever may ask a public action need not be signed in. */
type CtxOf<Who extends Allow> = [Who] extends ['public'] ? Ctx : UserCtx;

/** Registers the routes of a module: a line names the declared action, and what runs. */
export function router(app: FastifyInstance, deps: RequestDeps) {
  return {
    on<At extends Address, Who extends Allow, Schema extends BodySchema>(
      action: Action<At, Who, Schema>,
      run: Run<CtxOf<Who>, Schema, ParamsOf<At>>,
      how: RunOptions<CtxOf<Who>> = {},
    ): void {
      const { methods, path } = splitAddress(action.at);
      const options = { write: methods[0] !== 'GET', ...action, ...how };
      app.route({
        method: methods,
        url: `/${path}`,
        // What a public action runs with is typed above.
        handler: route(
          deps,
          options as RouteOptions<Allow, UserCtx, BodySchema>,
          run as Run<UserCtx, BodySchema>,
        ),
      });
    },
  };
}

/**
 * Wraps every handler of the API. In this order: session, right of the role, look through a vendor's eyes, confirmed e-mail,
 * what the role demands of a sign-in, kind of account, plain values, `before`, input, fresh proof, transaction, run. What only reads is
 * asked again when its connection to the database broke, and so is all that comes before a write runs. Errors are thrown and
 * formatted in `server.ts`. A route that is not public has a user.
 */
export function route<S extends BodySchema = undefined>(
  deps: RequestDeps,
  options: RouteOptions<'public', Ctx, S>,
  run: Run<Ctx, S>,
): Handler;
export function route<S extends BodySchema = undefined>(
  deps: RequestDeps,
  options: RouteOptions<Allow, UserCtx, S>,
  run: Run<UserCtx, S>,
): Handler;
export function route(
  deps: RequestDeps,
  options: RouteOptions<Allow, UserCtx, BodySchema>,
  run: Run<UserCtx, BodySchema>,
): Handler {
  const maxBody = options.maxBody ?? bodySizes[options.allow === 'public' ? 'public' : 'usual'];
  const online = onlineWays(deps);
  const admit = async (db: Database, request: FastifyRequest, reply: FastifyReply): Promise<Admitted> => {
    const call = callOf(request, reply);
    const token = bearerToken(request);
    const found = await findSession(db, deps.now(), token, browserProofsOf(request, deps));
    const lacked = lackedRight(request, found);
    const user = found && lacked ? asCustomer(found) : found;
    if (user?.view) assertOpenInView(request);
    // A client whose session has ended learns it on its next read, also on public routes.
    if (token && !user && request.method === 'GET') throw new AppError('NOT_AUTHENTICATED');
    if (options.allow !== 'public') {
      if (!user) throw new AppError('NOT_AUTHENTICATED');
      if (user.mustVerifyEmail && !options.unverified) throw new AppError('EMAIL_NOT_VERIFIED');
      if (!options.oneFactor) assertDemands(user);
      if (!isAllowed(options.allow, user.permissions))
        throw new AppError('FORBIDDEN', { needs: lacked ? [lacked] : options.allow });
    }
    assertPlainData(request.query, maxQueryValues);
    assertPlainData(request.body, maxValues(maxBody));
    const languages = user?.languages ?? (await readLanguages({ db }));
    // On a public route `user` may be null; its `run` is typed with Ctx by the first overload.
    const isPanel = isOwnPanel(request);
    const ctx = {
      db,
      user,
      now: deps.now(),
      ...languagesOf(call, languages, isPanel),
      ip: request.ip,
      requestId: String(request.id),
      publicUrl: deps.publicUrl,
      online,
      ignoredKeys: isPanel ? undefined : [],
      keepBrowserProof: browserProofKeeper(request, reply, deps.publicUrl),
    } as UserCtx;
    await options.before?.(ctx, call);
    if (options.body) call.input = await validate(options.body, call.body);
    if (options.confirm) await assertConfirmed(ctx);
    return { ctx, call };
  };
  const act = async ({ ctx, call }: Admitted, standIn?: Database): Promise<unknown> => {
    const { user } = ctx;
    const { request, reply } = call;
    if (options.created) reply.code(201);
    const runWith = (db: Database) => run({ ...ctx, db }, call);
    const acted = user?.view
      ? runInView(deps, ctx, request, runWith)
      : options.mayLag && deps.replica && !standIn
        ? deps.replica.read(user, runWith)
        : options.write
          ? inTransaction(ctx, (inside) => run(inside, call))
          : run(ctx, call);
    const answer = await acted.catch((error: unknown) => storeForSecondPerson(error, ctx, call));
    nameIgnoredKeys(reply, ctx.ignoredKeys);
    if (user && deps.replica && request.method !== 'GET') await deps.replica.noteWrite(user);
    return answer;
  };
  const handler: Handler = async (request, reply) => {
    const read = async (standIn?: Database) => act(await admit(standIn ?? deps.db, request, reply), standIn);
    if (options.write || request.method !== 'GET')
      return act(await retryAfterReconnect(() => admit(deps.db, request, reply)));
    return deps.replica ? deps.replica.anywhere(read) : retryAfterReconnect(read);
  };
  bodyLimits.set(handler, maxBody);
  return handler;
}

/** A request before its body is checked. */
function callOf(request: FastifyRequest, reply: FastifyReply): Call {
  return {
    params: toRecord(request.params) as Record<string, string>,
    query: toRecord(request.query),
    body: toRecord(request.body),
    input: undefined,
    request,
    reply,
  };
}

/** A request that passed every guard. */
interface Admitted {
  ctx: UserCtx;
  call: Call;
}

/**
 * Stores what an action puts in its place. Our panel is answered 202; other clients would take that for done, so they
 * are refused (rules/settings: who prepares does not confirm).
 */
async function storeForSecondPerson(error: unknown, ctx: UserCtx, call: Call): Promise<unknown> {
  if (!(error instanceof Deferred)) throw error;
  const current = await inTransaction(ctx, (inside) => error.instead(inside, call));
  if (!isOwnPanel(call.request)) throw new AppError('SECOND_PERSON_REQUIRED', { current });
  call.reply.code(202);
  return current;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const bodyLimits = new WeakMap<object, number>();

/** A larger body is refused before it is read. Not for uploads, which have limits of their own. */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRoute', (made) => {
    made.bodyLimit ??= bodyLimits.get(made.handler) ?? bodySizes.public;
  });
}

/** What the person's role demands of a sign-in (rules/accounts: a role can demand a way to sign in). */
function assertDemands({ mustSetUpSecondFactor, mustLink }: SessionUser): void {
  if (mustLink) throw new AppError('SIGN_IN_LINK_NEEDED', { names: { provider: mustLink } });
  if (mustSetUpSecondFactor) throw new AppError('SECOND_FACTOR_NEEDED');
}

/** The session's token. Shop fronts send the header for guests, too, with nothing or the word for it. */
export function bearerToken({ headers: { authorization = '' } }: FastifyRequest): string | null {
  const token = authorization.startsWith('Bearer ') ? authorization.slice(7).trim() : '';
  return ['', 'null', 'undefined'].includes(token) ? null : token;
}

const languageAsked = ({ query, body }: Pick<Call, 'query' | 'body'>): unknown =>
  query.language ?? body.language ?? defaultLanguage;

/** What a request says about languages, of those that the marketplace offers. */
const languagesOf = (call: Call, languages: readonly Language[], isPanel: boolean) => ({
  languages,
  locale: localeOf(call, languages, isPanel),
  foreignLanguage: isPanel ? undefined : foreignLanguageOf(call, languages),
});

/** The language of another client's installation that is not offered here, as its rows name it. */
function foreignLanguageOf(call: Call, offered: readonly Language[]): string | undefined {
  const asked = languageAsked(call);
  const isCode = typeof asked === 'string' && /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(asked);
  return isCode && !offered.some((language) => language === asked) ? asked : undefined;
}

/**
 * The language of the texts. One that is not offered falls back to the original, as a missing text does (rules/core: a
 * language that is not offered is the original); our own panel must not overwrite the original in its name, though.
 */
function localeOf({ query, body, request }: Call, offered: readonly Language[], isPanel: boolean): Language {
  const asked = languageAsked({ query, body });
  const found = offered.find((language) => language === asked);
  if (found) return found;
  if (!isPanel || (request.method === 'GET' && isKnownLanguage(asked))) return defaultLanguage;
  rejectValue('language');
}
