/** Values that servers of this dialect write in several formats. */

export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const rowsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

/** Names of flags that do not begin with `is_`, `in_` or `has_`. */
const flags = [
  'default',
  'enable',
  'email_verified',
  'sale_status',
  'request_status',
  'on_shipping',
  'target',
];
const isFlag = (key: string) => /^(is|in|has)_/.test(key) || flags.includes(key);

const pictures = ['image', 'logo', 'cover_image', 'avatar', 'mobile_image'];
/** Objects that arrive as `[]` when empty. */
const objects = ['location', 'billing_address', 'shipping_address', 'payment_info', 'digital_file'];

/** Normalises flags, pictures, empty objects and placeholders of missing relations, at any depth. */
export function settle(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settle);
  if (typeof value === 'string') return zoned(value);
  if (!isJson(value)) return value;
  return isMissing(value)
    ? null
    : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, settled(key, one)]));
}

/** Times without a zone are UTC. */
const zoned = (text: string) =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}.000Z` : text;

function settled(key: string, value: unknown): unknown {
  if (isFlag(key) && ['0', '1'].includes(String(value))) return Number(value) === 1;
  if (pictures.includes(key)) return pictureOf(value);
  if (objects.includes(key) && Array.isArray(value)) return null;
  return settle(value);
}

/** A missing relation arrives as an object of nulls. */
function isMissing(value: Json): boolean {
  const values = Object.values(value);
  return 'id' in value && values.length > 1 && values.every((one) => one === null);
}

/** An attachment, a list of them, or a URL; null without any. */
function pictureOf(value: unknown): unknown {
  if (Array.isArray(value)) return pictureOf(value[0] ?? null);
  if (typeof value === 'string') return value === '' ? null : { id: 0, original: value, thumbnail: value };
  if (!isJson(value) || typeof value.original !== 'string' || value.original === '') return null;
  return { ...value, thumbnail: value.thumbnail || value.original };
}

/** Fills in defaults for missing values; null counts as missing where the default is not null. */
export function fill<Row extends Json>(row: Row, defaults: Json): Row {
  const missing = Object.entries(defaults).filter(
    ([key, value]) => row[key] === undefined || (row[key] === null && value !== null),
  );
  return { ...row, ...Object.fromEntries(missing) };
}

export const numberOrZero = (value: unknown): number => Number(value) || 0;

export const numberOrNull = (value: unknown): number | null =>
  value === null || value === undefined || value === '' ? null : Number(value);
