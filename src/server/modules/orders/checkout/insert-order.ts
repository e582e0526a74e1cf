import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { fromMinor, toDecimal } from '@/contract/core/money';
import { type LineMoney, orderMoney, type PricedLine, type Reductions } from '@/contract/orders/money';
import { firstStatuses } from '@/contract/orders/moves';
import type { OrderStatus, PaymentGateway, PaymentStatus } from '@/contract/orders/status';
import type { KeptTerms } from '@/contract/orders/terms';
import { audit, type Changes } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { publishOrders } from '../lock-order';
import { ownShops } from '../own-purchases';
import { earliest, partDeadlines } from '../ship-by/part-deadlines';

/** A line as read from the catalogue, with the fields the order keeps. Money in kopecks. */
export interface SoldLine extends PricedLine {
  productId: number;
  variationId: number | null;
  name: string;
  /** Title of the variation. */
  variation: string | null;
  sku: string | null;
  barcode: string | null;
  unit: string | null;
  image: unknown;
  isDigital: boolean;
  digitalFileId: number | null;
  vatRate: string | null;
  requiresMarking: boolean;
  supplier: { inn: string; name: string; phone: string | null } | null;
  /** Commission of the shop, in per cent. */
  commissionRate: number | null;
}

export interface OrderDraft {
  /** Id of the whole order, when reserved before (`nextOrderId`). */
  id?: number;
  lines: readonly SoldLine[];
  off: Reductions;
  /** What the sums were computed on (rules/orders: an edited order is computed as a placed one). */
  terms?: KeptTerms | null;
  customer: { id: number | null; name: string | null; contact: string; email: string | null };
  gateway: PaymentGateway;
  /** First statuses, if not those of the gateway. */
  status?: { order: OrderStatus; payment: PaymentStatus };
  walletPoints?: number;
  coupon?: { id: number; usageId: number } | null;
  billingAddress?: unknown;
  shippingAddress?: unknown;
  deliveryPoint?: unknown;
  deliveryTime?: string | null;
  note?: string | null;
  guestTokenHash?: string | null;
  payUntil?: Date | null;
  /** The till shift during which it was sold. */
  tillShiftId?: number;
  /** Business day as `20260131`; prefix of the number. */
  day: string;
}

export interface InsertedOrder {
  id: number;
  tracking_number: string;
  short_number: string;
  /** In roubles. */
  total: number;
  /** By the first line of each shop. */
  parts: { id: number; shopId: number }[];
  /** In the order of the draft. */
  lineIds: number[];
}

/** Source of the six random digits of a number; tests force collisions. */
export type RandomDigits = () => number;

const anyDigits: RandomDigits = () => randomInt(100_000, 1_000_000);

/**
 * Inserts an order, its parts, lines and first events, with money split to the kopeck (`orderMoney`). Checks
 * nothing: the caller handles stock, coupon and points in the same transaction.
 */
export async function insertOrder(
  ctx: Ctx,
  draft: OrderDraft,
  digits: RandomDigits = anyDigits,
): Promise<InsertedOrder> {
  const money = orderMoney(draft.lines, draft.off);
  const base = sharedColumns(ctx, draft);
  const shopIds = money.shops.map(({ shopId }) => shopId);
  const own = await ownShops(ctx, shopIds, base);
  const deadlines = await assemblyDeadlines(ctx, draft, base.order_status, shopIds);
  const [parent] = await insertRows(ctx, draft.day, digits, [
    {
      ...base,
      short_number: sql<string>`next_order_number(${draft.day.slice(2, 6)})`,
      ...(draft.id !== undefined && { id: draft.id }),
      ...orderColumns(money),
      wallet_points: draft.walletPoints ?? 0,
      terms: jsonOrNull(draft.terms),
      coupon_id: draft.coupon?.id ?? null,
      coupon_usage_id: draft.coupon?.usageId ?? null,
      guest_token_hash: draft.guestTokenHash ?? null,
      pay_until: draft.payUntil ?? null,
      ship_by: earliest([...deadlines.values()]),
      is_own_purchase: own.size > 0,
    },
  ]);
  if (!parent) throw new Error('An order without its row');
  const parts = await insertParts(ctx, draft, digits, { parent, base, money, own, deadlines });
  const lineIds = await insertLines(ctx, draft.lines, { parent, parts, money });
  await insertFirstEvents(ctx, parent.id, parts, base.order_status);
  return { ...parent, total: fromMinor(money.total), parts, lineIds };
}

