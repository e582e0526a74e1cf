import { sql } from 'kysely';
import type { CustomerChange } from '@/contract/orders/change';
import { shownNumber } from '@/contract/orders/number';
import { isOnline } from '@/contract/orders/online';
import { unpaidStatuses } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';
import { eachInTransaction } from '@/server/core/transaction';
import { send } from '@/server/modules/messaging/outbox';
import {
  aboutOrder,
  type ChangeAnswer,
  changeAnswered,
  changeEnded,
  notifyCustomer,
  notifyShops,
} from '../emails';
import { guestTokenHash, isGuestToken } from '../guest-orders';
import { type LockedOrder, lockRoot } from '../lock-order';
import { amountDue, openChangeAttempt, openLockedAttempt } from '../payments/open-attempts';
import { applyEdit } from './apply-edit';
import { changeTarget, endChange, openChange, setState } from './end-change';
import { changeDifference, planAgain } from './order-changes';
import { chooseSettlement } from './plan-edit';
import { type ChangeRow, presentChange, toChange } from './present-change';

/** `GET order-changes/{secret}`. Throws NOT_FOUND. */
export async function readChange(ctx: Ctx, secret: string): Promise<CustomerChange> {
  const row = await findChange(ctx, secret);
  return presentToCustomer(ctx, row, await lockRoot(ctx, row.root_id));
}

/**
 * `POST order-changes/{secret}`: an order that is not paid changes at once, a paid one when the difference is paid. An
 * order that is no longer the one that was asked about stays as it is. Throws NOT_FOUND, and ACTION_NOT_VALID after the
 * end.
 */
export async function answerChange(
  ctx: Ctx,
  secret: string,
  answer: 'accept' | 'decline',
): Promise<CustomerChange> {
  const { id, root_id } = await findChange(ctx, secret);
  const order = await lockRoot(ctx, root_id);
  const row = await openChange(ctx, order);
  if (!row || row.id !== id || row.until <= ctx.now) throw new AppError('ACTION_NOT_VALID');
  if (answer === 'decline') await refuse(ctx, order, row, 'declined');
  else if (row.state === 'asked') await accept(ctx, order, row);
  // The bank declined the payment: another attempt needs another link.
  else if ((await paymentUrl(ctx, row, order)) === null) {
    await openChangeAttempt(ctx, order.root, { changeId: row.id, amount: changeDifference(row) });
  }
  return presentToCustomer(ctx, row, await lockRoot(ctx, root_id));
}

async function accept(ctx: Ctx, order: LockedOrder, row: ChangeRow): Promise<void> {
  const own = { ...order, target: changeTarget(order, row) };
  const plan = await planAgain(ctx, own, row);
  const settlement = plan && chooseSettlement(order.root, plan.difference);
  // Its money is held, or was paid on the spot, meanwhile: nothing more can be paid by a link.
  if (!plan || settlement === 'cash') return giveUp(ctx, order, row);
  if (settlement !== 'link') {
    await applyEdit(ctx, own, plan, { isHeld: true });
    await finish(ctx, order, row);
    const isDue = isOnline(order.root.payment_gateway) && unpaidStatuses.includes(order.root.payment_status);
    if (isDue && amountDue(order) > 0) await openLockedAttempt(ctx, order);
    return;
  }
  const { unpaidOnlineMinutes } = await settingsOptions(ctx);
  const toPay = new Date(ctx.now.getTime() + unpaidOnlineMinutes * 60_000);
  await setState(ctx, order, row, 'accepted', toPay > row.until ? toPay : row.until);
  await openChangeAttempt(ctx, order.root, { changeId: row.id, amount: plan.difference });
}

/** The change is made: the shops hear of it. */
async function finish(ctx: Ctx, order: LockedOrder, row: ChangeRow): Promise<void> {
  await setState(ctx, order, row, 'applied');
  await tellShops(ctx, order, row, 'applied');
}

async function refuse(
  ctx: Ctx,
  order: LockedOrder,
  row: ChangeRow,
  state: 'declined' | 'expired',
): Promise<void> {
  await endChange(ctx, order, row, state);
  await tellShops(ctx, order, row, state);
}

/** The customer agreed to a change that cannot be made any more: whoever asked hears of it, and asks anew. */
async function giveUp(ctx: Ctx, order: LockedOrder, row: ChangeRow): Promise<void> {
  await endChange(ctx, order, row, 'withdrawn');
  await tellShops(ctx, order, row, 'withdrawn');
  const asker = await askerBeside(ctx, row, order);
  if (!asker) return;
  const { name, email } = asker;
  const about = {
    name,
    number: shownNumber(order.root),
    link: `${ctx.publicUrl}/admin/orders/${order.root.id}`,
  };
  const message = changeAnswered({ ...about, shop: null, answer: 'withdrawn' });
  await send(ctx, { channel: 'mail', to: email, ...message, orderId: order.root.id });
}

