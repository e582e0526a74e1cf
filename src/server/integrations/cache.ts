interface CacheEntry<Value> {
  value: Promise<Value>;
  until: number;
  /** Last successful response, served while newer ones fail. */
  good?: Value;
}

/** Above this many keys the oldest is evicted. */
const maxKeys = 2000;

/**
 * Caches responses in this process; concurrent callers share one request. With `keepsLast` a failure serves the previous
 * response and is retried after a minute.
 */
export function cacheAnswers<Value>(
  ask: (key: string) => Promise<Value>,
  { seconds, now, keepsLast = false }: { seconds: number; now: () => Date; keepsLast?: boolean },
): (key: string) => Promise<Value> {
  const entries = new Map<string, CacheEntry<Value>>();
  return async (key) => {
    const time = now().getTime();
    const previous = entries.get(key);
    if (previous && time < previous.until) return previous.value;
    const entry: CacheEntry<Value> = { value: ask(key), until: time + seconds * 1000 };
    if (previous && 'good' in previous) entry.good = previous.good;
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > maxKeys && oldest !== undefined) entries.delete(oldest);
    try {
      entry.good = await entry.value;
      return entry.good;
    } catch (error) {
      if (!keepsLast || !('good' in entry)) {
        entries.delete(key);
        throw error;
      }
      const last = entry.good as Value;
      entry.value = Promise.resolve(last);
      entry.until = time + 60_000;
      return last;
    }
  };
}