/** A placed order uses its coupon, and the log names it. */
export async function recordPlacement(
  ctx: Ctx,
  { id, tracking_number, total }: InsertedOrder,
  coupon: OrderDraft['coupon'],
): Promise<void> {
  if (coupon)
    await ctx.db
      .updateTable('coupon_usages')
      .set({ order_id: id })
      .where('id', '=', coupon.usageId)
      .execute();
  const changes: Changes = { tracking_number: [null, tracking_number], total: [null, total] };
  await audit(ctx, { family: 'orders', id, action: 'create', changes });
}

type OrderMoney = ReturnType<typeof orderMoney>;
type Parts = InsertedOrder['parts'];

interface InsertedWhole {
  parent: InsertedRow;
  base: SharedColumns;
  money: OrderMoney;
  /** Shops whose own people buy. */
  own: ReadonlySet<number>;
  /** Until when the parts must be assembled, by shop. */
  deadlines: ReadonlyMap<number, Date | null>;
}

async function insertParts(
  ctx: Ctx,
  draft: OrderDraft,
  digits: RandomDigits,
  { parent, base, money, own, deadlines }: InsertedWhole,
): Promise<Parts> {
  const rows = money.shops.map((shop) => ({
    ...base,
    ...orderColumns(shop),
    parent_id: parent.id,
    short_number: parent.short_number,
    shop_id: shop.shopId,
    commission_rate: draft.lines.find(({ shopId }) => shopId === shop.shopId)?.commissionRate ?? 0,
    is_own_purchase: own.has(shop.shopId),
    ship_by: deadlines.get(shop.shopId) ?? null,
  }));
  const inserted = await insertRows(ctx, draft.day, digits, rows);
  const parts = inserted.map(({ row, ...part }) => ({ ...part, parent_id: parent.id, shop_id: row.shop_id }));
  await publishOrders(ctx, [{ ...parent, parent_id: null, shop_id: null }, ...parts], 'placed');
  return parts.map(({ id, shop_id }) => ({ id, shopId: shop_id }));
}

interface LinesOf {
  parent: { id: number };
  parts: Parts;
  money: Pick<OrderMoney, 'lines'>;
  /** Position of the first line. */
  first?: number;
}

/** Returns the ids in the order of the lines. */
export async function insertLines(
  ctx: Ctx,
  sold: readonly SoldLine[],
  { parent, parts, money, first = 0 }: LinesOf,
): Promise<number[]> {
  const rows = sold.map((line, place) => ({
    order_id: parts.find(({ shopId }) => shopId === line.shopId)?.id ?? parent.id,
    parent_id: parent.id,
    shop_id: line.shopId,
    position: first + place,
    product_id: line.productId,
    variation_option_id: line.variationId,
    name: line.name,
    variation: line.variation,
    sku: line.sku,
    barcode: line.barcode,
    unit: line.unit,
    image: jsonOrNull(line.image),
    is_digital: line.isDigital,
    digital_file_id: line.digitalFileId,
    quantity: line.quantity,
    unit_price: toDecimal(line.unitPrice),
    ...lineColumns(money.lines[place]),
    is_taxable: line.isTaxable,
    vat_rate: line.vatRate,
    requires_marking: line.requiresMarking,
    supplier: jsonOrNull(line.supplier),
  }));
  const lines = await ctx.db.insertInto('order_lines').values(rows).returning(['id', 'position']).execute();
  return lines.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
}

/** Writes the first event of the order and of each part. */
async function insertFirstEvents(ctx: Ctx, rootId: number, parts: Parts, status: OrderStatus): Promise<void> {
  await ctx.db
    .insertInto('order_events')
    .values(
      [rootId, ...parts.map(({ id }) => id)].map((id) => ({
        order_id: id,
        root_id: rootId,
        at: ctx.now,
        kind: 'placed',
        to: status,
        user_id: ctx.user?.id ?? null,
      })),
    )
    .execute();
}

