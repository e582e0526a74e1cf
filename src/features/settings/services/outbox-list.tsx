import { useTranslation } from 'next-i18next/pages';
import { SearchInput } from '@/components/inputs/search-input';
import { Select } from '@/components/inputs/select';
import { EmptyState } from '@/components/page/empty-state';
import { TableFrame } from '@/components/table/table-frame';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { Tone } from '@/contract/core/define';
import {
  dailyLimit,
  type MessageState,
  messageChannels,
  messageStates,
  type OutboxLetter,
  type OutsideState,
} from '@/contract/settings/outside';
import { PagedCard } from '@/crud/list/paged-card';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { useAddressFilters } from '@/lib/hooks/use-address-filters';
import { useLetters, useRetry } from './use-services';

const perPage = 30;

/** Outgoing e-mails and SMS; filters and page are in the URL. */
export function OutboxList({ counts }: { counts: OutsideState['outbox'] | undefined }) {
  const { t } = useTranslation('settings');
  const { isFiltered, page, ...address } = useAddressFilters(['state', 'channel', 'recipient'], {
    scroll: false,
  });
  const query = useLetters({ limit: perPage, page, ...address.filters });
  const retry = useRetry();
  const text = (key: string) => t(`settings:services.outbox.${key}`);

  return (
    <section aria-labelledby="outbox">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="outbox" className="text-card font-semibold">
          {text('title')}
        </h2>
        {counts !== undefined && counts.failed > 0 && (
          <Button isLoading={retry.all.isPending} onClick={() => retry.all.mutate()}>
            {text('retry-all')}
          </Button>
        )}
      </div>
      <OutboxFilters {...address} counts={counts} />
      <div className="mt-3">
        <PagedCard
          query={query}
          empty={
            <EmptyState
              picture={isFiltered ? 'search' : 'empty'}
              title={text(isFiltered ? 'empty-found' : 'empty')}
            />
          }
          onPage={(page) => address.go({ page: String(page) })}
        >
          {(rows) => (
            <LetterTable
              rows={rows}
              busyId={retry.one.isPending ? retry.one.variables : undefined}
              onRetry={retry.one.mutate}
            />
          )}
        </PagedCard>
      </div>
    </section>
  );
}

interface OutboxFiltersProps extends Pick<ReturnType<typeof useAddressFilters>, 'filters' | 'go'> {
  counts: OutsideState['outbox'] | undefined;
}

function OutboxFilters({
  filters: { state = '', channel = '', recipient = '' },
  go,
  counts,
}: OutboxFiltersProps) {
  const { t, i18n } = useTranslation('settings');
  const text = (key: string) => t(`settings:services.outbox.${key}`);
  const counted = (value: (typeof messageStates)[number]) => {
    const count = counts?.[value];
    return `${text(`states.${value}`)}${count ? ` (${formatNumber(count, i18n.language)})` : ''}`;
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <SearchInput
        value={recipient}
        label={text('search')}
        clearLabel={text('clear')}
        onSearch={(found) => go({ recipient: found })}
      />
      <Select
        className="min-w-44 phone:flex-1"
        aria-label={text('state')}
        value={state}
        options={[
          { value: '', label: text('states.all') },
          ...messageStates.map((value) => ({ value, label: counted(value) })),
        ]}
        onChange={(event) => go({ state: event.target.value })}
      />
      <Select
        className="min-w-36 phone:flex-1"
        aria-label={text('channel')}
        value={channel}
        options={['', ...messageChannels].map((value) => ({
          value,
          label: text(`channels.${value || 'all'}`),
        }))}
        onChange={(event) => go({ channel: event.target.value })}
      />
    </div>
  );
}

interface LetterTableProps {
  rows: readonly OutboxLetter[];
  /** Id of the one being retried. */
  busyId: number | undefined;
  onRetry: (id: number) => void;
}

const tones: Record<MessageState, Tone> = {
  waiting: 'accent',
  sent: 'good',
  failed: 'bad',
  expired: 'neutral',
};
const cell =
  'border-b border-line-faint px-3 py-2.5 align-top group-last:border-b-0 first:ps-4 last:pe-4 phone:border-0 phone:p-0';

/** E-mails and SMS with their status; cards on phones. */
function LetterTable({ rows, busyId, onRetry }: LetterTableProps) {
  const { t } = useTranslation('settings');
  return (
    <TableFrame
      label={t('settings:services.outbox.title')}
      headings={['created', 'to', 'state', 'action'].map((key) => ({
        key,
        text: t(`settings:services.outbox.fields.${key}`),
      }))}
    >
      {rows.map((row) => (
        <Line key={row.id} row={row} isBusy={row.id === busyId} onRetry={onRetry} />
      ))}
    </TableFrame>
  );
}

interface LineProps {
  row: OutboxLetter;
  isBusy: boolean;
  onRetry: (id: number) => void;
}

function Line({ row, isBusy, onRetry }: LineProps) {
  const { t, i18n } = useTranslation('settings');
  const words = 'settings:services.outbox';
  return (
    <tr className="group phone:grid phone:grid-cols-[minmax(0,1fr)_auto] phone:gap-x-3 phone:gap-y-1 phone:border-b phone:border-line-faint phone:px-4 phone:py-3 phone:last:border-b-0">
      <td className={`${cell} whitespace-nowrap text-ink-second phone:order-3 phone:text-small`}>
        <time dateTime={row.created_at}>{formatDateTime(row.created_at, i18n.language)}</time>
      </td>
      <td className={`${cell} w-full min-w-0 phone:order-1`}>
        <p className="font-medium break-all">{row.recipient}</p>
        <p className="text-small break-words text-ink-second">
          {row.subject ?? t(`${words}.templates.${row.template}`, { defaultValue: t(`${words}.sms`) })}
        </p>
      </td>
      <td className={`${cell} phone:order-2 phone:text-end`}>
        <Badge tone={tones[row.state]}>{t(`${words}.states.${row.state}`)}</Badge>
      </td>
      <td className={`${cell} min-w-56 phone:order-4 phone:col-span-2 phone:min-w-0`}>
        <Outcome row={row} />
        {row.state === 'failed' && (
          <Button
            size="small"
            className="mt-1.5"
            isLoading={isBusy}
            aria-label={t(`${words}.retry-to`, { to: row.recipient })}
            onClick={() => onRetry(row.id)}
          >
            {t(`${words}.retry`)}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Time of sending, time of the next attempt, or the error. */
function Outcome({ row }: { row: OutboxLetter }) {
  const { t, i18n } = useTranslation('settings');
  const words = 'settings:services.outbox';
  const at = (moment: string) => formatDateTime(moment, i18n.language);
  const isExcess = row.last_error === dailyLimit;
  return (
    <div className="text-small text-ink-second">
      {row.sent_at && <p>{t(`${words}.sent-at`, { at: at(row.sent_at) })}</p>}
      {row.state === 'waiting' && row.next_at && row.attempts > 0 && (
        <p>{t(`${words}.next-at`, { at: at(row.next_at) })}</p>
      )}
      {row.state === 'expired' && <p>{t(`${words}.${isExcess ? 'limit-text' : 'expired-text'}`)}</p>}
      {row.state !== 'sent' && row.last_error && !isExcess && (
        <p className="break-words text-bad">{row.last_error}</p>
      )}
      {row.state !== 'sent' && row.attempts > 0 && <p>{t(`${words}.attempts`, { count: row.attempts })}</p>}
    </div>
  );
}
