import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { FeedbackCounts } from '@/contract/feedback/reviews/schema';

interface VotesProps {
  figures: Pick<FeedbackCounts, 'positive_feedbacks_count' | 'negative_feedbacks_count'>;
  /** Accessible text. */
  label: string;
}

/** Counts of helpful and unhelpful votes. */
export function Votes({ figures, label }: VotesProps) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="inline-flex items-center gap-2.5 text-small whitespace-nowrap text-ink-second tabular-nums"
    >
      <span className="inline-flex items-center gap-1">
        <SpriteIcon name="thumbs-up" className="size-3.5" />
        {figures.positive_feedbacks_count}
      </span>
      <span className="inline-flex items-center gap-1">
        <SpriteIcon name="thumbs-down" className="size-3.5" />
        {figures.negative_feedbacks_count}
      </span>
    </span>
  );
}
