import type { Selectable } from 'kysely';
import { businessZone } from '@/contract/core/day';
import { sumMoney } from '@/contract/core/money';
import { shownNumber } from '@/contract/orders/number';
import type { RefundMethod, RefundState } from '@/contract/refunds/states';
import { shopSum } from '@/contract/settings/shop-currency';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import {
  type Email,
  greeting,
  momentText,
  numberText,
  paragraphs,
} from '@/server/modules/messaging/email-text';
import { sendOrderEvent } from '@/server/modules/messaging/event-switches';
import { adminIds, notify, shopPeopleIds } from '@/server/modules/messaging/notify';
import { notifyAdmins } from '@/server/modules/orders/emails';
import type { LockedOrder } from '@/server/modules/orders/lock-order';
import type { LockedRefund } from './lock-refund';

/** Goods that cost nothing are named without a sum. */
const whatOf = (sum: number): string => (sum > 0 ? shopSum(sum) : 'товаров');

/** To the customer. */
const refundRequested = (number: string, sum: number): Email => ({
  template: 'refund-asked',
  subject: `Возврат по заказу №\u00a0${number}: заявка принята`,
  body: paragraphs(
    greeting(),
    `Мы получили заявку на возврат ${whatOf(sum)} по заказу №\u00a0${number}. О решении напишем отдельно.`,
  ),
});

const statusTexts: Record<Exclude<RefundState, 'pending'>, string> = {
  processing: 'заявка в работе',
  approved: 'деньги возвращены',
  rejected: 'заявка отклонена',
};

const freeTexts = { ...statusTexts, approved: 'одобрен' };

interface DecisionContext {
  number: string;
  status: Exclude<RefundState, 'pending'>;
  sum: number;
  /** Points credited to the wallet. */
  points: number;
  method: RefundMethod;
  /** Money was paid, not points alone. */
  hasMoney: boolean;
  /** The shops agreed; the money waits for the goods. */
  isAgreed: boolean;
  note: string | null;
}

const agreedText = 'Магазин согласен на возврат. Деньги вернутся, когда товар приедет и его проверят.';
const sameMethodText = 'Деньги вернутся тем же способом, которым вы платили.';

/** To the customer. */
const refundDecided = (context: DecisionContext): Email => {
  const { number, status, sum, points, method, hasMoney, isAgreed, note } = context;
  const done = sum > 0 ? statusTexts[status] : freeTexts[status];
  const words = isAgreed ? 'магазин согласен' : done;
  return {
    template: `refund-${status}`,
    subject: `Возврат по заказу №\u00a0${number}: ${words}`,
    body: paragraphs(
      greeting(),
      status === 'approved'
        ? `Возврат ${whatOf(sum)} по заказу №\u00a0${number} одобрен.`
        : `Возврат ${whatOf(sum)} по заказу №\u00a0${number}: ${words}.`,
      ...(isAgreed && hasMoney ? [agreedText] : []),
      ...(status === 'approved' && points > 0 ? [`В кошелёк зачислено баллов: ${numberText(points)}.`] : []),
      ...(status === 'approved' && method === 'payment' && hasMoney ? [sameMethodText] : []),
      ...(note ? [`Комментарий: ${note}`] : []),
    ),
  };
};

/** To the customer. */
const refundExchanged = (number: string): Email => ({
  template: 'refund-exchange',
  subject: `Обмен по заказу №\u00a0${number} оформлен`,
  body: paragraphs(
    greeting(),
    `Мы обменяли товар из заказа №\u00a0${number} на другой вариант. Вернётся или доплачивается только разница в цене.`,
  ),
});

/** Of the cash that an exchange brings into a shift. */
export const surchargeReason = (number: string): string => `Доплата за обмен, заказ №\u00a0${number}`;

/** To the customer: a shop objects or did not answer. */
const refundEscalated = (number: string): Email => ({
  template: 'refund-escalated',
  subject: `Возврат по заказу №\u00a0${number}: решает площадка`,
  body: paragraphs(
    greeting(),
    `Магазин не согласился на возврат по заказу №\u00a0${number} или не ответил вовремя. Решение примет площадка, мы напишем о нём отдельно.`,
  ),
});

/** To the shop owner. `sum`: the refund for their goods. */
const vendorEmail = (context: {
  name: string;
  shop: string;
  number: string;
  sum: number;
  isDone: boolean;
  /** Until when the shop answers. */
  until: string | null;
  link: string;
}): Email => ({
  template: context.isDone ? 'refund-shop-approved' : 'refund-shop-asked',
  subject: `Возврат по заказу №\u00a0${context.number} в магазине «${context.shop}»`,
  body: paragraphs(
    greeting(context.name),
    context.isDone
      ? `${returnedText(context)} Баланс магазина уменьшился на то, что было начислено за эти товары.`
      : `Покупатель просит вернуть ${context.sum > 0 ? `${shopSum(context.sum)} за товары` : 'товары'} магазина «${context.shop}» из заказа №\u00a0${context.number}. ${context.until ? `Ответьте до ${context.until}: согласны вы или возражаете.` : 'Решение примет площадка.'}`,
    `Подробности: ${context.link}`,
  ),
});

const returnedText = ({ sum, shop, number }: { sum: number; shop: string; number: string }): string =>
  sum > 0
    ? `Покупателю вернули ${shopSum(sum)} за товары магазина «${shop}» из заказа №\u00a0${number}.`
    : `Покупатель вернул товары магазина «${shop}» из заказа №\u00a0${number}: они ему ничего не стоили.`;

