import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef } from 'react';
import { RowTick } from '@/components/table/row-tick';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import type { ReportCase } from '@/contract/feedback/abusive-reports';
import { formatDateTime, formatRelative } from '@/lib/format/format';

interface CaseRowProps {
  item: ReportCase;
  href: string;
  isChosen: boolean;
  onChoose: () => void;
  tick: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined;
}

/** A case in the queue: excerpt, product, number of complaints and age. */
export function CaseRow({ item, href, isChosen, onChoose, tick }: CaseRowProps) {
  const { t, i18n } = useTranslation('form');
  const row = useRef<HTMLLIElement>(null);
  // Keyboard selection may be outside the visible part.
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isChosen]);
  const text = item.text ?? t('form:feedback.no-text');
  return (
    <li ref={row} className="relative">
      {tick && (
        <span className="absolute start-4 top-3.5 z-1">
          <RowTick
            label={t('form:feedback.queue.tick', { text: text.slice(0, 60) })}
            isOn={tick.isOn}
            onChange={tick.onChange}
          />
        </span>
      )}
      <Link
        href={href}
        aria-current={isChosen ? 'true' : undefined}
        className={`flex items-start gap-3 py-2.5 pe-3.5 -outline-offset-2 hover:bg-sunken desk:aria-[current=true]:bg-accent-soft ${tick ? 'ps-11' : 'ps-3.5'}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onChoose();
        }}
      >
        <span className="min-w-0 flex-1">
          <WrittenText className="line-clamp-2 font-medium break-words" text={text} />
          <span className="mt-px block text-small break-words text-ink-second">
            {t(`form:feedback.queue.kinds.${item.model_type}`)} ·{' '}
            <WrittenText text={item.product?.name ?? ''} />
          </span>
          <span className="mt-px flex justify-between gap-3 text-small">
            <span className="text-bad">
              {t('form:feedback.queue.reports', { count: item.reports_count })}
            </span>
            {item.first_reported_at && (
              <time
                dateTime={item.first_reported_at}
                title={formatDateTime(item.first_reported_at, i18n.language)}
                className="whitespace-nowrap text-ink-second"
              >
                {formatRelative(item.first_reported_at, i18n.language)}
              </time>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}
