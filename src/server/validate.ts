import type { AnyObject, ObjectSchema } from 'yup';
import { AppError } from './errors';

/**
 * Reads a body by its schema, unknown keys dropped. Throws VALIDATION_FAILED with the fields. An object where a text
 * belongs is refused beforehand, because yup's own trim() and lowercase() end in a TypeError on it.
 */
export async function validate<Input extends AnyObject>(
  schema: ObjectSchema<Input>,
  body: Record<string, unknown>,
): Promise<ObjectSchema<Input>['__outputType']> {
  const wrong = Object.entries(schema.fields)
    .filter(([key, field]) => 'type' in field && field.type === 'string' && isObject(body[key]))
    .map(([key]) => [key, ['error-wrong-value']]);
  if (wrong.length > 0) throw new AppError('VALIDATION_FAILED', { fields: Object.fromEntries(wrong) });
  return schema.validate(body, { abortEarly: false, stripUnknown: true });
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !(value instanceof Date);
}
