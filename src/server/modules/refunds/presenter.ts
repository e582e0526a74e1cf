import { type Selectable, sql } from 'kysely';
import type { Stub } from '@/contract/core/define';
import { sumMoney } from '@/contract/core/money';
import type {
  Refund,
  RefundDetails,
  RefundLine,
  RefundShop,
  RefundTransfer,
} from '@/contract/refunds/schema';
import { refundMoves } from '@/contract/refunds/states';
import { type Ctx, isAdmin } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { withSignedFiles } from '@/server/core/files/file-links';
import { type JsonRecord, pick } from '@/server/core/json-record';
import type { Include } from '@/server/core/resource/relations';
import { maskContacts } from '@/server/core/rights/contacts';
import { canSeeShopMoney, orderShopIds } from '@/server/modules/orders/policy';
import { refundState } from './lock-refund';
import { canAnswer, remainingStages, worksOn } from './policy';

/** Never exposes who requested and who decided. */
const shown = [
  'id',
  'version',
  'created_at',
  'updated_at',
  'order_id',
  'customer_id',
  'origin',
  'method',
  'status',
  'amount',
  'wallet_amount',
  'title',
  'description',
  'images',
  'refund_reason_id',
  'refund_policy_id',
  'kind',
  'answer_until',
  'agreed_at',
  'escalated_at',
  'decision_note',
  'decided_at',
  'order',
  'customer',
  'refund_reason',
  'refund_policy',
  'money_state',
];

interface Share {
  shop_id: number;
  amount: number;
  wallet_amount: number;
}

/** Batch-loaded relations: order, customer, policy, and the share of each shop. */
export const refundIncludes: Record<string, Include> = {
  shares: (_ctx, ids) => sql`select refund_id as id, jsonb_agg(jsonb_build_object('shop_id', shop_id,
      'amount', amount, 'wallet_amount', wallet_amount)) as value
    from (select refund_id, shop_id, sum(amount) as amount, sum(wallet_amount) as wallet_amount
      from refund_lines where refund_id = any(${ids}) group by refund_id, shop_id) share
    group by refund_id`,
  order: (_ctx, ids) => sql`select r.id,
      jsonb_build_object('id', o.id, 'tracking_number', o.tracking_number, 'short_number', o.short_number,
      'created_at', o.created_at, 'customer_email', o.customer_email) as value
    from refunds r join orders o on o.id = r.order_id where r.id = any(${ids})`,
  customer: (_ctx, ids) => sql`select r.id,
      jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) as value
    from refunds r join users u on u.id = r.customer_id where r.id = any(${ids})`,
  money_state: (_ctx, ids) => sql`select refund_id as id, case
      when bool_or(state = 'canceled') then 'refused'
      when bool_or(state in ('new', 'pending', 'unknown')) then 'sending' else 'sent' end as value
    from provider_refunds where refund_id = any(${ids}) and not is_replaced group by refund_id`,
  of_shops: (_ctx, ids) => sql`select part.refund_id as id,
      jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) order by s.id) as value
    from (select refund_id, shop_id from refund_lines where refund_id = any(${ids})
      union select refund_id, shop_id from refund_shops where refund_id = any(${ids})) part
    join shops s on s.id = part.shop_id group by part.refund_id`,
  refund_policy: (_ctx, ids) => sql`select r.id,
      jsonb_build_object('id', p.id, 'title', p.title, 'slug', p.slug) as value
    from refunds r join refund_policies p on p.id = r.refund_policy_id where r.id = any(${ids})`,
};

/** Shops whose share alone is visible; null for the whole refund (administrators outside a shop, and the customer). */
function visibleShops(ctx: Ctx, row: JsonRecord, asked: readonly number[] | null): readonly number[] | null {
  if (asked !== null) return isAdmin(ctx) ? asked : orderShopIds(ctx).filter((id) => asked.includes(id));
  if (isAdmin(ctx) || (ctx.user && row.customer_id === ctx.user.id)) return null;
  return orderShopIds(ctx);
}

/** Rows of a list. In a shop, and for its users, with the sums of its goods only. */
export async function presentRefunds(
  ctx: Ctx,
  rows: JsonRecord[],
  asked: readonly number[] | null,
): Promise<JsonRecord[]> {
  const signed = await withSignedFiles(ctx, rows, 'images');
  return signed.map((row) => {
    const shops = visibleShops(ctx, row, asked);
    const shares = (row.shares ?? []) as readonly Share[];
    const own = shares.filter(({ shop_id }) => shops?.includes(shop_id));
    const total = (key: 'amount' | 'wallet_amount') => sumMoney(...own.map((share) => share[key]));
    const { customer_email: typed, ...order } = row.order as JsonRecord;
    return {
      ...pick(row, shown),
      order,
      tracking_number: order.tracking_number,
      short_number: order.short_number,
      order_created_at: order.created_at,
      customer_email: (row.customer as Refund['customer'])?.email ?? typed,
      money_state: row.money_state ?? null,
      of_shops: ((row.of_shops ?? []) as readonly Stub[]).filter(({ id }) => !shops || shops.includes(id)),
      // Money without goods is of one part, whose shop sees all of it.
      ...(shops &&
        row.kind === 'goods' && { amount: total('amount'), wallet_amount: total('wallet_amount') }),
    };
  });
}

