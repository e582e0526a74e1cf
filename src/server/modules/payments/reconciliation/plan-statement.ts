import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import { acquirerInns } from '@/contract/payments/acquirer-inns';
import { type ProviderName, providerNames } from '@/contract/payments/providers';
import type { LineMatch } from '@/contract/payments/reconciliation';
import { dayAfter } from '@/server/core/business-time';
import type { Ctx } from '@/server/core/context';
import { type MatchedPayouts, matchPayouts, type PlannedPayout } from './match-payouts';
import type { StoredLine } from './stored-line';

export interface PlannedLine extends StoredLine {
  match: LineMatch;
  /** What is certain of payouts; empty for a returned one that a person must find. */
  payouts: PlannedPayout[];
  order_id: number | null;
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
  const others = fresh.filter((line) => !isWithin(line, own) && acquirerOf(line) === undefined);
  const around: Around = {
    own,
    open: await openSettlements(ctx),
    payouts: await matchPayouts(ctx, others, { isPosting }),
    orders: await ordersNamed(ctx, fresh),
  };
  return lines.map((line) => ({ ...line, ...(line.is_known ? nothing('unknown') : planOf(line, around)) }));
}

interface Order {
  id: number;
  number: string;
  amount: number;
}

interface Around {
  own: ReadonlySet<string>;
  /** Taken by a line, a settlement leaves the list. */
  open: Settlement[];
  payouts: MatchedPayouts;
  orders: readonly Order[];
}

type LineFinding = Omit<PlannedLine, keyof StoredLine>;

const nothing = (match: LineMatch): LineFinding => ({
  match,
  payouts: [],
  order_id: null,
  provider: null,
  settlements: [],
  expected: null,
});

/** Between accounts of the marketplace. */
const isWithin = ({ party_account }: StoredLine, own: ReadonlySet<string>): boolean =>
  party_account !== null && own.has(party_account);

const acquirerOf = ({ direction, party_inn }: StoredLine): ProviderName | undefined =>
  direction === 'in' ? providerNames.find((name) => acquirerInns[name] === party_inn) : undefined;

function planOf(line: StoredLine, around: Around): LineFinding {
  if (isWithin(line, around.own)) return nothing('transfer');
  const payouts = around.payouts.get(line.id);
  if (line.direction === 'out') return payouts ? { ...nothing('payout'), payouts } : nothing('unknown');
  const provider = acquirerOf(line);
  if (provider) return settlementOf(line, provider, around);
  if (payouts) return { ...nothing('payout_returned'), payouts };
  const named = around.orders.filter(
    ({ number, amount }) => amount === line.amount && line.purpose.includes(number),
  );
  // A buyer may write both numbers of an order.
  const [id, ...others] = new Set(named.map((one) => one.id));
  return id !== undefined && others.length === 0 ? { ...nothing('buyer'), order_id: id } : nothing('unknown');
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

async function linesOf({ db }: Ctx, fileId: number): Promise<StoredLine[]> {
  const { rows } =
    await sql<StoredLine>`select l.id, l.account, l.direction, l.day::text as day, l.number, l.amount,
      l.party_inn, l.party_account, l.purpose,
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

/** Orders whose number a buyer wrote. */
async function ordersNamed({ db }: Ctx, lines: readonly StoredLine[]): Promise<Order[]> {
  const numbers = lines.flatMap(({ direction, purpose }) =>
    direction === 'in' ? (purpose.match(/\d{4}-\d+|\d{10,}/g) ?? []) : [],
  );
  if (numbers.length === 0) return [];
  const { rows } = await sql<Order>`select o.id, n.number, o.total - o.wallet_amount as amount
    from orders o, lateral (values (o.short_number), (o.tracking_number)) as n (number)
    where o.parent_id is null and n.number is not null
      and (o.short_number = any(${[...new Set(numbers)]}::text[]) or o.tracking_number = any(${[...new Set(numbers)]}::text[]))
      and n.number = any(${[...new Set(numbers)]}::text[]) order by o.id`.execute(db);
  return rows.map((row) => ({ ...row, amount: toMinor(row.amount) }));
}
