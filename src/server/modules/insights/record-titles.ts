import { type RawBuilder, sql } from 'kysely';
import { type ResourceName, resourceNames, resources } from '@/contract';
import type { AnyResource } from '@/contract/core/define';
import { ownValue } from '@/contract/core/own-value';
import { screenAccess } from '@/contract/family-pages';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { maskText } from '@/server/core/rights/contacts';

/** A record with its display name. */
export interface NamedRecord {
  title: string | null;
  /** Path of its page for administrators, without base path and language. */
  path: string | null;
  isRemoved: boolean;
}

/** Families without a title column, or with another display name. */
const titles: Partial<Record<ResourceName, string>> = {
  withdraws: 'id',
  refunds: 'id',
  reviews: 'comment',
  questions: 'question',
};

/** Titles may be user texts, so they are truncated. */
const longestTitle = 120;

export function familyTable(family: ResourceName): keyof DB {
  return (family === 'staffs' ? 'memberships' : family.replaceAll('-', '_')) as keyof DB;
}

/** Families of tables that are called differently. */
const familiesOfTables: Record<string, string> = {
  order_lines: 'orders',
  coupon_usages: 'orders',
  category_product: 'products',
  product_tag: 'products',
  variation_options: 'products',
  attribute_value_product: 'products',
  product_reviews: 'products',
  product_imports: 'products',
  category_shop: 'shops',
  refund_lines: 'refunds',
  vendor_refunds: 'refunds',
  flash_sale_products: 'flash-sale',
  flash_sale_requests: 'vendor-requests',
  flash_sale_request_products: 'vendor-requests',
  flash_sale_consents: 'vendor-requests',
  boxes_of_delivery_classes: 'delivery-classes',
  ledger_accounts: 'ledger',
};

/** The family that a table's rows belong to, as `common:uses` names it. */
export const tableFamily = (table: string) => ownValue(familiesOfTables, table) ?? table.replaceAll('_', '-');

/** SQL expression of a row's display name. */
export function titleExpression(family: ResourceName): RawBuilder<string> {
  const resource: AnyResource = resources[family];
  // As people call it; what is ordered before there were short numbers has the long one.
  if (family === 'orders') return sql`coalesce(short_number, tracking_number)`;
  const key = titles[family] ?? resource.columns.find(({ kind }) => kind === 'title')?.key ?? 'id';
  return sql`coalesce(left(${sql.ref(key)}::text, ${sql.lit(longestTitle)}), id::text)`;
}

const keyOf = (family: ResourceName): RawBuilder<string> => {
  const { identity }: AnyResource = resources[family];
  return sql`${sql.ref(family === 'products' ? 'slug' : identity)}::text`;
};

const isFamily = (name: string): name is ResourceName => (resourceNames as readonly string[]).includes(name);

interface Row {
  family: ResourceName;
  id: number;
  title: string;
  key: string;
  is_removed: boolean;
}

/** Display names of records keyed by `family id`, in one query. */
export async function nameRecords(
  ctx: Ctx,
  asked: readonly { family: string; id: number | null }[],
): Promise<Map<string, NamedRecord>> {
  const byFamily = Map.groupBy(asked, ({ family }) => family);
  const selects = [...byFamily].flatMap(([family, rows]) => {
    const ids = [...new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])))];
    if (!isFamily(family) || ids.length === 0) return [];
    return [
      sql`select ${family}::text as family, id, ${titleExpression(family)} as title, ${keyOf(family)} as key,
        deleted_at is not null as is_removed from ${sql.table(familyTable(family))} where id = any(${ids}::bigint[])`,
    ];
  });
  if (selects.length === 0) return new Map();
  const { rows } = await sql<Row>`${sql.join(selects, sql` union all `)}`.execute(ctx.db);
  return new Map(
    rows.map(({ family, id, title, key, is_removed }) => [
      `${family} ${id}`,
      { title: maskText(ctx, title), isRemoved: is_removed, path: is_removed ? null : pathOf(family, key) },
    ]),
  );
}

/** Path of a row's page for administrators. */
function pathOf(family: ResourceName, key: string): string | null {
  const one = encodeURIComponent(key);
  if (family === 'shops') return `/${one}`;
  const { opens }: AnyResource = resources[family];
  const has = (screen: 'edit' | 'details') => screenAccess(family, screen, false) !== undefined;
  if (has('details') && (opens === 'details' || !has('edit'))) return `/${family}/${one}`;
  return has('edit') ? `/${family}/${one}/edit` : null;
}
