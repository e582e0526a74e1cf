import { sql } from 'kysely';
import type { Ctx } from '../context';
import { AppError, rejectField } from '../errors';
import type { JsonRecord } from '../json-record';
import { visible } from './conditions';
import type { ServiceOptions } from './options';
import type { Policy } from './policy';
import type { AnyDb, Columns, StoredRow } from './rows';

/**
 * Selects `may_write` with a row that a statement writes: whether the person may write it as it is now. Nobody creates
 * a row in another's shop or moves one there, and the check costs no statement of its own.
 */
export function returnMayWrite(policy: Policy | undefined, ctx: Ctx) {
  const filter = policy?.(ctx, 'write');
  return (eb: Columns) => (filter ? sql<boolean>`${filter(eb)}` : sql<boolean>`true`).as('may_write');
}

/**
 * The row without `may_write`. Throws NOT_FOUND for a row that is not the person's, like any other of another shop, and
 * VALIDATION_FAILED where the person left the shop out.
 */
export function ownRow({ may_write, ...row }: JsonRecord): StoredRow {
  if (may_write === true) return row as StoredRow;
  if (row.shop_id === null) rejectField('shop_id', 'error-shop-required');
  throw new AppError('NOT_FOUND');
}

/** The same after `afterSave`, which may have written what the policy reads. */
export async function assertOwn(ctx: Ctx, options: ServiceOptions, id: number): Promise<void> {
  if (!options.afterSave || !options.policy?.(ctx, 'write')) return;
  await (ctx.db as AnyDb)
    .selectFrom(options.table)
    .select('id')
    .where('id', '=', id)
    .where((eb) => visible(options, ctx, eb, 'write'))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}
