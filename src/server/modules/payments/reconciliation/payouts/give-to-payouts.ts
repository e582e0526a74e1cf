import { sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import type { BankLine, giveToPayoutsSchema } from '@/contract/payments/reconciliation';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { Input } from '@/server/core/validate';
import { payoutDebited, payoutReturned, unknownReceived } from '@/server/modules/ledger/entries';
import { type LedgerEntry, postEntries } from '@/server/modules/ledger/ledger';
import { movePayouts } from '@/server/modules/ledger/move-payouts';
import { defineGuarded } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { getBankLine } from '../list-lines';
import { lockPosting } from '../lock-posting';
import { closeLineTasks } from './close-line-tasks';

interface GivenLine extends JsonRecord {
  id: number;
  withdraw_ids: number[];
  reason: string;
}

const given = defineGuarded<GivenLine>({
  kind: 'payout-line',
  family: 'bank-lines',
  right: 'finance:decide',
  async describe(ctx, { id, withdraw_ids, reason }) {
    const row = await ctx.db
      .selectFrom('bank_lines')
      .select(['amount', 'party', 'purpose'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      title: withdraw_ids.map((one) => `№\u00a0${one}`).join(', '),
      facts: [
        { key: 'amount', kind: 'money', after: row.amount },
        { key: 'payee', kind: 'text', after: row.party },
        { key: 'purpose', kind: 'text', after: row.purpose },
        { key: 'reason', kind: 'text', after: reason },
      ],
    };
  },
  run: (ctx, { id, ...input }) => giveToPayouts(ctx, id, input),
});

interface Line {
  id: number;
  direction: 'in' | 'out';
  /** Kopecks. */
  amount: number;
  /** It was booked to suspense; else it is in no entry. */
  isInSuspense: boolean;
}

interface Payout {
  id: number;
  shopId: number;
  amount: number;
  state: string;
  /** A line of the bank stands for its debit. */
  hasLine: boolean;
  /** A line of the bank has brought it back. */
  hasReturnLine: boolean;
}

/**
 * `POST reconciliation/lines/{id}/payouts`: a person says which payouts a line of the bank is: an outgoing one has paid them,
 * an incoming one brought them back. Their sums are the line's, to the kopeck; from the threshold of payouts on two people say
 * it (rules/ledger: a payout leaves the bank once). Throws NOT_FOUND, VALIDATION_FAILED for other sums and for payouts that did
 * not go this way, ACTION_NOT_VALID for a line that is something else.
 */
export async function giveToPayouts(
  ctx: UserCtx,
  id: number,
  { withdraw_ids, reason }: Input<typeof giveToPayoutsSchema>,
): Promise<BankLine> {
  await lockPosting(ctx);
  const line = await lockLine(ctx, id);
  const payouts = await lockPayouts(ctx, withdraw_ids);
  assertFits(line, payouts, withdraw_ids);
  const content = { id, withdraw_ids: payouts.map((one) => one.id), reason };
  await requireSecondPerson(ctx, given, { id, content, sum: fromMinor(line.amount) });
  await postEntries(
    ctx,
    payouts.flatMap((payout) => entriesOf(line, payout)),
  );
  const isOut = line.direction === 'out';
  const match = isOut ? 'payout' : 'payout_returned';
  await ctx.db.updateTable('bank_lines').set({ match }).where('id', '=', id).execute();
  const [back, moved] = [payouts.filter(isBack), payouts.filter((payout) => !isBack(payout))];
  await movePayouts(
    ctx,
    moved.map((payout) => ({
      id: payout.id,
      shopId: payout.shopId,
      lineId: id,
      note: reason,
      state: isOut ? ('debited' as const) : ('returned' as const),
    })),
  );
  await noteDebits(ctx, id, back);
  await closeLineTasks(ctx, id, reason);
  await audit(ctx, {
    family: 'bank-lines',
    id,
    action: 'decide',
    changes: { match: [null, match], withdrawals: [null, content.withdraw_ids], reason: [null, reason] },
  });
  return getBankLine(ctx, id);
}

async function lockLine({ db }: Ctx, id: number): Promise<Line> {
  const { rows } = await sql<Line & { isFree: boolean }>`select l.id, l.direction, l.amount,
      l.entry_id is not null as "isInSuspense",
      not exists (select from withdraws w where w.bank_line_id = l.id or w.return_line_id = l.id)
        and (l.match = 'unknown' or l.match = 'payout_returned' and l.direction = 'in') as "isFree"
    from bank_lines l where l.id = ${id} and l.is_posted for update of l`.execute(db);
  const [line] = rows;
  if (!line) throw new AppError('NOT_FOUND');
  if (!line.isFree) throw new AppError('ACTION_NOT_VALID');
  return { ...line, amount: toMinor(line.amount) };
}

async function lockPayouts({ db }: Ctx, ids: readonly number[]): Promise<Payout[]> {
  const { rows } = await sql<Payout>`select id, shop_id as "shopId", amount, payout_state as state,
      bank_line_id is not null as "hasLine", return_line_id is not null as "hasReturnLine"
    from withdraws where id = any(${[...ids]}::bigint[]) and payout_state is not null order by id for update`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, amount: toMinor(row.amount) }));
}

/** It left by a person's word, and the bank brought it back: the line of its debit changes neither its state nor the books. */
const isBack = ({ state, hasLine, hasReturnLine }: Payout): boolean =>
  state === 'returned' && hasReturnLine && !hasLine;

async function noteDebits(ctx: Ctx, lineId: number, payouts: readonly Payout[]): Promise<void> {
  if (payouts.length === 0) return;
  const ids = payouts.map(({ id }) => id);
  await sql`update withdraws set bank_line_id = ${lineId}, version = version + 1, updated_at = ${ctx.now}
    where id = any(${ids}::bigint[])`.execute(ctx.db);
}

function assertFits(line: Line, payouts: readonly Payout[], ids: readonly number[]): void {
  const fits = (payout: Payout) => {
    const { state, hasLine } = payout;
    if (line.direction === 'in') return state === 'debited';
    return state === 'confirmed' || (state === 'debited' && !hasLine) || isBack(payout);
  };
  const refuse = (text: string) => new AppError('VALIDATION_FAILED', { fields: { withdraw_ids: [text] } });
  if (payouts.length !== new Set(ids).size || !payouts.every(fits)) throw refuse('error-payout-not-open');
  const sum = payouts.reduce((all, { amount }) => all + amount, 0);
  if (sum !== line.amount) throw refuse('error-payouts-other-sum');
}

function entriesOf(line: Line, { id, shopId, amount, state }: Payout): LedgerEntry[] {
  const from = line.isInSuspense ? 'suspense' : 'bank';
  if (line.direction === 'in') return payoutReturned(id, shopId, amount, from);
  if (state === 'confirmed') return payoutDebited(id, amount, from);
  // The books have the debit, by a word or of a former release: a second one in suspense is taken back.
  return line.isInSuspense ? unknownReceived(line.id, amount) : [];
}
