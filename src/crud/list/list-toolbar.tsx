import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { SearchInput } from '@/components/inputs/search-input';
import { useAfterPaint } from '@/lib/hooks/use-after-paint';
import { part } from '@/lib/part';
import type { Toolbar } from './use-toolbar';

/** As high as the tools, which take one line: a place for each filter would take two. */
const Place = () => <span className="h-8.5 pointer-coarse:h-10" />;
const ListTools = part(
  dynamic(() => import('./list-tools').then((module) => module.ListTools), { loading: Place }),
);

/** On phones one row that scrolls horizontally. */
const toolsShape =
  'contents phone:-mx-4 phone:flex phone:basis-[calc(100%+2rem)] phone:items-center phone:gap-2 phone:overflow-x-auto phone:px-4 phone:py-1 phone:[scrollbar-width:none] phone:*:shrink-0';

interface ListToolbarProps extends Toolbar {
  /** False while the first rows load: the tools only reserve their space. */
  isReady: boolean;
  /** False where the views are shown among the list's tabs. */
  hasViews?: boolean;
}

/** Search, filters and the column chooser above a list. */
export function ListToolbar(props: ListToolbarProps) {
  const { t } = useTranslation('common');
  const isSettled = useAfterPaint(props.isReady);
  return (
    <div className="mt-4 flex min-h-8.5 flex-wrap items-center gap-2 pointer-coarse:min-h-10">
      <SearchInput
        value={props.search}
        label={props.searchLabel}
        clearLabel={t('common:list.clear-search')}
        onSearch={props.onSearch}
      />
      <div className={toolsShape}>{isSettled ? <ListTools {...props} /> : <Place />}</div>
    </div>
  );
}
