import { sql } from 'kysely';
import { products } from '@/contract/catalogue/products';
import { type BulkNext, bulkStep, stepSchema } from '@/contract/catalogue/products/bulk';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { targetOf } from '@/server/core/resource/bulk';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { AnyDb, JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';

/** A product that a step works on; its row is locked. */
export interface Locked {
  id: number;
  version: number;
  shop_id: number;
  status: string;
  product_type: string;
  price: number | null;
}

/**
 * The next products of a bulk change, locked in the order of their ids, so that two changes at once wait for each other
 * and do not deadlock; and the operation that gathers what they had. Throws NOT_FOUND for an operation of somebody else.
 */
export async function nextStep(options: ServiceOptions, ctx: UserCtx, body: JsonRecord, kind: string) {
  const step = await validate(
    stepSchema,
    body.step !== null && typeof body.step === 'object' ? { ...body.step } : {},
  );
  if (step.operation !== null && step.operation !== undefined)
    await checkOperation(ctx, step.operation, kind);
  const rows = (await (ctx.db as AnyDb)
    .selectFrom('products')
    .select(['id', 'version', 'shop_id', 'status', 'product_type', 'price'])
    .where((eb) => targetOf(products, options, ctx, body, eb))
    .where('id', '>', step.after ?? 0)
    .orderBy('id')
    .limit(bulkStep)
    .forUpdate()
    .execute()) as Locked[];
  const last = rows.at(-1);
  return {
    rows,
    operation: step.operation ?? null,
    nextOf: (operation: number | null): BulkNext | null =>
      last && rows.length === bulkStep ? { after: last.id, operation } : null,
  };
}

async function checkOperation(ctx: UserCtx, id: number, kind: string): Promise<void> {
  const found = await ctx.db
    .selectFrom('bulk_operations')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', ctx.user.id)
    .where('family', '=', products.name)
    .where('column', '=', kind)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw new AppError('NOT_FOUND');
}

/** What products had before a step: into the operation, which begins with the first of them. */
export async function remember(
  ctx: UserCtx,
  kind: string,
  operation: number | null,
  rows: readonly { id: number; version: number; before: JsonRecord }[],
): Promise<number | null> {
  if (rows.length === 0) return operation;
  const id =
    operation ??
    (
      await ctx.db
        .insertInto('bulk_operations')
        .values({ family: products.name, user_id: ctx.user.id, at: ctx.now, column: kind, rows: '[]' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  await sql`insert into bulk_operation_rows (operation_id, product_id, version, before)
    select ${id}, r.id, r.version, r.before
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, version integer, before jsonb)`.execute(
    ctx.db,
  );
  return id;
}

/** One line of history for each product. */
export async function auditMany(
  ctx: UserCtx,
  rows: readonly { id: number; changes: object }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into audit_log (at, user_id, ip, request_id, family, row_id, action, changes)
    select ${ctx.now}, ${ctx.user.id}, ${ctx.ip}, ${ctx.requestId}, ${products.name}, r.id, 'update', r.changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, changes jsonb)`.execute(ctx.db);
}