/** None while the order waits for a payment, for files, and for what is handed over at once. */
async function assemblyDeadlines(
  ctx: Ctx,
  { lines, tillShiftId }: OrderDraft,
  status: OrderStatus,
  shopIds: readonly number[],
): Promise<Map<number, Date | null>> {
  const sent = shopIds.filter((id) => lines.some(({ shopId, isDigital }) => shopId === id && !isDigital));
  if (status !== 'order-processing' || tillShiftId !== undefined || sent.length === 0) return new Map();
  return partDeadlines(ctx, sent, ctx.now);
}

/** Columns that an order and its parts have in common. */
function sharedColumns(ctx: Ctx, draft: OrderDraft) {
  const status = draft.status ?? firstStatuses[draft.gateway];
  return {
    customer_id: draft.customer.id,
    customer_name: draft.customer.name,
    customer_contact: draft.customer.contact,
    customer_email: draft.customer.email,
    discount_shop_id: draft.off.discountShopId,
    payment_gateway: draft.gateway,
    order_status: status.order,
    payment_status: status.payment,
    billing_address: jsonOrNull(draft.billingAddress),
    shipping_address: jsonOrNull(draft.shippingAddress),
    delivery_point: jsonOrNull(draft.deliveryPoint),
    delivery_time: draft.deliveryTime ?? null,
    note: draft.note ?? null,
    at_till: draft.tillShiftId !== undefined,
    till_shift_id: draft.tillShiftId ?? null,
    language: ctx.locale,
    placed_by: ctx.user?.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
}

type SharedColumns = ReturnType<typeof sharedColumns>;
type Row = SharedColumns & ReturnType<typeof orderColumns> & Record<string, unknown>;

interface InsertedRow {
  id: number;
  tracking_number: string;
  short_number: string;
}

/** Inserts rows under free numbers, in their order; draws again for those whose number is taken. */
async function insertRows<R extends Row>(
  ctx: Ctx,
  day: string,
  digits: RandomDigits,
  rows: readonly R[],
): Promise<(InsertedRow & { row: R })[]> {
  const inserted = new Map<R, InsertedRow>();
  for (let tries = 0; inserted.size < rows.length; tries += 1) {
    if (tries === maxTries) throw new Error(`No free number on ${day}`);
    const drawn = new Map(rows.filter((row) => !inserted.has(row)).map((row) => [`${day}${digits()}`, row]));
    const made = await ctx.db
      .insertInto('orders')
      .values([...drawn].map(([tracking_number, row]) => ({ ...row, tracking_number })))
      .onConflict((conflict) => conflict.constraint('orders_tracking_number_key').doNothing())
      .returning(['id', 'tracking_number', sql<string>`short_number`.as('short_number')])
      .execute();
    for (const one of made) {
      const row = drawn.get(one.tracking_number);
      if (row) inserted.set(row, one);
    }
  }
  return rows.flatMap((row) => {
    const made = inserted.get(row);
    return made ? [{ ...made, row }] : [];
  });
}

/** Enough to find a free number even when nine of ten numbers of the day are taken. */
const maxTries = 200;

/** Money columns of an order or part. */
export function orderColumns({ subtotal, discount, tax, delivery, total, wallet }: LineMoney) {
  return {
    amount: toDecimal(subtotal),
    discount: toDecimal(discount),
    sales_tax: toDecimal(tax),
    delivery_fee: toDecimal(delivery),
    total: toDecimal(total),
    paid_total: toDecimal(total),
    wallet_amount: toDecimal(wallet),
  };
}

export function lineColumns(money: LineMoney | undefined) {
  if (!money) throw new RangeError('A line without money');
  const { subtotal, discount, tax, delivery, total, wallet } = money;
  return {
    subtotal: toDecimal(subtotal),
    discount: toDecimal(discount),
    tax: toDecimal(tax),
    delivery: toDecimal(delivery),
    total: toDecimal(total),
    wallet: toDecimal(wallet),
  };
}

export function jsonOrNull(value: unknown) {
  return value === null || value === undefined ? null : sql<never>`${JSON.stringify(value)}::jsonb`;
}
