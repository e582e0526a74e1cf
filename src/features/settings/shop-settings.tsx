import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Tabs } from '@/components/ui/tabs';
import type { SettingsOptions } from '@/contract/settings';
import { lazyPart } from '@/lib/lazy-part';
import { BuyersCards, DeliveryCards, ReturnsCard } from './checkout-cards';
import { settingValues } from './setting-values';
import { shopFields } from './settings-cards';
import { SettingsField, SettingsFields } from './settings-field';
import { SettingsPage } from './settings-page';
import { fieldsOfPart, otherKeys, partOf, type ShopPart, shopParts } from './shop-parts';

const VendorFileCard = lazyPart(() => import('./vendor-file-card'), 'VendorFileCard');
const VendorPapersCard = lazyPart(() => import('./vendor-file-card'), 'VendorPapersCard');

const { review, lowStock, maxDiscount, vendors, uploads, reviews } = shopFields;

const path = '/settings/shop';

/** The shop tab of the settings: products, vendors, their papers, delivery, checkout and returns, a page each. */
export function ShopSettings() {
  const { t } = useTranslation('settings');
  const { query, asPath } = useRouter();
  const current = partOf(query.part, asPath.split('#')[1] ?? '');
  const Fields = cards[current];
  return (
    <SettingsPage
      key={current}
      current={path}
      part={current}
      valuesOf={(options, language) => valuesOf(current, options, language)}
      schema={() => schemaOf(current)}
      fields={fieldsOfPart[current]}
      textOf={(key, value) =>
        key === reviews.key ? t(`settings:settings.options.reviewSystem.${String(value)}`) : undefined
      }
      top={
        <Tabs
          label={t('settings:settings.shop-parts.label')}
          tabs={shopParts.map((part) => ({
            href: `${path}?part=${part}`,
            label: t(`settings:settings.shop-parts.${part}`),
            isCurrent: part === current,
          }))}
        />
      }
    >
      {(form) => <Fields form={form} />}
    </SettingsPage>
  );
}

interface FormProps {
  form: UseFormReturn<FieldValues>;
}

const cards: Record<ShopPart, (props: FormProps) => React.ReactNode> = {
  goods: GoodsCards,
  vendors: VendorsCards,
  papers: PapersCards,
  delivery: DeliveryCards,
  checkout: BuyersCards,
  returns: ReturnsCard,
};

function GoodsCards({ form }: FormProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Card title={t('settings:settings.moderation')} text={t('settings:settings.moderation-text')} isForm>
        <SettingsField field={review} form={form} />
        <p>
          <Link href="/products/moderation" className="relative touch-target text-accent-ink hover:underline">
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
      <Card title={t('settings:settings.reviews')} isForm>
        <SettingsField field={reviews} form={form} />
      </Card>
    </>
  );
}

function VendorsCards({ form }: FormProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Card title={t('settings:settings.vendors')} isForm>
        <SettingsFields fields={vendors} form={form} />
      </Card>
      {form.getValues('vendorFile') !== undefined && (
        <VendorFileCard form={form} papersHref={`${path}?part=papers`} />
      )}
      <Card title={t('settings:settings.uploads')} isForm>
        <SettingsFields fields={uploads} form={form} />
      </Card>
    </>
  );
}

/** Another server of the dialect asks nothing of vendors. */
function PapersCards({ form }: FormProps) {
  const { t } = useTranslation('settings');
  if (form.getValues('vendorFile') === undefined)
    return <p className="text-ink-second">{t('settings:settings.shop-parts.no-papers')}</p>;
  return <VendorPapersCard form={form} />;
}

/** The rules of this page's keys only: those of the others would be sent with their defaults. */
async function schemaOf(part: ShopPart) {
  const [products, checkout, vendors] = await Promise.all([
    import('@/contract/settings/shop'),
    import('@/contract/settings/checkout'),
    import('@/contract/shops/vendor-file/settings'),
  ]);
  const all = products.shopSettingsSchema
    .concat(checkout.checkoutSettingsSchema)
    .concat(vendors.vendorFileSettingsSchema);
  const keys = [...fieldsOfPart[part].map(({ key }) => key), ...otherKeys[part]];
  return all.pick(keys as (keyof typeof all.fields)[]);
}

function valuesOf(part: ShopPart, options: SettingsOptions, language: string): FieldValues {
  const { shippingClass, taxClass, deliveryTime, vendorFile } = options;
  return {
    ...settingValues(fieldsOfPart[part], options, language),
    ...(part === 'delivery' && { shippingClass, taxClass }),
    ...(part === 'checkout' && {
      deliveryTime: deliveryTime.map(({ title, description }) => ({ title, description: description ?? '' })),
    }),
    ...((part === 'vendors' || part === 'papers') && vendorFile && { vendorFile }),
  };
}
