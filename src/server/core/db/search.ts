import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { inOtherLayout } from '@/contract/core/keyboard';
import { defaultLanguage } from '@/contract/core/languages';
import { ownValue } from '@/contract/core/own-value';
import type { Database } from '../context';
import { askedPairs, type CheckedList, type ListRules } from '../resource/list-query';
import type { Condition } from '../resource/relations';
import type { AnyDb } from '../resource/rows';
import { escapeLike, type Reading, readings } from './like';
import type { IdSelect, Total } from './row-counts';

/** What the first reading finds that finds anything. */
export async function firstFound<Found>(
  find: (reading: Reading) => Promise<Found>,
  isFound: (found: Found) => boolean,
): Promise<Found> {
  const [first, ...others] = readings;
  let found = await find(first);
  for (const reading of others) {
    if (isFound(found)) break;
    found = await find(reading);
  }
  return found;
}

/** A word, a number, or both as they are written together. */
interface SearchWord {
  text: string;
  /** A word of letters, which has other forms. */
  isWord: boolean;
  /** A wrong sign in a number would make another number of it. */
  isMistyped: boolean;
}

/** Further words are ignored: each costs an index lookup. */
const maxWords = 10;
const maxTogether = 9;

/**
 * Condition on a column `text` made by `search_document`: all words in any order, each in any of its forms. Undefined when
 * only punctuation was typed. Alternatives of the first words are multiplied out, because the index intersects words within
 * an `and`, but not across an `or`.
 */
export function wordsSearched(typed: string, reading: Reading = 'said'): RawBuilder<SqlBool> | undefined {
  const texts = layoutsOf(typed.normalize('NFC'), reading);
  const asked = texts
    .map((text) => saidIn(text, reading).slice(0, maxWords))
    .filter((said) => said.length > 0);
  if (asked.length === 0) return undefined;
  return anyOf(asked.map((said) => (reading === 'near' ? withOneSlip(said) : together(said))));
}

/** Condition on any column: reads it once, with no index. */
export function saysIn(
  column: Expression<unknown>,
  typed: string,
  reading: Reading = 'said',
): RawBuilder<SqlBool> {
  const said = wordsSearched(typed, reading);
  // Signs alone mean themselves.
  if (!said) return sql<SqlBool>`${column} ilike ${`%${escapeLike(typed)}%`}`;
  return sql<SqlBool>`coalesce((select ${said} from (select search_document(${column}) as text offset 0) of_row), false)`;
}

/** Ids of rows that are not removed and whose name says so, of a table whose names are kept in `name_search`. */
export function findNamed(family: string, typed: string, reading: Reading = 'said'): RawBuilder<unknown> {
  // A literal, so that the index of the family serves.
  return sql`(select id from name_search where family = ${sql.lit(family)}
    and ${wordsSearched(typed, reading) ?? sql`false`})`;
}

/** The search key `name` of such a family. */
export const nameCondition =
  (family: string, isTranslated = false): Condition =>
  (_eb, value, { locale }, { reading }) =>
    isTranslated && locale !== defaultLanguage
      ? saysIn(sql`coalesce(translations -> ${locale} ->> 'name', name)`, value, reading)
      : sql<SqlBool>`id in ${findNamed(family, value, reading)}`;

/** True when the query has a text that may be read in several ways. */
export const hasWords = ({ search }: Pick<ListRules, 'search'>, query: CheckedList): boolean =>
  askedPairs(query).some(({ key }) => key === '' || ownValue(search, key) === 'like');

/** A page by the first reading of its search that finds anything (rules/core: a search finds what was meant). */
export const listAsMeant = <Found extends { total: number }>(
  rules: ListRules,
  query: CheckedList,
  list: (query: CheckedList) => Promise<Found>,
): Promise<Found> =>
  hasWords(rules, query)
    ? firstFound(
        (reading) => list({ ...query, reading }),
        ({ total }) => total > 0,
      )
    : list(query);

/** The number of rows by the first reading that finds any, as `listAsMeant` shows them; in one statement. */
export const countAsMeant = (
  rules: ListRules,
  query: CheckedList,
  count: (query: CheckedList) => RawBuilder<number>,
): RawBuilder<number> =>
  hasWords(rules, query)
    ? sql`coalesce(${sql.join(readings.map((reading) => sql`nullif(${count({ ...query, reading })}, 0)`))}, 0)`
    : count(query);

/** The ids of one page. Ids are found first, so that the offset is skipped in the index without visiting the rows. */
export function pageOfIds(
  matching: IdSelect,
  { page, limit, sortedBy }: CheckedList,
  order: RawBuilder<unknown>,
): IdSelect {
  const ids = matching
    .orderBy(order, sortedBy)
    .orderBy('id', sortedBy)
    // A literal, so that a cached plan takes the number of rows into account.
    .limit(sql.lit(limit));
  // The first page has no offset: with one as a parameter the server plans the query every time.
  return page === 1 ? ids : ids.offset((page - 1) * limit);
}

/** Those that match, found before they are put in order: a page of few would be looked for by comparing every row. */
export const matchedBefore = (db: Database, table: string, matching: IdSelect): IdSelect =>
  (db as AnyDb)
    .selectFrom(table)
    .select('id')
    .where('id', 'in', sql<number>`(with found as materialized (${matching}) select id from found)`);

/** Of more, a page is found sooner among the rows in their order. */
const fewMatches = 1000;

/** A page of words with one wrong sign, counted before it is looked for: each compares many rows, and mostly there are none. */
export async function nearPage<Row>(
  plan: { ids: Expression<unknown>; few?: Expression<unknown>; total: () => Promise<Total> },
  read: (ids: Expression<unknown>) => Promise<Row[]>,
): Promise<{ data: Row[] } & Total> {
  const total = await plan.total();
  if (total.total === 0) return { data: [], ...total };
  return { data: await read(total.total > fewMatches ? plan.ids : (plan.few ?? plan.ids)), ...total };
}

