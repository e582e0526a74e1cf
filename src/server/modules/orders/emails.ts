import type { ChangedLine } from '@/contract/orders/change';
import { shownNumber } from '@/contract/orders/number';
import type { OrderStatus, PaymentGateway } from '@/contract/orders/status';
import type { Receiver } from '@/contract/settings/event-names';
import { shopSum } from '@/contract/settings/shop-currency';
import type { Ctx } from '@/server/core/context';
import { type Email, greeting, numberText, paragraphs } from '@/server/modules/messaging/email-text';
import { type EventOf, eventOn, sendOrderEvent } from '@/server/modules/messaging/event-switches';
import { adminIds } from '@/server/modules/messaging/notify';
import type { StoredOrder, StoredPart } from './lock-order';

/** E-mails and SMS about orders. Sums in roubles. `name`: the recipient; null for a guest who gave none. */
interface EmailContext {
  name: string | null;
  /** Number of the order or part. */
  number: string;
  link?: string | null;
  /** Link to the invoice, valid for a month. */
  invoice?: string;
}

/** To whom and of which order, for an e-mail to its customer. */
export const aboutOrder = (
  root: Pick<StoredOrder, 'customer_name' | 'short_number' | 'tracking_number'>,
): EmailContext => ({ name: root.customer_name, number: shownNumber(root) });

const shortEmail = ({ name, link }: EmailContext, head: Omit<Email, 'body'>, text: string): Email => ({
  ...head,
  body: paragraphs(greeting(name), text, ...linkParagraph(link)),
});

/** To the customer. `payUntil`: the payment deadline, formatted as `12 марта, 14:30`. */
export const orderPlaced = (
  context: EmailContext & { total: number; lines: readonly EmailLine[]; payUntil?: string | null },
): Email => ({
  template: 'order-placed',
  subject: `Заказ №\u00a0${context.number} принят`,
  body: paragraphs(
    greeting(context.name),
    `Спасибо за заказ №\u00a0${context.number}. В нём:\n${context.lines.map(lineText).join('\n')}`,
    `Итого с доставкой: ${shopSum(context.total)}.`,
    ...(context.payUntil ? [`Оплатите его до ${context.payUntil}: потом заказ отменится.`] : []),
    ...invoiceParagraph(context.invoice),
    ...linkParagraph(context.link),
  ),
});

/** To the shop owner: their part of a new order. */
export const orderReceived = (
  context: EmailContext & { shop: string; total: number; lines: readonly EmailLine[] },
): Email => ({
  template: 'order-received',
  subject: `Новый заказ №\u00a0${context.number} в магазине «${context.shop}»`,
  body: paragraphs(
    greeting(context.name),
    `В магазине «${context.shop}» новый заказ №\u00a0${context.number}:\n${context.lines.map(lineText).join('\n')}`,
    `Сумма: ${shopSum(context.total)}.`,
    ...linkParagraph(context.link),
  ),
});

/** To the customer. */
export const orderStatusChanged = (context: EmailContext & { status: OrderStatus }): Email => ({
  template: `${context.status}`,
  subject: `Заказ №\u00a0${context.number}: ${statusTitles[context.status]}`,
  body: paragraphs(
    greeting(context.name),
    `Заказ №\u00a0${context.number} ${statusTexts[context.status]}.`,
    ...linkParagraph(context.link),
  ),
});

/** To the customer. `returned`: roubles to refund; `points`: points returned to the wallet. */
export const orderCancelled = (
  context: EmailContext & { note?: string | null; returned: number; points: number; shop?: string | null },
): Email => ({
  template: 'order-cancelled',
  subject: `Заказ №\u00a0${context.number} отменён`,
  body: paragraphs(
    greeting(context.name),
    context.shop
      ? `Магазин «${context.shop}» не сможет собрать свою часть заказа: она отменена (№\u00a0${context.number}).`
      : `Заказ №\u00a0${context.number} отменён.`,
    ...(context.note ? [`Причина: ${context.note}`] : []),
    ...(context.returned > 0
      ? [`Вернём ${shopSum(context.returned)} тем же способом, которым вы платили.`]
      : []),
    ...(context.points > 0 ? [`Баллы уже вернулись в кошелёк: ${numberText(context.points)}.`] : []),
    ...linkParagraph(context.link),
  ),
});

/** Cancellation note of an order that was not paid in time, for the history and the e-mails. */
export const unpaidInTime = 'не оплачен вовремя';
/** The bank has let the money go. */
export const holdEnded = 'банк снял удержание денег';

