import { useEffect, useState } from 'react';

/** What was typed, once typing pauses: the server is not asked about every letter. */
export function useDebouncedValue(text: string, pause = 250): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return settled;
}
