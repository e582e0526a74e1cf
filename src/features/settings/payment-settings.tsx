import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import type { FormField } from '@/contract/core/define';
import { gatewaySwitches } from '@/contract/orders/online';
import type { SettingsOptions } from '@/contract/settings';
import { isRoubles } from '@/contract/settings/shop-currency';
import { useCapabilities } from '@/lib/api/capabilities';
import { env } from '@/lib/env';
import { formatMoney } from '@/lib/format/format';
import { showToast } from '@/lib/toast';
import { settingValues } from './setting-values';
import { paymentFields } from './settings-cards';
import { SettingsField, SettingsFields } from './settings-field';
import { SettingsPage } from './settings-page';

type FieldOptions = FormField<FieldValues>;

/** Offered money formats; the current one is added when it is another. */
const formations = [
  ...['ru-RU', 'be-BY', 'kk-KZ', 'uz-UZ', 'hy-AM', 'ka-GE', 'uk-UA', 'en-US', 'en-GB', 'de-DE', 'fr-FR'],
  ...['es-ES', 'it-IT', 'pt-BR', 'pl-PL', 'tr-TR', 'zh-CN', 'ja-JP', 'ko-KR', 'ar-EG', 'he-IL', 'hi-IN'],
];

const { ways, onlineName, capture, periods, receipts, marks } = paymentFields;

const money = ({ currency, currencyOptions }: SettingsOptions): FieldOptions[] => [
  {
    ...paymentFields.currency,
    options: [...new Set([currency, ...Intl.supportedValuesOf('currency')])],
  },
  { ...paymentFields.formation, options: [...new Set([currencyOptions.formation, ...formations])] },
  paymentFields.fractions,
];

/** Payment tab of the settings, with the payment methods of our checkout. */
export function PaymentSettings() {
  const { t } = useTranslation('settings');
  // Only our server has other clients that know the online way by a name of their own.
  const isOurs = useCapabilities().has('payments');
  return (
    <SettingsPage
      current="/settings/payment"
      valuesOf={paymentValues}
      schema={() => import('@/contract/settings/payment').then((module) => module.paymentSettingsSchema)}
      fields={[...ways, onlineName, capture, ...periods, receipts]}
    >
      {(form, { options }) => (
        <>
          <Card title={t('settings:settings.payments')} text={t('settings:settings.payments-text')} isForm>
            <SettingsFields fields={offeredWays(options)} form={form} />
            {isRoubles(options) ? (
              options.onlineGateways?.length === 0 && <SbpMissing form={form} />
            ) : (
              <p className="text-small text-ink-second">
                {t('settings:settings.payments-roubles', { currency: options.currency })}
              </p>
            )}
            <WebhookAddress form={form} />
          </Card>
          {isOurs && (
            <Card
              title={t('settings:settings.online-name')}
              text={t('settings:settings.online-name-text')}
              isForm
            >
              <SettingsField field={onlineName} form={form} />
            </Card>
          )}
          <Card title={t('settings:settings.capture')} text={t('settings:settings.capture-text')} isForm>
            <SettingsField field={capture} form={form} />
            <Holding options={options} />
          </Card>
          <Card title={t('settings:settings.unpaid')} text={t('settings:settings.unpaid-text')} isForm>
            <SettingsFields fields={periods} form={form} />
          </Card>
          <Card title={t('settings:settings.receipts')} text={t('settings:settings.receipts-text')} isForm>
            <SettingsField field={receipts} form={form} />
            <SettingsField field={marks} form={form} />
            <WhoIssues />
          </Card>
          <Card title={t('settings:settings.money')} isForm>
            <SettingsFields fields={money(options)} form={form} />
            <MoneySample form={form} />
          </Card>
        </>
      )}
    </SettingsPage>
  );
}

/** Switches of the methods that somebody takes money by. */
function offeredWays({ onlineGateways: online = [] }: SettingsOptions) {
  const hidden: string[] = (['ONLINE_CARD', 'SBERPAY', 'TPAY'] as const)
    .filter((one) => !online.includes(one))
    .map((one) => gatewaySwitches[one]);
  return ways.filter(({ key }) => !hidden.includes(key));
}

