import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import type { ProviderName } from '@/contract/ledger/providers';
import type { DifferenceKind, FilePreview, postFileSchema } from '@/contract/payments/reconciliation';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { enqueue } from '@/server/core/jobs/job';
import type { Input } from '@/server/core/validate';
import { providerFeeTaken } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { movePayouts, type PayoutMove } from '@/server/modules/ledger/move-payouts';
import { openDifferences } from './differences';
import { type FileRow, lockFile } from './file-rows';
import type { FoundDifference } from './found-difference';
import { entriesOf } from './line-entries';
import { lockPosting } from './lock-posting';
import { type PlannedLine, planStatement } from './plan-statement';
import { previewFile } from './preview-file';
import { settleWaiting } from './settle-waiting';
import { noteSettled } from './settlements';
import { statementWarnings } from './statement-warnings';
import { analyzeLines } from './store-statement';

/** The job that compares a provider and a day again, after a registry has come. */
export const compareJob = 'reconcile-day';

/**
 * `POST reconciliation/files/{id}/post`: posts what a preview has shown, once. Files are posted one after the other, so that
 * a line of two files is posted by the first (rules/payments: a line of a file is posted once). Throws NOT_FOUND, ACTION_NOT_VALID
 * for one in quarantine, VALIDATION_FAILED with what a statement warns of, unless that was seen.
 */
export async function postFile(
  ctx: UserCtx,
  id: number,
  { is_seen }: Input<typeof postFileSchema> = { is_seen: false },
): Promise<FilePreview> {
  await lockPosting(ctx);
  const file = await lockFile(ctx, id);
  if (file.state === 'posted') return previewFile(ctx, id);
  if (file.state === 'quarantined') throw new AppError('ACTION_NOT_VALID');
  if (file.kind === 'registry') await postRegistry(ctx, file, file.provider as ProviderName);
  else {
    const warnings = is_seen ? [] : await statementWarnings(ctx, id);
    if (warnings.some(({ must_see }) => must_see))
      throw new AppError('VALIDATION_FAILED', {
        fields: { is_seen: ['error-statement-unseen'] },
        current: warnings,
      });
    await postStatement(ctx, file);
  }
  await ctx.db
    .updateTable('reconciliation_files')
    .set({ state: 'posted', posted_by: ctx.user.id, posted_at: ctx.now })
    .where('id', '=', id)
    .execute();
  await analyzeLines(ctx, file);
  await audit(ctx, {
    family: 'reconciliation',
    id,
    action: 'decide',
    changes: { file: [null, file.file_name], state: ['waiting', 'posted'] },
  });
  return previewFile(ctx, id);
}

/** `DELETE reconciliation/files/{id}`: one that is not posted. Throws NOT_FOUND, ACTION_NOT_VALID. */
export async function discardFile(ctx: UserCtx, id: number): Promise<true> {
  const file = await lockFile(ctx, id);
  if (file.state === 'posted') throw new AppError('ACTION_NOT_VALID');
  await ctx.db.deleteFrom('reconciliation_files').where('id', '=', id).execute();
  return true;
}

async function postRegistry(ctx: UserCtx, { id }: FileRow, provider: ProviderName): Promise<void> {
  // A refund that is named by its own id only is one of ours.
  await sql`update provider_registry_lines l set payment_id = i.payment_id
    from provider_refunds r join payment_attempts i on i.id = r.attempt_id
    where l.file_id = ${id} and l.kind = 'refund' and l.payment_id is null and r.provider_refund_id = l.object_id
      and i.provider = ${provider}`.execute(ctx.db);
  await sql`update provider_registry_lines l set is_posted = true where l.file_id = ${id}
    and not exists (select from provider_registry_lines known where known.provider = l.provider
      and known.kind = l.kind and known.object_id = l.object_id and known.is_posted)`.execute(ctx.db);
  const { rows } = await sql<{ day: string; fee: number; fee_vat: number }>`
    insert into provider_settlements (file_id, provider, day, payments, refunds, fee, fee_vat, net)
    select ${id}, ${provider}, day, payments, refunds, fee, fee_vat, payments - refunds - fee - fee_vat
    from (select day, coalesce(sum(amount) filter (where kind = 'payment'), 0) as payments,
        coalesce(sum(amount) filter (where kind = 'refund'), 0) as refunds, sum(fee) as fee, sum(fee_vat) as fee_vat
      from provider_registry_lines where file_id = ${id} and is_posted group by day
      union all select unnest(empty_days), 0, 0, 0, 0 from reconciliation_files where id = ${id}) each
    order by day returning day::text as day, fee, fee_vat`.execute(ctx.db);
  const sum = (name: 'fee' | 'fee_vat') => rows.reduce((all, row) => all + toMinor(row[name]), 0);
  await postEntries(ctx, providerFeeTaken(id, provider, { fee: sum('fee'), vat: sum('fee_vat') }));
  await settleWaiting(ctx, provider);
  for (const { day } of rows) await enqueue(ctx, compareJob, { provider, day });
}

