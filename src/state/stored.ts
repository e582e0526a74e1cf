import { atom, type WritableAtom } from 'jotai';

type Update<Value> = Value | ((current: Value) => Value);

/**
 * An atom that is kept in localStorage and reloaded on start (specification §4). It holds `initial` until it is mounted,
 * so a prerendered page and its hydration agree; then it holds what was kept. `parse` makes a sound value of whatever is
 * found there. Other tabs follow.
 */
export function storedAtom<Value>(
  key: string,
  initial: Value,
  parse: (kept: unknown) => Value,
): WritableAtom<Value, [Update<Value>], void> {
  const base = atom({ isLoaded: false, value: initial });
  base.onMount = (set) => {
    set((held) => (held.isLoaded ? held : { isLoaded: true, value: load(key, initial, parse) }));
    const follow = (event: StorageEvent) => {
      if (event.key === key || event.key === null) set({ isLoaded: true, value: load(key, initial, parse) });
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  };
  return atom(
    (get) => get(base).value,
    (get, set, update: Update<Value>) => {
      const held = get(base);
      // A change may come before the first mount: it must build on what was kept, not wipe it out.
      const current = held.isLoaded ? held.value : load(key, initial, parse);
      const value = isFunction(update) ? update(current) : update;
      set(base, { isLoaded: true, value });
      save(key, value);
    },
  );
}

function load<Value>(key: string, initial: Value, parse: (kept: unknown) => Value): Value {
  try {
    const text = window.localStorage.getItem(key);
    return text === null ? initial : parse(JSON.parse(text));
  } catch {
    // Damaged, or storage is forbidden.
    return initial;
  }
}

function save(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the value lives until the page is closed.
  }
}

function isFunction<Value>(update: Update<Value>): update is (current: Value) => Value {
  return typeof update === 'function';
}