/** Which of the methods can hold money; the others take it at once whatever is chosen. */
function Holding({ options: { holdingGateways: holding = [] } }: { options: SettingsOptions }) {
  const { t, i18n } = useTranslation('settings');
  const names = holding.map((one) => {
    const name = t(`settings:settings.fields.${gatewaySwitches[one]}`);
    return name.charAt(0).toLocaleLowerCase(i18n.language) + name.slice(1);
  });
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
  const text = holding.length === 0 ? 'capture-none' : 'capture-ways';
  return <p className="text-small text-ink-second">{t(`settings:settings.${text}`, { list })}</p>;
}

/**
 * Kinds of money, in the order of the table of who issues their receipts (rules/receipts: every movement is documented, or
 * excluded by name).
 */
const moneyKinds = [
  'online',
  'till',
  'door-platform',
  'door-shop',
  'points',
  'chargeback',
  'commission',
] as const;

/** Whose register issues which receipt, and why: it follows from who takes the money. */
function WhoIssues() {
  const { t } = useTranslation('settings');
  const text = (kind: string, part: string) => t(`settings:settings.receipts-table.${kind}.${part}`);
  return (
    <dl className="divide-y divide-line-faint border-t border-line-faint">
      {moneyKinds.map((kind) => (
        <div key={kind} className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[12rem_1fr]">
          <dt className="font-medium">{text(kind, 'what')}</dt>
          <dd>
            {text(kind, 'who')}
            <p className="text-small text-ink-second">{text(kind, 'why')}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function paymentValues(options: SettingsOptions, language: string): FieldValues {
  const { currency, formation, fractions } = paymentFields;
  const fields = [...ways, onlineName, capture, ...periods, receipts, currency, formation, fractions];
  return {
    ...settingValues(fields, options, language),
    markCodesRequired: options.markCodesRequired ?? false,
  };
}

const sample = 987_456_321.123_456;

/** Sample sum with the selected currency and format. */
function MoneySample({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('settings');
  const [currency, options] = useWatch({ control: form.control, name: ['currency', 'currencyOptions'] });
  const { isDirty } = form.getFieldState('currency', form.formState);
  const formation = String(options?.formation);
  // Roubles written the American way are never meant: a new installation starts with dollars.
  useEffect(() => {
    if (!isDirty || currency !== 'RUB' || formation !== 'en-US') return;
    form.setValue('currencyOptions.formation', 'ru-RU', { shouldDirty: true });
  }, [form, isDirty, currency, formation]);
  const digits = Number(options?.fractions);
  const fractions = Number.isInteger(digits) ? Math.min(Math.max(digits, 0), 5) : 0;
  return (
    <div className="rounded-control bg-sunken px-3 py-2.5">
      <p className="text-small text-ink-second">{t('settings:settings.sample')}</p>
      <output className="text-card font-semibold break-words">
        {formatMoney(sample, { currency: String(currency), formation, fractions }, formation)}
      </output>
    </div>
  );
}

/** Warns that the fast payment system is switched on but not offered: no bank is connected. */
function SbpMissing({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('settings');
  const isOn = useWatch({ control: form.control, name: 'useSbp' });
  if (isOn !== true) return null;
  return (
    <p className="rounded-card bg-warn-soft px-4 py-3 text-warn">
      {t('settings:settings.sbp-missing')}{' '}
      <Link href="/settings/services" className="font-medium underline">
        {t('settings:settings.sbp-services')}
      </Link>
    </p>
  );
}

const copiedMs = 5000;

/** Webhook address of the fast payment system, to be given to the bank. */
function WebhookAddress({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation(['settings', 'common', 'form']);
  const isOn = useWatch({ control: form.control, name: 'useSbp' });
  const [isCopied, setCopied] = useState(false);
  if (isOn !== true) return null;
  const address = new URL(`${env.apiUrl}/webhooks/sbp`, window.location.origin).href;
  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
      setTimeout(() => setCopied(false), copiedMs);
    } catch {
      showToast('error', t('form:qr.copy-failed'));
    }
  }
  return (
    <Field id="sbp-webhook" label={t('settings:settings.webhook')} hint={t('settings:settings.webhook-hint')}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            dir="ltr"
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
            className="min-w-0 flex-1"
          />
          <Button
            icon={isCopied ? <Check className="size-4" /> : <Copy className="size-4" />}
            onClick={() => void handleCopy()}
          >
            <span aria-live="polite">{t(isCopied ? 'common:text-copied' : 'settings:settings.copy')}</span>
          </Button>
        </div>
      )}
    </Field>
  );
}
