import * as yup from 'yup';
import type { Body } from './bodies';
import type { Lesson } from './learn';
import type { Draft } from './requests';
import { type Dice, type Json, nastyTexts, oneOf, placesOf, put } from './values';

/**
 * Size as a dimension of a request: long lists, many keys, depth and long texts, at the limits and far beyond. Most
 * of them keep the rest of a valid body, so that what is large is reached.
 */
export function enlarge(roll: Dice, draft: Draft, lesson: Lesson | undefined): void {
  if (draft.method === 'GET' || !draft.body || Array.isArray(draft.body)) enlargeQuery(roll, draft);
  else if (roll(8) === 0) draft.raw = oneOf(roll, hugeBodies)(roll);
  else if (roll(4) === 0) enlargeAsDeclared(roll, draft.body, lesson);
  else enlargePart(roll, draft.body, [...(lesson?.bodyKeys ?? [])]);
}

/** Texts and lists whose length is the limit of the schema, one above it, and far above it. */
function enlargeAsDeclared(roll: Dice, body: Body, lesson: Lesson | undefined): void {
  const schemas = (lesson?.schemas ?? []).filter((one) => one instanceof yup.ObjectSchema);
  const fields = schemas.flatMap(({ fields: all }) => Object.entries(all));
  if (fields.length === 0) return;
  const [key, field] = oneOf(roll, fields);
  const limit = limitOf(field) ?? 1000;
  const length = oneOf(roll, [limit, limit + 1, 10 * limit]);
  const old = body[key];
  if (field instanceof yup.ArraySchema) {
    const item = Array.isArray(old) && old.length > 0 ? oneOf(roll, old) : oneOf<Json>(roll, [{}, 1, null]);
    put(body, key, listOf(Math.min(length, mostItems), item));
  } else put(body, key, textOf(roll, Math.min(length, mostLetters)));
}

function limitOf(field: unknown): number | undefined {
  const tests = field instanceof yup.Schema ? field.tests : [];
  const limit = tests.find(({ OPTIONS }) => OPTIONS?.name === 'max')?.OPTIONS?.params?.max;
  return typeof limit === 'number' && limit < mostLetters ? limit : undefined;
}

const mostItems = 40_000;
const mostLetters = 300_000;

function enlargePart(roll: Dice, body: Body, keys: readonly string[]): void {
  const places = placesOf(body);
  const key = places.length === 0 || roll(3) === 0 ? oneOf(roll, [...keys, 'ids', 'x']) : undefined;
  const { holder, key: at } = key === undefined ? oneOf(roll, places) : { holder: body, key };
  const old = Reflect.get(holder, at) as Json | undefined;
  const value = largeFor(roll, old);
  if (Array.isArray(holder)) holder[Number(at)] = value;
  else put(holder, String(at), value);
}

function largeFor(roll: Dice, old: Json | undefined): Json {
  const kind = roll(10);
  const count = oneOf(roll, [201, 501, 1000, 1001, 2001, 8000, 30_000]);
  if (Array.isArray(old) && old.length > 0 && kind < 6) return listOf(count, oneOf(roll, old));
  if (typeof old === 'string' && kind < 7) return textOf(roll, oneOf(roll, textLengths));
  if (kind < 3) return listOf(count, oneOf<Json>(roll, [{}, [], null, 1, 'x', { id: 1 }]));
  if (kind < 4) return Array.from({ length: count }, (_, index) => index + 1);
  if (kind < 6) return objectOf(count);
  if (kind < 7) return nestedLists(oneOf(roll, [20, 49, 50, 51, 500]));
  return textOf(roll, oneOf(roll, textLengths));
}

const textLengths = [120, 255, 256, 1000, 2001, 4000, 4001, 10_001, 60_000, 120_000];

const listOf = (count: number, item: Json): Json[] => Array.from({ length: count }, () => item);

const objectOf = (count: number): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));

function nestedLists(depth: number): Json {
  let value: Json = [];
  for (let level = 1; level < depth; level += 1) value = [value];
  return value;
}

/** Texts on which careless patterns are slow. */
const grains = ['a', 'ш', ' ', '\n', '.', '-', '1', 'a ', 'a.', 'a,', '<b>', '&amp;', 'a@', 'http://a', '💣'];

function textOf(roll: Dice, length: number): string {
  const grain = oneOf(roll, grains);
  const text = grain.repeat(Math.ceil(length / grain.length)).slice(0, length);
  // The end decides whether a pattern tries everything before it gives up.
  return roll(2) ? text : `${text.slice(0, -1)}${oneOf(roll, ['!', '\u0001', ' ', '@'])}`;
}

/** Sent as they are: building them from values would take longer than the request. */
const hugeBodies: readonly ((roll: Dice) => string)[] = [
  (roll) => `{"${oneOf(roll, listKeys)}":[${'{},'.repeat(oneOf(roll, [20_000, 80_000, 690_000]))}{}]}`,
  (roll) => `{"${oneOf(roll, listKeys)}":[${'1,'.repeat(oneOf(roll, [30_000, 120_000]))}1]}`,
  (roll) => JSON.stringify(objectOf(oneOf(roll, [999, 5000, 20_000, 150_000]))),
  (roll) => `{"${oneOf(roll, listKeys)}":"${'x'.repeat(oneOf(roll, [60_000, 250_000, 2_000_000]))}"}`,
  (roll) => `[${'[],'.repeat(oneOf(roll, [20_000, 600_000]))}1]`,
];

const listKeys = ['products', 'ids', 'values', 'items', 'lines', 'variations', 'options', 'name', 'settings'];

function enlargeQuery(roll: Dice, draft: Draft): void {
  const last = draft.query.at(-1) ?? ['search', 'name:a'];
  const kind = roll(5);
  const long = oneOf(roll, ['a', 'а', '1,', 'a,', 'a ', 'a.', 'а б ', '%', '\\', ';a:b', 'name:a;']);
  if (kind < 3) draft.query = [...draft.query.slice(0, -1), [last[0], longValue(roll, last, long)]];
  else if (kind === 3)
    draft.query = Array.from({ length: oneOf(roll, [50, 200, 201, 1500]) }, (_, index) => [`k${index}`, '1']);
  else draft.query.push(...Array.from({ length: 300 }, (): [string, string] => [last[0], '1']));
  draft.isLong = true;
}

function longValue(roll: Dice, [key, value]: readonly [string, string], long: string): string {
  const start =
    key === 'search' ? `${value.split(':')[0]}:` : oneOf(roll, ['', value, oneOf(roll, nastyTexts)]);
  return start + long.repeat(oneOf(roll, [100, 1000, 14_000]));
}
