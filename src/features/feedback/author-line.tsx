import { useTranslation } from 'next-i18next/pages';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { WrittenText } from '@/components/ui/written-text';
import type { FeedbackPerson } from '@/contract/feedback/subject';

export function AuthorLine({ person }: { person: FeedbackPerson | null }) {
  const { t } = useTranslation('feedback');
  if (!person) return null;
  const active = t('feedback:feedback.active-author');
  return (
    <span className="flex min-w-0 items-center gap-1.5 font-medium">
      <WrittenText className="min-w-0 break-words" text={person.name} />
      {person.is_active && (
        <span role="img" aria-label={active} title={active} className="shrink-0 text-good">
          <SpriteIcon name="badge-check" className="size-4" />
        </span>
      )}
    </span>
  );
}
