import type { Attempt } from '../orders/payments/attempts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Minutes between the reads of an attempt; the last one repeats. */
const pauses = [1, 2, 5, 15, 60];

/**
 * When the acquirer is asked again; null a day after the last moment at which the attempt can still change. One that is paid
 * is read for its refunds, and one that is held until its end is known: they have no such moment.
 */
export function nextReadAt(
  { state, reads, expires_at }: Pick<Attempt, 'state' | 'reads' | 'expires_at'>,
  now: Date,
): Date | null {
  const pause = pauses[Math.min(reads, pauses.length - 1)] ?? 60;
  const next = new Date(now.getTime() + pause * minute);
  const last = state === 'paid' || state === 'held' ? null : expires_at;
  return last !== null && next.getTime() > last.getTime() + day ? null : next;
}
