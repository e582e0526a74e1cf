import { useEffect, useState } from 'react';

/**
 * Follows a condition a frame later: what a page is opened for is drawn and seen first, the tools around it after. A window
 * that nobody looks at draws no frames: there it takes a moment.
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
