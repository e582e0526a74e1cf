import type { FieldValues, Resolver } from 'react-hook-form';
import type { ObjectSchema } from 'yup';

/**
 * A react-hook-form resolver that loads yup and the schema on first use, so that a page that only might show a form
 * does not ship them.
 */
export function lazyResolver<Values extends FieldValues>(
  load: () => Promise<ObjectSchema<Values>>,
  /** Removes values that must not be validated. */
  shown: (values: Values) => Values = (values) => values,
  /** Initial values of the form: unchanged ones are not rejected for their format. */
  stored?: () => FieldValues,
): Resolver<Values> {
  let loading: Promise<Resolver<Values>> | undefined;
  const start = async (): Promise<Resolver<Values>> => {
    const [{ yupResolver }, { keepUnchanged }, schema] = await Promise.all([
      import('@hookform/resolvers/yup'),
      import('./keep-unchanged'),
      load(),
    ]);
    // The library infers its type from the schema, which is impossible while Values is generic.
    const resolver = yupResolver(schema) as unknown as Resolver<Values>;
    return stored ? keepUnchanged(resolver, schema, stored) : resolver;
  };
  return async (values, context, options) => {
    loading ??= start();
    // A failed chunk is requested again on the next attempt.
    const resolve = await loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return resolve(shown(values), context, options);
  };
}
