import { useState } from 'react';
import { keepText, readKeptValue } from '../kept';

/** A set of keys stored in this browser. Not for prerendered screens: it reads localStorage on the first render. */
export function useStoredKeys(name: string, initial: readonly string[]) {
  const [keys, setKeys] = useState(() => read(name) ?? initial);

  function choose(next: readonly string[]) {
    setKeys(next);
    // With the storage full or blocked the choice lasts until reload.
    keepText(name, JSON.stringify(next));
  }

  const toggle = (key: string) =>
    choose(keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key]);

  return { keys, toggle, choose };
}

function read(name: string): string[] | undefined {
  const stored = readKeptValue(name);
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : undefined;
}
