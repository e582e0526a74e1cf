/** What became of a request to a service (docs/payments.md). */
export const exchangeOutcomes = ['answered', 'refused', 'unknown'] as const;

export type ExchangeOutcome = (typeof exchangeOutcomes)[number];

/** A request to a service that moves money, and its answer, without secrets and data of people. */
export interface ExchangeRow {
  id: number;
  provider: string;
  method: string;
  url: string;
  request: string | null;
  /** Null when no answer came. */
  status: number | null;
  answer: string | null;
  outcome: ExchangeOutcome;
  failure: string | null;
  duration_ms: number;
  /** The payment or order that it concerns. */
  reference: string | null;
  idempotency_key: string | null;
  created_at: string;
}
