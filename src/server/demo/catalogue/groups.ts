import { sql } from 'kysely';
import { homeBlocks } from '@/contract/catalogue/groups/layout';
import { toSlug } from '@/contract/core/slug';
import type { SeedCtx } from '@/server/demo/context';
import { type Drawing, type SwatchFigure, swatch } from '@/server/demo/pictures';
import { pastMoments } from '@/server/demo/random';

interface DemoGroup {
  name: string;
  icon: string;
  layout: string;
  card: string;
  english?: string;
  /** A promotional picture, and the one of its banner. */
  colours: [ground: string, figure: string, shape: SwatchFigure];
  banner?: { title: string; description: string; english?: [title: string, description: string] };
  /** Titles of the home blocks that are on, in the order of `homeBlocks`; empty ones are off. */
  blocks: readonly string[];
  isHome?: boolean;
  /** Demo tags that belong to the group. */
  tags: readonly string[];
}

const groups: readonly DemoGroup[] = [
  {
    name: 'Подарки и сувениры',
    icon: 'gift',
    layout: 'classic',
    card: 'helium',
    english: 'Gifts and souvenirs',
    colours: ['#9b2c2c', '#fde8d7', 'rays'],
    banner: {
      title: 'Подарки, которые помнят',
      description: 'Шкатулки, роспись и кружево от мастеров со всей страны.',
      english: ['Gifts to remember', 'Boxes, painting and lace by masters from all over the country.'],
    },
    blocks: ['Дарят чаще всего', 'Сейчас смотрят', 'По поводам', 'Новое у мастеров', '', 'Мастерские'],
    isHome: true,
    tags: [
      'Подарок маме',
      'Подарок коллеге',
      'День рождения',
      'Свадьба',
      '8 Марта',
      '23 Февраля',
      'Гжель',
      'Хохлома',
      'Жостово',
    ],
  },
  {
    name: 'Продукты и чай',
    icon: 'utensils',
    layout: 'compact',
    card: 'neon',
    english: 'Food and tea',
    colours: ['#14532d', '#dcfce7', 'drops'],
    banner: {
      title: 'Урожай этого года',
      description: 'Мёд, варенье и иван-чай прямо от хозяйств.',
      english: ['This year’s harvest', 'Honey, jam and fireweed tea straight from the farms.'],
    },
    blocks: ['Берут снова и снова', 'Популярное', 'Полки', 'Только привезли', '', 'Хозяйства'],
    tags: ['Чай и травы', 'Мёд', 'Без сахара', 'Постное', 'Масленица', 'Пасха'],
  },
  {
    name: 'Дом и сад',
    icon: 'home',
    layout: 'modern',
    card: 'argon',
    english: 'Home and garden',
    colours: ['#0f766e', '#ccfbf1', 'weave'],
    banner: { title: 'Лён круглый год', description: 'Постельное бельё, которое с годами становится мягче.' },
    blocks: ['Хиты для дома', '', 'Комнаты', 'Новинки', '', ''],
    tags: ['Для дома', 'Лён', 'Керамика', 'Дерево', 'Хрупкое'],
  },
  {
    name: 'Одежда и обувь',
    icon: 'shirt',
    layout: 'standard',
    card: 'krypton',
    english: 'Clothes and shoes',
    colours: ['#3056d3', '#e4ebff', 'waves'],
    blocks: ['Хиты продаж', 'Популярное', 'Разделы', 'Новая коллекция', '', 'Марки'],
    tags: ['Хлопок', 'Шерсть', 'Вологодское кружево', 'Павловопосадские платки'],
  },
  {
    name: 'Книги',
    icon: 'book',
    layout: 'minimal',
    card: 'xenon',
    english: 'Books',
    colours: ['#44403c', '#fef3c7', 'waves'],
    blocks: ['Читают сейчас', '', 'Жанры', 'Новинки издательств', 'Авторы', 'Издательства'],
    tags: ['Книги', 'Винтаж'],
  },
  {
    name: 'Украшения',
    icon: 'gem',
    layout: 'modern',
    card: 'radon',
    english: 'Jewellery',
    colours: ['#b45309', '#fef3c7', 'drops'],
    blocks: ['Любимое', '', '', 'Новинки', '', 'Мастера'],
    tags: ['Серебро', 'Янтарь', 'Малахит'],
  },
  {
    name: 'Детские товары',
    icon: 'baby',
    layout: 'classic',
    card: 'neon',
    english: 'For children',
    colours: ['#0369a1', '#dff3ff', 'toy'],
    banner: { title: 'Из дерева и с любовью', description: 'Игрушки без мелких деталей и с сертификатами.' },
    blocks: ['Дети выбирают', 'Популярное', 'По возрасту', 'Новинки', '', ''],
    tags: ['Для детей'],
  },
  {
    name: 'Новый год',
    icon: 'snowflake',
    layout: 'compact',
    card: 'helium',
    colours: ['#14532d', '#fde68a', 'rays'],
    blocks: ['Украшаем ёлку', '', 'К празднику', 'Новинки', '', ''],
    tags: ['Новый год', 'Ёлочные игрушки'],
  },
  {
    name: 'Красота и здоровье',
    icon: 'flower',
    layout: 'standard',
    card: 'argon',
    colours: ['#be185d', '#fde2ef', 'drops'],
    blocks: ['Хиты продаж', '', '', 'Новинки', '', ''],
    tags: [],
  },
  {
    name: 'Творчество и музыка',
    icon: 'palette',
    layout: 'minimal',
    card: 'krypton',
    english: 'Arts and music',
    colours: ['#6d28d9', '#ede9fe', 'weave'],
    blocks: ['Для работы руками', '', 'Занятия', '', '', ''],
    tags: ['Ручная работа', 'Народные промыслы', 'Музыка'],
  },
];

export function groupDrawings(): Drawing[] {
  return groups.map(({ name, colours }) => ({ name: `group-${toSlug(name)}`, svg: swatch(...colours) }));
}

/** Before tags, categories and products: they refer to groups by their slugs. */
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
  // Banners that are added later go on behind these.
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

/** After both tags and groups. */
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

/** After the products: the home page shows a few that are at hand. */
export async function seedHandpicked({ db }: SeedCtx): Promise<void> {
  await sql`update groups set settings = jsonb_set(settings, '{handpickedProducts,products}', chosen.ids)
    from (select jsonb_agg(picked.id) as ids from (
      select distinct on (shop_id) id from products where status = 'publish' and in_stock order by shop_id, id
    ) as picked) as chosen
    where settings -> 'handpickedProducts' -> 'enable' = 'true' and chosen.ids is not null`.execute(db);
}