/** Who asked for the marketplace: owners of the shops are told already. */
async function askerBeside({ db }: Ctx, { asked_by }: ChangeRow, { parts }: LockedOrder) {
  if (asked_by === null) return undefined;
  const shopIds = parts.map(({ shop_id }) => shop_id);
  return db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', asked_by)
    .where(
      sql<boolean>`not exists (select from shops where id = any(${shopIds}::bigint[]) and owner_id = users.id)`,
    )
    .executeTakeFirst();
}

async function tellShops(ctx: Ctx, order: LockedOrder, row: ChangeRow, answer: ChangeAnswer): Promise<void> {
  const { id, parent_id } = changeTarget(order, row);
  const parts = order.parts.filter((part) => parent_id === null || part.id === id);
  await notifyShops(ctx, parts, 'statusChangeOrder', (reader) => changeAnswered({ ...reader, answer }));
}

/**
 * Money for a change of a paid order: makes it. False when the change is no longer expected, so that the caller returns
 * the money. In kopecks.
 */
export async function payChange(
  ctx: Ctx,
  order: LockedOrder,
  { changeId, amount }: { changeId: number; amount: number },
): Promise<boolean> {
  const row = await openChange(ctx, order);
  if (!row || row.id !== changeId || row.state !== 'accepted' || amount !== changeDifference(row))
    return false;
  const own = { ...order, target: changeTarget(order, row) };
  const plan = await planAgain(ctx, own, row);
  if (!plan) {
    await giveUp(ctx, order, row);
    return false;
  }
  await applyEdit(ctx, own, plan, { isHeld: true });
  await finish(ctx, order, row);
  return true;
}

async function findChange(ctx: Ctx, secret: string): Promise<ChangeRow> {
  if (!isGuestToken(secret)) throw new AppError('NOT_FOUND');
  const row = await ctx.db
    .selectFrom('order_changes')
    .selectAll()
    .where('token_hash', '=', guestTokenHash(secret))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return toChange(row);
}

async function presentToCustomer(ctx: Ctx, row: ChangeRow, order: LockedOrder): Promise<CustomerChange> {
  const { id: _id, created_at: _created, ended_at: _ended, ...shown } = presentChange(ctx, row);
  const target = changeTarget(order, row);
  const parts = order.parts.filter(({ id }) => target.parent_id === null || id === target.id);
  const shops = await ctx.db
    .selectFrom('shops')
    .select('name')
    .where('id', 'in', [0, ...parts.map(({ shop_id }) => shop_id)])
    .orderBy('id')
    .execute();
  return {
    ...shown,
    number: shownNumber(order.root),
    shops: shops.map(({ name }) => name),
    payment_url: await paymentUrl(ctx, row, order),
  };
}

async function paymentUrl(ctx: Ctx, row: ChangeRow, { root }: LockedOrder): Promise<string | null> {
  const isExpected = row.state === 'accepted' || row.state === 'applied';
  if (!isExpected) return null;
  const attempt = await ctx.db
    .selectFrom('payment_attempts')
    .select('redirect_url')
    .where('order_id', '=', root.id)
    .where('is_open', '=', true)
    .where('change_id', row.state === 'accepted' ? '=' : 'is', row.state === 'accepted' ? row.id : null)
    .executeTakeFirst();
  return attempt?.redirect_url ?? null;
}

/** Per run; the rest waits for the next one. */
const maxChanges = 500;

/** Ends questions that were not answered or paid in time, each in a transaction of its own. */
export async function expireChanges(ctx: Ctx, onError: (error: unknown) => void): Promise<void> {
  const due = await ctx.db
    .selectFrom('order_changes')
    .select(['id', 'root_id'])
    .where('state', 'in', ['asked', 'accepted'])
    .where('until', '<=', ctx.now)
    .orderBy('until')
    .limit(maxChanges)
    .execute();
  await eachInTransaction(ctx, due, (inside, { id, root_id }) => expire(inside, id, root_id), onError);
}

async function expire(ctx: Ctx, id: number, rootId: number): Promise<boolean> {
  const order = await lockRoot(ctx, rootId);
  const row = await openChange(ctx, order);
  if (!row || row.id !== id || row.until > ctx.now) return false;
  await refuse(ctx, order, row, 'expired');
  await notifyCustomer(ctx, order.root, 'statusChangeOrder', changeEnded(aboutOrder(order.root)));
  return true;
}
