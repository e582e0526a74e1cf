import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { PaginatorInfo } from '@/contract/core/paging';
import { formatNumber } from '@/lib/format/format';

interface PaginationProps {
  info: Pick<PaginatorInfo, 'currentPage' | 'lastPage' | 'from' | 'to' | 'total'>;
  onPage: (page: number) => void;
}

/** First, last and neighbouring pages; a gap of one page is filled. */
function pagesAround(current: number, last: number): (number | 'gap')[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(wanted)].sort((one, other) => one - other);
  return pages.flatMap((page, index) => {
    const before = pages[index - 1];
    if (before === undefined || page - before === 1) return [page];
    return page - before === 2 ? [page - 1, page] : ['gap' as const, page];
  });
}

const shape =
  'grid h-8.5 min-w-8.5 place-items-center rounded-control px-2 text-body transition-colors pointer-coarse:h-10 pointer-coarse:min-w-10 ';

/** Page numbers with the shown range; only the count when all rows fit on one page. */
export function Pagination({ info, onPage }: PaginationProps) {
  const { t, i18n } = useTranslation('common');
  const { currentPage, lastPage, total } = info;
  const number = (value: number | null) => formatNumber(value ?? 0, i18n.language);
  const step = (page: number, label: string, icon: ReactNode) => (
    <button
      type="button"
      aria-label={label}
      disabled={page < 1 || page > lastPage}
      className={`${shape} text-ink-second hover:not-disabled:bg-line-faint disabled:opacity-40`}
      onClick={() => onPage(page)}
    >
      {icon}
    </button>
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line-faint px-4 py-2.5 text-ink-second">
      <p className="text-small">
        {t('common:list.shown', { from: number(info.from), to: number(info.to), total: number(total) })}
      </p>
      {lastPage > 1 && (
        <nav aria-label={t('common:list.pages')} className="-me-2 flex items-center gap-0.5">
          {step(
            currentPage - 1,
            t('common:list.previous-page'),
            <SpriteIcon name="chevron-left" className="size-4 rtl:rotate-180" />,
          )}
          {pagesAround(currentPage, lastPage).map((page, index) =>
            page === 'gap' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name
              <span key={`gap-${index}`} className="w-6 text-center">
                …
              </span>
            ) : (
              <button
                key={page}
                type="button"
                aria-current={page === currentPage ? 'page' : undefined}
                aria-label={t('common:list.page', { page: number(page) })}
                className={`${shape} ${page === currentPage ? 'bg-accent-soft font-semibold text-accent-ink' : 'hover:bg-line-faint'}`}
                onClick={() => onPage(page)}
              >
                {number(page)}
              </button>
            ),
          )}
          {step(
            currentPage + 1,
            t('common:list.next-page'),
            <SpriteIcon name="chevron-right" className="size-4 rtl:rotate-180" />,
          )}
        </nav>
      )}
    </div>
  );
}
