import { useTranslation } from 'next-i18next/pages';
import { Field } from '@/components/inputs/field';
import { RadioGroup } from '@/components/inputs/radio-group';
import { type CashHolder, cashHolders } from '@/contract/orders/status';

interface CashHolderFieldProps {
  value: CashHolder;
  onChange: (holder: CashHolder) => void;
}

/** An administrator says who took the cash of an order, because that decides what the shop is credited. */
export function CashHolderField({ value, onChange }: CashHolderFieldProps) {
  const { t } = useTranslation('orders');
  const label = t('orders:orders.dialogs.cash');
  return (
    <Field id="field-cash" label={label} hint={t(`orders:orders.dialogs.cash-${value}-text`)}>
      {(control) => (
        <RadioGroup
          control={control}
          name="cash_held_by"
          label={label}
          value={value}
          options={cashHolders.map((one) => ({ value: one, label: t(`orders:orders.dialogs.cash-${one}`) }))}
          onChange={(picked) => onChange(cashHolders.find((one) => one === picked) ?? 'platform')}
        />
      )}
    </Field>
  );
}
