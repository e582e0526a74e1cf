import { sql } from 'kysely';
import * as yup from 'yup';
import { periodSchema } from '@/contract/ledger/schema';
import { shownNumber } from '@/contract/orders/number';
import { parseOrderNumber } from '@/contract/orders/written-number';
import { receiptKinds } from '@/contract/receipts/receipt';
import {
  openReceiptStates,
  type ReceiptPage,
  type ReceiptRow,
  type ReceiptView,
  receiptFilters,
} from '@/contract/receipts/views';
import { startOfDay } from '@/server/core/business-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { readPathId } from '@/server/core/numbers';
import { listRules, readPage, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import { type Input, validate } from '@/server/core/validate';
import { findUncorrected, presentReceipt, registerShops, type StoredReceipt } from './present-receipt';

const keys = ['state', 'kind', 'from', 'to', 'number'] as const;
const rules = listRules('receipts', { params: keys });

const filterSchema = periodSchema.shape({
  state: yup.string().oneOf(receiptFilters, 'error-wrong-value'),
  kind: yup.string().oneOf(receiptKinds, 'error-wrong-value'),
  /** Of the order, or of the fiscal document. */
  number: yup.string().trim().max(40, 'error-too-long'),
});

type Filter = Input<typeof filterSchema>;

/**
 * `GET receipts`: receipts of all orders, latest first; `GET shops/{id}/receipts`: those of the shop's own register. Throws
 * VALIDATION_FAILED.
 */
export async function listReceipts(ctx: UserCtx, query: JsonRecord, shopId?: number): Promise<ReceiptPage> {
  const list = checkList(rules, query, ctx);
  const filter = await validate(
    filterSchema,
    Object.fromEntries(keys.map((key) => [key, list.filters[key] || undefined])),
  );
  const { rows, total } = await readPage(ctx.db.selectFrom('receipts').where(matching(filter, shopId)), list);
  return wrapPage(rules, list, query, {
    data: await presentRows(ctx, rows as unknown as StoredReceipt[], shopId),
    total,
  });
}

/** `GET receipts/{id}`. Throws NOT_FOUND. */
export async function oneReceipt(ctx: UserCtx, key: string): Promise<ReceiptRow> {
  const row = await ctx.db
    .selectFrom('receipts')
    .selectAll()
    .where('id', '=', readPathId(key))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const [one] = await presentRows(ctx, [row as unknown as StoredReceipt]);
  if (!one) throw new AppError('NOT_FOUND');
  return one;
}

/** A shop reaches an order by its own part. */
async function presentRows(ctx: Ctx, rows: readonly StoredReceipt[], shopId?: number): Promise<ReceiptRow[]> {
  const roots = [0, ...rows.map(({ order_id }) => order_id)];
  const orders = await ctx.db
    .selectFrom('orders')
    .select(['id', 'parent_id', 'tracking_number', 'short_number'])
    .where((eb) =>
      shopId === undefined
        ? eb('id', 'in', roots)
        : eb.and([eb('parent_id', 'in', roots), eb('shop_id', '=', shopId)]),
    )
    .execute();
  const parts = await partsOf(ctx, rows);
  const latest = await findUncorrected(
    ctx,
    rows.map(({ id }) => id),
  );
  const shops = await registerShops(ctx, rows);
  const found = new Map(
    orders.map((order) => [order.parent_id ?? order.id, { id: order.id, number: shownNumber(order) }]),
  );
  return rows.map((row) => ({
    ...presentReceipt(ctx, row, {
      part: parts.get(row.id) ?? null,
      isLatest: latest.has(row.id),
      shops,
    }),
    order: found.get(row.order_id) ?? { id: row.order_id, number: String(row.order_id) },
  }));
}

/** The parcel of each receipt that is of one part: that was handed over, that came back, or whose goods it names alone. */
async function partsOf(
  { db }: Ctx,
  rows: readonly StoredReceipt[],
): Promise<Map<number, ReceiptView['part']>> {
  const found = await sql<{ id: number; part_id: number; place: number }>`
    select r.id, p.id as part_id, p.place::int as place from receipts r
      left join refunds f on f.id = r.refund_id
      left join lateral (select min(l.order_id) as id from jsonb_to_recordset(r.lines) as said ("orderLineId" bigint)
        join order_lines l on l.id = said."orderLineId" having count(distinct l.order_id) = 1) own on true
      join lateral (select o.id, row_number() over (order by o.id) as place, count(*) over () as parts from orders o
        where o.parent_id = r.order_id) p on p.id = coalesce(r.part_id, f.part_id, own.id) and p.parts > 1
    where r.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ id, part_id, place }) => [id, { id: part_id, place }]));
}

/** By its own number, or by one of its order. */
function numbered(typed: string) {
  const number = parseOrderNumber(typed)?.number ?? typed;
  return sql`(document_number = ${typed} or order_id in (select coalesce(o.parent_id, o.id) from orders o
    where o.tracking_number = ${number} or o.short_number = ${number}))`;
}

function matching({ state, kind, from, to, number }: Filter, shopId: number | undefined) {
  const all = [
    shopId !== undefined && sql`shop_id = ${shopId}`,
    state === 'open' && sql`state = any(${[...openReceiptStates]}::text[])`,
    state && state !== 'open' && sql`state = ${state}`,
    kind && sql`kind = ${kind}`,
    from && sql`created_at >= ${startOfDay(from)}`,
    to && sql`created_at < ${startOfDay(to, 1)}`,
    number && numbered(number),
  ].filter((one) => typeof one === 'object');
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(all, sql` and `)}`;
}
