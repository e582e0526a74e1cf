import { type Selectable, sql } from 'kysely';
import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import type { Page } from '@/contract/core/paging';
import type { Provider } from '@/contract/ledger/accounts';
import {
  type Difference,
  type DifferenceKind,
  differenceKinds,
  differenceStates,
  type ownerSchema,
  type RefundIds,
  type repairSchema,
} from '@/contract/payments/reconciliation';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { listRules, readPage, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import type { Input } from '@/server/core/validate';
import { differenceRepaired, unknownReceived } from '@/server/modules/ledger/entries';
import { postEntry } from '@/server/modules/ledger/ledger';
import { defineGuarded } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { loadUserNames } from './file-rows';
import type { FoundDifference } from './found-difference';
import { lockPosting } from './lock-posting';
import { lockReconciled } from './revert-repairs';

/**
 * Writes down what differs; one with the same sums that is open, or that a person has decided, is not opened again. One that was
 * closed because a comparison did not find it any more, or whose repair was taken back then, is.
 */
export async function openDifferences(ctx: Ctx, found: readonly FoundDifference[]): Promise<void> {
  if (found.length === 0) return;
  const rows = found.map((one) => ({
    kind: one.kind,
    provider: one.provider,
    subject: one.subject,
    object_id: one.objectId,
    day: one.day,
    ours: one.ours === null ? null : toDecimal(one.ours),
    theirs: one.theirs === null ? null : toDecimal(one.theirs),
    order_id: one.orderId,
    bank_line_id: one.bankLineId,
    refund_ids: one.refundIds,
  }));
  await sql`insert into reconciliation_differences as d
      (kind, provider, subject, object_id, day, ours, theirs, order_id, bank_line_id, refund_ids, found_at, updated_at)
    select g.kind, g.provider, g.subject, g.object_id, g.day, g.ours, g.theirs, g.order_id, g.bank_line_id,
      g.refund_ids, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (kind text, provider text, subject text,
      object_id text, day date, ours numeric, theirs numeric, order_id bigint, bank_line_id bigint, refund_ids jsonb)
    where not exists (select from reconciliation_differences known where known.subject = g.subject
      and known.object_id = g.object_id and known.provider is not distinct from g.provider and known.kind = g.kind
      and (known.state = 'repaired' or known.decided_by is not null and known.entry_id is null)
      and known.ours is not distinct from g.ours
      and known.theirs is not distinct from g.theirs
      and coalesce(known.refund_ids = g.refund_ids, true))
    on conflict (coalesce(provider, ''), subject, object_id, kind) where state = 'open'
      do update set ours = excluded.ours, theirs = excluded.theirs, refund_ids = excluded.refund_ids, updated_at = excluded.updated_at, version = d.version + 1
      where (d.ours, d.theirs, d.refund_ids) is distinct from (excluded.ours, excluded.theirs, excluded.refund_ids)`.execute(
    ctx.db,
  );
}

const rules = listRules('reconciliation/differences', { params: ['state', 'kind', 'mine'] });

/** `GET reconciliation/differences`: open ones unless another state is asked for. Throws VALIDATION_FAILED. */
export async function listDifferences(ctx: UserCtx, query: JsonRecord): Promise<Page<Difference>> {
  const list = checkList(rules, query, ctx);
  const { state = 'open', kind, mine } = list.filters;
  const known = differenceStates.find((one) => one === state) ?? rejectValue('state');
  if (kind !== undefined && !differenceKinds.some((one) => one === kind)) rejectValue('kind');
  const chosen = ctx.db
    .selectFrom('reconciliation_differences')
    .where('state', '=', known)
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', String(kind)))
    .$if(mine !== undefined, (rows) => rows.where('owner_id', '=', ctx.user.id));
  const { rows, total } = await readPage(chosen, list);
  return wrapPage(rules, list, query, { data: await present(ctx, rows), total });
}

type Row = Selectable<DB['reconciliation_differences']>;

async function present(ctx: UserCtx, rows: readonly Row[]): Promise<Difference[]> {
  const people = await loadUserNames(
    ctx,
    rows.flatMap(({ owner_id, decided_by }) => [owner_id, decided_by]),
  );
  const { rows: orders } = await sql<{
    id: number;
    number: string;
  }>`select id, coalesce(short_number, tracking_number) as number
    from orders where id = any(${rows.map(({ order_id }) => order_id ?? 0)}::bigint[])`.execute(ctx.db);
  const { rows: lines } = await sql<{ id: number; purpose: string }>`select id, purpose from bank_lines
    where id = any(${rows.map(({ bank_line_id }) => bank_line_id ?? 0)}::bigint[])`.execute(ctx.db);
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    object_id: row.object_id,
    refund_ids: row.refund_ids as RefundIds | null,
    day: row.day,
    version: row.version,
    kind: row.kind as DifferenceKind,
    subject: row.subject as Difference['subject'],
    state: row.state as Difference['state'],
    ours: row.ours,
    theirs: row.theirs,
    reason: row.reason,
    order: orders.find(({ id }) => id === row.order_id) ?? null,
    purpose: lines.find(({ id }) => id === row.bank_line_id)?.purpose ?? null,
    found_at: row.found_at.toISOString(),
    owner: people.get(row.owner_id ?? 0) ?? null,
    decided_by: people.get(row.decided_by ?? 0) ?? null,
    decided_at: row.decided_at?.toISOString() ?? null,
    withdraw_id: row.subject === 'payout' && row.kind !== 'payout_books' ? Number(row.object_id) : null,
    bank_line_id: row.bank_line_id,
    repair: repairOf(row),
  }));
}

