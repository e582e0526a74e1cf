import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Fragment, useRef } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import type { Conversation } from '@/contract/messaging/conversations';
import { messageKey } from '@/lib/api/errors';
import { useMe } from '@/lib/session/me';
import { MessageBubble, UnsentBubble } from './bubble';
import { DayDivider } from './day-divider';
import { isSameDay } from './moments';
import { useSeen } from './use-seen';
import type { useThread } from './use-thread';
import { useThreadScroll } from './use-thread-scroll';

interface ThreadBodyProps {
  talk: Conversation;
  thread: ReturnType<typeof useThread>;
}

/** Message list, newest at the bottom; loads older messages on scroll without jumps. */
export function ThreadBody({ talk, thread }: ThreadBodyProps) {
  const { t } = useTranslation(['messaging', 'common']);
  const me = useMe().data?.id;
  const { messages, unsent, hasOlder, olderState, error } = thread;
  const last = messages.at(-1);
  const { box, isAtBottom, handleScroll, toBottom } = useThreadScroll({
    first: messages[0]?.id,
    last: unsent.at(-1)?.key ?? last?.id,
    isLastOwn: unsent.length > 0 || last?.user_id === me,
    onTop: () => {
      if (hasOlder && olderState === 'idle') void thread.loadOlder();
    },
  });
  useSeen(talk, last, isAtBottom);
  const below = useBelow(messages, talk, isAtBottom);
  const isEmpty = hasOlder === false && messages.length === 0 && unsent.length === 0;

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        role="log"
        aria-label={t('messaging:messages.thread')}
        className="h-full overflow-y-auto px-4 py-3 [overflow-anchor:none] focus-visible:-outline-offset-2"
        onScroll={handleScroll}
      >
        {error && messages.length === 0 && (
          <ErrorBanner text={t(messageKey(error))} onRetry={() => void thread.begin()} />
        )}
        {((hasOlder === undefined && !error) || olderState === 'loading') && <BubbleSkeletons />}
        {hasOlder && olderState !== 'loading' && (
          <div className="flex justify-center pb-3">
            <Button size="small" variant="ghost" onClick={() => void thread.loadOlder()}>
              {t('messaging:messages.older')}
            </Button>
          </div>
        )}
        {isEmpty && <EmptyState picture="empty" title={t('messaging:messages.no-message')} />}
        <Messages talk={talk} thread={thread} me={me} />
      </div>
      {!isAtBottom && <ToBottom below={below} onPress={toBottom} />}
    </div>
  );
}

/** Sent messages with day dividers, then unsent ones. */
function Messages({ talk, thread, me }: ThreadBodyProps & { me: number | undefined }) {
  return (
    <ol className="grid gap-1.5">
      {thread.messages.map((message, index) => {
        const before = thread.messages[index - 1];
        return (
          <Fragment key={message.id}>
            {(!before || !isSameDay(before.created_at, message.created_at)) && (
              <DayDivider at={message.created_at} />
            )}
            <MessageBubble message={message} talk={talk} isMine={message.user_id === me} />
          </Fragment>
        );
      })}
      {thread.unsent.map((one) => (
        <UnsentBubble
          key={one.key}
          unsent={one}
          onRetry={() => thread.retry(one)}
          onDrop={() => thread.drop(one.key)}
        />
      ))}
    </ol>
  );
}

interface ToBottomProps {
  /** Number of incoming messages below the viewport. */
  below: number;
  onPress: () => void;
}

function ToBottom({ below, onPress }: ToBottomProps) {
  const { t } = useTranslation('messaging');
  return (
    <button
      type="button"
      aria-label={
        below > 0 ? t('messaging:messages.to-new', { count: below }) : t('messaging:messages.to-bottom')
      }
      className="absolute end-4 bottom-3 flex h-10 min-w-10 items-center justify-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-small font-semibold text-accent-ink shadow-floating hover:bg-sunken"
      onClick={onPress}
    >
      {below > 0 && <span>{below}</span>}
      <ArrowDown aria-hidden="true" className="size-4.5" />
    </button>
  );
}

/** Number of incoming messages below the viewport. */
function useBelow(
  messages: ThreadBodyProps['thread']['messages'],
  talk: Conversation,
  isAtBottom: boolean,
): number {
  const looked = useRef(0);
  const last = messages.at(-1)?.id ?? 0;
  if (isAtBottom || looked.current === 0) looked.current = last;
  return messages.filter(({ id, side }) => id > looked.current && side !== talk.side).length;
}

function BubbleSkeletons() {
  return (
    <div aria-hidden="true" className="grid gap-2 pb-3">
      <Skeleton className="h-9 w-2/5 rounded-card" />
      <Skeleton className="h-14 w-3/5 justify-self-end rounded-card" />
      <Skeleton className="h-9 w-1/2 rounded-card" />
    </div>
  );
}
