import { regionOf } from '@/contract/accounts/addresses/region';
import type { PostalAddress } from '@/contract/accounts/addresses/schema';
import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import type { LineMoney } from '@/contract/orders/money';
import { shownNumber } from '@/contract/orders/number';
import type { KeptTerms } from '@/contract/orders/terms';
import type { Ctx } from '@/server/core/context';
import { restoreStock, type StockLine, takeStock } from '@/server/modules/catalogue/stock/stock';
import { postEntry } from '@/server/modules/ledger/ledger';
import { releaseCoupon } from '@/server/modules/promotions/coupons/coupon-redemption';
import { insertLines, jsonOrNull, lineColumns, orderColumns } from '../checkout/insert-order';
import { linesChanged, notifyCustomer } from '../emails';
import { type LockedOrder, lockRoot, recordEvent, type StoredOrder, writeOrder } from '../lock-order';
import { releaseSurplus } from '../marks/release-marks';
import { closeAttempts } from '../payments/open-attempts';
import { openCancellationRefund, pointsEntry, returnable } from '../payments/return-payment';
import { type AboutEdit, changedLines, type EditPlan, isPaid, rejectLines } from './plan-edit';

/**
 * Makes a planned change of a locked order: stock, lines, sums, address, contact and history; what was paid too much is
 * returned, and the customer is told. `isHeld`: its pieces have been taken already.
 */