/**
 * What a repair moves into suspense, in roubles; null where no entry repairs it: the fee is posted from the registry, and
 * the money of a returned payout is in suspense.
 */
function repairOf({ kind, subject, ours, theirs, provider }: Row): number | null {
  const sum = repairKopecks({ kind, subject, ours, theirs });
  const hasEntry = provider !== null || kind === 'outgoing_unknown';
  return !hasEntry || sum === 0 ? null : fromMinor(sum);
}

function repairKopecks({
  kind,
  subject,
  ours,
  theirs,
}: Pick<Row, 'kind' | 'subject' | 'ours' | 'theirs'>): number {
  if (kind === 'fee_differs' || kind === 'payout_returned') return 0;
  // A transfer that fits no registry is in suspense: accepted, it settles what the provider owes.
  // An outgoing line that nobody explains is in the books only when a person puts it into suspense.
  if (kind === 'bank_differs' || kind === 'outgoing_unknown') return 0 - toMinor(theirs ?? 0);
  if (subject === 'payout') return 0;
  const more = toMinor(theirs ?? 0) - toMinor(ours ?? 0);
  return subject === 'refund' ? 0 - more : more;
}

/** `POST reconciliation/differences/{id}/owner`. Throws NOT_FOUND, ACTION_NOT_VALID for one that is closed. */
export async function ownDifference(
  ctx: UserCtx,
  id: number,
  { is_mine }: Input<typeof ownerSchema>,
): Promise<Difference> {
  const row = await lockDifference(ctx, id);
  if (row.state !== 'open') throw new AppError('ACTION_NOT_VALID');
  return change(ctx, row, { owner_id: is_mine ? ctx.user.id : null }, 'update');
}

interface Repair extends JsonRecord {
  id: number;
  reason: string;
  version: number;
}

const repair = defineGuarded<Repair>({
  kind: 'difference',
  family: 'reconciliation',
  right: 'finance:decide',
  async describe(ctx, { id, reason }) {
    const row = await ctx.db
      .selectFrom('reconciliation_differences')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      title: `№\u00a0${id}, ${row.object_id}`,
      facts: [
        { key: 'amount', kind: 'money', after: fromMinor(repairKopecks(row)) },
        { key: 'reason', kind: 'text', after: reason },
      ],
    };
  },
  run: (ctx, { id, reason, version }) => repairDifference(ctx, id, { way: 'entry', reason, version }),
});

/**
 * `POST reconciliation/differences/{id}/repair`: closes a difference with a reason, by an entry or without one. Above the
 * threshold of payouts an entry needs two persons. Throws NOT_FOUND, CONFLICT for a stale version, or an entry about what the
 * books have by now, ACTION_NOT_VALID for one that is closed, or that no entry repairs.
 */
