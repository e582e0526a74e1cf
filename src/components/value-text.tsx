import { useTranslation } from 'next-i18next/pages';
import type { FormField } from '@/contract/define';
import { fileUrl } from '@/lib/api';
import { pictureIn } from '@/lib/form-values';
import { formatFullDate, formatMoney, formatNumber, type MoneyFormat } from '@/lib/format';
import { StoredIcon } from './stored-icon';

interface ValueTextProps {
  /** The field that the value belongs to; without one it is read as a text. */
  field: Pick<FormField<object>, 'kind' | 'unit'> | undefined;
  value: unknown;
  label: string;
  word: (value: string) => string;
  money: MoneyFormat;
}

/** A field's value to be read: on the details screen and in the conflict view. */
export function ValueText({ field, value, label, word, money }: ValueTextProps) {
  const { t, i18n } = useTranslation('form');
  const picture = pictureIn(value);
  if (picture)
    return <img src={fileUrl(picture.thumbnail)} alt={label} className="max-h-40 rounded-control" />;
  if (typeof value === 'boolean') return t(value ? 'common:text-yes' : 'common:text-no');
  const text = [value ?? []].flat().map(String).join(', ');
  if (text === '') return '—';

  // What stands in an input is written with a comma in Russian.
  const figure = text.replace(',', '.');
  if (field?.kind === 'date') return formatFullDate(text, i18n.language);
  if (field?.kind === 'money') return formatMoney(figure, money);
  if (field?.kind === 'icon') return <StoredIcon name={text} />;
  if (field?.kind !== 'number') return <span className="break-words whitespace-pre-line">{word(text)}</span>;
  return `${formatNumber(figure, i18n.language)} ${field.unit ? t(`common:units.${field.unit}`) : ''}`.trim();
}
