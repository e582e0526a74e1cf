import { sql } from 'kysely';
import { toDecimal, toMinor } from '@/contract/core/money';
import { acquirerInns } from '@/contract/payments/acquirer-inns';
import { type ProviderName, providerNames } from '@/contract/payments/providers';
import type { LineMatch } from '@/contract/payments/reconciliation';
import { dayAfter } from '@/server/core/business-time';
import type { Ctx } from '@/server/core/context';
import { expectedOf, openSettlements, type Settled, type Settlement, settledBy } from './settlements';
import { payoutTokenIn, saysReturned } from './statement/purpose';

/** A line of a stored statement. Kopecks. */
export interface StoredLine {
  id: number;
  account: string;
  direction: 'in' | 'out';
  day: string;
  number: string;
  amount: number;
  party_inn: string | null;
  party_account: string | null;
  purpose: string;
  /** Another file has posted it. */
  is_known: boolean;
}

export interface PlannedLine extends StoredLine {
  match: LineMatch;
  withdraw_id: number | null;
  order_id: number | null;
  /** Of a line of an acquirer. */
  provider: ProviderName | null;
  /** What a settlement pays; null for an acquirer's other line. */
  settled: Settled | null;
  /** For an acquirer's line that fits nothing: the latest sum that was expected. */
  expected: number | null;
}

/** What each line of a statement is, against registries, withdrawals and orders of this moment. Writes nothing. */
export async function planStatement(ctx: Ctx, fileId: number): Promise<PlannedLine[]> {
  const lines = await linesOf(ctx, fileId);
  const fresh = lines.filter(({ is_known }) => !is_known);
  const around: Around = {
    own: await ownAccounts(ctx, fileId),
    open: await openSettlements(ctx),
    withdrawals: await withdrawalsLike(ctx, fresh),
    orders: await ordersNamed(ctx, fresh),
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

interface Order {
  id: number;
  number: string;
  amount: number;
}

interface Around {
  own: ReadonlySet<string>;
  /** Taken by a line, a settlement leaves the list. */
  open: Settlement[];
  withdrawals: Withdrawal[];
  orders: readonly Order[];
}

type LineFinding = Omit<PlannedLine, keyof StoredLine>;

const nothing = (match: LineMatch): LineFinding => ({
  match,
  withdraw_id: null,
  order_id: null,
  provider: null,
  settled: null,
  expected: null,
});

function planOf(line: StoredLine, around: Around): LineFinding {
  if (line.party_account !== null && around.own.has(line.party_account)) return nothing('transfer');
  if (line.direction === 'out') {
    const paid = withdrawalOf(line, around.withdrawals);
    if (!paid) return feeOf(line, around);
    paid.is_taken = true;
    return { ...nothing('payout'), withdraw_id: paid.id };
  }
  const provider = providerNames.find((name) => acquirerInns[name] === line.party_inn);
  if (provider) return settlementOf(line, provider, around);
  const returned = returnedOf(line, around.withdrawals);
  if (returned) return { ...nothing('payout_returned'), withdraw_id: returned.id };
  const named = around.orders.filter(
    ({ number, amount }) => amount === line.amount && line.purpose.includes(number),
  );
  // A buyer may write both numbers of an order.
  const [id, ...others] = new Set(named.map((one) => one.id));
  return id !== undefined && others.length === 0 ? { ...nothing('buyer'), order_id: id } : nothing('unknown');
}

function settlementOf(line: StoredLine, provider: ProviderName, around: Pick<Around, 'open'>): LineFinding {
  const settled = settledBy(line, provider, around.open);
  if (!settled)
    return { ...nothing('acquirer'), provider, expected: expectedOf(line, provider, around.open) };
  takeFrom(around, settled);
  return { ...nothing('settlement'), provider, settled };
}

/** The fee that an acquirer takes after it has transferred the whole sum; another line to it is not explained. */
function feeOf(line: StoredLine, around: Pick<Around, 'open'>): LineFinding {
  const provider = providerNames.find((name) => acquirerInns[name] === line.party_inn);
  const settled = provider && settledBy(line, provider, around.open);
  if (!settled) return nothing('unknown');
  takeFrom(around, settled);
  return { ...nothing('settlement'), provider, settled };
}

/** Days that are paid leave the list; the fee of those that came whole is still to be taken. */
function takeFrom(around: Pick<Around, 'open'>, { settlements, pays }: Settled): void {
  const taken = new Set(settlements.map(({ id }) => id));
  around.open = around.open.flatMap((one) => {
    if (!taken.has(one.id)) return [one];
    return pays === 'gross' ? [{ ...one, is_gross: true }] : [];
  });
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
