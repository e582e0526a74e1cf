import type { OrderStatus, PaymentGateway } from '@/contract/orders/status';
import type { Receiver } from '@/contract/settings/event-names';
import type { Ctx } from '@/server/core/context';
import { type Letter, paragraphs } from '@/server/modules/messaging/emails';
import { type EventOf, eventOn, tell } from '@/server/modules/messaging/event-switches';
import { adminIds } from '@/server/modules/messaging/notify';
import type { StoredOrder, StoredPart } from './lock-order';

/**
 * Letters and SMS about orders; like those of `letters.ts`. Sums in roubles. `name` is whom the letter speaks to: null for
 * a guest who gave none.
 */

interface About {
  name: string | null;
  /** The number of the order, or of the shop's part. */
  number: string;
  link?: string | null;
  /** Where the invoice is fetched, for a month. */
  invoice?: string;
}

/** A greeting, one paragraph, a link. */
const shortLetter = ({ name, link }: About, head: Omit<Letter, 'body'>, text: string): Letter => ({
  ...head,
  body: paragraphs(greeting(name), text, ...linkTo(link)),
});

/** To the customer: the order is there; `payUntil`, when it is cancelled unpaid, as `12 марта, 14:30`. */
export const orderPlaced = (
  about: About & { total: number; lines: readonly LetterLine[]; payUntil?: string | null },
): Letter => ({
  template: 'order-placed',
  subject: `Заказ №${about.number} принят`,
  body: paragraphs(
    greeting(about.name),
    `Спасибо за заказ №${about.number}. В нём:\n${about.lines.map(lineOf).join('\n')}`,
    `Итого с доставкой: ${roubles(about.total)}.`,
    ...(about.payUntil ? [`Оплатите его до ${about.payUntil}: потом заказ отменится.`] : []),
    ...invoiceAt(about.invoice),
    ...linkTo(about.link),
  ),
});

/** To the owner of a shop: its part of a new order. */
export const orderReceived = (
  about: About & { shop: string; total: number; lines: readonly LetterLine[] },
): Letter => ({
  template: 'order-received',
  subject: `Новый заказ №${about.number} в магазине «${about.shop}»`,
  body: paragraphs(
    greeting(about.name),
    `В магазине «${about.shop}» новый заказ №${about.number}:\n${about.lines.map(lineOf).join('\n')}`,
    `Сумма: ${roubles(about.total)}.`,
    ...linkTo(about.link),
  ),
});

/** To the customer: where the order stands now. */
export const orderStatusChanged = (about: About & { status: OrderStatus }): Letter => ({
  template: `${about.status}`,
  subject: `Заказ №${about.number}: ${standing[about.status]}`,
  body: paragraphs(
    greeting(about.name),
    `Заказ №${about.number} ${told[about.status]}.`,
    ...linkTo(about.link),
  ),
});

/** `returned`: roubles that were paid and go back; `points`: points that are in the wallet again. */
export const orderCancelled = (
  about: About & { note?: string | null; returned: number; points: number; shop?: string | null },
): Letter => ({
  template: 'order-cancelled',
  subject: `Заказ №${about.number} отменён`,
  body: paragraphs(
    greeting(about.name),
    about.shop
      ? `Магазин «${about.shop}» не сможет собрать свою часть заказа: она отменена (№${about.number}).`
      : `Заказ №${about.number} отменён.`,
    ...(about.note ? [`Причина: ${about.note}`] : []),
    ...(about.returned > 0 ? [`Вернём ${roubles(about.returned)} тем же способом, которым вы платили.`] : []),
    ...(about.points > 0 ? [`Баллы уже вернулись в кошелёк: ${plain(about.points)}.`] : []),
    ...linkTo(about.link),
  ),
});

/** Why the clock cancels an order, in its history and in the letters. */
export const unpaidInTime = 'не оплачен вовремя';

/** To the owner of a shop whose part was cancelled by somebody else. */
export const partCancelled = (about: About & { shop: string; note?: string | null }): Letter => ({
  template: 'order-part-cancelled',
  subject: `Заказ №${about.number} отменён`,
  body: paragraphs(
    greeting(about.name),
    `Заказ №${about.number} в магазине «${about.shop}» отменён, товары вернулись на остатки.`,
    ...(about.note ? [`Причина: ${about.note}`] : []),
    ...linkTo(about.link),
  ),
});

