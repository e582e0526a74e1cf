import { useTranslation } from 'next-i18next/pages';
import { ChoiceField } from '@/components/inputs/choice-field';
import { type CashHolder, cashHolders } from '@/contract/orders/status';

interface CashHolderFieldProps {
  value: CashHolder;
  onChange: (holder: CashHolder) => void;
}

/** An administrator says who took the cash of an order, because that decides what the shop is credited. */
export function CashHolderField({ value, onChange }: CashHolderFieldProps) {
  const { t } = useTranslation('orders');
  return (
    <ChoiceField
      id="field-cash"
      label={t('orders:orders.dialogs.cash')}
      hint={t(`orders:orders.dialogs.cash-${value}-text`)}
      value={value}
      values={cashHolders}
      word={(one) => t(`orders:orders.dialogs.cash-${one}`)}
      onChange={onChange}
    />
  );
}
