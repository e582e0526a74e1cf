import type { KyselyPlugin } from 'kysely';

/** Counts the statements of a database handle (`db.withPlugin(counter)`); begin and commit are none. */
export interface QueryCounter extends KyselyPlugin {
  count: number;
}

export function queryCounter(): QueryCounter {
  const counter: QueryCounter = {
    count: 0,
    // Called for each part of a statement; only its result comes once.
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      counter.count += 1;
      return result;
    },
  };
  return counter;
}
