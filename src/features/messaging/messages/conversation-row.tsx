import { useTranslation } from 'next-i18next/pages';
import { Avatar } from '@/components/ui/avatar';
import { Link } from '@/components/ui/link';
import { WrittenText } from '@/components/ui/written-text';
import type { Conversation } from '@/contract/messaging/conversations';
import { formatDateTime } from '@/lib/format/format';
import { useCounterpart } from './counterpart';
import { shortMoment } from './moments';

interface ConversationRowProps {
  talk: Conversation;
  base: string;
  isChosen: boolean;
}

/** List row: participant, last message, time and unread count. */
export function ConversationRow({ talk, base, isChosen }: ConversationRowProps) {
  const { t, i18n } = useTranslation('messaging');
  const { name, note, path, shape } = useCounterpart()(talk);
  const { latest_message: latest, unseen } = talk;
  const words =
    latest?.body || (latest ? t('messaging:messages.files-only') : t('messaging:messages.nothing-yet'));
  const edge = unseen > 0 ? 'border-accent' : 'border-transparent';
  return (
    <li>
      <Link
        href={`${base}/${talk.id}`}
        aria-current={isChosen ? 'page' : undefined}
        className={`flex min-h-17 items-center gap-3 border-s-3 border-b border-b-line-faint py-2.5 ps-3 pe-4 transition-colors focus-visible:-outline-offset-2 ${edge} ${
          isChosen ? 'bg-accent-soft' : 'hover:bg-sunken'
        }`}
      >
        <Avatar name={name} path={path} size="normal" shape={shape} />
        <span className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <span className="flex items-baseline gap-2">
            <WrittenText
              className={`min-w-0 flex-1 truncate ${unseen > 0 ? 'font-semibold' : 'font-medium'}`}
              text={name}
            />
            <time
              dateTime={talk.updated_at}
              title={formatDateTime(talk.updated_at, i18n.language)}
              className="shrink-0 text-small text-ink-second"
            >
              {shortMoment(talk.updated_at, i18n.language)}
            </time>
          </span>
          {note && <WrittenText className="truncate text-small text-ink-second" text={note} />}
          <span className="flex items-center gap-2">
            <span
              className={`min-w-0 flex-1 truncate text-small ${unseen > 0 ? 'text-ink' : 'text-ink-second'}`}
            >
              {latest && latest.side === talk.side && `${t('messaging:messages.you')} `}
              <WrittenText text={words.replace(/\s+/g, ' ').slice(0, 80)} />
            </span>
            {unseen > 0 && (
              <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 text-[12px] font-semibold text-accent-on">
                <span aria-hidden="true">{unseen > 99 ? '99+' : unseen}</span>
                <span className="sr-only">{t('messaging:messages.unseen', { count: unseen })}</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}
