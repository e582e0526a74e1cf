import { sql } from 'kysely';
import { toMinor } from '@/contract/core/money';
import type { ProviderName } from '@/contract/ledger/providers';
import { dayAfter } from '@/server/core/business-time';
import type { Ctx } from '@/server/core/context';

/** A day of a posted registry. Kopecks. */
export interface Settlement {
  id: number;
  provider: ProviderName;
  day: string;
  /** What is transferred without the fee, and with it. */
  net: number;
  gross: number;
  fee: number;
  /** The whole sum has come, and the fee is taken by a line of its own. */
  is_gross: boolean;
}

/** A line of the bank from or to an acquirer. */
interface AcquirerLine {
  day: string;
  amount: number;
  direction: 'in' | 'out';
}

/** How a line of an acquirer pays days of its registries. */
export interface SettlementAnswer {
  settlements: Settlement[];
  /** `net`: without the fee; `gross`: with it; `fee`: it is the fee itself. */
  pays: 'net' | 'gross' | 'fee';
}

/** Days between the registry and the money: holidays. */
const maxDelayDays = 14;
/** A fee may be taken once a month. */
const maxFeeDelayDays = 45;

/**
 * The days that a line pays: neighbouring ones whose sum is exactly the line's, because banks join those of a weekend. More than
 * one answer is none (rules/payments: one answer settles, two ask a person).
 */
export function settledBy(
  line: AcquirerLine,
  provider: ProviderName,
  open: readonly Settlement[],
): SettlementAnswer | undefined {
  const answers = line.direction === 'in' ? paidBy(line, provider, open) : feesOf(line, provider, open);
  return answers.length === 1 ? answers[0] : undefined;
}

/** The latest sum that a provider owes at a day; null when it owes nothing. */
export const expectedOf = (
  line: AcquirerLine,
  provider: ProviderName,
  open: readonly Settlement[],
): number | null => waitingFor(line, provider, open).at(-1)?.net ?? null;

function paidBy(line: AcquirerLine, provider: ProviderName, open: readonly Settlement[]): SettlementAnswer[] {
  const waiting = waitingFor(line, provider, open);
  const net = runsOf(waiting, line.amount, ({ net: sum }) => sum);
  const known = new Set(net.map(idsOf));
  // Without a fee both sums are one.
  const gross = runsOf(waiting, line.amount, ({ gross: sum }) => sum).filter((run) => !known.has(idsOf(run)));
  return [
    ...net.map((settlements): SettlementAnswer => ({ settlements, pays: 'net' })),
    ...gross.map((settlements): SettlementAnswer => ({ settlements, pays: 'gross' })),
  ];
}

const idsOf = (run: readonly Settlement[]) => run.map(({ id }) => id).join();

const waitingFor = ({ day }: AcquirerLine, provider: ProviderName, open: readonly Settlement[]) =>
  open.filter((one) => !one.is_gross && isWithin(one, provider, day, maxDelayDays));

function feesOf(
  { day, amount }: AcquirerLine,
  provider: ProviderName,
  open: readonly Settlement[],
): SettlementAnswer[] {
  const waiting = open.filter((one) => one.is_gross && isWithin(one, provider, day, maxFeeDelayDays));
  return runsOf(waiting, amount, ({ fee }) => fee).map(
    (settlements): SettlementAnswer => ({ settlements, pays: 'fee' }),
  );
}

const isWithin = (one: Settlement, provider: ProviderName, day: string, days: number) =>
  one.provider === provider && one.day <= day && one.day >= dayAfter(day, 0 - days);

function runsOf(
  candidates: readonly Settlement[],
  amount: number,
  sumOf: (one: Settlement) => number,
): Settlement[][] {
  const runs: Settlement[][] = [];
  for (const from of candidates.keys()) {
    let sum = 0;
    for (let to = from; to < candidates.length; to += 1) {
      const each = candidates[to];
      sum += each ? sumOf(each) : 0;
      if (sum === amount) runs.push(candidates.slice(from, to + 1));
    }
  }
  return runs;
}

/**
 * Days whose money or fee the bank has not seen, in their order. Nothing is transferred for a day without money, so no line
 * pays it.
 */
export async function openSettlements({ db }: Pick<Ctx, 'db'>): Promise<Settlement[]> {
  const rows = await db
    .selectFrom('provider_settlements')
    .select(['id', 'provider', 'day', 'net', 'payments', 'refunds', 'fee', 'fee_vat', 'is_gross'])
    .where((eb) =>
      eb.or([
        eb.and([
          eb('bank_line_id', 'is', null),
          eb.or([eb('net', '<>', 0), eb(sql`payments - refunds`, '<>', 0)]),
        ]),
        eb.and([eb('is_gross', '=', true), eb('fee_line_id', 'is', null), eb(sql`fee + fee_vat`, '>', 0)]),
      ]),
    )
    .orderBy('day')
    .orderBy('id')
    .execute();
  return rows.map(({ id, provider, day, is_gross, ...sums }) => ({
    id,
    day,
    is_gross,
    provider: provider as ProviderName,
    net: toMinor(sums.net),
    gross: toMinor(sums.payments) - toMinor(sums.refunds),
    fee: toMinor(sums.fee) + toMinor(sums.fee_vat),
  }));
}

/** Stores which line paid the days, or took their fee. */
export async function noteSettled(
  ctx: Pick<Ctx, 'db'>,
  lineId: number,
  { settlements, pays }: SettlementAnswer,
): Promise<void> {
  await ctx.db
    .updateTable('provider_settlements')
    .set(pays === 'fee' ? { fee_line_id: lineId } : { bank_line_id: lineId, is_gross: pays === 'gross' })
    .where(
      'id',
      'in',
      settlements.map(({ id }) => id),
    )
    .execute();
}
