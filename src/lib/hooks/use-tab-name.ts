import { useEffect, useSyncExternalStore } from 'react';

/** Names of open records in this tab, innermost last: an outgoing page may unmount after the next one mounts. */
let names: readonly { name: string }[] = [];
const listeners = new Set<() => void>();

function change(next: typeof names) {
  names = next;
  for (const listener of listeners) listener();
}

/** Names the browser tab after the open record instead of its family while the component is mounted. */
export function useTabName(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    const entry = { name };
    change([...names, entry]);
    return () => change(names.filter((one) => one !== entry));
  }, [name]);
}

/** The name set by the open page, for the head of the document. */
export function useShownTabName(): string | undefined {
  return useSyncExternalStore(subscribe, newest, none);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const newest = () => names.at(-1)?.name;
const none = () => undefined;
