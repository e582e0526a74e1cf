import { useTranslation } from 'next-i18next/pages';
import { Thumbnail } from '@/components/media/thumbnail';
import { EmptyState } from '@/components/page/empty-state';
import { Queue, type QueueTicks } from '@/components/page/queue';
import { BulkBar, bulkButtonClass } from '@/components/table/bulk-bar';
import { FilterChip } from '@/components/table/filter-chip';
import { RelatedFilter } from '@/components/table/related-filter';
import { LinkButton } from '@/components/ui/link-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { WrittenText } from '@/components/ui/written-text';
import type { ProductReview } from '@/contract/catalogue/products/moderation';
import { reviewsPerStep } from '@/contract/catalogue/products/review-decision';
import { api } from '@/lib/api/client';
import { isId, useQueueState } from '@/lib/hooks/use-queue-state';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { useSettings } from '@/state/settings';
import { ReviewPane } from './review-pane';
import { type ReviewTarget, reviewBody, reviewStates, useDecideMany, useReviews } from './use-reviews';

const kinds = ['product', 'change'] as const;

const rules = {
  path: '/products/moderation',
  states: reviewStates,
  firstState: 'waiting',
  filters: { kind: kinds, shop_id: 'id' },
  item: { param: 'id', isKey: isId },
} as const;

/** The administrator's queue of submissions. */
export function ReviewQueue() {
  const { t, i18n } = useTranslation('catalogue');
  const control = useQueueState(rules);
  const mayDecide = useMay('moderation:decide');
  const { state, filters, page } = control.state;
  const query = { page, limit: 30, state, language: i18n.language, ...filters };
  const word = (key: string) => t(`catalogue:products.moderation.${key}`);
  const nameOf = useReviewName();
  const clear = (key: string) => t('catalogue:products.moderation.clear', { filter: word(key) });
  return (
    <Queue<ProductReview>
      control={control}
      query={useReviews(query, control.isReady)}
      words="catalogue:products.moderation"
      look={{ columns: 'desk:grid-cols-[21rem_minmax(0,1fr)]', tick: 'top-4' }}
      keyOf={({ id }) => String(id)}
      tickOf={({ id }) => id}
      tickLabel={(review) => t('catalogue:products.moderation.tick', { name: nameOf(review) })}
      filters={
        <>
          <FilterChip
            label={word('kind')}
            clearLabel={clear('kind')}
            options={kinds.map((value) => ({ value, label: word(`kinds.${value}`) }))}
            value={filters.kind}
            onChange={(kind) => control.onFilter('kind', kind)}
          />
          <RelatedFilter
            label={word('shop')}
            clearLabel={clear('shop')}
            relation={{ endpoint: 'shops' }}
            byId
            value={filters.shop_id}
            onChange={(id) => control.onFilter('shop_id', id)}
          />
        </>
      }
      empty={<EmptyQueue />}
      row={(review) => <ReviewRow review={review} />}
      pane={(key, backHref) => <ReviewPane id={Number(key)} backHref={backHref} />}
      isWhole
      bulk={
        mayDecide
          ? (reviews, ticks) => <ReviewBulk reviews={reviews} ticks={ticks} filters={usedOf(filters)} />
          : undefined
      }
    />
  );
}

/** The filters that are set, as a request has them. */
function usedOf(filters: Record<string, string | number>): Record<string, string> {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  return Object.fromEntries(set.map(([key, value]) => [key, String(value)]));
}

/** Nothing is waiting, or moderation is disabled. */
function EmptyQueue() {
  const { t } = useTranslation('catalogue');
  const { isProductReview } = useSettings();
  return (
    <EmptyState
      picture="empty"
      title={t('catalogue:products.moderation.empty')}
      text={t(`catalogue:products.moderation.${isProductReview ? 'empty-text' : 'off-text'}`)}
      action={
        !isProductReview && (
          <LinkButton href="/settings/shop">{t('catalogue:products.moderation.to-settings')}</LinkButton>
        )
      }
    />
  );
}

function useReviewName() {
  const { t } = useTranslation('catalogue');
  return ({ product, product_id: id }: ProductReview) =>
    product?.name ?? t('catalogue:products.moderation.gone', { id });
}

function ReviewRow({ review }: { review: ProductReview }) {
  const { t } = useTranslation('catalogue');
  const name = useReviewName()(review);
  return (
    <>
      <Thumbnail path={review.product?.image?.thumbnail} title={name} />
      <span className="min-w-0 flex-1">
        <WrittenText className="line-clamp-2 font-medium break-words" text={name} />
        <span className="mt-px block text-small break-words text-ink-second">{review.shop?.name}</span>
        <span className="mt-px flex justify-between gap-3 text-small text-ink-second">
          <span className="min-w-0">{t(`catalogue:products.moderation.kinds.${review.kind}`)}</span>
          <RelativeTime at={review.submitted_at} className="whitespace-nowrap" />
        </span>
      </span>
    </>
  );
}

interface ReviewBulkProps {
  reviews: readonly ProductReview[];
  filters: Record<string, string>;
  ticks: QueueTicks;
}

/** Decides the selected submissions at the versions shown, or all that match the filter. */
function ReviewBulk({ reviews, filters, ticks: { total, isAll, onTakeAll, onClear } }: ReviewBulkProps) {
  const { t } = useTranslation('catalogue');
  const { open } = useModalActions();
  const { decide, decided } = useDecideMany();
  const isBusy = decided !== undefined;
  const target: ReviewTarget = isAll ? { query: filters } : { reviews };
  const count = isAll ? total : reviews.length;
  const approve = async () => {
    if (await decide('approve', target)) onClear();
  };
  const ask = () =>
    open('BULK_SET', {
      title: t('catalogue:products.moderation.approve'),
      text: t(`catalogue:products.moderation.${count > reviewsPerStep ? 'preview-first' : 'preview-text'}`, {
        number: reviewsPerStep,
      }),
      preview: () => api.post('product-reviews/bulk/approve/preview', reviewBody(target)),
      wordOf: (value) =>
        t(`catalogue:products.moderation.${value === 'approved' ? 'approved' : `kinds.${String(value)}`}`),
      onConfirm: () => void approve(),
    });
  return (
    <BulkBar
      total={total}
      isAll={isAll}
      count={count}
      isBusy={isBusy}
      onTakeAll={onTakeAll}
      onClear={onClear}
      isFiltered={Object.keys(filters).length > 0}
      more={
        <>
          <button type="button" disabled={isBusy} className={bulkButtonClass} onClick={ask}>
            <SpriteIcon name="badge-check" className="size-4" />
            {t('catalogue:products.moderation.approve')}
          </button>
          <button
            type="button"
            aria-haspopup="dialog"
            disabled={isBusy}
            className={bulkButtonClass}
            onClick={() => open('REJECT_PRODUCT_REVIEWS', { target, count, onDone: onClear })}
          >
            <SpriteIcon name="ban" className="size-4" />
            {t('catalogue:products.moderation.reject')}
          </button>
        </>
      }
    />
  );
}
