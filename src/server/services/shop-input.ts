import * as yup from 'yup';
import { AppError } from '../errors';

/**
 * Refuses an object or a list where a text belongs, however deep: yup's own trim() ends in a TypeError on one. Throws
 * VALIDATION_FAILED at what is wrong.
 */
export function refuseObjects(schema: yup.AnyObjectSchema, body: Record<string, unknown>): void {
  const wrong = misplaced(schema, body, '');
  if (wrong.length === 0) return;
  throw new AppError('VALIDATION_FAILED', {
    fields: Object.fromEntries(wrong.map((path) => [path, ['error-wrong-value']])),
  });
}

function misplaced(schema: unknown, value: unknown, path: string): string[] {
  if (value === null || typeof value !== 'object') return [];
  if (schema instanceof yup.StringSchema) return [path];
  if (schema instanceof yup.ArraySchema && Array.isArray(value))
    return value.flatMap((one) => misplaced(schema.innerType, one, path));
  if (!(schema instanceof yup.ObjectSchema) || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    misplaced(
      Object.hasOwn(schema.fields, key) ? schema.fields[key] : undefined,
      part,
      path ? `${path}.${key}` : key,
    ),
  );
}
