import { useTranslation } from 'next-i18next/pages';
import type { AnyResource, Column, FormField } from '@/contract/core/define';
import { ValueCell } from '@/crud/list/value-cell';
import { shownFields } from '@/crud/shown-fields';
import type { JsonRecord, Row } from '@/crud/types';
import { useLabels } from '@/lib/i18n/labels';
import { useSettings } from '@/state/settings';
import { ValueText } from './value';

interface FieldTextProps {
  resource: AnyResource;
  name: string;
  value: unknown;
  /** Selects among fields that share the key. */
  row?: Row;
}

/** A read-only field value, for the details screen and the conflict panel; falls back to the column of that key. */
export function FieldText({ resource, name, value, row }: FieldTextProps) {
  const { currency, currencyOptions } = useSettings();
  const { t, i18n } = useTranslation(['form', 'common']);
  const labels = useLabels(resource);
  const fields: FormField<JsonRecord>[] = row ? shownFields(resource, row) : resource.fields;
  const field = fields.find((one) => one.key === name);
  const column: Column<Row> | undefined = resource.columns.find((one: Column<Row>) => one.key === name);
  const shared = {
    value,
    money: { currency, ...currencyOptions },
    tone: (text: string) => column?.tones?.[text],
  };
  const word = (text: string, item?: string) => labels.option(item ? `${name}-${item}` : name, text);
  const kind = column?.kind ?? 'text';
  if (field || typeof value === 'boolean' || kind === 'title' || kind === 'switch')
    return <ValueText field={field} word={word} {...shared} label={labels.field(name)} />;
  return <ValueCell kind={kind} word={word} t={t} language={i18n.language} {...shared} />;
}
