import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ItemsInput } from '@/components/form/items-input';
import { Card } from '@/components/ui/card';
import { ClassField } from './class-field';
import { checkoutFields } from './settings-cards';
import { SettingsField, SettingsFields } from './settings-field';

interface CardsProps {
  form: UseFormReturn<FieldValues>;
}

const { free, included, money, buyers, returns, slots } = checkoutFields;

/** Delivery, tax, and whose money a payment is. */
export function DeliveryCards({ form }: CardsProps) {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('settings:settings.delivery')} isForm>
      <SettingsFields fields={free} form={form} />
      <ClassField name="shippingClass" endpoint="shippings" form={form} />
      <SettingsField field={included} form={form} />
      <ClassField name="taxClass" endpoint="taxes" form={form} />
      <SettingsFields fields={money} form={form} />
    </Card>
  );
}

/** When things are delivered, and what buyers may do at checkout. */
export function BuyersCards({ form }: CardsProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Card title={t('settings:settings.slots')} isForm>
        <ItemsInput
          id="field-deliveryTime"
          label={t('settings:settings.fields.deliveryTime')}
          field={slots}
          form={form}
          addLabel={t('settings:settings.add-slot')}
          draw={(item, path) => <SettingsField field={item} form={form} path={path} />}
        />
      </Card>
      <Card title={t('settings:settings.checkout')} text={t('settings:settings.checkout-text')} isForm>
        <SettingsFields fields={buyers} form={form} />
      </Card>
    </>
  );
}

export function ReturnsCard({ form }: CardsProps) {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('settings:settings.returns')} text={t('settings:settings.returns-text')} isForm>
      <SettingsFields fields={returns} form={form} />
    </Card>
  );
}
