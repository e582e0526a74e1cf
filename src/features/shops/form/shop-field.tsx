import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { FormField } from '@/contract/core/define';
import { shops } from '@/contract/shops';
import { FieldInput } from '@/crud/form/field-input';

interface ShopFieldProps extends Omit<FormField<FieldValues>, 'key'> {
  form: UseFormReturn<FieldValues>;
  /** Path of the value; its texts are in `shops:shops.fields.<name>`. */
  name: string;
  isNew?: boolean;
}

export function ShopField({ form, name, isNew, ...field }: ShopFieldProps) {
  return <FieldInput resource={shops} field={{ ...field, key: name }} form={form} isNew={isNew} />;
}
