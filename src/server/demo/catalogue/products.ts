import { toSlug } from '@/contract/core/slug';
import { type SeedCtx, seededId } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import type { Drawing } from '@/server/demo/pictures';
import { pastMoments } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import { seedCharacteristics } from './characteristics';
import { type Look, productDrawing } from './product-pictures';
import kindsData from './products.json';
import { seedVariations, type VariableItem } from './variations';

/** Name, price, quantity and options. */
type DemoItem = readonly [
  name: string,
  price: number,
  quantity: number,
  more: {
    look: Look;
    /** The vendor's own sale price. */
    sale?: number;
    /** For a variable product: its highest price. */
    to?: number;
    /** Replaces the kind's unit, which might contradict a variation. */
    unit?: string;
    status?: 'draft' | 'under_review' | 'rejected' | 'unpublish';
    /** Part of the author's name. */
    author?: string;
    english?: string;
  },
];

/** Similar products, which share a description. */
interface DemoKind {
  key: string;
  shop: string;
  /** Parts of the manufacturers' names. */
  makers: readonly string[];
  /** Parts of a group's name, most likely first. */
  group: readonly string[];
  categories: readonly string[];
  tags: readonly string[];
  unit: string;
  about: string;
  items: readonly DemoItem[];
}

const kinds = typed<readonly DemoKind[]>(kindsData);

export function productDrawings(): Drawing[] {
  return kinds.flatMap((kind) =>
    kind.items.map(([, , , { look }], index) => productDrawing(pictureName(kind, index), look)),
  );
}

const pictureName = ({ key }: DemoKind, index: number) => `product-${key}-${index + 1}`;

type Named = { id: number; name: string; type_id?: number | null };

/** The record whose name contains the first matching part. */
export function likeliest<Row extends Named>(
  rows: readonly Row[],
  parts: readonly string[],
): Row | undefined {
  return parts
    .map((part) => rows.find(({ name }) => name.toLowerCase().includes(part.toLowerCase())))
    .find((row) => row !== undefined);
}

/** Run after groups, categories, tags, authors and manufacturers. */
export async function seedProducts(ctx: SeedCtx): Promise<void> {
  const { db } = ctx;
  const dictionary = {
    groups: await db.selectFrom('groups').select(['id', 'name']).orderBy('id').execute(),
    categories: await db.selectFrom('categories').select(['id', 'name', 'type_id']).orderBy('id').execute(),
    tags: await db.selectFrom('tags').select(['id', 'name']).orderBy('id').execute(),
    authors: await db.selectFrom('authors').select(['id', 'name']).orderBy('id').execute(),
    manufacturers: await db.selectFrom('manufacturers').select(['id', 'name']).orderBy('id').execute(),
  };
  const [anyGroup] = dictionary.groups;
  if (!anyGroup) throw new Error('The demo has no groups');
  const made = kinds.map((kind) => {
    const group = likeliest(dictionary.groups, kind.group) ?? anyGroup;
    const makers = kind.makers.flatMap((part) => likeliest(dictionary.manufacturers, [part]) ?? []);
    const near = dictionary.categories.filter(({ type_id }) => type_id === null || type_id === group.id);
    return {
      kind,
      rows: kind.items.map((item, index) =>
        productOf(ctx, kind, item, index, { group, makers, ...dictionary }),
      ),
      category:
        likeliest(near, kind.categories) ?? likeliest(dictionary.categories, kind.categories) ?? near[0],
      tags: kind.tags.flatMap((name) => likeliest(dictionary.tags, [name]) ?? []),
    };
  });
  const products = made.flatMap(({ rows }) => rows);
  await db.insertInto('products').values(products).execute();
  await file(ctx, made);
  const described = made.map(({ kind: { key, shop }, rows, category }) => ({
    key,
    shop,
    category,
    slugs: rows.map(({ slug }) => slug),
  }));
  await seedCharacteristics(ctx, described);
  const variable = made.flatMap(({ kind, rows }) => variableItems(kind, rows));
  await seedVariations(ctx, variable);
}

/** Kinds of products that have variations. */
function variableItems(
  { key, shop, items }: DemoKind,
  rows: readonly { slug: string; sold_quantity: number }[],
): VariableItem[] {
  return items.flatMap(([name, least, quantity, { to: most }], index) => {
    const sold = rows[index]?.sold_quantity ?? 0;
    const item = { slug: toSlug(name), shop, kind: key, number: index + 1, least, quantity, sold };
    return most === undefined ? [] : [{ ...item, most }];
  });
}

function productOf(
  ctx: SeedCtx,
  kind: DemoKind,
  [name, price, quantity, more]: DemoItem,
  index: number,
  around: { group: Named; makers: readonly Named[]; authors: readonly Named[] },
) {
  const picture = ctx.pictures.get(pictureName(kind, index));
  const isVariable = more.to !== undefined;
  const status = more.status ?? 'publish';
  return {
    ...momentsOf(ctx, kind, status),
    name,
    slug: toSlug(name),
    description: kind.about,
    type_id: around.group.id,
    shop_id: seededId(ctx.shops, kind.shop),
    product_type: isVariable ? 'variable' : 'simple',
    price: isVariable ? null : price,
    sale_price: more.sale ?? null,
    sku: isVariable ? null : `${kind.key.toUpperCase()}-${String(index + 1).padStart(3, '0')}`,
    quantity: isVariable ? 0 : quantity,
    sold_quantity: status === 'publish' ? ctx.random.whole(0, 240) : 0,
    status,
    unit: more.unit ?? kind.unit,
    weight: ctx.random.whole(1, 30) / 10,
    image: picture ? JSON.stringify(picture) : null,
    author_id: more.author ? (likeliest(around.authors, [more.author])?.id ?? null) : null,
    manufacturer_id: around.makers[index % Math.max(around.makers.length, 1)]?.id ?? null,
    translations: english(more.english ? [more.english] : undefined, ['name']),
  };
}

/** A product is newer than its shop; those in moderation were submitted within the last days. */
function momentsOf({ random, now, shops }: SeedCtx, { shop }: DemoKind, status: string) {
  const age = shops.get(shop)?.age ?? 0;
  const moments = pastMoments(random, now, { days: age * 0.9, lean: 1 });
  if (status !== 'under_review' && status !== 'rejected') return moments;
  const sent = now.getTime() - random.whole(2, 70) * 3600_000;
  return { ...moments, updated_at: new Date(Math.max(moments.created_at.getTime(), sent)) };
}

/** Assigns categories and tags to products: one insert each. */
async function file(
  { db }: SeedCtx,
  made: readonly { rows: readonly { slug: string }[]; category: Named | undefined; tags: readonly Named[] }[],
): Promise<void> {
  const stored = await db.selectFrom('products').select(['id', 'slug']).execute();
  const bySlug = new Map(stored.map(({ id, slug }) => [slug, id]));
  const idsOf = (rows: readonly { slug: string }[]) => rows.flatMap(({ slug }) => bySlug.get(slug) ?? []);
  const filed = made.flatMap(({ rows, category }) =>
    category ? idsOf(rows).map((product_id) => ({ product_id, category_id: category.id })) : [],
  );
  const tagged = made.flatMap(({ rows, tags }) =>
    idsOf(rows).flatMap((product_id, index) =>
      tags
        .filter((_tag, place) => place === 0 || (index + place) % 2 === 0)
        .map((tag) => ({ product_id, tag_id: tag.id })),
    ),
  );
  if (filed.length > 0) await db.insertInto('category_product').values(filed).execute();
  if (tagged.length > 0) await db.insertInto('product_tag').values(tagged).execute();
}
