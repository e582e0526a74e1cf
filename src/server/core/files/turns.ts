import { setImmediate } from 'node:timers/promises';

/** Longer than this, work on a file lets requests pass. */
const turnMs = 20;

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
