import { toSlug } from '@/contract/core/slug';
import { idOf, type SeedCtx } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { pastMoments } from '@/server/demo/random';

interface DemoAuthor {
  name: string;
  bio: string;
  quote?: string;
  languages?: string;
  born?: string;
  death?: string;
  socials?: [icon: string, url: string][];
  /** The shop that sent the author in, who waits for approval then. */
  sentBy?: string;
  english?: [name: string, bio: string];
}

const classics: readonly DemoAuthor[] = [
  {
    name: 'Александр Пушкин',
    bio: 'Поэт и прозаик, с которого начинается современный русский язык. Роман в стихах, повести, сказки и письма.',
    quote: 'Гений и злодейство — две вещи несовместные.',
    languages: 'русский, французский',
    born: '1799-06-06',
    death: '1837-02-10',
    english: ['Alexander Pushkin', 'Poet and novelist, the founder of modern Russian literature.'],
  },
  {
    name: 'Николай Гоголь',
    bio: 'Писатель, у которого смешное и страшное стоят рядом: петербургские повести, украинские вечера, мёртвые души.',
    quote: 'Скучно на этом свете, господа!',
    born: '1809-04-01',
    death: '1852-03-04',
    english: ['Nikolai Gogol', 'Master of the comic and the terrible, author of Dead Souls.'],
  },
  {
    name: 'Фёдор Достоевский',
    bio: 'Романист, который заглянул в человека глубже многих. Пять больших романов и десятки повестей.',
    quote: 'Красота спасёт мир.',
    born: '1821-11-11',
    death: '1881-02-09',
    english: ['Fyodor Dostoevsky', 'Novelist who looked deeper into people than most.'],
  },
  {
    name: 'Лев Толстой',
    bio: 'Автор «Войны и мира», учитель яснополянских детей и человек, который спорил со всем веком.',
    quote: 'Чтобы жить честно, надо рваться, путаться, ошибаться.',
    languages: 'русский, французский',
    born: '1828-09-09',
    death: '1910-11-20',
    english: ['Leo Tolstoy', 'Author of War and Peace, teacher of the children of Yasnaya Polyana.'],
  },
  {
    name: 'Антон Чехов',
    bio: 'Врач и писатель. Короткие рассказы, четыре пьесы, которые идут во всём мире, и очень много писем.',
    quote: 'Краткость — сестра таланта.',
    born: '1860-01-29',
    death: '1904-07-15',
    english: ['Anton Chekhov', 'Physician and writer of short stories and plays.'],
  },
  {
    name: 'Михаил Булгаков',
    bio: 'Киевлянин, врач, драматург. Двенадцать лет писал роман, который напечатали уже без него.',
    quote: 'Рукописи не горят.',
    born: '1891-05-15',
    death: '1940-03-10',
  },
  {
    name: 'Иван Бунин',
    bio: 'Первый русский лауреат Нобелевской премии по литературе. Проза плотная, как стихи.',
    born: '1870-10-22',
    death: '1953-11-08',
  },
  {
    name: 'Александр Блок',
    bio: 'Поэт Петербурга, метели и музыки, голос начала двадцатого века.',
    born: '1880-11-28',
    death: '1921-08-07',
  },
  {
    name: 'Анна Ахматова',
    bio: 'Поэт и переводчик. От «Чёток» до «Реквиема» — сорок лет одной ясной речи.',
    quote: 'Час мужества пробил на наших часах.',
    languages: 'русский',
    born: '1889-06-23',
    death: '1966-03-05',
    english: ['Anna Akhmatova', 'Poet and translator, from Rosary to Requiem.'],
  },
];

