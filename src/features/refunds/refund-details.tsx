import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { History } from '@/components/domain/history';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { StatusBadge } from '@/components/domain/status-badge';
import { MoreDetails } from '@/components/page/more-details';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { familyPaths } from '@/contract/core/define';
import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { Refund } from '@/contract/refunds/schema';
import type { DetailsProps } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { formatDateTime } from '@/lib/format/format';
import { useLinkRenewal } from '@/lib/hooks/use-link-renewal';
import { useLabels } from '@/lib/i18n/labels';
import { part } from '@/lib/part';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { RefundDecision } from './refund-decision';
import { RefundFacts, RefundMore } from './refund-facts';
import { RefundPictures } from './refund-pictures';
import { RefundPieces } from './refund-pieces';
import { RefundShopCard } from './returns/refund-shop-card';

const RefundMarks = part(
  dynamic(() => import('./returns/refund-marks').then((module) => module.RefundMarks)),
);

/** A refund: returned goods, reason and decision. Read-only in a shop. */
export function RefundDetails({ resource, id, shop }: DetailsProps<'refunds'>) {
  const { t } = useTranslation('refunds');
  const labels = useLabels(resource);
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const mayDecide = useMay('refunds:decide');
  const parent = { href: familyPaths(resource, shop).list, label: labels.text('title') };
  const query = useOne(resource, id);
  useLinkRenewal(async () => {
    if (query.data?.images.length) await query.refetch();
  });
  return (
    <QueryBoundary query={query} parent={parent}>
      {(refund) => (
        <>
          <PageHeader
            title={t('refunds:refunds.card.title', { number: refund.id })}
            parent={parent}
            badge={
              <>
                <StatusBadge resource={resource} value={refund.status} />
                {refund.kind !== 'goods' && (
                  <Badge tone="neutral">{labels.option('kind', refund.kind)}</Badge>
                )}
                <RefundClock refund={refund} />
              </>
            }
          />
          {isAdmin && <SecondPerson family="refunds" id={refund.id} className="mt-4" />}
          <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_20.5rem] desk:grid-rows-[auto_1fr]">
            <div className="grid gap-4">
              {refund.lines.length > 0 && <RefundPieces lines={refund.lines} />}
              {refund.kind === 'goods' && refund.origin === 'request' && refund.status !== 'rejected' && (
                <RefundMarks id={refund.id} />
              )}
              {refund.shops.map((one) => (
                <RefundShopCard key={one.shop.id} refund={refund} of={one} />
              ))}
              {refund.origin === 'request' && (
                <Card title={t('refunds:refunds.card.about')}>
                  {refund.title && <p className="font-medium break-words">{refund.title}</p>}
                  {refund.description && (
                    <p className="mt-1 mb-4 break-words whitespace-pre-line">{refund.description}</p>
                  )}
                  <RefundPictures pictures={refund.images} />
                </Card>
              )}
            </div>
            <div className="grid gap-4 desk:col-start-2 desk:row-span-2 desk:row-start-1">
              <RefundDecision
                refund={refund}
                resource={resource}
                canDecide={isAdmin && mayDecide && shop === undefined}
              />
              <RefundFacts refund={refund} resource={resource} shop={shop} />
            </div>
            <div className="grid gap-4">
              <MoreDetails page="refund" content={t('refunds:refunds.card.folded')}>
                <RefundMore refund={refund} resource={resource} />
                {isAdmin && shop === undefined && <History isOpen family="refunds" id={refund.id} />}
              </MoreDetails>
            </div>
          </div>
        </>
      )}
    </QueryBoundary>
  );
}

/** Until when the shops answer, or that an administrator decides. */
function RefundClock({ refund }: { refund: Refund }) {
  const { t, i18n } = useTranslation('refunds');
  const { status, answer_until: until, escalated_at: escalated } = refund;
  if (status !== 'pending') return null;
  if (escalated) return <Badge tone="warn">{t('refunds:refunds.returns.escalated')}</Badge>;
  if (!until) return null;
  return (
    <Badge tone="warn">
      {t('refunds:refunds.returns.until', { time: formatDateTime(until, i18n.language) })}
    </Badge>
  );
}
