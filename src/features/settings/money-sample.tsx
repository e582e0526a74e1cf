import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { formatMoney } from '@/lib/format/format';

const sample = 987_456_321.123_456;

/** What a sum looks like with the currency and the spelling that are being chosen (reference pages §3.3). */
export function MoneySample({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('form');
  const [currency, options] = useWatch({ control: form.control, name: ['currency', 'currencyOptions'] });
  const digits = Number(options?.fractions);
  const fractions = Number.isInteger(digits) ? Math.min(Math.max(digits, 0), 5) : 0;
  return (
    <div className="rounded-control bg-sunken px-3 py-2.5">
      <p className="text-small text-ink-second">{t('form:settings.sample')}</p>
      <output className="text-card font-semibold break-words">
        {formatMoney(sample, {
          currency: String(currency),
          formation: String(options?.formation),
          fractions,
        })}
      </output>
    </div>
  );
}
