import * as yup from 'yup';
import { attributeSchema } from '@/contract/catalogue/attributes/schema';
import { errorsIn } from '@/server/core/errors';
import { validateNow } from '@/server/core/validate';

const nameSchema = attributeSchema.pick(['name']);

/** Error key of an attribute's name in a file; undefined when valid. */
export function nameError(name: string): string | undefined {
  try {
    validateNow(nameSchema, { name });
    return undefined;
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    return errorsIn(error)[0]?.message;
  }
}
