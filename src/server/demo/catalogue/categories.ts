import { toSlug } from '@/contract/core/slug';
import type { SeedCtx } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { type Drawing, type SwatchFigure, swatch } from '@/server/demo/pictures';
import { pastMoments } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import categoriesData from './categories.json';

interface DemoCategory {
  name: string;
  details?: string;
  icon?: string;
  english?: [name: string, details?: string];
  picture?: [ground: string, figure: string, shape: SwatchFigure];
  /** Name of the group; the parent's when left out. */
  group?: string;
  /** Names alone, or whole categories. */
  children?: readonly (string | DemoCategory)[];
}

const categories = typed<readonly DemoCategory[]>(categoriesData);

const whole = (category: string | DemoCategory): DemoCategory =>
  typeof category === 'string' ? { name: category } : category;

export function categoryDrawings(from: readonly (string | DemoCategory)[] = categories): Drawing[] {
  return from
    .map(whole)
    .flatMap(({ name, picture, children = [] }) => [
      ...(picture ? [{ name: `category-${toSlug(name)}`, svg: swatch(...picture) }] : []),
      ...categoryDrawings(children),
    ]);
}

/** One insert per level of the tree. Run after the groups. */
export async function seedCategories(ctx: SeedCtx): Promise<void> {
  const groups = await ctx.db.selectFrom('groups').select(['id', 'name']).execute();
  const idOfGroup = new Map(groups.map(({ id, name }) => [name, id]));
  let level = categories.map((category, index) => placed(category, index, null, null));
  while (level.length > 0) {
    const rows = level.map((row) => toRow(ctx, row, idOfGroup.get(row.group ?? '') ?? null));
    const stored = await ctx.db.insertInto('categories').values(rows).returning(['id', 'slug']).execute();
    const idOf = new Map(stored.map(({ id, slug }) => [slug, id]));
    level = level.flatMap(({ name, group, children = [] }) =>
      children.map((child, index) =>
        placed(whole(child), index, idOf.get(toSlug(name)) ?? null, group ?? null),
      ),
    );
  }
}

interface Placed extends DemoCategory {
  position: number;
  parent_id: number | null;
}

function placed(category: DemoCategory, index: number, parent: number | null, group: string | null): Placed {
  const inherited = category.group ?? group;
  return { ...category, ...(inherited && { group: inherited }), position: index + 1, parent_id: parent };
}

function toRow({ now, random, pictures }: SeedCtx, category: Placed, groupId: number | null) {
  const slug = toSlug(category.name);
  const picture = pictures.get(`category-${slug}`);
  const [name, details] = category.english ?? [];
  return {
    ...pastMoments(random, now),
    name: category.name,
    slug,
    details: category.details ?? null,
    icon: category.icon ?? null,
    image: picture ? JSON.stringify(picture) : null,
    type_id: groupId,
    parent_id: category.parent_id,
    position: category.position,
    translations: name
      ? english(details ? [name, details] : [name], details ? ['name', 'details'] : ['name'])
      : '{}',
  };
}
