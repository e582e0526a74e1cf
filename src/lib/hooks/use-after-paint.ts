import { useEffect, useState } from 'react';

/**
 * Follows a condition one frame later, so that the page's main content paints before the tools around it. Hidden
 * windows paint no frames: there a timer is used.
 */
export function useAfterPaint(isReady: boolean): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    const settle = () => setSettled(true);
    let timer = setTimeout(settle, 300);
    const frame = requestAnimationFrame(() => {
      clearTimeout(timer);
      timer = setTimeout(settle);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isReady]);
  return isSettled && isReady;
}
