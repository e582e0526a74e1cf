import { useTranslation } from 'next-i18next/pages';
import { RelativeTime } from '@/components/ui/relative-time';
import { WrittenText } from '@/components/ui/written-text';
import type { ReportCase } from '@/contract/feedback/abusive-reports';

/** A case in the queue: excerpt, product, number of complaints and age. */
export function CaseRow({ item }: { item: ReportCase }) {
  const { t } = useTranslation('feedback');
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
          <RelativeTime at={item.first_reported_at} className="whitespace-nowrap text-ink-second" />
        )}
      </span>
    </span>
  );
}
