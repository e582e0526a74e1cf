import '@/lib/form-words';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import type { FieldValues } from 'react-hook-form';
import { Card } from '@/components/card';
import { FormFrame } from '@/components/form-frame';
import { Link } from '@/components/link';
import { Loaded } from '@/components/loaded';
import { ValueText } from '@/components/value-text';
import type { FormField } from '@/contract/define';
import { defaultLanguage } from '@/contract/languages';
import type { Settings } from '@/contract/settings';
import { figureText } from '@/lib/form-values';
import { useRecordForm } from '@/lib/record-form';
import { useSettings } from '@/state/settings';
import { CheckoutCards, checkoutFields, checkoutValues } from './checkout-cards';
import { SettingsField } from './settings-field';
import { SettingsTabs } from './settings-tabs';
import { useSaveSettings, useStoredSettings } from './use-save-settings';

const review: FormField<FieldValues> = { key: 'isProductReview', kind: 'switch' };
const lowStock: FormField<FieldValues> = { key: 'lowStockThreshold', kind: 'number', required: true };

/** The shop tab of the settings: products and checkout (reference pages §3.3, rules §3.5, §3.17). */
export function ShopSettings() {
  const { locale = defaultLanguage } = useRouter();
  const query = useStoredSettings(locale);
  return (
    <Loaded query={query}>
      {(settings) => <ShopForm key={settings.language} settings={settings} language={locale} />}
    </Loaded>
  );
}

function ShopForm({ settings, language }: { settings: Settings; language: string }) {
  const { t } = useTranslation('form');
  const save = useSaveSettings(language);
  const { currency, currencyOptions } = useSettings();
  const record = useRecordForm<Settings>({
    record: settings,
    valuesOf: (one) => shopValues(one, language),
    schema: tabSchema,
    save: (options, version) => save.mutateAsync({ options, version }),
    onSaved: () => {},
    leaveQuestion: t('form:leave-question'),
  });
  const labelOf = (key: string) => t(`form:settings.fields.${key}`);
  return (
    <FormFrame
      record={record}
      title={t('form:settings.title')}
      top={<SettingsTabs current="/settings/shop" />}
      labelOf={labelOf}
      textOf={(key, value) => (
        <ValueText
          field={[review, lowStock, ...checkoutFields].find((field) => field.key === key)}
          value={value}
          label={labelOf(key)}
          word={(text) => text}
          money={{ currency, ...currencyOptions }}
        />
      )}
    >
      <Card title={t('form:settings.moderation')} text={t('form:settings.moderation-text')} isForm>
        <SettingsField field={review} form={record.form} />
        <p>
          <Link href="/products/moderation" className="text-accent-ink hover:underline">
            {t('form:settings.moderation-link')}
          </Link>
        </p>
      </Card>
      <Card title={t('form:settings.stock')} isForm>
        <SettingsField field={lowStock} form={record.form} />
      </Card>
      <CheckoutCards form={record.form} />
    </FormFrame>
  );
}

async function tabSchema() {
  const [products, checkout] = await Promise.all([
    import('@/contract/settings/shop'),
    import('@/contract/settings/checkout'),
  ]);
  return products.shopSettingsSchema.concat(checkout.checkoutSettingsSchema);
}

function shopValues(settings: Settings | undefined, language: string): FieldValues {
  if (!settings) return {};
  const { isProductReview, lowStockThreshold } = settings.options;
  return {
    isProductReview,
    lowStockThreshold: figureText(lowStockThreshold, language),
    ...checkoutValues(settings.options, language),
  };
}
