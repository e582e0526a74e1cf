import type { FieldValues } from 'react-hook-form';
import type { ReviewedField } from '@/contract/catalogue/products/moderation';
import { FormMatrix, type Matrix, readMatrix } from '@/features/catalogue/products/variations/matrix';
import { pictureIn, picturesIn } from '@/lib/format/pictures';
import { seoTexts } from './product-values';

/** Submitted values as form values, without translations. */
export function reviewedValues(fields: readonly ReviewedField[], now: FieldValues): FieldValues {
  const own = fields.filter(({ language, variation }) => language === null && variation === null);
  const values = Object.fromEntries(own.map(({ key, after }) => [key, toFormValue(key, after)]));
  const matrix = readMatrix(now.matrix);
  const isOfVariation = fields.some(({ variation }) => variation !== null);
  return matrix && isOfVariation ? { ...values, matrix: applyToMatrix(matrix, fields) } : values;
}

function applyToMatrix(matrix: Matrix, fields: readonly ReviewedField[]): FormMatrix {
  const changed = Map.groupBy(fields, ({ variation }) => variation?.id);
  const rows = matrix.rows.map((row) => {
    const ofRow = row.id === undefined ? [] : (changed.get(row.id) ?? []);
    return { ...row, ...Object.fromEntries(ofRow.map(({ key, after }) => [key, toRowValue(key, after)])) };
  });
  return new FormMatrix({ ...matrix, rows });
}

function toRowValue(key: string, value: unknown): unknown {
  if (key !== 'digital_file') return toFormValue(key, value);
  const { id, file_name } = asRecord(value);
  return typeof id === 'number' ? { attachment_id: id, file_name: String(file_name ?? id) } : null;
}

function toFormValue(key: string, value: unknown): unknown {
  if (key === 'image') return pictureIn(value) ?? null;
  if (key === 'gallery') return picturesIn(value);
  if (key === 'video' || key === 'characteristics') return Array.isArray(value) ? value : [];
  if (key === 'categories' || key === 'tags')
    return [value ?? []].flat().flatMap((one) => toOption(one) ?? []);
  if (key.endsWith('_id')) return toOption(value);
  if (key.startsWith('is_')) return value === true;
  if (key === 'digital_file') return value ?? null;
  if (key !== 'seo') return value ?? '';
  const parts = asRecord(value);
  return {
    ...Object.fromEntries(seoTexts.map((one) => [one, parts[one] ?? ''])),
    ogImage: pictureIn(parts.ogImage) ?? null,
  };
}

function toOption(value: unknown) {
  const { id, name } = asRecord(value);
  return typeof id === 'number' ? { id, label: String(name ?? id) } : null;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
