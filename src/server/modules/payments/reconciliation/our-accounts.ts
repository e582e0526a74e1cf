import type { Ctx } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import type { AccountTotals } from './statement/check-statement';
import { StatementFault } from './statement/statement';

/**
 * The books have one bank account, so a statement must be of an account that they know: the one in the company's requisites, or
 * one of a posted statement. Other accounts may stand beside it in the file. Nothing is known before the first statement of a
 * company without requisites. Throws StatementFault.
 */
export async function assertOurs(ctx: Ctx, accounts: readonly AccountTotals[]): Promise<void> {
  const posted = await ctx.db
    .selectFrom('bank_statements as s')
    .innerJoin('reconciliation_files as f', 'f.id', 's.file_id')
    .select('s.account')
    .distinct()
    .where('f.state', '=', 'posted')
    .execute();
  const { companyRequisites } = await settingsOptions(ctx);
  const own = companyRequisites?.account;
  const known = new Set([...(own ? [own] : []), ...posted.map(({ account }) => account)]);
  if (known.size === 0 || accounts.some(({ account }) => known.has(account))) return;
  throw new StatementFault('account', {
    expected: [...known].slice(0, 5).join(', '),
    found: accounts[0]?.account ?? '',
  });
}
