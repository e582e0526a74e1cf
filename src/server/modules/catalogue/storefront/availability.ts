import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { readWhole } from '@/server/core/numbers';
import { refusedLines } from '../stock/stock';

interface Availability {
  is_available: boolean;
  /** Pieces of an item that is on sale, when there are fewer than asked for. */
  left: number | null;
}

/**
 * `GET check-availability`: whether so many pieces of a product or variation could be bought now. Throws NOT_FOUND for
 * one that is not on sale, VALIDATION_FAILED, and NOT_A_RENTAL_PRODUCT for a period: nothing here is rented out.
 */
export async function checkAvailability(ctx: Ctx, query: JsonRecord): Promise<Availability> {
  if (query.from || query.to) throw new AppError('NOT_A_RENTAL_PRODUCT');
  const { product_id, variation_option_id, variation_id = variation_option_id, quantity = '1' } = query;
  const line = {
    productId: readWhole('product_id', product_id),
    variationId: variation_id ? readWhole('variation_option_id', variation_id) : null,
    quantity: readWhole('quantity', quantity),
  };
  const [refused] = await refusedLines(ctx, [line]);
  if (refused && refused.problem !== 'short') throw new AppError('NOT_FOUND');
  return { is_available: !refused, left: refused?.left ?? null };
}
