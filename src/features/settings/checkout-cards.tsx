import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ItemsInput } from '@/components/form/items-input';
import { Card } from '@/components/ui/card';
import type { FormField } from '@/contract/core/define';
import type { SettingsOptions } from '@/contract/settings';
import { ClassField } from './class-field';
import { settingValues } from './setting-values';
import { checkoutFields } from './settings-cards';
import { SettingsField, SettingsFields } from './settings-field';

type Field = FormField<FieldValues>;

const { free, included, money, buyers, returns, slots } = checkoutFields;

export const checkoutList: readonly Field[] = [...free, included, ...money, ...buyers, ...returns, slots];

/** Checkout settings: delivery and tax, payment methods, delivery times. */
export function CheckoutCards({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('settings');
  const draw = (list: readonly Field[]) => <SettingsFields fields={list} form={form} />;
  return (
    <>
      <Card title={t('settings:settings.delivery')} isForm>
        {draw(free)}
        <ClassField name="shippingClass" endpoint="shippings" form={form} />
        {draw([included])}
        <ClassField name="taxClass" endpoint="taxes" form={form} />
        {draw(money)}
      </Card>
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
        {draw(buyers)}
      </Card>
      <Card title={t('settings:settings.returns')} text={t('settings:settings.returns-text')} isForm>
        {draw(returns)}
      </Card>
    </>
  );
}

export function checkoutValues(options: SettingsOptions, language: string): FieldValues {
  const { shippingClass, taxClass, deliveryTime } = options;
  return {
    ...settingValues([...free, included, ...money, ...buyers, ...returns], options, language),
    shippingClass,
    taxClass,
    deliveryTime: deliveryTime.map(({ title, description }) => ({ title, description: description ?? '' })),
  };
}