export async function applyEdit(
  ctx: Ctx,
  order: LockedOrder,
  plan: EditPlan,
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<void> {
  const { root } = order;
  const wasReached = { ...root };
  const { more, less } = movedPieces(plan);
  const about = { family: 'orders', rowId: root.id };
  if (!isHeld) await takePieces(ctx, order, more);
  if (less.length > 0) await restoreStock(ctx, less, about);
  if (plan.money) await writeMoney(ctx, order, plan);
  if (plan.terms) await writeTerms(ctx, root, plan.terms);
  if (plan.dropped !== null) await dropCoupon(ctx, root);
  if (less.length > 0) await releaseSurplus(ctx, root.id);
  await writeAbout(ctx, order, plan.edit.about);
  await recordEdit(ctx, order, plan, wasReached);
  if (isPaid(root)) await openCancellationRefund(ctx, root, await returnable(ctx, order, -plan.difference));
  const points = pointsEntry(root, plan.pointsBack);
  if (points) await postEntry(ctx, points);
  await tellCustomer(ctx, order, plan, wasReached);
}

/** Takes further pieces. Throws VALIDATION_FAILED. */
export async function takePieces(ctx: Ctx, { root }: LockedOrder, more: readonly StockLine[]): Promise<void> {
  if (more.length === 0) return;
  const refused = await takeStock(ctx, more, { family: 'orders', rowId: root.id });
  if (refused.length === 0) return;
  const isShort = refused.some(({ problem }) => problem === 'short');
  rejectLines(isShort ? 'error-stock-short' : 'error-stock-gone');
}

/** Pieces that a change takes, and those that it gives back. */
export function movedPieces({ changed, after, edit }: EditPlan): { more: StockLine[]; less: StockLine[] } {
  const moves = changed.map((line) => ({
    productId: line.product_id,
    variationId: line.variation_option_id,
    quantity: (after.get(line.id) ?? 0) - line.quantity,
  }));
  const added = edit.added.map(({ productId, variationId, quantity }) => ({
    productId,
    variationId,
    quantity,
  }));
  return {
    more: [...moves.filter(({ quantity }) => quantity > 0), ...added],
    less: moves.filter(({ quantity }) => quantity < 0).map((move) => ({ ...move, quantity: -move.quantity })),
  };
}

async function writeMoney(
  ctx: Ctx,
  order: LockedOrder,
  { live, after, edit, money, pointsBack }: EditPlan,
): Promise<void> {
  if (!money) return;
  for (const [place, line] of live.entries()) {
    await writeLine(ctx, line.id, after.get(line.id) ?? line.quantity, money.lines[place]);
  }
  const { root, parts } = order;
  if (edit.added.length > 0) {
    await insertLines(ctx, edit.added, {
      parent: root,
      parts: parts.map(({ id, shop_id: shopId }) => ({ id, shopId })),
      money: { lines: money.lines.slice(live.length) },
      first: Math.max(-1, ...order.lines.map(({ position }) => position)) + 1,
    });
  }
  for (const part of parts) {
    const sums = money.shops.find(({ shopId }) => shopId === part.shop_id);
    if (sums && part.order_status !== 'order-cancelled') await writeOrder(ctx, part, {}, orderColumns(sums));
  }
  const points = { wallet_points: toDecimal(toMinor(root.wallet_points) - pointsBack) };
  await writeOrder(ctx, root, {}, { ...orderColumns(money), ...points });
  await closeAttempts(ctx, root.id, { keepsHold: true });
  order.lines = (await lockRoot(ctx, root.id)).lines;
}

async function writeTerms(ctx: Ctx, root: StoredOrder, terms: KeptTerms): Promise<void> {
  await ctx.db
    .updateTable('orders')
    .set({ terms: jsonOrNull(terms) })
    .where('id', '=', root.id)
    .execute();
  Object.assign(root, { terms });
}

/** The coupon no longer counts, so its use is free again. */
async function dropCoupon(ctx: Ctx, root: StoredOrder): Promise<void> {
  if (root.coupon_usage_id !== null) await releaseCoupon(ctx, root.coupon_usage_id);
  const none = { coupon_id: null, coupon_usage_id: null };
  await ctx.db.updateTable('orders').set(none).where('id', '=', root.id).execute();
  Object.assign(root, none);
}

async function writeLine(
  ctx: Ctx,
  id: number,
  quantity: number,
  money: LineMoney | undefined,
): Promise<void> {
  await ctx.db
    .updateTable('order_lines')
    .set({ quantity, ...lineColumns(money) })
    .where('id', '=', id)
    .execute();
}

/** Address and contact are those of the order and of all its parts. */
async function writeAbout(ctx: Ctx, { root, parts }: LockedOrder, about: AboutEdit): Promise<void> {
  if (Object.keys(about).length === 0) return;
  const { shipping_address: address, delivery_point: point, ...contact } = about;
  await ctx.db
    .updateTable('orders')
    .set({
      ...contact,
      ...((address ?? point) && { shipping_address: jsonOrNull(address), delivery_point: jsonOrNull(point) }),
    })
    .where('id', 'in', [root.id, ...parts.map(({ id }) => id)])
    .execute();
  for (const row of [root, ...parts]) {
    await writeOrder(ctx, row, {});
    Object.assign(row, contact);
    if (address ?? point)
      Object.assign(row, { shipping_address: address ?? null, delivery_point: point ?? null });
  }
}

async function recordEdit(
  ctx: Ctx,
  { target }: LockedOrder,
  plan: EditPlan,
  before: StoredOrder,
): Promise<void> {
  const { about } = plan.edit;
  const lines = changedLines(plan);
  const summary = (key: 'from' | 'to') =>
    lines
      .map((line) => `${line.name} × ${line[key]}`)
      .join(', ')
      .slice(0, 1000);
  if (lines.length > 0) {
    await recordEvent(ctx, target, { kind: 'lines', from: summary('from'), to: summary('to') });
  }
  if (about.shipping_address ?? about.delivery_point) {
    await recordEvent(ctx, target, { kind: 'address', from: placeText(before), to: placeText(about) });
  }
  if (about.customer_name ?? about.customer_contact ?? about.customer_email) {
    const after = { ...before, ...about };
    await recordEvent(ctx, target, { kind: 'contact', from: contactText(before), to: contactText(after) });
  }
}

type Place = Partial<Record<'shipping_address' | 'delivery_point', unknown>>;

/** Where the goods go, in one line; null for nowhere. */
export function placeText({ shipping_address, delivery_point }: Place): string | null {
  const point = delivery_point as { name?: string; address?: string } | null | undefined;
  if (point) return [point.name, point.address].filter(Boolean).join(', ') || null;
  const address = shipping_address as PostalAddress | null | undefined;
  if (!address) return null;
  const { zip, city, street_address } = address;
  const places = [zip, city, regionOf(address), street_address];
  return places.filter(Boolean).join(', ') || null;
}

const contactText = ({
  customer_name,
  customer_contact,
  customer_email,
}: Pick<StoredOrder, 'customer_name' | 'customer_contact' | 'customer_email'>) =>
  [customer_name, customer_contact, customer_email].filter(Boolean).join(', ');

/** By the contact that the order had, and by the new one. */
async function tellCustomer(
  ctx: Ctx,
  { root }: LockedOrder,
  plan: EditPlan,
  before: StoredOrder,
): Promise<void> {
  const message = linesChanged({
    name: root.customer_name,
    number: shownNumber(root),
    total: root.total,
    changes: changedLines(plan),
    place: placeText(plan.edit.about),
    contact: before.customer_contact === root.customer_contact ? null : root.customer_contact,
    refund: isPaid(root) && plan.difference < 0 ? fromMinor(-plan.difference) : 0,
    points: fromMinor(plan.pointsBack),
  });
  await notifyCustomer(ctx, before, 'statusChangeOrder', message);
  const { customer_contact, customer_email } = root;
  const isMoved = customer_contact !== before.customer_contact || customer_email !== before.customer_email;
  if (isMoved) {
    const reached = {
      id: root.id,
      customer_contact: customer_contact === before.customer_contact ? '' : customer_contact,
      customer_email: customer_email === before.customer_email ? null : customer_email,
    };
    await notifyCustomer(ctx, reached, 'statusChangeOrder', message);
  }
}
