import { sql } from 'kysely';
import type { PayoutState } from '@/contract/ledger/withdraws/schema';
import type { Ctx } from '@/server/core/context';
import { emit } from '@/server/core/events/event';
import { moneyAudiences, toAdmins } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';

/** What became of the money of an approved withdrawal. The caller holds its row and posts the entries. */
export interface PayoutMove {
  id: number;
  shopId: number;
  state: PayoutState;
  /** The line of the bank that says so; null for a person's word. */
  lineId: number | null;
  /** Reason of a person. */
  note: string | null;
}

/** Notes where payouts are, in the transaction that posts it, and tells of it (rules/ledger: a payout leaves the bank once). */
export async function movePayouts(ctx: Ctx, moves: readonly PayoutMove[]): Promise<void> {
  if (moves.length === 0) return;
  const rows = JSON.stringify(
    moves.map(({ id, state, lineId, note }) => ({ id, state, line_id: lineId, note })),
  );
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as g (id bigint, state text, line_id bigint, note text)`;
  await sql`update withdraws w set payout_state = g.state, version = w.version + 1, updated_at = ${ctx.now},
      bank_line_id = case g.state when 'debited' then coalesce(g.line_id, w.bank_line_id) else w.bank_line_id end,
      return_line_id = case g.state when 'returned' then g.line_id end
    from ${given} where w.id = g.id`.execute(ctx.db);
  await sql`insert into withdraw_moves (withdraw_id, status, payout_state, note, user_id, at)
    select g.id, 'approved', g.state, g.note, ${ctx.user?.id ?? null}::bigint, ${ctx.now}::timestamptz
    from ${given} order by g.id`.execute(ctx.db);
  for (const { id, shopId, state, note } of moves) {
    await emit(ctx, 'payout-moved', {
      record: id,
      shopId,
      data: { state, note, by: ctx.user?.id ?? null },
    });
    await publish(ctx, [toAdmins('finance'), ...moneyAudiences(shopId)], 'decision', {
      family: 'withdraws',
      id,
    });
  }
}
