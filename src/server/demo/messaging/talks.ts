/** A message of the demo: who, how many minutes after the one before, what. */
export type DemoMessage = [author: string, minutes: number, body: string];

export interface DemoTalk {
  kind: 'customer' | 'admin';
  /** Of `shops.ts`. */
  shop: string;
  /** Of `shops.ts`, or the e-mail of a customer; absent for the administration. */
  user?: string;
  /** When it began, in hours before now. */
  age: number;
  messages: DemoMessage[];
  /** How many of the last messages each side has not read. */
  unread?: { user?: number; shop?: number };
}

/** Conversations of the demo marketplace. */
export const talks: readonly DemoTalk[] = [
  {
    ...{ kind: 'customer', shop: 'tea', user: 'customer', age: 50 },
    messages: [
      [
        'customer',
        0,
        'Здравствуйте! Подскажите, иван-чай в подарочной жестянке можно отправить без чека внутри? Это подарок.',
      ],
      ['owner', 12, 'Добрый день! Да, чек пришлём только на почту, а внутрь положим открытку, если хотите.'],
      ['customer', 4, 'Хочу! Подпишите, пожалуйста: «Бабушке от Маши».'],
      ['staff', 35, 'Записали. Отправим сегодня до 18:00, номер для отслеживания появится в заказе.'],
      ['customer', 3, 'Спасибо большое!'],
    ],
  },
  {
    ...{ kind: 'customer', shop: 'tea', user: 'a.voroncov@demo.ru', age: 5 },
    messages: [
      ['a.voroncov@demo.ru', 0, 'Добрый день. Заказал три пачки, а пришли две. Что делать?'],
      [
        'staff',
        20,
        'Здравствуйте, Алексей! Простите нас, пожалуйста. Пришлите фото накладной — дошлём третью за наш счёт.',
      ],
      ['a.voroncov@demo.ru', 70, 'Накладную уже выбросил. Есть фото коробки с весом, подойдёт?'],
      ['a.voroncov@demo.ru', 1, 'На наклейке 310 граммов, то есть ровно две пачки.'],
    ],
    unread: { shop: 2 },
  },
  {
    ...{ kind: 'customer', shop: 'tea', user: 'd.fomina@demo.ru', age: 0.6 },
    messages: [
      [
        'd.fomina@demo.ru',
        0,
        'Есть ли у вас купажи без мяты? У сына на неё аллергия, а в составе не у всех написано.',
      ],
    ],
    unread: { shop: 1 },
  },
  {
    ...{ kind: 'customer', shop: 'honey', user: 'e.titova@demo.ru', age: 27 },
    messages: [
      ['e.titova@demo.ru', 0, 'Здравствуйте, гречишный мёд этого года уже есть?'],
      ['owner', 45, 'Здравствуйте, Евгения! Да, откачали в августе, в карточке товара новый сбор.'],
      ['e.titova@demo.ru', 10, 'А засахарится к Новому году?'],
      [
        'owner',
        6,
        'Гречишный садится быстро, к декабрю загустеет. Это нормально: подержите банку в тёплой воде, не горячее 40 градусов.',
      ],
    ],
    unread: { user: 1 },
  },
  {
    ...{ kind: 'customer', shop: 'linen', user: 'k.ryabova@demo.ru', age: 74 },
    messages: [
      ['k.ryabova@demo.ru', 0, 'Можно заказать скатерть 150 × 260? На сайте только до 220.'],
      ['owner2', 90, 'Здравствуйте! Можно, сошьём за неделю, цена — как за 220 плюс 600 рублей. Оформить?'],
      ['k.ryabova@demo.ru', 200, 'Да, оформляйте, цвет «небелёный».'],
      ['owner2', 15, 'Готово, счёт в заказе. Как только оплатите, начнём кроить.'],
    ],
  },
  {
    ...{ kind: 'customer', shop: 'linen', user: 'm.hasanov@demo.ru', age: 3 },
    messages: [
      ['m.hasanov@demo.ru', 0, 'Полотенца после стирки сели на 4 см. Так и должно быть?'],
      ['m.hasanov@demo.ru', 2, 'Стирал при 60.'],
    ],
    unread: { shop: 2 },
  },
  {
    ...{ kind: 'customer', shop: 'dymka', user: 'n.shirokova@demo.ru', age: 120 },
    messages: [
      [
        'n.shirokova@demo.ru',
        0,
        'Добрый вечер! Барыня с зонтиком придёт точно такая, как на фото, или роспись каждый раз своя?',
      ],
      [
        'vyatka',
        600,
        'Доброе утро! Каждая игрушка расписана от руки, узор немного отличается. Могу прислать фото той, что отправим.',
      ],
      ['n.shirokova@demo.ru', 30, 'Пришлите, пожалуйста.'],
    ],
    unread: { shop: 1 },
  },
  {
    ...{ kind: 'admin', shop: 'tea', age: 30 },
    messages: [
      [
        'owner',
        0,
        'Здравствуйте! Заявка на вывод висит второй день, раньше проходила за сутки. Всё ли в порядке с реквизитами?',
      ],
      ['admin', 55, 'Добрый день! Реквизиты верные, банк задержал реестр. Деньги уйдут сегодня вечером.'],
      ['owner', 8, 'Спасибо, жду.'],
    ],
  },
  {
    ...{ kind: 'admin', shop: 'honey', age: 2.5 },
    messages: [
      [
        'admin',
        0,
        'Добрый день! У мёда в сотах в описании указано «лечит простуду». Такие обещания для пищевых продуктов запрещены, уберите, пожалуйста, до пятницы.',
      ],
    ],
    unread: { shop: 1 },
  },
  {
    ...{ kind: 'admin', shop: 'linen', age: 1.2 },
    messages: [
      [
        'owner2',
        0,
        'Хотим участвовать в осенней распродаже, но кнопка «Подать заявку» неактивна. Что нужно сделать?',
      ],
      ['owner2', 3, 'Скидка 15 процентов на пять товаров.'],
    ],
    unread: { user: 2 },
  },
  {
    ...{ kind: 'admin', shop: 'books', age: 96 },
    messages: [
      ['admin', 0, 'Здравствуйте! Проверили документы магазина, всё хорошо. Удачных продаж!'],
      ['books', 140, 'Спасибо! Уже загрузили первые сорок книг.'],
    ],
  },
  {
    ...{ kind: 'admin', shop: 'gems', age: 20 },
    messages: [
      [
        'ural',
        0,
        'Подскажите, можно ли продавать необработанные камни на вес? Подходящей единицы измерения не нашли.',
      ],
      [
        'admin',
        180,
        'Добрый день! Заведите товар с вариациями по весу: 50, 100 и 250 граммов. Если нужна точная цена за грамм, напишите, обсудим.',
      ],
    ],
    unread: { shop: 1 },
  },
];
