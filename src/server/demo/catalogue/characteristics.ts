import { toSlug } from '@/contract/core/slug';
import { type SeedCtx, seededId } from '@/server/demo/context';
import { typed } from '@/server/demo/typed';
import characteristicsData from './characteristics.json';

/** Names and values by the kind of products. */
const characteristicsOfKind =
  typed<Record<string, readonly (readonly [name: string, value: string])[]>>(characteristicsData);

/** Kinds whose category demands all that its products say. */
const demanding: readonly string[] = ['med', 'pottery'];

interface MadeKind {
  key: string;
  shop: string;
  /** Slugs of the products. */
  slugs: readonly string[];
  category: { id: number } | undefined;
}

/** What demo products are like, and what their categories demand. Run after products and attributes. */
export async function seedCharacteristics(ctx: SeedCtx, kinds: readonly MadeKind[]): Promise<void> {
  const { db, now } = ctx;
  const stored = await db.selectFrom('products').select(['id', 'slug']).execute();
  for (const { key, shop, slugs, category } of kinds) {
    const said = characteristicsOfKind[key] ?? [];
    if (said.length === 0) continue;
    const shopId = seededId(ctx.shops, shop);
    const products = stored.filter(({ slug }) => slugs.includes(slug));
    for (const [position, [name, value]] of said.entries()) {
      const known = await db
        .selectFrom('attributes')
        .select('id')
        .where('shop_id', '=', shopId)
        .where('name', '=', name)
        .executeTakeFirst();
      const attribute =
        known ??
        (await db
          .insertInto('attributes')
          .values({
            name,
            slug: `${toSlug(name)}-${shop}`,
            shop_id: shopId,
            created_at: now,
            updated_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow());
      await db
        .insertInto('product_characteristics')
        .values(products.map(({ id }) => ({ product_id: id, attribute_id: attribute.id, value, position })))
        .execute();
    }
    if (!category || !demanding.includes(key)) continue;
    await db
      .updateTable('categories')
      .set({ required_characteristics: JSON.stringify(said.map(([name]) => ({ name }))) })
      .where('id', '=', category.id)
      .execute();
  }
}
