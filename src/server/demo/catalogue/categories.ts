import { toSlug } from '@/contract/core/slug';
import type { SeedCtx } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { type Drawing, type SwatchFigure, swatch } from '@/server/demo/pictures';
import { pastMoments } from '@/server/demo/random';

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

const categories: readonly DemoCategory[] = [
  {
    name: 'Продукты',
    details: 'Чай, мёд, варенье и сладости от хозяйств и семейных производств.',
    icon: 'utensils',
    group: 'Продукты и чай',
    english: ['Food', 'Tea, honey, jam and sweets from farms and family makers.'],
    picture: ['#14532d', '#dcfce7', 'drops'],
    children: [
      {
        name: 'Чай',
        icon: 'cup',
        english: ['Tea'],
        picture: ['#1f6b4f', '#f4e6c3', 'waves'],
        children: ['Иван-чай', 'Чёрный чай', 'Зелёный чай', 'Травяной чай', 'Подарочные чайные наборы'],
      },
      {
        name: 'Мёд',
        icon: 'flower',
        english: ['Honey'],
        children: ['Липовый мёд', 'Гречишный мёд', 'Мёд с орехами'],
      },
      {
        name: 'Варенье и сладости',
        icon: 'cake',
        english: ['Jam and sweets'],
        children: ['Варенье', 'Пастила', 'Пряники'],
      },
      'Крупы и мука',
      'Масло и специи',
    ],
  },
  {
    name: 'Дом и сад',
    details: 'Текстиль, посуда, свет и всё для участка.',
    icon: 'home',
    group: 'Дом и сад',
    english: ['Home and garden', 'Textiles, tableware, light and everything for the garden.'],
    picture: ['#0f766e', '#ccfbf1', 'weave'],
    children: [
      {
        name: 'Домашний текстиль',
        icon: 'sofa',
        english: ['Home textiles'],
        picture: ['#a16207', '#fef9c3', 'weave'],
        children: [
          'Постельное бельё',
          'Кухонный текстиль',
          'Скатерти и салфетки',
          'Пледы и покрывала',
          'Полотенца',
        ],
      },
      {
        name: 'Посуда',
        icon: 'cup',
        english: ['Tableware'],
        children: ['Кружки и чайники', 'Тарелки и блюда', 'Кастрюли и сковороды', 'Хранение продуктов'],
      },
      { name: 'Свет', icon: 'sun', children: ['Настольные лампы', 'Свечи и подсвечники'] },
      {
        name: 'Сад и огород',
        icon: 'leaf',
        english: ['Garden'],
        children: ['Инструменты', 'Семена и рассада', 'Мебель для сада'],
      },
    ],
  },
  {
    name: 'Одежда и обувь',
    details: 'Лён, хлопок и шерсть; размеры и уход — в карточке товара.',
    icon: 'shirt',
    group: 'Одежда и обувь',
    english: ['Clothes and shoes', 'Linen, cotton and wool.'],
    picture: ['#3056d3', '#e4ebff', 'waves'],
    children: [
      {
        name: 'Женская одежда',
        english: ['Women’s clothes'],
        children: ['Платья и сарафаны', 'Блузы и рубашки', 'Юбки'],
      },
      { name: 'Мужская одежда', english: ['Men’s clothes'], children: ['Рубашки', 'Брюки', 'Жилеты'] },
      { name: 'Трикотаж', details: 'Свитеры, шапки, варежки и носки.', english: ['Knitwear'] },
      { name: 'Платки и шали', english: ['Shawls'], picture: ['#991b1b', '#fcd34d', 'waves'] },
      {
        name: 'Обувь',
        icon: 'footprints',
        english: ['Shoes'],
        children: ['Валенки', 'Кожаная обувь', 'Домашняя обувь'],
      },
    ],
  },
  {
    name: 'Книги',
    details: 'Новые, букинистические и детские издания.',
    icon: 'book',
    group: 'Книги',
    english: ['Books', 'New, second-hand and children’s.'],
    picture: ['#44403c', '#fef3c7', 'waves'],
    children: [
      {
        name: 'Художественная литература',
        english: ['Fiction'],
        children: ['Классика', 'Современная проза', 'Поэзия'],
      },
      { name: 'Букинистика и редкие книги', english: ['Second-hand and rare books'] },
      { name: 'Детские книги', icon: 'baby', english: ['Children’s books'] },
      'История и краеведение',
      'Кулинарные книги',
    ],
  },
  {
    name: 'Подарки и сувениры',
    details: 'Роспись, резьба и кружево с подтверждённым происхождением.',
    icon: 'gift',
    group: 'Подарки и сувениры',
    english: ['Gifts and souvenirs', 'Painting, carving and lace of protected origin.'],
    picture: ['#9b2c2c', '#fde8d7', 'rays'],
    children: [
      { name: 'Шкатулки', english: ['Boxes'], picture: ['#7f1d1d', '#fecaca', 'weave'] },
      'Матрёшки и деревянные сувениры',
      'Подносы и панно',
      'Открытки и упаковка',
      {
        name: 'Новогодние украшения',
        icon: 'snowflake',
        group: 'Новый год',
        english: ['New Year decorations'],
        picture: ['#14532d', '#fde68a', 'rays'],
        children: ['Ёлочные игрушки', 'Гирлянды', 'Новогодние наборы'],
      },
    ],
  },
  {
    name: 'Украшения',
    details: 'Серебро, янтарь и уральские камни.',
    icon: 'gem',
    group: 'Украшения',
    english: ['Jewellery', 'Silver, amber and stones of the Urals.'],
    picture: ['#b45309', '#fef3c7', 'drops'],
    children: ['Серьги', 'Кольца', 'Браслеты', 'Бусы и подвески', 'Броши'],
  },
  {
    name: 'Детям',
    icon: 'baby',
    group: 'Детские товары',
    english: ['For children'],
    picture: ['#0369a1', '#dff3ff', 'toy'],
    children: [
      {
        name: 'Игрушки',
        english: ['Toys'],
        children: ['Деревянные игрушки', 'Мягкие игрушки', 'Настольные игры'],
      },
      'Детская одежда',
      'Детская комната',
    ],
  },
  {
    name: 'Красота и здоровье',
    icon: 'flower',
    group: 'Красота и здоровье',
    picture: ['#be185d', '#fde2ef', 'drops'],
    children: ['Мыло ручной работы', 'Уход за лицом', 'Баня и сауна', 'Ароматы для дома'],
  },
  {
    name: 'Творчество',
    icon: 'palette',
    group: 'Творчество и музыка',
    english: ['Arts and crafts'],
    children: ['Пряжа и вязание', 'Роспись и краски', 'Работа с деревом', 'Музыкальные инструменты'],
  },
];

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

/** One insert for each level of the tree. After the groups. */
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