/** Texts as people sort them, numbers by their value; indexes have the same expression. */
export const inWords = (text: Expression<unknown>): RawBuilder<string> =>
  sql`natural_order(${text}) collate "und-x-icu"`;

function together(said: readonly SearchWord[]): RawBuilder<SqlBool> {
  const rest = said.map(formsOf);
  let first: RawBuilder<SqlBool>[][] = [[]];
  while (rest[0] && first.length * rest[0].length <= maxTogether) {
    const forms = rest.shift() ?? [];
    first = first.flatMap((some) => forms.map((one) => [...some, one]));
  }
  return allOf([anyOf(first.map(allOf)), ...rest.map(anyOf)]);
}

/** As it was typed, anywhere in a word, and other forms of the word. */
function formsOf({ text, isWord }: SearchWord): RawBuilder<SqlBool>[] {
  const typed = sql<SqlBool>`text like search_pattern(${text})`;
  return isWord ? [typed, sql<SqlBool>`text like '% ' || search_stem(${text}) || ' %'`] : [typed];
}

function withOneSlip(said: readonly SearchWord[]): RawBuilder<SqlBool> {
  const alternatives = said.flatMap(({ text, isMistyped }, place) => {
    if (!isMistyped) return [];
    const others = said.filter((_, other) => other !== place);
    // The other words first: what does not say them is not compared with every slip.
    return [allOf([...others.map((one) => anyOf(formsOf(one))), slipOf(text)])];
  });
  return alternatives.length > 0 ? anyOf(alternatives) : sql<SqlBool>`false`;
}

/** A half as it was typed, and the other with one wrong sign; or two signs exchanged in the middle. */
const slipOf = (text: string): RawBuilder<SqlBool> => sql<SqlBool>`(
  (text like (search_kept(${text}))[1] and text like any(search_slips_in(${text}, 'behind')))
  or (text like (search_kept(${text}))[2] and text like any(search_slips_in(${text}, 'before')))
  or text like any(search_slips_in(${text}, 'across')))`;

const allOf = (all: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(all, sql` and `)})`;
const anyOf = (all: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(all, sql` or `)})`;

/**
 * The text, and what it says where its Latin, or its Cyrillic, words were typed in the wrong keyboard layout. Latin words in
 * Cyrillic letters, one of them wrong, are not what people write.
 */
function layoutsOf(text: string, reading: Reading): string[] {
  const words = text.split(/\s+/);
  const inLayout = (letters: RegExp) =>
    words.map((word) => (letters.test(word) ? typedElsewhere(word) : undefined) ?? word).join(' ');
  const latin = reading === 'near' ? [] : [inLayout(/\p{Script=Cyrillic}/u)];
  return [...new Set([words.join(' '), inLayout(/\p{Script=Latin}/u), ...latin])];
}

/** «хлеб» becomes «[kt,»: what remains without punctuation would match too many words. */
function typedElsewhere(word: string): string | undefined {
  const other = inOtherLayout(word);
  if (other === undefined) return undefined;
  const parts = other.match(wordPattern) ?? [];
  const lettersOf = (text: string) => (text.match(wordPattern) ?? []).join('').length;
  const isBroken = parts.some((part) => part.length < 3) && lettersOf(other) < lettersOf(word);
  return isBroken || parts.length === 0 ? undefined : other;
}

const wordPattern = /[\p{L}\p{N}\p{M}\u2300-\u2bff\u{1f000}-\u{1faff}'’`‘ʼ°×]+/gu;
const isSayable = (word: string) => /[×\p{L}\p{N}\u2300-\u2bff\u{1f000}-\u{1faff}]/u.test(word);
const hasFigure = (word: string) => /\p{N}/u.test(word);
const isShort = (word: string) => word.length < 3;

/**
 * Words of a text. A figure is joined with a short word beside it («128 гб», «2 в 1», «HY 1»), and with whatever is joined to
 * it by a hyphen or another sign («41–43», «KT-INS114-DRE»): so it is found however it was divided.
 */
function saidIn(text: string, reading: Reading): SearchWord[] {
  const said: { text: string; last: string; end: number }[] = [];
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (!isSayable(word)) continue;
    const before = said.at(-1);
    if (before && reading !== 'apart' && belong(before.last, word, text.slice(before.end, index))) {
      Object.assign(before, { text: before.text + word, last: word, end: index + word.length });
    } else said.push({ text: word, last: word, end: index + word.length });
  }
  const words = said.map((one) => one.text);
  const divided =
    reading === 'apart' ? words.flatMap((word) => word.match(/\p{N}+|[^\p{N}]+/gu) ?? []) : words;
  return divided.filter(isSayable).map((word) => ({
    text: word,
    isWord: /^[\p{L}\p{M}'’`‘ʼ]{3,}$/u.test(word),
    isMistyped: /\p{L}/u.test(word) && word.length >= (hasFigure(word) ? 6 : 4),
  }));
}

/** True of two words that a number divided by signs, or a number with its short word, consists of. */
function belong(before: string, word: string, gap: string): boolean {
  if (/^\S+$/.test(gap)) return [before, word].some((one) => isShort(one) || hasFigure(one));
  if (gap.trim() !== '' || !(hasFigure(before) || hasFigure(word))) return false;
  if (hasFigure(before) && hasFigure(word))
    return isShort(word) && /\p{N}$/u.test(before) && /^\p{L}/u.test(word);
  return isShort(hasFigure(word) ? before : word);
}
