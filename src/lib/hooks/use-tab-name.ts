import { useEffect, useSyncExternalStore } from 'react';

/** What is open in this tab, innermost last: a page that is left may go after the next one has come. */
let names: readonly { name: string }[] = [];
const listeners = new Set<() => void>();

function change(next: typeof names) {
  names = next;
  for (const listener of listeners) listener();
}

/** Names the browser tab after what is open, instead of its family, while the component is there. */
export function useTabName(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    const entry = { name };
    change([...names, entry]);
    return () => change(names.filter((one) => one !== entry));
  }, [name]);
}

/** The name that the open page gave, for the head of the document. */
export function useShownTabName(): string | undefined {
  return useSyncExternalStore(subscribe, newest, none);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const newest = () => names.at(-1)?.name;
const none = () => undefined;
