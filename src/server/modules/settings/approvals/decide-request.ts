import { sql } from 'kysely';
import type { ErrorCode } from '@/contract/core/errors';
import type { Approval, ApprovalKind, ApprovalState } from '@/contract/settings/approvals';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Call } from '@/server/core/http/route';
import { type JsonRecord, toRecord } from '@/server/core/json-record';
import { readPathId } from '@/server/core/numbers';
import { findPerson } from '@/server/core/sessions';
import { inTransaction } from '@/server/core/transaction';
import { approvalDecided } from '@/server/modules/messaging/approval-emails';
import { notify } from '@/server/modules/messaging/notify';
import { send } from '@/server/modules/messaging/outbox';
import { isMarked } from './browser-mark';
import { standingsOf, whyNotYet } from './confirmers';
import { type ApprovalRow, presentApproval, stateAt } from './present';
import { findGuard, type Guarded, holdsInTeam, mayDecide } from './registry';
import { readRules } from './rule-values';
import { publishApproval } from './store-request';

/** Refusals that no later try would change: what the request is about has moved on. Others leave it waiting. */
const final: readonly ErrorCode[] = [
  ...(['CONFLICT', 'NOT_FOUND', 'ACTION_NOT_VALID', 'ALREADY_REFUNDED', 'WRONG_REFUND'] as const),
  ...(['LAST_ADMIN', 'VALIDATION_FAILED'] as const),
];

/**
 * `POST approvals/{id}/confirm`: does what was asked, once, as the confirming person. Whoever repeats it gets the stored
 * answer. Throws NOT_FOUND without the right, OWN_APPROVAL, SAME_BROWSER, NEW_CONFIRMER, APPROVAL_CHANGED for another hash,
 * APPROVAL_OVER, and what the action itself throws; the request ends when a later try cannot succeed.
 */
export async function confirmRequest(
  ctx: UserCtx,
  key: string,
  hash: string,
  call: Pick<Call, 'request'>,
): Promise<Approval> {
  try {
    return await inTransaction(ctx, (inside) => confirm(inside, key, hash, call));
  } catch (error) {
    if (error instanceof Refused && final.includes(error.refusal.code)) {
      await inTransaction(ctx, (inside) => endAsOutdated(inside, key, error.refusal.code));
    }
    throw error instanceof Refused ? error.refusal : error;
  }
}

/** The action itself refused, not the request. */
class Refused extends Error {
  readonly refusal: AppError;

  constructor(refusal: AppError) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

async function confirm(
  ctx: UserCtx,
  key: string,
  hash: string,
  call: Pick<Call, 'request'>,
): Promise<Approval> {
  const row = await lockRequest(ctx, key);
  if (!mayDecide(ctx, row.kind)) throw new AppError('NOT_FOUND');
  if (row.prepared_by === ctx.user.id) throw new AppError('OWN_APPROVAL');
  if (isMarked(call, row.browser_hash)) throw new AppError('SAME_BROWSER');
  const standings = await standingsOf(ctx, [ctx.user.id]);
  const { hours } = await readRules(ctx);
  if (whyNotYet(ctx, standings.get(ctx.user.id), hours, row)) throw new AppError('NEW_CONFIRMER');
  if (row.hash !== hash) throw new AppError('APPROVAL_CHANGED');
  if (row.state === 'confirmed') return presentApproval(ctx, row);
  if (stateAt(ctx, row) !== 'waiting') throw new AppError('APPROVAL_OVER');
  const preparer = await findPerson(ctx.db, row.prepared_by);
  const guard = findGuard(row.kind);
  const content = toRecord(row.content);
  // Who has lost the account or the right since asks for nothing any more.
  if (!preparer || !(await stillMay({ ...ctx, user: preparer }, guard, content)))
    throw new Refused(new AppError('CONFLICT'));
  const actor = guard.isAppointment ? preparer : ctx.user;
  const result = await guard
    .run({ ...ctx, user: actor, approved: row.hash }, content)
    .catch((error: unknown) => {
      throw error instanceof AppError ? new Refused(error) : error;
    });
  return end(ctx, row, 'confirmed', { result: sql`${JSON.stringify(result ?? null)}::jsonb` });
}

const stillMay = (
  preparer: UserCtx,
  { right, mayPrepare = (ctx) => holdsInTeam(ctx, right) }: Guarded,
  content: JsonRecord,
) => mayPrepare(preparer, content);

/** `POST approvals/{id}/decline`. Throws NOT_FOUND without the right, OWN_APPROVAL, APPROVAL_OVER. */
export async function declineRequest(ctx: UserCtx, key: string, reason: string): Promise<Approval> {
  const row = await lockRequest(ctx, key);
  if (!mayDecide(ctx, row.kind)) throw new AppError('NOT_FOUND');
  if (row.prepared_by === ctx.user.id) throw new AppError('OWN_APPROVAL');
  if (stateAt(ctx, row) !== 'waiting') throw new AppError('APPROVAL_OVER');
  return end(ctx, row, 'declined', { reason });
}

/** `POST approvals/{id}/withdraw`, by whoever prepared it. Throws NOT_FOUND for anybody else, APPROVAL_OVER. */
export async function withdrawRequest(ctx: UserCtx, key: string): Promise<Approval> {
  const row = await lockRequest(ctx, key);
  if (row.prepared_by !== ctx.user.id) throw new AppError('NOT_FOUND');
  if (stateAt(ctx, row) !== 'waiting') throw new AppError('APPROVAL_OVER');
  return end(ctx, row, 'withdrawn', {});
}

async function endAsOutdated(ctx: UserCtx, key: string, reason: string): Promise<void> {
  const row = await lockRequest(ctx, key);
  if (row.state === 'waiting') await end(ctx, row, 'expired', { reason });
}

/** Locks a request before all that its action locks: every decision comes in this order. Throws NOT_FOUND. */
async function lockRequest(ctx: Ctx, key: string): Promise<ApprovalRow> {
  return ctx.db
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', readPathId(key))
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

async function end(
  ctx: UserCtx,
  row: ApprovalRow,
  state: ApprovalState,
  columns: JsonRecord & { reason?: string },
): Promise<Approval> {
  const ended = await ctx.db
    .updateTable('approvals')
    .set({ ...columns, state, decided_by: ctx.user.id, decided_at: ctx.now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx, {
    family: 'approvals',
    id: row.id,
    action: 'decide',
    changes: {
      state: [row.state, state],
      title: [null, row.title],
      ...(columns.reason !== undefined && { reason: [null, columns.reason] }),
    },
  });
  if (row.prepared_by !== ctx.user.id) {
    const preparer = await ctx.db
      .selectFrom('users')
      .select(['name', 'email'])
      .where('id', '=', row.prepared_by)
      .executeTakeFirstOrThrow();
    const { title } = row;
    const told = {
      name: preparer.name,
      kind: row.kind as ApprovalKind,
      title,
      state,
      reason: ended.reason,
      link: `${ctx.publicUrl}/admin/approvals?id=${row.id}`,
    };
    await send(ctx, { channel: 'mail', to: preparer.email, ...approvalDecided(told) });
    // Without the sender: a vendor learns the decision, not who took it.
    await notify(
      { ...ctx, user: null },
      {
        receivers: [row.prepared_by],
        type: 'approval',
        event: state === 'confirmed' ? 'approved' : state === 'declined' ? 'rejected' : 'closed',
        tracker: row.id,
        text: title,
      },
    );
  }
  await publishApproval(ctx, row.id, row.prepared_by);
  return presentApproval(ctx, ended);
}
