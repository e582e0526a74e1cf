import { AppError } from '@/server/core/errors';
import { openTable, type TableRow } from '@/server/core/files-in/open-table';
import { readRegistryDay, readSum } from '@/server/modules/payments/reconciliation/registry/values';
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
import {
  isStatementTable,
  matchStatementColumns,
  type StatementColumns,
  type StatementField,
} from './columns';
import { noTitles, readTitles, readTurnovers } from './titles';

/** Rows above the headings. */
const maxAbove = 60;
const maxRows = { text: maxDocuments, workbook: 50_000 };

/**
 * A bank's statement as a table, CSV or a workbook: columns by their headings, titles above, totals and balances below
 * (docs/formats.md). Undefined for a table that is none. Throws StatementFault, and VALIDATION_FAILED at `file` for a file that
 * no table can be read from.
 */
export async function parseStatementTable(
  path: string,
  signal?: AbortSignal,
): Promise<ParsedStatement | undefined> {
  const rate = (rows: readonly { cells: readonly string[] }[]) =>
    Math.max(0, ...rows.map(({ cells }) => matchStatementColumns(cells).size));
  try {
    const reading = new Reading();
    const { rows } = await openTable(path, { signal, rate, maxRows, allSheets: true });
    for await (const row of rows) if (!reading.take(row)) break;
    return reading.end();
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
  private columns: StatementColumns | undefined;
  private blocks: Blocks | undefined;
  private sheet: string | undefined;
  private headingLine = 0;
  private above = 0;
  /** One sum without a side stands below a title of its side. */
  private section: 'debit' | 'credit' | undefined;

  /** False once nothing further is of interest. */
  take(row: TableRow): boolean {
    if (row.sheet !== this.sheet) {
      if (this.columns) return false;
      this.sheet = row.sheet;
      this.above = 0;
      readTitles(this.titles, [row.sheet ?? '']);
    }
    if (!this.columns) return this.takeAbove(row);
    if (this.headingLine > 0 && this.documents.length === 0 && this.takeBlocks(row.cells)) return true;
    this.takeRow(row, this.columns);
    return true;
  }

  end(): ParsedStatement | undefined {
    if (!this.columns) return undefined;
    const accounts = [...this.accounts];
    if (accounts.length === 0 && this.titles.account) accounts.push(this.titles.account);
    if (accounts.length === 0)
      throw new StatementFault('field', { line: this.headingLine, expected: 'Номер счёта' });
    assertFits(accounts, maxAccounts);
    const isOne = accounts.length === 1;
    const { account: _account, ...sums } = this.titles;
    const sections = accounts.map(
      (account): AccountSection => ({
        line: this.headingLine,
        account,
        currency: null,
        ...(isOne ? sums : nothingSaid),
      }),
    );
    return { accounts, sections, documents: this.documents };
  }

  private takeAbove({ cells, line }: TableRow): boolean {
    const columns = matchStatementColumns(cells);
    if (isStatementTable(columns)) {
      this.columns = columns;
      this.headingLine = line;
      return true;
    }
    readTitles(this.titles, cells);
    this.above += 1;
    return this.above <= maxAbove;
  }

  private takeBlocks(cells: readonly string[]): boolean {
    const at = (word: string) => cells.findIndex((cell) => cell.trim().toLocaleLowerCase('ru') === word);
    const [debit, credit] = [at('дебет'), at('кредит')];
    if (debit < 0 || credit < 0) return false;
    this.blocks = { debit, credit };
    return true;
  }

  private takeRow(row: TableRow, columns: StatementColumns): void {
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
    const account = this.accountOf(row, cell);
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
      if (text === '' || text === '-') return 0;
      const sum = readSum(text);
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
      sideIn(cell('kind')) ??
      this.section ??
      (amount < 0 ? 'debit' : undefined) ??
      this.sideOfParties(row, cell);
    if (side === undefined)
      throw new StatementFault('field', { line: row.line, expected: 'Дебет / Кредит', found: cell('kind') });
    return { isOut: side === 'debit', amount: Math.abs(amount) };
  }

  private sideOfParties(
    row: TableRow,
    cell: (field: StatementField) => string,
  ): 'debit' | 'credit' | undefined {
    const own = this.accountOf(row, cell);
    if (digitsOf(cell('payerAccount')) === own) return 'debit';
    return digitsOf(cell('payeeAccount')) === own ? 'credit' : undefined;
  }

  private accountOf(row: TableRow, cell: (field: StatementField) => string): string {
    const account = this.titles.account ?? digitsOf(cell('own'));
    if (account) return account;
    throw new StatementFault('field', { line: row.line, expected: 'Номер счёта' });
  }

  private partyOf(row: TableRow, columns: StatementColumns, isOut: boolean): Party {
    if (this.blocks) return blockParty(row.cells[isOut ? this.blocks.credit : this.blocks.debit] ?? '', row);
    const cell = cellOf(row, columns);
    const side = isOut ? 'payee' : 'payer';
    const of = (what: 'Name' | 'Inn' | 'Account' | 'Bic') => cell(`party${what}`) || cell(`${side}${what}`);
    // «Номер счёта» behind the ИНН of the other side is its own, where a title says ours.
    const account = digitsOf(of('Account')) ?? (this.titles.account === null ? null : digitsOf(cell('own')));
    const named = splitPartyName(of('Name'));
    return partyFrom({
      name: named.name,
      inn: readInn(of('Inn')) ?? named.inn,
      account: account === this.titles.account ? null : account,
      bic: digitsOf(of('Bic'), 9),
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
