import { toMinor } from '@/contract/core/money';
import type { ProviderName } from '@/contract/ledger/providers';
import type { UserCtx } from '@/server/core/context';
import { providerSettled, settlementFound } from '@/server/modules/ledger/entries';
import { postEntry } from '@/server/modules/ledger/ledger';
import { acquirerOf, loadSenders } from './known-senders';
import { noteSettled, openSettlements, settledBy } from './settlements';

/** Transfers of a provider that came before their registry leave suspense. Their differences are repaired by it. */
export async function settleWaiting(ctx: UserCtx, provider: ProviderName): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('bank_lines')
    .innerJoin('reconciliation_differences as d', 'd.bank_line_id', 'bank_lines.id')
    .select(['bank_lines.id', 'bank_lines.day', 'bank_lines.amount'])
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
    await closeDifference(ctx, { bankLineId: line.id, entryId });
  }
  await settleFees(ctx, provider);
}

/** Fees that were taken before their registry came: nobody had explained the line, or a person had put it into suspense. */
async function settleFees(ctx: UserCtx, provider: ProviderName): Promise<void> {
  const senders = await loadSenders(ctx);
  const lines = await ctx.db
    .selectFrom('bank_lines')
    .select(['id', 'day', 'amount', 'party', 'party_inn', 'party_bic', 'party_account', 'entry_id'])
    .where('is_posted', '=', true)
    .where('direction', '=', 'out')
    .where('match', '=', 'unknown')
    .orderBy('day')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const line of lines) {
    if (acquirerOf(line, senders) !== provider) continue;
    const amount = toMinor(line.amount);
    const open = await openSettlements(ctx);
    const settled = settledBy({ day: line.day, amount, direction: 'out' }, provider, open);
    if (!settled) continue;
    const move = line.entry_id === null ? providerSettled : settlementFound;
    const [entry] = move(line.id, provider, 0 - amount);
    if (!entry) continue;
    const entryId = await postEntry(ctx, entry);
    await noteSettled(ctx, line.id, settled);
    await ctx.db
      .updateTable('bank_lines')
      .set({ match: 'settlement', entry_id: line.entry_id ?? entryId })
      .where('id', '=', line.id)
      .execute();
    await closeDifference(ctx, { bankLineId: line.id, entryId });
  }
}

/** What was asked about a line is answered by the registry. */
async function closeDifference(
  ctx: UserCtx,
  { bankLineId, entryId }: { bankLineId: number; entryId: number },
): Promise<void> {
  await ctx.db
    .updateTable('reconciliation_differences')
    .set(({ eb }) => ({
      state: 'repaired',
      entry_id: entryId,
      decided_at: ctx.now,
      updated_at: ctx.now,
      version: eb('version', '+', 1),
    }))
    .where('bank_line_id', '=', bankLineId)
    .where('state', '=', 'open')
    .execute();
}
