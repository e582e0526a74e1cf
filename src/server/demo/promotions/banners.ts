import type { BannerTheme } from './banner-pictures';

/** What every banner of the demo has. */
export interface Banner {
  title: string;
  description?: string;
  theme: BannerTheme;
  hasPhonePicture?: boolean;
  url?: string;
  place: string;
  /** Key of the shop; the marketplace's own without one. */
  shop?: string;
  /** Days from today on which it begins and ends. */
  days?: [start: number | null, end: number | null];
  advertiser?: readonly [name: string, inn: string];
  erid?: string;
}

export interface DemoBanner extends Banner {
  isOff?: boolean;
  english?: [title: string, description: string];
}

/** Who pays: name and INN, whose last digits are right. */
export const payers = {
  tea: ['ИП Соколов Д. А.', '502099881120'],
  linen: ['ООО «Льняной дом»', '3525007770'],
  toys: ['ООО «Дымка»', '4345112087'],
  gems: ['ИП Бажов И. С.', '667103445591'],
  books: ['ООО «Книжный шкаф»', '7842055116'],
} as const satisfies Record<string, Banner['advertiser']>;

export const banners: readonly DemoBanner[] = [
  {
    title: 'Доставка от 3 000 ₽ бесплатно',
    description: 'В любой пункт выдачи по России',
    theme: 'market',
    hasPhonePicture: true,
    url: 'gostiny.ru/delivery',
    place: 'home_top',
    days: [-60, null],
    english: ['Free delivery from 3,000 ₽', 'To any pick-up point in Russia'],
  },
  {
    title: 'Чаи и купажи к холодам',
    description: 'Иван-чай и травы нового сбора',
    theme: 'tea',
    hasPhonePicture: true,
    url: 'gostiny.ru/shops/tea',
    place: 'home_top',
    shop: 'tea',
    days: [-12, 20],
    advertiser: payers.tea,
    erid: '2VtzqvVaTea01',
    english: ['Teas for cold days', 'Fireweed and herbs of the new harvest'],
  },
  {
    title: 'Мёд с алтайских пасек',
    theme: 'honey',
    url: 'gostiny.ru/shops/honey',
    place: 'home_middle',
    shop: 'honey',
    days: [-5, 25],
    advertiser: payers.tea,
    erid: '2VtzqvHoney07',
    english: ['Honey from Altai', 'From small apiaries'],
  },
  {
    title: 'Лён для дома',
    description: 'Скатерти и постельное бельё из Вологды',
    theme: 'linen',
    hasPhonePicture: true,
    url: 'gostiny.ru/shops/linen',
    place: 'catalog_top',
    shop: 'linen',
    days: [-2, 12],
    advertiser: payers.linen,
    erid: '2VtzqwLinen12',
  },
  {
    title: 'Подарите игрушку из Дымкова',
    theme: 'dymka',
    url: 'gostiny.ru/shops/dymka',
    place: 'product_side',
    shop: 'dymka',
    days: [-30, 30],
    advertiser: payers.toys,
    erid: '2VtzqwToys003',
  },
  {
    title: 'Подарочная упаковка в корзине',
    description: 'Добавьте открытку к заказу',
    theme: 'market',
    place: 'cart',
    days: [null, null],
    english: ['Gift wrapping in the cart', 'Add a card to your order'],
  },
  {
    title: 'Ёлочные игрушки из Клина',
    description: 'Предзаказ со скидкой',
    theme: 'yolka',
    hasPhonePicture: true,
    url: 'gostiny.ru/shops/yolka',
    place: 'home_top',
    shop: 'yolka',
    days: [6, 45],
    erid: '2VtzqwYolka55',
  },
  {
    title: 'Неделя самоцветов',
    theme: 'gems',
    url: 'gostiny.ru/shops/gems',
    place: 'app_start',
    shop: 'gems',
    days: [14, 21],
    advertiser: payers.gems,
    erid: '2VtzqwGems090',
  },
  {
    title: 'Книжная осень',
    theme: 'books',
    url: 'gostiny.ru/shops/books',
    place: 'home_middle',
    shop: 'books',
    days: [-80, -40],
    advertiser: payers.books,
    erid: '2VtzqvBooks21',
  },
  {
    title: 'Сезон варенья',
    theme: 'honey',
    place: 'catalog_top',
    shop: 'honey',
    days: [-140, -95],
    advertiser: payers.tea,
    erid: '2VtzqvHoney02',
  },
  {
    title: 'Оплата частями',
    description: 'Пока не запустили',
    theme: 'market',
    url: 'gostiny.ru/pay',
    place: 'checkout',
    isOff: true,
  },
  {
    title: 'Букинистика со всей страны',
    theme: 'books',
    place: 'product_side',
    shop: 'books',
    advertiser: payers.books,
    days: [-3, 40],
    isOff: true,
  },
];
