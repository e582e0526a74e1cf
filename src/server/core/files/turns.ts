import { setImmediate } from 'node:timers/promises';

/**
 * Longer than this, work on a file lets requests pass. One that asks the database four times waits for eight turns, because
 * each question and each answer waits for one.
 */
const turnMs = 5;

/** To be called often by whatever reads a large file: lets requests pass when it has worked for a while. */
export function makeTurns(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < turnMs) return undefined;
    return setImmediate().then(() => {
      began = performance.now();
    });
  };
}
