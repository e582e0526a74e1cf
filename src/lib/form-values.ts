import type { AnyResource, Attachment, FormField } from '@/contract/define';

type Values = Record<string, unknown>;

/** What a form of the family holds: its fields, and what the declaration sets without showing it. */
export function formValues(resource: AnyResource, row: object | undefined, language: string): Values {
  const fields: FormField<Values>[] = resource.fields;
  const hidden = Object.keys(resource.initial).filter((key) => !fields.some((field) => field.key === key));
  const source: Values = { ...(row ?? resource.initial) };
  return Object.fromEntries([
    ...fields.map((field) => [field.key, toInput(field, source[field.key], language)]),
    ...hidden.map((key) => [key, source[key] ?? resource.initial[key]]),
  ]);
}

/** A stored value as its input shows it; numbers are written as the language writes them. */
function toInput({ kind }: FormField<Values>, value: unknown, language: string): unknown {
  if (kind === 'switch') return Boolean(value);
  if (kind === 'image' || kind === 'relation') return value ?? null;
  const text = value === null || value === undefined ? '' : String(value);
  if (kind === 'date') return text.slice(0, 10);
  if (kind === 'number' || kind === 'money') return figureText(text, language);
  return text;
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

function isAttachment(value: unknown): value is Attachment {
  return typeof value === 'object' && value !== null && 'thumbnail' in value && 'original' in value;
}
