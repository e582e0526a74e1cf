import { Plus } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { StatusBadge } from '@/components/domain/status-badge';
import { PageHeader } from '@/components/page/page-header';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { familyPaths } from '@/contract/core/define';
import type { FlashSale } from '@/contract/promotions/flash-sale/schema';
import type { DetailsProps } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { useLabels } from '@/lib/i18n/labels';
import { useShopId } from '@/lib/session/shop-id';
import { InvitationCard } from './invitation-card';
import { OfferForm } from './offer-form';
import { RequestCard } from './request-card';
import { Requests } from './requests';
import { SaleHead } from './sale-head';
import { useRemoveRequest, useRequests } from './use-requests';

/** Sale details for a shop: terms, own requests and the offer form. */
export function ShopSaleDetails({ resource, id, shop }: DetailsProps<'flash-sale'>) {
  const { t } = useTranslation('promotions');
  const labels = useLabels(resource);
  const shopId = useShopId(shop);
  const [isOffering, setOffering] = useState(false);
  const { list } = familyPaths(resource, shop);
  const parent = { href: list, label: labels.text('title') };
  return (
    <QueryBoundary query={useOne(resource, id)} parent={parent}>
      {(sale) => (
        <>
          <PageHeader
            title={sale.title}
            parent={parent}
            badge={<StatusBadge resource={resource} value={sale.status} />}
          >
            {sale.status === 'scheduled' && !isOffering && (
              <Button variant="primary" icon={<Plus className="size-4" />} onClick={() => setOffering(true)}>
                {t('promotions:flash-sale.card.offer')}
              </Button>
            )}
          </PageHeader>
          <SaleHead sale={sale} />
          {isOffering && shopId !== undefined && (
            <OfferForm sale={sale} shopId={shopId} onClose={() => setOffering(false)} />
          )}
          <OwnRequests sale={sale} shopId={shopId} />
        </>
      )}
    </QueryBoundary>
  );
}

function OwnRequests({ sale, shopId }: { sale: FlashSale; shopId: number | undefined }) {
  const { t } = useTranslation('promotions');
  const requests = useRequests({ saleId: sale.id, shopId, isEnabled: shopId !== undefined });
  const withdraw = useRemoveRequest();
  const card = 'promotions:flash-sale.card';
  const isOpen = sale.status === 'scheduled';
  return (
    <Requests
      {...requests}
      title={t(`${card}.my-requests`)}
      empty={{
        title: t(`${card}.my-requests-empty`),
        text: t(`${card}.${isOpen ? 'my-requests-empty-text' : 'offer-closed'}`),
      }}
    >
      {(request) =>
        request.needs_consent ? (
          <InvitationCard key={request.id} request={request} />
        ) : (
          <RequestCard key={request.id} request={request} terms={sale} hasShop={false}>
            {request.status !== 'rejected' && (
              <Button
                aria-label={`${t(`${card}.withdraw`)}: ${request.title}`}
                isLoading={withdraw.isPending && withdraw.variables === request.id}
                onClick={() => withdraw.mutate(request.id)}
              >
                {t(`${card}.withdraw`)}
              </Button>
            )}
          </RequestCard>
        )
      }
    </Requests>
  );
}
