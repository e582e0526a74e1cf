/** A line of a stored statement. Kopecks. */
export interface StoredLine {
  id: number;
  /** Of the file. */
  line: number;
  account: string;
  direction: 'in' | 'out';
  day: string;
  number: string;
  amount: number;
  party: string;
  party_inn: string | null;
  party_bic: string | null;
  party_account: string | null;
  purpose: string;
  /** Another file has posted it. */
  is_known: boolean;
}
