import { useAtom } from 'jotai';
import { useMemo } from 'react';
import { storedAtom } from './stored';

/** A place opened from the search. */
export interface RecentItem {
  path: string;
  title: string;
  note: string | null;
  icon: string;
}

interface StoredRecent {
  /** Owner of the entry: accounts on one machine do not see each other's. */
  person: number;
  items: RecentItem[];
}

const most = 6;
const nobody: StoredRecent = { person: 0, items: [] };

const recentAtom = storedAtom<StoredRecent>('gostiny-recent', nobody, (kept) => {
  if (typeof kept !== 'object' || kept === null || !('person' in kept) || !('items' in kept)) return nobody;
  const items = Array.isArray(kept.items) ? kept.items.filter(isItem) : [];
  return { person: Number(kept.person) || 0, items: items.slice(0, most) };
});

/** Places opened from the search, latest first; cleared on sign-out. */
export function useRecent(person: number | undefined) {
  const [kept, setKept] = useAtom(recentAtom);
  return useMemo(
    () => ({
      items: person !== undefined && kept.person === person ? kept.items : [],
      remember: (item: RecentItem) => {
        if (person === undefined) return;
        setKept((before) => {
          const own = before.person === person ? before.items : [];
          return { person, items: [item, ...own.filter(({ path }) => path !== item.path)].slice(0, most) };
        });
      },
      forget: () => setKept(nobody),
    }),
    [kept, setKept, person],
  );
}

function isItem(item: unknown): item is RecentItem {
  if (typeof item !== 'object' || item === null) return false;
  const { path, title, icon, note } = item as Partial<Record<keyof RecentItem, unknown>>;
  const isText = [path, title, icon].every((text) => typeof text === 'string');
  return isText && (note === null || typeof note === 'string') && String(path).startsWith('/');
}
