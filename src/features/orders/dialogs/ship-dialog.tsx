import { useTranslation } from 'next-i18next/pages';
import { AskForm } from '@/components/dialog/ask-form';
import type { DialogProps } from '@/contract/dialogs';
import { ParcelFields, useParcelFields } from '@/features/orders/details/parcel-fields';
import { useOrderCall } from '../use-order-call';

export function ShipDialog({ data: { id, version, number, to }, onClose }: DialogProps<'SHIP_ORDER'>) {
  const { t } = useTranslation('orders');
  const fields = useParcelFields({ parcel_carrier: null, parcel_number: null });
  const move = useOrderCall({
    method: 'put',
    path: `orders/${id}`,
    step: { id, number },
    silent: ['VALIDATION_FAILED'],
    onDone: onClose,
  });
  return (
    <AskForm
      title={t('orders:orders.dialogs.ship-title', { number })}
      text={t('orders:orders.dialogs.ship-text')}
      confirmLabel={t(`orders:orders.moves.${to}`)}
      isLoading={move.isPending}
      onConfirm={() => move.mutate({ order_status: to, version, ...fields.body })}
      onClose={onClose}
    >
      <ParcelFields fields={fields} error={move.error} />
    </AskForm>
  );
}
