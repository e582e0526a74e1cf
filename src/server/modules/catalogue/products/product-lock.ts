import type { Selectable } from 'kysely';
import { lastChange } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { isId } from '@/server/core/numbers';
import { productPolicy } from './policy';
import { getProduct } from './presenter';

export type StoredProduct = Selectable<DB['products']>;

/** Locks a product that the user may write. Throws NOT_FOUND. */
export async function lockProduct(ctx: Ctx, key: string): Promise<StoredProduct> {
  const own = productPolicy(ctx, 'write');
  return ctx.db
    .selectFrom('products')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((eb) => (isId(key) ? eb('id', '=', Number(key)) : eb('slug', '=', key)))
    .where((eb) => own?.(eb) ?? eb.val(true))
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

/** CONFLICT for a stale edit, with the current product. */
export async function staleEditError(ctx: Ctx, id: number): Promise<AppError> {
  const changed = await lastChange(ctx, 'products', id);
  return new AppError('CONFLICT', { current: await getProduct(ctx, String(id)), changed });
}
