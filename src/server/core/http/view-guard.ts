import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Database, SessionUser, UserCtx } from '../context';
import { hasSqlState } from '../db/sql-state';
import type { RequestDeps } from '../deps';
import { AppError } from '../errors';
import { inTransaction } from '../transaction';

/** Ends the view itself. */
const ending = 'POST logout';

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
