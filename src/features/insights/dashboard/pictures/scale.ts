/** Round axis ticks from zero: at most five steps, the last at or above `greatest`. Zero has one step. */
export function marksFor(greatest: number): number[] {
  if (!(greatest > 0)) return [0, 1];
  const rough = greatest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const count = Math.max(1, Math.ceil(greatest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Indices of points with a label: at most seven, evenly spaced, including the first. */
export function namedPoints(count: number): number[] {
  const every = Math.max(1, Math.ceil(count / 7));
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
}
