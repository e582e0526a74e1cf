import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { wholeNumber } from '@/server/core/numbers';
import type { RowFilter } from '@/server/core/resource/policy';

/**
 * `flash_sale_builder`: without `searchedByUser` products in a current or future sale; with it those that may join one:
 * published and free from `free_from` (default now) to `free_to`.
 */
export function saleFilter(ctx: Ctx, query: JsonRecord): RowFilter | undefined {
  if (!['1', 'true'].includes(String(query.flash_sale_builder ?? ''))) return undefined;
  if (!query.searchedByUser) {
    return () => sql<boolean>`exists (select 1 from flash_sale_products l join flash_sale f on f.id = l.flash_sale_id
      where l.product_id = products.id and f.deleted_at is null and f.sale_status and f.end_date > ${ctx.now})`;
  }
  const from = parseMoment(query, 'free_from') ?? ctx.now;
  const to = parseMoment(query, 'free_to');
  const except = wholeNumber(query.except_flash_sale) ?? 0;
  return () => sql<boolean>`(products.status = 'publish' and not exists (
    select 1 from flash_sale_products l join flash_sale f on f.id = l.flash_sale_id
    where l.product_id = products.id and f.deleted_at is null and f.id <> ${except}
      and f.end_date > ${from} and f.start_date < coalesce(${to ?? null}::timestamptz, 'infinity')))`;
}

function parseMoment(query: JsonRecord, key: string): Date | undefined {
  if (query[key] === undefined || query[key] === '') return undefined;
  const moment = new Date(String(query[key]));
  if (Number.isNaN(moment.getTime())) {
    rejectValue(key);
  }
  return moment;
}
