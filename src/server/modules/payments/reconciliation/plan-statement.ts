import { sql } from 'kysely';
import { toDecimal, toMinor } from '@/contract/core/money';
import type { ProviderName } from '@/contract/ledger/providers';
import type { LineMatch } from '@/contract/payments/reconciliation';
import type { Ctx } from '@/server/core/context';
import { makeTurns } from '@/server/core/files/turns';
import type { PayableOrder } from './giving/order-choices';
import { acquirerOf, type KnownSenders, loadSenders } from './known-senders';
import { findNamedOrders } from './named-orders';
import { type MatchedPayouts, matchPayouts, type PlannedPayout } from './payouts/match-payouts';
import {
  expectedOf,
  openSettlements,
  type Settlement,
  type SettlementAnswer,
  settledBy,
} from './settlements';
import type { StoredLine } from './stored-line';

export interface PlannedLine extends StoredLine {
  match: LineMatch;
  /** What is certain of payouts; empty for a returned one that a person must find. */
  payouts: PlannedPayout[];
  /** Whole orders that a buyer named. */
  order_ids: number[];
  /** What of a line was sent back with this one. */
  returned_use: number | null;
  /** Of a line of an acquirer. */
  provider: ProviderName | null;
  /** What a settlement pays; null for an acquirer's other line. */
  settled: SettlementAnswer | null;
  /** For an acquirer's line that fits nothing: the latest sum that was expected. */
  expected: number | null;
}

/**
 * What each line of a statement is, against registries, withdrawals and orders of this moment. Writes nothing; `isPosting`
 * locks the withdrawals.
 */
export async function planStatement(
  ctx: Ctx,
  fileId: number,
  { isPosting = false }: { isPosting?: boolean } = {},
): Promise<PlannedLine[]> {
  const lines = await linesOf(ctx, fileId);
  const fresh = lines.filter(({ is_known }) => !is_known);
  const own = await ownAccounts(ctx, fileId);
  const senders = await loadSenders(ctx);
  const others = fresh.filter(
    (line) => !isWithin(line, own) && (line.direction === 'out' || acquirerOf(line, senders) === undefined),
  );
  const around: Around = {
    own,
    open: await openSettlements(ctx),
    payouts: await matchPayouts(ctx, others, { isPosting }),
    senders,
    orders: await findNamedOrders(
      ctx,
      fresh.filter(({ direction }) => direction === 'in'),
    ),
    returns: await waitingReturns(ctx, fresh),
  };
  const turn = makeTurns();
  const planned: PlannedLine[] = [];
  for (const [place, line] of lines.entries()) {
    if (place % 500 === 0) await turn();
    planned.push({ ...line, ...(line.is_known ? nothing('unknown') : planOf(line, around)) });
  }
  return planned;
}

interface Around {
  own: ReadonlySet<string>;
  /** Taken by a line, a settlement leaves the list. */
  open: Settlement[];
  payouts: MatchedPayouts;
  senders: KnownSenders;
  /** Named by a line. */
  orders: ReadonlyMap<number, PayableOrder[]>;
  /** Parts of lines that a person sends back, by sum; taken by a line, one leaves its list. */
  returns: ReadonlyMap<number, WaitingReturn[]>;
}

interface WaitingReturn {
  id: number;
  amount: number;
  account: string | null;
  inn: string | null;
}

type LineFinding = Omit<PlannedLine, keyof StoredLine>;

const nothing = (match: LineMatch): LineFinding => ({
  match,
  payouts: [],
  order_ids: [],
  returned_use: null,
  provider: null,
  settled: null,
  expected: null,
});

/** Between accounts of the marketplace. */
const isWithin = ({ party_account }: StoredLine, own: ReadonlySet<string>): boolean =>
  party_account !== null && own.has(party_account);

function planOf(line: StoredLine, around: Around): LineFinding {
  if (isWithin(line, around.own)) return nothing('transfer');
  const payouts = around.payouts.get(line.id);
  if (line.direction === 'out') {
    if (payouts) return { ...nothing('payout'), payouts };
    return sentBack(line, around.returns) ?? feeOf(line, around);
  }
  const provider = acquirerOf(line, around.senders);
  if (provider) return settlementOf(line, provider, around);
  if (payouts) return { ...nothing('payout_returned'), payouts };
  const named = around.orders.get(line.id);
  return named ? { ...nothing('buyer'), order_ids: named.map(({ id }) => id) } : nothing('unknown');
}

