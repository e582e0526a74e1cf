/** Whether something may happen once more: at most `max` times a minute for each key, counted in this process. */
export function perMinute(max: number): (key: string) => boolean {
  let counts = new Map<string, number>();
  let until = 0;
  return (key) => {
    if (Date.now() >= until) {
      counts = new Map();
      until = Date.now() + 60_000;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= max;
  };
}
