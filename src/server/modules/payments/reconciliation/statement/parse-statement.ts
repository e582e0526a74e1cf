import { makeTurns } from '@/server/core/files/turns';
import { readDay, readKopecks } from '../file-values';
import { linesOf, statementStart } from './decode';
import { readInn, splitPartyName } from './party-name';
import {
  type AccountSection,
  assertFits,
  maxAccounts,
  maxDocuments,
  type ParsedStatement,
  type Party,
  type StatementDocument,
  StatementFault,
} from './statement';

interface Section {
  line: number;
  fields: Map<string, { value: string; line: number }>;
}

/** Keys are capitalised words; a wrapped purpose may hold `=` behind anything else. */
const key = /^(?:[А-ЯЁ][а-яё][А-Яа-яЁё]*\d?|ОКАТО)$/;

/** Reads a statement of the bank with the deviations of real ones (docs/payments.md). Throws StatementFault. */
export async function parseStatement(text: string): Promise<ParsedStatement> {
  const { heading, accounts, documents, isEnded, line } = await sectionsOf(text);
  if (!isEnded) throw new StatementFault('truncated', { line });
  // Some banks name the account in the heading only.
  const named = accounts.length > 0 ? accounts : [...new Set(heading.accounts)].map(bareSection);
  if (named.length === 0) throw new StatementFault('empty');
  assertFits(named, maxAccounts);
  const sections = named.map((section) => accountOf(section, heading));
  const own = [...new Set([...heading.accounts, ...sections.map(({ account }) => account)])];
  return { accounts: own, sections, documents };
}

const bareSection = (account: string): Section => ({
  line: 1,
  fields: new Map([['РасчСчет', { value: account, line: 1 }]]),
});

interface Heading {
  accounts: string[];
  fields: Section['fields'];
}

/** Documents are read as they end, so that a large file is never kept as its lines. */
async function sectionsOf(text: string) {
  const heading: Heading = { accounts: [], fields: new Map() };
  const accounts: Section[] = [];
  const documents: StatementDocument[] = [];
  const turn = makeTurns();
  let current: (Section & { isDocument: boolean }) | undefined;
  let last: string | undefined;
  let isBegun = false;
  let lastLine = 0;
  for (const { text: whole, line, place } of linesOf(text)) {
    lastLine = line;
    if (place % 1000 === 0) await turn();
    const raw = whole.trim();
    if (raw === '') continue;
    if (!isBegun) {
      if (raw !== statementStart) throw new StatementFault('field', { line });
      isBegun = true;
      continue;
    }
    if (raw === 'КонецФайла') return { heading, accounts, documents, isEnded: !current, line };
    if (raw === 'КонецРасчСчет' || raw === 'КонецДокумента') {
      if (current?.isDocument) documents.push(documentOf(current));
      assertFits(documents, maxDocuments);
      current = undefined;
      continue;
    }
    const split = raw.indexOf('=');
    const name = (split < 0 ? raw : raw.slice(0, split)).trim();
    const value = split < 0 ? '' : raw.slice(split + 1).trim();
    if (name === 'СекцияРасчСчет' || name === 'СекцияДокумент') {
      current = { line, fields: new Map(), isDocument: name === 'СекцияДокумент' };
      if (!current.isDocument) accounts.push(current);
      assertFits(accounts, maxSections);
      last = undefined;
    } else if (split < 0 || !key.test(name)) {
      continueValue(current, last, raw);
    } else {
      // The heading repeats the key for each of its accounts.
      if (!current && name === 'РасчСчет') heading.accounts.push(value.replaceAll(' ', ''));
      else store(current?.fields ?? heading.fields, name, { value, line });
      last = name;
    }
  }
  return { heading, accounts, documents, isEnded: false, line: lastLine };
}

/** An account may have one for each day. */
const maxSections = 100 * maxAccounts;

/** A purpose that was wrapped onto lines without a key; other lines without a key say nothing. */
function continueValue(section: Section | undefined, last: string | undefined, text: string): void {
  const field = last?.startsWith('НазначениеПлатежа') ? section?.fields.get(last) : undefined;
  if (field && field.value.length < longestPurpose) field.value = `${field.value} ${text}`;
}