async function postStatement(ctx: UserCtx, { id }: FileRow): Promise<void> {
  const lines = (await planStatement(ctx, id, { isPosting: true })).filter(({ is_known }) => !is_known);
  for (let from = 0; from < lines.length; from += batch)
    await postLines(ctx, lines.slice(from, from + batch));
  await movePayouts(ctx, lines.flatMap(movesOf('debited')));
  await movePayouts(ctx, lines.flatMap(movesOf('returned')));
  await settle(ctx, lines);
  await openDifferences(ctx, lines.flatMap(differenceOf));
}

/** Of one state: a payout may leave and come back in one file, whatever the order of its lines. */
const movesOf =
  (state: 'debited' | 'returned') =>
  ({ id: lineId, payouts }: PlannedLine): PayoutMove[] =>
    payouts
      .filter(({ act }) => (act === 'return') === (state === 'returned'))
      .map(({ id, shopId }) => ({ id, shopId, state, lineId, note: null }));

/** What of a line a person must look at. */
function differenceOf(line: PlannedLine): FoundDifference[] {
  const kind = differenceKind(line);
  if (!kind) return [];
  return [
    {
      kind,
      provider: line.provider,
      subject: 'bank_line',
      objectId: String(line.id),
      day: line.day,
      ours: kind === 'payout_returned' ? line.amount : line.expected,
      theirs: line.amount,
      orderId: null,
      bankLineId: line.id,
      refundIds: null,
    },
  ];
}

function differenceKind({ match, direction }: PlannedLine): DifferenceKind | undefined {
  if (match === 'acquirer') return 'bank_differs';
  if (match === 'payout_returned') return 'payout_returned';
  return match === 'unknown' && direction === 'out' ? 'outgoing_unknown' : undefined;
}

/** Entries of one statement. */
const batch = 500;

async function postLines(ctx: UserCtx, lines: readonly PlannedLine[]): Promise<void> {
  const entries = lines.map(entriesOf);
  const ids = await postEntries(ctx, entries.flat());
  let place = 0;
  const rows = lines.map(({ id, match, payouts, order_ids }, at) => {
    const [first] = ids.slice(place, place + (entries[at]?.length ?? 0));
    place += entries[at]?.length ?? 0;
    // A process of the former release knows lines of one order.
    const orderId = order_ids.length === 1 ? order_ids[0] : null;
    // The entries of payouts are about the withdrawals.
    const entryId = payouts.length > 0 ? null : (first ?? null);
    return { id, match, order_id: orderId, order_ids, entry_id: entryId };
  });
  await sql`update bank_lines l set is_posted = true, match = given.match, order_id = given.order_id,
      order_ids = given.order_ids, entry_id = given.entry_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id bigint, match text, order_id bigint,
      order_ids bigint[], entry_id bigint)
    where l.id = given.id`.execute(ctx.db);
  await closeReturns(ctx, lines);
}

/** What a person sent back has left the bank. */
async function closeReturns({ db }: UserCtx, lines: readonly PlannedLine[]): Promise<void> {
  const sent = lines.flatMap(({ id, returned_use }) => (returned_use === null ? [] : [{ id, returned_use }]));
  if (sent.length === 0) return;
  await sql`update bank_line_uses u set sent_line_id = given.id
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as given (id bigint, returned_use bigint)
    where u.id = given.returned_use and u.sent_line_id is null`.execute(db);
}

async function settle(ctx: UserCtx, lines: readonly PlannedLine[]): Promise<void> {
  for (const { id, settled } of lines) if (settled) await noteSettled(ctx, id, settled);
}
