import { useEffect, useState } from 'react';
import { useIsPhone } from './use-is-phone';

const pauseMs = 3000;

/** A component that only phones load; undefined elsewhere and until it is loaded. */
export function usePhonePart<Part>(load: () => Promise<Part>, isWanted = true): Part | undefined {
  const [part, setPart] = useState<Part>();
  const isNeeded = useIsPhone() && isWanted;
  useEffect(() => {
    if (!isNeeded) return;
    let timer: ReturnType<typeof setTimeout>;
    // The rows wait for it: a load that fails on a bad line is repeated.
    const start = () =>
      load().then(
        (loaded) => setPart(() => loaded),
        () => {
          timer = setTimeout(start, pauseMs);
        },
      );
    void start();
    return () => clearTimeout(timer);
  }, [isNeeded, load]);
  return part;
}
