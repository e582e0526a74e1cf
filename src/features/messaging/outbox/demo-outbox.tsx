import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown, Mail, MessageSquare } from 'lucide-react';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { EmailText } from '@/components/domain/email-text';
import { SearchInput } from '@/components/inputs/search-input';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { Badge } from '@/components/ui/badge';
import type { DemoMessage } from '@/contract/messaging/demo-outbox';
import { useListState } from '@/crud/list/list-state';
import { newestFirst, PagedCard } from '@/crud/list/paged-card';
import { api } from '@/lib/api/client';
import { env } from '@/lib/env';
import { formatDateTime } from '@/lib/format/format';

/** Mail and SMS of demo mode, which are not sent: administrators read them here. */
export function DemoOutbox() {
  const { t } = useTranslation(['messaging', 'common']);
  return (
    <>
      <PageHeader title={t('common:text-demo-outbox')} />
      <div className="mt-4 grid gap-4">
        {env.isDemo ? (
          <Messages />
        ) : (
          <EmptyState
            picture="empty"
            title={t('messaging:outbox.not-demo')}
            text={t('messaging:outbox.not-demo-text')}
          />
        )}
      </div>
    </>
  );
}

function Messages() {
  const { t } = useTranslation(['messaging', 'common']);
  const { isReady } = useRouter();
  const { state, change } = useListState(newestFirst, '/settings/outbox');
  const query = { page: state.page, limit: 20, ...(state.search && { recipient: state.search }) };
  const found = useQuery({
    queryKey: ['dev/outbox', query],
    queryFn: () => api.page('dev/outbox', query),
    enabled: isReady,
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });
  const empty = `messaging:outbox.empty${state.search ? '-found' : ''}`;
  return (
    <>
      <p className="max-w-2xl text-ink-second">{t('messaging:outbox.text')}</p>
      <SearchInput
        value={state.search}
        label={t('messaging:outbox.search')}
        clearLabel={t('common:button-clear')}
        onSearch={(search) => change({ search })}
      />
      <PagedCard
        query={found}
        empty={<EmptyState picture={state.search ? 'search' : 'empty'} title={t(empty)} />}
        onPage={(page) => change({ page })}
      >
        {(rows) => (
          <ul aria-label={t('messaging:outbox.title')}>
            {rows.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
        )}
      </PagedCard>
    </>
  );
}

/** One line; a click shows the text below it. */
function Message({ message }: { message: DemoMessage }) {
  const { t, i18n } = useTranslation('messaging');
  const { channel, recipient, subject, body, created_at: created } = message;
  const isMail = channel === 'mail';
  const Icon = isMail ? Mail : MessageSquare;
  return (
    <li className="border-t border-line-faint first:border-t-0">
      <details className="group">
        <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-2 transition-colors hover:bg-sunken focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
          <Icon className="size-4.5 shrink-0 text-ink-third" />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{subject ?? t('messaging:outbox.sms')}</span>
            <span className="block truncate text-small text-ink-second">
              <span dir="ltr">{recipient}</span>
              <span className="sm:hidden"> · {formatDateTime(created, i18n.language)}</span>
            </span>
          </span>
          {message.sent_at && <Badge tone="good">{t('messaging:outbox.sent')}</Badge>}
          <time dateTime={created} className="text-small whitespace-nowrap text-ink-second max-sm:hidden">
            {formatDateTime(created, i18n.language)}
          </time>
          <ChevronDown className="size-4 shrink-0 text-ink-third transition-transform group-open:rotate-180" />
        </summary>
        <EmailText text={body} className="max-w-2xl px-4 pt-1 pb-5 ps-11.5" />
      </details>
    </li>
  );
}
