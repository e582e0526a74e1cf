import type { PayState } from '@/contract/payments/links';

/** Seconds between questions, growing: most people pay within a minute, some come back hours later. */
const pauses = [2, 2, 3, 3, 5, 5, 8, 13, 21];
const longest = 30;

/** Milliseconds until the page asks again whether the money has come; false when nothing more is expected. */
export function pauseAfter(state: PayState | undefined, asked: number): number | false {
  if (state === undefined || state === 'paid' || state === 'held' || state === 'over') return false;
  return (pauses[asked - 1] ?? longest) * 1000;
}
