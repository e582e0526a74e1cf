import type { Selectable } from 'kysely';
import { toMinor } from '@/contract/core/money';
import type { RefundMethod, RefundState } from '@/contract/refunds/states';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { type Letter, paragraphs } from '@/server/modules/messaging/emails';
import { tell } from '@/server/modules/messaging/event-switches';
import { adminIds, notify, shopPeopleIds } from '@/server/modules/messaging/notify';
import { notifyAdmins } from '@/server/modules/orders/emails';
import type { LockedOrder } from '@/server/modules/orders/lock-order';

/** To the customer: we know of it. */
const asked = (number: string, sum: number): Letter => ({
  template: 'refund-asked',
  subject: `Возврат по заказу №${number}: заявка принята`,
  body: paragraphs(
    'Здравствуйте!',
    `Мы получили заявку на возврат ${roubles(sum)} по заказу №${number}. О решении напишем отдельно.`,
  ),
});

const told: Record<Exclude<RefundState, 'pending'>, string> = {
  processing: 'заявка в работе',
  approved: 'деньги возвращены',
  rejected: 'отказано',
};

interface Told {
  number: string;
  status: Exclude<RefundState, 'pending'>;
  sum: number;
  /** Points that came to the wallet. */
  points: number;
  method: RefundMethod;
  /** Something else than points had paid. */
  hasMoney: boolean;
  note: string | null;
}

const way = 'Деньги вернутся тем же способом, которым вы платили.';

/** To the customer: how it ended, or that it is being looked into. */
const input = ({ number, status, sum, points, method, hasMoney, note }: Told): Letter => ({
  template: `refund-${status}`,
  subject: `Возврат по заказу №${number}: ${told[status]}`,
  body: paragraphs(
    'Здравствуйте!',
    status === 'approved'
      ? `Возврат ${roubles(sum)} по заказу №${number} одобрен.`
      : `Возврат ${roubles(sum)} по заказу №${number}: ${told[status]}.`,
    ...(status === 'approved' && points > 0 ? [`В кошелёк зачислено баллов: ${plain(points)}.`] : []),
    ...(status === 'approved' && method === 'payment' && hasMoney ? [way] : []),
    ...(note ? [`Комментарий: ${note}`] : []),
  ),
});

/** To the owner of a shop whose goods come back. `sum` is what goes back for them. */
const toVendor = (about: {
  name: string;
  shop: string;
  number: string;
  sum: number;
  isDone: boolean;
  link: string;
}): Letter => ({
  template: about.isDone ? 'refund-shop-approved' : 'refund-shop-asked',
  subject: `Возврат по заказу №${about.number} в магазине «${about.shop}»`,
  body: paragraphs(
    `Здравствуйте, ${about.name}!`,
    about.isDone
      ? `Покупателю вернули ${roubles(about.sum)} за товары магазина «${about.shop}» из заказа №${about.number}. Баланс магазина уменьшился на то, что было начислено за эти товары.`
      : `Покупатель просит вернуть ${roubles(about.sum)} за товары магазина «${about.shop}» из заказа №${about.number}. Решение примет площадка.`,
    `Подробности: ${about.link}`,
  ),
});

/** To the customer, by letter or SMS: what they say when the money is handed over. */
export const refundCode = ({ number, code }: { number: string; code: string }): Letter => ({
  template: 'refund-code',
  subject: `Код для возврата по заказу №${number}`,
  body: `Код ${code}: назовите его, когда получите деньги за возврат по заказу №${number}. Не сообщайте его раньше.`,
});

/** Tells the customer and the shops of a request, in its transaction (hazard H-21). */
export async function notifyRefundRequested(ctx: Ctx, order: LockedOrder, id: number): Promise<void> {
  const row = await ctx.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await notifyCustomer(ctx, order, id, asked(order.root.tracking_number, row.amount));
  await notifyVendors(ctx, order, id, false);
  await ring(ctx, order, id);
}

/** Tells the customer of every step, the shops when money went back. `points` came to the wallet. */
export async function notifyRefundDecided(
  ctx: Ctx,
  order: LockedOrder,
  row: Omit<Selectable<DB['refunds']>, 'status' | 'method'> & { status: RefundState; method: RefundMethod },
  points: number,
): Promise<void> {
  const { id, status, method, amount: sum, decision_note: note, origin } = row;
  if (status === 'pending') return;
  const number = order.root.tracking_number;
  const hasMoney = sum > row.wallet_amount;
  await notifyCustomer(ctx, order, id, input({ number, status, sum, points, method, hasMoney, note }));
  if (status === 'approved' && origin === 'request') await notifyVendors(ctx, order, id, true);
}

/** The bells of those who handle a request: the administration, and each shop that it takes money from. */
async function ring(ctx: Ctx, { root }: LockedOrder, id: number): Promise<void> {
  const told = { type: 'refund', tracker: root.tracking_number, subjectId: id } as const;
  await notify(ctx, { ...told, receivers: await adminIds(ctx) });
  const shops = await ctx.db
    .selectFrom('refund_lines')
    .select('shop_id')
    .distinct()
    .where('refund_id', '=', id)
    .orderBy('shop_id')
    .execute();
  for (const { shop_id: shopId } of shops)
    await notify(ctx, { ...told, shopId, receivers: await shopPeopleIds(ctx, shopId, 'orders') });
}

async function notifyCustomer(ctx: Ctx, { root }: LockedOrder, id: number, letter: Letter): Promise<void> {
  const email = await customerEmail(ctx, root);
  await tell(ctx, ['customer', 'refundOrder'], { email, phone: root.customer_contact }, letter);
  await notifyAdmins(ctx, 'refundOrder', letter, `refunds/${id}`);
}

/** Where the customer of an order is written to; null for a guest who left no address. */
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
    const sum = own.reduce((all, { amount }) => all + toMinor(amount), 0) / 100;
    const link = `${ctx.publicUrl}/admin/${encodeURIComponent(first.slug)}/refunds/${id}`;
    const letter = toVendor({ ...first, sum, isDone, link, number: root.tracking_number });
    const { email, contact: phone } = first;
    await tell(ctx, ['vendor', 'refundOrder'], { email, phone }, letter);
  }
}

const plain = (number: number) => new Intl.NumberFormat('ru-RU').format(number);

const roubles = (amount: number) =>
  new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' }).format(amount);
