import { useTranslation } from 'next-i18next/pages';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { FeedbackCounts } from '@/contract/feedback/reviews/schema';

type VoteCounts = Pick<FeedbackCounts, 'positive_feedbacks_count' | 'negative_feedbacks_count'>;

/** Counts of helpful and unhelpful votes. */
export function Votes({ figures }: { figures: VoteCounts }) {
  const { t } = useTranslation('feedback');
  const { positive_feedbacks_count: useful, negative_feedbacks_count: useless } = figures;
  const label = t('feedback:feedback.votes', { useful, useless });
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="inline-flex items-center gap-2.5 text-small whitespace-nowrap text-ink-second tabular-nums"
    >
      <span className="inline-flex items-center gap-1">
        <SpriteIcon name="thumbs-up" className="size-3.5" />
        {useful}
      </span>
      <span className="inline-flex items-center gap-1">
        <SpriteIcon name="thumbs-down" className="size-3.5" />
        {useless}
      </span>
    </span>
  );
}
