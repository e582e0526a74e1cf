/** A consent as evidence. */
export interface Consent {
  /** The marketplace's documents in force at that time. */
  documents: { id: number; version: number; title: string }[];
  /** Network address that the consent came from. */
  ip: string;
  given_at: string;
}

/** `Privacy policy (3); 10.0.0.1`: documents with their versions, and the origin. */
export function consentText(consent: Consent | null): string {
  if (!consent) return '';
  return [...consent.documents.map(({ title, version }) => `${title} (${version})`), consent.ip].join('; ');
}
