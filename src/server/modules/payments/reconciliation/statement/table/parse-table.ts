import type { ChosenColumns, StatementField } from '@/contract/payments/statement-columns';
import { AppError } from '@/server/core/errors';
import { openTable, type TableRow } from '@/server/core/files-in/open-table';
import {
  isNumbering,
  readRegistryDay,
  readSum,
  readSumOf,
} from '@/server/modules/payments/reconciliation/registry/values';
import { readInn, splitPartyName } from '../party-name';
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
} from '../statement';
import { matchStatementColumns, type StatementColumns } from './columns';
import { columnsFrom, type FoundHeadings, HeadingSearch, type ShapeColumns, withSecondRow } from './headings';
import { noTitles, readTitles, readTurnovers } from './titles';

/** Rows above the headings. */
export const maxAbove = 60;
const maxRows = { text: maxDocuments, workbook: 50_000 };

/** How the columns are known. */
export interface ColumnChoice {
  /** What people chose for other files. */
  shapes: ShapeColumns;
  /** What a person chose for this one, below these headings. */
  chosen?: { headings: FoundHeadings; columns: ChosenColumns } | undefined;
  /** What the person says it is of, where the file does not. */
  account?: string | undefined;
}

/**
 * A bank's statement as a table, CSV or a workbook: columns as a person chose them or by their headings, titles above, totals
 * and balances below (docs/formats.md). Undefined for a table that is none. Throws StatementFault, and VALIDATION_FAILED at `file`
 * for a file that no table can be read from.
 */
export async function parseStatementTable(
  path: string,
  choice: ColumnChoice,
  signal?: AbortSignal,
): Promise<ParsedStatement | undefined> {
  const reading = new Reading(choice);
  await eachRow(path, (row) => reading.take(row), signal);
  return reading.end();
}

/** Gives the rows of all sheets until `take` says that it has enough. */
export async function eachRow(
  path: string,
  take: (row: TableRow) => boolean,
  signal?: AbortSignal,
): Promise<void> {
  const rate = (rows: readonly { cells: readonly string[] }[]) =>
    Math.max(0, ...rows.map(({ cells }) => matchStatementColumns(cells).size));
  try {
    const { rows } = await openTable(path, { signal, rate, maxRows, allSheets: true });
    for await (const row of rows) if (!take(row)) break;
  } catch (error) {
    const named = error instanceof AppError ? error.fields?.csv : undefined;
    throw named ? new AppError('VALIDATION_FAILED', { fields: { file: named } }) : error;
  }
}

/** Cells that hold account, ИНН and name of a side in lines of their own, below a heading of two rows. */
interface Blocks {
  debit: number;
  credit: number;
}

class Reading {
  private readonly titles = noTitles();
  private readonly documents: StatementDocument[] = [];
  private readonly accounts = new Set<string>();
  private readonly choice: ColumnChoice;
  private readonly search: HeadingSearch;
  private found: FoundHeadings | undefined;
  private blocks: Blocks | undefined;
  private sheet: string | undefined;
  private above = 0;
  /** One sum without a side stands below a title of its side. */
  private section: 'debit' | 'credit' | undefined;

  constructor(choice: ColumnChoice) {
    this.choice = choice;
    this.search = new HeadingSearch(choice.chosen ? new Map() : choice.shapes);
  }

  /** False once nothing further is of interest. */
  take(row: TableRow): boolean {
    if (row.sheet !== this.sheet) {
      if (this.found) return false;
      this.sheet = row.sheet;
      this.above = 0;
      readTitles(this.titles, [row.sheet ?? '']);
    }
    if (!this.found) return this.takeAbove(row);
    if (this.documents.length === 0) {
      if (this.takeBlocks(row.cells)) return true;
      if (!this.choice.chosen) this.found = withSecondRow(this.found, row);
    }
    this.takeRow(row, this.found.columns);
    return true;
  }

  end(): ParsedStatement | undefined {
    if (!this.found) return undefined;
    const { line } = this.found;
    const accounts = [...this.accounts];
    const named = this.titles.account ?? this.choice.account;
    if (accounts.length === 0 && named) accounts.push(named);
    if (accounts.length === 0) throw new StatementFault('field', { line, expected: 'Номер счёта' });
    assertFits(accounts, maxAccounts);
    const isOne = accounts.length === 1;
    const { account: _account, ...sums } = this.titles;
    const sections = accounts.map(
      (account): AccountSection => ({
        line,
        account,
        currency: null,
        ...(isOne ? sums : nothingSaid),
      }),
    );
    return { accounts, sections, documents: this.documents };
  }

