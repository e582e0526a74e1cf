import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { SearchInput } from '@/components/inputs/search-input';
import { Select } from '@/components/inputs/select';
import { EmptyState } from '@/components/page/empty-state';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Pagination } from '@/components/table/pagination';
import { Button } from '@/components/ui/button';
import { letterChannels, letterStates, type OutsideState } from '@/contract/settings/outside';
import { formatNumber } from '@/lib/format/format';
import { LetterTable } from './letter-table';
import { useLetters, useRetry } from './use-services';

const perPage = 30;

/** What goes out and what did not; filters and page stand in the address. */
export function OutboxList({ counts }: { counts: OutsideState['outbox'] | undefined }) {
  const { t, i18n } = useTranslation('resources');
  const router = useRouter();
  const asked = (key: string) => (typeof router.query[key] === 'string' ? router.query[key] : '');
  const [state, channel, recipient] = [asked('state'), asked('channel'), asked('recipient')];
  const query = useLetters({
    limit: perPage,
    page: Number(asked('page')) || 1,
    ...(state && { state }),
    ...(channel && { channel }),
    ...(recipient && { recipient }),
  });
  const retry = useRetry();
  const go = (change: Record<string, string>) => {
    // Another filter begins at its first page.
    const next = Object.entries({ state, channel, recipient, page: '', ...change });
    const search = new URLSearchParams(next.filter(([, value]) => value !== ''));
    const [path = ''] = router.asPath.split(/[?#]/, 1);
    void router.replace(search.size > 0 ? `${path}?${search}` : path, undefined, {
      shallow: true,
      scroll: false,
    });
  };
  const text = (key: string) => t(`resources:services.outbox.${key}`);
  const counted = (value: (typeof letterStates)[number]) => {
    const count = counts?.[value];
    return `${text(`states.${value}`)}${count ? ` (${formatNumber(count, i18n.language)})` : ''}`;
  };

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
            ...letterStates.map((value) => ({ value, label: counted(value) })),
          ]}
          onChange={(event) => go({ state: event.target.value })}
        />
        <Select
          className="min-w-36 phone:flex-1"
          aria-label={text('channel')}
          value={channel}
          options={['', ...letterChannels].map((value) => ({
            value,
            label: text(`channels.${value || 'all'}`),
          }))}
          onChange={(event) => go({ channel: event.target.value })}
        />
      </div>
      <div
        aria-busy={query.isPlaceholderData}
        className="mt-3 rounded-card border border-line bg-surface aria-busy:opacity-70 phone:-mx-4 phone:rounded-none phone:border-x-0"
      >
        <QueryBoundary query={query}>
          {({ rows, paginator }) =>
            rows.length === 0 ? (
              <EmptyState
                picture={state || channel || recipient ? 'search' : 'empty'}
                title={text(state || channel || recipient ? 'empty-found' : 'empty')}
              />
            ) : (
              <>
                <LetterTable
                  rows={rows}
                  busyId={retry.one.isPending ? retry.one.variables : undefined}
                  onRetry={retry.one.mutate}
                />
                <Pagination info={paginator} onPage={(page) => go({ page: String(page) })} />
              </>
            )
          }
        </QueryBoundary>
      </div>
    </section>
  );
}
