import { sql } from 'kysely';
import { hasSqlState } from './sql-state';

const mark = '/* prepared */';

/**
 * Marks a short, frequent select whose plan does not depend on its values; placed after its first word, `select` or
 * `with`. Each connection plans it once and keeps the plan, because planning takes longer than running it.
 */
export const prepared = sql.raw(mark);

/** Each is kept by every connection; statements above the limit are planned each time. */
const maxNames = 500;

/** Names under which the connections of one pool keep their prepared statements. */
export class PreparedNames {
  readonly #names = new Map<string, string>();
  readonly #most: number;
  #last = 0;

  /** `keeps`: false where a pooler loses them. */
  constructor(keeps = true) {
    this.#most = keeps ? maxNames : 0;
  }

  /** The name of a statement that begins with `prepared`; undefined for any other. */
  of(text: string): string | undefined {
    if (!text.startsWith(mark, text.indexOf(' ') + 1)) return undefined;
    return this.#names.get(text) ?? (this.#names.size < this.#most ? this.renew(text) : undefined);
  }

  /** Gives the statement a new name, so that connections prepare it again. */
  renew(text: string): string {
    this.#last += 1;
    const name = `prepared_${this.#last}`;
    this.#names.set(text, name);
    return name;
  }
}

/** True when a migration has changed the columns that a prepared statement selects. */
export const isPlanOutdated = (error: unknown): boolean =>
  hasSqlState(error, '0A000') && /cached plan/.test(error.message);
