import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorBanner } from '@/components/page/error-banner';
import { LinkButton } from '@/components/ui/link-button';
import { Loader } from '@/components/ui/loader';
import { conversationsEndpoint } from '@/contract/messaging/conversations';
import { api } from '@/lib/api/client';
import { messageKey, toClientError } from '@/lib/api/errors';
import { useMay } from '@/lib/session/rights';
import { Composer } from './composer';
import { ThreadBody } from './thread-body';
import { ThreadHeader } from './thread-header';
import { useThread } from './use-thread';

interface ThreadProps {
  id: number;
  /** Address of the list. */
  root: string;
}

/** One conversation: header, messages and input. */
export function Thread({ id, root }: ThreadProps) {
  const { t } = useTranslation(['messaging', 'common']);
  const talk = useQuery({
    queryKey: ['conversations', 'one', id],
    queryFn: () => api.one(conversationsEndpoint, id),
  });
  const mayWrite = useMay('messages:write');
  const thread = useThread(id);

  if (talk.data) {
    const { is_closed } = talk.data;
    return (
      <section aria-label={t('messaging:messages.thread')} className="flex h-full flex-col">
        <ThreadHeader talk={talk.data} root={root} />
        <ThreadBody talk={talk.data} thread={thread} />
        {thread.refusal && (
          <div className="px-4 pt-2">
            <ErrorBanner text={t(messageKey(thread.refusal))} />
          </div>
        )}
        {is_closed ? <Closed /> : mayWrite && <Composer talk={talk.data} onSend={thread.send} />}
      </section>
    );
  }
  if (!talk.isError) return <Loader />;
  const error = toClientError(talk.error);
  if (error.status === 404) {
    return (
      <EmptyState
        picture="lost"
        title={t('messaging:messages.missing')}
        action={<LinkButton href={root}>{t('messaging:messages.to-list')}</LinkButton>}
      />
    );
  }
  return (
    <div className="p-4">
      <ErrorBanner text={t(messageKey(error))} onRetry={() => void talk.refetch()} />
    </div>
  );
}

function Closed() {
  const { t } = useTranslation('messaging');
  return (
    <p className="flex items-center gap-2.5 border-t border-line bg-warn-soft px-4 py-3.5 text-warn">
      <Lock aria-hidden="true" className="size-4 shrink-0" />
      {t('messaging:messages.closed')}
    </p>
  );
}
