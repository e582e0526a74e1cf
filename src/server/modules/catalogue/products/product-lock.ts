import type { Selectable } from 'kysely';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { productPolicy } from './policy';
import { getProduct } from './presenter';

export type StoredProduct = Selectable<DB['products']>;

/** A product that the person may write, locked until the transaction ends. Throws NOT_FOUND. */
export async function lockProduct(ctx: Ctx, key: string): Promise<StoredProduct> {
  const own = productPolicy(ctx, 'write');
  const query = ctx.db
    .selectFrom('products')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where((eb) => own?.(eb) ?? eb.val(true))
    .forUpdate();
  const isId = /^\d{1,15}$/.test(key);
  const row = await (isId
    ? query.where('id', '=', Number(key))
    : query.where('slug', '=', key)
  ).executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** The refusal of an edit that saw an older version, with the product as it is now. */
export async function conflict(ctx: Ctx, id: number): Promise<AppError> {
  return new AppError('CONFLICT', { current: await getProduct(ctx, String(id)) });
}
