import type { SwatchFigure } from '@/server/demo/pictures';

export interface DemoTag {
  name: string;
  details: string;
  icon: string;
  english?: [name: string, details: string];
  /** A drawn picture: its colours and its figure. */
  picture?: [ground: string, figure: string, shape: SwatchFigure];
}

export const tags: readonly DemoTag[] = [
  {
    name: 'Новинка',
    details: 'Товары, появившиеся за последние 30 дней.',
    icon: 'sparkles',
    english: ['New arrivals', 'Goods added within the last 30 days.'],
    picture: ['#3056d3', '#e4ebff', 'rays'],
  },
  {
    name: 'Хит продаж',
    details: 'То, что покупают чаще всего за последний квартал.',
    icon: 'flame',
    english: ['Bestseller', 'What people bought most this quarter.'],
    picture: ['#c2410c', '#ffe4d1', 'drops'],
  },
  {
    name: 'Распродажа',
    details: 'Остатки сезона со скидкой от 20 %.',
    icon: 'percent',
    english: ['Sale', 'End of season, 20 % off and more.'],
  },
  { name: 'Последний экземпляр', details: 'Осталась одна штука, повторения не будет.', icon: 'clock' },
  {
    name: 'Выбор редакции',
    details: 'Каждую неделю редакция отбирает двенадцать вещей, о которых стоит рассказать.',
    icon: 'star',
    english: ['Our choice', 'Twelve things worth talking about, every week.'],
  },
  {
    name: 'Подарок маме',
    details: 'Тёплые и полезные вещи: платки, чай, керамика.',
    icon: 'heart',
    picture: ['#be185d', '#fde2ef', 'drops'],
  },
  { name: 'Подарок коллеге', details: 'До 2 000 ₽, в подарочной упаковке.', icon: 'gift' },
  {
    name: 'Новый год',
    details: 'Игрушки, гирлянды, сладкие наборы и открытки.',
    icon: 'snowflake',
    english: ['New Year', 'Ornaments, garlands, sweets and cards.'],
    picture: ['#14532d', '#fde68a', 'rays'],
  },
  {
    name: 'Ёлочные игрушки',
    details: 'Стекло, дерево и фарфор. Каждая расписана вручную.',
    icon: 'sparkles',
    english: ['Christmas ornaments', 'Glass, wood and china, painted by hand.'],
  },
  {
    name: '8 Марта',
    details: 'Подборка к весеннему празднику, открывается в середине февраля.',
    icon: 'heart',
  },
  { name: '23 Февраля', details: 'Кожа, дерево, крепкий чай и книги о путешествиях.', icon: 'gift' },
  { name: 'Масленица', details: 'Сковороды, варенье, мёд и полотенца с вышивкой.', icon: 'sun' },
  { name: 'Пасха', details: 'Расписные яйца, куличные формы и льняные салфетки.', icon: 'sun' },
  {
    name: 'День рождения',
    details: 'Подарки, которые нравятся почти всем.',
    icon: 'gift',
    english: ['Birthday', 'Presents that nearly everybody likes.'],
  },
  { name: 'Свадьба', details: 'Наборы для молодожёнов, рушники и приглашения.', icon: 'heart' },
  {
    name: 'Для детей',
    details: 'Безопасные материалы, без мелких деталей, сертификаты в карточке товара.',
    icon: 'baby',
    english: ['For children', 'Safe materials, no small parts, certified.'],
    picture: ['#0369a1', '#dff3ff', 'toy'],
  },
  {
    name: 'Для дома',
    details: 'Текстиль, посуда и свет.',
    icon: 'home',
    english: ['Home', 'Textiles, tableware and light.'],
  },
  {
    name: 'Ручная работа',
    details: 'Сделано мастером от начала до конца, в единственном экземпляре или малой серией.',
    icon: 'scissors',
    english: ['Handmade', 'Made by one master from start to finish.'],
    picture: ['#92400e', '#fdeccb', 'weave'],
  },
  {
    name: 'Народные промыслы',
    details: 'Изделия с подтверждённым местом происхождения.',
    icon: 'brush',
    english: ['Folk crafts', 'Goods of protected origin.'],
  },
  {
    name: 'Гжель',
    details: 'Белый фарфор и синяя роспись из Раменского района.',
    icon: 'brush',
    english: ['Gzhel', 'White china painted in blue.'],
    picture: ['#1d4ed8', '#f1f6ff', 'waves'],
  },
  {
    name: 'Хохлома',
    details: 'Деревянная посуда с золотым фоном и травным орнаментом.',
    icon: 'brush',
    picture: ['#991b1b', '#fcd34d', 'waves'],
  },
  { name: 'Жостово', details: 'Кованые подносы с цветами на чёрном лаке.', icon: 'brush' },
  {
    name: 'Вологодское кружево',
    details: 'Плетение на коклюшках: воротники, салфетки, шторы.',
    icon: 'scissors',
  },
  { name: 'Павловопосадские платки', details: 'Шерстяные платки и шали с набивным рисунком.', icon: 'shirt' },
  {
    name: 'Лён',
    details: 'Дышит, быстро сохнет, со временем становится мягче.',
    icon: 'leaf',
    english: ['Linen', 'Breathes, dries fast, softens with time.'],
  },
  { name: 'Хлопок', details: 'Плотный и мягкий, стирается при 60 градусах.', icon: 'shirt' },
  { name: 'Шерсть', details: 'Овечья и козья шерсть, ручная пряжа.', icon: 'snowflake' },
  { name: 'Шёлк', details: 'Натуральный шёлк, бережная стирка.', icon: 'sparkles' },
  {
    name: 'Керамика',
    details: 'Глина и глазурь высокого обжига, подходит для посудомоечной машины.',
    icon: 'cup',
    english: ['Ceramics', 'High-fired clay and glaze, dishwasher safe.'],
  },
  { name: 'Дерево', details: 'Берёза, липа и кедр, покрытие натуральным маслом.', icon: 'leaf' },
  { name: 'Серебро', details: 'Проба 925, клеймо пробирной палаты.', icon: 'gem' },
  {
    name: 'Янтарь',
    details: 'Калининградский янтарь с сертификатом.',
    icon: 'gem',
    english: ['Amber', 'Kaliningrad amber with a certificate.'],
  },
  {
    name: 'Малахит',
    details: 'Уральский камень, узор не повторяется.',
    icon: 'gem',
    picture: ['#065f46', '#a7f3d0', 'waves'],
  },
  {
    name: 'Чай и травы',
    details: 'Иван-чай, чабрец, мята и облепиха.',
    icon: 'cup',
    english: ['Tea and herbs', 'Fireweed, thyme, mint and sea buckthorn.'],
  },
  { name: 'Мёд', details: 'Гречишный, липовый и горный. Урожай этого года.', icon: 'utensils' },
  {
    name: 'Без сахара',
    details: 'Сладости на ягодах, фруктах и мёде.',
    icon: 'leaf',
    english: ['Sugar free', 'Sweets made with berries, fruit and honey.'],
  },
  { name: 'Постное', details: 'Без мяса, молока и яиц.', icon: 'leaf' },
  {
    name: 'Книги',
    details: 'Новые, букинистические и детские.',
    icon: 'book',
    english: ['Books', 'New, second-hand and children’s.'],
  },
  { name: 'Винтаж', details: 'Вещи старше тридцати лет в хорошем состоянии.', icon: 'camera' },
  { name: 'Музыка', details: 'Пластинки, ноты и инструменты мастеров.', icon: 'music' },
  {
    name: 'Под заказ',
    details: 'Изготовим за 7–14 дней по вашим размерам.',
    icon: 'clock',
    english: ['Made to order', 'Ready in 7–14 days, to your measurements.'],
  },
  {
    name: 'Бесплатная доставка',
    details: 'Доставим за наш счёт от 3 000 ₽.',
    icon: 'truck',
    english: ['Free delivery', 'At our cost from 3,000 ₽.'],
  },
  { name: 'Доставка за день', details: 'По Москве и Санкт-Петербургу при заказе до 12:00.', icon: 'truck' },
  {
    name: 'Хрупкое',
    details: 'Упаковываем в два слоя плёнки и жёсткую коробку.',
    icon: 'package',
    english: ['Fragile', 'Two layers of wrap and a rigid box.'],
  },
];
