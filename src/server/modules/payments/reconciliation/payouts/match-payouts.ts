import { sql } from 'kysely';
import { toDecimal, toMinor } from '@/contract/core/money';
import { dayAfter } from '@/server/core/business-time';
import type { Ctx } from '@/server/core/context';
import { payoutTokensIn, saysReturned } from '../statement/purpose';
import type { StoredLine } from '../stored-line';

/** What a line of the bank says of a payout: it left, as a person has said before, or it came back. */
export interface PlannedPayout {
  id: number;
  shopId: number;
  /** Kopecks. */
  amount: number;
  act: 'debit' | 'confirm' | 'return';
}

/** An approved withdrawal. `day`: of the approval. */
interface Payout {
  id: number;
  shopId: number;
  amount: number;
  state: 'confirmed' | 'debited' | 'returned';
  /** A line of the bank stands for its debit. */
  hasLine: boolean;
  day: string;
  inn: string | null;
  account: string | null;
}

/** By line: the payouts that it certainly is; none when the line is about payouts, and a person must say about which. */
export type MatchedPayouts = ReadonlyMap<number, PlannedPayout[]>;

/**
 * Payouts of the lines of a statement (rules/payments: one answer settles, two ask a person). Outgoing lines first, so that a
 * payout may leave and come back in one file. `isPosting` locks the payouts, so that nobody says meanwhile what became of them.
 */
export async function matchPayouts(
  ctx: Ctx,
  lines: readonly StoredLine[],
  { isPosting }: { isPosting: boolean },
): Promise<MatchedPayouts> {
  const payouts = indexOf(await payoutsLike(ctx, lines, isPosting));
  const matched = new Map<number, PlannedPayout[]>();
  matchOutgoing(
    lines.filter(({ direction }) => direction === 'out'),
    payouts,
    matched,
  );
  for (const line of lines) {
    if (line.direction === 'in' && saysReturned(line.purpose)) matchReturn(line, payouts, matched);
  }
  return matched;
}

/** A statement has as many payouts as lines. */
interface PayoutIndex {
  byId: ReadonlyMap<number, Payout>;
  byAmount: ReadonlyMap<number, Payout[]>;
}

const indexOf = (payouts: readonly Payout[]): PayoutIndex => ({
  byId: new Map(payouts.map((one) => [one.id, one])),
  byAmount: Map.groupBy(payouts, ({ amount }) => amount),
});

const isFree = ({ state, hasLine }: Payout): boolean =>
  state === 'confirmed' || (state === 'debited' && !hasLine);

function matchOutgoing(
  lines: readonly StoredLine[],
  payouts: PayoutIndex,
  matched: Map<number, PlannedPayout[]>,
): void {
  const take = (line: StoredLine, taken: readonly Payout[]): void => {
    matched.set(
      line.id,
      taken.map(({ id, shopId, amount, state }) => ({
        id,
        shopId,
        amount,
        act: state === 'confirmed' ? 'debit' : 'confirm',
      })),
    );
    for (const payout of taken) {
      payout.state = 'debited';
      payout.hasLine = true;
    }
  };
  const nameless: StoredLine[] = [];
  for (const line of lines) {
    const named = namedBy(line, payouts);
    if (named.length === 0) nameless.push(line);
    else if (named.every((one) => isFree(one) && goesTo(line, one)) && sumOf(named) === line.amount)
      take(line, named);
  }
  const unnumbered = nameless.filter((line) => {
    const numbered = payouts.byId.get(Number(line.number));
    const isIt = numbered !== undefined && isLike(line, numbered);
    if (isIt) take(line, [numbered]);
    return !isIt;
  });
  for (const same of Map.groupBy(
    unnumbered,
    ({ party_account, amount }) => `${party_account} ${amount}`,
  ).values())
    takeSame(same, payouts, take);
}

/**
 * Equal lines without a token are the equal payouts of one shop when there are as many of both: which is which changes
 * nothing. With fewer or more, or two shops, nobody but a person knows.
 */