  private takeAbove(row: TableRow): boolean {
    this.found = this.headingsIn(row);
    if (this.found) return true;
    readTitles(this.titles, row.cells);
    this.above += 1;
    return this.above <= maxAbove;
  }

  private headingsIn(row: TableRow): FoundHeadings | undefined {
    const { chosen } = this.choice;
    if (!chosen) return this.search.take(row);
    const { headings, columns } = chosen;
    if (row.line !== headings.line || row.sheet !== headings.sheet) return undefined;
    return { ...headings, columns: columnsFrom(columns, headings.shown) };
  }

  private takeBlocks(cells: readonly string[]): boolean {
    const at = (word: string) => cells.findIndex((cell) => cell.trim().toLocaleLowerCase('ru') === word);
    const [debit, credit] = [at('дебет'), at('кредит')];
    if (debit < 0 || credit < 0) return false;
    this.blocks = { debit, credit };
    return true;
  }

  private takeRow(row: TableRow, columns: StatementColumns): void {
    if (isNumbering(row.cells)) return;
    const cell = cellOf(row, columns);
    const day = readRegistryDay(cell('day'));
    const at = (field: StatementField) => columns.get(field)?.at;
    if (day === undefined) {
      this.takeNote(row, { debit: at('debit'), credit: at('credit'), amount: at('amount') }, cell('day'));
      return;
    }
    const moved = this.movedBy(row, columns);
    if (!moved) return;
    const { isOut, amount } = moved;
    const account = this.accountOf(row, cell, isOut);
    const party = this.partyOf(row, columns, isOut);
    const own = ownParty(account);
    this.accounts.add(account);
    this.documents.push({
      line: row.line,
      number: cell('number').slice(0, 50),
      day,
      amount,
      payer: isOut ? own : party,
      payee: isOut ? party : own,
      debitedOn: day,
      creditedOn: day,
      purpose: cell('purpose').replace(/\s+/g, ' ').slice(0, 2000),
    });
    assertFits(this.documents, maxDocuments);
  }

  private takeNote(
    { cells, line }: TableRow,
    at: { debit: number | undefined; credit: number | undefined; amount: number | undefined },
    day: string,
  ): void {
    const isTotal = readTurnovers(this.titles, cells, at);
    if (isTotal) this.section = undefined;
    readTitles(this.titles, cells);
    const text = cells.filter(Boolean).join(' ').trim();
    if (/^дебет$/i.test(text)) this.section = 'debit';
    if (/^кредит$/i.test(text)) this.section = 'credit';
    // A sum beside a day that cannot be read would be lost.
    if (
      !isTotal &&
      /\d/.test(day) &&
      [at.debit, at.credit, at.amount].some((place) => (readSum(cells[place ?? -1] ?? '') ?? 0) !== 0)
    )
      throw new StatementFault('field', { line, expected: 'Дата', found: day });
  }

  /** Undefined for a row without a sum, as for days without documents. */
  private movedBy(row: TableRow, columns: StatementColumns): { isOut: boolean; amount: number } | undefined {
    const cell = cellOf(row, columns);
    const sumIn = (field: StatementField) => {
      const text = cell(field);
      if (/^[-–—]?$/.test(text)) return 0;
      const sum = readSumOf(columns.get(field)?.heading ?? '', text);
      if (sum === undefined)
        throw new StatementFault('field', {
          line: row.line,
          expected: columns.get(field)?.heading ?? '',
          found: text,
        });
      return sum;
    };
    if (columns.has('debit') || columns.has('credit')) {
      // Some banks write what leaves with a minus.
      const [debit, credit] = [Math.abs(sumIn('debit')), sumIn('credit')];
      if (debit !== 0 && credit !== 0)
        throw new StatementFault('field', {
          line: row.line,
          expected: 'Дебет / Кредит',
          found: `${cell('debit')} / ${cell('credit')}`,
        });
      if (debit !== 0 || credit !== 0) return { isOut: debit !== 0, amount: debit || credit };
      if (!columns.has('amount')) return undefined;
    }
    const amount = sumIn('amount');
    if (amount === 0) return undefined;
    const side =
      sideIn(cell('kind')) ?? this.section ?? (amount < 0 ? 'debit' : undefined) ?? this.sideOfParties(cell);
    if (side === undefined)
      throw new StatementFault('field', { line: row.line, expected: 'Дебет / Кредит', found: cell('kind') });
    return { isOut: side === 'debit', amount: Math.abs(amount) };
  }

