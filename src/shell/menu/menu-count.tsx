import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type MenuCounts, menuCountsEndpoint } from '@/contract/insights/menu-counts';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { useFirstData } from '@/shell/use-first-data';

const none: MenuCounts = {};

/**
 * Counts of pending work in the menu, at the root or in a shop; requested after the page's own data, then on live
 * events (`live-updates.ts`).
 */
export function useMenuCounts(shop: string | undefined): MenuCounts {
  const isReady = useFirstData();
  const canCount = useCan('menu-counts');
  const { data } = useQuery({
    queryKey: [menuCountsEndpoint, shop ?? null],
    queryFn: () => api.get(menuCountsEndpoint, shop === undefined ? {} : { shop }),
    enabled: isReady && canCount,
    staleTime: 60_000,
  });
  return data ?? none;
}

/** Number of pending items behind an entry; hidden at zero. */
export function MenuCount({ count = 0, isMini }: { count: number | undefined; isMini: boolean }) {
  const { t } = useTranslation('common');
  if (count === 0) return null;
  const place = isMini ? 'absolute end-1 top-1 size-2 bg-accent' : 'h-5 min-w-5 bg-accent-soft px-1.5';
  return (
    <span
      className={`grid shrink-0 place-items-center rounded-full text-small leading-5 font-semibold text-accent-ink ${place}`}
    >
      {!isMini && <span aria-hidden="true">{count > 99 ? '99+' : count}</span>}
      <span className="sr-only">{t('text-waiting', { count })}</span>
    </span>
  );
}
