import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { Tabs } from '@/components/ui/tabs';
import type { AnyResource } from '@/contract/core/define';
import { tabCountLimit } from '@/contract/core/paging';
import type { ListState, ListTab } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { part } from '@/lib/part';
import type { Toolbar } from './use-toolbar';
import { isSameView, useViews } from './use-views';

const ViewsMenu = part(dynamic(() => import('./views-menu').then((module) => module.ViewsMenu)));

interface ListTabsProps {
  resource: AnyResource;
  tabs: readonly ListTab[];
  open: string | undefined;
  /** Search pairs that limit the list to a shop; undefined while they load. */
  scope: Record<string, unknown> | undefined;
  /** False while the first rows load: counts and views are requested after them. */
  isReady: boolean;
  views: Toolbar['views'];
  hrefOf: (changes: Partial<ListState>) => string;
  onOpen: (changes: Partial<ListState>) => void;
}

/** Tabs of a list with their counts, then the saved views. A tab opens without search and filters. */
export function ListTabs({ resource, tabs, open, scope, isReady, views, hrefOf, onOpen }: ListTabsProps) {
  const { t, i18n } = useTranslation('common');
  const isSettled = useAfterPaint(isReady);
  const counts = useTabCounts(resource, tabs, scope, isSettled);
  const saved = useViews(views.family, views.shop, isSettled).views.data ?? [];
  const shown = saved.find((view) => isSameView(view.state, views.state));

  const countText = (count: number | undefined) =>
    count === undefined
      ? undefined
      : `${formatNumber(Math.min(count, tabCountLimit), i18n.language)}${count > tabCountLimit ? '+' : ''}`;
  const fixed = tabs.map(({ key, label }, index) => {
    const place = { tab: index === 0 ? undefined : key, search: '', filters: {} };
    return {
      href: hrefOf(place),
      label,
      count: countText(counts?.[key]),
      isCurrent: !shown && key === open,
      onOpen: () => onOpen(place),
    };
  });
  const own = saved.map((view) => {
    const { columns: _columns, ...place } = { tab: undefined, ...view.state };
    return {
      // The id tells views of equal content apart.
      href: `${hrefOf(place)}#view-${view.id}`,
      label: view.name,
      isCurrent: view === shown,
      onOpen: () => views.onApply(view.state),
    };
  });
  return (
    <div className="mt-3 min-h-10.5">
      <Tabs isList label={t('common:list.tabs')} tabs={[...fixed, ...own]}>
        {isSettled && (
          <span className="flex shrink-0 items-center ps-1">
            <ViewsMenu {...views} />
          </span>
        )}
      </Tabs>
    </div>
  );
}

/** Number of rows in each tab, from one request. */
function useTabCounts(
  resource: AnyResource,
  tabs: readonly ListTab[],
  scope: Record<string, unknown> | undefined,
  isEnabled: boolean,
): Record<string, number> | undefined {
  const canCount = useCan('counts');
  const query = { ...scope, tabs: tabs.map(({ key }) => key).join(',') };
  const { data } = useQuery({
    queryKey: [resource.name, 'counts', query],
    queryFn: () => api.get(`${resource.endpoint}/counts`, query),
    enabled: canCount && isEnabled && scope !== undefined,
    staleTime: 5_000,
  });
  return data;
}
