import { useTranslation } from 'next-i18next/pages';
import { type ComponentProps, useEffect, useRef } from 'react';
import { Thumbnail } from '@/components/media/thumbnail';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { BulkBar, bulkButtonClass } from '@/components/table/bulk-bar';
import { FilterChip } from '@/components/table/filter-chip';
import { Pagination } from '@/components/table/pagination';
import { RelatedFilter } from '@/components/table/related-filter';
import { RowTick } from '@/components/table/row-tick';
import { Link } from '@/components/ui/link';
import { LinkButton } from '@/components/ui/link-button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { Tabs } from '@/components/ui/tabs';
import { WrittenText } from '@/components/ui/written-text';
import type { ProductReview } from '@/contract/catalogue/products/moderation';
import { useSelection } from '@/crud/list/use-selection';
import { formatDateTime, formatNumber, formatRelative } from '@/lib/format/format';
import { useQueueKeys } from '@/lib/hooks/use-queue-keys';
import { useSettings } from '@/state/settings';
import { ReviewPane } from './review-pane';
import { type QueueState, reviewKinds, reviewStates, useQueueState } from './use-queue-state';
import { useApproveMany, useReviews } from './use-reviews';

const path = '/products/moderation';
const pageSize = 30;

/** The administrator's queue: the list on the left, the open submission on the right; one at a time on phones. */
export function ReviewQueue() {
  const { t, i18n } = useTranslation('form');
  const queue = useQueue();
  const { state, change, hrefOf, found, rows, ids, chosen, isOpen } = queue;
  const ticks = useSelection(`${state.state} ${state.kind} ${state.shop_id} ${state.page}`);
  const ticked = queue.canTick ? rows.filter(({ id }) => ticks.has(id)) : [];

  return (
    <>
      <div className={isOpen ? 'max-desk:hidden' : ''}>
        <PageHeader
          title={t('form:products.moderation.title')}
          total={found.data && formatNumber(found.data.paginator.total, i18n.language)}
        />
        <QueueFilters state={state} hrefOf={hrefOf} onChange={change} />
      </div>
      <QueryBoundary query={found}>
        {({ paginator }) => (
          <div className="mt-3 grid items-start gap-4 desk:grid-cols-[21rem_minmax(0,1fr)]">
            <QueueList queue={queue} ticks={ticks} paginator={paginator} />
            {chosen !== undefined && (
              <div className={isOpen ? '' : 'max-desk:hidden'}>
                <ReviewPane key={chosen} id={chosen} backHref={hrefOf({ id: undefined, page: state.page })} />
              </div>
            )}
          </div>
        )}
      </QueryBoundary>
      {ticked.length > 0 && (
        <div className={isOpen ? 'contents max-desk:hidden' : 'contents'}>
          <ReviewBulk
            reviews={ticked}
            total={rows.length}
            onTakeAll={() => ticks.mark(ids, true, ids)}
            onClear={ticks.clear}
          />
        </div>
      )}
    </>
  );
}

/** Rows of the queue and the open submission. */
function useQueue() {
  const { i18n } = useTranslation('form');
  const { state, change, hrefOf, isReady } = useQueueState(path, 'waiting');
  const found = useReviews(
    {
      page: state.page,
      limit: pageSize,
      state: state.state,
      language: i18n.language,
      ...(state.kind && { kind: state.kind }),
      ...(state.shop_id && { shop_id: state.shop_id }),
    },
    isReady,
  );
  const rows = found.data?.rows ?? [];
  const chosen = useOpenReview(rows, state.id);
  const choose = (review: ProductReview | undefined) => review && change({ id: review.id, page: state.page });
  const at = rows.findIndex(({ id }) => id === chosen);
  useQueueKeys({ next: () => choose(rows[at + 1]), previous: () => choose(rows[at - 1]) });
  const isOpen = state.id !== undefined && chosen !== undefined;
  const canTick = state.state === 'waiting';
  const ids = rows.map(({ id }) => id);
  return { state, change, hrefOf, found, rows, ids, chosen, choose, isOpen, canTick };
}

interface QueueListProps {
  queue: ReturnType<typeof useQueue>;
  ticks: ReturnType<typeof useSelection>;
  paginator: ComponentProps<typeof Pagination>['info'];
}

