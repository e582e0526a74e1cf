import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import type { FeedbackPerson } from '@/contract/feedback/subject';
import { formatRelative } from '@/lib/format/relative';

interface FeedbackCardProps {
  product: ReactNode;
  /** At the end of the first line. */
  state: ReactNode;
  author: FeedbackPerson | null;
  at: string;
  /** Next to the author and the time. */
  note?: ReactNode;
  children: ReactNode;
}

/** A review or a question on a phone: subject and status, text, author and time. */
export function FeedbackCard({ product, state, author, at, note, children }: FeedbackCardProps) {
  const { t, i18n } = useTranslation('feedback');
  const name = author?.name ?? t('feedback:questions.guest');
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">{product}</div>
        <span className="shrink-0">{state}</span>
      </div>
      {children}
      <p className="text-small break-words text-ink-second">
        {name} · <time dateTime={at}>{formatRelative(at, i18n.language)}</time>
        {note && <> · {note}</>}
      </p>
    </div>
  );
}
