import { resourceNames, resources } from '@/contract';
import { sortKeys } from '@/server/core/resource/list-query';
import type { Endpoint } from '../support/endpoints';
import { type Body, knownValue, mendField, validBody } from './bodies';
import { formOf } from './forms';
import { type Knowledge, type Lesson, nameOf } from './learn';
import { baseOf, type Request } from './send';
import { enlarge } from './sizes';
import { type Dice, inheritedKeys, type Json, mutate, nasty, nastyTexts, oneOf, tooBigMark } from './values';

/** A request before serialisation: shrinking removes parts of it. */
export interface Draft {
  method: string;
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  body?: Body | Json[] | undefined;
  /** Sent instead of `body`. */
  raw?: string | Buffer | undefined;
  /** The query may be as long as Node accepts. */
  isLong?: boolean;
}

/** None to three mutations: requests with a single error get furthest. */
const wrongs = [0, 0, 0, 1, 1, 1, 1, 2, 2, 3];

export function draftOf(
  roll: Dice,
  endpoint: Endpoint,
  known: Knowledge,
): { draft: Draft; isSpoiled: boolean } {
  const draft = startOf(roll, endpoint, known);
  const many = oneOf(roll, wrongs);
  for (let left = many; left > 0; left -= 1) spoil(roll, draft, endpoint, known);
  if (draft.method !== 'GET' && roll(6) === 0)
    draft.headers['idempotency-key'] = oneOf(roll, ['one', 'two', `key-${roll(1e6)}`]);
  return { draft, isSpoiled: many > 0 };
}

/** A request without mutations: a new one, one that was accepted before, or one with its rejected fields replaced. */
function startOf(roll: Dice, endpoint: Endpoint, known: Knowledge): Draft {
  const lesson = known.lessons.get(nameOf(endpoint));
  const kind = roll(10);
  if (lesson && lesson.good.length > 0 && kind < 4) {
    const draft = structuredClone(oneOf(roll, lesson.good));
    if (roll(2)) draft.path = pathOf(roll, endpoint.path, known);
    return draft;
  }
  if (lesson?.nearly && kind < 7) return mended(roll, lesson, known);
  return newDraft(roll, endpoint, known);
}

function mended(roll: Dice, lesson: Lesson, known: Knowledge): Draft {
  const { draft: given, fields } = lesson.nearly ?? { draft: newDraftOf('GET', ''), fields: [] };
  const draft = structuredClone(given);
  for (const field of fields) {
    const query = draft.query.find(([key]) => key === field);
    if (query) draft.query = draft.query.filter((pair) => pair !== query);
    else if (draft.body && !Array.isArray(draft.body))
      mendField(roll, draft.body, field.split('.'), { lesson, known });
  }
  return draft;
}

const newDraftOf = (method: string, path: string): Draft => ({ method, path, query: [], headers: {} });

function newDraft(roll: Dice, endpoint: Endpoint, known: Knowledge): Draft {
  const isRead = endpoint.method === 'GET';
  const draft: Draft = {
    method: endpoint.method,
    path: pathOf(roll, endpoint.path, known),
    query: isRead || roll(5) === 0 ? queryOf(roll, endpoint, known) : [],
    headers: {},
  };
  const lesson = known.lessons.get(nameOf(endpoint));
  if (!isRead && (endpoint.method !== 'DELETE' || roll(4) === 0)) {
    if (lesson?.wantsForm && roll(4)) Object.assign(draft, formOf(roll, known, endpoint.path));
    else draft.body = validBody(roll, endpoint, known);
  }
  return draft;
}

const maxQueryText = 350;
/** Node itself rejects longer addresses. */
const maxAddress = 14_000;

