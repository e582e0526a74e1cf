import { useState } from 'react';

/** A set of keys stored in this browser. Not for prerendered screens: it reads localStorage on the first render. */
export function useStoredKeys(name: string, initial: readonly string[]) {
  const [keys, setKeys] = useState(() => read(name) ?? initial);

  function choose(next: readonly string[]) {
    setKeys(next);
    try {
      localStorage.setItem(name, JSON.stringify(next));
    } catch {
      // With the storage full or blocked the choice lasts until reload.
    }
  }

  const toggle = (key: string) =>
    choose(keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]);

  return { keys, toggle, choose };
}

function read(name: string): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : undefined;
  } catch {
    return undefined;
  }
}
