import { sql } from 'kysely';

const mark = '/* prepared */';

/**
 * Marks a short select of many requests that is planned alike whatever its values; stands after its first word, `select` or
 * `with`. A connection plans it once and keeps the plan, because to plan it takes longer than to run it.
 */
export const prepared = sql.raw(mark);

/** Each has its plan on every connection; further statements are planned each time. */
const maxNames = 500;

/** The names by which the connections of one pool keep their prepared statements. */
export class PreparedNames {
  readonly #names = new Map<string, string>();
  #last = 0;

  /** The name of a statement that begins with `prepared`; undefined for any other. */
  of(text: string): string | undefined {
    if (!text.startsWith(mark, text.indexOf(' ') + 1)) return undefined;
    return this.#names.get(text) ?? (this.#names.size < maxNames ? this.renew(text) : undefined);
  }

  /** Another name for a statement, so that connections plan it anew. */
  renew(text: string): string {
    this.#last += 1;
    const name = `prepared_${this.#last}`;
    this.#names.set(text, name);
    return name;
  }
}

/** True when a migration has changed what a planned statement selects. */
export function isPlanOutdated(error: unknown): boolean {
  return (
    error instanceof Error && Reflect.get(error, 'code') === '0A000' && /cached plan/.test(error.message)
  );
}
