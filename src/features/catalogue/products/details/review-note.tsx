import { useTranslation } from 'next-i18next/pages';
import type { OwnReview } from '@/contract/catalogue/products/details';
import { formatDateTime } from '@/lib/format/format';

/** What waits for an administrator, or why it was sent back. */
export function ReviewNote({ review }: { review: OwnReview }) {
  const { t, i18n } = useTranslation('form');
  if (review.decision === 'approved') return null;
  const isBack = review.decision === 'rejected';
  const key = isBack ? 'rejected' : review.values ? 'change-waits' : 'waits';
  return (
    <div
      className={`mt-4 rounded-card border p-3.5 ${isBack ? 'border-bad bg-bad-soft text-bad' : 'border-line bg-warn-soft text-warn'}`}
    >
      <p className="font-medium">
        {t(`form:products.details.${key}`, { at: formatDateTime(review.submitted_at, i18n.language) })}
      </p>
      {review.reason && <p className="mt-1 break-words text-ink">{review.reason}</p>}
    </div>
  );
}
