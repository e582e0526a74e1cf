import type { Ctx } from '@/server/core/context';
import { type JsonRecord, pick } from '@/server/core/resource/query';
import { mayEditProducts } from './policy';
import { type Around, aroundProducts, type Priced, pricesOf } from './product-deals';

/** What a list tells of a product (reference rules R-051): the rest of the row stays here. */
const listKeys = [
  ...['id', 'version', 'created_at', 'updated_at', 'language', 'translated_languages'],
  ...[
    'name',
    'slug',
    'description',
    'type_id',
    'shop_id',
    'product_type',
    'status',
    'unit',
    'image',
    'gallery',
  ],
  ...['price', 'min_price', 'max_price', 'sku', 'quantity', 'sold_quantity', 'is_digital'],
];

/** Completes product rows as lists show them; one query, however many they are. */
export async function presentProducts(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  const around = await aroundProducts(
    ctx,
    rows.map((row) => Number(row.id)),
  );
  return rows.map((row) => ({ ...listed(row), ...besides(ctx, row, around.get(Number(row.id))) }));
}

/** The columns of a product that anybody may be told. */
export function listed(row: JsonRecord): JsonRecord {
  return pick(row, listKeys);
}

/** What a product's reader is told beside its own columns. */
export function besides(ctx: Ctx, row: JsonRecord, around: Around | undefined): JsonRecord {
  return {
    type: around?.type ?? null,
    shop: around?.shop ?? null,
    low_at: around?.low_at ?? 0,
    variations_count: around?.variations_count ?? 0,
    // That something waits is the vendor's own affair.
    has_waiting_change: around?.has_waiting_change === true && mayEditProducts(ctx, Number(row.shop_id)),
    ...pricesOf(ctx, row as unknown as Priced, around),
  };
}
