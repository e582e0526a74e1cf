import type { StatementProblem } from '@/contract/payments/reconciliation';

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
  /** As the file names it; Russian accounts have it in their digits, too. */
  currency: string | null;
  firstDay: string | null;
  lastDay: string | null;
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

export const maxStatementBytes = 10 * 1024 * 1024;
export const maxAccounts = 100;
export const maxDocuments = 200_000;

/** Throws StatementFault for more than a statement may have. */
export function assertFits({ length }: readonly unknown[], most: number): void {
  if (length > most) throw new StatementFault('too_many', { found: String(most) });
}

/** The end of a document that names only the other side: ours is the account of the statement. */
export const ownParty = (account: string): Party => ({
  name: '',
  inn: null,
  bic: null,
  account,
  accounts: [account],
});
