import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Field } from '@/components/inputs/field';
import type { RelationOption } from '@/components/inputs/relation-picker';
import { Textarea } from '@/components/inputs/textarea';
import type { DialogProps } from '@/contract/dialogs';
import { ShopDialogForm } from '@/features/shops/shop-dialog-form';
import { useShopCall } from '@/features/shops/use-shop-call';
import { VendorPicker } from '@/features/shops/vendor-picker';
import { api } from '@/lib/api/client';
import { TransferFacts, useTransferConditions } from './transfer-facts';

/** Requests the transfer of a shop to another vendor; shows its conditions. */
export function TransferDialog({ data, onClose }: DialogProps<'TRANSFER_SHOP'>) {
  const { t } = useTranslation(['shops', 'form']);
  const [vendor, setVendor] = useState<RelationOption>();
  const [message, setMessage] = useState('');
  const [isTried, setTried] = useState(false);
  const { data: conditions } = useTransferConditions(data.id);
  const ask = useShopCall({
    run: (vendor_id: number) =>
      api.post('transfer-shop-ownership', { shop_id: data.id, vendor_id, message: message.trim() || null }),
    done: () => t('shops:shops.sent'),
    onDone: onClose,
  });
  const handleSubmit = () => {
    setTried(true);
    if (vendor) ask.mutate(vendor.id);
  };
  return (
    <ShopDialogForm
      head={{
        icon: ArrowLeftRight,
        tone: 'accent',
        title: t('shops:shops.transfer-title'),
        subject: data.name,
        text: t('shops:shops.transfer-text'),
      }}
      call={ask}
      confirm={{ label: t('shops:shops.send') }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <VendorPicker
        value={vendor}
        error={isTried && !vendor ? t('form:error-vendor-required') : undefined}
        onChange={setVendor}
      />
      <Field
        as={Textarea}
        id="transfer-message"
        label={t('shops:shops.message')}
        hint={t('shops:shops.message-hint')}
        rows={2}
        maxLength={1000}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {conditions && <TransferFacts conditions={conditions} />}
    </ShopDialogForm>
  );
}
