import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { ClientError } from '@/lib/api/errors';

/** Puts the server's errors at their fields; false when some belong to no field of the form. */
export function placeErrors(form: UseFormReturn<FieldValues>, failure: ClientError): boolean {
  const known = Object.keys(form.getValues());
  const fields = Object.entries(failure.fields);
  const placed = fields.filter(([path]) => known.includes(path.split('.')[0] ?? ''));
  placed.forEach(([path, [message]], index) => {
    form.setError(path, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  return placed.length > 0 && placed.length === fields.length;
}