const makers: readonly DemoAuthor[] = [
  {
    name: 'Агния Ложкарёва',
    bio: 'Режет посуду из липы в Семёнове и двадцать лет ведёт школу резьбы. Написала три книги о ложках, ковшах и братинах.',
    quote: 'Дерево само скажет, чем ему быть.',
    languages: 'русский',
    born: '1968-04-12',
    socials: [
      ['VkIcon', 'https://vk.com/lozhkareva_lipa'],
      ['RutubeIcon', 'https://rutube.ru/channel/lipa'],
    ],
    english: ['Agniya Lozhkaryova', 'Carves linden tableware in Semyonov and teaches others to.'],
  },
  {
    name: 'Степан Кружевников',
    bio: 'Этнограф из Вологды. Собрал две тысячи сколков и знает, откуда пришёл каждый узор.',
    languages: 'русский, финский',
    born: '1955-09-30',
    socials: [['TelegramIcon', 'https://t.me/skolki']],
    english: ['Stepan Kruzhevnikov', 'Ethnographer of Vologda lace.'],
  },
  {
    name: 'Марфа Гончарова',
    bio: 'Керамист, обжигает в дровяной печи. Её «Тетрадь глазурей» переиздавали шесть раз.',
    quote: 'Печь всегда права.',
    born: '1979-01-21',
    socials: [['VkIcon', 'https://vk.com/marfa_goncharova']],
  },
  {
    name: 'Тихон Берестов',
    bio: 'Плетёт из бересты туеса и пишет о северных лесах так, что хочется уехать в Каргополь.',
    born: '1962-11-03',
    english: ['Tikhon Berestov', 'Weaves birch bark and writes about the northern woods.'],
  },
  {
    name: 'Варвара Иголкина',
    bio: 'Вышивает по льну и объясняет сложное просто: от первого стежка до рушника за сорок вечеров.',
    languages: 'русский, белорусский',
    born: '1984-06-08',
    socials: [
      ['TelegramIcon', 'https://t.me/igolkina'],
      ['DzenIcon', 'https://dzen.ru/igolkina'],
    ],
  },
  {
    name: 'Архип Самоваров',
    bio: 'Историк тульского чаепития. Держит дома сорок самоваров, и все они кипят.',
    quote: 'Чай не терпит спешки и одиночества.',
    born: '1949-12-19',
    death: '2021-03-02',
    english: ['Arkhip Samovarov', 'Historian of tea drinking in Tula.'],
  },
  {
    name: 'Лукерья Медова',
    bio: 'Пасечница с Алтая. Рассказывает о пчёлах без сюсюканья и о мёде без сказок.',
    born: '1971-05-17',
    socials: [['OdnoklassnikiIcon', 'https://ok.ru/medova.altai']],
  },
  {
    name: 'Игнат Малахитов',
    bio: 'Камнерез из Полевского. Пишет об уральском камне, старых выработках и людях, которые там жили.',
    born: '1958-02-25',
    english: ['Ignat Malakhitov', 'Stone cutter from the Urals.'],
  },
  {
    name: 'Прасковья Ткачёва',
    bio: 'Восстановила одиннадцать ткацких станов и ткёт на них половики. Автор «Азбуки ткачихи».',
    born: '1966-08-14',
  },
  {
    name: 'Евсей Травников',
    bio: 'Ботаник и чаевник. Описал сорок пять трав для заварки и ни одной лишней.',
    quote: 'Иван-чай собирают утром, а пьют вечером.',
    languages: 'русский, латынь',
    born: '1987-07-01',
    socials: [['RutubeIcon', 'https://rutube.ru/channel/travnik']],
    english: ['Yevsey Travnikov', 'Botanist who described forty-five herbs for the teapot.'],
  },
  {
    name: 'Серафима Кистенёва',
    bio: 'Художница из Жостова. Показывает роспись мазок за мазком, от замалёвка до лакировки.',
    born: '1974-10-27',
  },
  {
    name: 'Глеб Переплётов',
    bio: 'Переплётчик и реставратор. Учит лечить старые книги дома, не навредив.',
    born: '1981-03-09',
    socials: [['VkIcon', 'https://vk.com/perepletov']],
    english: ['Gleb Perepletov', 'Bookbinder and restorer of old books.'],
  },
  {
    name: 'Ульяна Вареньева',
    bio: 'Сто двадцать рецептов варенья, и каждое сварено не меньше трёх раз.',
    born: '1959-07-23',
    english: ['Ulyana Varenyeva', 'A hundred and twenty jams, each cooked three times over.'],
  },
  {
    name: 'Назар Стеклодув',
    bio: 'Третье поколение клинских мастеров. Пишет о ёлочной игрушке от бус до космонавтов.',
    born: '1970-12-31',
  },
  {
    name: 'Аграфена Дымкова',
    bio: 'Лепит барышень и пишет для детей: глина, мел, яичный желток и немного терпения.',
    quote: 'У барышни должна быть спина прямая, а нрав весёлый.',
    born: '1963-03-18',
    english: ['Agrafena Dymkova', 'Makes Dymkovo clay ladies and writes for children.'],
  },
  {
    name: 'Родион Поморов',
    bio: 'Вяжет рукавицы с орнаментом Мезени и собирает о них рассказы у старых рыбаков.',
    languages: 'русский, норвежский',
    born: '1990-02-11',
  },
  {
    name: 'Клавдия Печатнова',
    bio: 'Печатает набойкой по льну. Первая её книга вышла в «Книжном шкафу» и ждёт проверки.',
    born: '1992-09-05',
    sentBy: 'books',
  },
  {
    name: 'Филипп Букинистов',
    bio: 'Сорок лет торгует старыми книгами и наконец написал о них сам.',
    born: '1951-01-15',
    sentBy: 'books',
  },
  {
    name: 'Зоя Чаинова',
    bio: 'Титестер. Дневник дегустаций за семь лет, с чайными пятнами на полях.',
    sentBy: 'tea',
  },
];

const authors = [...classics, ...makers];

export async function seedAuthors({ db, now, random, shops }: SeedCtx): Promise<void> {
  const rows = authors.map((author) => ({
    ...pastMoments(random, now),
    name: author.name,
    slug: toSlug(author.name),
    bio: author.bio,
    quote: author.quote ?? null,
    languages: author.languages ?? null,
    born: author.born ?? null,
    death: author.death ?? null,
    socials: JSON.stringify((author.socials ?? []).map(([icon, url]) => ({ icon, url }))),
    is_approved: author.sentBy === undefined,
    shop_id: author.sentBy ? idOf(shops, author.sentBy) : null,
    translations: english(author.english, ['name', 'bio']),
  }));
  await db.insertInto('authors').values(rows).execute();
}
