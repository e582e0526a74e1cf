import { sql } from 'kysely';
import type { PayoutChoices } from '@/contract/payments/reconciliation';
import type { UserCtx } from '@/server/core/context';
import { escapeLike } from '@/server/core/db/like';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';

const shown = 50;

/**
 * `GET reconciliation/lines/{id}/payouts?search=`: payouts that a person may give the line to, the nearest sums first; found by
 * the number, the shop or the sum. Throws NOT_FOUND.
 */
export async function listPayoutChoices(
  { db }: UserCtx,
  id: number,
  { search }: JsonRecord,
): Promise<PayoutChoices> {
  const line = await db
    .selectFrom('bank_lines')
    .select(['direction', 'amount'])
    .where('id', '=', id)
    .where('is_posted', '=', true)
    .executeTakeFirst();
  if (!line) throw new AppError('NOT_FOUND');
  const fits =
    line.direction === 'in'
      ? sql`w.payout_state = 'debited'`
      : sql`(w.payout_state = 'confirmed' or w.bank_line_id is null
          and (w.payout_state = 'debited' or w.payout_state = 'returned' and w.return_line_id is not null))`;
  const text = typeof search === 'string' ? search.trim().slice(0, 100) : '';
  const { rows } = await sql<PayoutChoices['payouts'][number] & { total: number }>`
    select w.id, s.name as shop, w.amount, count(*) over ()::int as total
    from withdraws w join shops s on s.id = w.shop_id
    where ${fits} and ${isSought(text)}
    order by abs(w.amount - ${line.amount}), w.id desc limit ${sql.lit(shown)}`.execute(db);
  return { total: rows[0]?.total ?? 0, payouts: rows.map(({ total: _total, ...payout }) => payout) };
}

/** The number as people write it, «№ 18» and «V-000018», a sum with a comma or a point, or a part of the name of the shop. */
function isSought(text: string) {
  if (text === '') return sql`true`;
  const number = /^(?:№|[vв]\s?-?)?\s*(\d{1,12})$/iu.exec(text)?.[1] ?? null;
  const sum =
    /^\d{1,12}(?:[.,]\d{1,2})?$/.exec(text.replace(/[\s\u00a0]/g, ''))?.[0].replace(',', '.') ?? null;
  return sql`(s.name ilike ${`%${escapeLike(text)}%`} or w.id = ${number}::bigint or w.amount = ${sum}::numeric)`;
}
