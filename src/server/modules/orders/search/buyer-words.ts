import { type Expression, type SqlBool, sql } from 'kysely';
import { inOtherLayout } from '@/contract/core/keyboard';
import { escapeLike } from '@/server/core/db/like';

/**
 * Conditions on the text of `order_search`: every word in one of its readings. Readings of the
 * first words are multiplied out, because the index intersects words within an `and`, but not across an `or`.
 */
export function wordsSearched(text: string): Expression<SqlBool>[] {
  const words = text.normalize('NFC').split(/\s+/).slice(0, maxWords);
  const read = words.map(readingsOf).filter((readings) => readings.length > 0);
  let together: Expression<SqlBool>[][] = [[]];
  while (read[0] && together.length * read[0].length <= maxTogether) {
    const readings = read.shift() ?? [];
    together = together.flatMap((some) => readings.map((one) => [...some, one]));
  }
  if (together[0]?.length === 0) return [];
  const first = together.map((some) => sql<SqlBool>`(${sql.join(some, sql` and `)})`);
  return [first, ...read].map((readings) => sql<SqlBool>`(${sql.join(readings, sql` or `)})`);
}

const maxTogether = 8;

/** Further words, and parts of a word between punctuation, are ignored: each costs an index lookup. */
const maxWords = 10;

/** A word as typed, and in the other keyboard layout. Empty when only punctuation is left. */
function readingsOf(word: string): Expression<SqlBool>[] {
  return [word, inOtherLayout(word)].flatMap((one) => {
    const parts =
      one === undefined ? [] : normalizeLikeIndex(one).split(' ').filter(Boolean).slice(0, maxWords);
    // «хлеб» becomes «[kt,»: what remains without punctuation matches too many words.
    if (one !== word && parts.some((part) => part.length < 3) && parts.join('').length < word.length)
      return [];
    return parts.length > 0 ? [sql<SqlBool>`(${sql.join(parts.map(contains), sql` and `)})`] : [];
  });
}

/** One or two letters match only the beginning of words, as the trigram index does. */
function contains(part: string) {
  const escaped = escapeLike(part);
  return sql`text like ${Array.from(part).length < 3 ? `% ${escaped}%` : `%${escaped}%`}`;
}

/** Mirrors `search_text` in `0001_accounts.sql`. */
function normalizeLikeIndex(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[«»„“”"()[\]{},;:!?]/g, ' ');
}
