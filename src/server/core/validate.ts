import * as yup from 'yup';
import { AppError } from './errors';

/**
 * Validates a body by its schema and drops unknown keys. Throws VALIDATION_FAILED with the fields. An object or a list
 * in place of a text is refused first, however deep, because yup's own trim() and lowercase() fail on it with a
 * TypeError.
 */
export async function validate<Input extends yup.AnyObject>(
  schema: yup.ObjectSchema<Input>,
  body: Record<string, unknown>,
): Promise<yup.ObjectSchema<Input>['__outputType']> {
  const wrong = misplaced(schema, body, '').map((path) => [path, ['error-wrong-value']]);
  if (wrong.length > 0) throw new AppError('VALIDATION_FAILED', { fields: Object.fromEntries(wrong) });
  return schema.validate(body, { abortEarly: false, stripUnknown: true });
}

function misplaced(schema: unknown, value: unknown, path: string): string[] {
  if (value === null || typeof value !== 'object' || value instanceof Date) return [];
  if (schema instanceof yup.StringSchema) return [path];
  if (schema instanceof yup.ArraySchema && Array.isArray(value))
    return value.flatMap((one) => misplaced(schema.innerType, one, path));
  if (!(schema instanceof yup.ObjectSchema) || Array.isArray(value)) return [];
  const fields: Record<string, unknown> = schema.fields;
  return Object.entries(value).flatMap(([key, part]) =>
    misplaced(Object.hasOwn(fields, key) ? fields[key] : undefined, part, path ? `${path}.${key}` : key),
  );
}
