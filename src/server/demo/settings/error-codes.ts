export interface DemoErrorCode {
  code: string;
  status: number | null;
  title: string;
  message: string;
  description?: string;
  english: [title: string, message: string];
}

export const errorCodes: readonly DemoErrorCode[] = [
  {
    code: 'PRODUCT_OUT_OF_STOCK',
    status: 409,
    title: 'Нет в наличии',
    message: 'Товар закончился, пока вы оформляли заказ. Уберите его из корзины или выберите похожий.',
    description: 'Возникает при оформлении, если остаток меньше заказанного количества.',
    english: [
      'Out of stock',
      'This item sold out while you were ordering. Remove it or choose a similar one.',
    ],
  },
  {
    code: 'PRODUCT_NOT_PUBLISHED',
    status: 404,
    title: 'Товар снят с продажи',
    message: 'Продавец снял товар с продажи. Посмотрите другие товары магазина.',
    english: [
      'No longer on sale',
      'The vendor took this item off sale. Have a look at the shop’s other goods.',
    ],
  },
  {
    code: 'SHOP_NOT_ACTIVE',
    status: 409,
    title: 'Магазин закрыт',
    message: 'Магазин временно не принимает заказы.',
    english: ['Shop closed', 'The shop is not taking orders at the moment.'],
  },
  {
    code: 'COUPON_NOT_FOUND',
    status: 404,
    title: 'Купон не найден',
    message: 'Такого купона нет. Проверьте, нет ли опечатки.',
    english: ['Coupon not found', 'There is no such coupon. Please check the spelling.'],
  },
  {
    code: 'COUPON_EXPIRED',
    status: 409,
    title: 'Купон истёк',
    message: 'Срок действия купона закончился.',
    english: ['Coupon expired', 'This coupon is no longer valid.'],
  },
  {
    code: 'COUPON_MINIMUM_NOT_REACHED',
    status: 409,
    title: 'Сумма слишком мала',
    message: 'Добавьте товаров: купон действует от указанной суммы заказа.',
    english: ['Order too small', 'Add more goods: the coupon needs a larger order.'],
  },
  {
    code: 'COUPON_ALREADY_USED',
    status: 409,
    title: 'Купон использован',
    message: 'Вы уже воспользовались этим купоном.',
    english: ['Coupon already used', 'You have used this coupon before.'],
  },
  {
    code: 'ORDER_MINIMUM_NOT_REACHED',
    status: 409,
    title: 'Минимальная сумма заказа',
    message: 'Сумма заказа меньше минимальной. Добавьте ещё что-нибудь в корзину.',
    english: ['Minimum order', 'The order is below the minimum. Please add something to the cart.'],
  },
  {
    code: 'ORDER_ALREADY_CANCELLED',
    status: 409,
    title: 'Заказ отменён',
    message: 'Заказ уже отменён, изменить его нельзя.',
    english: ['Order cancelled', 'The order was cancelled and cannot be changed.'],
  },
  {
    code: 'ORDER_STATUS_NOT_ALLOWED',
    status: 409,
    title: 'Недопустимый статус',
    message: 'Из текущего статуса заказ нельзя перевести в выбранный.',
    description: 'Переходы статусов описаны в разделе «Статусы заказов».',
    english: ['Status not allowed', 'The order cannot move from its present status to this one.'],
  },
  {
    code: 'PAYMENT_DECLINED',
    status: 402,
    title: 'Платёж отклонён',
    message: 'Банк отклонил платёж. Попробуйте другую карту или оплатите по СБП.',
    english: ['Payment declined', 'Your bank declined the payment. Try another card.'],
  },
  {
    code: 'PAYMENT_TIMEOUT',
    status: 504,
    title: 'Банк не ответил',
    message: 'Банк долго не отвечает. Деньги не списаны, повторите попытку через несколько минут.',
    english: ['The bank did not answer', 'You have not been charged. Please try again in a few minutes.'],
  },
  {
    code: 'PAYMENT_AMOUNT_MISMATCH',
    status: 409,
    title: 'Сумма изменилась',
    message: 'Цена или доставка изменились. Проверьте итог и подтвердите заказ ещё раз.',
    english: [
      'The total changed',
      'The price or delivery changed. Please check the total and confirm again.',
    ],
  },
  {
    code: 'DELIVERY_ADDRESS_NOT_SERVED',
    status: 422,
    title: 'Сюда не доставляем',
    message: 'По этому адресу доставки пока нет. Выберите пункт выдачи.',
    english: ['We do not deliver here', 'There is no delivery to this address yet. Choose a pick-up point.'],
  },
  {
    code: 'DELIVERY_PARCEL_TOO_HEAVY',
    status: 422,
    title: 'Посылка слишком тяжёлая',
    message: 'Вес посылки больше допустимого. Разделите заказ на две части.',
    english: ['Parcel too heavy', 'The parcel is over the limit. Split the order in two.'],
  },
  {
    code: 'DELIVERY_POINT_CLOSED',
    status: 409,
    title: 'Пункт выдачи закрыт',
    message: 'Пункт выдачи закрылся. Выберите другой поблизости.',
    english: ['Pick-up point closed', 'This pick-up point has closed. Choose another one nearby.'],
  },
  {
    code: 'WALLET_NOT_ENOUGH',
    status: 409,
    title: 'Не хватает баллов',
    message: 'На счёте меньше баллов, чем вы хотите списать.',
    english: ['Not enough points', 'Your balance is below the points you want to use.'],
  },
  {
    code: 'REFUND_PERIOD_OVER',
    status: 409,
    title: 'Срок возврата прошёл',
    message: 'Вернуть товар можно в течение 14 дней после получения.',
    description: 'Срок задаёт политика возврата магазина, но не меньше предусмотренного законом.',
    english: ['Return period over', 'Goods can be returned within 14 days of delivery.'],
  },
  {
    code: 'REFUND_ALREADY_REQUESTED',
    status: 409,
    title: 'Возврат уже запрошен',
    message: 'По этому товару уже есть заявка на возврат.',
    english: ['Return already requested', 'There is a return request for this item already.'],
  },
  {
    code: 'WITHDRAW_OVER_BALANCE',
    status: 409,
    title: 'Недостаточно средств',
    message: 'Сумма вывода больше доступного остатка магазина.',
    english: ['Not enough funds', 'The amount is above the shop’s available balance.'],
  },
  {
    code: 'SHOP_DOCUMENTS_MISSING',
    status: 422,
    title: 'Нет документов',
    message: 'Загрузите ИНН и выписку из реестра, чтобы мы открыли магазин.',
    english: [
      'Documents missing',
      'Upload your tax number and register extract so that we can open the shop.',
    ],
  },
  {
    code: 'REVIEW_NOT_PURCHASED',
    status: 403,
    title: 'Отзыв после покупки',
    message: 'Оставить отзыв можно только о купленном товаре.',
    english: ['Buy before you review', 'Only goods that you bought can be reviewed.'],
  },
  {
    code: 'PHONE_CODE_WRONG',
    status: 422,
    title: 'Неверный код',
    message: 'Код из сообщения не подошёл. Проверьте цифры или запросите новый.',
    english: ['Wrong code', 'The code did not match. Check the digits or ask for a new one.'],
  },
  {
    code: 'PHONE_CODE_TOO_OFTEN',
    status: 429,
    title: 'Слишком часто',
    message: 'Новый код можно запросить через минуту.',
    english: ['Too often', 'You can ask for a new code in a minute.'],
  },
  {
    code: 'FILE_TOO_LARGE',
    status: 413,
    title: 'Файл слишком большой',
    message: 'Загрузите файл не больше 10 МБ.',
    english: ['File too large', 'Please upload a file of at most 10 MB.'],
  },
  {
    code: 'SERVICE_MAINTENANCE',
    status: 503,
    title: 'Технические работы',
    message: 'Обновляем сайт. Вернёмся через несколько минут.',
    english: ['Maintenance', 'We are updating the site and will be back in a few minutes.'],
  },
];
