/** What a column of a bank's statement may say, as a person chooses it. */
export const statementFields = [
  ...(['day', 'number', 'amount', 'debit', 'credit', 'kind', 'purpose', 'own'] as const),
  ...(['partyName', 'partyInn', 'partyAccount', 'partyBic'] as const),
  ...(['payerName', 'payerInn', 'payerAccount', 'payerBic'] as const),
  ...(['payeeName', 'payeeInn', 'payeeAccount', 'payeeBic'] as const),
] as const;

export type StatementField = (typeof statementFields)[number];

/** Field by the index of its column. */
export type ChosenColumns = Record<string, StatementField>;

/** `POST reconciliation/tables`: a table that may be a statement; nothing is stored. */
export interface StatementTable {
  headings: string[];
  /** The first rows below the headings. */
  samples: string[][];
  /** What the columns are taken for. */
  columns: ChosenColumns;
  /** Chosen by a person for a file with the same headings, or recognised by their words. */
  is_remembered: boolean;
  /** The file does not name the account that it is of. */
  needs_account: boolean;
}

/** `GET reconciliation/columns`: what was chosen for files with the same headings, the last first. */
export interface RememberedStatement {
  id: number;
  file_name: string;
  headings: string[];
  columns: ChosenColumns;
  updated_at: string;
}

/** Without a day and a sum a row says nothing. */
export function missingColumns(columns: ChosenColumns): ('day' | 'amount')[] {
  const used = Object.values(columns);
  const hasSum = used.some((field) => field === 'amount' || field === 'debit' || field === 'credit');
  return [...(used.includes('day') ? [] : (['day'] as const)), ...(hasSum ? [] : (['amount'] as const))];
}