export const partCancelled = (context: EmailContext & { shop: string; note?: string | null }): Email => ({
  template: 'order-part-cancelled',
  subject: `Заказ №\u00a0${context.number} отменён`,
  body: paragraphs(
    greeting(context.name),
    `Заказ №\u00a0${context.number} в магазине «${context.shop}» отменён, товары вернулись на остатки.`,
    ...(context.note ? [`Причина: ${context.note}`] : []),
    ...linkParagraph(context.link),
  ),
});

/** To the customer. */
export const paymentReceived = (context: EmailContext & { amount: number }): Email => ({
  template: 'payment-received',
  subject: `Заказ №\u00a0${context.number} оплачен`,
  body: paragraphs(
    greeting(context.name),
    `Мы получили ${shopSum(context.amount)} за заказ №\u00a0${context.number}. Спасибо!`,
    ...invoiceParagraph(context.invoice),
    ...linkParagraph(context.link),
  ),
});

/** To the customer: the money is held, and taken later. */
export const paymentReserved = (context: EmailContext & { amount: number }): Email =>
  shortEmail(
    context,
    { template: 'payment-reserved', subject: `Заказ №\u00a0${context.number} принят, деньги удержаны` },
    `Банк удержал ${shopSum(context.amount)} за заказ №\u00a0${context.number}. Спишем их, когда заказ будет готов; если его отменят, банк снимет удержание.`,
  );

/** To the shop owner: the part may be packed, its money is held. */
export const partReserved = (context: EmailContext & { shop: string }): Email =>
  shortEmail(
    context,
    { template: 'order-part-reserved', subject: `Заказ №\u00a0${context.number} можно собирать` },
    `Деньги за заказ №\u00a0${context.number} в магазине «${context.shop}» удержаны на карте покупателя: его можно собирать.`,
  );

/** To the shop owner: the part may be packed. */
export const partPaid = (context: EmailContext & { shop: string }): Email =>
  shortEmail(
    context,
    { template: 'order-part-paid', subject: `Заказ №\u00a0${context.number} оплачен` },
    `Покупатель оплатил заказ №\u00a0${context.number} в магазине «${context.shop}»: его можно собирать.`,
  );

/** To the customer: the bank declined the payment. */
export const paymentFailed = (context: EmailContext): Email =>
  shortEmail(
    context,
    { template: 'payment-failed', subject: `Оплата заказа №\u00a0${context.number} не прошла` },
    `Банк не провёл оплату заказа №\u00a0${context.number}, деньги не списаны. Заказ не собираем, но его ещё можно оплатить по новой ссылке, пока товары есть в наличии.`,
  );

/** To the customer: the amount differs from what was due; an administrator decides. */
export const paymentInSuspense = (context: EmailContext & { amount: number; expected: number }): Email =>
  shortEmail(
    context,
    { template: 'payment-held', subject: `Проверяем оплату заказа №\u00a0${context.number}` },
    `За заказ №\u00a0${context.number} пришло ${shopSum(context.amount)}, а к оплате было ${shopSum(context.expected)}. Деньги у нас: проверим платёж и напишем вам.`,
  );

/** To the customer: the differing amount was rejected. */
export const paymentSentBack = (context: EmailContext & { amount: number }): Email =>
  shortEmail(
    context,
    { template: 'payment-sent-back', subject: `Вернём деньги за заказ №\u00a0${context.number}` },
    `За заказ №\u00a0${context.number} пришла не та сумма. Вернём ${shopSum(context.amount)} тем же способом, которым вы платили. Заказ пока не оплачен.`,
  );

/** What a payment is for, on the page and in the app of the bank. */
export const paymentPurpose = (number: string): string => `Заказ ${number}`;

/** Of a payment that only tries the connection; nobody is asked to pay it. */
export const testPurpose = 'Проверка подключения';

/** To the customer: the payment method has changed. */
export const gatewayChanged = (context: EmailContext & { gateway: PaymentGateway }): Email =>
  shortEmail(
    context,
    { template: 'gateway-changed', subject: `Заказ №\u00a0${context.number}: другой способ оплаты` },
    `Заказ №\u00a0${context.number} теперь оплачивается так: ${gatewayTexts[context.gateway]}.`,
  );

