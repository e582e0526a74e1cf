import { useCallback, useEffect, useState } from 'react';

/** Counts whole seconds down to zero. Uses the clock instead of ticks, which browsers throttle in background tabs. */
export function useCountdown(initial = 0): { left: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(() => Date.now() + initial * 1000);
  const [left, setLeft] = useState(initial);

  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    const timer = setInterval(() => {
      tick();
      if (Date.now() >= end) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [end]);

  const start = useCallback((seconds: number) => {
    setLeft(seconds);
    setEnd(Date.now() + seconds * 1000);
  }, []);
  return { left, start };
}
