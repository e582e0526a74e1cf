export interface DemoFaq {
  /** Key of the shop; of the whole marketplace when left out. */
  shop?: string;
  title: string;
  text: string;
  english?: [title: string, text: string];
}

export const faqs: readonly DemoFaq[] = [
  {
    title: 'Как оплатить заказ?',
    text: 'Картой «Мир», Visa или Mastercard российского банка, по СБП или наличными при получении. Оплата картой и по СБП проходит сразу, чек придёт на почту.',
    english: [
      'How can I pay?',
      'By a Russian bank card, by the Faster Payments System or in cash on delivery. The receipt is sent by e-mail.',
    ],
  },
  {
    title: 'Сколько стоит доставка?',
    text: 'Стоимость рассчитывается по весу и адресу и видна до оплаты. От 3 000 ₽ доставка в пункт выдачи бесплатна.',
    english: [
      'What does delivery cost?',
      'It depends on weight and address and is shown before you pay. Free to a pick-up point from 3,000 ₽.',
    ],
  },
  {
    title: 'Когда приедет заказ?',
    text: 'По Москве и Санкт-Петербургу за 1–2 дня, по России за 3–9 дней. Срок указан в карточке товара, а после отправки придёт номер для отслеживания.',
    english: [
      'When will my order arrive?',
      'In 1–2 days in Moscow and Saint Petersburg, in 3–9 days elsewhere in Russia.',
    ],
  },
  {
    title: 'Можно ли вернуть товар?',
    text: 'Да, в течение 14 дней после получения, если сохранены вид и упаковка. Продукты питания надлежащего качества возврату не подлежат.',
    english: [
      'Can I return an item?',
      'Yes, within 14 days of delivery, unused and in its packaging. Food of good quality cannot be returned.',
    ],
  },
  {
    title: 'Как отменить заказ?',
    text: 'Откройте заказ в личном кабинете и нажмите «Отменить». Это можно сделать до передачи посылки в доставку.',
    english: [
      'How do I cancel an order?',
      'Open it in your account and press Cancel. You can do this until the parcel is handed over.',
    ],
  },
  {
    title: 'Как узнать, где моя посылка?',
    text: 'Номер для отслеживания придёт в письме и в уведомлении. Он же есть в заказе.',
  },
  {
    title: 'Что делать, если товар пришёл повреждённым?',
    text: 'Сфотографируйте упаковку и товар и создайте заявку на возврат. Мы ответим в течение рабочего дня и вернём деньги или отправим замену.',
    english: [
      'What if an item arrives damaged?',
      'Take photos of the packaging and the item and open a return request. We answer within one working day.',
    ],
  },
  {
    title: 'Как работает купон?',
    text: 'Введите его при оформлении. Скидка действует на товары магазина или на весь заказ, условия написаны под полем.',
  },
  {
    title: 'Что такое баллы и как их потратить?',
    text: 'Баллы начисляются за покупки и регистрацию. Ими можно оплатить часть заказа: отметьте это при оформлении.',
  },
  {
    title: 'Нужна ли регистрация для покупки?',
    text: 'Нет, достаточно телефона. С регистрацией видны история заказов, баллы и сохранённые адреса.',
    english: [
      'Do I need an account?',
      'No, a telephone number is enough. With an account you see your orders, points and addresses.',
    ],
  },
  {
    title: 'Как стать продавцом?',
    text: 'Заполните заявку, загрузите документы ИП, ООО или самозанятого. Проверка занимает до двух рабочих дней.',
    english: [
      'How do I become a vendor?',
      'Fill in the form and upload your documents. The check takes up to two working days.',
    ],
  },
  {
    title: 'Какую комиссию берёт площадка?',
    text: 'Комиссия зависит от категории и указана в договоре. Она удерживается с каждой продажи, абонентской платы нет.',
  },
  {
    title: 'Когда продавцу приходят деньги?',
    text: 'После подтверждения получения заказа сумма появляется в балансе магазина. Вывод на счёт занимает до трёх рабочих дней.',
  },
  {
    title: 'Как защищены мои данные?',
    text: 'Данные хранятся в России и передаются только службе доставки. Номера карт мы не видим и не храним.',
  },
  {
    shop: 'tea',
    title: 'Как хранить иван-чай?',
    text: 'В закрытой банке, вдали от света и специй. Вкус раскрывается полностью через два-три месяца после сушки.',
    english: ['How should I keep fireweed tea?', 'In a closed jar, away from light and spices.'],
  },
  {
    shop: 'tea',
    title: 'Есть ли кофеин в травяных сборах?',
    text: 'Нет. Иван-чай, чабрец и мята не содержат кофеина, их можно пить вечером.',
  },
  {
    shop: 'tea',
    title: 'Можно ли заказать образцы?',
    text: 'Да, набор из шести пробников по 10 г стоит 390 ₽ и отправляется почтой.',
  },
  {
    shop: 'tea',
    title: 'Делаете ли вы подарочную упаковку?',
    text: 'Делаем: деревянный ящик или крафтовый тубус. Выберите упаковку при заказе.',
  },
  {
    shop: 'honey',
    title: 'Почему мёд засахарился?',
    text: 'Натуральный мёд густеет через один-два месяца. Это нормально: согрейте банку в тёплой воде не горячее 40 градусов.',
    english: [
      'Why did the honey crystallise?',
      'Real honey sets within a month or two. Warm the jar gently in water below 40 degrees.',
    ],
  },
  {
    shop: 'honey',
    title: 'Сколько хранится варенье?',
    text: 'Закрытая банка хранится год, открытую держите в холодильнике и съешьте за месяц.',
  },
  {
    shop: 'honey',
    title: 'Есть ли варенье без сахара?',
    text: 'Есть: на яблочном соке и на мёде. Ищите метку «Без сахара».',
  },
  {
    shop: 'linen',
    title: 'Как стирать лён?',
    text: 'При 40 градусах с жидким средством. Гладить лучше чуть влажным. После первой стирки усадка до 4 %, мы её учли.',
    english: ['How do I wash linen?', 'At 40 degrees with a liquid detergent; iron it slightly damp.'],
  },
  {
    shop: 'linen',
    title: 'Шьёте ли вы по своим размерам?',
    text: 'Да, срок пошива 7–14 дней. Пришлите размеры в сообщении магазину.',
  },
  {
    shop: 'linen',
    title: 'Как подобрать размер постельного белья?',
    text: 'Измерьте матрас и одеяло и сверьтесь с таблицей в карточке. Простыни на резинке шьём под высоту матраса до 30 см.',
  },
  {
    shop: 'dymka',
    title: 'Можно ли мыть дымковскую игрушку?',
    text: 'Нет, краска боится воды. Протирайте сухой мягкой кистью.',
  },
  {
    shop: 'dymka',
    title: 'Игрушки безопасны для детей?',
    text: 'Это хрупкий сувенир для детей от шести лет и взрослых. Краски нетоксичны, сертификат есть в карточке.',
  },
  {
    shop: 'books',
    title: 'Как вы оцениваете состояние старых книг?',
    text: 'По пяти ступеням, от «как новая» до «для чтения». Все потёртости видны на фотографиях.',
    english: [
      'How do you grade old books?',
      'In five steps, from “as new” to “reading copy”. All wear is shown in the photos.',
    ],
  },
  {
    shop: 'books',
    title: 'Отправляете ли вы книги за границу?',
    text: 'Издания моложе ста лет отправляем почтой. Для более старых нужно разрешение Минкультуры.',
  },
  {
    shop: 'gems',
    title: 'Камни настоящие?',
    text: 'Да, уральские. К каждому украшению прилагаем паспорт с описанием камня и пробы.',
    english: ['Are the stones genuine?', 'Yes, from the Urals. Each piece comes with a passport.'],
  },
  {
    shop: 'gems',
    title: 'Можно ли изменить размер кольца?',
    text: 'Можно на один-два размера, бесплатно в течение месяца после покупки.',
  },
  {
    shop: 'yolka',
    title: 'Как упакованы стеклянные игрушки?',
    text: 'Каждая лежит в ячейке с мягкой бумагой, коробка обёрнута плёнкой. Если игрушка разбилась в пути, пришлём новую.',
  },
  {
    shop: 'yolka',
    title: 'Когда заказать, чтобы успеть к Новому году?',
    text: 'По Москве до 27 декабря, в другие города до 18 декабря.',
    english: ['When should I order for New Year?', 'By 27 December in Moscow, by 18 December elsewhere.'],
  },
];
