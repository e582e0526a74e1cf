import type { RegistryFault } from '@/contract/payments/reconciliation';
import type { ClientError } from '@/lib/api/errors';
import type { useReconciliationWords } from './use-words';

const written = [
  ...['provider', 'headings', 'columns', 'sum', 'net', 'day', 'no-day', 'currency', 'id', 'kind', 'status'],
  ...['twice', 'changed', 'total'],
].map((key) => `error-registry-${key}`);

const common = [
  ...['error-import-empty', 'error-import-foreign', 'error-file-missing'],
  ...['error-statement-headings', 'error-statement-columns'],
];

/** Why a file is refused: names the line and the column of a registry's fault, and what was expected there. */
export function fileFault(
  word: ReturnType<typeof useReconciliationWords>['word'],
  { fields, current }: ClientError,
) {
  const [error = ''] = Object.values(fields).flat();
  const { line, column, text, expected, sheet } = (current ?? {}) as Partial<RegistryFault>;
  const isField = expected === 'id' || expected === 'amount';
  const said = word(`errors.${[...written, ...common].includes(error) ? error : 'other'}`, {
    line: line ?? 0,
    column: column ?? '',
    text: text ?? '',
    expected: isField ? word(`errors.columns-needed.${expected}`) : (expected ?? ''),
  });
  return sheet ? word('errors.on-sheet', { sheet, text: said }) : said;
}
