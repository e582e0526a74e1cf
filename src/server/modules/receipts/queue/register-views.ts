import { sql } from 'kysely';
import type { RegisterView } from '@/contract/receipts/registers';
import type { Ctx } from '@/server/core/context';
import type { CashRegister } from '../registers/cash-register';

type Stored = Omit<RegisterView, 'name' | 'is_chosen'>;

/** `GET receipts/registers`: what each register waits for. Receipts that were not sent yet are those of the chosen one. */
export function registerViews(
  ctx: Ctx,
  registers: readonly Pick<CashRegister, 'name'>[],
): Promise<RegisterView[]> {
  return Promise.all(
    registers.map(async ({ name }, place) => {
      const isChosen = place === 0;
      const { rows } = await sql<Stored>`
        select (count(*) filter (where r.state = 'waiting'))::int as waiting, (count(*) filter (where r.state = 'asked'))::int as asked,
          (count(*) filter (where r.state = 'unknown'))::int as unknown, (count(*) filter (where r.state = 'blocked'))::int as blocked,
          min(r.created_at) as oldest_at, max(c.answered_at) as answered_at, max(c.failure) as failure,
          max(c.failure_text) as failure_text, max(c.failing_since) as failing_since, max(c.paused_until) as paused_until
        from (select 1) one left join cash_registers c on c.name = ${name}
        left join receipts r on r.state in ('waiting', 'asked', 'unknown', 'blocked')
          and (r.register = ${name} or r.register is null and ${isChosen})`.execute(ctx.db);
      const [row] = rows;
      if (!row) throw new Error('No row');
      const moment = (value: string | null) => value && new Date(value).toISOString();
      return {
        name,
        is_chosen: isChosen,
        ...row,
        oldest_at: moment(row.oldest_at),
        answered_at: moment(row.answered_at),
        failing_since: moment(row.failing_since),
        paused_until: moment(row.paused_until),
      };
    }),
  );
}
