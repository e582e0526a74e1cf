import { toSlug } from '@/contract/core/slug';
import { type SeedCtx, seededId } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { orderStatuses } from '@/server/demo/orders/order-status';
import { pastMoments } from '@/server/demo/random';
import { attributes } from './attributes';

export async function seedAttributes({ db, now, random, shops }: SeedCtx): Promise<void> {
  const slugs = new Map<string, number>();
  const rows = attributes.map((attribute) => {
    const base = toSlug(attribute.name);
    const number = (slugs.get(base) ?? 0) + 1;
    slugs.set(base, number);
    return {
      ...pastMoments(random, now),
      name: attribute.name,
      slug: number > 1 ? `${base}-${number}` : base,
      shop_id: seededId(shops, attribute.shop),
      translations: english(attribute.english ? [attribute.english] : undefined, ['name']),
    };
  });
  const stored = await db.insertInto('attributes').values(rows).returning(['id', 'slug']).execute();
  const values = attributes.flatMap((attribute, index) => {
    const row = rows[index];
    const attributeId = stored.find(({ slug }) => slug === row?.slug)?.id;
    if (!row || !attributeId) throw new Error(`The demo lacks ${attribute.name}`);
    return attribute.values.map(([value, meta, translated], position) => ({
      slug: toSlug(value) || 'value',
      attribute_id: attributeId,
      value,
      meta,
      position,
      translations: english(translated ? [translated] : undefined, ['value']),
      created_at: row.created_at,
      updated_at: row.updated_at,
    }));
  });
  await db.insertInto('attribute_values').values(values).execute();
}

export async function seedOrderStatuses({ db, now, random }: SeedCtx): Promise<void> {
  const rows = orderStatuses.map(({ english: name, ...row }, index) => ({
    ...pastMoments(random, now),
    ...row,
    serial: index + 1,
    translations: english([name], ['name']),
  }));
  await db.insertInto('order_status').values(rows).execute();
}
