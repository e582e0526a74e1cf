import { SpriteIcon } from '@/components/ui/sprite-icon';
import { WrittenText } from '@/components/ui/written-text';
import type { FeedbackPerson } from '@/contract/feedback/reviews/schema';

interface AuthorLineProps {
  person: FeedbackPerson | null;
  activeLabel: string;
}

export function AuthorLine({ person, activeLabel }: AuthorLineProps) {
  if (!person) return null;
  return (
    <span className="flex min-w-0 items-center gap-1.5 font-medium">
      <WrittenText className="min-w-0 break-words" text={person.name} />
      {person.is_active && (
        <span role="img" aria-label={activeLabel} title={activeLabel} className="shrink-0 text-good">
          <SpriteIcon name="badge-check" className="size-4" />
        </span>
      )}
    </span>
  );
}
