import { onTestFinished, vi } from 'vitest';

/** A busy browser: frames wait until the returned function draws them. */
export function holdFrames(): () => void {
  const waiting: FrameRequestCallback[] = [];
  const spy = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => waiting.push(run));
  onTestFinished(() => spy.mockRestore());
  return () => {
    for (const run of waiting.splice(0)) run(performance.now());
  };
}
