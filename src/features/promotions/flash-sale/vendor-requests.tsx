import { Check, X } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import type { FlashSale, FlashSaleRequest } from '@/contract/promotions/flash-sale/schema';
import { toClientError } from '@/lib/api/errors';
import { useMay } from '@/lib/session/rights';
import { RequestCard } from './request-card';
import { Requests } from './requests';
import { useDecision, useRemoveRequest, useRequests } from './use-requests';

export function VendorRequests({ sale }: { sale: FlashSale }) {
  const { t } = useTranslation('promotions');
  const requests = useRequests({ saleId: sale.id });
  const card = 'promotions:flash-sale.card';
  return (
    <Requests
      {...requests}
      title={t(`${card}.requests`)}
      empty={{ title: t(`${card}.requests-empty`), text: t(`${card}.requests-empty-text`) }}
    >
      {(request) => <DecidedCard key={request.id} request={request} sale={sale} />}
    </Requests>
  );
}

function DecidedCard({ request, sale }: { request: FlashSaleRequest; sale: FlashSale }) {
  const { t } = useTranslation(['promotions', 'form']);
  const decision = useDecision(request.id);
  const cancel = useRemoveRequest();
  const waitsForShop = request.status === 'waiting' && request.needs_consent;
  const hasConsent = request.products.every(({ has_consent }) => has_consent !== false);
  const mayDecide = useMay('promotions:decide');
  const mayWrite = useMay('promotions:write');
  const canApprove = mayDecide && request.status !== 'approved' && sale.status !== 'finished' && hasConsent;
  const card = 'promotions:flash-sale.card';
  const { fields = {} } = decision.error ? toClientError(decision.error) : {};
  const texts = Object.entries(fields).map(([path, [key = '']]) => ({
    place: Number(path.split('.')[1] ?? Number.NaN),
    text: t(`form:${key}`, { defaultValue: key }),
  }));
  const errors = Object.fromEntries(texts.map(({ place, text }) => [place, text]));
  const button = (isApproved: boolean) => (
    <Button
      variant={isApproved ? 'primary' : 'secondary'}
      icon={isApproved ? <Check className="size-4" /> : <X className="size-4" />}
      isLoading={decision.isPending && decision.variables === isApproved}
      disabled={decision.isPending}
      aria-label={`${t(`${card}.${isApproved ? 'approve' : 'decline'}`)}: ${request.title}`}
      onClick={() => decision.mutate(isApproved)}
    >
      {t(`${card}.${isApproved ? 'approve' : 'decline'}`)}
    </Button>
  );
  return (
    <RequestCard
      request={request}
      terms={sale}
      errors={errors}
      error={texts.find(({ place }) => Number.isNaN(place))?.text}
      hasShop
    >
      {waitsForShop && request.is_invitation
        ? mayWrite && (
            <Button
              aria-label={`${t(`${card}.cancel-invitation`)}: ${request.shop?.name ?? request.title}`}
              isLoading={cancel.isPending}
              onClick={() => cancel.mutate(request.id)}
            >
              {t(`${card}.cancel-invitation`)}
            </Button>
          )
        : mayDecide && request.status !== 'rejected' && button(false)}
      {canApprove && button(true)}
    </RequestCard>
  );
}
