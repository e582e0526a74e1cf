import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import type { Product } from '@/contract/catalogue/products/schema';
import { useModalActions } from '@/state/modal';
import { useWithdrawConsent } from './use-requests';

export function WithdrawConsent({ product }: { product: Product }) {
  const { t } = useTranslation('promotions');
  const { open } = useModalActions();
  const withdraw = useWithdrawConsent();
  const card = 'promotions:flash-sale.card';
  const { id, name, flash_sale: sale } = product;
  if (!sale) return null;
  return (
    <Button
      className="phone:me-3"
      aria-label={t(`${card}.withdraw-consent-of`, { name })}
      aria-haspopup="dialog"
      isLoading={withdraw.isPending}
      onClick={() =>
        open('CONFIRM', {
          title: t(`${card}.withdraw-question`),
          text: t(`${card}.withdraw-question-text`, { name, sale: sale.title }),
          confirmLabel: t(`${card}.withdraw`),
          onConfirm: () => withdraw.mutate({ flash_sale_id: sale.id, product_id: id }),
        })
      }
    >
      {t(`${card}.withdraw`)}
    </Button>
  );
}
