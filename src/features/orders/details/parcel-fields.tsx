import { useTranslation } from 'next-i18next/pages';
import { useId, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import type { Order } from '@/contract/orders/wire';
import { useRefusal } from '@/lib/form/use-refusal';
import { CarrierField } from './carrier-field';

export function useParcelFields({
  parcel_carrier,
  parcel_number,
}: Pick<Order, 'parcel_carrier' | 'parcel_number'>) {
  const [carrier, setCarrier] = useState(parcel_carrier ?? '');
  const [number, setNumber] = useState(parcel_number ?? '');
  return { carrier, setCarrier, number, setNumber, body: { parcel_carrier: carrier, parcel_number: number } };
}

interface ParcelFieldsProps {
  fields: ReturnType<typeof useParcelFields>;
  /** Why the server refused them. */
  error: unknown;
}

export function ParcelFields({ fields, error }: ParcelFieldsProps) {
  const { t } = useTranslation('orders');
  const id = useId();
  const refusal = useRefusal(error);
  return (
    <>
      <CarrierField
        id={`${id}-carrier`}
        error={refusal.of('parcel_carrier')}
        value={fields.carrier}
        onChange={fields.setCarrier}
      />
      <Field
        as={Input}
        id={`${id}-number`}
        label={t('orders:orders.details.parcel.number')}
        hint={t('orders:orders.details.parcel.hint')}
        error={refusal.of('parcel_number')}
        dir="ltr"
        maxLength={60}
        value={fields.number}
        onChange={({ target }) => fields.setNumber(target.value)}
      />
    </>
  );
}
