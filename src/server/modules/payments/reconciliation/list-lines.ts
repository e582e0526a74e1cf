import { type RawBuilder, sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import { type BankLine, lineMatches } from '@/contract/payments/reconciliation';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';

const rules = listRules('reconciliation/lines', { params: ['match'] });

/** `GET reconciliation/lines`: posted lines of the bank, latest first. Throws VALIDATION_FAILED. */
export async function listBankLines(ctx: UserCtx, query: JsonRecord): Promise<Page<BankLine>> {
  const list = checkList(rules, query, ctx);
  const { match } = list.filters;
  if (match !== undefined && !lineMatches.some((one) => one === match)) rejectValue('match');
  const chosen = sql`is_posted${match === undefined ? sql`` : sql` and match = ${String(match)}`}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from bank_lines
    where ${chosen}`.execute(ctx.db);
  const order = sql.raw(list.sortedBy);
  const page = sql`(select * from bank_lines where ${chosen} order by day ${order}, id ${order}
      limit ${list.limit} offset ${(list.page - 1) * list.limit})`;
  const data = await readLines(ctx, page, sql`order by l.day ${order}, l.id ${order}`);
  return wrapPage(rules, list, query, { data, total: counted[0]?.total ?? 0 });
}

/** One line, after it has changed. */
export async function getBankLine(ctx: Ctx, id: number): Promise<BankLine> {
  const [line] = await readLines(ctx, sql`(select * from bank_lines where id = ${id})`, sql``);
  if (!line) throw new AppError('NOT_FOUND');
  return line;
}

const numbered = sql`case when o.id is not null then jsonb_build_object('id', o.id,
  'number', coalesce(o.short_number, o.tracking_number)) end`;

async function readLines(
  { db }: Ctx,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<BankLine[]> {
  const { rows } = await sql<
    Omit<BankLine, 'order'>
  >`select l.id, l.account, l.direction, l.day::text as day, l.number, l.amount,
      l.party, l.party_inn, l.party_account, l.party_bic, l.purpose, l.match,
      l.direction = 'out' and l.match = 'unknown' and l.entry_id is null as is_waiting,
      array(select w.id from withdraws w where w.bank_line_id = l.id or w.return_line_id = l.id order by w.id) as withdraw_ids,
      l.attempt_id is not null or uses.made is not null as is_applied, coalesce(uses.made, '[]') as uses,
      coalesce(named.orders, '[]') as orders
    from ${from} l
      left join lateral (select jsonb_agg(jsonb_build_object('kind', u.kind, 'amount', u.amount,
          'is_sent', u.sent_line_id is not null, 'order', ${numbered},
          'shop', case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end) order by u.id) as made
        from bank_line_uses u left join orders o on o.id = u.order_id left join shops s on s.id = u.shop_id
        where u.line_id = l.id) uses on true
      left join lateral (select jsonb_agg(${numbered} order by o.id) as orders
        from orders o where o.id = any(l.order_ids) or o.id = l.order_id) named on true ${order}`.execute(db);
  return rows.map((row) => ({ ...row, order: row.orders.length === 1 ? (row.orders[0] ?? null) : null }));
}
