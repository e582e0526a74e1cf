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

async function readLines(
  { db }: Ctx,
  from: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<BankLine[]> {
  const { rows } =
    await sql<BankLine>`select l.id, l.account, l.direction, l.day::text as day, l.number, l.amount,
      l.party, l.party_inn, l.purpose, l.match, l.intent_id is not null as is_applied,
      l.direction = 'out' and l.match = 'unknown' and l.entry_id is null as is_waiting,
      array(select w.id from withdraws w where w.bank_line_id = l.id or w.return_line_id = l.id order by w.id) as withdraw_ids,
      case when o.id is not null then jsonb_build_object('id', o.id,
        'number', coalesce(o.short_number, o.tracking_number)) end as "order"
    from ${from} l left join orders o on o.id = l.order_id ${order}`.execute(db);
  return rows;
}
