import { toSlug } from '@/contract/core/slug';
import { idOf, type SeedCtx } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { type Drawing, type SwatchFigure, swatch } from '@/server/demo/pictures';
import { pastMoments } from '@/server/demo/random';

interface DemoManufacturer {
  name: string;
  description: string;
  /** Parts of the name of its group, the likeliest first. */
  group: readonly string[];
  website?: string;
  socials?: [icon: string, url: string][];
  /** The shop that sent it in; it waits for approval then. */
  sentBy?: string;
  english?: [name: string, description: string];
  /** A drawn logo: its colours and its figure. */
  logo?: [ground: string, figure: string, shape: SwatchFigure];
}

const books = ['книг'];
const food = ['продукт', 'чай', 'еда'];
const home = ['дом', 'текстиль'];
const gifts = ['подар', 'сувенир', 'дом'];
const jewels = ['украш', 'подар', 'сувенир'];
const clothes = ['одежд', 'текстиль'];

const manufacturers: readonly DemoManufacturer[] = [
  {
    name: 'Издательство «Белый аист»',
    description: 'Книги о ремёслах и путешествиях, напечатанные на хорошей бумаге.',
    group: books,
    website: 'https://belyaist.ru',
    socials: [['VkIcon', 'https://vk.com/belyaist']],
    english: ['White Stork Publishers', 'Books about crafts and travel on good paper.'],
    logo: ['#1e3a5f', '#f1f6ff', 'waves'],
  },
  {
    name: 'Издательский дом «Сверчок»',
    description: 'Детские книги с картинками, которые хочется рассматривать.',
    group: books,
    website: 'https://sverchok-kniga.ru',
    english: ['Cricket Books', 'Picture books for children.'],
    logo: ['#4d7c0f', '#ecfccb', 'drops'],
  },
  {
    name: 'Типография «Литера»',
    description: 'Малые тиражи, ручной переплёт, факсимиле старых изданий.',
    group: books,
  },
  {
    name: 'Академкнига Северная',
    description: 'Справочники, словари и этнография Русского Севера.',
    group: books,
    website: 'https://akademkniga-sever.ru',
  },
  {
    name: 'Чайная фабрика «Копорье»',
    description: 'Ферментированный иван-чай с полей Ленинградской области.',
    group: food,
    website: 'https://koporye-tea.ru',
    socials: [['TelegramIcon', 'https://t.me/koporye']],
    english: ['Koporye Tea', 'Fermented fireweed tea from the fields near Saint Petersburg.'],
    logo: ['#1f6b4f', '#f4e6c3', 'waves'],
  },
  {
    name: 'Пасека Медовых',
    description: 'Семейная пасека в предгорьях Алтая: сто двадцать ульев, качаем дважды за лето.',
    group: food,
    english: ['The Medov Apiary', 'A family apiary in the foothills of the Altai.'],
    logo: ['#b45309', '#fef3c7', 'drops'],
  },
  {
    name: 'Варенная мануфактура',
    description: 'Варенье в медных тазах: ягода, сахар и больше ничего.',
    group: food,
    website: 'https://varennaya.ru',
  },
  { name: 'Белёвские сладости', description: 'Яблочная пастила по рецепту 1888 года.', group: food },
  {
    name: 'Фабрика «Вологодский лён»',
    description: 'Полный цикл: от чёсаного льна до готового белья.',
    group: home,
    website: 'https://vologda-len.ru',
    socials: [
      ['VkIcon', 'https://vk.com/vologda_len'],
      ['DzenIcon', 'https://dzen.ru/vologda_len'],
    ],
    english: ['Vologda Linen', 'From combed flax to finished bed linen.'],
    logo: ['#5b6b8c', '#f3efe6', 'weave'],
  },
  {
    name: 'Артель «Половик»',
    description: 'Домотканые дорожки из хлопковой ленты, цвета не линяют.',
    group: home,
  },
  {
    name: 'Гжельская мануфактура',
    description: 'Фарфор с кобальтовой росписью. У каждой вещи на дне подпись живописца.',
    group: gifts,
    website: 'https://gzhel-manufaktura.ru',
    english: ['Gzhel Manufactory', 'China painted in cobalt, signed by the painter.'],
    logo: ['#1d4ed8', '#f1f6ff', 'rays'],
  },
  {
    name: 'Хохломская роспись, Сёмино',
    description: 'Золотая посуда без грамма золота: льняное масло и печь.',
    group: gifts,
  },
  {
    name: 'Жостовская артель',
    description: 'Подносы, расписанные в пять слоёв и отполированные вручную.',
    group: gifts,
    website: 'https://zhostovo-artel.ru',
  },
  {
    name: 'Дымковские мастерицы',
    description: 'Объединение шестнадцати мастериц из Кирова.',
    group: gifts,
    english: ['The Dymkovo Craftswomen', 'A union of sixteen makers from Kirov.'],
    logo: ['#c4332f', '#ffe3d1', 'toy'],
  },
  {
    name: 'Клинская ёлочка',
    description: 'Стеклодувный цех, где каждый шар выдувают и расписывают вручную.',
    group: gifts,
    website: 'https://klin-elochka.ru',
    socials: [['RutubeIcon', 'https://rutube.ru/channel/klin']],
  },
  {
    name: 'Уральская камнерезная мастерская',
    description: 'Малахит, яшма, родонит и орлец из своих запасов.',
    group: jewels,
    website: 'https://ural-kamnerez.ru',
    english: ['Ural Stone Cutters', 'Malachite, jasper and rhodonite from our own stock.'],
    logo: ['#0f6a6a', '#d6f5ec', 'waves'],
  },
  {
    name: 'Янтарная комната, Калининград',
    description: 'Балтийский янтарь с сертификатом на каждый камень.',
    group: jewels,
  },
  { name: 'Великоустюжское серебро', description: 'Северная чернь на серебре 925 пробы.', group: jewels },
  {
    name: 'Павловопосадские узоры',
    description: 'Шерстяные платки с набивным рисунком, кайма вяжется вручную.',
    group: clothes,
    website: 'https://pp-uzory.ru',
    english: ['Pavlovsky Posad Patterns', 'Printed woollen shawls with a hand-knotted fringe.'],
  },
  {
    name: 'Поморская вязальня',
    description: 'Свитеры и рукавицы из овечьей шерсти с мезенским узором.',
    group: clothes,
    sentBy: 'linen',
  },
  { name: 'Оренбургский пух', description: 'Паутинки, которые проходят через кольцо.', group: clothes },
  {
    name: 'Самиздат «Книжного шкафа»',
    description: 'Репринты редких изданий тиражом до ста штук.',
    group: books,
    sentBy: 'books',
  },
  {
    name: 'Травы Соколова',
    description: 'Чабрец, мята и душица с одного луга под Тарусой.',
    group: food,
    sentBy: 'tea',
  },
];

