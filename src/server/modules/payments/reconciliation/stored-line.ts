/** A line of a stored statement. Kopecks. */
export interface StoredLine {
  id: number;
  account: string;
  direction: 'in' | 'out';
  day: string;
  number: string;
  amount: number;
  party_inn: string | null;
  party_account: string | null;
  purpose: string;
  /** Another file has posted it. */
  is_known: boolean;
}
