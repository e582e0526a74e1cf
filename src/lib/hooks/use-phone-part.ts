import { useEffect, useState } from 'react';
import { useIsPhone } from './use-is-phone';

/** A component that only phones load; undefined elsewhere and until it is loaded. */
export function usePhonePart<Part>(load: () => Promise<Part>, isWanted = true): Part | undefined {
  const [part, setPart] = useState<Part>();
  const isNeeded = useIsPhone() && isWanted;
  useEffect(() => {
    if (isNeeded) void load().then((loaded) => setPart(() => loaded));
  }, [isNeeded, load]);
  return part;
}
