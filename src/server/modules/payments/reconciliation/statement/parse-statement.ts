import type { StatementProblem } from '@/contract/payments/reconciliation';
import { readDay, readKopecks } from '../file-values';
import { statementStart } from './decode';

/** What of a statement cannot be read or contradicts itself, and at which line. */
export class StatementFault extends Error {
  readonly problem: StatementProblem;
  readonly line: number | null;
  readonly expected: string | null;
  readonly found: string | null;

  constructor(
    problem: StatementProblem,
    {
      line = null,
      expected = null,
      found = null,
    }: Partial<Omit<StatementFault, keyof Error | 'problem'>> = {},
  ) {
    super(problem);
    this.problem = problem;
    this.line = line;
    this.expected = expected;
    this.found = found;
  }
}

/** A section of an account; null for what the bank left out. Sums in kopecks. */
export interface AccountSection {
  line: number;
  account: string;
  firstDay: string;
  lastDay: string;
  opening: number | null;
  income: number | null;
  outgo: number | null;
  closing: number | null;
}

export interface Party {
  name: string;
  inn: string | null;
  bic: string | null;
  account: string | null;
  /** Every account that the document names for it: some banks write their own in the first field. */
  accounts: string[];
}

export interface StatementDocument {
  line: number;
  number: string;
  day: string;
  amount: number;
  payer: Party;
  payee: Party;
  debitedOn: string | null;
  creditedOn: string | null;
  purpose: string;
}

export interface ParsedStatement {
  /** Accounts of the heading and of the sections. */
  accounts: string[];
  sections: AccountSection[];
  documents: StatementDocument[];
}

interface Section {
  line: number;
  fields: Map<string, { value: string; line: number }>;
}

/** Keys are capitalised words; a wrapped purpose may hold `=` behind anything else. */
const key = /^(?:[А-ЯЁ][а-яё]+[А-Яа-яЁё]*\d?|ОКАТО)$/;

/** Reads a statement of the bank with the deviations of real ones (docs/payments.md). Throws StatementFault. */
export function parseStatement(text: string): ParsedStatement {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const start = lines.findIndex((line) => line.trim() !== '');
  if (lines[start]?.trim() !== statementStart) throw new StatementFault('field', { line: 1 });
  const { heading, accounts, documents, isEnded } = sectionsOf(lines, start + 1);
  if (!isEnded) throw new StatementFault('truncated', { line: lines.length });
  if (accounts.length === 0) throw new StatementFault('empty');
  const sections = accounts.map((section) => accountOf(section, heading));
  const own = [...new Set([...heading.accounts, ...sections.map(({ account }) => account)])];
  return { accounts: own, sections, documents: documents.map(documentOf) };
}

interface Heading {
  accounts: string[];
  fields: Section['fields'];
}

function sectionsOf(lines: readonly string[], from: number) {
  const heading: Heading = { accounts: [], fields: new Map() };
  const accounts: Section[] = [];
  const documents: Section[] = [];
  let current: Section | undefined;
  let last: string | undefined;
  for (let at = from; at < lines.length; at += 1) {
    const raw = (lines[at] ?? '').trim();
    if (raw === '') continue;
    if (raw === 'КонецФайла') return { heading, accounts, documents, isEnded: !current };
    if (raw === 'КонецРасчСчет' || raw === 'КонецДокумента') {
      current = undefined;
      continue;
    }
    const split = raw.indexOf('=');
    const name = (split < 0 ? raw : raw.slice(0, split)).trim();
    const value = split < 0 ? '' : raw.slice(split + 1).trim();
    if (name === 'СекцияРасчСчет' || name === 'СекцияДокумент') {
      current = { line: at + 1, fields: new Map() };
      (name === 'СекцияДокумент' ? documents : accounts).push(current);
      last = undefined;
    } else if (split < 0 || !key.test(name)) {
      continueValue(current, last, raw);
    } else {
      // The heading repeats the key for each of its accounts.
      if (!current && name === 'РасчСчет') heading.accounts.push(value.replace(/\s/g, ''));
      else store(current?.fields ?? heading.fields, name, { value, line: at + 1 });
      last = name;
    }
  }
  return { heading, accounts, documents, isEnded: false };
}

/** A purpose that was wrapped onto lines without a key; other lines without a key say nothing. */
function continueValue(section: Section | undefined, last: string | undefined, text: string): void {
  const field = last?.startsWith('НазначениеПлатежа') ? section?.fields.get(last) : undefined;
  if (field) field.value = `${field.value} ${text}`;
}

