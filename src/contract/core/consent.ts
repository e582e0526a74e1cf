/** A consent as evidence. */
export interface Consent {
  /** The marketplace's documents in force at that time. */
  documents: { id: number; version: number; title: string }[];
  /** Network address that the consent came from. */
  ip: string;
  given_at: string;
}
