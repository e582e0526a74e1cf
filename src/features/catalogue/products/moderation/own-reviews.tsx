import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Pagination } from '@/components/table/pagination';
import { LinkButton } from '@/components/ui/link-button';
import { Tabs } from '@/components/ui/tabs';
import { formatNumber } from '@/lib/format/format';
import { useSettings } from '@/state/settings';
import { OwnReview } from './own-review';
import { reviewStates, useQueueState } from './use-queue-state';
import { useReviews } from './use-reviews';

const pageSize = 20;

interface OwnReviewsProps {
  shop: string;
  /** Undefined while it is looked up. */
  shopId: number | undefined;
}

/** What a shop has sent in: how it stands, why something was sent back, and a way to take it back. */
export function OwnReviews({ shop, shopId }: OwnReviewsProps) {
  const { t, i18n } = useTranslation('form');
  const { state, change, hrefOf, isReady } = useQueueState(`/${shop}/products/moderation`, '');
  const found = useReviews(
    {
      ...{ page: state.page, limit: pageSize, shop_id: shopId ?? 0, language: i18n.language },
      ...(state.state && { state: state.state }),
    },
    isReady && shopId !== undefined,
  );
  return (
    <>
      <PageHeader
        title={t('form:products.moderation.title')}
        total={found.data && formatNumber(found.data.paginator.total, i18n.language)}
      />
      <div className="mt-3">
        <Tabs
          label={t('form:products.moderation.state')}
          tabs={['', ...reviewStates].map((one) => ({
            href: hrefOf({ state: one }),
            label: t(`form:products.moderation.tabs.${one || 'all'}`),
            isCurrent: state.state === one,
          }))}
        />
      </div>
      <div className="mt-3 rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
        <QueryBoundary query={found}>
          {({ rows, paginator }) =>
            rows.length === 0 ? (
              <Nothing shop={shop} isNarrowed={state.state !== ''} />
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

function Nothing({ shop, isNarrowed }: { shop: string; isNarrowed: boolean }) {
  const { t } = useTranslation('form');
  const { isProductReview } = useSettings();
  if (isNarrowed) return <EmptyState picture="search" title={t('form:products.moderation.none')} />;
  return (
    <EmptyState
      picture="empty"
      title={t('form:products.moderation.own-empty')}
      text={t(`form:products.moderation.${isProductReview ? 'own-empty-text' : 'own-off-text'}`)}
      action={<LinkButton href={`/${shop}/products`}>{t('form:products.moderation.to-products')}</LinkButton>}
    />
  );
}
