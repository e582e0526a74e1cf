import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { ConfirmModal } from '@/components/dialog/confirm-modal';
import { Button } from '@/components/ui/button';
import type { Product } from '@/contract/catalogue/products/schema';
import { useWithdrawConsent } from './use-requests';

/** Withdraws an own product from its sale after a confirmation. */
export function WithdrawConsent({ product }: { product: Product }) {
  const { t } = useTranslation('resources');
  const [isAsking, setAsking] = useState(false);
  const withdraw = useWithdrawConsent();
  const card = 'resources:flash-sale.card';
  const { id, name, flash_sale: sale } = product;
  if (!sale) return null;
  return (
    <>
      <Button
        className="phone:me-3"
        aria-label={t(`${card}.withdraw-consent-of`, { name })}
        isLoading={withdraw.isPending}
        onClick={() => setAsking(true)}
      >
        {t(`${card}.withdraw`)}
      </Button>
      {isAsking && (
        <ConfirmModal
          title={t(`${card}.withdraw-question`)}
          text={t(`${card}.withdraw-question-text`, { name, sale: sale.title })}
          confirmLabel={t(`${card}.withdraw`)}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            withdraw.mutate({ flash_sale_id: sale.id, product_id: id });
          }}
        />
      )}
    </>
  );
}
