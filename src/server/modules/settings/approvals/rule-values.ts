import type { ApprovalRulesInput } from '@/contract/settings/approvals';
import type { Ctx } from '@/server/core/context';

/** Until the rule was set, nobody needs a second person. */
const unset: ApprovalRulesInput = { mode: 'off', hours: 72, payouts_from: 0, refunds_from: 10_000 };

export async function readRules(ctx: Pick<Ctx, 'db'>): Promise<ApprovalRulesInput> {
  const row = await ctx.db
    .selectFrom('approval_rules')
    .select(['mode', 'hours', 'payouts_from', 'refunds_from'])
    .executeTakeFirst();
  return row ? { ...row, mode: row.mode === 'auto' ? 'auto' : 'off' } : unset;
}
