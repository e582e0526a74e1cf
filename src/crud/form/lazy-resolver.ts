import type { FieldValues, Resolver } from 'react-hook-form';
import type { ObjectSchema } from 'yup';

/**
 /**
  * A react-hook-form resolver that loads yup and the schema on first use, so that a page that only might show a form
  * does not ship them.
  */
export function lazyResolver<Values extends FieldValues>(
  load: () => Promise<ObjectSchema<Values>>,
  /** Removes values that must not be validated. */
  shown: (values: Values) => Values = (values) => values,
): Resolver<Values> {
  let loading: Promise<Resolver<Values>> | undefined;
  const start = async (): Promise<Resolver<Values>> => {
    const [{ yupResolver }, schema] = await Promise.all([import('@hookform/resolvers/yup'), load()]);
    // The library infers its type from the schema, which is impossible while Values is generic.
    return yupResolver(schema) as unknown as Resolver<Values>;
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
