import { useEffect, useState } from 'react';

/** The value after typing pauses, in milliseconds. */
export function useDebouncedValue(text: string, pause = 250): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return settled;
}