  private sideOfParties(cell: (field: StatementField) => string): 'debit' | 'credit' | undefined {
    const own = this.titles.account ?? digitsOf(cell('own')) ?? this.choice.account;
    if (own === undefined) return undefined;
    if (digitsOf(cell('payerAccount')) === own) return 'debit';
    return digitsOf(cell('payeeAccount')) === own ? 'credit' : undefined;
  }

  private accountOf(row: TableRow, cell: (field: StatementField) => string, isOut: boolean): string {
    const account =
      this.titles.account ??
      digitsOf(cell('own')) ??
      this.choice.account ??
      // A bank that writes both sides and the direction need not say whose statement it is.
      digitsOf(cell(isOut ? 'payerAccount' : 'payeeAccount'));
    if (account) return account;
    throw new StatementFault('field', { line: row.line, expected: 'Номер счёта' });
  }

  private partyOf(row: TableRow, columns: StatementColumns, isOut: boolean): Party {
    if (this.blocks) return blockParty(row.cells[isOut ? this.blocks.credit : this.blocks.debit] ?? '', row);
    const cell = cellOf(row, columns);
    const side = isOut ? 'payee' : 'payer';
    const of = (what: 'Name' | 'Inn' | 'Account' | 'Bic') => cell(`party${what}`) || cell(`${side}${what}`);
    // «Номер счёта» behind the ИНН of the other side is its own, where a title says ours.
    const mixed = of('Name') === '' ? mixedParty(of('Inn')) : undefined;
    const account =
      mixed?.account ??
      digitsOf(of('Account')) ??
      (this.titles.account === null ? null : digitsOf(cell('own')));
    const named = mixed ?? splitPartyName(of('Name'));
    return partyFrom({
      name: named.name,
      inn: readInn(of('Inn')) ?? named.inn,
      account: account === this.titles.account ? null : account,
      bic: /(?<!\d)\d{9}(?!\d)/.exec(of('Bic').slice(0, 300))?.[0] ?? null,
    });
  }
}

const nothingSaid = {
  firstDay: null,
  lastDay: null,
  opening: null,
  income: null,
  outgo: null,
  closing: null,
};

const cellOf =
  ({ cells }: TableRow, columns: StatementColumns) =>
  (field: StatementField): string =>
    (cells[columns.get(field)?.at ?? -1] ?? '').trim();

const digitsOf = (text: string, length = 20): string | null => {
  const digits = text.replace(/[\s\u00a0]/g, '');
  return digits.length === length && /^\d+$/.test(digits) ? digits : null;
};

function sideIn(kind: string): 'debit' | 'credit' | undefined {
  if (/дебет|списани|расход|исходящ|debit|^out/i.test(kind)) return 'debit';
  return /кредит|пополнени|зачислени|поступлени|приход|входящ|credit|^in/i.test(kind) ? 'credit' : undefined;
}

const partyFrom = ({ name, inn, account, bic }: Omit<Party, 'accounts'>): Party => ({
  name: name.slice(0, 300),
  inn,
  account,
  bic,
  accounts: account === null ? [] : [account],
});

/** «ИНН контрагента, счет, наименование» in one cell; undefined for an ИНН alone. */
function mixedParty(cell: string): Pick<Party, 'name' | 'inn' | 'account'> | undefined {
  if (!/\p{L}{3}/u.test(cell)) return undefined;
  const text = cell.slice(0, 600);
  const [account = null] = /(?<!\d)\d{20}(?!\d)/.exec(text) ?? [];
  const named = splitPartyName(
    text
      .replace(account ?? '\n', ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return { ...named, account };
}

/** Account, ИНН and name each in a line; the bank stands in a column of its own. */
function blockParty(text: string, { cells }: TableRow): Party {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const account = digitsOf(lines[0] ?? '');
  const rest = account === null ? lines : lines.slice(1);
  const inn = readInn(rest[0] ?? '');
  const name = (inn === null ? rest : rest.slice(1)).join(' ');
  const [, bic = null] = /БИК\s{0,3}(\d{9})/i.exec(cells.find((cell) => /БИК/i.test(cell)) ?? '') ?? [];
  return partyFrom({ name: splitPartyName(name.split('//')[0] ?? '').name, inn, account, bic });
}
