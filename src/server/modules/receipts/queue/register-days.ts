import { sql } from 'kysely';
import { toDecimal } from '@/contract/core/money';
import type { RegisterDay, RegisterName } from '@/contract/receipts/registers';
import { dayAfter, dayIn, findBusinessDay, startOfDay } from '@/server/core/business-time';
import type { Ctx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import type { CashRegister, RegisterTotals } from '@/server/integrations/registers/cash-register';

/** Days read again, for what is registered late. */
const daysRead = 3;
const daysShown = 14;

/** Asks the registers for their own totals of the last days. */
export async function readDays(ctx: Ctx, registers: readonly CashRegister[]): Promise<void> {
  const today = await findBusinessDay(ctx, ctx.now);
  for (const { name, totals } of registers)
    for (let back = 0; totals && back < daysRead; back += 1) {
      const day = dayAfter(today, 0 - back);
      const found = await totals(await startOf(ctx, day), await startOf(ctx, dayAfter(day, 1)));
      if (found) await storeDay(ctx, name, day, found);
    }
}

async function startOf({ db }: Ctx, day: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${startOfDay(day)} as at`.execute(db);
  return new Date(rows[0]?.at ?? `${day}T00:00:00Z`);
}

async function storeDay({ db, now }: Ctx, register: RegisterName, day: string, found: RegisterTotals) {
  const sums = { receipts: found.receipts, sales: toDecimal(found.sales), returns: toDecimal(found.returns) };
  await db
    .insertInto('register_days')
    .values({ register, day, ...sums, read_at: now })
    .onConflict((conflict) => conflict.columns(['register', 'day']).doUpdateSet({ ...sums, read_at: now }))
    .execute();
}

/** `GET receipts/days`: the last days, or those from `from` to `to`, the latest first. */
export async function registerDays(ctx: Ctx, { from, to }: JsonRecord): Promise<RegisterDay[]> {
  const last = to === undefined ? await findBusinessDay(ctx, ctx.now) : dayIn('to', to);
  const first = from === undefined ? dayAfter(last, 1 - daysShown) : dayIn('from', from);
  const { rows } = await sql<Omit<RegisterDay, 'theirs'> & { theirs: RegisterDay['theirs'] }>`
    with own as (
      select register, (registered_at at time zone business_time_zone())::date as day, count(*)::int as receipts,
        coalesce(sum(amount) filter (where not is_return), 0)::float8 as sales,
        coalesce(sum(amount) filter (where is_return), 0)::float8 as returns
      from receipts where registered_at >= ${startOfDay(first)} and registered_at < ${startOfDay(last, 1)}
      group by 1, 2)
    select coalesce(own.register, d.register) as register, s.name as shop, coalesce(own.day, d.day)::text as day,
      coalesce(own.receipts, 0) as receipts, coalesce(own.sales, 0) as sales, coalesce(own.returns, 0) as returns,
      case when d.register is not null then json_build_object('receipts', d.receipts, 'sales', d.sales::float8,
        'returns', d.returns::float8, 'read_at', d.read_at) end as theirs
    from own full join register_days d on d.register = own.register and d.day = own.day
    left join shops s on 'shop-' || s.id = own.register
    where d.day is null or d.day between ${first}::date and ${last}::date
    order by day desc, register`.execute(ctx.db);
  return rows.map((row) => ({
    ...row,
    theirs: row.theirs && { ...row.theirs, read_at: new Date(row.theirs.read_at).toISOString() },
  }));
}
