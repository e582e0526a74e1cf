import { useTranslation } from 'next-i18next/pages';
import { type UIEvent, useState } from 'react';
import { SearchInput } from '@/components/inputs/search-input';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorBanner } from '@/components/page/error-banner';
import { Button } from '@/components/ui/button';
import { Skeleton } from '@/components/ui/skeleton';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { Conversation } from '@/contract/messaging/conversations';
import { messageKey, toClientError } from '@/lib/api/errors';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { ConversationRow } from './conversation-row';
import { NoConversations } from './no-conversations';
import { useConversations } from './use-conversations';

const nearEnd = 300;

/** Infinite list of conversations, newest first, with search and an unread filter. */
export function ConversationList({ base, chosen }: { base: string; chosen: number | undefined }) {
  const { t } = useTranslation(['messaging', 'common']);
  const [text, setText] = useState('');
  const [isUnseen, setUnseen] = useState(false);
  const found = useConversations(text, isUnseen);
  const rows = unique(found.data?.pages.flatMap((page) => page.rows) ?? []);

  const handleScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const rest = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (rest < nearEnd && found.hasNextPage && !found.isFetching) void found.fetchNextPage();
  };

  return (
    <section aria-label={t('messaging:messages.list')} className="flex h-full flex-col">
      <ListHead text={text} isUnseen={isUnseen} onText={setText} onUnseen={setUnseen} />
      <div className="min-h-0 flex-1 overflow-y-auto" onScroll={handleScroll}>
        {found.isPending && <Skeletons />}
        {found.isError && rows.length === 0 && (
          <div className="p-4">
            <ErrorBanner
              text={t(messageKey(toClientError(found.error)))}
              onRetry={() => void found.refetch()}
            />
          </div>
        )}
        {found.isSuccess && rows.length === 0 && <NothingFound isFiltered={text !== '' || isUnseen} />}
        <ul>
          {rows.map((talk) => (
            <ConversationRow key={talk.id} talk={talk} base={base} isChosen={talk.id === chosen} />
          ))}
        </ul>
        {found.hasNextPage && (
          <div className="flex justify-center p-3">
            <Button
              size="small"
              isLoading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {t('messaging:messages.more')}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** Why the list is empty. On wide screens the other pane explains how a conversation begins. */
function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('messaging');
  if (isFiltered) return <EmptyState picture="search" title={t('messaging:messages.nothing')} />;
  return (
    <>
      <div className="desk:hidden">
        <NoConversations />
      </div>
      <p className="px-4 py-6 text-center text-ink-second max-desk:hidden">
        {t('messaging:messages.inbox-empty')}
      </p>
    </>
  );
}

interface ListHeadProps {
  text: string;
  isUnseen: boolean;
  onText: (text: string) => void;
  onUnseen: (isUnseen: boolean) => void;
}

/** Search, the unread filter and a new message. */
function ListHead({ text, isUnseen, onText, onUnseen }: ListHeadProps) {
  const { t } = useTranslation(['messaging', 'common']);
  const { open } = useModalActions();
  const mayWrite = useMay('messages:write');
  return (
    <div className="grid gap-2.5 border-b border-line px-4 py-3 [&>search]:w-full">
      <SearchInput
        value={text}
        label={t('messaging:messages.search')}
        clearLabel={t('common:button-clear')}
        onSearch={onText}
      />
      <div className="flex items-center justify-between gap-2">
        <Button
          size="small"
          aria-pressed={isUnseen}
          variant={isUnseen ? 'primary' : undefined}
          onClick={() => onUnseen(!isUnseen)}
        >
          {t('messaging:messages.only-unseen')}
        </Button>
        {mayWrite && (
          <Button
            size="small"
            icon={<SpriteIcon name="plus" className="size-4" />}
            onClick={() => open('COMPOSE_MESSAGE')}
          >
            {t('messaging:messages.compose')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A conversation may move between two page requests; the newest occurrence wins. */
function unique(rows: readonly Conversation[]): Conversation[] {
  return [...new Map([...rows].reverse().map((row) => [row.id, row])).values()].reverse();
}

function Skeletons() {
  return [0, 1, 2, 3, 4].map((line) => (
    <div key={line} aria-hidden="true" className="flex h-17 items-center gap-3 px-4">
      <Skeleton className="size-9 shrink-0 rounded-full" />
      <div className="grid flex-1 gap-2">
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="h-3 w-4/5" />
      </div>
    </div>
  ));
}
