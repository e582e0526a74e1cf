import { useTranslation } from 'next-i18next/pages';
import { useRef } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Pagination } from '@/components/table/pagination';
import { LinkButton } from '@/components/ui/link-button';
import type { ProductReview } from '@/contract/catalogue/products/moderation';
import { useSelection } from '@/crud/list/use-selection';
import { formatNumber } from '@/lib/format/format';
import { useQueueKeys } from '@/lib/hooks/use-queue-keys';
import { useSettings } from '@/state/settings';
import { QueueFilters } from './queue-filters';
import { QueueRow } from './queue-row';
import { ReviewBulk } from './review-bulk';
import { ReviewPane } from './review-pane';
import { useQueueState } from './use-queue-state';
import { useReviews } from './use-reviews';

const path = '/products/moderation';
const pageSize = 30;

/** The administrator's queue: submissions at the left, the chosen one field by field at the right, on phones one at a time. */
export function ReviewQueue() {
  const { t, i18n } = useTranslation('form');
  const { state, change, hrefOf, isReady } = useQueueState(path, 'waiting');
  const found = useReviews(
    {
      ...{ page: state.page, limit: pageSize, state: state.state, language: i18n.language },
      ...(state.kind && { kind: state.kind }),
      ...(state.shop_id && { shop_id: state.shop_id }),
    },
    isReady,
  );
  const rows = found.data?.rows ?? [];
  const chosen = useChosen(rows, state.id);
  const choose = (review: ProductReview | undefined) => review && change({ id: review.id, page: state.page });
  const at = rows.findIndex(({ id }) => id === chosen);
  useQueueKeys({ next: () => choose(rows[at + 1]), previous: () => choose(rows[at - 1]) });
  const isOpen = state.id !== undefined && chosen !== undefined;
  const ticks = useSelection(`${state.state} ${state.kind} ${state.shop_id} ${state.page}`);
  const canTick = state.state === 'waiting';
  const ids = rows.map(({ id }) => id);
  const ticked = canTick ? rows.filter(({ id }) => ticks.has(id)) : [];

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
            <section
              aria-label={t('form:products.moderation.list')}
              className={`rounded-card border border-line bg-surface desk:sticky desk:top-17 desk:max-h-[calc(100dvh-5.25rem)] desk:overflow-y-auto phone:-mx-4 phone:rounded-none phone:border-x-0 ${isOpen ? 'max-desk:hidden' : ''} ${chosen === undefined ? 'desk:col-span-full' : ''}`}
            >
              {rows.length === 0 ? (
                <NothingWaits state={state.state} />
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

/**
 * The submission that is open: the chosen one, else the first. One that has left the list, since it was decided, gives its
 * place to the next; an address may name one that is on no page of this list.
 */
function useChosen(rows: readonly ProductReview[], asked: number | undefined): number | undefined {
  const last = useRef({ index: 0, ids: new Set<number>() });
  const index = rows.findIndex(({ id }) => id === asked);
  const hasLeft = asked !== undefined && index === -1 && last.current.ids.has(asked);
  if (asked !== undefined && index === -1 && !hasLeft) return asked;
  if (index !== -1) last.current.index = index;
  for (const { id } of rows) last.current.ids.add(id);
  if (index !== -1) return asked;
  return rows[hasLeft ? Math.min(last.current.index, rows.length - 1) : 0]?.id;
}

/** An empty queue is good news, or moderation is off. */
function NothingWaits({ state }: { state: string }) {
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