function takeSame(
  lines: readonly StoredLine[],
  payouts: PayoutIndex,
  take: (line: StoredLine, taken: readonly Payout[]) => void,
): void {
  const [first] = lines;
  if (!first) return;
  const fitting = likeOf(first, payouts);
  const isOfOneShop = new Set(fitting.map(({ shopId }) => shopId)).size === 1;
  if (!isOfOneShop || fitting.length !== lines.length) return;
  const byDay = lines.toSorted((one, other) => one.day.localeCompare(other.day) || one.id - other.id);
  for (const [place, line] of byDay.entries()) take(line, fitting.slice(place, place + 1));
}

/** Known payouts whose token is in the purpose. */
function namedBy({ purpose }: StoredLine, { byId }: PayoutIndex): Payout[] {
  return payoutTokensIn(purpose).flatMap((id) => byId.get(id) ?? []);
}

const sumOf = (payouts: readonly Payout[]): number => payouts.reduce((sum, { amount }) => sum + amount, 0);

/** The money went to the account of the request, as far as both are known. */
const goesTo = ({ party_account }: StoredLine, { account }: Payout): boolean =>
  party_account === null || account === null || account === party_account;

/** People transfer first and approve later, and a former release debited without a line. */
const daysBefore = 7;
const daysAfter = 31;

/** By account, ИНН and sum. */
const isLike = (line: StoredLine, one: Payout): boolean =>
  isFree(one) &&
  one.amount === line.amount &&
  one.account !== null &&
  one.account === line.party_account &&
  (line.party_inn === null || one.inn === line.party_inn) &&
  one.day <= dayAfter(line.day, daysBefore) &&
  (one.state === 'confirmed' || one.day >= dayAfter(line.day, 0 - daysAfter));

const likeOf = (line: StoredLine, { byAmount }: PayoutIndex): Payout[] =>
  (byAmount.get(line.amount) ?? []).filter((one) => isLike(line, one));

/** A payout that came back: never income. Only one that had left the bank by then goes to its shop at once. */
function matchReturn(line: StoredLine, payouts: PayoutIndex, matched: Map<number, PlannedPayout[]>): void {
  const named = namedBy(line, payouts);
  const like = (payouts.byAmount.get(line.amount) ?? []).filter(
    ({ account, inn, day }) =>
      day <= dayAfter(line.day, daysBefore) &&
      ((account !== null && account === line.party_account) || (inn !== null && inn === line.party_inn)),
  );
  if (named.length === 0 && like.length === 0) return;
  const left = (named.length > 0 ? named : like).filter(({ state }) => state === 'debited');
  const isSure = named.length > 0 ? sumOf(left) === line.amount : left.length === 1;
  const returned = isSure ? left : [];
  matched.set(
    line.id,
    returned.map(({ id, shopId, amount }) => ({ id, shopId, amount, act: 'return' })),
  );
  for (const payout of returned) payout.state = 'returned';
}

async function payoutsLike({ db }: Ctx, lines: readonly StoredLine[], isPosting: boolean): Promise<Payout[]> {
  const sums = [...new Set(lines.map(({ amount }) => toDecimal(amount)))];
  const tokens = [...new Set(lines.flatMap(({ purpose }) => payoutTokensIn(purpose)))];
  if (sums.length === 0) return [];
  const { rows } = await sql<Payout>`select w.id, w.shop_id as "shopId", w.amount, w.payout_state as state,
      w.bank_line_id is not null as "hasLine", (w.decided_at at time zone 'Europe/Moscow')::date::text as day,
      w.requisites ->> 'inn' as inn, w.requisites ->> 'account' as account
    from withdraws w where w.payout_state in ('confirmed', 'debited') and w.decided_at is not null
      and (w.amount = any(${sums}::numeric[]) or w.id = any(${tokens}::bigint[]))
    order by w.id ${isPosting ? sql`for update` : sql``}`.execute(db);
  return rows.map((row) => ({ ...row, amount: toMinor(row.amount) }));
}
