import type { FieldValues, Resolver } from 'react-hook-form';
import type { ObjectSchema } from 'yup';

/**
 * A react-hook-form resolver that loads the validation library and the schema when a form first needs them, so that a
 * page which only might show a form does not carry them.
 */
export function lazyResolver<Values extends FieldValues>(
  load: () => Promise<ObjectSchema<Values>>,
  /** Leaves out what is not to be checked. */
  shown: (values: Values) => Values = (values) => values,
): Resolver<Values> {
  let loading: Promise<Resolver<Values>> | undefined;
  const start = async (): Promise<Resolver<Values>> => {
    const [{ yupResolver }, schema] = await Promise.all([import('@hookform/resolvers/yup'), load()]);
    // The library's type is inferred from the schema, which the compiler cannot do while Values is open.
    return yupResolver(schema) as unknown as Resolver<Values>;
  };
  return async (values, context, options) => {
    loading ??= start();
    // A chunk that could not be fetched is fetched anew with the next try.
    const resolve = await loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return resolve(shown(values), context, options);
  };
}
