import { type Compilable, CompiledQuery } from 'kysely';
import { ownValue } from '@/contract/core/own-value';
import type { Database } from '../context';

/** Stands for a value in a statement that is built once. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A frequent statement that is built and compiled at its first run; later runs only fill in their values. `build` gets
 * what stands for each value: it may only be passed on as a parameter, never looked at.
 */
export function compiledOnce<Values extends Record<string, unknown>, Row>(
  build: (db: Database, values: Values) => Compilable<Row>,
): (db: Database, values: Values) => Promise<Row[]> {
  let known: { text: string; parameters: readonly unknown[] } | undefined;
  const slots = new Proxy({} as Values, { get: (_target, name) => new Slot(String(name)) });
  return async (db, values) => {
    if (!known) {
      const { sql: text, parameters } = build(db, slots).compile();
      known = { text, parameters };
    }
    const filled = known.parameters.map((one) => (one instanceof Slot ? ownValue(values, one.name) : one));
    return (await db.executeQuery<Row>(CompiledQuery.raw(known.text, filled))).rows;
  };
}
