import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { AskForm } from '@/components/dialog/ask-form';
import type { DialogProps } from '@/contract/dialogs';
import { shownNumber } from '@/contract/orders/number';
import type { OrderDetails } from '@/contract/orders/wire';
import { unlessMasked } from '@/lib/format/masked';
import { AddressFields } from '../new-order/address-fields';
import { addressKeys, type DraftAddress, isComplete } from '../new-order/draft';
import { useNewOrderWord } from '../new-order/use-new-order-word';
import { EditOutcome } from './edit-outcome';
import { useOrderEdit } from './use-order-edit';

/** Another address of an order that is not shipped; it replaces a pickup point, too. */
export function EditAddressDialog({ data: { order }, onClose }: DialogProps<'EDIT_ORDER_ADDRESS'>) {
  const { t } = useTranslation('orders');
  const country = useNewOrderWord()('country');
  const [address, setAddress] = useState(() => addressOf(order, country));
  const edit = useOrderEdit(
    order,
    isComplete(address) && !isSame(order, address)
      ? { shipping_address: address, version: order.version }
      : undefined,
    onClose,
  );
  return (
    <AskForm
      isWide
      title={t('orders:orders.edit.address-title', { number: shownNumber(order) })}
      text={t('orders:orders.edit.address-text')}
      confirmLabel={t(`orders:orders.edit.${edit.consent === 'asks' ? 'ask' : 'save'}`)}
      isLoading={edit.isSaving}
      isDisabled={!edit.preview}
      onConfirm={edit.submit}
      onClose={onClose}
    >
      <AddressFields
        address={address}
        onChange={(next) => {
          setAddress(next);
          edit.reset();
        }}
      />
      <EditOutcome edit={edit} />
    </AskForm>
  );
}

function addressOf({ shipping_address: stored }: OrderDetails, country: string): DraftAddress {
  return {
    country: stored?.country || country,
    state: stored?.state ?? '',
    city: stored?.city ?? '',
    zip: unlessMasked(stored?.zip),
    street_address: unlessMasked(stored?.street_address),
  };
}

const isSame = ({ shipping_address: stored, delivery_point: point }: OrderDetails, address: DraftAddress) =>
  !point && addressKeys.every((key) => (stored?.[key] ?? '') === address[key]);