/** Keys that name money: a second one must say the same. */
const exact =
  /^(?:Сумма|Номер|Дата|НачальныйОстаток|КонечныйОстаток|ВсегоПоступило|ВсегоСписано|[А-Яа-я]*Счет)$/;

function store(fields: Section['fields'], name: string, given: { value: string; line: number }): void {
  const known = fields.get(name);
  if (!known || known.value === '') return void fields.set(name, given);
  if (given.value === '' || given.value === known.value) return;
  if (name.startsWith('НазначениеПлатежа')) known.value = `${known.value} ${given.value}`;
  else if (exact.test(name)) {
    throw new StatementFault('field', { line: given.line, expected: known.value, found: given.value });
  }
}

function accountOf({ line, fields }: Section, heading: Heading): AccountSection {
  const account = textOf(fields, 'РасчСчет').replace(/\s/g, '') || heading.accounts[0] || '';
  if (!/^\d{20}$/.test(account)) throw new StatementFault('field', { line, found: account });
  const day = (name: string) => dayOf(fields, name) ?? dayOf(heading.fields, name);
  const firstDay = day('ДатаНачала');
  if (!firstDay) throw new StatementFault('field', { line, expected: 'ДатаНачала' });
  return {
    line,
    account,
    firstDay,
    lastDay: day('ДатаКонца') ?? firstDay,
    opening: sumOf(fields, 'НачальныйОстаток'),
    income: sumOf(fields, 'ВсегоПоступило'),
    outgo: sumOf(fields, 'ВсегоСписано'),
    closing: sumOf(fields, 'КонечныйОстаток'),
  };
}

function documentOf({ line, fields }: Section): StatementDocument {
  const amount = sumOf(fields, 'Сумма');
  if (amount === null || amount <= 0) {
    throw new StatementFault('field', { line, expected: 'Сумма', found: textOf(fields, 'Сумма') });
  }
  const debitedOn = dayOf(fields, 'ДатаСписано');
  const creditedOn = dayOf(fields, 'ДатаПоступило');
  const day = dayOf(fields, 'Дата') ?? debitedOn ?? creditedOn;
  if (!day) throw new StatementFault('field', { line, expected: 'Дата' });
  return {
    // Kept as text: banks write letters and leading zeros.
    line,
    amount,
    day,
    debitedOn,
    creditedOn,
    number: textOf(fields, 'Номер'),
    payer: partyOf(fields, 'Плательщик'),
    payee: partyOf(fields, 'Получатель'),
    purpose: purposeOf(fields),
  };
}

function partyOf(fields: Section['fields'], side: 'Плательщик' | 'Получатель'): Party {
  const written = textOf(fields, side) || textOf(fields, `${side}1`);
  // «ИНН 7700000000 ООО «Ромашка»» stands in the name when the field of the number is empty.
  const [, named, rest] = /^ИНН\s*:?\s*(\d{10}|\d{12})(?:\/\d+)?\s+(.*)$/i.exec(written) ?? [];
  const accounts = [`${side}РасчСчет`, `${side}Счет`]
    .map((name) => textOf(fields, name).replace(/\s/g, ''))
    .filter((one) => one !== '');
  return {
    name: rest ?? written,
    inn: textOf(fields, `${side}ИНН`) || named || null,
    bic: textOf(fields, `${side}БИК`) || null,
    account: accounts[0] ?? null,
    accounts,
  };
}

function purposeOf(fields: Section['fields']): string {
  const whole = textOf(fields, 'НазначениеПлатежа');
  const parts = [1, 2, 3, 4, 5, 6].map((place) => textOf(fields, `НазначениеПлатежа${place}`));
  return (whole || parts.filter(Boolean).join(' ')).replace(/\s+/g, ' ').trim();
}

const textOf = (fields: Section['fields'], name: string): string => fields.get(name)?.value ?? '';

function sumOf(fields: Section['fields'], name: string): number | null {
  const field = fields.get(name);
  if (!field || field.value === '') return null;
  const sum = readKopecks(field.value);
  if (sum === undefined)
    throw new StatementFault('field', { line: field.line, expected: name, found: field.value });
  return sum;
}

function dayOf(fields: Section['fields'], name: string): string | null {
  const field = fields.get(name);
  if (!field || field.value === '') return null;
  const day = readDay(field.value);
  if (!day) throw new StatementFault('field', { line: field.line, expected: name, found: field.value });
  return day;
}
