import { sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { KindTotals, LedgerRow, Period } from '@/contract/ledger/schema';
import { commissionFrom } from '@/contract/orders/money';
import type { Ctx } from '@/server/core/context';
import { streamLines } from './ledger-lines';
import { soldGoods } from './platform-ledger';

/** Goods behind a line and the commission kept of them. Roubles; negative for returns. */
export interface LineGoods {
  goods: number;
  commission: number;
}

/** A statement line: a ledger line with its goods and commission. */
export type StatementLine = LedgerRow & Partial<LineGoods>;

/** Lines of a period with their goods, in batches. */
export async function* statementLines(
  ctx: Ctx,
  shopId: number,
  period: Period,
): AsyncIterable<StatementLine[]> {
  for await (const lines of streamLines(ctx, { kind: 'shop', shopId }, { ...period, kinds: null })) {
    const goods = await goodsOf(ctx, shopId, lines);
    yield lines.map((line) => ({ ...line, ...goods.get(line.id) }));
  }
}

/** Movements by day and kind, for the PDF of a month with very many lines. */
export async function sumByDay(ctx: Ctx, shopId: number, { from, to }: Period) {
  const { rows } = await sql<{
    day: string;
    kind: LedgerRow['kind'];
    income: number;
    outgo: number;
    lines: number;
  }>`
    select day::text as day, d.kind, sum(income) as income, sum(outgo) as outgo, sum(lines)::int as lines
    from ledger_days d
    join ledger_accounts a on a.id = d.account_id and a.kind = 'shop' and a.shop_id = ${shopId}
    where day between ${from}::date and ${to}::date group by d.day, d.kind order by d.day, d.kind`.execute(
    ctx.db,
  );
  return rows;
}

/** A row of the totals: an operation kind, or a component of order credits. */
export interface StatementTotal {
  label: KindTotals['kind'] | 'goods' | 'commission';
  amount: number;
}

/**
 * Explains the difference between opening and closing balance, each kopeck once: order credits as goods and
 * commission, everything else by kind. Roubles; negative lowers the balance.
 */
export async function statementTotals(
  ctx: Ctx,
  shopId: number,
  period: Period,
  kinds: readonly KindTotals[],
): Promise<StatementTotal[]> {
  const goods = toMinor(await soldGoods(ctx, period, shopId));
  return kinds.flatMap(({ kind, income, outgo }): StatementTotal[] => {
    const net = toMinor(income) - toMinor(outgo);
    if (kind !== 'order') return [{ label: kind, amount: fromMinor(net) }];
    return [
      { label: 'goods', amount: fromMinor(goods) },
      { label: 'commission', amount: fromMinor(0 - commissionFrom(goods, net)) },
    ];
  });
}

/** Goods behind order and refund lines, by line id; other lines have none. Two queries for any number of lines. */
async function goodsOf(
  ctx: Ctx,
  shopId: number,
  lines: readonly LedgerRow[],
): Promise<Map<number, LineGoods>> {
  const idsOf = (family: string) => [
    ...new Set(lines.flatMap(({ subject }) => (subject?.family === family ? [subject.id] : []))),
  ];
  const parts = await sql<{ id: number; goods: number }>`
    select id, goods_of_part(amount, discount, discount_shop_id, shop_id) as goods
    from orders where id = any(${idsOf('orders')}::bigint[]) and shop_id = ${shopId}`.execute(ctx.db);
  const refunds = await sql<{ id: number; goods: number }>`
    select refund_id as id, goods from vendor_refunds
    where refund_id = any(${idsOf('refunds')}::bigint[]) and shop_id = ${shopId}`.execute(ctx.db);
  const known = new Map<string, number>([
    ...parts.rows.map(({ id, goods }) => [`orders ${id}`, toMinor(goods)] as const),
    ...refunds.rows.map(({ id, goods }) => [`refunds ${id}`, toMinor(goods)] as const),
  ]);
  return new Map(
    lines.flatMap(({ id, subject, amount }) => {
      const goods = subject ? known.get(`${subject.family} ${subject.id}`) : undefined;
      if (goods === undefined) return [];
      const signed = amount < 0 ? -goods : goods;
      return [
        [
          id,
          { goods: fromMinor(signed), commission: fromMinor(commissionFrom(signed, toMinor(amount))) },
        ] as const,
      ];
    }),
  );
}
