import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { conversationsEndpoint, type UnreadTotals } from '@/contract/messaging/conversations';
import type { UnreadNotices } from '@/contract/messaging/store-notices/schema';
import { api } from '@/lib/api/client';

interface MenuCountProps {
  /** Address of the entry. */
  path: string;
  isMini: boolean;
}

interface Counted {
  queryKey: readonly string[];
  ask: () => Promise<number>;
}

const messages: Counted = {
  queryKey: ['conversations', 'unread'],
  ask: async () => (await api.get<UnreadTotals>(`${conversationsEndpoint}/unread`)).messages,
};

const notices: Counted = {
  queryKey: ['store-notices', 'unread', 'count'],
  ask: async () => (await api.get<UnreadNotices>('store-notices/unread')).total,
};

/** Counters of menu entries; live events refetch them (`live-updates.ts`). */
const counted: Record<string, Counted> = {
  '/message': messages,
  '/owner-message': messages,
  '/notice': notices,
};

/** Number of waiting items behind an entry; hidden at zero (look.md). */
export function MenuCount({ path, isMini }: MenuCountProps) {
  const source = counted[path];
  return source ? <Count source={source} isMini={isMini} /> : null;
}

function Count({ source, isMini }: { source: Counted; isMini: boolean }) {
  const { t } = useTranslation('common');
  const { data = 0 } = useQuery({
    queryKey: source.queryKey,
    queryFn: source.ask,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  if (data === 0) return null;
  const place = isMini ? 'absolute end-1 top-1 size-2' : 'ms-auto grid h-5 min-w-5 place-items-center px-1.5';
  return (
    <span className={`shrink-0 rounded-full bg-accent text-[12px] font-semibold text-accent-on ${place}`}>
      {!isMini && <span aria-hidden="true">{data > 99 ? '99+' : data}</span>}
      <span className="sr-only">{t('text-waiting', { count: data })}</span>
    </span>
  );
}
