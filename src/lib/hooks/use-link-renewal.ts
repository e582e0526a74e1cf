import { useEffect, useRef } from 'react';
import { linkRenewalMs } from '@/crud/form/draft-files';

/** Calls `renew` again and again while a screen shows files by signed links. */
export function useLinkRenewal(renew: () => Promise<unknown>): void {
  const latest = useRef(renew);
  latest.current = renew;
  useEffect(() => {
    // What fails is tried again the next time.
    const timer = setInterval(() => void latest.current().catch(() => {}), linkRenewalMs);
    return () => clearInterval(timer);
  }, []);
}
