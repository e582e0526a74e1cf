import { makeTurns } from '@/server/core/files/turns';
import { readKopecks } from '../file-values';
import { linesOf } from './decode';
import { readInn, splitPartyName } from './party-name';
import {
  type AccountSection,
  assertFits,
  maxAccounts,
  maxDocuments,
  ownParty,
  type ParsedStatement,
  type Party,
  type StatementDocument,
  StatementFault,
} from './statement';

interface Field {
  tag: string;
  line: number;
  /** Its lines, without the tag. */
  rows: string[];
}

/** Reads messages MT940 of SWIFT, with the fields :86: of several banks (docs/formats.md). Throws StatementFault. */
export async function parseMt940(text: string): Promise<ParsedStatement> {
  const sections: AccountSection[] = [];
  const documents: StatementDocument[] = [];
  let section: AccountSection | undefined;
  let entry: { field: Field; account: string; info: string[] } | undefined;
  const finish = () => {
    if (entry) documents.push(documentOf(entry.field, entry.account, entry.info));
    entry = undefined;
    assertFits(documents, maxDocuments);
  };
  for await (const field of fieldsOf(text)) {
    const { tag, line, rows } = field;
    if (tag !== '86' && tag !== 'NS') finish();
    if (tag === '20') section = undefined;
    if (tag === '25') {
      section = sectionOf(rows.join(''), line);
      sections.push(section);
    }
    assertFits(sections, 100 * maxAccounts);
    if (!section) continue;
    if (tag === '60F' || tag === '60M') section.opening = balanceOf(field, section, 'firstDay');
    if (tag === '62F' || tag === '62M') section.closing = balanceOf(field, section, 'lastDay');
    if (tag === '61') entry = { field, account: section.account, info: [] };
    // Behind the last balance it is about the whole statement.
    if ((tag === '86' || tag === 'NS') && entry) entry.info.push(...rows);
  }
  finish();
  if (sections.length === 0) throw new StatementFault('empty');
  for (const one of sections)
    if (one.closing === null) throw new StatementFault('truncated', { line: one.line });
  return { accounts: [...new Set(sections.map(({ account }) => account))], sections, documents };
}

