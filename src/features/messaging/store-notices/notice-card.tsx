import { useTranslation } from 'next-i18next/pages';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { TextLink } from '@/components/ui/text-link';
import { noticeTones, storeNotices } from '@/contract/messaging/store-notices';
import type { StoreNotice } from '@/contract/messaging/store-notices/schema';
import { formatDate } from '@/lib/format/format';
import { useLabels } from '@/lib/i18n/labels';

interface NoticeCardProps {
  notice: StoreNotice;
  isMarking: boolean;
  onMark: (isRead: boolean) => void;
}

const edges = { high: 'border-s-warn', medium: 'border-s-accent', low: 'border-s-line' } as const;

/** Inbox card of a notice: priority, excerpt and read state. */
export function NoticeCard({ notice, isMarking, onMark }: NoticeCardProps) {
  const { t } = useTranslation('messaging');
  const labels = useLabels(storeNotices);
  const { id, priority, is_read: isRead } = notice;
  const author = labels.option('creator_role', notice.creator_role.toLowerCase().replaceAll(' ', '_'));
  return (
    <li
      className={`rounded-card border border-line border-s-4 p-4 ${isRead ? 'border-s-line bg-sunken' : `${edges[priority]} bg-surface`}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className={`min-w-0 break-words ${isRead ? 'font-medium text-ink-second' : 'font-semibold'}`}>
          <TextLink href={`/store-notices/${id}`}>{cut(notice.notice, 100)}</TextLink>
          {!isRead && <span className="sr-only"> {t('messaging:store-notices.inbox.is-unread')}</span>}
        </h2>
        <Badge tone={isRead ? 'neutral' : noticeTones[priority]}>{labels.option('priority', priority)}</Badge>
      </div>
      <p className="mt-1 text-ink-second break-words whitespace-pre-line">{cut(notice.description, 250)}</p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2 text-small text-ink-second">
        <span>
          {author} · {formatDate(notice.effective_from)} – {formatDate(notice.expired_at)}
        </span>
        <Button
          variant="ghost"
          size="small"
          className="-mx-2.5"
          isLoading={isMarking}
          onClick={() => onMark(!isRead)}
        >
          {t(`messaging:store-notices.inbox.${isRead ? 'mark-unread' : 'mark-read'}`)}
        </Button>
      </div>
    </li>
  );
}

function cut(text: string, length: number): string {
  const letters = Array.from(text);
  return letters.length > length ? `${letters.slice(0, length).join('').trimEnd()}…` : text;
}