/** To the customer. */
export const paymentReceived = (about: About & { amount: number }): Letter => ({
  template: 'payment-received',
  subject: `Заказ №${about.number} оплачен`,
  body: paragraphs(
    greeting(about.name),
    `Мы получили ${roubles(about.amount)} за заказ №${about.number}. Спасибо!`,
    ...invoiceAt(about.invoice),
    ...linkTo(about.link),
  ),
});

/** To the owner of a shop: its part may be packed. */
export const partPaid = (about: About & { shop: string }): Letter =>
  shortLetter(
    about,
    { template: 'order-part-paid', subject: `Заказ №${about.number} оплачен` },
    `Покупатель оплатил заказ №${about.number} в магазине «${about.shop}»: его можно собирать.`,
  );

/** To the customer: the bank said no. */
export const paymentFailed = (about: About): Letter =>
  shortLetter(
    about,
    { template: 'payment-failed', subject: `Оплата заказа №${about.number} не прошла` },
    `Банк не провёл оплату заказа №${about.number}, деньги не списаны. Заказ не собираем, но его ещё можно оплатить по новой ссылке, пока товары есть в наличии.`,
  );

/** To the customer: another sum came than was to be paid; a person looks at it. */
export const paymentHeld = (about: About & { amount: number; asked: number }): Letter =>
  shortLetter(
    about,
    { template: 'payment-held', subject: `Проверяем оплату заказа №${about.number}` },
    `За заказ №${about.number} пришло ${roubles(about.amount)}, а к оплате было ${roubles(about.asked)}. Деньги у нас: проверим платёж и напишем вам.`,
  );

/** To the customer: the sum that came was not taken. */
export const paymentSentBack = (about: About & { amount: number }): Letter =>
  shortLetter(
    about,
    { template: 'payment-sent-back', subject: `Вернём деньги за заказ №${about.number}` },
    `За заказ №${about.number} пришла не та сумма. Вернём ${roubles(about.amount)} тем же способом, которым вы платили. Заказ пока не оплачен.`,
  );

/** To the customer: the order is to be paid another way. */
export const gatewayChanged = (about: About & { gateway: PaymentGateway }): Letter =>
  shortLetter(
    about,
    { template: 'gateway-changed', subject: `Заказ №${about.number}: другой способ оплаты` },
    `Заказ №${about.number} теперь оплачивается так: ${payments[about.gateway]}.`,
  );

/** To the customer: money came for what is cancelled, cannot be had any more, or was paid already. */
export const paymentReturned = (about: About & { amount: number }): Letter =>
  shortLetter(
    about,
    { template: 'payment-returned', subject: `Вернём деньги за заказ №${about.number}` },
    `За заказ №${about.number} пришло ${roubles(about.amount)}, но эта сумма уже не нужна: заказ отменён, оплачен раньше или товары закончились. Вернём её тем же способом, которым вы платили.`,
  );

/** Both a letter and an SMS: what the customer tells the courier when the order is handed over. */
export const completionCode = (about: { number: string; code: string }): Letter => ({
  template: 'completion-code',
  subject: `Код для получения заказа №${about.number}`,
  body: `Код ${about.code}: назовите его, когда получите заказ №${about.number}. Не сообщайте его раньше.`,
});

/** To the customer: the day was agreed. `day` as `2026-03-12`. */
export const deliveryDateSet = (about: About & { day: string; time?: string | null }): Letter =>
  shortLetter(
    about,
    { template: 'delivery-date', subject: `Заказ №${about.number}: дата доставки` },
    `Заказ №${about.number} привезём ${dayInWords(about.day)}${about.time ? `, ${about.time}` : ''}.`,
  );

export interface LetterLine {
  name: string;
  variation: string | null;
  quantity: number;
  /** In roubles. */
  subtotal: number;
}

const standing: Record<OrderStatus, string> = {
  'order-pending': 'ждёт оплаты',
  'order-processing': 'собираем',
  'order-at-local-facility': 'в пункте рядом с вами',
  'order-out-for-delivery': 'едет к вам',
  'order-completed': 'выполнен',
  'order-cancelled': 'отменён',
  'order-refunded': 'деньги возвращены',
  'order-failed': 'не оплачен',
};

const payments: Record<PaymentGateway, string> = {
  CASH: 'наличными',
  CASH_ON_DELIVERY: 'при получении',
  SBP: 'через СБП, по ссылке',
  FULL_WALLET_PAYMENT: 'баллами',
};

