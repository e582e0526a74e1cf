import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { Loader } from '@/components/ui/loader';
import { lazyPart } from '@/lib/lazy-part';
import { ConversationList } from './conversation-list';
import { NoConversations } from './no-conversations';
import { useConversations } from './use-conversations';

const Thread = lazyPart(() => import('./thread'), 'Thread', Loader);

interface MessagesPageProps {
  /** Address of the list. */
  root: string;
  /** Address prefix of a thread. */
  base: string;
}

/** Conversation list and thread; below 1024 px one of them. */
export function MessagesPage({ root, base }: MessagesPageProps) {
  const { t } = useTranslation('common');
  const { query, isReady } = useRouter();
  const chosen = Number([query.id ?? []].flat()[0]) || undefined;
  return (
    <div className="-m-4 grid h-[calc(100dvh-var(--above))] min-h-90 grid-rows-1 desk:-m-6 desk:grid-cols-[21.875rem_minmax(0,1fr)]">
      <h1 className="sr-only">{t('common:families.messages')}</h1>
      <div className={`min-h-0 min-w-0 border-line desk:border-e ${chosen ? 'hidden desk:block' : ''}`}>
        <ConversationList base={base} chosen={chosen} />
      </div>
      <div className={`min-h-0 min-w-0 ${chosen ? '' : 'hidden desk:block'}`}>
        {chosen !== undefined && <Thread key={chosen} id={chosen} root={root} />}
        {chosen === undefined && isReady && <NoThread />}
      </div>
    </div>
  );
}

/** The pane of the thread before one is chosen. */
function NoThread() {
  const { t } = useTranslation('messaging');
  const { data } = useConversations('', false);
  if (!data) return null;
  return (
    <div className="grid h-full place-items-center">
      {data.pages[0]?.rows.length === 0 ? (
        <NoConversations />
      ) : (
        <EmptyState
          picture="empty"
          title={t('messaging:messages.choose')}
          text={t('messaging:messages.choose-text')}
        />
      )}
    </div>
  );
}
