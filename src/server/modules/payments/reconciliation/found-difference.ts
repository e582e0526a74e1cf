import type { Difference, DifferenceKind, RefundIds } from '@/contract/payments/reconciliation';

/** Kopecks; null for what is missing. */
export interface FoundDifference {
  kind: DifferenceKind;
  provider: string | null;
  subject: Difference['subject'];
  objectId: string;
  day: string;
  ours: number | null;
  theirs: number | null;
  orderId: number | null;
  bankLineId: number | null;
  refundIds: RefundIds | null;
}