/** To the customer: money arrived for an order that is cancelled, out of stock or already paid. */
export const paymentReturned = (context: EmailContext & { amount: number }): Email =>
  shortEmail(
    context,
    { template: 'payment-returned', subject: `Вернём деньги за заказ №\u00a0${context.number}` },
    `За заказ №\u00a0${context.number} пришло ${shopSum(context.amount)}, но эта сумма уже не нужна: заказ отменён, оплачен раньше или товары закончились. Вернём её тем же способом, которым вы платили.`,
  );

/** E-mail and SMS with the code that the customer tells the courier on delivery. */
export const completionCode = (context: { number: string; code: string }): Email => ({
  template: 'completion-code',
  subject: `Код для получения заказа №\u00a0${context.number}`,
  body: `Код ${context.code}: назовите его, когда получите заказ №\u00a0${context.number}. Не сообщайте его раньше.`,
});

/** A changed quantity; 0 pieces: the line was removed. */
type QuantityChange = Omit<ChangedLine, 'unit_price'>;

type LinesContext = EmailContext & { changes: readonly QuantityChange[]; total: number };

/** What else changes of an order: where it goes, and how its customer is reached. */
interface EditContext extends LinesContext {
  place: string | null;
  contact: string | null;
}

/** To the customer: the order has changed. `total` of the whole order; `refund`: roubles that are returned, and `points`. */
export const linesChanged = (context: EditContext & { refund: number; points: number }): Email => ({
  template: 'order-lines',
  subject:
    context.changes.length > 0
      ? `Заказ №\u00a0${context.number} изменён, теперь ${shopSum(context.total)}`
      : `Заказ №\u00a0${context.number} изменён`,
  body: paragraphs(
    greeting(context.name),
    ...editParagraphs(context),
    `Итого с доставкой: ${shopSum(context.total)}.`,
    ...(context.refund > 0 ? [`Вернём ${shopSum(context.refund)} тем же способом, которым вы платили.`] : []),
    ...(context.points > 0 ? [`В кошелёк вернулось баллов: ${numberText(context.points)}.`] : []),
    ...linkParagraph(context.link),
  ),
});

/** E-mail and SMS that ask the customer to agree to a change. `until` as in `orderPlaced`. */
export const changeAsked = (
  context: EditContext & { link: string; difference: number; isPaid: boolean; until: string },
): Email => ({
  template: 'change-asked',
  subject: `Заказ №\u00a0${context.number}: согласны изменить?`,
  body: paragraphs(
    ...editParagraphs(context),
    `Итого с доставкой: ${shopSum(context.total)}.`,
    ...(context.isPaid && context.difference > 0
      ? [`Доплатить нужно ${shopSum(context.difference)}: ссылка появится, когда вы согласитесь.`]
      : []),
    `Ответьте до ${context.until}, иначе заказ останется прежним: ${context.link}`,
  ),
});

/** To the customer: the question was not answered or paid in time. */
export const changeEnded = (context: EmailContext): Email =>
  shortEmail(
    context,
    { template: 'change-ended', subject: `Заказ №\u00a0${context.number} остался прежним` },
    `Изменение заказа №\u00a0${context.number} отменено: заказ остался прежним.`,
  );

/** To the shop, or whoever asked for the marketplace: what the customer said. */
export const changeAnswered = (
  context: EmailContext & { shop: string | null; answer: ChangeAnswer },
): Email =>
  shortEmail(
    context,
    {
      template: 'change-answered',
      subject: `Заказ №\u00a0${context.number}: ${changeAnswers[context.answer]}`,
    },
    `Заказ №\u00a0${context.number}${context.shop === null ? '' : ` в магазине «${context.shop}»`}: ${changeAnswers[context.answer]}.`,
  );

export type ChangeAnswer = 'applied' | 'declined' | 'expired' | 'withdrawn';

const changeAnswers: Record<ChangeAnswer, string> = {
  applied: 'покупатель согласился, заказ изменён',
  declined: 'покупатель не согласился, заказ остался прежним',
  expired: 'покупатель не ответил вовремя, заказ остался прежним',
  withdrawn: 'покупатель согласился на изменение, но заказ уже другой, поэтому вопрос снят',
};

function editParagraphs({ number, changes, place, contact }: EditContext): string[] {
  return [
    ...(changes.length > 0
      ? [`В заказе №\u00a0${number} меняются товары:\n${changes.map(changeText).join('\n')}`]
      : []),
    ...(place ? [`Заказ №\u00a0${number} доставим сюда: ${place}.`] : []),
    ...(contact ? [`Телефон для связи по заказу №\u00a0${number}: ${contact}.`] : []),
  ];
}

