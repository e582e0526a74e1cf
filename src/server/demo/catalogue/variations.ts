import { sql } from 'kysely';
import { cartesianProduct } from '@/contract/catalogue/products/variations';
import { type SeedCtx, seededId } from '@/server/demo/context';
import { typed } from '@/server/demo/typed';
import attributesOfKindData from './attributes-of-kinds.json';

/** Attributes of the variable products of a kind, and how many of their values are used. */
const attributesOfKind =
  typed<Record<string, readonly (readonly [name: string, from: number, to: number])[]>>(attributesOfKindData);

/** A demo product with variations; their SKUs derive from its number. */
export interface VariableItem {
  slug: string;
  shop: string;
  kind: string;
  number: number;
  least: number;
  most: number;
  quantity: number;
  sold: number;
}

interface Value {
  id: number;
  value: string;
  attribute: string;
}

/** Variations of the demo's variable products; one in nine is disabled, some are out of stock. */
export async function seedVariations(ctx: SeedCtx, items: readonly VariableItem[]): Promise<void> {
  const { db } = ctx;
  const stored = await db
    .selectFrom('products')
    .select(['id', 'slug', 'shop_id', 'created_at', 'updated_at'])
    .where('product_type', '=', 'variable')
    .execute();
  const values = await db
    .selectFrom('attribute_values as v')
    .innerJoin('attributes as a', 'a.id', 'v.attribute_id')
    .select(['v.id', 'v.value', 'a.name as attribute', 'a.shop_id'])
    .orderBy('a.id')
    .orderBy('v.position')
    .execute();
  for (const item of items) {
    const product = stored.find(({ slug }) => slug === item.slug);
    if (!product) throw new Error(`The demo lacks ${item.slug}`);
    const own = values.filter(({ shop_id }) => shop_id === seededId(ctx.shops, item.shop));
    const chosen = (attributesOfKind[item.kind] ?? []).map(([name, from, to]) =>
      own.filter(({ attribute }) => attribute === name).slice(from, to),
    );
    const links = chosen
      .flat()
      .map(({ id }, position) => ({ product_id: product.id, attribute_value_id: id, position }));
    await db.insertInto('attribute_value_product').values(links).execute();
    await db
      .insertInto('variation_options')
      .values(
        cartesianProduct<Value>(chosen).map((combination, position, all) => ({
          product_id: product.id,
          shop_id: product.shop_id,
          created_at: product.created_at,
          updated_at: product.updated_at,
          ...variationOf(ctx, item, combination, position, all.length, chosen.at(-1)?.length ?? 1),
        })),
      )
      .execute();
  }
}

function variationOf(
  { random }: SeedCtx,
  item: VariableItem,
  combination: readonly Value[],
  position: number,
  count: number,
  steps: number,
) {
  const step = position % steps;
  const price = item.least + ((item.most - item.least) * step) / Math.max(steps - 1, 1);
  const ids = combination.map(({ id }) => id).sort((one, other) => one - other);
  return {
    title: combination.map(({ value }) => value).join('/'),
    options: JSON.stringify(combination.map(({ attribute, value }) => ({ name: attribute, value }))),
    value_ids: sql<number[]>`${ids}::bigint[]`,
    position,
    price: Math.round(price / 10) * 10,
    sku: `${item.kind.toUpperCase()}-${String(item.number).padStart(3, '0')}-${String(position + 1).padStart(2, '0')}`,
    quantity: position % 7 === 5 ? 0 : random.whole(1, Math.max(2, Math.ceil((item.quantity * 2) / count))),
    sold_quantity: Math.floor(item.sold / count),
    // The first one is always enabled: the list shows its price as the lowest.
    is_disable: position % 9 === 8,
  };
}
