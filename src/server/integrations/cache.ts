interface CacheEntry<Value> {
  value: Promise<Value>;
  until: number;
  /** The last answer that was one: served while there is no newer. */
  good?: Value;
}

/** More keys than this push the oldest out. */
const room = 2000;

/**
 * Remembers answers for some time, in this process. Who asks while an answer is under way waits for the same one. With
 * `keepsLast` an old answer is given rather than a failure, and the next try is a minute later.
 */
export function cached<Value>(
  ask: (key: string) => Promise<Value>,
  { seconds, now, keepsLast = false }: { seconds: number; now: () => Date; keepsLast?: boolean },
): (key: string) => Promise<Value> {
  const kept = new Map<string, CacheEntry<Value>>();
  return async (key) => {
    const time = now().getTime();
    const known = kept.get(key);
    if (known && time < known.until) return known.value;
    const entry: CacheEntry<Value> = { value: ask(key), until: time + seconds * 1000 };
    if (known && 'good' in known) entry.good = known.good;
    kept.delete(key);
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > room && oldest !== undefined) kept.delete(oldest);
    try {
      entry.good = await entry.value;
      return entry.good;
    } catch (error) {
      if (!keepsLast || !('good' in entry)) {
        kept.delete(key);
        throw error;
      }
      const last = entry.good as Value;
      entry.value = Promise.resolve(last);
      entry.until = time + 60_000;
      return last;
    }
  };
}
