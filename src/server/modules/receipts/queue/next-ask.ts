const second = 1000;
const minute = 60 * second;
/** Between the questions about a receipt that is being registered; the last one repeats. */
const pauses = [10, 20, 30, 60, 120, 300].map((seconds) => seconds * second);
/** Before another try of a receipt that the register has failed to register; the last one repeats. */
const tryPauses = [1, 5, 15, 60].map((minutes) => minutes * minute);
/** Of a register that does not answer. The first failures may be those of one document. */
const registerPauses = [0, 0, 1, 2, 5, 10].map((minutes) => minutes * minute);

const after = (now: Date, list: readonly number[], count: number): Date =>
  new Date(now.getTime() + (list[Math.min(count, list.length) - 1] ?? 0));

/** When a receipt is asked about again, after so many questions. */
export const nextAskAt = (now: Date, asks: number): Date => after(now, pauses, asks);

/** When it is sent as another document, after so many tries that the register has ended. */
export const nextTryAt = (now: Date, failures: number): Date => after(now, tryPauses, failures);

/** Until when a register is left alone, after so many failures without an answer between. */
export const pausedUntil = (now: Date, failures: number): Date => after(now, registerPauses, failures);

/** Refused credentials: nothing is sent until somebody has changed them, and one document tries. */
export const refusedUntil = (now: Date): Date => new Date(now.getTime() + 10 * minute);
