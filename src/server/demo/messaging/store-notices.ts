export interface DemoNotice {
  /** Key of the author: an administrator writes to vendors, an owner to own shops. */
  author: string;
  priority: 'high' | 'medium' | 'low';
  type: 'all_vendor' | 'specific_vendor' | 'all_shop' | 'specific_shop';
  /** Keys of people or shops for the specific types. */
  to?: string[];
  notice: string;
  description: string;
  /** First and last day, counted from today. */
  days: [from: number, to: number];
  english?: [notice: string, description: string];
  /** Keys of those who have read it. */
  readBy?: string[];
}

export const notices: readonly DemoNotice[] = [
  {
    author: 'admin',
    priority: 'high',
    type: 'all_vendor',
    notice: 'Плановые работы в ночь на воскресенье',
    description:
      'С 02:00 до 04:00 по Москве кабинет продавца будет открываться с перерывами. Заказы покупателей принимаются как обычно, уведомления придут после окончания работ.',
    days: [-2, 5],
    english: [
      'Maintenance on Sunday night',
      'From 02:00 to 04:00 Moscow time the vendor panel may be unavailable. Orders are taken as usual.',
    ],
    readBy: ['owner'],
  },
  {
    author: 'admin',
    priority: 'high',
    type: 'all_vendor',
    notice: 'Новый порядок маркировки',
    description:
      'С первого числа для товаров лёгкой промышленности нужен код маркировки в каждой отправке. Инструкция и шаблон таблицы лежат в разделе «Помощь».',
    days: [-20, 40],
    english: [
      'New labelling rules',
      'From the first of the month textiles need a label code in every parcel.',
    ],
  },
  {
    author: 'admin',
    priority: 'medium',
    type: 'all_vendor',
    notice: 'График выплат в праздники',
    description:
      'Заявки на вывод, поданные до 28 декабря, придут на счёт до конца года. Остальные обработаем с 9 января.',
    days: [-5, 50],
  },
  {
    author: 'admin',
    priority: 'medium',
    type: 'all_vendor',
    notice: 'Приглашаем на вебинар о фотографиях товаров',
    description:
      'Расскажем, как снять товар на телефон, чтобы его хотелось купить. Среда, 16:00, ссылка придёт на почту.',
    days: [-10, -1],
    readBy: ['owner', 'owner2', 'books'],
  },
  {
    author: 'admin',
    priority: 'low',
    type: 'all_vendor',
    notice: 'Обновили раздел «Статистика»',
    description: 'Появилось сравнение с прошлым месяцем и выгрузка в таблицу.',
    days: [-60, -30],
    readBy: ['owner', 'ural'],
  },
  {
    author: 'admin',
    priority: 'low',
    type: 'all_vendor',
    notice: 'Подборка «Подарки к Новому году»',
    description: 'Отметьте товары тегом «Новый год», чтобы попасть в подборку на главной странице.',
    days: [3, 45],
    english: ['New Year gifts selection', 'Tag your goods with “New Year” to be shown on the home page.'],
  },
  {
    author: 'admin',
    priority: 'high',
    type: 'specific_vendor',
    to: ['north'],
    notice: 'Не хватает документов для открытия магазина',
    description:
      'Загрузите выписку из ЕГРИП не старше 30 дней. После проверки магазин «Северный трикотаж» откроется автоматически.',
    days: [-6, 24],
  },
  {
    author: 'admin',
    priority: 'high',
    type: 'specific_vendor',
    to: ['owner'],
    notice: 'Жалобы на сроки отправки',
    description:
      'За неделю пять заказов отправлены позже обещанного. Проверьте остатки и срок сборки в настройках магазина.',
    days: [-3, 11],
  },
  {
    author: 'admin',
    priority: 'medium',
    type: 'specific_vendor',
    to: ['owner', 'owner2'],
    notice: 'Ваши магазины в рассылке недели',
    description:
      'В пятницу письмо получат 48 000 подписчиков. Убедитесь, что популярные товары есть в наличии.',
    days: [-1, 9],
    readBy: ['owner2'],
  },
  {
    author: 'admin',
    priority: 'medium',
    type: 'specific_vendor',
    to: ['vyatka', 'ural', 'yolka'],
    notice: 'Ярмарка народных промыслов',
    description:
      'Приглашаем на ярмарку в Гостином дворе 12–14 числа. Место бесплатно, от вас товар и мастер-класс.',
    days: [-15, 20],
  },
  {
    author: 'admin',
    priority: 'low',
    type: 'specific_vendor',
    to: ['books'],
    notice: 'Проверьте описания редких изданий',
    description: 'У восьми книг не указан год издания. Покупатели спрашивают об этом в вопросах.',
    days: [-40, -12],
    readBy: ['books'],
  },
  {
    author: 'owner',
    priority: 'high',
    type: 'all_shop',
    notice: 'Инвентаризация в субботу',
    description: 'С 10:00 до 15:00 пересчитываем остатки. Сборку заказов начинаем после 15:00.',
    days: [-1, 4],
    readBy: ['staff'],
  },
  {
    author: 'owner',
    priority: 'medium',
    type: 'all_shop',
    notice: 'Новый курьер',
    description: 'По будням посылки забирает Роман, с 17:00 до 18:00. Готовьте опись заранее.',
    days: [-25, 60],
  },
  {
    author: 'owner',
    priority: 'low',
    type: 'all_shop',
    notice: 'Закупка упаковки',
    description: 'Пришлите до четверга, каких коробок и лент не хватает.',
    days: [-50, -43],
    readBy: ['staff'],
  },
  {
    author: 'owner',
    priority: 'high',
    type: 'specific_shop',
    to: ['tea'],
    notice: 'Отзываем партию мяты',
    description:
      'Партия 0417: на пачках неверный срок годности. Не отправлять, сложить отдельно, клиентам заменим на свежую.',
    days: [-2, 14],
  },
  {
    author: 'owner',
    priority: 'medium',
    type: 'specific_shop',
    to: ['honey'],
    notice: 'Пришёл гречишный мёд',
    description: 'Сто двадцать банок по 500 г, стоят на второй полке. Можно открывать предзаказ.',
    days: [-8, 22],
  },
  {
    author: 'owner',
    priority: 'low',
    type: 'specific_shop',
    to: ['tea'],
    notice: 'Открытки к чайным наборам',
    description: 'Вкладываем по одной в каждый набор, пока не закончатся.',
    days: [-12, 30],
  },
  {
    author: 'owner2',
    priority: 'medium',
    type: 'all_shop',
    notice: 'Отпуск мастерской',
    description: 'С первого по десятое число не шьём на заказ. Готовые изделия отправляем как обычно.',
    days: [-4, 16],
  },
  {
    author: 'owner2',
    priority: 'low',
    type: 'specific_shop',
    to: ['linen'],
    notice: 'Новые бирки',
    description: 'С этой недели пришиваем бирки с составом на двух языках.',
    days: [-30, 90],
  },
  {
    author: 'ural',
    priority: 'medium',
    type: 'all_shop',
    notice: 'Пробирная палата',
    description: 'Забираем партию серебра с клеймами в пятницу, до этого кольца не отправляем.',
    days: [-5, 6],
  },
  {
    author: 'yolka',
    priority: 'high',
    type: 'all_shop',
    notice: 'Сезон начался',
    description: 'До 25 декабря работаем без выходных. Хрупкое упаковываем в два слоя.',
    days: [0, 35],
  },
  {
    author: 'books',
    priority: 'low',
    type: 'all_shop',
    notice: 'Переучёт букинистики',
    description: 'Записываем состояние каждой книги по новой шкале.',
    days: [-90, -60],
  },
];
