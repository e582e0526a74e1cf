import { createHash } from 'node:crypto';
import { toDecimal } from '@/contract/core/money';
import { makeTurns } from '@/server/core/files/turns';
import {
  type AccountSection,
  assertFits,
  maxAccounts,
  type ParsedStatement,
  type Party,
  type StatementDocument,
  StatementFault,
} from './statement';

/** An account over all days of a file, whose sums agree. Kopecks. */
export interface AccountTotals {
  account: string;
  firstDay: string;
  lastDay: string;
  /** Null where the bank says no balance. */
  opening: number | null;
  income: number;
  outgo: number;
  closing: number | null;
}

/** A document as it changed one of our accounts. */
export interface AccountLine {
  line: number;
  account: string;
  key: string;
  ordinal: number;
  direction: 'in' | 'out';
  day: string;
  number: string;
  amount: number;
  party: string;
  partyInn: string | null;
  partyBic: string | null;
  partyAccount: string | null;
  purpose: string;
}

/**
 * The accounts and lines of a statement, once its equations hold: opening + income − outgo = closing, days follow each
 * other, and documents sum to the turnovers. Throws StatementFault, also for an account of another currency.
 */
export async function checkStatement(
  parsed: ParsedStatement,
): Promise<{ accounts: AccountTotals[]; lines: AccountLine[] }> {
  const byAccount = Map.groupBy(parsed.sections, ({ account }) => account);
  assertFits([...byAccount.keys()], maxAccounts);
  for (const section of parsed.sections) assertRoubles(section);
  const lines = await accountLines(parsed);
  const linesOf = Map.groupBy(lines, ({ account }) => account);
  const accounts = [...byAccount].map(([account, sections]) =>
    totalsOf(account, sections, linesOf.get(account) ?? []),
  );
  return { accounts, lines };
}

/** Digits 6 to 8 of a Russian account are its currency; elsewhere the file names it. */
function assertRoubles({ account, currency, line }: AccountSection): void {
  const written = /^\d{20}$/.test(account) ? account.slice(5, 8) : currency;
  if (written !== null && !roubles.includes(written.toUpperCase()))
    throw new StatementFault('currency', { line, expected: account, found: written });
}

const roubles: readonly string[] = ['810', '643', 'RUB', 'RUR'];

function totalsOf(
  account: string,
  given: readonly AccountSection[],
  lines: readonly AccountLine[],
): AccountTotals {
  const sections = given.toSorted((one, other) => ((one.firstDay ?? '') < (other.firstDay ?? '') ? -1 : 0));
  const found = { income: 0, outgo: 0 };
  for (const { direction, amount } of lines) found[direction === 'in' ? 'income' : 'outgo'] += amount;
  const [first] = sections;
  const last = sections.at(-1);
  if (!first || !last) throw new StatementFault('empty');
  assertChain(sections, found);
  for (const name of ['income', 'outgo'] as const) {
    const isKnown = sections.every((section) => section[name] !== null);
    const known = sections.reduce((sum, section) => sum + (section[name] ?? 0), 0);
    if (isKnown && known !== found[name]) fault(name, first, known, found[name]);
  }
  const moved = found.income - found.outgo;
  const opening = first.opening ?? (last.closing === null ? null : last.closing - moved);
  const closing = opening === null ? null : opening + moved;
  if (last.closing !== null && closing !== null && last.closing !== closing)
    fault('balance', last, closing, last.closing);
  const days = daysOf(lines);
  const [firstDay, lastDay] = [first.firstDay ?? days[0], last.lastDay ?? days[1]];
  if (!firstDay || !lastDay) throw new StatementFault('field', { line: first.line, expected: 'ДатаНачала' });
  return { account, firstDay, lastDay, opening, ...found, closing };
}

/** The first and the last day of lines; empty without any. */
function daysOf(lines: readonly AccountLine[]): [first: string, last: string] {
  let [first, last] = ['', ''];
  for (const { day } of lines) {
    if (first === '' || day < first) first = day;
    if (day > last) last = day;
  }
  return [first, last];
}

/** Each section begins with what the one before ended with, as far as both say it. */
function assertChain(sections: readonly AccountSection[], found: { income: number; outgo: number }): void {
  let running = sections[0]?.opening ?? null;
  for (const section of sections) {
    const { opening, income, outgo, closing } = section;
    if (opening !== null && running !== null && opening !== running) fault('gap', section, running, opening);
    const begins = opening ?? running;
    const isWhole = income !== null && outgo !== null;
    const moved = isWhole ? income - outgo : sections.length === 1 ? found.income - found.outgo : null;
    const ends = begins === null || moved === null ? null : begins + moved;
    if (closing !== null && ends !== null && closing !== ends) fault('balance', section, ends, closing);
    running = closing ?? ends;
  }
}

function fault(
  problem: 'gap' | 'balance' | 'income' | 'outgo',
  { line }: AccountSection,
  expected: number,
  found: number,
): never {
  throw new StatementFault(problem, { line, expected: toDecimal(expected), found: toDecimal(found) });
}

/** A document between two of our accounts is a line of both. */
async function accountLines({ accounts, documents }: ParsedStatement): Promise<AccountLine[]> {
  const own = new Set(accounts);
  const seen = new Map<string, number>();
  const turn = makeTurns();
  const lines: AccountLine[] = [];
  for (const [place, document] of documents.entries()) {
    if (place % 500 === 0) await turn();
    const from = ownIn(own, document.payer);
    const to = ownIn(own, document.payee);
    if (!from && !to) throw new StatementFault('foreign', { line: document.line, found: document.number });
    if (from) lines.push(lineOf(document, from, 'out', seen));
    if (to) lines.push(lineOf(document, to, 'in', seen));
  }
  return lines;
}

const ownIn = (accounts: ReadonlySet<string>, party: Party): string | undefined =>
  party.accounts.find((one) => accounts.has(one));

function lineOf(
  document: StatementDocument,
  account: string,
  direction: AccountLine['direction'],
  seen: Map<string, number>,
): AccountLine {
  const party = direction === 'out' ? document.payee : document.payer;
  const { number, amount, purpose, line } = document;
  const day = (direction === 'out' ? document.debitedOn : document.creditedOn) ?? document.day;
  const parts = [account, direction, document.day, number, amount, party.bic, party.account, normal(purpose)];
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const ordinal = (seen.get(key) ?? 0) + 1;
  seen.set(key, ordinal);
  return {
    line,
    account,
    key,
    ordinal,
    direction,
    day,
    number,
    amount,
    purpose,
    party: party.name.slice(0, 300),
    partyInn: party.inn,
    partyBic: party.bic,
    partyAccount: party.account,
  };
}

/** The same purpose in files of two banks or two encodings. */
const normal = (purpose: string): string => purpose.toLocaleLowerCase('ru').replace(/[^\p{L}\p{N}]+/gu, '');
