/** Integers from 0, below `most`. */
export type Dice = (most: number) => number;

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export function oneOf<Value>(roll: Dice, values: readonly Value[]): Value {
  return values[roll(values.length)] as Value;
}

/** A number that JSON can represent and JavaScript cannot: inserted during serialisation. */
export const tooBigMark = '@@1e309@@';

/** Keys that every object inherits. */
export const inheritedKeys = [
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__proto__',
  'constructor',
  '__defineGetter__',
  'isPrototypeOf',
  'length',
  'then',
  'toJSON',
];

export const nastyTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '\ufeff',
  '-1',
  '0',
  '1.5',
  '1e3',
  '1e309',
  '0x10',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '2147483648',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999999',
  '300000-01-01',
  '+300000-01-01T00:00:00.000Z',
  '0000-01-01',
  '-000001-01-01T00:00:00Z',
  '2026-02-30',
  '2026-13-01T25:61:61Z',
  '2026-03-10',
  'infinity',
  'epoch',
  "' or 1=1 --",
  '"; drop table users; --',
  '%',
  '_',
  '\\',
  '%00',
  '..',
  '../../etc/passwd',
  '{}',
  '[]',
  'name:a;slug:b',
  ':;:;',
  'id:1;id:2;is_active:x',
  ',,,',
  '1,2,3,99999999999999999999',
  '💣‮\u200b',
  'a'.repeat(300),
  'я'.repeat(5000),
  '1'.repeat(400),
  '=cmd|1',
  'Asia/Nowhere',
  'xx',
  '<script>alert(1)</script>',
  ...inheritedKeys,
];

const nastyOthers: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  -0.5,
  1.5,
  0.1 + 0.2,
  1e21,
  1e-7,
  1e300,
  2147483647,
  2147483648,
  -2147483649,
  9007199254740992,
  9.3e18,
  tooBigMark,
  [],
  [[]],
  [null],
  [1, 1],
  [{}],
  [1, 'a', null, {}],
  {},
  { id: -1 },
  { id: null },
  { id: 'x' },
  { length: 3 },
  { length: -1 },
  { toString: 1 },
  { valueOf: {} },
  { toString: null, valueOf: null },
  { $gt: '' },
];

export function nasty(roll: Dice): Json {
  const kind = roll(10);
  if (kind < 5) return oneOf(roll, nastyTexts);
  if (kind < 9) return structuredClone(oneOf(roll, nastyOthers));
  return oneOf<Json>(roll, [
    Array.from({ length: 300 }, (_, index) => index),
    Array.from({ length: 1200 }, () => 'x'),
    nested(roll(60)),
    Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, index])),
  ]);
}

function nested(depth: number): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

/** Sets a key as JSON would, `__proto__` included. */
export function put(target: { [key: string]: Json }, key: string, value: Json): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

type Place = { holder: Json[] | { [key: string]: Json }; key: string | number };

/** Every position within a value. */
export function placesOf(value: Json, found: Place[] = []): Place[] {
  if (found.length > 400 || value === null || typeof value !== 'object') return found;
  for (const key of Object.keys(value)) {
    const at = Array.isArray(value) ? Number(key) : key;
    found.push({ holder: value, key: at });
    placesOf(Reflect.get(value, key) as Json, found);
  }
  return found;
}

/** One small mutation of a body, in place. `known` are keys and values of other rows. */
export function mutate(
  roll: Dice,
  body: { [key: string]: Json },
  known: { keys: readonly string[]; value: () => Json },
): void {
  const places = placesOf(body);
  const place = places.length > 0 ? oneOf(roll, places) : undefined;
  const kind = roll(9);
  if (!place || kind === 0) {
    const key = roll(2)
      ? oneOf(roll, inheritedKeys)
      : oneOf(roll, [...known.keys, 'language', 'version', 'id']);
    put(body, key, roll(2) ? nasty(roll) : known.value());
    return;
  }
  const { holder, key } = place;
  const old = Reflect.get(holder, key) as Json;
  const set = (value: Json) => {
    if (Array.isArray(holder)) holder[Number(key)] = value;
    else put(holder, String(key), value);
  };
  if (kind === 1) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[String(key)];
  } else if (kind === 2) set([old]);
  else if (kind === 3) set(known.value());
  else if (kind === 4)
    set(
      typeof old === 'number'
        ? nearby(roll, old)
        : typeof old === 'string'
          ? twisted(roll, old)
          : nasty(roll),
    );
  else if (kind === 5 && Array.isArray(old) && old.length > 0) set([...old, ...old]);
  else if (kind === 6 && old !== null && typeof old === 'object' && !Array.isArray(old)) {
    put(old, oneOf(roll, inheritedKeys), nasty(roll));
  } else set(nasty(roll));
}

function nearby(roll: Dice, value: number): Json {
  return oneOf<Json>(roll, [
    value + 0.5,
    -value,
    value * 1e9,
    value + 1,
    String(value),
    value / 3,
    0,
    tooBigMark,
  ]);
}

function twisted(roll: Dice, value: string): Json {
  const at = roll(value.length + 1);
  const insert = oneOf(roll, ['\u0000', '\ud800', ' ', '\n', '\u202e', '%', "'", 'я'.repeat(1000)]);
  return oneOf<Json>(roll, [
    value.slice(0, at) + insert + value.slice(at),
    value.toUpperCase(),
    value.repeat(50),
    value.slice(0, at),
    Number(value) || 0,
  ]);
}
