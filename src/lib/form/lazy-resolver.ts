import type { FieldValues, Resolver } from 'react-hook-form';
import type { ObjectSchema } from 'yup';
import { loadPart } from '@/lib/api/client';
import type { StoredValues } from './keep-unchanged';

/** A resolver whose rules can be loaded before they are needed. */
export type LazyResolver<Values extends FieldValues> = Resolver<Values> & { prepare: () => void };

/**
 * A react-hook-form resolver that loads yup and the schema on first use, so that a page that only might show a form
 * does not ship them. `prepare` loads them ahead: the first save may have no network.
 */
export function lazyResolver<Values extends FieldValues>(
  load: () => Promise<ObjectSchema<Values>>,
  /** Removes values that must not be validated. */
  shown: (values: Values) => Values = (values) => values,
  /** Unchanged values are not rejected for their format. */
  stored?: StoredValues,
): LazyResolver<Values> {
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
  const rules = () => {
    loading ??= loadPart(start).catch((error: unknown) => {
      // Requested again on the next attempt.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const resolver: Resolver<Values> = async (values, context, options) =>
    (await rules())(shown(values), context, options);
  // The next attempt reports the error.
  return Object.assign(resolver, { prepare: () => void rules().catch(() => undefined) });
}
