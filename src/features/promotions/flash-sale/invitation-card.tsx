import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { FlashSaleRequest } from '@/contract/promotions/flash-sale/schema';
import { useCan } from '@/lib/api/capabilities';
import { toClientError } from '@/lib/api/errors';
import { FloorInput, filledFloors, TermsTick, type TypedFloor } from './consent-fields';
import { RequestCard } from './request-card';
import { useInvitationAnswer } from './use-requests';

interface InvitationCardProps {
  request: FlashSaleRequest;
  /** Names the sale, in lists over several sales. */
  hasSale?: boolean;
}

/** A pending invitation: terms, optional price floors, accept or decline. */
export function InvitationCard({ request, hasSale = false }: InvitationCardProps) {
  const { t } = useTranslation(['promotions', 'form']);
  const card = 'promotions:flash-sale.card';
  const canAnswer = useCan('sale-consents');
  const sale = request.flash_sale;
  const [isAgreed, setAgreed] = useState(false);
  const [floors, setFloors] = useState<TypedFloor[]>([]);
  const answer = useInvitationAnswer(request.id);
  if (!sale || !canAnswer) return null;
  const { fields = {} } = answer.error ? toClientError(answer.error) : {};
  const textAt = (path: string) => {
    const [key] = fields[path] ?? [];
    return key && t(`form:${key}`, { defaultValue: key });
  };
  const send = (is_accepted: boolean) =>
    answer.mutate({
      is_accepted,
      accepted_terms: is_accepted && isAgreed ? (sale.terms ?? '') : '',
      price_floors: filledFloors(floors),
    });
  const errors = Object.fromEntries(
    request.products.map((_product, place) => [place, textAt(`requested_product_ids.${place}`)]),
  );
  return (
    <RequestCard
      request={request}
      errors={errors}
      hasSale={hasSale}
      terms={sale}
      error={textAt('flash_sale_id') ?? textAt('price_floors.min_price')}
      hasShop={false}
      floor={(product) => <FloorInput product={product} floors={floors} onChange={setFloors} />}
      footer={
        <>
          <TermsTick
            terms={sale.terms ?? ''}
            isAgreed={isAgreed}
            error={textAt('accepted_terms')}
            onChange={setAgreed}
          />
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              variant="primary"
              isLoading={answer.isPending && answer.variables.is_accepted}
              disabled={answer.isPending}
              onClick={() => send(true)}
            >
              {t(`${card}.accept`)}
            </Button>
            <Button
              isLoading={answer.isPending && !answer.variables.is_accepted}
              disabled={answer.isPending}
              onClick={() => send(false)}
            >
              {t(`${card}.decline-invitation`)}
            </Button>
          </div>
        </>
      }
    />
  );
}
