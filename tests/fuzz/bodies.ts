import type * as yup from 'yup';
import { resourceNames, resources } from '@/contract';
import type { Endpoint } from '../support/endpoints';
import { orderOf } from '../support/order-body';
import { type SampleName, samples } from '../support/samples';
import type { Knowledge, Lesson } from './learn';
import { type Dice, type Json, nasty, oneOf, put } from './values';

export type Body = { [key: string]: Json };

interface Described {
  type: string;
  optional?: boolean;
  nullable?: boolean;
  oneOf?: unknown[];
  tests?: { name?: string; params?: Record<string, unknown> }[];
  fields?: Record<string, Described>;
  innerType?: Described | Described[];
}

/** A body that the endpoint is likely to accept: a sample, a row of its list, or one generated from its schema. */
export function validBody(roll: Dice, endpoint: Endpoint, known: Knowledge): Body {
  const lesson = known.lessons.get(`${endpoint.method} ${endpoint.path}`);
  const own = recipe(roll, endpoint, known);
  const rows = known.rows.get(endpoint.path.split('/:')[0] ?? '') ?? [];
  const kind = roll(10);
  if (own && kind < 6) return own;
  if (rows.length > 0 && kind < 8 && /^(PUT|PATCH)$/.test(endpoint.method))
    return someOf(roll, oneOf(roll, rows));
  const schemas = lesson?.schemas ?? [];
  const body: Body = {};
  if (schemas.length > 0) {
    const value = made(roll, described(oneOf(roll, schemas)), '', known);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) Object.assign(body, value);
  }
  for (const key of lesson?.bodyKeys ?? [])
    if (!(key in body) && roll(3)) put(body, key, knownValue(roll, key, known) ?? nasty(roll));
  return own && schemas.length === 0 ? own : body;
}

/** An edit sends a part of the row as often as all of it. */
function someOf(roll: Dice, row: Body): Body {
  if (roll(2)) return structuredClone(row);
  const entries = Object.entries(row).filter(([key]) => key === 'version' || roll(4) === 0);
  return structuredClone(Object.fromEntries(entries));
}

function described(schema: yup.Schema): Described {
  try {
    return schema.describe({ value: {} }) as Described;
  } catch {
    return { type: 'object', fields: {} };
  }
}

function recipe(roll: Dice, { method, path }: Endpoint, known: Knowledge): Body | undefined {
  const rowOf = (list: string) => oneOf(roll, known.rows.get(list) ?? [{ id: 1, slug: 'a' }]);
  if (method === 'POST' && (path === 'orders' || path === 'orders/checkout/verify')) {
    const lines = Array.from({ length: 1 + roll(3) }, () => ({
      product_id: Number(rowOf('products').id),
      order_quantity: 1 + roll(3),
    }));
    const body: object = orderOf(lines, {
      payment_gateway: oneOf(roll, ['CASH', 'CASH_ON_DELIVERY', 'SBP']),
    });
    return structuredClone(body) as Body;
  }
  const bulk = bulkBody(roll, path, known);
  if (bulk) return bulk;
  const name = resourceNames.find((one) => resources[one].endpoint === path.split('/:')[0]);
  if (!name || !(name in samples) || !/^[^:]+(\/:key)?$/.test(path)) return undefined;
  const related = Object.fromEntries(
    resourceNames.map((one) => [one, rowOf(resources[one].endpoint) as { id: number; slug: string }]),
  );
  const shop = { id: Number(rowOf('shops').id) };
  const picture = { id: 1 + roll(30), original: '', thumbnail: '' };
  const scene = { shop, store_owner: { id: Number(rowOf('users').id) }, related, picture };
  const sample = samples[name as SampleName];
  const body = method === 'POST' || roll(2) ? sample.body(scene, 'super_admin') : sample.changed;
  // Two rows of the same name have different slugs.
  const more = 'slug' in body && roll(2) ? { slug: `slug-${roll(1e9)}` } : {};
  return structuredClone({ ...body, ...more }) as Body;
}

/** Bulk actions of a list, by id or by a query. */
function bulkBody(roll: Dice, path: string, known: Knowledge): Body | undefined {
  const [endpoint = '', action] = path.split('/bulk/');
  const resource = resourceNames.map((one) => resources[one]).find((one) => one.endpoint === endpoint);
  if (!resource || (action !== 'set' && action !== 'remove')) return undefined;
  const rows = known.rows.get(endpoint) ?? [];
  const ids = Array.from({ length: 1 + roll(3) }, () => Number(rows.length > 0 ? oneOf(roll, rows).id : 1));
  const whose: Body = roll(8) ? { ids: [...new Set(ids)] } : { query: { search: 'id:1' } };
  if (action === 'remove') return whose;
  const levers = resource.columns.filter(({ kind }) => kind === 'switch').map(({ key }) => key);
  return {
    ...whose,
    key: levers.length > 0 ? oneOf<string>(roll, levers) : 'is_active',
    value: roll(2) === 0,
  };
}

