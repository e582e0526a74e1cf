import type { FieldValues } from 'react-hook-form';
import type { ReviewedField } from '@/contract/catalogue/products/moderation';
import { pictureIn, picturesIn } from '@/crud/form/form-values';
import { FormMatrix, type Matrix, readMatrix } from '@/features/catalogue/products/variations/matrix';
import { seoTexts } from './product-values';

/** Submitted values as form values, without translations. */
export function reviewedValues(fields: readonly ReviewedField[], now: FieldValues): FieldValues {
  const own = fields.filter(({ language, variation }) => language === null && variation === null);
  const values = Object.fromEntries(own.map(({ key, after }) => [key, toForm(key, after)]));
  const matrix = readMatrix(now.matrix);
  const isOfVariation = fields.some(({ variation }) => variation !== null);
  return matrix && isOfVariation ? { ...values, matrix: withVariations(matrix, fields) } : values;
}

function withVariations(matrix: Matrix, fields: readonly ReviewedField[]): FormMatrix {
  const changed = Map.groupBy(fields, ({ variation }) => variation?.id);
  const rows = matrix.rows.map((row) => {
    const ofRow = row.id === undefined ? [] : (changed.get(row.id) ?? []);
    return { ...row, ...Object.fromEntries(ofRow.map(({ key, after }) => [key, toRow(key, after)])) };
  });
  return new FormMatrix({ ...matrix, rows });
}

function toRow(key: string, value: unknown): unknown {
  if (key !== 'digital_file') return toForm(key, value);
  const { id, file_name } = asMap(value);
  return typeof id === 'number' ? { attachment_id: id, file_name: String(file_name ?? id) } : null;
}

function toForm(key: string, value: unknown): unknown {
  if (key === 'image') return pictureIn(value) ?? null;
  if (key === 'gallery') return picturesIn(value);
  if (key === 'video') return Array.isArray(value) ? value : [];
  if (key === 'categories' || key === 'tags')
    return [value ?? []].flat().flatMap((one) => toPicked(one) ?? []);
  if (key.endsWith('_id')) return toPicked(value);
  if (key.startsWith('is_')) return value === true;
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