/** E-mail and SMS to the customer, with the code for the handover of money. */
export const refundCode = ({ number, code }: { number: string; code: string }): Email => ({
  template: 'refund-code',
  subject: `Код для возврата по заказу №\u00a0${number}`,
  body: `Код ${code}: назовите его, когда получите деньги за возврат по заказу №\u00a0${number}. Не сообщайте его раньше.`,
});

/** Notifies the customer, the shops and the administrators, in the transaction of the request. */
export async function notifyRefundRequested(ctx: Ctx, order: LockedOrder, id: number): Promise<void> {
  const row = await ctx.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await notifyCustomer(ctx, order, id, refundRequested(shownNumber(order.root), row.amount));
  await notifyVendors(ctx, order, id, false);
  await notifyInPanel(ctx, order, id);
}

/** Notifies the customer of every step and the shops of an approval. `points`: credited to the wallet. */
export async function notifyRefundDecided(
  ctx: Ctx,
  order: LockedOrder,
  row: Omit<Selectable<DB['refunds']>, 'status' | 'method'> & {
    status: RefundState;
    method: RefundMethod;
    isAgreed: boolean;
  },
  points: number,
): Promise<void> {
  const { id, status, method, amount: sum, decision_note: note, origin, isAgreed } = row;
  if (status === 'pending') return;
  const number = shownNumber(order.root);
  const hasMoney = sum > row.wallet_amount;
  await notifyCustomer(
    ctx,
    order,
    id,
    row.exchange_order_id !== null
      ? refundExchanged(number)
      : refundDecided({ number, status, sum, points, method, hasMoney, isAgreed, note }),
  );
  if (status === 'approved' && origin === 'request') await notifyVendors(ctx, order, id, true);
}

/** Tells the administrators that they decide, and the customer who asked for the refund. */
export async function notifyEscalated(ctx: Ctx, { row, order }: LockedRefund): Promise<void> {
  const tracker = shownNumber(order.root);
  await notify(ctx, {
    type: 'refund',
    tracker,
    subjectId: row.id,
    receivers: await adminIds(ctx, 'refunds'),
  });
  if (row.part_id === null) await notifyCustomer(ctx, order, row.id, refundEscalated(tracker));
}

/** Panel notifications to administrators and to each shop concerned. */
async function notifyInPanel(ctx: Ctx, { root }: LockedOrder, id: number): Promise<void> {
  const statusTexts = { type: 'refund', tracker: shownNumber(root), subjectId: id } as const;
  await notify(ctx, { ...statusTexts, receivers: await adminIds(ctx, 'refunds') });
  const shops = await ctx.db
    .selectFrom('refund_lines')
    .select('shop_id')
    .distinct()
    .where('refund_id', '=', id)
    .orderBy('shop_id')
    .execute();
  for (const { shop_id: shopId } of shops)
    await notify(ctx, { ...statusTexts, shopId, receivers: await shopPeopleIds(ctx, shopId, 'orders') });
}

async function notifyCustomer(ctx: Ctx, { root }: LockedOrder, id: number, message: Email): Promise<void> {
  const email = await customerEmail(ctx, root);
  const contacts = { email, phone: root.customer_contact };
  await sendOrderEvent(ctx, ['customer', 'refundOrder'], contacts, { ...message, orderId: root.id });
  await notifyAdmins(ctx, 'refundOrder', message, `refunds/${id}`, 'refunds');
}

/** The customer's current address; null for a guest without one. */
export async function customerEmail(
  ctx: Ctx,
  { customer_id, customer_email }: LockedOrder['root'],
): Promise<string | null> {
  if (customer_id === null) return customer_email;
  const user = await ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', customer_id)
    .executeTakeFirst();
  return user?.email ?? customer_email;
}

async function notifyVendors(ctx: Ctx, { root }: LockedOrder, id: number, isDone: boolean): Promise<void> {
  const lines = await ctx.db
    .selectFrom('refund_lines')
    .innerJoin('shops', 'shops.id', 'refund_lines.shop_id')
    .innerJoin('users', 'users.id', 'shops.owner_id')
    .select([
      'shops.id',
      'shops.slug',
      'shops.name as shop',
      'users.name',
      'users.email',
      'users.contact',
      'refund_lines.amount',
    ])
    .where('refund_id', '=', id)
    .orderBy('shops.id')
    .execute();
  for (const shopId of new Set(lines.map((line) => line.id))) {
    const own = lines.filter((line) => line.id === shopId);
    const [first] = own;
    if (!first) continue;
    const sum = sumMoney(...own.map(({ amount }) => amount));
    const link = `${ctx.publicUrl}/admin/${encodeURIComponent(first.slug)}/refunds/${id}`;
    const until = isDone ? null : await answerTime(ctx, id);
    const message = vendorEmail({ ...first, sum, isDone, until, link, number: shownNumber(root) });
    const { email, contact: phone } = first;
    await sendOrderEvent(ctx, ['vendor', 'refundOrder'], { email, phone }, message);
  }
}

async function answerTime(ctx: Ctx, id: number): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('refunds')
    .select('answer_until')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.answer_until && momentText(row.answer_until, businessZone());
}

/** Why a refund of cancelled goods was refused, as the buyer reads it. */
export const takenByBank = 'Эти деньги уже вернул ваш банк: он удовлетворил заявление о спорной операции.';

/** Why a refund of money that paid nothing was refused: it pays the order after all. */
export const usedForOrder = 'Эти деньги засчитаны в оплату заказа.';
