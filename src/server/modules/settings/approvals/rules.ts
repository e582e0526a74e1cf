import type { AloneLimits, LimitedKind } from '@/contract/accounts/roles/limits';
import type { Right } from '@/contract/core/areas';
import { toMinor } from '@/contract/core/money';
import type { ApprovalKind, ApprovalRules, ApprovalRulesInput } from '@/contract/settings/approvals';
import type { Ctx } from '@/server/core/context';
import { guardedRights, hasOther, listHolders } from './confirmers';
import { readRules } from './rule-values';

/** `GET approvals/rules`. */
export async function presentRules(ctx: Ctx): Promise<ApprovalRules> {
  return { ...(await readRules(ctx)), people: (await listHolders(ctx, ['finance:decide'])).length };
}

/**
 * Whether an action of the person needs a second one: somebody else holds the right, or a colleague took it from them while
 * the rule was on (rules/settings: nobody makes a second person alone). Who may confirm is changed with anybody who may
 * confirm something.
 */
export async function needsSecond(
  ctx: Ctx,
  { kind, right, sum, isAppointment }: NeedingSecond,
): Promise<boolean> {
  const rules = await readRules(ctx);
  if (rules.mode === 'off' || !ctx.user) return false;
  if (isBelow(rules, kind, sum) && !(await isAboveOwnLimit(ctx, kind, sum))) return false;
  return hasOther(ctx, ctx.user.id, isAppointment ? guardedRights() : [right]);
}

interface NeedingSecond {
  kind: ApprovalKind;
  right: Right;
  isAppointment?: boolean;
  sum?: number | undefined;
}

/** The person's role lets them move less alone than the common rule does. */
async function isAboveOwnLimit(ctx: Ctx, kind: ApprovalKind, sum = 0): Promise<boolean> {
  if (!ctx.user?.role) return false;
  const role = await ctx.db
    .selectFrom('roles')
    .select('alone_limits')
    .where('id', '=', ctx.user.role.id)
    .executeTakeFirst();
  const limit = (role?.alone_limits as AloneLimits | undefined)?.[kind as LimitedKind];
  return typeof limit === 'number' && toMinor(sum) > toMinor(limit);
}

/** A sum for which one person is enough. */
function isBelow(rules: ApprovalRulesInput, kind: ApprovalKind, sum: number | undefined): boolean {
  const { payouts_from, refunds_from } = rules;
  const { [kind as string]: from } = {
    payout: payouts_from,
    'payout-line': payouts_from,
    difference: payouts_from,
    transfer: payouts_from,
    refund: refunds_from,
    points: refunds_from,
    payment: refunds_from,
    receipt: refunds_from,
  } as Record<string, number | undefined>;
  return from !== undefined && sum !== undefined && toMinor(sum) < toMinor(from);
}