/** Money that a person sends back to its sender has left: by account or ИНН and sum. */
function sentBack(line: StoredLine, returns: Around['returns']): LineFinding | undefined {
  const waiting = returns.get(line.amount) ?? [];
  const place = waiting.findIndex(({ account, inn }) =>
    account !== null ? account === line.party_account : inn !== null && inn === line.party_inn,
  );
  const [found] = place < 0 ? [] : waiting.splice(place, 1);
  return found && { ...nothing('return_sent'), returned_use: found.id };
}

function settlementOf(line: StoredLine, provider: ProviderName, around: Pick<Around, 'open'>): LineFinding {
  const settled = settledBy(line, provider, around.open);
  if (!settled)
    return { ...nothing('acquirer'), provider, expected: expectedOf(line, provider, around.open) };
  takeFrom(around, settled);
  return { ...nothing('settlement'), provider, settled };
}

/** The fee that an acquirer takes after it has transferred the whole sum; another line to it is not explained. */
function feeOf(line: StoredLine, around: Around): LineFinding {
  const provider = acquirerOf(line, around.senders);
  const settled = provider && settledBy(line, provider, around.open);
  if (!settled) return nothing('unknown');
  takeFrom(around, settled);
  return { ...nothing('settlement'), provider, settled };
}

/** Days that are paid leave the list; the fee of those that came whole is still to be taken. */
function takeFrom(around: Pick<Around, 'open'>, { settlements, pays }: SettlementAnswer): void {
  const taken = new Set(settlements.map(({ id }) => id));
  around.open = around.open.flatMap((one) => {
    if (!taken.has(one.id)) return [one];
    return pays === 'gross' ? [{ ...one, is_gross: true }] : [];
  });
}

/** Rows of one statement to the database: others wait no longer than for these. */
const batch = 2000;

async function linesOf({ db }: Ctx, fileId: number): Promise<StoredLine[]> {
  const lines: StoredLine[] = [];
  for (;;) {
    const { line, id } = lines.at(-1) ?? { line: 0, id: 0 };
    const { rows } =
      await sql<StoredLine>`select l.id, l.line, l.account, l.direction, l.day::text as day, l.number, l.amount,
      l.party, l.party_inn, l.party_bic, l.party_account, l.purpose,
      exists (select from bank_lines other where other.account = l.account and other.line_key = l.line_key
        and other.ordinal = l.ordinal and other.is_posted and other.id <> l.id) as is_known
    from bank_lines l where l.file_id = ${fileId} and l.line >= ${line} and (l.line, l.id) > (${line}, ${id}::bigint)
      order by l.line, l.id limit ${sql.lit(batch)}`.execute(db);
    for (const row of rows) lines.push({ ...row, amount: toMinor(row.amount) });
    if (rows.length < batch) return lines;
  }
}

/** Of the file, and of those that have been posted. */
async function ownAccounts({ db }: Ctx, fileId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('bank_statements')
    .innerJoin('reconciliation_files as f', 'f.id', 'bank_statements.file_id')
    .select('account')
    .distinct()
    .where((eb) => eb.or([eb('f.id', '=', fileId), eb('f.state', '=', 'posted')]))
    .execute();
  return new Set(rows.map(({ account }) => account));
}

async function waitingReturns({ db }: Ctx, lines: readonly StoredLine[]): Promise<Around['returns']> {
  const sums = new Set(
    lines.flatMap(({ direction, amount }) => (direction === 'out' ? [toDecimal(amount)] : [])),
  );
  if (sums.size === 0) return new Map();
  const { rows } =
    await sql<WaitingReturn>`select u.id, u.amount, l.party_account as account, l.party_inn as inn
    from bank_line_uses u join bank_lines l on l.id = u.line_id
    where u.kind = 'return' and u.sent_line_id is null and u.amount = any(${[...sums]}::numeric[]) order by u.id`.execute(
      db,
    );
  return Map.groupBy(
    rows.map((row) => ({ ...row, amount: toMinor(row.amount) })),
    ({ amount }) => amount,
  );
}
