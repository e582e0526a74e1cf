import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Pagination } from '@/components/table/pagination';
import { TitleCell } from '@/components/table/title-cell';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { Tabs } from '@/components/ui/tabs';
import type { ProductReview } from '@/contract/catalogue/products/moderation';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { useQueueState } from '@/lib/hooks/use-queue-state';
import { useSettings } from '@/state/settings';
import { FieldDiff } from './field-diff';
import { fieldKey, shownFields } from './field-kinds';
import { StateBadge } from './state-badge';
import { reviewStates, useReview, useReviews, useWithdraw } from './use-reviews';

const pageSize = 20;

interface OwnReviewsProps {
  shop: string;
  /** Undefined while loading. */
  shopId: number | undefined;
}

/** Submissions of a shop with their state, the reason for a rejection, and withdrawal. */
export function OwnReviews({ shop, shopId }: OwnReviewsProps) {
  const { t, i18n } = useTranslation('catalogue');
  const { state, change, hrefOf, isReady } = useQueueState({
    path: `/${shop}/products/moderation`,
    states: reviewStates,
    firstState: '',
  });
  const found = useReviews(
    {
      page: state.page,
      limit: pageSize,
      shop_id: shopId ?? 0,
      language: i18n.language,
      ...(state.state && { state: state.state }),
    },
    isReady && shopId !== undefined,
  );
  return (
    <>
      <PageHeader
        title={t('catalogue:products.moderation.title')}
        total={found.data && formatNumber(found.data.paginator.total, i18n.language)}
      />
      <div className="mt-3">
        <Tabs
          label={t('catalogue:products.moderation.state')}
          tabs={['', ...reviewStates].map((one) => ({
            href: hrefOf({ state: one }),
            label: t(`catalogue:products.moderation.tabs.${one || 'all'}`),
            isCurrent: state.state === one,
          }))}
        />
      </div>
      <div className="mt-3 rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
        <QueryBoundary query={found}>
          {({ rows, paginator }) =>
            rows.length === 0 ? (
              <EmptyReviews shop={shop} isFiltered={state.state !== ''} />
            ) : (
              <>
                <ul className="divide-y divide-line-faint">
                  {rows.map((review) => (
                    <OwnReview key={review.id} review={review} shop={shop} />
                  ))}
                </ul>
                {paginator.lastPage > 1 && (
                  <Pagination info={paginator} onPage={(page) => change({ page })} />
                )}
              </>
            )
          }
        </QueryBoundary>
      </div>
    </>
  );
}

function EmptyReviews({ shop, isFiltered }: { shop: string; isFiltered: boolean }) {
  const { t } = useTranslation('catalogue');
  const { isProductReview } = useSettings();
  if (isFiltered) return <EmptyState picture="search" title={t('catalogue:products.moderation.none')} />;
  return (
    <EmptyState
      picture="empty"
      title={t('catalogue:products.moderation.own-empty')}
      text={t(`catalogue:products.moderation.${isProductReview ? 'own-empty-text' : 'own-off-text'}`)}
      action={
        <LinkButton href={`/${shop}/products`}>{t('catalogue:products.moderation.to-products')}</LinkButton>
      }
    />
  );
}

function OwnReview({ review, shop }: { review: ProductReview; shop: string }) {
  const { t, i18n } = useTranslation('catalogue');
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const withdraw = useWithdraw();
  const edit = `/${shop}/products/${review.product_id}/edit`;
  const name = review.product?.name ?? '';
  const labelFor = (word: string) => ({
    'aria-label': `${t(`catalogue:products.moderation.${word}`)}: ${name}`,
  });
  return (
    <li className="grid gap-2.5 p-4">
      <div className="flex items-start justify-between gap-3 phone:flex-col phone:gap-2">
        <TitleCell
          title={name}
          href={edit}
          picture={review.product?.image?.thumbnail ?? null}
          note={`${t(`catalogue:products.moderation.kinds.${review.kind}`)} · ${formatDateTime(review.submitted_at, i18n.language)}`}
        />
        <span className="phone:ms-13">
          <StateBadge state={review.state} />
        </span>
      </div>
      {review.reason && (
        <p className="rounded-control bg-bad-soft px-3 py-2 break-words text-bad">
          {t('catalogue:products.moderation.reason-was', { reason: review.reason })}
        </p>
      )}
      <div className="ms-13 flex flex-wrap gap-2">
        {review.state === 'rejected' && (
          <LinkButton size="small" variant="primary" href={edit} {...labelFor('mend')}>
            {t('catalogue:products.moderation.mend')}
          </LinkButton>
        )}
        {review.state === 'waiting' && (
          <Button
            size="small"
            isLoading={withdraw.isPending}
            {...labelFor('take-back')}
            onClick={() =>
              withdraw.mutate({
                id: review.id,
                version: review.version,
                name: review.product?.name ?? t('common:id', { id: review.product_id }),
              })
            }
          >
            {t('catalogue:products.moderation.take-back')}
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          className="first:-ms-2.5"
          aria-expanded={isOpen}
          aria-controls={panel}
          {...labelFor('what-was-sent')}
          onClick={() => setOpen(!isOpen)}
        >
          {t('catalogue:products.moderation.what-was-sent')}
        </Button>
      </div>
      <div id={panel} className="@container" hidden={!isOpen}>
        {isOpen && <SubmittedFields review={review} />}
      </div>
    </li>
  );
}

function SubmittedFields({ review }: { review: ProductReview }) {
  return (
    <QueryBoundary query={useReview(review.id)}>
      {({ fields, kind }) => (
        <div className="divide-y divide-line-faint border-t border-line-faint">
          {shownFields(fields).map((field) => (
            <FieldDiff key={fieldKey(field)} reviewId={review.id} field={field} isNew={kind === 'product'} />
          ))}
        </div>
      )}
    </QueryBoundary>
  );
}
