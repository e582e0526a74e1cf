import { sql } from 'kysely';
import { defaultLanguage } from '@/contract/core/languages';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/resource/query';

const batch = 300;

/** Columns of a products file of the dialect, in its order (reference rules R-275); lists and pictures are JSON. */
const productColumns = [
  ...[
    'name',
    'description',
    'type_id',
    'price',
    'shop_id',
    'sale_price',
    'language',
    'min_price',
    'max_price',
  ],
  ...[
    'sku',
    'quantity',
    'sold_quantity',
    'in_stock',
    'is_taxable',
    'in_flash_sale',
    'status',
    'product_type',
  ],
  ...['unit', 'height', 'width', 'length', 'image', 'video', 'gallery', 'author_id', 'manufacturer_id'],
  ...[
    'is_digital',
    'is_external',
    'external_product_url',
    'external_product_button_text',
    'categories',
    'tags',
  ],
];

/** Columns of a variations file of the dialect (reference rules R-277). */
const variationColumns = [
  ...['title', 'image', 'price', 'sale_price', 'language', 'quantity', 'sold_quantity', 'is_disable', 'sku'],
  ...['options', 'product_id', 'digital_file_tracker', 'is_digital', 'blocked_dates'],
];

/** `GET export-products/{shop_id}`: a shop's products, in parts. Empty when there are none, as clients expect. */
export async function* dialectProducts(ctx: UserCtx, shopId: number): AsyncGenerator<string[][]> {
  const page = (after: number) => sql<JsonRecord>`select p.*, ${defaultLanguage}::text as language,
      exists (select 1 from flash_sale_products l join flash_sale f on f.id = l.flash_sale_id
        where l.product_id = p.id and f.deleted_at is null and f.sale_status
          and f.start_date <= ${ctx.now} and f.end_date > ${ctx.now}) as in_flash_sale,
      coalesce((select jsonb_agg(l.category_id order by l.category_id) from category_product l
        where l.product_id = p.id), '[]') as categories,
      coalesce((select jsonb_agg(l.tag_id order by l.tag_id) from product_tag l where l.product_id = p.id), '[]') as tags
    from products p where p.shop_id = ${shopId} and p.deleted_at is null and p.id > ${after}
    order by p.id limit ${batch}`;
  yield* pages(ctx, productColumns, page);
}

/** `GET export-variation-options/{shop_id}` */
export async function* dialectVariations(ctx: UserCtx, shopId: number): AsyncGenerator<string[][]> {
  const page = (after: number) => sql<JsonRecord>`select v.*, ${defaultLanguage}::text as language,
      v.digital_file_id as digital_file_tracker
    from variation_options v join products p on p.id = v.product_id and p.deleted_at is null
    where v.shop_id = ${shopId} and v.deleted_at is null and v.id > ${after}
    order by v.id limit ${batch}`;
  yield* pages(ctx, variationColumns, page);
}

async function* pages(
  ctx: UserCtx,
  columns: readonly string[],
  page: (after: number) => ReturnType<typeof sql<JsonRecord>>,
): AsyncGenerator<string[][]> {
  for (let after = 0; ; ) {
    const { rows } = await page(after).execute(ctx.db);
    const last = rows.at(-1);
    if (!last) return;
    const heading = after === 0 ? [[...columns]] : [];
    yield [...heading, ...rows.map((row) => columns.map((key) => cellOf(row[key])))];
    after = Number(last.id);
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
