import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { ShopStub } from '@/contract/accounts/auth';
import { adminOwnerStaff, isAllowed } from '@/contract/core/permissions';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { type ClientError, toClientError } from '@/lib/api/errors';
import { formatDate } from '@/lib/format/format';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { useMe, usePermissions } from '@/lib/session/me';
import { useRecent } from '@/state/recent';
import { useSearchUses } from '@/state/search-uses';
import { useMoney } from '@/state/use-money';
import { recordItem, type SearchGroup } from './search-items';
import { useLocalResults } from './use-local-results';

/** Maximum number of local results per group. */
const most = { untyped: 5, typed: 6 };
const pauseMs = 150;

export interface FoundGroups {
  groups: SearchGroup[];
  /** No records loaded yet. */
  isLoading: boolean;
  /** Results of an older text are shown while new ones load. */
  isStale: boolean;
  error: ClientError | undefined;
  retry: () => void;
}

/** Results for a text: pages, actions and settings immediately, records from the server; recent places while the box is empty. */
export function useSearchGroups(text: string, shop: ShopStub | undefined): FoundGroups {
  const { t } = useTranslation('insights');
  const { data: me } = useMe();
  const isTyped = text.trim() !== '';
  const recent = useRecent(me?.id);
  const uses = useSearchUses(me?.id);
  const found = useLocalResults(text, shop);
  const records = useRecords(text);
  const limit = isTyped ? most.typed : most.untyped;
  const known = [...found].map(([key, items]) => ({
    key,
    title: t(`insights:search.${key}`),
    // Settings are for who looks for one.
    items: isTyped || key !== 'settings' ? items.slice(0, limit) : [],
  }));
  const last: SearchGroup = {
    key: 'recent',
    title: t('insights:search.recent'),
    items: recent.items.map((item) => ({ ...item, key: `recent ${item.path}`, isPlace: true })),
    onForget: () => {
      recent.forget();
      uses.forget();
    },
  };
  return {
    ...records,
    groups: [...(isTyped ? [] : [last]), ...known, ...records.groups].filter(({ items }) => items.length > 0),
  };
}

function useRecords(text: string): FoundGroups {
  const { t } = useTranslation('insights');
  const permissions = usePermissions();
  const money = useMoney();
  const canFind = useCan('search');
  const wanted = text.trim();
  const asked = useDebouncedValue(wanted, pauseMs);
  const found = useQuery({
    queryKey: ['search', asked],
    // A superseded request is aborted.
    queryFn: ({ signal }) => api.call({ url: 'search', params: { q: asked }, signal }),
    enabled: canFind && asked !== '' && isAllowed(adminOwnerStaff, permissions),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
  const isWaiting = canFind && wanted !== '' && (found.isFetching || asked !== wanted);
  const error = wanted !== '' && found.isError && !isWaiting ? toClientError(found.error) : undefined;
  const words = {
    money,
    day: (iso: string) => formatDate(iso),
    number: (id: string) => t('common:id', { id }),
  };
  const groups = wanted === '' || error ? [] : (found.data?.groups ?? []);
  return {
    groups: groups.map(({ family, rows, list }) => {
      const title = t(`insights:search.families.${family}`);
      const all = {
        key: `all ${family}`,
        title: t('insights:search.all-of', { family: title }),
        icon: 'list',
      };
      return {
        key: family,
        title,
        items: [
          ...rows.map((row) => recordItem(family, row, words)),
          ...(list === null ? [] : [{ ...all, path: list }]),
        ],
      };
    }),
    isLoading: isWaiting && found.data === undefined,
    isStale: isWaiting && found.data !== undefined,
    error,
    retry: () => void found.refetch(),
  };
}
