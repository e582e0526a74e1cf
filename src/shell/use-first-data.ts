import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** True from the moment when what the page asked for first has arrived. Later requests draw nothing anew. */
export function useFirstData(): boolean {
  const client = useQueryClient();
  const [hasData, setHasData] = useState(false);
  useEffect(() => {
    if (hasData) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      // A moment's patience: between two requests of one page there is a gap.
      if (client.isFetching() === 0) timer = setTimeout(() => setHasData(true), 60);
    };
    look();
    const stop = client.getQueryCache().subscribe(look);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, hasData]);
  return hasData;
}
