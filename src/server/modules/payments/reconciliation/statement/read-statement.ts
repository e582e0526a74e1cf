import { type AccountLine, type AccountTotals, checkStatement } from './check-statement';
import { decodeStatement, type StatementFormat } from './decode';
import { parseCamt } from './parse-camt';
import { parseMt940 } from './parse-mt940';
import { parseStatement } from './parse-statement';
import { maxStatementBytes, StatementFault } from './statement';
import { type ColumnChoice, parseStatementTable } from './table/parse-table';

const parsers = { '1c': parseStatement, camt: parseCamt, mt940: parseMt940 } as const;

/**
 * The accounts and lines of a bank's statement in any of its formats. Lets requests pass while it reads (rules/payments: a file
 * stops nobody). Throws StatementFault for one that cannot be read, contradicts itself or is too large.
 */
export async function readStatement(
  content: Buffer,
  format: StatementFormat,
): Promise<{ accounts: AccountTotals[]; lines: AccountLine[] }> {
  if (content.length > maxStatementBytes) throw new StatementFault('too_many');
  const text = await decodeStatement(content);
  return checkStatement(await parsers[format](text.startsWith('\ufeff') ? text.slice(1) : text));
}

/** The same of a bank's table; undefined for a table that is no statement. */
export async function readStatementTable(
  path: string,
  choice: ColumnChoice,
  signal?: AbortSignal,
): Promise<{ accounts: AccountTotals[]; lines: AccountLine[] } | undefined> {
  const parsed = await parseStatementTable(path, choice, signal);
  return parsed && checkStatement(parsed);
}
