import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { usePermissions } from '@/lib/session/me';
import { ShopField } from './shop-field';

/** Name and categories of the shop; an administrator may create one for a vendor. */
export function MainCard({ form, isNew }: { form: UseFormReturn<FieldValues>; isNew: boolean }) {
  const { t } = useTranslation('shops');
  const isAdmin = usePermissions().includes('super_admin');
  return (
    <Card title={t('shops:shops.main')} isForm>
      <ShopField form={form} name="name" kind="text" required />
      <ShopField form={form} name="slug" kind="slug" from="name" isNew={isNew} />
      <ShopField form={form} name="description" kind="textarea" rows={4} />
      <ShopField
        form={form}
        name="categories"
        kind="relation"
        relation={{ endpoint: 'categories', multiple: true }}
      />
      {isAdmin && isNew && (
        <ShopField
          form={form}
          name="owner_id"
          kind="relation"
          relation={{ endpoint: 'vendors/list?is_active=true' }}
        />
      )}
    </Card>
  );
}
