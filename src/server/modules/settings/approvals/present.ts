import type { Selectable } from 'kysely';
import type { Approval, ApprovalFact, ApprovalKind, ApprovalState } from '@/contract/settings/approvals';
import { isAdmin, type UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { type Holder, listHolders, standingsOf, whyNotYet } from './confirmers';
import { mayDecide, rightsFor } from './registry';
import { readRules } from './rule-values';

export type ApprovalRow = Selectable<DB['approvals']>;

export async function presentApprovals(ctx: UserCtx, rows: readonly ApprovalRow[]): Promise<Approval[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.flatMap((row) => [row.prepared_by, row.decided_by ?? row.prepared_by]))];
  const found = await ctx.db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  const people = new Map(found.map((person) => [person.id, person]));
  const sees = isAdmin(ctx);
  const waiting = rows.filter((row) => sees && stateAt(ctx, row) === 'waiting');
  const holders = await holdersByKind(ctx, new Set(waiting.map(({ kind }) => kind)));
  const { hours } = await readRules(ctx);
  const everybody = [...holders.values()].flat().map(({ id }) => id);
  const standings = await standingsOf(ctx, [...new Set([ctx.user.id, ...everybody])]);
  const decidersOf = (row: ApprovalRow) =>
    !waiting.includes(row)
      ? null
      : (holders.get(row.kind) ?? [])
          .filter(({ id }) => id !== row.prepared_by)
          .map(({ id, ...person }) => ({ ...person, not_yet: whyNotYet(ctx, standings.get(id), hours, row) }))
          .filter(({ not_yet }) => not_yet?.why !== 'older')
          .map(({ name, email, not_yet }) => ({ name, email, from: not_yet?.from ?? null }));
  return rows.map((row) => ({
    id: row.id,
    family: row.family,
    row_id: row.row_id,
    title: row.title,
    kind: row.kind as ApprovalKind,
    state: stateAt(ctx, row),
    prepared_by: people.get(row.prepared_by) ?? null,
    prepared_at: row.prepared_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    // A vendor learns the decision, not who of the team took it.
    decided_by: (sees && row.decided_by !== null && people.get(row.decided_by)) || null,
    decided_at: row.decided_at?.toISOString() ?? null,
    reason: row.reason,
    is_own: row.prepared_by === ctx.user.id,
    may_decide:
      row.prepared_by !== ctx.user.id && stateAt(ctx, row) === 'waiting' && mayDecide(ctx, row.kind),
    not_yet:
      row.prepared_by !== ctx.user.id && stateAt(ctx, row) === 'waiting' && mayDecide(ctx, row.kind)
        ? whyNotYet(ctx, standings.get(ctx.user.id), hours, row)
        : null,
    deciders: decidersOf(row),
    facts: row.facts as unknown as ApprovalFact[],
    hash: row.hash,
  }));
}

async function holdersByKind(ctx: UserCtx, kinds: ReadonlySet<string>) {
  const found = new Map<string, Holder[]>();
  for (const kind of kinds) found.set(kind, await listHolders(ctx, rightsFor(kind)));
  return found;
}

export async function presentApproval(ctx: UserCtx, row: ApprovalRow): Promise<Approval> {
  const [approval] = await presentApprovals(ctx, [row]);
  if (!approval) throw new Error(`Approval ${row.id} is not shown`);
  return approval;
}

/** One whose time is over counts as expired before the job has written it. */
export const stateAt = ({ now }: Pick<UserCtx, 'now'>, row: ApprovalRow): ApprovalState =>
  row.state === 'waiting' && row.expires_at <= now ? 'expired' : (row.state as ApprovalState);
