import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';

/** True once the page's first requests have finished and the results are painted; stays true. */
export function useFirstData(): boolean {
  const client = useQueryClient();
  const [hasData, setHasData] = useState(false);
  useEffect(() => {
    if (hasData) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      // Bridges the gap between two requests of one page.
      if (client.isFetching() === 0) timer = setTimeout(() => setHasData(true), 60);
    };
    look();
    const stop = client.getQueryCache().subscribe(look);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, hasData]);
  // On a slow machine drawing the rows takes longer than the pause.
  return useAfterPaint(hasData);
}
