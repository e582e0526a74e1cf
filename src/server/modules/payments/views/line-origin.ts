import { sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { plainSum } from '@/contract/ledger/accounts';
import type { EntryKind, LedgerSubject } from '@/contract/ledger/schema';
import { commissionFrom } from '@/contract/orders/money';
import type { LineOrigin, OriginGoods, PaymentAttempt } from '@/contract/payments/views';
import { type Ctx, isAdmin, ownShopIds, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { parseId } from '@/server/core/numbers';
import { loadChain } from './order-payments';
import { accountKind, readEntries } from './payment-trail';
import { seesAnswers } from './present-attempt';

interface StoredLine {
  id: number;
  amount: number;
  balance: number | null;
  account: string;
  shop_id: number | null;
  entry_id: number;
  at: Date;
  kind: EntryKind;
  reason: string | null;
  family: string | null;
  row_id: number | null;
  by: string | null;
}

/** The order, refund or withdrawal of a line, and the order whose payments paid it. */
interface Subject {
  shown: LedgerSubject | null;
  rootId: number | null;
  /** The shop's part of a sale or return. */
  part: { id: number; shop_id: number; rate: number | null } | null;
}

/**
 * `GET ledger/lines/{id}/origin`: the entry of a line, the goods and the rate behind it, and the payments. Finance sees
 * all; a shop the lines of its own accounts, without other parties and providers (rules/payments: where a rouble comes
 * from). Throws NOT_FOUND.
 */
export async function lineOrigin(ctx: UserCtx, key: string): Promise<LineOrigin> {
  const line = await ownLine(ctx, parseId(key));
  const isFinance = seesAnswers(ctx);
  const subject = await subjectOf(ctx, line);
  const entries = await readEntries(ctx, sql`e.id = ${line.entry_id}`);
  const goods = subject.part ? await goodsOf(ctx, line, subject.part.id) : [];
  const lines = entries[0]?.lines ?? [];
  return {
    id: line.id,
    account: accountKind(line.account),
    amount: plainSum(accountKind(line.account), line.amount),
    balance: line.balance,
    entry: {
      id: line.entry_id,
      at: line.at.toISOString(),
      kind: line.kind,
      reason: line.reason,
      by: isFinance ? line.by : null,
      lines: isFinance ? lines : lines.filter(({ id }) => id === line.id),
    },
    subject: subject.shown,
    goods,
    share: await shareOf(ctx, line, subject, goods),
    payments: await paymentsOf(ctx, subject),
  };
}

async function ownLine(ctx: UserCtx, id: number): Promise<StoredLine> {
  const { rows } = await sql<StoredLine>`
    select l.id, l.amount, l.balance, a.kind as account, a.shop_id, e.id as entry_id, e.at, e.kind, e.reason, e.family,
      e.row_id, u.name as by
    from ledger_lines l join ledger_accounts a on a.id = l.account_id join ledger_entries e on e.id = l.entry_id
      left join users u on u.id = e.user_id
    where l.id = ${id} and a.user_id is null`.execute(ctx.db);
  const [line] = rows;
  const isOwn =
    line?.shop_id != null && line.account !== 'shop_cash' && ownShopIds(ctx.user).includes(line.shop_id);
  if (!line || !(isAdmin(ctx) || isOwn)) throw new AppError('NOT_FOUND');
  return line;
}

async function subjectOf(ctx: Ctx, line: StoredLine): Promise<Subject> {
  const { family, row_id: id, shop_id } = line;
  if (family === 'withdraws' && id !== null)
    return { shown: { family, id, number: String(id) }, rootId: null, part: null };
  if ((family !== 'orders' && family !== 'refunds') || id === null)
    return { shown: null, rootId: null, part: null };
  const rootId = family === 'refunds' ? sql`(select order_id from refunds where id = ${id})` : sql`${id}`;
  const { rows } = await sql<{
    id: number;
    parent_id: number | null;
    shop_id: number | null;
    rate: number | null;
    number: string;
  }>`
    with chosen as (select coalesce(parent_id, id) as root from orders where id = ${rootId})
    select o.id, o.parent_id, o.shop_id, o.commission_rate as rate, coalesce(o.short_number, o.tracking_number) as number
    from chosen join orders o on o.id = chosen.root or o.parent_id = chosen.root order by o.id`.execute(
    ctx.db,
  );
  const root = rows.find(({ parent_id }) => parent_id === null);
  // A line of the marketplace is about the part that its entry names, or about the whole order.
  const part = rows.find((row) =>
    shop_id !== null ? row.shop_id === shop_id : row.parent_id !== null && row.id === id,
  );
  const order = (isAdmin(ctx) ? root : part) ?? root;
  const shown: LedgerSubject | undefined =
    family === 'refunds'
      ? { family, id, number: String(id) }
      : order && { family, id: order.id, number: order.number };
  return {
    shown: shown ?? null,
    rootId: root?.id ?? null,
    part: part && part.shop_id !== null ? { id: part.id, shop_id: part.shop_id, rate: part.rate } : null,
  };
}

/** Of a sale the pieces sold, of a return those that came back. Goods without the shop's own discount. */
async function goodsOf(ctx: Ctx, { family, row_id }: StoredLine, partId: number): Promise<OriginGoods[]> {
  const sold = sql<OriginGoods>`select l.name, l.quantity,
      goods_of_part(l.subtotal, l.discount, o.discount_shop_id, l.shop_id) as sum
    from order_lines l join orders o on o.id = l.order_id where l.order_id = ${partId} order by l.position, l.id`;
  const returned = sql<OriginGoods>`select l.name, r.quantity, r.amount as sum
    from refund_lines r join order_lines l on l.id = r.order_line_id
    where r.refund_id = ${row_id} and l.order_id = ${partId} order by l.position, l.id`;
  const { rows } = await (family === 'refunds' ? returned : sold).execute(ctx.db);
  return rows;
}

/** Only the shop's account has a share, and only of a sale or its return: what is left of the goods without the commission. */
async function shareOf(
  ctx: Ctx,
  line: StoredLine,
  { part }: Subject,
  goods: readonly OriginGoods[],
): Promise<LineOrigin['share']> {
  if (line.account !== 'shop' || !part) return null;
  if (line.family === 'orders' && line.kind !== 'order') return null;
  const sold =
    line.family === 'orders'
      ? goods.reduce((total, one) => total + toMinor(one.sum), 0)
      : await returnedGoods(ctx, line, part.shop_id);
  if (sold === null) return null;
  const kept = commissionFrom(sold, toMinor(line.amount));
  return { goods: fromMinor(sold), rate: part.rate, commission: fromMinor(kept), share: line.amount };
}

/** Goods that a refund took back from the shop, in kopecks below zero; null for a refund of something else. */
async function returnedGoods(ctx: Ctx, { row_id, kind }: StoredLine, shopId: number) {
  if (kind !== 'refund') return null;
  const row = await ctx.db
    .selectFrom('vendor_refunds')
    .select('goods')
    .where('refund_id', '=', row_id)
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  return row?.goods == null ? null : 0 - toMinor(row.goods);
}

/** What paid the order; of several shops, each sees its part of the sum. */
async function paymentsOf(ctx: Ctx, { rootId, part }: Subject): Promise<PaymentAttempt[]> {
  const id = seesAnswers(ctx) ? rootId : part?.id;
  if (id == null) return [];
  const { attempts } = await loadChain(ctx, id);
  return attempts.filter(({ captured }) => captured > 0);
}
