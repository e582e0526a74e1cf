import { useState } from 'react';

/** A choice of keys that this browser remembers. For screens that are not prerendered: it reads the storage at once. */
export function useStoredKeys(name: string, initial: readonly string[]) {
  const [keys, setKeys] = useState(() => read(name) ?? initial);

  function choose(next: readonly string[]) {
    setKeys(next);
    try {
      localStorage.setItem(name, JSON.stringify(next));
    } catch {
      // A full or forbidden storage costs the memory of the choice, not the choice.
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
