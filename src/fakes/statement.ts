import { type Encoding, encode } from './encodings';
import { moscowDate, rubles } from './movements';

/** A statement as banks export it for accounting: `1CClientBankExchange`, and the ways in which real files deviate from it. */
export interface Party {
  name: string;
  inn: string;
  kpp?: string | undefined;
  account: string;
  bank: string;
  bic: string;
  correspondent: string;
}

export interface StatementLine {
  number: string;
  day: number;
  amount: number;
  payer: Party;
  payee: Party;
  purpose: string;
}

export interface Statement {
  own: Party;
  /** Days, both included. */
  from: number;
  to: number;
  opening: number;
  lines: readonly StatementLine[];
}

export const deviations = [
  ...(['lf', 'blank-lines', 'spaces', 'equals', 'repeated-key', 'cut', 'daily-sections'] as const),
  ...(['name-1', 'inn-in-name', 'settlement-account', 'purpose-parts', 'wrapped-purpose'] as const),
  ...(['comma', 'apostrophe', 'spaced-sums', 'zeros', 'both-dates', 'no-dates'] as const),
  ...(['wrong-turnover', 'wrong-balance'] as const),
] as const;

export type Deviation = (typeof deviations)[number];

export function statementFile(
  statement: Statement,
  encoding: Encoding,
  deviating: readonly Deviation[] = [],
): Buffer {
  const has = (one: Deviation) => deviating.includes(one);
  const rows = [
    ...headerOf(statement, encoding),
    ...sectionsOf(statement, has),
    ...statement.lines.flatMap((line) => documentOf(line, statement.own, has)),
    ...(has('cut') ? [] : ['КонецФайла']),
  ];
  const spaced = has('spaces') ? rows.map((row) => `${row.replace('=', ' = ')}  `) : rows;
  const aired = has('blank-lines') ? spaced.flatMap((row) => [row, '']) : spaced;
  return encode(`${aired.join(has('lf') ? '\n' : '\r\n')}${has('lf') ? '\n' : '\r\n'}`, encoding);
}

type Has = (deviation: Deviation) => boolean;

const dayText = (day: number) => moscowDate(day).split('-').reverse().join('.');

function headerOf({ own, from, to }: Statement, encoding: Encoding): string[] {
  return [
    ...[
      '1CClientBankExchange',
      'ВерсияФормата=1.03',
      `Кодировка=${encoding === 'ibm866' ? 'DOS' : 'Windows'}`,
    ],
    ...['Отправитель=Стенд', 'Получатель=', `ДатаСоздания=${dayText(to + 1)}`, 'ВремяСоздания=06:00:00'],
    ...[`ДатаНачала=${dayText(from)}`, `ДатаКонца=${dayText(to)}`, `РасчСчет=${own.account}`],
  ];
}

/** One section for the period, or one for each day. */
function sectionsOf({ own, from, to, opening, lines }: Statement, has: Has): string[] {
  if (!has('daily-sections')) return sectionOf(own, { from, to, opening, lines }, has);
  let balance = opening;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap((day) => {
    const ofDay = lines.filter((line) => line.day === day);
    const rows = sectionOf(own, { from: day, to: day, opening: balance, lines: ofDay }, has);
    balance = computeClosing(own, balance, ofDay);
    return rows;
  });
}

function sectionOf(own: Party, { from, to, opening, lines }: Omit<Statement, 'own'>, has: Has): string[] {
  const [income, expense] = turnoverOf(own, lines);
  const closing = computeClosing(own, opening, lines) + (has('wrong-balance') ? 100 : 0);
  return [
    'СекцияРасчСчет',
    ...[`ДатаНачала=${dayText(from)}`, `ДатаКонца=${dayText(to)}`, `РасчСчет=${own.account}`],
    ...[
      `НачальныйОстаток=${sumText(opening, has)}`,
      `ВсегоПоступило=${sumText(income + (has('wrong-turnover') ? 1 : 0), has)}`,
    ],
    ...[`ВсегоСписано=${sumText(expense, has)}`, `КонечныйОстаток=${sumText(closing, has)}`, 'КонецРасчСчет'],
  ];
}

/** What came and what went; a transfer between own accounts is both. */
function turnoverOf(own: Party, lines: readonly StatementLine[]): [number, number] {
  const sum = (found: readonly StatementLine[]) => found.reduce((total, { amount }) => total + amount, 0);
  return [
    sum(lines.filter(({ payee }) => payee.account === own.account)),
    sum(lines.filter(({ payer }) => payer.account === own.account)),
  ];
}

export function computeClosing(own: Party, opening: number, lines: readonly StatementLine[]): number {
  const [income, expense] = turnoverOf(own, lines);
  return opening + income - expense;
}

function sumText(kopecks: number, has: Has): string {
  const text = rubles(kopecks);
  const grouped = (mark: string) => text.replace(/\B(?=(\d{3})+(?=\.))/g, mark);
  if (has('comma')) return text.replace('.', ',');
  if (has('apostrophe')) return grouped("'");
  return has('spaced-sums') ? grouped(' ') : text;
}

function documentOf(
  { number, day, amount, payer, payee, purpose }: StatementLine,
  own: Party,
  has: Has,
): string[] {
  const isOut = payer.account === own.account;
  const isBoth = has('both-dates');
  const date = (key: string, isGiven: boolean) => `${key}=${isGiven && !has('no-dates') ? dayText(day) : ''}`;
  return [
    'СекцияДокумент=Платежное поручение',
    ...[
      `Номер=${has('zeros') ? number.padStart(6, '0') : number}`,
      `Дата=${dayText(day)}`,
      `Сумма=${sumText(amount, has)}`,
    ],
    ...(has('repeated-key') ? [`Дата=${dayText(day)}`] : []),
    ...[date('ДатаСписано', isOut || isBoth), date('ДатаПоступило', !isOut || isBoth)],
    ...partyOf('Плательщик', payer, has),
    ...partyOf('Получатель', payee, has),
    ...['ВидПлатежа=электронно', 'ВидОплаты=01', 'Очередность=5'],
    ...purposeOf(has('equals') ? `${purpose}. Сверка: a=b` : purpose, has),
    'КонецДокумента',
  ];
}

function partyOf(
  role: string,
  { name, inn, kpp, account, bank, bic, correspondent }: Party,
  has: Has,
): string[] {
  const isSplit = has('settlement-account');
  return [
    `${role}Счет=${isSplit ? correspondent : account}`,
    ...(isSplit ? [`${role}РасчСчет=${account}`] : []),
    ...(has('name-1') ? [`${role}1=${name}`] : [`${role}=${has('inn-in-name') ? `ИНН ${inn} ` : ''}${name}`]),
    ...[`${role}ИНН=${inn}`, ...(kpp === undefined ? [] : [`${role}КПП=${kpp}`])],
    ...[`${role}Банк1=${bank}`, `${role}БИК=${bic}`, `${role}Корсчет=${correspondent}`],
  ];
}

function purposeOf(purpose: string, has: Has): string[] {
  const words = purpose.split(' ');
  const half = Math.ceil(words.length / 2);
  const parts = [words.slice(0, half).join(' '), words.slice(half).join(' ')];
  if (has('purpose-parts')) return parts.map((part, index) => `НазначениеПлатежа${index + 1}=${part}`);
  if (has('wrapped-purpose')) return [`НазначениеПлатежа=${parts[0]}`, String(parts[1])];
  return [`НазначениеПлатежа=${purpose}`];
}
