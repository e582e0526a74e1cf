import { toSlug } from '@/contract/core/slug';
import { idOf, type SeedCtx } from '@/server/demo/context';
import { english } from '@/server/demo/families';
import { pastMoments } from '@/server/demo/random';

interface DemoTerm {
  /** Key of the shop; of the whole marketplace when left out. */
  shop?: string;
  title: string;
  text: string;
  isWaiting?: boolean;
  english?: [title: string, text: string];
}

const terms: readonly DemoTerm[] = [
  {
    title: 'Пользовательское соглашение',
    text: 'Гостиный двор сводит покупателей с магазинами и отвечает за то, чтобы заказ был принят, оплачен и доставлен.\n\nРегистрируясь, вы подтверждаете, что вам есть 14 лет, а указанные имя и телефон принадлежат вам. Один человек заводит одну учётную запись.\n\nДоговор купли-продажи вы заключаете с магазином, имя которого указано в карточке товара. Площадка принимает оплату по его поручению и хранит деньги до получения заказа.',
    english: [
      'User agreement',
      'Gostiny Dvor brings customers and shops together and answers for the order being accepted, paid and delivered.\n\nThe contract of sale is between you and the shop that is named on the product page.',
    ],
  },
  {
    title: 'Оплата и безопасность платежей',
    text: 'Оплатить заказ можно картой «Мир», по СБП или при получении. Данные карты вводятся на странице банка: ни площадка, ни магазин их не видят.\n\nЧек приходит на почту сразу после оплаты. Если платёж прошёл дважды, лишнее вернётся на ту же карту в течение трёх рабочих дней.',
    english: [
      'Payment and its safety',
      'Pay by a Mir card, by the Faster Payments System or on delivery. Card data is entered on the bank’s page.',
    ],
  },
  {
    title: 'Правила доставки',
    text: 'Срок доставки указан в карточке товара и считается со дня, следующего за оплатой. Посылку хранят в пункте выдачи семь дней.\n\nПри получении проверьте упаковку. Если она повреждена, откройте посылку вместе с сотрудником пункта и составьте акт.',
    english: [
      'Rules of delivery',
      'The time is given on the product page and counts from the day after payment.',
    ],
  },
  {
    title: 'Политика обработки персональных данных',
    text: 'Мы храним имя, телефон, почту и адрес доставки в России и передаём их только магазину и перевозчику, чтобы исполнить заказ.\n\nВы можете запросить свои данные, исправить или удалить их, написав в поддержку. На письмо отвечаем в течение десяти рабочих дней.',
  },
  {
    shop: 'tea',
    title: 'Как мы собираем и отправляем чай',
    text: 'Фасуем в день отправки. Заказы, оплаченные до 14:00, уезжают в тот же день, остальные на следующий. Вес пачки может отличаться от указанного не больше чем на два грамма.',
    english: [
      'How we pack and send tea',
      'We pack on the day of dispatch. Orders paid before 14:00 leave the same day.',
    ],
  },
  {
    shop: 'tea',
    title: 'Подписка на чай',
    text: 'Раз в месяц присылаем набор из трёх сортов. Деньги списываются за два дня до отправки. Отказаться можно в любой день, уже оплаченный набор мы привезём.',
    isWaiting: true,
  },
  {
    shop: 'honey',
    title: 'Качество мёда',
    text: 'Каждая партия проверена в ветеринарной лаборатории, протокол вложен в посылку. Если мёд вам не понравился, напишите в течение недели: подберём другой сорт за наш счёт.',
  },
  {
    shop: 'linen',
    title: 'Пошив по вашим размерам',
    text: 'Начинаем шить после предоплаты 50 %. Размеры уточняем перед раскроем. Готовую вещь, сшитую точно по размерам, обратно не принимаем, ошибку исправляем бесплатно за три дня.',
    isWaiting: true,
  },
  {
    shop: 'books',
    title: 'Состояние букинистических книг',
    text: 'Состояние каждой книги описано в карточке и показано на фотографиях. Возвращаем деньги, если на деле она хуже: пришлите снимки в течение 14 дней.',
    english: [
      'The state of second-hand books',
      'Each is described and shown in photos. If it is worse, we refund.',
    ],
  },
  {
    shop: 'gems',
    title: 'Гарантия на украшения',
    text: 'Год бесплатно чиним замки и закрепку камней, если украшение не роняли и не мыли агрессивными средствами. Доставку в мастерскую и обратно оплачиваем мы.',
    isWaiting: true,
  },
  {
    shop: 'yolka',
    title: 'Предзаказ ёлочных игрушек',
    text: 'Новогодние серии отправляем с 1 ноября в порядке оплаты. До отправки предзаказ можно отменить и получить деньги полностью.',
    english: ['Pre-orders of Christmas decorations', 'Dispatched from 1 November in the order of payment.'],
  },
];

export async function seedTerms({ db, now, random, people, shops }: SeedCtx): Promise<void> {
  const rows = terms.map(({ shop: key, title, text, isWaiting = false, english: words }) => {
    const shop = key ? shops.get(key) : undefined;
    return {
      ...pastMoments(random, now),
      title,
      slug: toSlug(title),
      description: text,
      type: shop ? 'shop' : 'global',
      issued_by: shop ? shop.name : 'Super Admin',
      shop_id: shop?.id ?? null,
      user_id: idOf(people, shop?.ownerKey ?? 'admin'),
      is_approved: !isWaiting,
      translations: english(words, ['title', 'description']),
    };
  });
  await db.insertInto('terms_and_conditions').values(rows).execute();
}