const told: Record<OrderStatus, string> = {
  'order-pending': 'ждёт оплаты',
  'order-processing': 'принят в работу, мы его собираем',
  'order-at-local-facility': 'приехал в пункт рядом с вами',
  'order-out-for-delivery': 'передан курьеру и едет к вам',
  'order-completed': 'выполнен. Спасибо за покупку',
  'order-cancelled': 'отменён',
  'order-refunded': 'возвращён, деньги перечислены',
  'order-failed': 'не оплачен',
};

const greeting = (name: string | null) => (name ? `Здравствуйте, ${name}!` : 'Здравствуйте!');

const linkTo = (link: string | null | undefined) => (link ? [`Подробности: ${link}`] : []);

const invoiceAt = (link: string | undefined) => (link ? [`Счёт (ссылка действует 30 дней): ${link}`] : []);

const lineOf = ({ name, variation, quantity, subtotal }: LetterLine) =>
  `• ${name}${variation ? `, ${variation}` : ''} × ${plain(quantity)} — ${roubles(subtotal)}`;

const plain = (number: number) => new Intl.NumberFormat('ru-RU').format(number);

const roubles = (amount: number) =>
  new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' }).format(amount);

const dayInWords = (day: string) =>
  new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** The gist of a letter that others were sent, for an administrator. */
export const adminGist = (about: { name: string; gist: string; link: string; template: string }): Letter => ({
  template: `${about.template}-admin`,
  subject: about.gist,
  body: paragraphs(`Здравствуйте, ${about.name}!`, `${about.gist}.`, `Подробности: ${about.link}`),
});

/** Which switch of the settings a letter about an order goes by (reference rules §3.34: moves and cancellations are one). */
export type OrderEvent = EventOf<'sms', Receiver>;

/**
 * Tells the customer of an order, by letter where an address was left, and the administration, each by what is switched on
 * for them.
 */
export async function notifyCustomer(
  ctx: Ctx,
  root: Pick<StoredOrder, 'id' | 'customer_email' | 'customer_contact'>,
  event: OrderEvent,
  letter: Letter,
): Promise<void> {
  const { customer_email: email, customer_contact: phone } = root;
  await tell(ctx, ['customer', event], { email, phone }, letter);
  await notifyAdmins(ctx, event, letter, `orders/${root.id}`);
}

/** Tells administrators the gist of what others were told, with the page of the panel that it is about. */
export async function notifyAdmins(ctx: Ctx, event: OrderEvent, letter: Letter, page: string): Promise<void> {
  const isOn = (await eventOn(ctx, 'mail', 'admin', event)) || (await eventOn(ctx, 'sms', 'admin', event));
  const gist = letter.subject;
  if (!isOn || !gist) return;
  const ids = (await adminIds(ctx)).filter((id) => id !== ctx.user?.id);
  if (ids.length === 0) return;
  const people = await ctx.db
    .selectFrom('users')
    .select(['name', 'email', 'contact'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  for (const { name, email, contact: phone } of people) {
    const link = `${ctx.publicUrl}/admin/${page}`;
    const own = adminGist({ name, gist, link, template: letter.template });
    await tell(ctx, ['admin', event], { email, phone }, own);
  }
}

/** Whom a letter to a shop speaks to, and of what. */
export interface ShopReader {
  name: string;
  shop: string;
  /** The part's number. */
  number: string;
  /** Opens the part in the panel. */
  link: string;
}

/** Tells the owner of each part's shop, but not who does it. */
export async function notifyShops(
  ctx: Ctx,
  parts: readonly StoredPart[],
  event: OrderEvent,
  letterOf: (reader: ShopReader, part: StoredPart) => Letter,
): Promise<void> {
  if (parts.length === 0) return;
  const shops = await ctx.db
    .selectFrom('shops')
    .innerJoin('users', 'users.id', 'shops.owner_id')
    .select([
      'shops.id',
      'shops.slug',
      'shops.name as shop',
      'users.id as owner_id',
      'users.name',
      'users.email',
      'users.contact',
    ])
    .where(
      'shops.id',
      'in',
      parts.map(({ shop_id }) => shop_id),
    )
    .execute();
  for (const part of parts) {
    const shop = shops.find(({ id }) => id === part.shop_id);
    if (!shop || shop.owner_id === ctx.user?.id) continue;
    const link = `${ctx.publicUrl}/admin/${encodeURIComponent(shop.slug)}/orders/${part.id}`;
    const reader = { name: shop.name, shop: shop.shop, number: part.tracking_number, link };
    const { email, contact: phone } = shop;
    await tell(ctx, ['vendor', event], { email, phone }, letterOf(reader, part));
  }
}
