import { sql } from 'kysely';
import { homeBlocks } from '@/contract/catalogue/groups/layout';
import { toSlug } from '@/contract/core/slug';
import type { SeedCtx } from '@/server/demo/context';
import { type Drawing, type SwatchFigure, swatch } from '@/server/demo/pictures';
import { pastMoments } from '@/server/demo/random';
import { typed } from '@/server/demo/typed';
import groupsData from './groups.json';

interface DemoGroup {
  name: string;
  icon: string;
  layout: string;
  card: string;
  english?: string;
  /** A promotional picture and its banner's picture. */
  colours: [ground: string, figure: string, shape: SwatchFigure];
  banner?: { title: string; description: string; english?: [title: string, description: string] };
  /** Titles of the enabled home blocks, in the order of `homeBlocks`; empty ones are off. */
  blocks: readonly string[];
  isHome?: boolean;
  /** Demo tags that belong to the group. */
  tags: readonly string[];
}

const groups = typed<readonly DemoGroup[]>(groupsData);

export function groupDrawings(): Drawing[] {
  return groups.map(({ name, colours }) => ({ name: `group-${toSlug(name)}`, svg: swatch(...colours) }));
}

/** Run before tags, categories and products, which refer to groups by slug. */
export async function seedGroups({ db, now, random, pictures }: SeedCtx): Promise<void> {
  const rows = groups.map((group, index) => {
    const slug = toSlug(group.name);
    const picture = pictures.get(`group-${slug}`);
    const { banner } = group;
    const banners = banner
      ? [{ id: index + 1, title: banner.title, description: banner.description, image: picture ?? null }]
      : [];
    const english = {
      name: group.english,
      ...(banner?.english && {
        banners: [{ id: index + 1, title: banner.english[0], description: banner.english[1] }],
      }),
    };
    return {
      ...pastMoments(random, now),
      name: group.name,
      slug,
      icon: group.icon,
      promotional_sliders: JSON.stringify(picture ? [picture] : []),
      settings: JSON.stringify(settingsOf(group)),
      banners: JSON.stringify(banners),
      translations: JSON.stringify(group.english ? { en: english } : {}),
    };
  });
  await db.insertInto('groups').values(rows).execute();
  // Banners added later continue these ids.
  await sql`select setval('groups_banner_id', ${groups.length})`.execute(db);
}

function settingsOf({ layout, card, blocks, isHome = false }: DemoGroup) {
  const ofBlock = (title = '') => ({ enable: title !== '', title });
  return {
    isHome,
    layoutType: layout,
    productCard: card,
    ...Object.fromEntries(homeBlocks.map((key, index) => [key, ofBlock(blocks[index])])),
    handpickedProducts: { ...ofBlock(isHome ? 'Выбор редакции' : ''), enableSlider: isHome, products: [] },
  };
}

/** Run after tags and groups. */
export async function seedTagGroups({ db }: SeedCtx): Promise<void> {
  for (const group of groups.filter(({ tags }) => tags.length > 0)) {
    await db
      .updateTable('tags')
      .set((eb) => ({
        type_id: eb.selectFrom('groups').select('id').where('slug', '=', toSlug(group.name)),
      }))
      .where('name', 'in', group.tags)
      .execute();
  }
}

/** Run after the products: the home page shows a few of them. */
export async function seedHandpicked({ db }: SeedCtx): Promise<void> {
  await sql`update groups set settings = jsonb_set(settings, '{handpickedProducts,products}', chosen.ids)
    from (select jsonb_agg(picked.id) as ids from (
      select distinct on (shop_id) id from products where status = 'publish' and in_stock order by shop_id, id
    ) as picked) as chosen
    where settings -> 'handpickedProducts' -> 'enable' = 'true' and chosen.ids is not null`.execute(db);
}
