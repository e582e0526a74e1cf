import { useAtom } from 'jotai';
import { useMemo } from 'react';
import { storedAtom } from './stored';

const openGroupsAtom = storedAtom<string[]>('gostiny-menu-open', [], (kept) =>
  Array.isArray(kept) ? kept.filter((title) => typeof title === 'string') : [],
);

/** Titles of the menu's expanded groups, stored. */
export function useOpenGroups(): [titles: string[], setOpen: (title: string, isOpen: boolean) => void] {
  const [titles, setTitles] = useAtom(openGroupsAtom);
  const setOpen = (title: string, isOpen: boolean) =>
    setTitles((before) => [...before.filter((one) => one !== title), ...(isOpen ? [title] : [])]);
  return [titles, setOpen];
}

/** A page that the person pinned to the menu, with its filters. */
export interface Pin {
  /** Address without base path and language, with query. */
  path: string;
  name: string;
}

type PinsByPerson = Record<string, Pin[]>;

const mostPins = 20;

const pinsAtom = storedAtom<PinsByPerson>('gostiny-pins', {}, (kept) => {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {};
  const persons = Object.entries(kept).filter(([, pins]) => Array.isArray(pins));
  return Object.fromEntries(persons.map(([person, pins]) => [person, pins.filter(isPin).slice(0, mostPins)]));
});

/**
 * A person's pinned pages, stored in the browser by account: the menu shows them without a request, and people who
 * share a computer keep their own.
 */
export function usePins(person: number | undefined) {
  const [kept, setKept] = useAtom(pinsAtom);
  return useMemo(() => {
    const key = String(person);
    const change = (next: (own: Pin[]) => Pin[]) => {
      if (person === undefined) return;
      setKept((before) => ({ ...before, [key]: next(before[key] ?? []).slice(0, mostPins) }));
    };
    return {
      pins: person === undefined ? [] : (kept[key] ?? []),
      pin: (pin: Pin) => change((own) => [...own.filter(({ path }) => path !== pin.path), pin]),
      unpin: (path: string) => change((own) => own.filter((one) => one.path !== path)),
    };
  }, [kept, setKept, person]);
}

function isPin(pin: unknown): pin is Pin {
  if (typeof pin !== 'object' || pin === null) return false;
  const { path, name } = pin as Partial<Record<keyof Pin, unknown>>;
  // Two slashes would lead to another site.
  return typeof name === 'string' && typeof path === 'string' && /^\/(?!\/)/.test(path);
}
