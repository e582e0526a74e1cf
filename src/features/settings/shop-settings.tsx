import { useTranslation } from 'next-i18next/pages';
import type { FieldValues } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import type { SettingsOptions } from '@/contract/settings';
import { lazyPart } from '@/lib/lazy-part';
import { CheckoutCards, checkoutList, checkoutValues } from './checkout-cards';
import { settingValues } from './setting-values';
import { shopFields } from './settings-cards';
import { SettingsField, SettingsFields } from './settings-field';
import { SettingsPage } from './settings-page';

const VendorFileCard = lazyPart(() => import('./vendor-file-card'), 'VendorFileCard');

const { review, lowStock, maxDiscount, vendors, uploads, reviews } = shopFields;

/** The shop tab of the settings: products, shops, reviews and checkout. */
export function ShopSettings() {
  const { t } = useTranslation('settings');
  return (
    <SettingsPage
      current="/settings/shop"
      valuesOf={shopValues}
      schema={tabSchema}
      fields={[review, lowStock, maxDiscount, ...vendors, ...uploads, ...checkoutList]}
      textOf={(key, value) =>
        key === reviews.key ? t(`settings:settings.options.reviewSystem.${String(value)}`) : undefined
      }
    >
      {(form) => (
        <>
          <Card
            title={t('settings:settings.moderation')}
            text={t('settings:settings.moderation-text')}
            isForm
          >
            <SettingsField field={review} form={form} />
            <p>
              <Link
                href="/products/moderation"
                className="relative touch-target text-accent-ink hover:underline"
              >
                {t('settings:settings.moderation-link')}
              </Link>
            </p>
          </Card>
          <Card title={t('settings:settings.stock')} isForm>
            <SettingsField field={lowStock} form={form} />
          </Card>
          <Card title={t('settings:settings.sales')} isForm>
            <SettingsField field={maxDiscount} form={form} />
          </Card>
          <Card title={t('settings:settings.vendors')} isForm>
            <SettingsFields fields={vendors} form={form} />
          </Card>
          {form.getValues('vendorFile') !== undefined && <VendorFileCard form={form} />}
          <Card title={t('settings:settings.uploads')} isForm>
            <SettingsFields fields={uploads} form={form} />
          </Card>
          <Card title={t('settings:settings.reviews')} isForm>
            <SettingsField field={reviews} form={form} />
          </Card>
          <CheckoutCards form={form} />
        </>
      )}
    </SettingsPage>
  );
}

async function tabSchema() {
  const [products, checkout, vendors] = await Promise.all([
    import('@/contract/settings/shop'),
    import('@/contract/settings/checkout'),
    import('@/contract/shops/vendor-file/settings'),
  ]);
  return products.shopSettingsSchema
    .concat(checkout.checkoutSettingsSchema)
    .concat(vendors.vendorFileSettingsSchema);
}

function shopValues(options: SettingsOptions, language: string): FieldValues {
  const fields = [review, lowStock, maxDiscount, ...vendors, ...uploads, reviews];
  return {
    ...settingValues(fields, options, language),
    ...checkoutValues(options, language),
    // Another server of the dialect asks nothing of vendors.
    ...(options.vendorFile && { vendorFile: options.vendorFile }),
  };
}
