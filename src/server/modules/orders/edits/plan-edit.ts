import type { PostalAddress } from '@/contract/accounts/addresses/schema';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { ChangedLine, EditPreview, Settlement } from '@/contract/orders/change';
import type { OrderMoney } from '@/contract/orders/money';
import { cashTotal } from '@/contract/orders/money';
import { isOnline } from '@/contract/orders/online';
import type { EditOrderInput } from '@/contract/orders/schema';
import type { CouponDecision } from '@/contract/orders/status';
import { isCash, isHeld } from '@/contract/orders/status';
import { type BrokenTerm, brokenTerms, type KeptTerms } from '@/contract/orders/terms';
import { type Ctx, isAdmin } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import type { SoldLine } from '../checkout/insert-order';
import { isAvailable, readCart } from '../checkout/pricing';
import type { LockedOrder, StoredLine, StoredOrder } from '../lock-order';
import { pointsLeft, shareOfPoints } from '../payments/return-payment';
import { editedSums } from './edited-sums';
import { type EditedLine, pricedLines, taxOfMove, termsOf } from './order-terms';

/** Contact and delivery of an order that change; absent ones stay. */
export interface AboutEdit {
  shipping_address?: PostalAddress;
  delivery_point?: NonNullable<EditOrderInput['delivery_point']>;
  customer_name?: string;
  customer_contact?: string;
  customer_email?: string;
}

/** A change as asked, with prices of that moment, so that it can be made later. */
export interface OrderEdit {
  /** New quantities by line id. */
  quantities: [number, number][];
  added: SoldLine[];
  about: AboutEdit;
  /** What becomes of a coupon whose minimum the goods no longer reach. */
  coupon?: CouponDecision | undefined;
}

/** A change of an order, with its money. */
export interface EditPlan {
  edit: OrderEdit;
  live: StoredLine[];
  /** Quantity by line id. */
  after: ReadonlyMap<number, number>;
  /** Lines whose quantity changes. */
  changed: StoredLine[];
  /** More pieces or further goods. */
  isMore: boolean;
  /** Null when no sum changes. */
  money: OrderMoney | null;
  /** What the order keeps from now on; null where its terms are not known. */
  terms: KeptTerms | null;
  /** Terms that the goods no longer meet. */
  broken: BrokenTerm[];
  /** Code of the coupon that no longer counts. */
  dropped: string | null;
  /** What the whole order costs then, in kopecks. */
  total: number;
  /** What is paid more or less of it in money. */
  difference: number;
  /** Points that paid for what it no longer costs and go back, in hundredths. */
  pointsBack: number;
}

type AskedEdit = Pick<EditOrderInput, 'lines' | 'added' | 'coupon' | keyof AboutEdit>;

/** Reads what is asked against a locked order: further goods get their prices here. Throws ACTION_NOT_VALID, VALIDATION_FAILED. */
export async function readEdit(ctx: Ctx, order: LockedOrder, asked: AskedEdit): Promise<OrderEdit> {
  assertEarly(order);
  const live = liveLines(order);
  const own = new Set(ofTarget(order, live).map(({ id }) => id));
  if (asked.lines.some(({ id }) => !own.has(id))) rejectLines('error-wrong-value');
  const about = aboutOf(order.root, asked);
  const isNothing = asked.lines.length === 0 && asked.added.length === 0 && Object.keys(about).length === 0;
  if (isNothing) rejectLines('error-wrong-value');
  return {
    quantities: asked.lines.map(({ id, quantity }): [number, number] => [id, quantity]),
    added: await pricedGoods(ctx, order, asked.added),
    about,
    ...(asked.coupon && { coupon: asked.coupon }),
  };
}

/** Plans a change of a locked order. Throws ACTION_NOT_VALID when it is no longer editable, VALIDATION_FAILED. */
export async function planEdit(ctx: Ctx, order: LockedOrder, edit: OrderEdit): Promise<EditPlan> {
  assertEarly(order);
  const live = liveLines(order);
  const after = new Map([
    ...live.map(({ id, quantity }): [number, number] => [id, quantity]),
    ...edit.quantities,
  ]);
  assertNoPartEmpty(order, live, { after, added: edit.added });
  const changed = live.filter(({ id, quantity }) => after.get(id) !== quantity);
  const isMore = edit.added.length > 0 || changed.some(({ id, quantity }) => (after.get(id) ?? 0) > quantity);
  const isOfGoods = changed.length > 0 || edit.added.length > 0;
  const known = await termsOf(ctx, order, live);
  const before = await pricedLines(ctx, live);
  const lines = [...withQuantities(before, live, after), ...edit.added];
  const broken = isOfGoods ? brokenTerms(known.terms, before, lines) : [];
  const isDropped = edit.coupon === 'drop' && breaksCoupon(broken);
  const tax = await taxOfMove(ctx, known, edit.about.shipping_address);
  const sums = await editedSums(ctx, order, { live, before, lines, known, isOfGoods, isDropped, tax });
  if (!Number.isSafeInteger(sums.money.subtotal)) rejectLines('error-too-big');
  const money =
    isOfGoods || (tax !== undefined && sums.money.total !== toMinor(order.root.total)) ? sums.money : null;
  if (money) assertMoneyEditable(order.root, money);
  const difference = money ? money.total - money.wallet - cashTotal(order.root) : 0;
  // Once taken, the difference is paid like that of any paid order.
  if (difference > 0 && isHeld(order.root)) {
    throw new AppError('ACTION_NOT_VALID', { fields: { lines: ['error-edit-held'] } });
  }
  const dropped = isDropped ? await couponCode(ctx, order.root) : null;
  return {
    edit,
    live,
    after,
    changed,
    isMore,
    money,
    terms: sums.terms,
    broken,
    dropped,
    difference,
    total: money?.total ?? toMinor(order.root.total),
    pointsBack: money ? await pointsBack(ctx, order.root, money) : 0,
  };
}

