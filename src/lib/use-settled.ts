import { useEffect, useState } from 'react';

/** Follows a condition a moment later: what a page is opened for is drawn first, the tools around it after. */
export function useSettled(isReady: boolean): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => setSettled(true));
    return () => clearTimeout(timer);
  }, [isReady]);
  return isSettled && isReady;
}
