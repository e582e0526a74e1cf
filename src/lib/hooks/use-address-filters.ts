import { useRouter } from 'next/router';

/** Filters and page of the URL; empty ones are absent. A change scrolls up, unless the list stands lower on its page. */
export function useAddressFilters(keys: readonly string[], { scroll = true } = {}) {
  const router = useRouter();
  const asked = (key: string) => (typeof router.query[key] === 'string' ? router.query[key] : '');
  const filters: Record<string, string> = {};
  for (const key of keys) if (asked(key)) filters[key] = asked(key);

  const go = (change: Record<string, string>) => {
    // A changed filter starts at page one.
    const next = Object.entries({ ...filters, ...change }).filter(([, value]) => value !== '');
    const search = new URLSearchParams(next);
    const [path = ''] = router.asPath.split(/[?#]/, 1);
    void router.replace(search.size > 0 ? `${path}?${search}` : path, undefined, {
      shallow: true,
      scroll,
    });
  };
  return { filters, page: Number(asked('page')) || 1, isFiltered: Object.keys(filters).length > 0, go };
}
