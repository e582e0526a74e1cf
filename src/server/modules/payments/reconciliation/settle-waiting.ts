import { toMinor } from '@/contract/core/money';
import type { ProviderName } from '@/contract/payments/providers';
import type { UserCtx } from '@/server/core/context';
import { settlementFound } from '@/server/modules/ledger/entries';
import { postEntry } from '@/server/modules/ledger/ledger';
import { noteSettled, openSettlements, settledBy } from './settlements';

/** Transfers of a provider that came before their registry leave suspense. Their differences are repaired by it. */
export async function settleWaiting(ctx: UserCtx, provider: ProviderName): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('bank_lines')
    .innerJoin('reconciliation_differences as d', 'd.bank_line_id', 'bank_lines.id')
    .select(['bank_lines.id', 'bank_lines.day', 'bank_lines.amount', 'd.id as difference'])
    .where('bank_lines.match', '=', 'acquirer')
    .where('d.provider', '=', provider)
    .where('d.state', '=', 'open')
    .orderBy('bank_lines.day')
    .orderBy('bank_lines.id')
    .forUpdate('d')
    .execute();
  for (const line of waiting) {
    const amount = toMinor(line.amount);
    const open = await openSettlements(ctx);
    const settled = settledBy({ day: line.day, amount, direction: 'in' }, provider, open);
    const [entry] = settled ? settlementFound(line.id, provider, amount) : [];
    if (!settled || !entry) continue;
    const entryId = await postEntry(ctx, entry);
    await noteSettled(ctx, line.id, settled);
    await ctx.db.updateTable('bank_lines').set({ match: 'settlement' }).where('id', '=', line.id).execute();
    await ctx.db
      .updateTable('reconciliation_differences')
      .set(({ eb }) => ({
        state: 'repaired',
        entry_id: entryId,
        decided_at: ctx.now,
        updated_at: ctx.now,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', line.difference)
      .execute();
  }
}
