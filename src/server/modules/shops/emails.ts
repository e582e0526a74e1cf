import { type Email, greeting, paragraphs } from '@/server/modules/messaging/email-text';

const percent = (rate: number) =>
  `${new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 }).format(rate)} %`;

/** `rate` in per cent. */
export const shopApproved = (data: { name: string; shop: string; rate: number; link: string }): Email => ({
  template: 'shop-approved',
  subject: `Магазин «${data.shop}» работает`,
  body: paragraphs(
    greeting(data.name),
    `Магазин «${data.shop}» проверен и работает: его товары видят покупатели. Комиссия площадки — ${percent(data.rate)} с продажи.`,
    `Кабинет магазина:\n${data.link}`,
  ),
});

/** Rates in per cent; `before` is null when there was none. */
export const commissionChanged = (data: {
  name: string;
  shop: string;
  before: number | null;
  rate: number;
}): Email => ({
  template: 'shop-commission',
  subject: `Комиссия магазина «${data.shop}» изменилась`,
  body: paragraphs(
    greeting(data.name),
    `С этого дня комиссия площадки с продаж магазина «${data.shop}» — ${percent(data.rate)}${data.before === null ? '' : ` вместо ${percent(data.before)}`}. На прежних заказах это не отразится.`,
  ),
});

export const shopDisapproved = (data: { name: string; shop: string; reason: string | null }): Email => ({
  template: 'shop-disapproved',
  subject: `Магазин «${data.shop}» не работает`,
  body: paragraphs(
    greeting(data.name),
    `Магазин «${data.shop}» и его товары сейчас не видны покупателям.${data.reason ? `\nПричина: ${data.reason}` : ''}`,
    'Исправьте то, что названо в причине, и напишите нам: мы проверим магазин ещё раз.',
  ),
});

/** Sent on every change: payouts go to the new requisites. */
export const requisitesChanged = (data: { name: string; shop: string }): Email => ({
  template: 'shop-requisites',
  subject: `Реквизиты магазина «${data.shop}» изменены`,
  body: paragraphs(
    greeting(data.name),
    `В магазине «${data.shop}» изменены реквизиты: следующие выплаты уйдут по новым.`,
    'Если это сделали не вы, немедленно смените пароль и напишите нам.',
  ),
});

/** To the recipient of the shop. */
export const transferOffered = (data: { name: string; shop: string; from: string }): Email => ({
  template: 'shop-transfer-offered',
  subject: `Вам передают магазин «${data.shop}»`,
  body: paragraphs(
    greeting(data.name),
    `${data.from} передаёт вам магазин «${data.shop}» вместе с товарами, сотрудниками и балансом. Передачу проверит администратор; о решении мы напишем.`,
  ),
});

/** To the former and the new owner. */
export const transferDecided = (data: {
  name: string;
  shop: string;
  isApproved: boolean;
  note: string | null;
}): Email => ({
  template: data.isApproved ? 'shop-transfer-approved' : 'shop-transfer-rejected',
  subject: data.isApproved
    ? `Магазин «${data.shop}» передан новому владельцу`
    : `Магазин «${data.shop}» не передан`,
  body: paragraphs(
    greeting(data.name),
    data.isApproved
      ? `Передача магазина «${data.shop}» одобрена: у него новый владелец. Новому владельцу нужно проверить реквизиты — по ним идут выплаты.`
      : `Администратор отклонил передачу магазина «${data.shop}»: владелец прежний.`,
    ...(data.note ? [`Комментарий: ${data.note}`] : []),
  ),
});
