import { useTranslation } from 'next-i18next/pages';
import { Skeleton } from '@/components/ui/skeleton';
import type { FoundGroups } from './use-search-groups';

interface SearchNoteProps {
  text: string;
  found: FoundGroups;
  isEmpty: boolean;
}

/** What stands below the lines of the search, or in their place: that more is on its way, that there is nothing, that it failed. */
export function SearchNote({ text, found, isEmpty }: SearchNoteProps) {
  const { t } = useTranslation('resources');
  if (found.error) {
    const isTooOften = found.error.code === 'TOO_MANY_REQUESTS';
    return (
      <p
        role="alert"
        className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 px-2.5 py-2 text-ink-second"
      >
        {t(`resources:search.${isTooOften ? 'too-often' : 'failed'}`)}
        <button
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={found.retry}
          className="rounded-badge font-medium text-accent-ink hover:underline"
        >
          {t('resources:search.retry')}
        </button>
      </p>
    );
  }
  if (found.isLoading) {
    return (
      <div role="status" aria-label={t('resources:search.loading')} className="mt-1.5 space-y-3 px-2.5 py-2">
        {[40, 55, 35].map((width) => (
          <div key={width} className="flex items-center gap-3">
            <Skeleton className="size-7 shrink-0" />
            <Skeleton className={`h-4 ${width === 55 ? 'w-7/12' : 'w-5/12'}`} />
          </div>
        ))}
      </div>
    );
  }
  if (!isEmpty || text.trim() === '' || found.isStale) return null;
  return (
    <div className="px-2.5 py-3">
      <p className="font-medium break-words">{t('resources:search.nothing', { text: text.trim() })}</p>
      <p className="mt-1 text-small text-ink-second">{t('resources:search.hints')}</p>
    </div>
  );
}