/** Serialises a draft. */
export function requestOf(
  { method, path, query, headers, body, raw, isLong }: Draft,
  token: string | undefined,
): Request {
  const most = isLong ? maxAddress : maxQueryText;
  const search = query
    .map(([key, value]) => `${escaped(key)}=${escaped(value.slice(0, most))}`)
    .join('&')
    .slice(0, maxAddress)
    // Not within an escaped character.
    .replace(/%.?$/, '');
  const text =
    raw ?? (body === undefined ? undefined : JSON.stringify(body).replaceAll(`"${tooBigMark}"`, '1e309'));
  return {
    method,
    url: search === '' ? path : `${path}?${search}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: text,
  };
}

/** An unpaired surrogate cannot be encoded in an address: uses the bytes that some clients send for it. */
function escaped(text: string): string {
  return text
    .split(/(\p{Cs})/u)
    .map((part) => (/^\p{Cs}$/u.test(part) ? '%ED%A0%80' : encodeURIComponent(part)))
    .join('');
}

function pathOf(roll: Dice, path: string, known: Knowledge): string {
  let isFirst = true;
  return path.replace(/:(\w+)|\*/g, (_all, name: string | undefined) => {
    const rows = known.rows.get(baseOf(path)) ?? [];
    const row = isFirst && rows.length > 0 ? oneOf(roll, rows) : undefined;
    isFirst = false;
    if (roll(12) === 0)
      return oneOf(roll, [
        '%00',
        '%',
        '%ff',
        '%E0%A4',
        '%ED%A0%80',
        '..%2f..',
        escaped(oneOf(roll, nastyTexts).slice(0, maxQueryText)),
      ]);
    const own = name === 'key' || name === 'id' ? (roll(3) ? row?.id : row?.slug) : undefined;
    const left = roll(5) ? traceOf(roll, path, known) : undefined;
    const value = left ?? own ?? knownValue(roll, name ?? 'path', known) ?? 1 + roll(60);
    return escaped(typeof value === 'object' ? '1' : String(value)) || '1';
  });
}

/** Id of a record that earlier requests left to be restored, undone or continued. */
function traceOf(roll: Dice, path: string, known: Knowledge): Json | undefined {
  const base = baseOf(path);
  const key = path.endsWith('/restore')
    ? `removed ${base}`
    : path.endsWith('/undo')
      ? `operation ${base.replace(/\/bulk$/, '')}`
      : `made ${base}`;
  const traces = known.values.get(key) ?? [];
  return traces.length > 0 && (roll(4) || !key.startsWith('made')) ? oneOf(roll, traces) : undefined;
}

const listKeys = ['search', 'searchJoin', 'orderBy', 'sortedBy', 'page', 'limit', 'language'];

function queryOf(roll: Dice, endpoint: Endpoint, known: Knowledge): [string, string][] {
  const resource = resourceNames
    .map((name) => resources[name])
    .find((one) => one.endpoint === baseOf(endpoint.path).replace(/\/export$/, ''));
  const searched = resource
    ? [...Object.keys(resource.search), ...resource.filters.map(({ key }) => key)]
    : [];
  const learned = [...(known.lessons.get(nameOf(endpoint))?.queryKeys ?? [])];
  const keys = [...new Set([...(resource ? listKeys : []), ...learned, ...searched])];
  if (keys.length === 0) return [];
  return Array.from({ length: oneOf(roll, [0, 0, 1, 1, 1, 2, 3]) }, (): [string, string] => {
    const key = oneOf(roll, keys);
    const sorts = resource ? sortKeys(resource) : ['id', 'created_at', 'name'];
    return [key, queryValue(roll, key, { known, searched, sorts })];
  });
}

function queryValue(
  roll: Dice,
  key: string,
  { known, searched, sorts }: { known: Knowledge; searched: readonly string[]; sorts: readonly string[] },
): string {
  const word = (name: string) => {
    const value = knownValue(roll, name, known);
    return value === undefined || typeof value === 'object' || roll(10) === 0
      ? oneOf(roll, ['1', 'a', 'true', '2026-03-01', '7', oneOf(roll, nastyTexts)])
      : String(value);
  };
  if (key === 'search' && searched.length > 0)
    return Array.from({ length: 1 + roll(3) }, () => oneOf(roll, searched))
      .map((name) => `${name}:${word(name)}`)
      .join(';');
  if (key === 'orderBy') return oneOf(roll, [...sorts, ...sorts, 'nonsense']);
  if (key === 'sortedBy') return oneOf(roll, ['asc', 'desc', 'ASC', 'desc', 'x']);
  if (key === 'page' || key === 'limit')
    return oneOf(roll, ['1', '1', '2', '3', '30', '1000000', '0', '1.5']);
  if (key === 'language') return oneOf(roll, ['ru', 'en', 'ar']);
  if (key === 'month') return oneOf(roll, ['2026-02', '2026-03']);
  if (/^(from|to|since|until|day|date)/.test(key))
    return oneOf(roll, ['2026-03-01', '2026-01-01', '2026-03-09', oneOf(roll, nastyTexts)]);
  return word(key);
}

const types = [
  'application/json',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'x',
  '',
];

const raws: readonly (() => string | Buffer)[] = [
  () => '',
  () => '{',
  () => '\ufeff{}',
  () => 'null',
  () => '1',
  () => '"text"',
  () => '[]',
  () => '{"a":1e309}',
  () => '{"__proto__":{"a":1}}',
  () => '{"constructor":{"prototype":{"a":1}}}',
  () => `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
  () => `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  () => '{"a":1,"a":2}',
  () => Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
  () => JSON.stringify({ name: 'a'.repeat(1_500_000) }),
];

function spoil(roll: Dice, draft: Draft, endpoint: Endpoint, known: Knowledge): void {
  const kind = roll(15);
  const isRead = draft.method === 'GET';
  const keys = [...(known.lessons.get(nameOf(endpoint))?.bodyKeys ?? [])];
  if (kind < 7 && draft.body && !Array.isArray(draft.body)) {
    const allKeys = [...known.values.keys()];
    mutate(roll, draft.body, {
      keys,
      value: () => knownValue(roll, oneOf(roll, allKeys), known) ?? nasty(roll),
    });
  } else if (kind < 9 || (isRead && kind < 12)) {
    spoilQuery(roll, draft, known);
  } else if (kind === 9) {
    draft.path = pathOf(roll, endpoint.path, known);
  } else if (kind === 10) {
    spoilHeaders(roll, draft);
  } else if (kind > 11) {
    enlarge(roll, draft, known.lessons.get(nameOf(endpoint)));
  } else if (roll(3)) {
    draft.raw = oneOf(roll, raws)();
  } else {
    Object.assign(draft, formOf(roll, known, draft.path));
  }
}

function spoilQuery(roll: Dice, draft: Draft, known: Knowledge): void {
  const last = draft.query.at(-1);
  const kind = roll(5);
  if (last && kind === 0) draft.query.push([last[0], oneOf(roll, nastyTexts)]);
  else if (last && kind < 3) last[1] = oneOf(roll, nastyTexts);
  else if (kind === 3) draft.query.push([oneOf(roll, inheritedKeys), '1']);
  else
    draft.query.push([
      oneOf(roll, [...known.values.keys(), 'type', 'shop', 'product', 'a[]', 'a[b]', '']),
      oneOf(roll, ['1', ...nastyTexts]),
    ]);
}

function spoilHeaders(roll: Dice, draft: Draft): void {
  const kind = roll(5);
  if (kind === 0) draft.headers['content-type'] = oneOf(roll, types);
  else if (kind === 1)
    draft.headers['idempotency-key'] = oneOf(
      roll,
      ['', 'a'.repeat(300), 'ключ', '__proto__'].map((text) => Buffer.from(text).toString('latin1')),
    );
  else if (kind === 2)
    draft.headers.range = oneOf(roll, ['bytes=0-', 'bytes=9999999999-', 'bytes=-1', 'x', 'bytes=5-1']);
  else if (kind === 3) draft.headers['last-event-id'] = oneOf(roll, ['1', '-1', '99999999999999999999', 'x']);
  else draft.headers['accept-language'] = oneOf(roll, ['en', 'xx', ';;;', 'ar,ru;q=0.5']);
}