/** Points pay up to what the order costs; the rest of them go back (rules/orders: points of a changed order). */
async function pointsBack(ctx: Ctx, root: StoredOrder, { wallet }: OrderMoney): Promise<number> {
  const less = toMinor(root.wallet_amount) - wallet;
  return less > 0 ? shareOfPoints(await pointsLeft(ctx, root), less) : 0;
}

const withQuantities = (
  lines: readonly EditedLine[],
  live: readonly StoredLine[],
  after: ReadonlyMap<number, number>,
) => lines.map((line, place) => ({ ...line, quantity: after.get(live[place]?.id ?? 0) ?? line.quantity }));

const breaksCoupon = (broken: readonly BrokenTerm[]) => broken.some(({ kind }) => kind === 'coupon-minimum');

async function couponCode(ctx: Ctx, { coupon_id }: StoredOrder): Promise<string> {
  const row = await ctx.db
    .selectFrom('coupons')
    .select('code')
    .where('id', '=', coupon_id)
    .executeTakeFirst();
  return row?.code ?? '';
}

/**
 * Throws VALIDATION_FAILED until a person says what becomes of a coupon whose minimum is no longer reached. Whoever bears
 * the discount may leave it (rules/orders: an edited order is computed as a placed one).
 */
export function assertCouponDecided(ctx: Ctx, { root }: LockedOrder, { edit, broken }: EditPlan): void {
  if (!breaksCoupon(broken)) return;
  if (!edit.coupon) rejectLines('error-edit-coupon', 'coupon');
  if (edit.coupon === 'keep' && !isAdmin(ctx) && root.discount_shop_id === null)
    rejectLines('error-edit-coupon-market', 'coupon');
}

/** Whether the customer has to agree before it is made (rules/orders: a placed order changes until it is shipped). */
export function needsConsent(
  ctx: Ctx,
  { root }: LockedOrder,
  { isMore, difference, edit, dropped }: EditPlan,
): boolean {
  if (difference > 0 && isPaid(root)) return true;
  // Codes and questions go to the contact, so a shop does not replace it by itself.
  const isReached = edit.about.customer_contact !== undefined || edit.about.customer_email !== undefined;
  return !isAdmin(ctx) && (isMore || isReached || dropped !== null);
}

export const isPaid = ({ payment_status }: Pick<StoredOrder, 'payment_status'>) =>
  payment_status === 'payment-success';

/** What a paid order costs more may be paid on the spot. */
export const mayTakeCash = (root: Pick<StoredOrder, 'payment_status'>, difference: number) =>
  isPaid(root) && difference > 0;

export function chooseSettlement(root: StoredOrder, difference: number): Settlement {
  if (difference === 0) return 'none';
  if (isHeld(root)) return 'held';
  if (mayTakeCash(root, difference)) return isOnline(root.payment_gateway) ? 'link' : 'cash';
  if (isPaid(root)) return 'refund';
  return isCash(root.payment_gateway) ? 'on-receipt' : 'due';
}

/** What is shown of a plan. */
export function previewPlan(ctx: Ctx, order: LockedOrder, plan: EditPlan): EditPreview {
  const { root } = order;
  const { about } = plan.edit;
  const settlement = chooseSettlement(root, plan.difference);
  return {
    lines: changedLines(plan),
    shipping_address: about.shipping_address ?? null,
    delivery_point: about.delivery_point ?? null,
    customer_name: about.customer_name ?? null,
    customer_contact: about.customer_contact ?? null,
    customer_email: about.customer_email ?? null,
    total_before: root.total,
    total: fromMinor(plan.total),
    difference: fromMinor(plan.difference),
    points_back: fromMinor(plan.pointsBack),
    settlement,
    broken_terms: plan.broken,
    needs_consent: needsConsent(ctx, order, plan),
    may_use_code: !mayTakeCash(root, plan.difference),
    may_take_cash: mayTakeCash(root, plan.difference),
  };
}

