import { useTranslation } from 'next-i18next/pages';
import { WrittenText } from '@/components/ui/written-text';
import type { ReportCase } from '@/contract/feedback/abusive-reports';
import { formatDateTime, formatRelative } from '@/lib/format/format';

/** A case in the queue: excerpt, product, number of complaints and age. */
export function CaseRow({ item }: { item: ReportCase }) {
  const { t, i18n } = useTranslation('feedback');
  return (
    <span className="min-w-0 flex-1">
      <WrittenText
        className="line-clamp-2 font-medium break-words"
        text={item.text ?? t('feedback:feedback.no-text')}
      />
      <span className="mt-px block text-small break-words text-ink-second">
        {t(`feedback:feedback.queue.kinds.${item.model_type}`)} ·{' '}
        <WrittenText text={item.product?.name ?? ''} />
      </span>
      <span className="mt-px flex justify-between gap-3 text-small">
        <span className="text-bad">
          {t('feedback:feedback.queue.reports', { count: item.reports_count })}
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
  );
}
