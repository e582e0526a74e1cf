import { sql } from 'kysely';
import type { AloneLimits, LimitedKind } from '@/contract/accounts/roles/limits';
import type { Right } from '@/contract/core/areas';
import { toMinor } from '@/contract/core/money';
import type { ApprovalKind, ApprovalRules, ApprovalRulesInput } from '@/contract/settings/approvals';
import type { Ctx } from '@/server/core/context';
import { roleHolds } from '@/server/core/rights/role-holds';

/** Until the rule was set, nobody needs a second person. */
const unset: ApprovalRulesInput = { mode: 'off', hours: 72, payouts_from: 0, refunds_from: 10_000 };

export async function readRules(ctx: Pick<Ctx, 'db'>): Promise<ApprovalRulesInput> {
  const row = await ctx.db
    .selectFrom('approval_rules')
    .select(['mode', 'hours', 'payouts_from', 'refunds_from'])
    .executeTakeFirst();
  return row ? { ...row, mode: row.mode === 'auto' ? 'auto' : 'off' } : unset;
}

/** `GET approvals/rules`. */
export async function presentRules(ctx: Ctx): Promise<ApprovalRules> {
  return { ...(await readRules(ctx)), people: (await listHolders(ctx, 'finance:decide')).length };
}

/** Condition on `users`: a person of the team, with this right unless a role limits them. */
const holds = (right: Right) =>
  sql<boolean>`(users.permissions @> array['super_admin'] and ${roleHolds(right)})`;

/** Active people of the team who hold the right. */
export function listHolders(ctx: Ctx, right: Right): Promise<{ id: number; name: string; email: string }[]> {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(holds(right))
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Whether an action of the person needs a second one: somebody else holds the right, or did within the period in which a
 * request lives. Who removes the others is not alone at once.
 */
export async function needsSecond(
  ctx: Ctx,
  { kind, right, sum }: { kind: ApprovalKind; right: Right; sum?: number | undefined },
): Promise<boolean> {
  const rules = await readRules(ctx);
  if (rules.mode === 'off' || !ctx.user) return false;
  if (isBelow(rules, kind, sum) && !(await isAboveOwnLimit(ctx, kind, sum))) return false;
  const since = new Date(ctx.now.getTime() - rules.hours * 3600_000);
  const found = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('id', '!=', ctx.user.id)
    .where(
      sql<boolean>`(${holds(right)} and ((is_active and deleted_at is null) or updated_at > ${since})
        or exists (select from audit_log a where a.family = 'users' and a.row_id = users.id
          and a.action in ('revoke', 'role') and a.at > ${since}))`,
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
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
