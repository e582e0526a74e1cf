import type { AnyResource, FormField } from '@/contract/core/define';
import type { JsonRecord } from './types';

/**
 * The fields that are visible for these values. Two fields may share a key, one shown at a time: an amount or a
 * percentage.
 */
export function shownFields(resource: AnyResource, values: JsonRecord): FormField<JsonRecord>[] {
  return resource.fields.filter((field: FormField<JsonRecord>) => !field.when || field.when(values));
}
