import type { Approval, WaitsForApproval } from '@/contract/settings/approvals';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Call } from '@/server/core/http/route';
import type { JsonRecord } from '@/server/core/json-record';
import { toTeam, toUser } from '@/server/core/live/audiences';
import { publish } from '@/server/core/live/publish';
import { approvalWaits } from '@/server/modules/messaging/approval-emails';
import { notify } from '@/server/modules/messaging/notify';
import { sendAll } from '@/server/modules/messaging/outbox';
import { markBrowser } from './browser-mark';
import { listHolders } from './confirmers';
import { presentApproval } from './present';
import { rightsFor } from './registry';
import { readRules } from './rule-values';

interface Prepared extends Pick<Approval, 'kind' | 'family' | 'title' | 'facts' | 'hash'> {
  id: number;
  version?: number;
  content: JsonRecord;
}

/**
 * Stores a request and writes to everybody who may confirm it. The same request again is answered with the stored one.
 * Throws APPROVAL_WAITING when another one about the record waits.
 */
export async function storeRequest(
  ctx: UserCtx,
  call: Pick<Call, 'request' | 'reply'>,
  asked: Prepared,
): Promise<WaitsForApproval> {
  const { kind, family, id, title } = asked;
  const { hours } = await readRules(ctx);
  const waiting = ctx.db
    .selectFrom('approvals')
    .selectAll()
    .where('kind', '=', kind)
    .where('family', '=', family)
    .where('row_id', '=', id)
    .where('state', '=', 'waiting');
  const old = await waiting.where('expires_at', '<=', ctx.now).forUpdate().executeTakeFirst();
  if (old) {
    await ctx.db
      .updateTable('approvals')
      .set({ state: 'expired', decided_at: ctx.now })
      .where('id', '=', old.id)
      .execute();
  }
  const made = await ctx.db
    .insertInto('approvals')
    .values({
      kind,
      family,
      title,
      row_id: id,
      row_version: asked.version ?? null,
      hash: asked.hash,
      content: JSON.stringify(asked.content),
      facts: JSON.stringify(asked.facts),
      prepared_by: ctx.user.id,
      prepared_at: ctx.now,
      browser_hash: markBrowser(call),
      expires_at: new Date(ctx.now.getTime() + hours * 3600_000),
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'family', 'row_id']).where('state', '=', 'waiting').doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (made) {
    await audit(ctx, {
      family: 'approvals',
      id: made.id,
      action: 'submit',
      changes: { kind: [null, kind], title: [null, title] },
    });
    await notifyHolders(ctx, asked, made.id);
  }
  const row = made ?? (await waiting.executeTakeFirstOrThrow());
  const approval = await presentApproval(ctx, row);
  if (!made && (row.hash !== asked.hash || row.prepared_by !== ctx.user.id))
    throw new AppError('APPROVAL_WAITING', { current: { approval } });
  return { approval };
}

async function notifyHolders(ctx: UserCtx, { kind, title }: Prepared, id: number): Promise<void> {
  const people = (await listHolders(ctx, rightsFor(kind))).filter((person) => person.id !== ctx.user.id);
  const link = `${ctx.publicUrl}/admin/approvals?id=${id}`;
  await sendAll(
    ctx,
    people.map(({ name, email }) => ({
      channel: 'mail' as const,
      to: email,
      ...approvalWaits({ name, by: ctx.user.name, kind, title, link }),
    })),
  );
  const receivers = people.map((person) => person.id);
  await notify(ctx, { receivers, type: 'approval', event: 'opened', tracker: id, text: title });
  await publishApproval(ctx, id, ctx.user.id);
}

/** Live event to the team and the person who prepared it. */
export async function publishApproval(ctx: UserCtx, id: number, preparedBy: number): Promise<void> {
  await publish(ctx, [toTeam, toUser(preparedBy)], 'decision', { family: 'approvals', id });
}
