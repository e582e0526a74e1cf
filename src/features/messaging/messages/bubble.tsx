import { Check, CheckCheck, Clock, RotateCcw, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { WrittenText } from '@/components/ui/written-text';
import type { Conversation, Message } from '@/contract/messaging/conversations';
import { formatDateTime, formatTime } from '@/lib/format/format';
import { MessageFiles } from './message-files';
import type { UnsentMessage } from './thread-state';

interface MessageBubbleProps {
  message: Message;
  talk: Conversation;
  isMine: boolean;
}

/** A message bubble: own side at the end of the line; colleagues' messages carry their name. */
export function MessageBubble({ message, talk, isMine }: MessageBubbleProps) {
  const { t, i18n } = useTranslation('messaging');
  const isOurs = message.side === talk.side;
  const isSeen = message.id <= talk.other_seen_id;
  const Mark = isSeen ? CheckCheck : Check;
  return (
    <Line isOurs={isOurs}>
      {!isMine && <WrittenText className="mb-0.5 block text-small font-semibold" text={message.user.name} />}
      <Content body={message.body} attachments={message.attachments} />
      <p className="mt-0.5 flex items-center justify-end gap-1 text-[12px] text-ink-second">
        <time dateTime={message.created_at} title={formatDateTime(message.created_at, i18n.language)}>
          {formatTime(message.created_at, i18n.language)}
        </time>
        {isOurs && (
          <>
            <Mark aria-hidden="true" className={`size-3.75 ${isSeen ? 'text-accent-ink' : ''}`} />
            <span className="sr-only">
              {t(isSeen ? 'messaging:messages.seen' : 'messaging:messages.sent')}
            </span>
          </>
        )}
      </p>
    </Line>
  );
}

interface UnsentBubbleProps {
  unsent: UnsentMessage;
  onRetry: () => void;
  onDrop: () => void;
}

export function UnsentBubble({ unsent, onRetry, onDrop }: UnsentBubbleProps) {
  const { t } = useTranslation(['messaging', 'common']);
  return (
    <Line isOurs isFaint={!unsent.isFailed}>
      <Content body={unsent.body} attachments={unsent.attachments} />
      {unsent.isFailed ? (
        <div
          role="alert"
          className="mt-1 flex flex-wrap items-center justify-end gap-1.5 text-small text-bad"
        >
          {t('messaging:messages.failed')}
          <Button size="small" icon={<RotateCcw aria-hidden="true" className="size-3.5" />} onClick={onRetry}>
            {t('messaging:messages.retry')}
          </Button>
          <Button
            size="small"
            variant="ghost"
            aria-label={t('messaging:messages.drop')}
            icon={<X aria-hidden="true" className="size-3.5" />}
            onClick={onDrop}
          />
        </div>
      ) : (
        <p className="mt-0.5 flex items-center justify-end gap-1 text-[12px] text-ink-second">
          <Clock aria-hidden="true" className="size-3.5" />
          {t('messaging:messages.sending')}
        </p>
      )}
    </Line>
  );
}

function Line({ isOurs, isFaint, children }: { isOurs: boolean; isFaint?: boolean; children: ReactNode }) {
  return (
    <li className={`flex ${isOurs ? 'justify-end' : 'justify-start'}`}>
      <div
        className={`max-w-[min(36rem,85%)] min-w-24 rounded-card px-3 py-2 ${
          isOurs ? 'rounded-ee-sm bg-accent-soft' : 'rounded-es-sm bg-sunken'
        } ${isFaint ? 'opacity-70' : ''}`}
      >
        {children}
      </div>
    </li>
  );
}

function Content({ body, attachments }: Pick<Message, 'body' | 'attachments'>) {
  return (
    <>
      {body !== '' && <WrittenText className="block break-words whitespace-pre-wrap" text={body} />}
      <MessageFiles files={attachments} />
    </>
  );
}
