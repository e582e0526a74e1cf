import type { AloneLimits, LimitedKind } from '@/contract/accounts/roles/limits';
import type { Right } from '@/contract/core/areas';
import { toMinor } from '@/contract/core/money';
import { ownValue } from '@/contract/core/own-value';
import type { ApprovalKind, ApprovalRules, ApprovalRulesInput } from '@/contract/settings/approvals';
import type { Ctx } from '@/server/core/context';
import { guardedRights, hasOther, listHolders } from './confirmers';
import { type CountedWith, keepPiece, type SumOf, withPieces } from './moved-alone';
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
  { kind, right, sum: piece, isAppointment, countedWith = {} }: NeedingSecond,
): Promise<boolean> {
  const rules = await readRules(ctx);
  if (rules.mode === 'off' || !ctx.user) return false;
  const sumOf = sumOfKind(kind);
  const sum = sumOf && piece !== undefined ? await withPieces(ctx, sumOf, piece, countedWith) : piece;
  if (isBelow(rules, kind, sum) && !(await isAboveOwnLimit(ctx, kind, sum))) return false;
  return hasOther(ctx, ctx.user.id, isAppointment ? guardedRights() : [right]);
}

interface NeedingSecond {
  kind: ApprovalKind;
  right: Right;
  isAppointment?: boolean;
  sum?: number | undefined;
  countedWith?: CountedWith | undefined;
}

/** Keeps a sum that one person moves alone, so that its pieces count together. */
export async function keepAlone(
  ctx: Ctx,
  { kind, sum, countedWith = {} }: Pick<NeedingSecond, 'kind' | 'sum' | 'countedWith'>,
): Promise<void> {
  const sumOf = sumOfKind(kind);
  if (!sumOf || sum === undefined || !ctx.user || (await readRules(ctx)).mode === 'off') return;
  await keepPiece(ctx, sumOf, sum, countedWith);
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
  const sumOf = sumOfKind(kind);
  if (!sumOf || sum === undefined) return false;
  return toMinor(sum) < toMinor(sumOf === 'payouts' ? rules.payouts_from : rules.refunds_from);
}

const sumsOfKinds: Partial<Record<ApprovalKind, SumOf>> = {
  payout: 'payouts',
  'payout-line': 'payouts',
  difference: 'payouts',
  transfer: 'payouts',
  refund: 'refunds',
  points: 'refunds',
  payment: 'refunds',
  receipt: 'refunds',
  coupon: 'refunds',
};

/** The sum of the rules from which a kind needs two persons; kinds without one always do. */
const sumOfKind = (kind: ApprovalKind): SumOf | undefined => ownValue(sumsOfKinds, kind);
