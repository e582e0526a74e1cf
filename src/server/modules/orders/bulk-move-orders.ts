import { sql } from 'kysely';
import type { BulkSetPreview } from '@/contract/core/bulk';
import { orders } from '@/contract/orders';
import { shownNumber } from '@/contract/orders/number';
import type { bulkStatusSchema, undoHandoversSchema } from '@/contract/orders/schema';
import { buildTarget } from '@/server/core/bulk/bulk-service';
import type { UserCtx } from '@/server/core/context';
import { rejectValue, toAppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { AnyDb } from '@/server/core/resource/rows';
import { inTransaction } from '@/server/core/transaction';
import type { Input } from '@/server/core/validate';
import { listsParts, orderOptions } from './list/order-options';
import { changeStatus } from './orders';
import { undoShipping } from './shipping/undo-shipping';

/** Each order is a transaction of its own and sends e-mails. */
const maxOrders = 500;

/** How many orders moved, and why each of the others did not. */
interface BulkStatusResult {
  done: number;
  /** `text`: the translation key of a reason that the error code alone does not tell. */
  refused: {
    id: number;
    tracking_number: string;
    short_number: string | null;
    reason: string;
    text: string | null;
  }[];
  /** Handovers, which `undoHandovers` puts back until then. */
  undo?: { ids: number[]; until: string };
}

/**
 * `POST orders/bulk/status` {ids | query, order_status, note?, cash_held_by?}; `body` names the orders (`buildTarget`): moves
 * each in its own transaction, so that one refused move does not stop the others. Throws VALIDATION_FAILED for more than
 * `maxOrders`.
 */
export async function bulkMoveOrders(
  ctx: UserCtx,
  body: JsonRecord,
  input: Input<typeof bulkStatusSchema>,
): Promise<BulkStatusResult> {
  const result: BulkStatusResult = { done: 0, refused: [] };
  for (const { id, tracking_number, short_number } of await chosenOrders(ctx, body)) {
    try {
      const moved = await inTransaction(ctx, (inside) => changeStatus(inside, String(id), input));
      result.done += 1;
      if (typeof moved.undo_until !== 'string') continue;
      // All of them can be undone as long as the first one.
      result.undo ??= { ids: [], until: moved.undo_until };
      result.undo.ids.push(id);
    } catch (error) {
      const { code, fields = {} } = refusalOf(error);
      const text = Object.values(fields)[0]?.[0] ?? null;
      result.refused.push({ id, tracking_number, short_number, reason: code, text });
    }
  }
  return result;
}

const maxSamples = 5;

/**
 * `POST orders/bulk/status/preview`: moves the orders and takes it back in the same transaction, so that a preview cannot
 * differ from the change (rules/panel: a bulk change shows before what it does). Throws like `bulkMoveOrders`.
 */
export async function previewBulkMove(
  ctx: UserCtx,
  body: JsonRecord,
  input: Input<typeof bulkStatusSchema>,
): Promise<BulkSetPreview> {
  const kept = { same: 0, refused: 0, deleted: 0, foreign: 0, missing: 0 };
  const samples: BulkSetPreview['samples'] = [];
  let done = 0;
  for (const order of await chosenOrders(ctx, body)) {
    const { id, order_status: before } = order;
    if (before === input.order_status) {
      kept.same += 1;
      continue;
    }
    await sql`savepoint one_order`.execute(ctx.db);
    try {
      await changeStatus(ctx, String(id), input);
      done += 1;
      const title = `№\u00a0${shownNumber(order)}`;
      if (samples.length < maxSamples) samples.push({ title, before, after: input.order_status });
    } catch (error) {
      refusalOf(error);
      kept.refused += 1;
    }
    await sql`rollback to savepoint one_order`.execute(ctx.db);
  }
  return { done, kept, samples };
}

/** `POST orders/bulk/undo`: what was handed over together is put back, each in its own transaction. */
export async function undoHandovers(
  ctx: UserCtx,
  { ids }: Input<typeof undoHandoversSchema>,
): Promise<{ done: number; refused: number }> {
  let done = 0;
  for (const id of ids) {
    try {
      await inTransaction(ctx, (inside) => undoShipping(inside, String(id)));
      done += 1;
    } catch (error) {
      refusalOf(error);
    }
  }
  return { done, refused: ids.length - done };
}

/** Why one of many was refused; any other failure ends the whole. */
function refusalOf(error: unknown) {
  const refusal = toAppError(error);
  if (refusal.code === 'INTERNAL') throw error;
  return refusal;
}

interface ChosenOrder {
  id: number;
  tracking_number: string;
  short_number: string | null;
  order_status: string;
}

async function chosenOrders(ctx: UserCtx, body: JsonRecord): Promise<ChosenOrder[]> {
  const query = body.query !== null && typeof body.query === 'object' ? { ...body.query } : {};
  // Ticked ids are the user's own rows, whole orders or parts.
  const isPart = listsParts(ctx, query);
  const rows = await (ctx.db as AnyDb)
    .selectFrom('orders')
    .select(['id', 'tracking_number', 'short_number', 'order_status'])
    .$castTo<ChosenOrder>()
    .where((eb) =>
      Array.isArray(body.ids)
        ? eb.or([false, true].map((one) => buildTarget(orders, orderOptions(one), ctx, body, eb)))
        : buildTarget(orders, orderOptions(isPart), ctx, body, eb),
    )
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(maxOrders + 1)
    .execute();
  if (rows.length > maxOrders) rejectValue(Array.isArray(body.ids) ? 'ids' : 'query');
  return rows;
}
