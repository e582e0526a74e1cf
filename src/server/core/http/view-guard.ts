import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database, SessionUser, UserCtx } from '../context';
import { hasSqlState } from '../db/sql-state';
import type { RequestDeps } from '../deps';
import { AppError } from '../errors';
import { inTransaction } from '../transaction';

/**
 * What a look through a vendor's eyes may ask (rules/accounts: a view changes nothing): what is read, by GET, except what
 * stands here, and of other methods only what stands here.
 */
const readsByPost: readonly string[] = ['coupons/verify', '*/bulk/uses'];

/** Ends the view itself. */
const ending = 'POST logout';

/** Files that leave the panel, such as exports and papers with personal data, and goods that are sold. */
const files: readonly string[] = [
  ...['*/export', 'export-*', 'product-exports', 'report-runs/:/file', 'product-imports/:/rejected.*'],
  ...['shops/:/statement', 'orders/:/invoice', 'orders/:/picklist', 'download-invoice/*', 'download_url/*'],
  ...['downloads', 'downloads/*', 'products/:/digital-file', 'product-reviews/:/files/:'],
];

/** How the vendor signs in, what only the vendor's own mail or provider opens, and mail of a demo. */
const secrets: readonly string[] = [
  ...['sessions', 'me/passkeys', 'sign-in/*', 'dev/*'],
  ...['register/confirm/*', 'email/*', 'contact/open/*', 'newsletter/*', 'orders/guest/:', 'order-changes/:'],
  'payment-links/:',
  'receipt-pages/:',
];

/** The beginning of a route and its end, around what `*` stands for. */
const patterns = (lists: readonly string[]) =>
  lists.map((entry) => {
    const escaped = entry.replace(/[.]/g, '\\.').replaceAll('*', '.+');
    return new RegExp(`^${escaped}$`);
  });
const withheld = patterns([...files, ...secrets]);
const posted = patterns(readsByPost);

const matches = (list: readonly RegExp[], path: string) => list.some((pattern) => pattern.test(path));

/** Whether a view may ask a route, such as `GET orders/:key/payment`. */
export function isOpenInView(method: string, route: string): boolean {
  const path = route.replace(/:\w+/g, ':');
  if (method === 'GET') return !matches(withheld, path);
  return `${method} ${path}` === ending || (method === 'POST' && matches(posted, path));
}

/** Throws READ_ONLY_VIEW for what a view may not ask. */
export function assertOpenInView({ routeOptions: { config } }: FastifyRequest): void {
  if (!config.isOpenInView) throw new AppError('READ_ONLY_VIEW');
}

/** SQL state of a write in a transaction that only reads. */
const readOnlyTransaction = '25006';

/**
 * Runs what a view asks. The database itself refuses a write, whatever the action does, and what was read stands in the
 * log before it is answered. Throws READ_ONLY_VIEW.
 */
export async function runInView<Result>(
  deps: Pick<RequestDeps, 'db' | 'now'>,
  ctx: UserCtx,
  request: FastifyRequest,
  run: (db: Database) => Promise<Result>,
): Promise<Result> {
  const { endpoint } = request.routeOptions.config;
  if (`${request.method} ${endpoint}` === ending) return inTransaction(ctx, ({ db }) => run(db));
  // A stream outlives its request, and reads what is published by itself.
  const read = endpoint === 'live' ? run(deps.db) : readOnly(deps.db, run);
  const answer = await read.catch((error: unknown) => {
    throw hasSqlState(error, readOnlyTransaction) ? new AppError('READ_ONLY_VIEW') : error;
  });
  await noteRead(deps, ctx.user.view, request);
  return answer;
}

const readOnly = <Result>(db: Database, run: (db: Database) => Promise<Result>) =>
  db.transaction().setAccessMode('read only').execute(run);

/**
 * Writes into the log what a view has read: each endpoint and record once, whoever asks again. One statement, so that
 * concurrent requests do not write it twice.
 */
async function noteRead(
  { db, now }: Pick<RequestDeps, 'db' | 'now'>,
  view: SessionUser['view'],
  request: FastifyRequest,
): Promise<void> {
  if (!view) return;
  const { endpoint = '' } = request.routeOptions.config;
  const record = Object.values(request.params as Record<string, string>)
    .join('/')
    .slice(0, 200);
  const changes = { endpoint: [null, endpoint], ...(record && { record: [null, record] }) };
  const key = `${endpoint} ${record}`;
  await sql`with opened as (
      update vendor_views set opened = opened || ${key}::text
      where id = ${view.id} and not opened @> array[${key}::text] returning id, shop_ids)
    insert into audit_log (at, user_id, ip, request_id, family, row_id, action, changes, shop_id)
    select ${now()}, ${view.by.id}, ${request.ip}, ${String(request.id)}, 'vendor-views', id, 'read-in-view',
      ${JSON.stringify(changes)}::jsonb, case when cardinality(shop_ids) = 1 then shop_ids[1] end
    from opened`.execute(db);
}