interface StoredRefundLine extends Omit<RefundLine, 'vendor_amount'> {
  shop_id: number;
  vendor_amount: number;
}

/** A refund with its lines. */
export async function presentRefundDetails(ctx: Ctx, row: JsonRecord): Promise<JsonRecord> {
  const id = Number(row.id);
  const shops = visibleShops(ctx, row, null);
  const { rows } = await sql<StoredRefundLine>`
    select r.id, r.order_line_id, r.shop_id, r.quantity, r.amount, r.vendor_amount,
      r.restocked, r.written_off, r.write_off_reason, l.name, l.variation, l.image,
      l.unit_price, jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) as shop
    from refund_lines r join order_lines l on l.id = r.order_line_id join shops s on s.id = r.shop_id
    where r.refund_id = ${id} order by l.position`.execute(ctx.db);
  const lines = rows
    .filter(({ shop_id }) => !shops || shops.includes(shop_id))
    .map(({ shop_id, vendor_amount, ...line }) =>
      canSeeShopMoney(ctx, shop_id) ? { ...line, vendor_amount } : line,
    );
  const details = await ctx.db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .selectAll('refunds')
    .select('orders.customer_contact')
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow();
  const status = refundState(row);
  return maskContacts(ctx, {
    ...row,
    lines,
    shops: await presentShops(ctx, details, shops),
    exchange: await exchangeOf(ctx, details.exchange_order_id, shops),
    customer_contact: details.customer_contact,
    moves: isAdmin(ctx) ? [...refundMoves[status]] : [],
    ...(isAdmin(ctx) && {
      transfers: await transfersOf(ctx, id),
      returned_points: sumMoney(details.wallet_points, details.credited_points),
    }),
  } satisfies JsonRecord & Partial<Record<keyof RefundDetails, unknown>>);
}

/** What the visible shops say, and what the reader may do for them. */
async function presentShops(
  ctx: Ctx,
  refund: Selectable<DB['refunds']>,
  visible: readonly number[] | null,
): Promise<RefundShop[]> {
  const all = await ctx.db
    .selectFrom('refund_shops')
    .innerJoin('shops', 'shops.id', 'refund_shops.shop_id')
    .selectAll('refund_shops')
    .select(['shops.name', 'shops.slug'])
    .where('refund_id', '=', refund.id)
    .orderBy('shop_id')
    .execute();
  const rows = all.filter(({ shop_id }) => !visible || visible.includes(shop_id));
  const signed = await withSignedFiles(
    ctx,
    rows.map((row): JsonRecord => ({ ...row })),
    'images',
  );
  const mine = orderShopIds(ctx);
  return rows.map((row, index) => ({
    shop: { id: row.shop_id, name: row.name, slug: row.slug },
    answer: row.answer as RefundShop['answer'],
    note: row.note,
    images: (signed[index]?.images ?? []) as RefundShop['images'],
    answered_at: row.answered_at?.toISOString() ?? null,
    stage: row.stage as RefundShop['stage'],
    stage_at: row.stage_at?.toISOString() ?? null,
    can_answer: mine.includes(row.shop_id) && canAnswer({ row: refund, shops: all }, row.shop_id),
    stages: worksOn(ctx, row.shop_id) ? remainingStages(refund, row.stage) : [],
  }));
}

/** A shop sees its part of the order given in exchange. */
async function exchangeOf(
  ctx: Ctx,
  id: number | null,
  shops: readonly number[] | null,
): Promise<RefundDetails['exchange']> {
  if (id === null) return null;
  const found = await ctx.db
    .selectFrom('orders')
    .select(['id', 'tracking_number', 'short_number', 'total', 'parent_id'])
    .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
    .execute();
  const row = found.find(({ parent_id }) => (parent_id === null) === (shops === null));
  if (!row) return null;
  // Parts are read by the number of the whole order.
  const short_number = found.find(({ parent_id }) => parent_id === null)?.short_number ?? null;
  return { id: row.id, tracking_number: row.tracking_number, short_number, total: row.total };
}

/** What providers were asked to return for it, the first first. */
async function transfersOf(ctx: Ctx, id: number): Promise<RefundTransfer[]> {
  const rows = await ctx.db
    .selectFrom('provider_refunds as r')
    .innerJoin('payment_attempts as i', 'i.id', 'r.attempt_id')
    .select(['r.id', 'r.amount', 'r.state', 'r.is_replaced', 'r.failure', 'r.sent_at', 'r.ended_at'])
    .select(['i.provider', 'i.method'])
    .where('r.refund_id', '=', id)
    .orderBy('r.id')
    .execute();
  return rows.map(({ sent_at, ended_at, ...row }) => ({
    ...row,
    state: row.state as RefundTransfer['state'],
    sent_at: sent_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
  }));
}