/** Why a drawer has more: the customer of an order paid the difference of a change. */
export const surchargeMove = (order: { short_number: string | null; tracking_number: string }): string =>
  `Доплата за изменение заказа №\u00a0${shownNumber(order)}`;

/** E-mail and SMS with the code by which the customer agrees to a change. `cash`: what is paid in cash at once. */
export const linesCode = (context: LinesContext & { code: string; cash: number | null }): Email => ({
  template: 'lines-code',
  subject: `Код для изменения заказа №\u00a0${context.number}`,
  body: `Код ${context.code}: назовите его магазину, если согласны изменить заказ №\u00a0${context.number}.\n${shortList(context.changes)}\nИтого с доставкой: ${shopSum(context.total)}.${context.cash === null ? '' : ` Доплата наличными сейчас: ${shopSum(context.cash)}.`} Не согласны — никому не сообщайте код.`,
});

/** SMS with the code by which a customer agrees to use a coupon at the till of a shop. */
export const tillCouponCode = (context: { code: string; coupon: string; shop: string }): Email => ({
  template: 'till-coupon-code',
  body: `Код ${context.code}: назовите его кассиру магазина «${context.shop}», чтобы применить купон ${context.coupon}. Если вы ничего не покупаете, никому его не сообщайте.`,
});

/** To the customer of an order that a shop took by phone; `payUntil` as in `orderPlaced`. */
export const paymentLink = (context: {
  number: string;
  total: number;
  url: string;
  payUntil: string | null;
}): Email => ({
  template: 'payment-link',
  subject: `Оплата заказа №\u00a0${context.number}`,
  body: `Заказ №\u00a0${context.number}, ${shopSum(context.total)}. Оплатите по ссылке: ${context.url}${context.payUntil ? `\nДержим товар до ${context.payUntil}.` : ''}`,
});

/** To the customer. `day` as `2026-03-12`. */
export const deliveryDateSet = (context: EmailContext & { day: string; time?: string | null }): Email =>
  shortEmail(
    context,
    { template: 'delivery-date', subject: `Заказ №\u00a0${context.number}: дата доставки` },
    `Заказ №\u00a0${context.number} привезём ${dayInWords(context.day)}${context.time ? `, ${context.time}` : ''}.`,
  );

/** To the customer: the parcel's tracking number; `carrier` may be empty. */
export const parcelSent = (context: EmailContext & { carrier: string; parcel: string }): Email =>
  shortEmail(
    context,
    { template: 'parcel-sent', subject: `Заказ №\u00a0${context.number}: номер отправления` },
    `${context.carrier ? `Посылку с заказом №\u00a0${context.number} везёт ${context.carrier}` : `Посылка с заказом №\u00a0${context.number} в пути`}. Номер отправления ${context.parcel}: по нему её видно на сайте перевозчика.`,
  );

export interface EmailLine {
  name: string;
  variation: string | null;
  quantity: number;
  /** In roubles. */
  subtotal: number;
}

const statusTitles: Record<OrderStatus, string> = {
  'order-pending': 'ждёт оплаты',
  'order-processing': 'собираем',
  'order-at-local-facility': 'в пункте рядом с вами',
  'order-out-for-delivery': 'едет к вам',
  'order-completed': 'выполнен',
  'order-cancelled': 'отменён',
  'order-refunded': 'деньги возвращены',
  'order-failed': 'не оплачен',
};

const gatewayTexts: Record<PaymentGateway, string> = {
  CASH: 'наличными',
  CASH_ON_DELIVERY: 'при получении',
  SBP: 'через СБП, по ссылке',
  ONLINE_CARD: 'картой онлайн, по ссылке',
  SBERPAY: 'через SberPay, по ссылке',
  TPAY: 'через T-Pay, по ссылке',
  FULL_WALLET_PAYMENT: 'баллами',
  CARD: 'картой в магазине',
};

const statusTexts: Record<OrderStatus, string> = {
  'order-pending': 'ждёт оплаты',
  'order-processing': 'принят в работу, мы его собираем',
  'order-at-local-facility': 'приехал в пункт рядом с вами',
  'order-out-for-delivery': 'передан курьеру и едет к вам',
  'order-completed': 'выполнен. Спасибо за покупку',
  'order-cancelled': 'отменён',
  'order-refunded': 'возвращён, деньги перечислены',
  'order-failed': 'не оплачен',
};

const linkParagraph = (link: string | null | undefined) => (link ? [`Подробности: ${link}`] : []);

const invoiceParagraph = (link: string | undefined) =>
  link ? [`Счёт (ссылка действует 30 дней): ${link}`] : [];

