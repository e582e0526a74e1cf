import { type FieldValues, get, set } from 'react-hook-form';
import type { FormField } from '@/contract/core/define';
import type { SettingsOptions } from '@/contract/settings';
import { figureText } from '@/crud/form/form-values';

/** What the inputs of a tab show: figures as the language writes them, an empty text where nothing is stored. */
export function settingValues(
  fields: readonly FormField<FieldValues>[],
  options: SettingsOptions,
  language: string,
): FieldValues {
  const values: FieldValues = {};
  for (const { key, kind } of fields) set(values, key, inputValue(kind, get(options, key), language));
  return values;
}

function inputValue(kind: FormField<FieldValues>['kind'], value: unknown, language: string): unknown {
  if (kind === 'number' || kind === 'money') return figureText(value as number | null | undefined, language);
  if (kind === 'switch' || kind === 'radio' || kind === 'select') return value;
  return value ?? (kind === 'image' ? null : '');
}
