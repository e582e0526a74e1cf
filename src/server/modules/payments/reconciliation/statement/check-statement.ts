import { createHash } from 'node:crypto';
import { toDecimal } from '@/contract/core/money';
import {
  type AccountSection,
  type ParsedStatement,
  type Party,
  type StatementDocument,
  StatementFault,
} from './parse-statement';

/** An account over all days of a file, whose sums agree. Kopecks. */
export interface AccountTotals {
  account: string;
  firstDay: string;
  lastDay: string;
  opening: number;
  income: number;
  outgo: number;
  closing: number;
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
 * other, and documents sum to the turnovers. Throws StatementFault.
 */
export function checkStatement(parsed: ParsedStatement): { accounts: AccountTotals[]; lines: AccountLine[] } {
  const lines = linesOf(parsed);
  const byAccount = Map.groupBy(parsed.sections, ({ account }) => account);
  const accounts = [...byAccount].map(([account, sections]) =>
    totalsOf(
      sections.toSorted((one, other) => (one.firstDay < other.firstDay ? -1 : 1)),
      lines.filter((line) => line.account === account),
    ),
  );
  return { accounts, lines };
}

function totalsOf(sections: readonly AccountSection[], lines: readonly AccountLine[]): AccountTotals {
  const turnover = (direction: AccountLine['direction']) =>
    lines.filter((line) => line.direction === direction).reduce((sum, { amount }) => sum + amount, 0);
  const found = { income: turnover('in'), outgo: turnover('out') };
  const [first] = sections;
  const last = sections.at(-1);
  if (!first || !last) throw new StatementFault('empty');
  const opening = first.opening ?? 0;
  const known = (name: 'income' | 'outgo') =>
    sections.every((section) => section[name] !== null)
      ? sections.reduce((sum, section) => sum + (section[name] ?? 0), 0)
      : found[name];
  let running = opening;
  for (const section of sections) {
    if (section.opening !== null && section.opening !== running)
      fault('gap', section, running, section.opening);
    const isWhole = section.income !== null && section.outgo !== null;
    running = isWhole
      ? running + (section.income ?? 0) - (section.outgo ?? 0)
      : (section.closing ?? running + found.income - found.outgo);
    if (section.closing !== null && section.closing !== running) {
      fault('balance', section, running, section.closing);
    }
  }
  for (const name of ['income', 'outgo'] as const) {
    if (known(name) !== found[name]) fault(name, first, known(name), found[name]);
  }
  const closing = opening + found.income - found.outgo;
  if (last.closing !== null && last.closing !== closing) fault('balance', last, closing, last.closing);
  const { account, firstDay } = first;
  return { account, firstDay, lastDay: last.lastDay, opening, ...found, closing };
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
function linesOf({ accounts, documents }: ParsedStatement): AccountLine[] {
  const seen = new Map<string, number>();
  return documents.flatMap((document) => {
    const from = ownIn(accounts, document.payer);
    const to = ownIn(accounts, document.payee);
    if (!from && !to) throw new StatementFault('foreign', { line: document.line, found: document.number });
    return [
      ...(from ? [lineOf(document, from, 'out', seen)] : []),
      ...(to ? [lineOf(document, to, 'in', seen)] : []),
    ];
  });
}

const ownIn = (accounts: readonly string[], party: Party): string | undefined =>
  party.accounts.find((one) => accounts.includes(one));

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
    party: party.name,
    partyInn: party.inn,
    partyBic: party.bic,
    partyAccount: party.account,
  };
}

/** The same purpose in files of two banks or two encodings. */
const normal = (purpose: string): string => purpose.toLocaleLowerCase('ru').replace(/[^\p{L}\p{N}]+/gu, '');
