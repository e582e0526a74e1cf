import { type RawBuilder, sql } from 'kysely';
import type { LedgerRow, LedgerSubject } from '@/contract/ledger/schema';
import type { Ctx } from '@/server/core/context';

/** Accounts with a line list. */
export type ReadAccount = { kind: 'shop'; shopId: number } | { kind: 'platform' };

/** A line with its subject, as read. */
export interface StoredLine {
  id: number;
  /** Business day; lines are ordered by day, then id. */
  day: string;
  at: Date;
  kind: LedgerRow['kind'];
  reason: string | null;
  family: string | null;
  row_id: number | null;
  amount: number;
  balance: number;
  subject_id: number | null;
  number: string | null;
  shop?: LedgerRow['shop'];
}

interface Choice {
  /** Condition on `ledger_lines l`. */
  where: RawBuilder<unknown>;
  sortedBy: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** Reads the chosen lines and joins subjects to only those. */
export async function readLines(ctx: Ctx, account: ReadAccount, choice: Choice): Promise<StoredLine[]> {
  const { where, limit, offset } = choice;
  const order = sql.raw(choice.sortedBy);
  const { columns, joins } = account.kind === 'shop' ? inShop(account.shopId) : onPlatform;
  const { rows } = await sql<StoredLine>`
    select chosen.id, chosen.day::text as day, e.at, e.kind, e.reason, e.family, e.row_id, chosen.amount,
      chosen.balance, ${columns}
    from (select l.id, l.day, l.amount, l.balance, l.entry_id from ledger_lines l where ${where}
      order by l.day ${order}, l.id ${order} limit ${limit} offset ${offset}) chosen
    join ledger_entries e on e.id = chosen.entry_id
    left join orders o on e.family = 'orders' and o.id = e.row_id
    ${joins}
    order by chosen.day ${order}, chosen.id ${order}`.execute(ctx.db);
  return rows;
}

/** A shop sees its own part, even where the entry names the whole order. */
const inShop = (shopId: number) => ({
  columns: sql`coalesce(part.id, o.id) as subject_id, coalesce(part.tracking_number, o.tracking_number) as number`,
  joins: sql`left join orders part on part.parent_id = o.id and part.shop_id = ${shopId}`,
});

/** The platform sees the whole order and the shop of the counterpart account. */
const onPlatform = {
  columns: sql`coalesce(o.parent_id, o.id) as subject_id, o.tracking_number as number, other.shop`,
  joins: sql`left join lateral (select jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug) as shop
      from ledger_lines x join ledger_accounts a on a.id = x.account_id join shops s on s.id = a.shop_id
      where x.entry_id = e.id order by x.id limit 1) other on true`,
};

export function present({ day: _day, subject_id, number, at, ...line }: StoredLine): LedgerRow {
  return { ...line, at: at.toISOString(), subject: subjectOf(line.family, line.row_id, subject_id, number) };
}

function subjectOf(
  family: string | null,
  rowId: number | null,
  orderId: number | null,
  number: string | null,
): LedgerSubject | null {
  if (family === 'orders' && orderId !== null && number !== null) return { family, id: orderId, number };
  if ((family === 'refunds' || family === 'withdraws') && rowId !== null)
    return { family, id: rowId, number: String(rowId) };
  return null;
}
