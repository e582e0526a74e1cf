import { sql } from 'kysely';
import { toDecimal, toMinor } from '@/contract/core/money';
import type { ProviderName } from '@/contract/payments/providers';
import type { LineMatch } from '@/contract/payments/reconciliation';
import { dayAfter } from '@/server/core/business-time';
import type { Ctx } from '@/server/core/context';
import type { PayableOrder } from './giving/order-choices';
import { acquirerOf, type KnownSenders, loadSenders } from './known-senders';
import { findNamedOrders } from './named-orders';
import { payoutTokenIn, saysReturned } from './statement/purpose';

/** A line of a stored statement. Kopecks. */
export interface StoredLine {
  id: number;
  account: string;
  direction: 'in' | 'out';
  day: string;
  number: string;
  amount: number;
  party: string;
  party_inn: string | null;
  party_bic: string | null;
  party_account: string | null;
  purpose: string;
  /** Another file has posted it. */
  is_known: boolean;
}

export interface PlannedLine extends StoredLine {
  match: LineMatch;
  withdraw_id: number | null;
  /** Whole orders that a buyer named. */
  order_ids: number[];
  /** What of a line was sent back with this one. */
  returned_use: number | null;
  /** Of a line of an acquirer. */
  provider: ProviderName | null;
  /** What a settlement pays; for an acquirer's other line, empty. */
  settlements: Settlement[];
  /** For an acquirer's line that fits nothing: the latest sum that was expected. */
  expected: number | null;
}

export interface Settlement {
  id: number;
  provider: ProviderName;
  day: string;
  net: number;
}

/** What each line of a statement is, against registries, withdrawals and orders of this moment. Writes nothing. */
export async function planStatement(ctx: Ctx, fileId: number): Promise<PlannedLine[]> {
  const lines = await linesOf(ctx, fileId);
  const fresh = lines.filter(({ is_known }) => !is_known);
  const around: Around = {
    own: await ownAccounts(ctx, fileId),
    open: await openSettlements(ctx),
    withdrawals: await withdrawalsLike(ctx, fresh),
    senders: await loadSenders(ctx),
    orders: await findNamedOrders(
      ctx,
      fresh.filter(({ direction }) => direction === 'in'),
    ),
    returns: await waitingReturns(ctx, fresh),
  };
  return lines.map((line) => ({ ...line, ...(line.is_known ? nothing('unknown') : planOf(line, around)) }));
}

interface Withdrawal {
  id: number;
  amount: number;
  day: string;
  inn: string | null;
  account: string | null;
  is_taken: boolean;
}

interface Around {
  own: ReadonlySet<string>;
  /** Taken by a line, a settlement leaves the list. */
  open: Settlement[];
  withdrawals: Withdrawal[];
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
  withdraw_id: null,
  order_ids: [],
  returned_use: null,
  provider: null,
  settlements: [],
  expected: null,
});

function planOf(line: StoredLine, around: Around): LineFinding {
  if (line.party_account !== null && around.own.has(line.party_account)) return nothing('transfer');
  if (line.direction === 'out') {
    const paid = withdrawalOf(line, around.withdrawals);
    if (!paid) return sentBack(line, around.returns);
    paid.is_taken = true;
    return { ...nothing('payout'), withdraw_id: paid.id };
  }
  const provider = acquirerOf(line, around.senders);
  if (provider) return settlementOf(line, provider, around);
  const returned = returnedOf(line, around.withdrawals);
  if (returned) return { ...nothing('payout_returned'), withdraw_id: returned.id };
  const named = around.orders.get(line.id);
  return named ? { ...nothing('buyer'), order_ids: named.map(({ id }) => id) } : nothing('unknown');
}

/** Money that a person sends back to its sender has left: by account or ИНН and sum. */
function sentBack(line: StoredLine, returns: Around['returns']): LineFinding {
  const waiting = returns.get(line.amount) ?? [];
  const place = waiting.findIndex(({ account, inn }) =>
    account !== null ? account === line.party_account : inn !== null && inn === line.party_inn,
  );
  const [found] = place < 0 ? [] : waiting.splice(place, 1);
  return found ? { ...nothing('return_sent'), returned_use: found.id } : nothing('unknown');
}

function settlementOf(
  line: Pick<StoredLine, 'day' | 'amount'>,
  provider: ProviderName,
  around: Pick<Around, 'open'>,
): LineFinding {
  const candidates = candidatesOf(line, provider, around.open);
  const runs = runsOf(candidates, line.amount);
  const [run] = runs;
  if (run && runs.length === 1) {
    around.open = around.open.filter(({ id }) => !run.some((one) => one.id === id));
    return { ...nothing('settlement'), provider, settlements: run };
  }
  return { ...nothing('acquirer'), provider, expected: candidates.at(-1)?.net ?? null };
}