const lineText = ({ name, variation, quantity, subtotal }: EmailLine) =>
  `• ${name}${variation ? `, ${variation}` : ''} × ${numberText(quantity)} — ${shopSum(subtotal)}`;

/** Lines in an SMS; the customer hears the rest from the shop. */
const maxLines = 10;

function shortList(changes: readonly QuantityChange[]): string {
  const rest = changes.length - maxLines;
  return [
    ...changes.slice(0, maxLines).map(changeText),
    ...(rest > 0 ? [`• и ещё ${numberText(rest)}`] : []),
  ].join('\n');
}

const changeText = ({ name, variation, from, to }: QuantityChange) =>
  `• ${name}${variation ? `, ${variation}` : ''}: ${from === 0 ? `добавлен, ${numberText(to)}` : `было ${numberText(from)}, ${to === 0 ? 'убран' : `стало ${numberText(to)}`}`}`;

const dayInWords = (day: string) =>
  new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** To an administrator: the subject of an e-mail that others received. */
const adminSummary = (context: { name: string; summary: string; link: string; template: string }): Email => ({
  template: `${context.template}-admin`,
  subject: context.summary,
  body: paragraphs(greeting(context.name), `${context.summary}.`, `Подробности: ${context.link}`),
});

/** Notification setting that controls an e-mail; moves and cancellations share one. */
export type OrderEvent = EventOf<'sms', Receiver>;

/** Notifies the customer (by e-mail if known, by SMS) and the administrators, each as the settings allow. */
export async function notifyCustomer(
  ctx: Ctx,
  root: Pick<StoredOrder, 'id' | 'customer_email' | 'customer_contact'>,
  event: OrderEvent,
  message: Email,
): Promise<void> {
  const { customer_email: email, customer_contact: phone } = root;
  await sendOrderEvent(ctx, ['customer', event], { email, phone }, { ...message, orderId: root.id });
  await notifyAdmins(ctx, event, message, `orders/${root.id}`);
}

/** Sends administrators the subject of a notification with a link to `page` of the panel. */
export async function notifyAdmins(
  ctx: Ctx,
  event: OrderEvent,
  message: Email,
  page: string,
  area: 'orders' | 'refunds' = 'orders',
): Promise<void> {
  const isOn = (await eventOn(ctx, 'mail', 'admin', event)) || (await eventOn(ctx, 'sms', 'admin', event));
  const summary = message.subject;
  if (!isOn || !summary) return;
  const ids = (await adminIds(ctx, area)).filter((id) => id !== ctx.user?.id);
  if (ids.length === 0) return;
  const people = await ctx.db
    .selectFrom('users')
    .select(['name', 'email', 'contact'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  for (const { name, email, contact: phone } of people) {
    const link = `${ctx.publicUrl}/admin/${page}`;
    const own = adminSummary({ name, summary, link, template: message.template });
    await sendOrderEvent(ctx, ['admin', event], { email, phone }, { ...own, undo: message.undo });
  }
}

/** Recipient of an e-mail to a shop. */
interface ShopRecipient {
  name: string;
  shop: string;
  number: string;
  /** Link to the part in the panel. */
  link: string;
}

/** Notifies the owner of each part's shop, except when the owner is the acting user. */
export async function notifyShops(
  ctx: Ctx,
  parts: readonly StoredPart[],
  event: OrderEvent,
  emailFor: (recipient: ShopRecipient, part: StoredPart) => Email,
): Promise<void> {
  if (parts.length === 0) return;
  const ids = parts.map(({ shop_id }) => shop_id);
  const shops = await ctx.db
    .selectFrom('shops')
    .innerJoin('users', 'users.id', 'shops.owner_id')
    .select(['shops.id', 'shops.slug', 'shops.name as shop'])
    .select(['users.id as owner_id', 'users.name', 'users.email', 'users.contact'])
    .where('shops.id', 'in', ids)
    .execute();
  for (const part of parts) {
    const shop = shops.find(({ id }) => id === part.shop_id);
    if (!shop || shop.owner_id === ctx.user?.id) continue;
    const link = `${ctx.publicUrl}/admin/${encodeURIComponent(shop.slug)}/orders/${part.id}`;
    const recipient = { name: shop.name, shop: shop.shop, number: shownNumber(part), link };
    const { email, contact: phone } = shop;
    const message = { ...emailFor(recipient, part), orderId: part.id };
    await sendOrderEvent(ctx, ['vendor', event], { email, phone }, message);
  }
}
