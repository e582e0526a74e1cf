import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** True from the moment when what the page asked for first has arrived. */
export function useFirstData(): boolean {
  const fetching = useIsFetching();
  const [hasData, setHasData] = useState(false);
  useEffect(() => {
    if (hasData || fetching > 0) return;
    // A moment's patience: between two requests of one page there is a gap.
    const timer = setTimeout(() => setHasData(true), 60);
    return () => clearTimeout(timer);
  }, [fetching, hasData]);
  return hasData;
}