async function* fieldsOf(text: string): AsyncGenerator<Field> {
  const turn = makeTurns();
  let field: Field | undefined;
  for (const { text: raw, line, place } of linesOf(text)) {
    if (place % 1000 === 0) await turn();
    const row = raw
      .replace(/^\ufeff/, '')
      .replace(/^(?:\{\d:[^{}]{0,200}\}){0,3}\{4:/, '')
      .trimEnd();
    if (/^(?:-\}?|-\}\{5:.{0,200}|\{.{0,200})$/.test(row)) continue;
    const [, tag, rest = ''] = /^:(\d\d[A-Z]?|NS):(.*)$/.exec(row) ?? [];
    if (tag) {
      if (field) yield field;
      field = { tag: tag === '25P' ? '25' : tag, line, rows: [rest] };
    } else if (field && row !== '' && field.rows.length < 100) field.rows.push(row);
  }
  if (field) yield field;
}

function sectionOf(written: string, line: number): AccountSection {
  // A BIC or the bank's number may stand before the account, a currency behind it.
  const [digits] = /(?<!\d)\d{20}(?!\d)/.exec(written) ?? [];
  const parts = written.split('/').filter((part) => /\d{5}/.test(part));
  const account =
    digits ??
    (parts.at(-1) ?? '')
      .replace(/\s?[A-Z]{3}$/, '')
      .replaceAll(' ', '')
      .slice(0, 40);
  if (account === '')
    throw new StatementFault('field', { line, expected: ':25:', found: written.slice(0, 100) });
  return {
    line,
    account,
    currency: null,
    firstDay: null,
    lastDay: null,
    opening: null,
    income: null,
    outgo: null,
    closing: null,
  };
}

/** `C261127RUB1000,00` */
function balanceOf(
  { rows, line, tag }: Field,
  section: AccountSection,
  side: 'firstDay' | 'lastDay',
): number {
  const text = rows.join('').trim();
  const [, sign, day = '', currency = '', sum = ''] =
    /^([CD])(\d{6})([A-Z]{3})([\d,.]{1,20})$/.exec(text) ?? [];
  const amount = sumOf(sum);
  if (amount === undefined)
    throw new StatementFault('field', { line, expected: `:${tag}:`, found: text.slice(0, 100) });
  section.currency ??= currency;
  section[side] ??= dayOf(day) ?? null;
  return sign === 'D' ? 0 - amount : amount;
}

/** `2611271127CR1000,00NTRFref//bank's`: day of value, of the entry, direction, sum, type, references. */
const entryForm = /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?([\d,.]{1,20})(?![\d,.])([A-Z]\w{3})?(.*)$/s;

function documentOf({ rows, line }: Field, account: string, info: readonly string[]): StatementDocument {
  const [first = '', ...more] = rows;
  const [, value = '', booked, mark = '', , sum = '', , references = ''] = entryForm.exec(first.trim()) ?? [];
  const amount = sumOf(sum);
  const day = bookedOn(value, booked);
  if (amount === undefined || amount === 0 || !day)
    throw new StatementFault('field', { line, expected: ':61:', found: first.slice(0, 100) });
  // A reversed credit leaves the account, a reversed debit comes back.
  const isIn = mark === 'C' || mark === 'EC' || mark === 'RD';
  const found = readInfo(info, account);
  const [number = '', bankNumber = ''] = references.split('//').map((one) => one.trim());
  const purpose = [mark.startsWith('R') ? 'Возврат.' : '', found.purpose || more.join(' ').trim()];
  return {
    line,
    day,
    amount,
    debitedOn: isIn ? null : day,
    creditedOn: isIn ? day : null,
    number: (['', 'NONREF'].includes(number) ? bankNumber : number).slice(0, 60),
    payer: isIn ? found.party : ownParty(account),
    payee: isIn ? ownParty(account) : found.party,
    purpose: purpose.filter(Boolean).join(' ').slice(0, 4000),
  };
}

function sumOf(text: string): number | undefined {
  const whole = text.replace('.', ',').replace(/^,/, '0,').replace(/,$/, '');
  return readKopecks(whole);
}

function dayOf(text: string): string | undefined {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : undefined;
}

/** The day of the entry has no year: the one nearest to the day of value. */
function bookedOn(value: string, booked: string | undefined): string | undefined {
  const day = dayOf(value);
  if (!day || !booked) return day;
  const year = Number(value.slice(0, 2));
  const near = [year - 1, year, year + 1].flatMap(
    (one) => dayOf(`${String(one).padStart(2, '0')}${booked}`) ?? [],
  );
  const distance = (one: string) => Math.abs(Date.parse(one) - Date.parse(day));
  return near.toSorted((one, other) => distance(one) - distance(other))[0] ?? day;
}

interface Info {
  party: Party;
  purpose: string;
}

/** What stands in :86:, in fields `?20` or `~20`, behind words between slashes, or as plain text. */
function readInfo(rows: readonly string[], own: string): Info {
  // Banks break lines anywhere within fields.
  const joined = rows.join('');
  const [, mark] = /^(?:\d{3})?([?~<^])\d\d/.exec(joined) ?? [];
  if (mark) return fromCodes(joined, mark, own);
  if (/^\/[A-Z]{3,8}\//.test(joined)) return fromWords(joined, own);
  return fromText(rows, own);
}

function fromCodes(text: string, mark: string, own: string): Info {
  const fields = new Map<number, string>();
  for (const part of text.split(mark).slice(1)) {
    const code = Number(part.slice(0, 2));
    if (Number.isInteger(code)) fields.set(code, `${fields.get(code) ?? ''}${part.slice(2)}`);
  }
  const join = (codes: readonly number[]) => joinFields(codes.flatMap((code) => fields.get(code) || []));
  const [purpose, name] = [join([...range(20, 29), ...range(60, 63)]), join([32, 33])];
  return {
    purpose: (purpose || join([0])).trim(),
    party: partyOf({ name, account: fields.get(31), bic: fields.get(30), text: `${name} ${purpose}`, own }),
  };
}

/** Fields go on within a word or a number; where a letter meets a digit, a bank has left out the space between two words. */
const joinFields = (fields: readonly string[]): string =>
  fields.reduce((all, field) => {
    const isEnd = /\p{L}$/u.test(all) ? /^\d/.test(field) : /\d$/.test(all) && /^\p{L}/u.test(field);
    return `${all}${isEnd ? ' ' : ''}${field}`;
  }, '');

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => from + place);

/** `/REMI/Оплата заказа/NAME/Иванов/IBAN/…`, where one word may hold others. */
function fromWords(text: string, own: string): Info {
  const fields = new Map<string, string>();
  const parts = text.split(/\/([A-Z]{3,8})\//).slice(1);
  for (let place = 0; place + 1 < parts.length; place += 2)
    fields.set(parts[place] ?? '', `${fields.get(parts[place] ?? '') ?? ''}${parts[place + 1] ?? ''}`);
  const first = (...names: string[]) => names.map((name) => fields.get(name)).find(Boolean);
  const purpose = (first('REMI', 'PREF', 'PURP', 'RMTINF') ?? text).replace(/^USTD\/\//, '').trim();
  return {
    purpose,
    party: partyOf({
      name: first('NAME', 'ORDP', 'BENM'),
      account: first('IBAN', 'ACC', 'ACCT'),
      bic: first('BIC'),
      text,
      own,
    }),
  };
}

function fromText(rows: readonly string[], own: string): Info {
  // A full line goes on within a word, a shorter one ends it.
  const text = rows.reduce(
    (all, row) => `${all}${all === '' || row.length >= 65 || /\s$/.test(all) ? '' : ' '}${row}`,
    '',
  );
  return {
    purpose: text.trim(),
    party: partyOf({ name: '', account: undefined, bic: undefined, text, own }),
  };
}

interface FoundParty {
  name: string | undefined;
  account: string | undefined;
  bic: string | undefined;
  text: string;
  own: string;
}

function partyOf({ name = '', account, bic, text, own }: FoundParty): Party {
  const others = (text.slice(0, 1000).match(/(?<!\d)\d{20}(?!\d)/g) ?? []).filter((one) => one !== own);
  const written = splitPartyName(name);
  const [, named] = /(?<!\p{L})(?:ИНН|INN)[\s:/]{0,3}(\d{10,12})(?!\d)/iu.exec(text.slice(0, 1000)) ?? [];
  const found = (account ?? others[0] ?? '').replaceAll(' ', '').slice(0, 40);
  return {
    name: written.name,
    inn: written.inn ?? readInn(named ?? ''),
    bic: bic?.trim().slice(0, 20) || null,
    account: found || null,
    accounts: found ? [found] : [],
  };
}
