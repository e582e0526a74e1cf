import { sql } from 'kysely';
import { productSchema } from '@/contract/catalogue/products/schema';
import type { Ctx } from '@/server/core/context';
import { type JsonRecord, pick } from '@/server/core/resource/query';

/** Input that is no column of the product: it goes into other tables, or says something about the rest. */
const elsewhere = [
  ...['categories', 'tags', 'variations', 'variation_options', 'digital_file'],
  ...['quantity_was', 'quantity_reason'],
];

const objects = ['image', 'gallery', 'video', 'seo', 'translations'];

/** Values as the table takes them. */
export function columnsOf(values: JsonRecord): JsonRecord {
  const columns: JsonRecord = {};
  for (const [key, value] of Object.entries(values)) {
    if (elsewhere.includes(key)) continue;
    columns[key] = objects.includes(key) && value !== null ? JSON.stringify(value) : value;
  }
  if ('digital_file' in values) {
    const file = values.digital_file as { attachment_id: number } | null;
    columns.digital_file_id = file?.attachment_id ?? null;
  }
  return columns;
}

/** A stored product in the shape in which it is written, but for its variations. */
export async function storedInput(ctx: Ctx, row: JsonRecord & { id: number }): Promise<JsonRecord> {
  const { rows } = await sql<JsonRecord>`select
    (select coalesce(jsonb_agg(category_id order by category_id), '[]') from category_product
      where product_id = ${row.id}) as categories,
    (select coalesce(jsonb_agg(tag_id order by tag_id), '[]') from product_tag where product_id = ${row.id}) as tags,
    (select coalesce(jsonb_agg(jsonb_build_object('attribute_value_id', attribute_value_id) order by position), '[]')
      from attribute_value_product where product_id = ${row.id}) as variations`.execute(ctx.db);
  const columns = Object.keys(productSchema.fields).filter((key) => !elsewhere.includes(key));
  return {
    ...pick(row, columns),
    ...rows[0],
    digital_file: row.digital_file_id ? { attachment_id: row.digital_file_id } : null,
  };
}
