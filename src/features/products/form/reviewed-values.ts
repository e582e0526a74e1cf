import type { FieldValues } from 'react-hook-form';
import type { ReviewedField } from '@/contract/products/moderation';
import { pictureIn, picturesIn } from '@/lib/form-values';
import { seoTexts } from './product-values';

/** What was sent for review, as the form holds it; translations are written elsewhere. */
export function reviewedValues(fields: readonly ReviewedField[]): FieldValues {
  const own = fields.filter(({ language }) => language === null);
  return Object.fromEntries(own.map(({ key, after }) => [key, toForm(key, after)]));
}

function toForm(key: string, value: unknown): unknown {
  if (key === 'image') return pictureIn(value) ?? null;
  if (key === 'gallery') return picturesIn(value);
  if (key === 'video') return Array.isArray(value) ? value : [];
  if (key === 'categories' || key === 'tags')
    return [value ?? []].flat().flatMap((one) => toPicked(one) ?? []);
  if (key.endsWith('_id')) return toPicked(value);
  if (key === 'is_digital' || key === 'is_external') return value === true;
  if (key === 'digital_file') return value ?? null;
  if (key !== 'seo') return value ?? '';
  const parts = asMap(value);
  return {
    ...Object.fromEntries(seoTexts.map((one) => [one, parts[one] ?? ''])),
    ogImage: pictureIn(parts.ogImage) ?? null,
  };
}

function toPicked(value: unknown) {
  const { id, name } = asMap(value);
  return typeof id === 'number' ? { id, label: String(name ?? id) } : null;
}

function asMap(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