/** Days between the registry and the money: holidays. */
const maxDelayDays = 14;

const candidatesOf = (
  { day }: Pick<StoredLine, 'day'>,
  provider: ProviderName,
  open: readonly Settlement[],
) =>
  open.filter(
    (one) => one.provider === provider && one.day <= day && one.day >= dayAfter(day, 0 - maxDelayDays),
  );

/**
 * Neighbouring days whose sum is exactly the line's: banks join those of a weekend. More than one answer is none (rules/payments:
 * one answer settles, two ask a person).
 */
function runsOf(candidates: readonly Settlement[], amount: number): Settlement[][] {
  const runs: Settlement[][] = [];
  for (const from of candidates.keys()) {
    let sum = 0;
    for (let to = from; to < candidates.length; to += 1) {
      sum += candidates[to]?.net ?? 0;
      if (sum === amount) runs.push(candidates.slice(from, to + 1));
    }
  }
  return runs;
}

/** For a line that waits in suspense, once a registry has come. */
export async function settlementsFor(
  ctx: Ctx,
  line: Pick<StoredLine, 'day' | 'amount'>,
  provider: ProviderName,
): Promise<Settlement[]> {
  return settlementOf(line, provider, { open: await openSettlements(ctx) }).settlements;
}

const maxPayoutDays = 7;

/** By our token and sum; else by account, ИНН and sum, when only one fits. */
function withdrawalOf(line: StoredLine, withdrawals: readonly Withdrawal[]): Withdrawal | undefined {
  const free = withdrawals.filter(
    (one) =>
      !one.is_taken &&
      one.amount === line.amount &&
      one.day >= dayAfter(line.day, 0 - maxPayoutDays) &&
      one.day <= dayAfter(line.day, maxPayoutDays),
  );
  const token = payoutTokenIn(line.purpose);
  const named = free.find(({ id }) => id === token);
  if (named) return named;
  const fitting = free.filter(
    ({ account, inn }) =>
      account !== null &&
      account === line.party_account &&
      (line.party_inn === null || inn === line.party_inn),
  );
  const numbered = fitting.find(({ id }) => line.number.replace(/^0+/, '') === String(id));
  return numbered ?? (fitting.length === 1 ? fitting[0] : undefined);
}

/** A payout that came back: never revenue. */
function returnedOf(line: StoredLine, withdrawals: readonly Withdrawal[]): Withdrawal | undefined {
  if (!saysReturned(line.purpose)) return undefined;
  const token = payoutTokenIn(line.purpose);
  const fitting = withdrawals.filter(
    ({ id, amount, account, inn, day }) =>
      amount === line.amount &&
      day <= line.day &&
      (id === token ||
        (account !== null && account === line.party_account) ||
        (inn !== null && inn === line.party_inn)),
  );
  return fitting.find(({ id }) => id === token) ?? (fitting.length === 1 ? fitting[0] : undefined);
}

async function linesOf({ db }: Ctx, fileId: number): Promise<StoredLine[]> {
  const { rows } =
    await sql<StoredLine>`select l.id, l.account, l.direction, l.day::text as day, l.number, l.amount,
      l.party, l.party_inn, l.party_bic, l.party_account, l.purpose,
      exists (select from bank_lines other where other.account = l.account and other.line_key = l.line_key
        and other.ordinal = l.ordinal and other.is_posted and other.id <> l.id) as is_known
    from bank_lines l where l.file_id = ${fileId} order by l.line, l.id`.execute(db);
  return rows.map((row) => ({ ...row, amount: toMinor(row.amount) }));
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

async function openSettlements({ db }: Ctx): Promise<Settlement[]> {
  const rows = await db
    .selectFrom('provider_settlements')
    .select(['id', 'provider', 'day', 'net'])
    .where('bank_line_id', 'is', null)
    .orderBy('day')
    .orderBy('id')
    .execute();
  return rows.map(({ net, provider, ...row }) => ({
    ...row,
    provider: provider as ProviderName,
    net: toMinor(net),
  }));
}

async function withdrawalsLike({ db }: Ctx, lines: readonly StoredLine[]): Promise<Withdrawal[]> {
  const sums = [...new Set(lines.map(({ amount }) => toDecimal(amount)))];
  if (sums.length === 0) return [];
  const { rows } =
    await sql<Withdrawal>`select w.id, w.amount, (w.decided_at at time zone 'Europe/Moscow')::date::text as day,
      w.requisites ->> 'inn' as inn, w.requisites ->> 'account' as account,
      exists (select from bank_lines l where l.withdraw_id = w.id and l.match = 'payout' and l.is_posted) as is_taken
    from withdraws w where w.status = 'approved' and w.decided_at is not null
      and w.amount = any(${sums}::numeric[]) order by w.id`.execute(db);
  return rows.map((row) => ({ ...row, amount: toMinor(row.amount) }));
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
