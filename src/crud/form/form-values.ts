import type { AnyResource, FormField } from '@/contract/core/define';
import { shownFields } from '@/crud/shown-fields';
import type { JsonRecord } from '@/crud/types';
import { picturesIn } from '@/lib/format/pictures';

/** Form values of a family: its fields plus the initial values of fields it does not show. */
export function formValues(resource: AnyResource, row: object | undefined, language: string): JsonRecord {
  const fields: FormField<JsonRecord>[] = resource.fields;
  const hidden = Object.keys(resource.initial).filter((key) => !fields.some((field) => field.key === key));
  const source: JsonRecord = { ...(row ?? resource.initial) };
  return Object.fromEntries([
    ...fields.map((field) => [field.key, toInput(field, source, language)]),
    ...hidden.map((key) => [key, source[key] ?? resource.initial[key]]),
  ]);
}

/** The values without those of currently hidden fields. */
export function shownValues(resource: AnyResource, values: JsonRecord): JsonRecord {
  const shown = new Set(shownFields(resource, values).map(({ key }) => key));
  const hidden = resource.fields.filter(({ key }: FormField<JsonRecord>) => !shown.has(key));
  const keys: string[] = hidden.map(({ key }: FormField<JsonRecord>) => key);
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}

/** A stored value in the form its input expects; numbers use the language's decimal separator. */
function toInput(field: FormField<JsonRecord>, source: JsonRecord, language: string): unknown {
  const { key, kind } = field;
  const value = source[key];
  if (kind === 'switch') return Boolean(value);
  if (kind === 'image') return value ?? null;
  if (kind === 'images') return picturesIn(value);
  if (kind === 'relation') return toRelated(field, source[field.relation?.stub ?? key] ?? value);
  if (kind === 'items') {
    const rows = [value ?? []].flat().filter((row) => typeof row === 'object' && row !== null);
    // Properties that have no field, such as the id, are sent back unchanged.
    return rows.map((row: object) => ({ ...row, ...itemValues(field.items ?? [], { ...row }, language) }));
  }
  const text = value === null || value === undefined ? '' : String(value);
  if (kind === 'date') return text.slice(0, 10);
  if (kind === 'number' || kind === 'money') return figureText(text, language);
  return text;
}

function itemValues(items: readonly FormField<JsonRecord>[], row: JsonRecord, language: string): JsonRecord {
  return Object.fromEntries(items.map((item) => [item.key, toInput(item, row, language)]));
}

/** Related records reduced to the id and label that a picker holds. */
function toRelated({ relation }: FormField<JsonRecord>, value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((one) => toRelated({ key: '', kind: 'relation', relation }, one));
  if (typeof value !== 'object' || value === null) return value ?? (relation?.multiple ? [] : null);
  const row: JsonRecord = { ...value };
  return { id: row.id, label: String(row.label ?? row[relation?.labelKey ?? 'name'] ?? row.name ?? row.id) };
}

/** A stored number with the language's decimal separator. */
export function figureText(figure: string | number | null | undefined, language: string): string {
  const text = String(figure ?? '');
  return language === 'ru' ? text.replace('.', ',') : text;
}
