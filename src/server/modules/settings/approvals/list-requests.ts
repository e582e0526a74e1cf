import { sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import type { Approval } from '@/contract/settings/approvals';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isId, readPathId } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import { forgetPieces } from './moved-alone';
import { type ApprovalRow, presentApproval, presentApprovals } from './present';
import { allGuards, findGuard, mayDecide } from './registry';

const rules = listRules('approvals', { params: ['show', 'family', 'row_id'] });

const shows = ['waiting', 'own', 'ended'] as const;

/**
 * `GET approvals?show=`: requests that wait for the person's decision, the person's own, or those that have ended; of one
 * record with `family` and `row_id`, then with today's figures. Throws VALIDATION_FAILED.
 */
export async function listRequests(ctx: UserCtx, query: JsonRecord): Promise<Page<Approval>> {
  const checked = checkList(rules, query, ctx);
  const { show, family, row_id } = checked.filters;
  const shown = shows.find((one) => one === show);
  if (show !== undefined && !shown) rejectValue('show');
  if (row_id !== undefined && !isId(String(row_id))) rejectValue('row_id');
  const where = sql.join(
    [
      visibleTo(ctx),
      ...(shown === 'waiting' ? [waitsFor(ctx)] : []),
      ...(shown === 'own' ? [sql`prepared_by = ${ctx.user.id}`] : []),
      ...(shown === 'ended' ? [sql`(state <> 'waiting' or expires_at <= ${ctx.now})`] : []),
      ...(family === undefined ? [] : [sql`family = ${String(family)}`]),
      ...(row_id === undefined ? [] : [sql`row_id = ${Number(row_id)}`]),
    ],
    sql` and `,
  );
  const filter = sql<boolean>`${where}`;
  const { total } = await ctx.db
    .selectFrom('approvals')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(filter)
    .executeTakeFirstOrThrow();
  const found = await ctx.db
    .selectFrom('approvals')
    .selectAll()
    .where(filter)
    .orderBy('id', 'desc')
    .limit(checked.limit)
    .offset((checked.page - 1) * checked.limit)
    .execute();
  const shownRows = await presentApprovals(ctx, found);
  // On the page of a record, where what waits is decided.
  const data = row_id === undefined ? shownRows : await withTodaysFacts(ctx, shownRows, found);
  return wrapPage(rules, checked, query, { data, total: Number(total) });
}

/** `GET approvals/{id}`, with today's figures while it waits. Throws NOT_FOUND for one that does not concern the person. */
export async function getRequest(ctx: UserCtx, key: string): Promise<Approval> {
  const row = await ctx.db
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', readPathId(key))
    .where(sql<boolean>`${visibleTo(ctx)}`)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const approval = await presentApproval(ctx, row);
  const [today] = await withTodaysFacts(ctx, [approval], [row]);
  return today ?? approval;
}

/** Those that wait say what would happen at this moment, with what is not kept of buyers. */
async function withTodaysFacts(
  ctx: UserCtx,
  approvals: readonly Approval[],
  rows: readonly ApprovalRow[],
): Promise<Approval[]> {
  const today: Approval[] = [];
  for (const approval of approvals) {
    const row = rows.find(({ id }) => id === approval.id);
    const isOpen = row && approval.state === 'waiting';
    const read = isOpen ? await findGuard(row.kind).describe(ctx, row.content as JsonRecord) : approval;
    today.push({ ...approval, facts: read.facts });
  }
  return today;
}

const kindsOf = (ctx: UserCtx) =>
  allGuards()
    .map(({ kind }) => kind as string)
    .filter((kind) => mayDecide(ctx, kind));

const visibleTo = (ctx: UserCtx) =>
  sql`(prepared_by = ${ctx.user.id} or kind = any(${kindsOf(ctx)}::text[]))`;

/** Condition on `approvals`: waits for the person's decision. */
export const waitsFor = (ctx: UserCtx) => sql`(state = 'waiting' and expires_at > ${ctx.now}
  and prepared_by <> ${ctx.user.id} and kind = any(${kindsOf(ctx)}::text[]))`;

/** Writes down requests whose time is over, which their senders see in their list, and forgets sums that count no longer. */
export async function expireRequests(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable('approvals')
    .set({ state: 'expired', decided_at: ctx.now })
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', ctx.now)
    .execute();
  await forgetPieces(ctx);
}
