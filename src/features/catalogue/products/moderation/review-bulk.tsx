import { useTranslation } from 'next-i18next/pages';
import { BulkBar, bulkButtonClass } from '@/components/table/bulk-bar';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { ProductReview } from '@/contract/catalogue/products/moderation';
import { useApproveMany } from './use-reviews';

interface ReviewBulkProps {
  reviews: readonly ProductReview[];
  /** How many could be ticked. */
  total: number;
  onTakeAll: () => void;
  onClear: () => void;
}

/** Publishes what was ticked, as it was seen in the queue; what cannot be published stays there. */
export function ReviewBulk({ reviews, total, onTakeAll, onClear }: ReviewBulkProps) {
  const { t } = useTranslation('form');
  const approve = useApproveMany();
  return (
    <BulkBar
      {...{ total, onTakeAll, onClear }}
      count={reviews.length}
      isBusy={approve.isPending}
      more={
        <button
          type="button"
          disabled={approve.isPending}
          className={bulkButtonClass}
          onClick={() => approve.mutate(reviews, { onSuccess: onClear })}
        >
          <SpriteIcon name="badge-check" className="size-4" />
          {t('form:products.moderation.approve')}
        </button>
      }
    />
  );
}