export async function repairDifference(
  ctx: UserCtx,
  id: number,
  { way, reason, version }: Input<typeof repairSchema>,
): Promise<Difference> {
  await lockPaymentOf(ctx, id);
  const row = await lockDifference(ctx, id);
  if (row.state !== 'open') throw new AppError('ACTION_NOT_VALID');
  if (row.version !== version) throw new AppError('CONFLICT');
  const closed = { reason, decided_by: ctx.user.id, decided_at: ctx.now };
  if (way === 'explain') return change(ctx, row, { ...closed, state: 'explained' }, 'decide');
  const sum = repairKopecks(row);
  if (repairOf(row) === null) throw new AppError('ACTION_NOT_VALID');
  if (!(await isStillOurs(ctx, row))) throw new AppError('CONFLICT');
  await requireSecondPerson(ctx, repair, {
    id,
    version,
    content: { id, reason, version },
    sum: fromMinor(Math.abs(sum)),
  });
  const entryId = await postRepair(ctx, row, { sum, reason });
  return change(ctx, row, { ...closed, state: 'repaired', entry_id: entryId }, 'decide');
}

/** A difference with a provider moves its account; an outgoing line leaves the bank for suspense, and remembers its entry. */
async function postRepair(
  ctx: UserCtx,
  row: Row,
  { sum, reason }: { sum: number; reason: string },
): Promise<number> {
  if (row.kind !== 'outgoing_unknown') {
    const [entry] = differenceRepaired(row.id, row.provider as Provider, sum, reason);
    if (!entry) throw new AppError('ACTION_NOT_VALID');
    return postEntry(ctx, entry);
  }
  const lineId = row.bank_line_id ?? 0;
  const [entry] = unknownReceived(lineId, sum);
  if (!entry) throw new AppError('ACTION_NOT_VALID');
  const entryId = await postEntry(ctx, { ...entry, reason });
  await ctx.db.updateTable('bank_lines').set({ entry_id: entryId }).where('id', '=', lineId).execute();
  return entryId;
}

/** Before the difference itself, like those who book its payment, or who give its line to payouts. */
async function lockPaymentOf(ctx: Ctx, id: number): Promise<void> {
  const row = await ctx.db
    .selectFrom('reconciliation_differences')
    .select(['provider', 'object_id', 'kind'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  if (row.kind === 'outgoing_unknown') await lockPosting(ctx);
  if (row.provider !== null) await lockReconciled(ctx, { provider: row.provider, paymentId: row.object_id });
}

/**
 * Refunds of a payment, and chargebacks of the buyer's bank that were granted: a provider's registry counts both as money that
 * went back.
 */
export const returnedSum = sql<number>`(payment_attempts.refunded + coalesce((select sum(d.amount) from chargebacks d
  where d.attempt_id = payment_attempts.id and d.state = 'lost'), 0))`;

/** Whether the books have what they had when the difference was found: a late webhook may have brought the payment. */
async function isStillOurs(ctx: Ctx, { subject, provider, object_id, ours }: Row): Promise<boolean> {
  if (subject === 'bank_line') return true;
  const attempt = await ctx.db
    .selectFrom('payment_attempts')
    .select(['captured', returnedSum.as('refunded')])
    .where('provider', '=', provider)
    .where('payment_id', '=', object_id)
    .executeTakeFirst();
  const now = subject === 'refund' ? attempt?.refunded : attempt?.captured;
  return toMinor(now ?? 0) === toMinor(ours ?? 0);
}

async function lockDifference(ctx: Ctx, id: number): Promise<Row> {
  return ctx.db
    .selectFrom('reconciliation_differences')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

async function change(
  ctx: UserCtx,
  row: Row,
  columns: Partial<Pick<Row, 'owner_id' | 'state' | 'reason' | 'entry_id' | 'decided_by' | 'decided_at'>>,
  action: 'update' | 'decide',
): Promise<Difference> {
  const changed = await ctx.db
    .updateTable('reconciliation_differences')
    .set({ ...columns, version: row.version + 1, updated_at: ctx.now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { state, reason } = columns;
  await audit(ctx, {
    family: 'reconciliation',
    id: row.id,
    action,
    changes: {
      ...(state && { state: [row.state, state] }),
      ...(reason && { reason: [null, reason] }),
      ...('owner_id' in columns && { owner_id: [row.owner_id, columns.owner_id ?? null] }),
    },
  });
  const [presented] = await present(ctx, [changed]);
  if (!presented) throw new Error(`Difference ${row.id} was not presented`);
  return presented;
}
