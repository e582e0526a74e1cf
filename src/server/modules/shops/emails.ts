import { type Letter, paragraphs } from '@/server/modules/messaging/emails';

/** Letters about shops; like those of `letters.ts`. */

const percent = (rate: number) =>
  `${new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 2 }).format(rate)} %`;

/** The shop may sell from now on. `rate` is in per cent. */
export const shopApproved = (about: { name: string; shop: string; rate: number; link: string }): Letter => ({
  template: 'shop-approved',
  subject: `Магазин «${about.shop}» открыт`,
  body: paragraphs(
    `Здравствуйте, ${about.name}!`,
    `Мы проверили документы: магазин «${about.shop}» открыт, его товары видят покупатели. Комиссия площадки — ${percent(about.rate)} с продажи.`,
    `Кабинет магазина:\n${about.link}`,
  ),
});

/** A shop that is open keeps another part of each sale from now on. Rates in per cent; `before` is null when there was none. */
export const commissionChanged = (about: {
  name: string;
  shop: string;
  before: number | null;
  rate: number;
}): Letter => ({
  template: 'shop-commission',
  subject: `Комиссия магазина «${about.shop}» изменилась`,
  body: paragraphs(
    `Здравствуйте, ${about.name}!`,
    `С этого дня комиссия площадки с продаж магазина «${about.shop}» — ${percent(about.rate)}${about.before === null ? '' : ` вместо ${percent(about.before)}`}. На прежних заказах это не отразится.`,
  ),
});

/** The shop was switched off, or its documents were not accepted. */
export const shopDisapproved = (about: { name: string; shop: string; reason: string | null }): Letter => ({
  template: 'shop-disapproved',
  subject: `Магазин «${about.shop}» выключен`,
  body: paragraphs(
    `Здравствуйте, ${about.name}!`,
    `Магазин «${about.shop}» и его товары сейчас не видны покупателям.${about.reason ? `\nПричина: ${about.reason}` : ''}`,
    'Исправьте то, что названо в причине, и напишите нам: мы проверим магазин ещё раз.',
  ),
});

/** Requisites of an open shop are where its money goes: its owner is told of every change. */
export const requisitesChanged = (about: { name: string; shop: string }): Letter => ({
  template: 'shop-requisites',
  subject: `Реквизиты магазина «${about.shop}» изменены`,
  body: paragraphs(
    `Здравствуйте, ${about.name}!`,
    `В магазине «${about.shop}» изменены реквизиты: следующие выплаты уйдут по новым.`,
    'Если это сделали не вы, немедленно смените пароль и напишите нам.',
  ),
});

/** To the one who is to get the shop. */
export const transferOffered = (about: { name: string; shop: string; from: string }): Letter => ({
  template: 'shop-transfer-offered',
  subject: `Вам передают магазин «${about.shop}»`,
  body: paragraphs(
    `Здравствуйте, ${about.name}!`,
    `${about.from} передаёт вам магазин «${about.shop}» вместе с товарами, сотрудниками и балансом. Передачу проверит администратор; о решении мы напишем.`,
  ),
});

/** To both sides. */
export const transferDecided = (about: {
  name: string;
  shop: string;
  isApproved: boolean;
  note: string | null;
}): Letter => ({
  template: about.isApproved ? 'shop-transfer-approved' : 'shop-transfer-rejected',
  subject: about.isApproved
    ? `Магазин «${about.shop}» передан новому владельцу`
    : `Магазин «${about.shop}» не передан`,
  body: paragraphs(
    `Здравствуйте, ${about.name}!`,
    about.isApproved
      ? `Передача магазина «${about.shop}» одобрена: у него новый владелец. Новому владельцу нужно проверить реквизиты — по ним идут выплаты.`
      : `Администратор отклонил передачу магазина «${about.shop}»: владелец прежний.`,
    ...(about.note ? [`Комментарий: ${about.note}`] : []),
  ),
});