/** A coupon that no longer counts is told like goods that are removed. */
export function changedLines({ changed, after, edit, dropped }: EditPlan): ChangedLine[] {
  return [
    ...changed.map(({ id, name, variation, quantity, unit_price }) => ({
      name,
      variation,
      unit_price,
      from: quantity,
      to: after.get(id) ?? 0,
    })),
    ...edit.added.map(({ name, variation, quantity, unitPrice }) => ({
      name,
      variation,
      unit_price: fromMinor(unitPrice),
      from: 0,
      to: quantity,
    })),
    ...(dropped === null ? [] : [{ name: dropped, variation: null, unit_price: 0, from: 1, to: 0 }]),
  ];
}

/** Lines of parts that are not cancelled. */
function liveLines({ lines, parts }: LockedOrder): StoredLine[] {
  const live = new Set(liveParts(parts).map(({ id }) => id));
  return lines.filter(({ order_id }) => live.has(order_id));
}

const liveParts = (parts: LockedOrder['parts']) =>
  parts.filter(({ order_status }) => order_status !== 'order-cancelled');

/** Lines that the person edits: of the whole order, or of the part. */
export const ofTarget = ({ root, target }: LockedOrder, lines: readonly StoredLine[]) =>
  lines.filter(({ order_id }) => target.id === root.id || order_id === target.id);

/** Goods of shops that send something in this order anyway, so that its delivery stays the same. */
async function pricedGoods(
  ctx: Ctx,
  { root, parts, target }: LockedOrder,
  added: AskedEdit['added'],
): Promise<SoldLine[]> {
  if (added.length === 0) return [];
  const shops = new Set(
    liveParts(parts).flatMap((part) => (target.id === root.id || part.id === target.id ? part.shop_id : [])),
  );
  const cart = await readCart(ctx, added);
  return cart.map((line) => {
    const isOwn = line.sold !== null && shops.has(line.sold.shopId) && !line.sold.isDigital;
    if (!isOwn) rejectLines('error-wrong-value', 'added');
    if (!isAvailable(line)) {
      rejectLines(line.problem === 'short' ? 'error-stock-short' : 'error-stock-gone', 'added');
    }
    const { weight: _weight, deliveryClass: _class, ...sold } = line.sold;
    return sold;
  });
}

/** Only what differs. */
function aboutOf(root: StoredOrder, asked: AskedEdit): AboutEdit {
  const { shipping_address, delivery_point, customer_name, customer_contact, customer_email } = asked;
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return {
    ...(shipping_address && !isSame(shipping_address, root.shipping_address) && { shipping_address }),
    ...(delivery_point && !isSame(delivery_point, root.delivery_point) && { delivery_point }),
    ...(customer_name && customer_name !== root.customer_name && { customer_name }),
    ...(customer_contact && customer_contact !== root.customer_contact && { customer_contact }),
    ...(customer_email && customer_email !== root.customer_email && { customer_email }),
  };
}

/** What all shops of an order share is changed by the only one, or by an administrator. */
export function assertOwnAbout(ctx: Ctx, { parts }: LockedOrder, { about }: OrderEdit): void {
  const [field] = Object.keys(about);
  if (isAdmin(ctx) || field === undefined || liveParts(parts).length === 1) return;
  throw new AppError('ACTION_NOT_VALID', { fields: { [field]: ['error-edit-shared'] } });
}

function assertEarly({ parts, target }: LockedOrder): void {
  const isEarly = parts.every(({ order_status }) =>
    ['order-pending', 'order-processing', 'order-cancelled'].includes(order_status),
  );
  if (!isEarly || target.order_status === 'order-cancelled') throw new AppError('ACTION_NOT_VALID');
}

function assertMoneyEditable(root: StoredOrder, { total }: OrderMoney): void {
  const isUnpaid = ['payment-pending', 'payment-cash', 'payment-cash-on-delivery'].includes(
    root.payment_status,
  );
  const points = toMinor(root.wallet_amount);
  const isByPoints = root.payment_status === 'payment-wallet';
  if (!(isUnpaid || isPaid(root) || isHeld(root) || isByPoints)) throw new AppError('ACTION_NOT_VALID');
  // It has no way of payment, by which the rest could be asked for or go back.
  if (isByPoints && total > points)
    throw new AppError('ACTION_NOT_VALID', { fields: { lines: ['error-edit-points-alone'] } });
  // Otherwise nothing would be left to wait for, or to take of what is held.
  if (!isPaid(root) && !isByPoints && points > 0 && total <= points) rejectLines('error-edit-points');
}

/** A part without goods is cancelled instead. */
function assertNoPartEmpty(
  { parts }: LockedOrder,
  live: readonly StoredLine[],
  { after, added }: { after: ReadonlyMap<number, number>; added: readonly SoldLine[] },
): void {
  const isEmpty = parts.some((part) => {
    const left = live.filter(({ order_id }) => order_id === part.id);
    const isRefilled = added.some(({ shopId }) => shopId === part.shop_id);
    return left.length > 0 && !isRefilled && left.every(({ id }) => (after.get(id) ?? 0) === 0);
  });
  if (isEmpty) rejectLines('error-cart-empty');
}

export function rejectLines(text: string, field = 'lines'): never {
  rejectField(field, text);
}
