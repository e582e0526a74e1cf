import { holds, type Right } from '@/contract/core/areas';
import type { ApprovalRules, ApprovalRulesInput } from '@/contract/settings/approvals';
import { audit, changesBetween } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { forgetLostRights, writeToHolders } from './confirmers';
import { defineGuarded } from './registry';
import { requireSecondPerson } from './require-second-person';
import { readRules } from './rule-values';
import { presentRules } from './rules';

const right: Right = 'team:decide';

interface Content extends Record<string, unknown> {
  before: ApprovalRulesInput;
  after: ApprovalRulesInput;
}

/** Whoever could switch the rule off alone would not need a second person. */
const changeOfRules = defineGuarded<Content>({
  kind: 'rules',
  family: 'approvals',
  right,
  isAppointment: true,
  describe: async (_ctx, { before, after }) => ({
    title: '',
    facts: [
      { key: 'mode', kind: 'text', before: before.mode, after: after.mode },
      { key: 'hours', kind: 'text', before: before.hours, after: after.hours },
      { key: 'payouts_from', kind: 'money', before: before.payouts_from, after: after.payouts_from },
      { key: 'refunds_from', kind: 'money', before: before.refunds_from, after: after.refunds_from },
    ],
  }),
  run: (ctx, { after }) => saveRules(ctx, after),
});

/** `PUT approvals/rules`: when two persons are needed; itself confirmed by a second one. Throws FORBIDDEN. */
export async function saveRules(ctx: UserCtx, input: ApprovalRulesInput): Promise<ApprovalRules> {
  if (!holds(ctx.user.permissions, right)) throw new AppError('FORBIDDEN');
  const before = await readRules(ctx);
  const { mode, hours, payouts_from, refunds_from } = input;
  const after = { mode, hours, payouts_from, refunds_from };
  const changes = changesBetween({ ...before }, after);
  if (Object.keys(changes).length === 0) return presentRules(ctx);
  await requireSecondPerson(ctx, changeOfRules, { id: 1, content: { before, after } });
  await ctx.db
    .insertInto('approval_rules')
    .values({ ...after, updated_at: ctx.now })
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ ...after, updated_at: ctx.now }))
    .execute();
  if (after.mode === 'off') await forgetLostRights(ctx);
  await audit(ctx, { family: 'approvals', id: 1, action: 'update', changes });
  await writeToHolders(ctx, null);
  return presentRules(ctx);
}
