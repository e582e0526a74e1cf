import { useAtom } from 'jotai';
import { useMemo } from 'react';
import { storedAtom } from './stored';

/** How often a result was chosen, last chosen first. */
interface Uses {
  /** Owner of the counts: accounts on one machine do not mix. */
  person: number;
  counts: [key: string, count: number][];
}

const mostKeys = 60;
const mostUses = 50;
const nobody: Uses = { person: 0, counts: [] };

const usesAtom = storedAtom<Uses>('gostiny-search-uses', nobody, (kept) => {
  if (typeof kept !== 'object' || kept === null || !('person' in kept) || !('counts' in kept)) return nobody;
  const counts = Array.isArray(kept.counts) ? kept.counts.filter(isCount) : [];
  return { person: Number(kept.person) || 0, counts: counts.slice(0, mostKeys) };
});

/** Counts of what a person opens from the search, kept in this browser. */
export function useSearchUses(person: number | undefined) {
  const [kept, setKept] = useAtom(usesAtom);
  return useMemo(
    () => ({
      uses: new Map(person !== undefined && kept.person === person ? kept.counts : []),
      count: (key: string) => {
        if (person === undefined) return;
        setKept((before) => {
          const own = before.person === person ? before.counts : [];
          const known = own.find(([one]) => one === key)?.[1] ?? 0;
          const others = own.filter(([one]) => one !== key);
          return {
            person,
            counts: [[key, Math.min(known + 1, mostUses)] as [string, number], ...others].slice(0, mostKeys),
          };
        });
      },
      forget: () => setKept(nobody),
    }),
    [kept, setKept, person],
  );
}

function isCount(entry: unknown): entry is [string, number] {
  if (!Array.isArray(entry) || entry.length !== 2) return false;
  const [key, count] = entry;
  return typeof key === 'string' && typeof count === 'number' && count > 0 && count <= mostUses;
}