function QueueList({ queue, ticks, paginator }: QueueListProps) {
  const { t } = useTranslation('form');
  const { state, change, hrefOf, rows, ids, chosen, choose, isOpen, canTick } = queue;
  return (
    <section
      aria-label={t('form:products.moderation.list')}
      className={`rounded-card border border-line bg-surface desk:sticky desk:top-17 desk:max-h-[calc(100dvh-5.25rem)] desk:overflow-y-auto phone:-mx-4 phone:rounded-none phone:border-x-0 ${isOpen ? 'max-desk:hidden' : ''} ${chosen === undefined ? 'desk:col-span-full' : ''}`}
    >
      {rows.length === 0 ? (
        <EmptyQueue state={state.state} />
      ) : (
        <ul className="divide-y divide-line-faint">
          {rows.map((review) => (
            <QueueRow
              key={review.id}
              review={review}
              href={hrefOf({ id: review.id, page: state.page })}
              isChosen={review.id === chosen}
              onChoose={() => choose(review)}
              tick={
                canTick
                  ? {
                      isOn: ticks.has(review.id),
                      onChange: (isOn) => ticks.mark([review.id], isOn, ids),
                    }
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {paginator.lastPage > 1 && (
        <Pagination info={paginator} onPage={(page) => change({ page, id: undefined })} />
      )}
    </section>
  );
}

/**
 * Id of the open submission: the chosen one, else the first. When it has left the list after a decision, the
 * next one opens; a URL may name one outside the current page.
 */
function useOpenReview(rows: readonly ProductReview[], asked: number | undefined): number | undefined {
  const last = useRef({ index: 0, ids: new Set<number>() });
  const index = rows.findIndex(({ id }) => id === asked);
  const hasLeft = asked !== undefined && index === -1 && last.current.ids.has(asked);
  if (asked !== undefined && index === -1 && !hasLeft) return asked;
  if (index !== -1) last.current.index = index;
  for (const { id } of rows) last.current.ids.add(id);
  if (index !== -1) return asked;
  return rows[hasLeft ? Math.min(last.current.index, rows.length - 1) : 0]?.id;
}

/** Empty state: nothing is waiting, or moderation is disabled. */
function EmptyQueue({ state }: { state: string }) {
  const { t } = useTranslation('form');
  const { isProductReview } = useSettings();
  if (state !== 'waiting') return <EmptyState picture="search" title={t('form:products.moderation.none')} />;
  return (
    <EmptyState
      picture="empty"
      title={t('form:products.moderation.empty')}
      text={t(`form:products.moderation.${isProductReview ? 'empty-text' : 'off-text'}`)}
      action={
        !isProductReview && (
          <LinkButton href="/settings/shop">{t('form:products.moderation.to-settings')}</LinkButton>
        )
      }
    />
  );
}

interface QueueFiltersProps {
  state: QueueState;
  hrefOf: (changes: Partial<QueueState>) => string;
  onChange: (changes: Partial<QueueState>) => void;
}

const shops = { endpoint: 'shops', labelKey: 'name', searchKey: 'name' };

/** Filters by state, kind and shop. */
function QueueFilters({ state, hrefOf, onChange }: QueueFiltersProps) {
  const { t } = useTranslation(['form', 'common']);
  const word = (key: string) => t(`form:products.moderation.${key}`);
  return (
    <div className="mt-3 grid gap-3">
      <Tabs
        label={word('state')}
        tabs={reviewStates.map((one) => ({
          href: hrefOf({ state: one }),
          label: word(`tabs.${one}`),
          isCurrent: state.state === one,
        }))}
      />
      <div className="flex flex-wrap gap-2">
        <FilterChip
          label={word('kind')}
          clearLabel={t('form:products.moderation.clear', { filter: word('kind') })}
          options={reviewKinds.map((value) => ({ value, label: word(`kinds.${value}`) }))}
          value={state.kind || undefined}
          onChange={(kind) => onChange({ kind: kind ?? '' })}
        />
        <RelatedFilter
          label={word('shop')}
          clearLabel={t('form:products.moderation.clear', { filter: word('shop') })}
          relation={shops}
          byId
          value={state.shop_id || undefined}
          onChange={(id) => onChange({ shop_id: id ?? '' })}
        />
      </div>
    </div>
  );
}

interface QueueRowProps {
  review: ProductReview;
  href: string;
  isChosen: boolean;
  onChoose: () => void;
  /** Undefined where there is nothing to decide. */
  tick: { isOn: boolean; onChange: (isOn: boolean) => void } | undefined;
}

/** A submission in the queue. */
function QueueRow({ review, href, isChosen, onChoose, tick }: QueueRowProps) {
  const { t, i18n } = useTranslation('form');
  const link = useRef<HTMLLIElement>(null);
  // Keyboard navigation may choose a row outside the viewport.
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isChosen]);
  const name = review.product?.name ?? t('form:products.moderation.gone', { id: review.product_id });
  return (
    <li ref={link} className="relative">
      {tick && (
        <span className="absolute start-4 top-4 z-1">
          <RowTick
            label={t('form:products.moderation.tick', { name })}
            isOn={tick.isOn}
            onChange={tick.onChange}
          />
        </span>
      )}
      <Link
        href={href}
        aria-current={isChosen ? 'true' : undefined}
        className={`flex items-start gap-3 py-2.5 pe-3.5 -outline-offset-2 hover:bg-sunken desk:aria-[current=true]:bg-accent-soft ${tick ? 'ps-11' : 'ps-3.5'}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onChoose();
        }}
      >
        <Thumbnail path={review.product?.image?.thumbnail} title={name} />
        <span className="min-w-0 flex-1">
          <WrittenText className="line-clamp-2 font-medium break-words" text={name} />
          <span className="mt-px block text-small break-words text-ink-second">{review.shop?.name}</span>
          <span className="mt-px flex justify-between gap-3 text-small text-ink-second">
            <span className="min-w-0">{t(`form:products.moderation.kinds.${review.kind}`)}</span>
            <time
              dateTime={review.submitted_at}
              title={formatDateTime(review.submitted_at, i18n.language)}
              className="whitespace-nowrap"
            >
              {formatRelative(review.submitted_at, i18n.language)}
            </time>
          </span>
        </span>
      </Link>
    </li>
  );
}

interface ReviewBulkProps {
  reviews: readonly ProductReview[];
  /** Number of rows on the page. */
  total: number;
  onTakeAll: () => void;
  onClear: () => void;
}

/** Approves the selected submissions at the versions shown; those that fail stay in the queue. */
function ReviewBulk({ reviews, total, onTakeAll, onClear }: ReviewBulkProps) {
  const { t } = useTranslation('form');
  const approve = useApproveMany();
  return (
    <BulkBar
      isPage
      total={total}
      onTakeAll={onTakeAll}
      onClear={onClear}
      count={reviews.length}
      isBusy={approve.isPending}
      more={
        <button
          type="button"
          disabled={approve.isPending}
          className={bulkButtonClass}
          onClick={() => approve.mutate(reviews, { onSuccess: onClear })}
        >
          <SpriteIcon name="badge-check" className="size-4" />
          {t('form:products.moderation.approve')}
        </button>
      }
    />
  );
}
