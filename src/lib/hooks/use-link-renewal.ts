import { useEffect, useRef } from 'react';

/** Signed links are valid for at least half an hour. */
export const linkRenewalMs = 20 * 60_000;

/** Calls `renew` periodically while a screen shows files by signed links. */
export function useLinkRenewal(renew: () => Promise<unknown>): void {
  const latest = useRef(renew);
  latest.current = renew;
  useEffect(() => {
    // A failed renewal is retried at the next tick.
    const timer = setInterval(() => void latest.current().catch(() => {}), linkRenewalMs);
    return () => clearInterval(timer);
  }, []);
}
