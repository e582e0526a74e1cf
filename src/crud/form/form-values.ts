import type { AnyResource, Attachment, FormField } from '@/contract/core/define';

type Values = Record<string, unknown>;

/** What a form of the family holds: its fields, and what the declaration sets without showing it. */
export function formValues(resource: AnyResource, row: object | undefined, language: string): Values {
  const fields: FormField<Values>[] = resource.fields;
  const hidden = Object.keys(resource.initial).filter((key) => !fields.some((field) => field.key === key));
  const source: Values = { ...(row ?? resource.initial) };
  return Object.fromEntries([
    ...fields.map((field) => [field.key, toInput(field, source, language)]),
    ...hidden.map((key) => [key, source[key] ?? resource.initial[key]]),
  ]);
}

/** The values of a form without those of fields that are hidden just now. */
export function shownValues(resource: AnyResource, values: Values): Values {
  const shown = new Set(shownFields(resource, values).map(({ key }) => key));
  const hidden = resource.fields.filter(({ key }: FormField<Values>) => !shown.has(key));
  const keys: string[] = hidden.map(({ key }: FormField<Values>) => key);
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}

/** The fields that there are now. A value may have several, of which one is shown at a time: a sum, or per cent. */
export function shownFields(resource: AnyResource, values: Values): FormField<Values>[] {
  return resource.fields.filter((field: FormField<Values>) => !field.when || field.when(values));
}

/** A row of an `items` field before anything is written into it. */
export function emptyItem(items: readonly FormField<Values>[]): Values {
  return Object.fromEntries(
    items.map((item) => [
      item.key,
      item.kind === 'select' ? (item.options?.[0] ?? '') : toInput(item, {}, ''),
    ]),
  );
}

/** A stored value as its input shows it; numbers are written as the language writes them. */
function toInput(field: FormField<Values>, source: Values, language: string): unknown {
  const { key, kind } = field;
  const value = source[key];
  if (kind === 'switch') return Boolean(value);
  if (kind === 'image') return value ?? null;
  if (kind === 'images') return picturesIn(value);
  if (kind === 'relation') return toRelated(field, source[field.relation?.stub ?? key] ?? value);
  if (kind === 'items') {
    const rows = [value ?? []].flat().filter((row) => typeof row === 'object' && row !== null);
    // What a row carries beside its fields, its id say, goes back with it.
    return rows.map((row: object) => ({ ...row, ...itemValues(field.items ?? [], { ...row }, language) }));
  }
  const text = value === null || value === undefined ? '' : String(value);
  if (kind === 'date') return text.slice(0, 10);
  if (kind === 'number' || kind === 'money') return figureText(text, language);
  return text;
}

function itemValues(items: readonly FormField<Values>[], row: Values, language: string): Values {
  return Object.fromEntries(items.map((item) => [item.key, toInput(item, row, language)]));
}

/** Related records as a picker holds them, whatever the row carries beside id and name. */
function toRelated({ relation }: FormField<Values>, value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((one) => toRelated({ key: '', kind: 'relation', relation }, one));
  if (typeof value !== 'object' || value === null) return value ?? (relation?.multiple ? [] : null);
  const row: Values = { ...value };
  return { id: row.id, label: String(row.label ?? row[relation?.labelKey ?? 'name'] ?? row.name ?? row.id) };
}

/** A stored number as it is typed in the language. */
export function figureText(figure: string | number | null | undefined, language: string): string {
  const text = String(figure ?? '');
  return language === 'ru' ? text.replace('.', ',') : text;
}

/** The value as a picture, if it is one. */
export function pictureIn(value: unknown): Attachment | undefined {
  return isAttachment(value) ? value : undefined;
}

/** The pictures of a list, in its order. */
export function picturesIn(value: unknown): Attachment[] {
  return Array.isArray(value) ? value.filter(isAttachment) : [];
}

function isAttachment(value: unknown): value is Attachment {
  return typeof value === 'object' && value !== null && 'thumbnail' in value && 'original' in value;
}
