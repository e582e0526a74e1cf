import { sql } from 'kysely';
import type { ImportField } from '@/contract/catalogue/products/imports';
import type { UserCtx } from '@/server/core/context';
import { loadWords } from '@/server/core/words';
import { fieldNames } from '../products/field-names';
import { assertOwnShop } from '../products/policy';

/** Columns that a seller fills in by hand; files exported by programs bring their own. */
const templateFields: readonly ImportField[] = [
  'sku',
  'name',
  'type',
  'categories',
  'description',
  'unit',
  'price',
  'sale_price',
  'quantity',
  'barcode',
  'image',
  'gallery',
  'manufacturer',
  'tags',
  'weight',
  'length',
  'width',
  'height',
  'status',
];

const mostNames = 1000;

/**
 * `GET product-imports/template.csv|xlsx?shop_id=`: the headings with a sample row, and the names allowed in cells:
 * groups of the shop's products first, then all others. Throws NOT_FOUND for another shop.
 */
export async function importTemplate(ctx: UserCtx, shopId: number) {
  await assertOwnShop(ctx, shopId);
  const names = await fieldNames(ctx.locale);
  const words = await loadWords(ctx.locale, 'catalogue');
  const text = (key: string) => words(`products.import.${key}`);
  const groups = await groupNames(ctx, shopId);
  const categories = await categoryPaths(ctx);
  const sampleCells: Partial<Record<ImportField, string>> = {
    name: text('template-sample'),
    type: groups[0] ?? '',
    unit: text('template-unit'),
    price: '490',
    quantity: '10',
    status: text('cells.draft'),
  };
  const longest = Math.max(groups.length, categories.length);
  return {
    columns: templateFields.map((field) => names[field]),
    sample: templateFields.map((field) => sampleCells[field] ?? ''),
    lists: [
      [names.type, names.categories],
      ...Array.from({ length: longest }, (_, place) => [groups[place] ?? '', categories[place] ?? '']),
    ],
    title: text('template-sheet'),
    listTitle: text('template-lists'),
    note: text('template-note').replace('{{types}}', groups.slice(0, 50).join('; ')),
  };
}

async function groupNames(ctx: UserCtx, shopId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select g.name from groups g where g.deleted_at is null
    order by exists (select 1 from products p
      where p.type_id = g.id and p.shop_id = ${shopId} and p.deleted_at is null) desc, g.name
    limit ${sql.lit(mostNames)}`.execute(ctx.db);
  return rows.map(({ name }) => name);
}

/** `Посуда > Кружки`, as the import reads them. */
async function categoryPaths(ctx: UserCtx): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`with recursive tree as (
      select id, name::text as path from categories where parent_id is null and deleted_at is null
      union all
      select c.id, tree.path || ' > ' || c.name from categories c join tree on c.parent_id = tree.id
      where c.deleted_at is null)
    select path from tree order by path limit ${sql.lit(mostNames)}`.execute(ctx.db);
  return rows.map(({ path }) => path);
}
