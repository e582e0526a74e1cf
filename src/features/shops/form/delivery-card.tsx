import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Card } from '@/components/ui/card';
import { shops } from '@/contract/shops';
import { useFormField } from '@/lib/form/use-form-field';
import { useLabels } from '@/lib/i18n/labels';
import { usePermissions } from '@/lib/session/me';
import { ShopField } from './shop-field';

/** Handling time, delivery methods, and where the owner is notified of orders. */
export function DeliveryCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('shops');
  const isAdmin = usePermissions().includes('super_admin');
  return (
    <Card title={t('shops:shops.delivery')} isForm>
      <ShopField form={form} name="settings.handling_days" kind="number" />
      <ShopField form={form} name="settings.assembly_hours" kind="number" />
      <CutOffField form={form} />
      <ShopField form={form} name="settings.delivery_note" kind="textarea" rows={2} />
      {isAdmin ? (
        <p className="text-small text-ink-second">{t('shops:shops.notify-admin')}</p>
      ) : (
        <>
          <ShopField form={form} name="settings.notifications.email" kind="text" />
          <ShopField form={form} name="settings.notifications.enable" kind="switch" />
        </>
      )}
    </Card>
  );
}

/** A time of the day; empty for none. */
function CutOffField({ form }: { form: UseFormReturn<FieldValues> }) {
  const labels = useLabels(shops);
  const name = 'settings.cut_off';
  const { field, error } = useFormField(form, name);
  return (
    <Field
      as={Input}
      id={`field-${name}`}
      label={labels.field(name)}
      hint={labels.hint(name)}
      error={error}
      isNarrow
      {...field}
      type="time"
    />
  );
}