/** The longest that a form holds has 210 signs. */
const longestPurpose = 4000;

/** Keys that name money: a second one must say the same. */
const exact =
  /^(?:Сумма|Номер|Дата|НачальныйОстаток|КонечныйОстаток|ВсегоПоступило|ВсегоСписано|[А-Яа-я]*Счет)$/;

function store(fields: Section['fields'], name: string, given: { value: string; line: number }): void {
  const known = fields.get(name);
  if (!known || known.value === '') return void fields.set(name, given);
  if (given.value === '' || given.value === known.value) return;
  if (name.startsWith('НазначениеПлатежа')) {
    if (known.value.length < longestPurpose) known.value = `${known.value} ${given.value}`;
  } else if (exact.test(name)) {
    throw new StatementFault('field', { line: given.line, expected: known.value, found: given.value });
  }
}

function accountOf({ line, fields }: Section, heading: Heading): AccountSection {
  const written = textOf(fields, 'РасчСчет') || textOf(fields, 'НомерСчета') || heading.accounts[0] || '';
  const account = written.replaceAll(/[\s.-]/g, '');
  if (!/^\d{20}$/.test(account)) throw new StatementFault('field', { line, found: account });
  const day = (name: string) => dayOf(fields, name) ?? dayOf(heading.fields, name);
  const firstDay = day('ДатаНачала');
  return {
    line,
    account,
    currency: null,
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
    number: textOf(fields, 'Номер').slice(0, 60),
    payer: partyOf(fields, 'Плательщик'),
    payee: partyOf(fields, 'Получатель'),
    purpose: purposeOf(fields),
  };
}

function partyOf(fields: Section['fields'], side: 'Плательщик' | 'Получатель'): Party {
  const own = readInn(textOf(fields, `${side}ИНН`));
  const written = [side, `${side}1`].map((name) => splitPartyName(textOf(fields, name)));
  // «Плательщик» may hold the number alone, and «Плательщик1» the name.
  const { name } = written.find((one) => one.name !== '') ?? { name: '' };
  const accounts = [`${side}РасчСчет`, `${side}Счет`]
    .map((field) =>
      textOf(fields, field)
        .replaceAll(/[\s.-]/g, '')
        .slice(0, 40),
    )
    .filter((one) => one !== '');
  return {
    name,
    inn: own ?? written.find(({ inn }) => inn !== null)?.inn ?? null,
    bic: textOf(fields, `${side}БИК`).slice(0, 20) || null,
    account: accounts[0] ?? null,
    accounts,
  };
}

function purposeOf(fields: Section['fields']): string {
  const whole = textOf(fields, 'НазначениеПлатежа');
  const parts = [1, 2, 3, 4, 5, 6]
    .map((place) => textOf(fields, `НазначениеПлатежа${place}`))
    .filter(Boolean)
    .join(' ');
  // Some banks write the first part only where the whole one belongs.
  const text = parts.length > whole.length && parts.startsWith(whole) ? parts : whole;
  return text.slice(0, longestPurpose).split(/\s/).filter(Boolean).join(' ');
}

const textOf = (fields: Section['fields'], name: string): string => fields.get(name)?.value ?? '';

function sumOf(fields: Section['fields'], name: string): number | null {
  const field = fields.get(name);
  if (!field || field.value === '') return null;
  // As on a payment order: «100-00».
  const sum = readKopecks(field.value.replace(/^(\d[\d\s]{0,20})[-=](\d\d)$/, '$1.$2'));
  if (sum === undefined)
    throw new StatementFault('field', { line: field.line, expected: name, found: field.value.slice(0, 100) });
  return sum;
}

function dayOf(fields: Section['fields'], name: string): string | null {
  const field = fields.get(name);
  if (!field || field.value === '') return null;
  const day = readDay(field.value);
  if (!day)
    throw new StatementFault('field', { line: field.line, expected: name, found: field.value.slice(0, 100) });
  return day;
}
