import { useTranslation } from 'next-i18next/pages';
import type { FieldValues } from 'react-hook-form';
import { Card } from '@/components/ui/card';
import type { FormField } from '@/contract/core/define';
import type { SettingsOptions } from '@/contract/settings';
import { figureText } from '@/crud/form/form-values';
import { MoneySample } from './money-sample';
import { SbpMissing } from './sbp-missing';
import { SettingsField } from './settings-field';
import { SettingsPage } from './settings-page';
import { WebhookAddress } from './webhook-address';

type Field = FormField<FieldValues>;

/** Ways of writing sums that are offered; the one in use is added when it is another. */
const formations = [
  ...['ru-RU', 'be-BY', 'kk-KZ', 'uz-UZ', 'hy-AM', 'ka-GE', 'uk-UA', 'en-US', 'en-GB', 'de-DE', 'fr-FR'],
  ...['es-ES', 'it-IT', 'pt-BR', 'pl-PL', 'tr-TR', 'zh-CN', 'ja-JP', 'ko-KR', 'ar-EG', 'he-IL', 'hi-IN'],
];

const ways: Field[] = [
  { key: 'useCashOnDelivery', kind: 'switch' },
  { key: 'useSbp', kind: 'switch' },
];

const periods: Field[] = [
  { key: 'unpaidOnlineMinutes', kind: 'number', required: true },
  { key: 'unpaidPickupHours', kind: 'number', required: true },
];

const money = ({ currency, currencyOptions }: SettingsOptions): Field[] => [
  {
    key: 'currency',
    kind: 'select',
    required: true,
    options: [...new Set([currency, ...Intl.supportedValuesOf('currency')])],
  },
  {
    key: 'currencyOptions.formation',
    kind: 'select',
    required: true,
    options: [...new Set([currencyOptions.formation, ...formations])],
  },
  { key: 'currencyOptions.fractions', kind: 'number', required: true },
];

/** The payment tab of the settings (reference pages §3.3), with the ways to pay that our checkout has. */
export function PaymentSettings() {
  const { t } = useTranslation('form');
  return (
    <SettingsPage
      current="/settings/payment"
      valuesOf={paymentValues}
      schema={() => import('@/contract/settings/payment').then((module) => module.paymentSettingsSchema)}
      fields={[...ways, ...periods]}
    >
      {(form, { options }) => (
        <>
          <Card title={t('form:settings.payments')} text={t('form:settings.payments-text')} isForm>
            {ways.map((field) => (
              <SettingsField key={field.key} field={field} form={form} />
            ))}
            {!options.hasSbp && <SbpMissing form={form} />}
            <WebhookAddress form={form} />
          </Card>
          <Card title={t('form:settings.unpaid')} text={t('form:settings.unpaid-text')} isForm>
            {periods.map((field) => (
              <SettingsField key={field.key} field={field} form={form} />
            ))}
          </Card>
          <Card title={t('form:settings.money')} isForm>
            {money(options).map((field) => (
              <SettingsField key={field.key} field={field} form={form} />
            ))}
            <MoneySample form={form} />
          </Card>
        </>
      )}
    </SettingsPage>
  );
}

function paymentValues(options: SettingsOptions, language: string): FieldValues {
  const { useCashOnDelivery, useSbp, currency, currencyOptions } = options;
  const { unpaidOnlineMinutes, unpaidPickupHours } = options;
  return {
    ...{ useCashOnDelivery, useSbp, currency },
    unpaidOnlineMinutes: figureText(unpaidOnlineMinutes, language),
    unpaidPickupHours: figureText(unpaidPickupHours, language),
    currencyOptions: {
      formation: currencyOptions.formation,
      fractions: figureText(currencyOptions.fractions, language),
    },
  };
}