/** A value that other rows have under this key. */
export function knownValue(roll: Dice, key: string, known: Knowledge): Json | undefined {
  if (key === 'language') return oneOf(roll, ['ru', 'ru', 'en', 'ar']);
  const values = known.values.get(key) ?? [];
  if (values.length > 0 && roll(8)) return structuredClone(oneOf(roll, values));
  const list = /^(\w+?)_ids?$/.exec(key)?.[1];
  if (key === 'ids') return Array.from({ length: 1 + roll(3) }, () => 1 + roll(60));
  if (list || key === 'id') {
    const rows = known.rows.get(`${list?.replaceAll('_', '-')}s`) ?? [];
    const id = rows.length > 0 ? Number(oneOf(roll, rows).id) : 1 + roll(60);
    return key.endsWith('ids') ? [id, 1 + roll(60)] : id;
  }
  return undefined;
}

/** Replaces a rejected value: with one of the field's schema, one seen elsewhere, or none. */
export function mendField(
  roll: Dice,
  body: Body,
  path: readonly string[],
  { lesson, known }: { lesson: Lesson; known: Knowledge },
): void {
  let holder: Body | Json[] = body;
  let schema: Described | undefined = lesson.schemas[0] && described(lesson.schemas[0]);
  for (const part of path.slice(0, -1)) {
    const next: Json | undefined = Array.isArray(holder) ? oneOf(roll, holder) : holder[part];
    if (next === null || typeof next !== 'object') return;
    holder = next;
    schema = schema?.fields?.[part];
  }
  if (Array.isArray(holder)) return;
  const key = path.at(-1) ?? '';
  const field = schema?.fields?.[key];
  const guesses: Json[] = [
    1,
    100,
    true,
    'Слово',
    '2026-04-01',
    '2031-04-06T21:00:00.000Z',
    [],
    [1],
    {},
    'Demo12345',
  ];
  const kind = roll(6);
  if (kind === 0) delete holder[key];
  else if (field && kind < 4) put(holder, key, made(roll, field, key, known));
  else put(holder, key, (roll(2) ? knownValue(roll, key, known) : undefined) ?? oneOf(roll, guesses));
}

const longest = 4;

function made(roll: Dice, schema: Described, key: string, known: Knowledge): Json {
  if (schema.nullable && roll(8) === 0) return null;
  const choices = (schema.oneOf ?? []).filter((one) => one === null || typeof one !== 'object') as Json[];
  if (choices.length > 0) return oneOf(roll, choices);
  if (schema.type === 'object') {
    const body: Body = {};
    for (const [name, field] of Object.entries(schema.fields ?? {}))
      if (roll(field.optional ? 3 : 30)) put(body, name, made(roll, field, name, known));
    return body;
  }
  if (schema.type === 'array') {
    const inner = [schema.innerType ?? { type: 'mixed' }].flat()[0] as Described;
    return Array.from({ length: roll(longest) }, () => made(roll, inner, key.replace(/s$/, ''), known));
  }
  const seen = knownValue(roll, key, known);
  if (seen !== undefined && fits(seen, schema.type)) return seen;
  if (schema.type === 'boolean') return roll(2) === 0;
  if (schema.type === 'number') return numberOf(roll, schema, key);
  if (schema.type === 'date') return `20${10 + roll(30)}-0${1 + roll(9)}-1${roll(10)}T00:00:00.000Z`;
  if (schema.type === 'string') return textOf(roll, key, schema);
  return seen ?? nasty(roll);
}

function fits(value: Json, type: string): boolean {
  if (type === 'mixed' || type === 'lazy') return true;
  return type === 'date' ? typeof value === 'string' : typeof value === type;
}

function limit(schema: Described, name: string): number | undefined {
  const value = schema.tests?.find((test) => test.name === name)?.params?.[name];
  return typeof value === 'number' ? value : undefined;
}

function numberOf(roll: Dice, schema: Described, key: string): number {
  const least = limit(schema, 'min') ?? (key.endsWith('id') ? 1 : 0);
  const most = Math.min(limit(schema, 'max') ?? 1000, least + 1000);
  if (roll(10) === 0) return roll(2) ? least : (limit(schema, 'max') ?? most);
  return least + roll(Math.max(1, Math.floor(most - least)));
}

const texts: readonly [RegExp, (roll: Dice) => string][] = [
  [/email/, (roll) => `someone${roll(500)}@fuzz.test`],
  [/phone|contact/, (roll) => `+7 (900) 123-45-${10 + roll(90)}`],
  [/inn$/, () => '7707083893'],
  [/url|website|link/, () => 'https://example.ru/a'],
  [/slug/, (roll) => `slug-${roll(1e6)}`],
  [/date|_at$|^from$|^to$|^until$|day/, (roll) => `2026-0${1 + roll(9)}-1${roll(10)}`],
  [/password/, () => 'Demo12345'],
  [/code|token|otp/, (roll) => String(100_000 + roll(900_000))],
  [/colou?r/, () => '#2a9d8f'],
  [/zip/, () => '101000'],
];

function textOf(roll: Dice, key: string, schema: Described): string {
  const text = texts.find(([pattern]) => pattern.test(key))?.[1](roll) ?? `Слово ${roll(1000)}`;
  const most = limit(schema, 'max');
  if (most !== undefined && roll(6) === 0) return 'ш'.repeat(most);
  return text;
}