const logoOf = (name: string) => `maker-${toSlug(name)}`;

export function manufacturerDrawings(): Drawing[] {
  return manufacturers.flatMap(({ name, logo }) =>
    logo ? [{ name: logoOf(name), svg: swatch(...logo) }] : [],
  );
}

/** Groups have to be there before. */
export async function seedManufacturers({ db, now, random, shops, pictures }: SeedCtx): Promise<void> {
  const groups = await db.selectFrom('groups').select(['id', 'name']).orderBy('id').execute();
  const groupOf = (parts: readonly string[]) => {
    const found = parts.map((part) => groups.find(({ name }) => name.toLowerCase().includes(part)));
    const group = found.find((one) => one !== undefined) ?? groups[0];
    if (!group) throw new Error('The demo has no groups');
    return group.id;
  };
  const rows = manufacturers.map((maker) => {
    const logo = pictures.get(logoOf(maker.name));
    return {
      ...pastMoments(random, now),
      name: maker.name,
      slug: toSlug(maker.name),
      description: maker.description,
      type_id: groupOf(maker.group),
      website: maker.website ?? null,
      socials: JSON.stringify((maker.socials ?? []).map(([icon, url]) => ({ icon, url }))),
      image: logo ? JSON.stringify(logo) : null,
      is_approved: maker.sentBy === undefined,
      shop_id: maker.sentBy ? idOf(shops, maker.sentBy) : null,
      translations: english(maker.english, ['name', 'description']),
    };
  });
  await db.insertInto('manufacturers').values(rows).execute();
}
