import type { TaxSystem, VatRate } from '@/contract/shops/requisites';
import type { demoOrganisations } from '@/server/integrations/suggest/bundled-organisations';

type WeekHours = readonly [open: string, close: string];

/** What the demo's shops are beside their name: place, contacts, hours, tax, bank, rates. By the shop's key. */
export interface ShopLife {
  organisation: keyof typeof demoOrganisations;
  address: { state: string; city: string; zip: string; street_address: string };
  point: readonly [lat: number, lng: number];
  contact: string;
  website?: string;
  socials: readonly (readonly [icon: string, url: string])[];
  /** Weekdays, and Saturday where it works then. */
  hours: { weekdays: WeekHours; saturday?: WeekHours; sunday?: WeekHours };
  handlingDays: number;
  deliveryNote: string;
  bic: string;
  tax: TaxSystem;
  vat: VatRate;
  /** Per cent, from the first on. None while a shop waits. */
  rates: readonly number[];
  /** Names of the demo's categories. */
  categories: readonly string[];
}

export const shopLives: Record<keyof typeof demoOrganisations, ShopLife> = {
  tea: {
    organisation: 'tea',
    address: { state: 'г Москва', city: 'Москва', zip: '119019', street_address: 'ул Арбат, д 24' },
    point: [55.7496, 37.5912],
    contact: '+7 (495) 221-34-18',
    website: 'https://chay-sokolova.example',
    socials: [
      ['VkIcon', 'https://vk.com/chay_sokolova'],
      ['TelegramIcon', 'https://t.me/chay_sokolova'],
    ],
    hours: { weekdays: ['09:00', '20:00'], saturday: ['10:00', '18:00'], sunday: ['10:00', '18:00'] },
    handlingDays: 1,
    deliveryNote: 'Фасуем и отправляем в день заказа, если он оформлен до 14:00.',
    bic: '044525225',
    tax: 'usn_income_outcome',
    vat: 'none',
    rates: [12, 10],
    categories: ['Продукты', 'Чай'],
  },
  honey: {
    organisation: 'honey',
    address: {
      state: 'Алтайский край',
      city: 'Барнаул',
      zip: '656049',
      street_address: 'пр-кт Ленина, д 61',
    },
    point: [53.3385, 83.7763],
    contact: '+7 (385) 250-11-42',
    website: 'https://varenye-i-med.example',
    socials: [['VkIcon', 'https://vk.com/varenye_med']],
    hours: { weekdays: ['09:00', '18:00'], saturday: ['10:00', '15:00'] },
    handlingDays: 2,
    deliveryNote: 'Банки перекладываем соломой и пузырчатой плёнкой. Бой при доставке заменяем.',
    bic: '045004641',
    tax: 'usn_income',
    vat: 'none',
    rates: [12],
    categories: ['Продукты', 'Мёд', 'Варенье и сладости'],
  },
  linen: {
    organisation: 'linen',
    address: {
      state: 'Вологодская обл',
      city: 'Вологда',
      zip: '160000',
      street_address: 'ул Благовещенская, д 12',
    },
    point: [59.2226, 39.8819],
    contact: '+7 (817) 272-60-05',
    website: 'https://lnyanoy-dom.example',
    socials: [
      ['VkIcon', 'https://vk.com/lnyanoy_dom'],
      ['DzenIcon', 'https://dzen.ru/lnyanoy_dom'],
    ],
    hours: { weekdays: ['08:30', '17:30'] },
    handlingDays: 3,
    deliveryNote: 'Шьём под заказ за три дня; готовое отправляем на следующий день.',
    bic: '041909644',
    tax: 'osn',
    vat: 'vat22',
    rates: [15, 12],
    categories: ['Дом и сад', 'Домашний текстиль'],
  },
  dymka: {
    organisation: 'dymka',
    address: { state: 'Кировская обл', city: 'Киров', zip: '610000', street_address: 'ул Спасская, д 18' },
    point: [58.6036, 49.6679],
    contact: '+7 (912) 330-25-18',
    socials: [
      ['VkIcon', 'https://vk.com/dymkovo'],
      ['OdnoklassnikiIcon', 'https://ok.ru/dymkovo'],
    ],
    hours: { weekdays: ['10:00', '18:00'] },
    handlingDays: 5,
    deliveryNote: 'Игрушку лепим и расписываем вручную: на новую нужна неделя.',
    bic: '043304711',
    tax: 'npd',
    vat: 'none',
    rates: [8],
    categories: ['Подарки и сувениры', 'Игрушки'],
  },
  books: {
    organisation: 'books',
    address: {
      state: 'г Санкт-Петербург',
      city: 'Санкт-Петербург',
      zip: '191025',
      street_address: 'Литейный пр-кт, д 57',
    },
    point: [59.9343, 30.3489],
    contact: '+7 (812) 404-16-90',
    website: 'https://knizhny-shkaf.example',
    socials: [['TelegramIcon', 'https://t.me/knizhny_shkaf']],
    hours: { weekdays: ['10:00', '21:00'], saturday: ['11:00', '20:00'], sunday: ['11:00', '19:00'] },
    handlingDays: 1,
    deliveryNote: 'Самовывоз с Литейного — через час после заказа.',
    bic: '044030790',
    tax: 'osn',
    vat: 'vat10',
    rates: [10],
    categories: ['Книги', 'Букинистика и редкие книги'],
  },
  gems: {
    organisation: 'gems',
    address: {
      state: 'Свердловская обл',
      city: 'Екатеринбург',
      zip: '620014',
      street_address: 'ул Вайнера, д 9',
    },
    point: [56.8364, 60.5975],
    contact: '+7 (343) 310-72-46',
    website: 'https://ural-samocvety.example',
    socials: [
      ['VkIcon', 'https://vk.com/ural_samocvety'],
      ['RutubeIcon', 'https://rutube.ru/channel/ural'],
    ],
    hours: { weekdays: ['10:00', '19:00'], saturday: ['11:00', '17:00'] },
    handlingDays: 2,
    deliveryNote: 'Украшения едут ценной посылкой с описью вложения.',
    bic: '046577795',
    tax: 'usn_income_outcome',
    vat: 'vat5',
    rates: [14, 12, 11.5],
    categories: ['Украшения', 'Шкатулки'],
  },
  yolka: {
    organisation: 'yolka',
    address: { state: 'Московская обл', city: 'Клин', zip: '141600', street_address: 'ул Гагарина, д 35' },
    point: [56.3322, 36.7287],
    contact: '+7 (496) 245-80-13',
    socials: [['VkIcon', 'https://vk.com/yolka_klin']],
    hours: { weekdays: ['09:00', '17:00'] },
    handlingDays: 2,
    deliveryNote: 'Стекло укладываем в коробки с ячейками; в декабре отправляем дважды в день.',
    bic: '044525593',
    tax: 'usn_income',
    vat: 'none',
    rates: [12],
    categories: ['Новогодние украшения'],
  },
  north: {
    organisation: 'north',
    address: {
      state: 'Архангельская обл',
      city: 'Архангельск',
      zip: '163000',
      street_address: 'пр-кт Чумбарова-Лучинского, д 22',
    },
    point: [64.5376, 40.5157],
    contact: '+7 (818) 220-31-57',
    socials: [['VkIcon', 'https://vk.com/sever_trikotazh']],
    hours: { weekdays: ['10:00', '18:00'] },
    handlingDays: 4,
    deliveryNote: 'Вяжем на заказ; сроки называем при подтверждении.',
    bic: '041117601',
    tax: 'patent',
    vat: 'none',
    rates: [],
    categories: ['Трикотаж'],
  },
};

/** Shops that change hands: one waits for a decision, one was decided. Days are counted back from now. */
export const demoTransfers = [
  {
    code: 'OT-5A91C04E77B2',
    shop: 'books',
    from: 'books',
    to: 'owner2',
    status: 'pending',
    message: 'Переезжаю в другой город, дело передаю Елене. Договор купли-продажи подписан.',
    note: null,
    asked: 3,
    decided: null,
  },
  {
    code: 'OT-1F20D8B34C96',
    shop: 'honey',
    from: 'vyatka',
    to: 'owner',
    status: 'approved',
    message: 'Продаю магазин вместе с рецептами и остатками.',
    note: 'Договор и акт проверены.',
    asked: 20,
    decided: 17,
  },
] as const;
