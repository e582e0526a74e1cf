import { atom, type WritableAtom } from 'jotai';

type Update<Value> = Value | ((current: Value) => Value);

/**
 * An atom stored in localStorage. Holds `initial` until mounted, so that prerender and hydration agree, then the stored
 * value. `parse` validates what is stored. Follows changes of other tabs.
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
      // A write before the first mount must build on the stored value.
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
    // Damaged, or storage is blocked.
    return initial;
  }
}

function save(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or blocked: the value lasts until the page is closed.
  }
}

function isFunction<Value>(update: Update<Value>): update is (current: Value) => Value {
  return typeof update === 'function';
}
