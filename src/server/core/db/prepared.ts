import { sql } from 'kysely';
import type pg from 'pg';

const words = '/* kept */';

/**
 * Begins a select that goes along with most requests and is planned alike whatever is asked: each connection plans it
 * once and keeps that. To plan it takes longer than to run it.
 */
export const kept = sql.raw(words);

const names = new Map<string, string>();

/** Lets a connection keep the plans of what `kept` begins. */
export function enablePreparedStatements(client: pg.PoolClient): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') return;
  const ask = (...given: unknown[]): unknown => {
    const [text, values] = given;
    if (typeof text !== 'string' || !text.startsWith(`select ${words}`)) {
      return Reflect.apply(query, client, given);
    }
    const name = names.get(text) ?? `kept_${names.size}`;
    names.set(text, name);
    return Reflect.apply(query, client, [{ name, text, values }]);
  };
  Object.assign(client, { query: ask });
}
