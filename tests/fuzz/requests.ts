import { resourceNames, resources } from '@/contract';
import { sortKeys } from '@/server/http/list-query';
import type { Endpoint } from '../support/endpoints';
import { type Body, knownValue, validBody } from './bodies';
import { type Knowledge, nameOf } from './learn';
import { baseOf, type Request } from './send';
import { type Dice, inheritedKeys, type Json, mutate, nasty, nastyTexts, oneOf, tooBigMark } from './values';

/** A request before it is written out: what a shrinking run takes pieces away from. */
export interface Draft {
  method: string;
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  body?: Body | Json[] | undefined;
  /** Sent instead of `body`. */
  raw?: string | Buffer | undefined;
}

/** None to three wrongs: what is right but for one thing gets furthest. */
const wrongs = [0, 0, 0, 1, 1, 1, 1, 2, 2, 3];

export function draftOf(roll: Dice, endpoint: Endpoint, known: Knowledge): Draft {
  const isRead = endpoint.method === 'GET';
  const draft: Draft = {
    method: endpoint.method,
    path: pathOf(roll, endpoint.path, known),
    query: isRead || roll(5) === 0 ? queryOf(roll, endpoint, known) : [],
    headers: {},
  };
  const lesson = known.lessons.get(nameOf(endpoint));
  if (!isRead && (endpoint.method !== 'DELETE' || roll(4) === 0)) {
    if (lesson?.wantsForm && roll(4)) Object.assign(draft, formOf(roll, known));
    else draft.body = validBody(roll, endpoint, known);
  }
  for (let left = oneOf(roll, wrongs); left > 0; left -= 1) spoil(roll, draft, endpoint, known);
  if (!isRead && roll(6) === 0)
    draft.headers['idempotency-key'] = oneOf(roll, ['one', 'two', `key-${roll(1e6)}`]);
  return draft;
}

/** Longer addresses are refused by Node itself. */
const mostQueryText = 350;

/** Writes a draft out. */
export function requestOf(
  { method, path, query, headers, body, raw }: Draft,
  token: string | undefined,
): Request {
  const search = query
    .map(([key, value]) => `${escaped(key)}=${escaped(value.slice(0, mostQueryText))}`)
    .join('&');
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

/** Half a surrogate has no bytes in an address: those that some clients send for it stand there. */
function escaped(text: string): string {
  return [...text]
    .map((sign) =>
      /[\ud800-\udfff]/.test(sign) && sign.length === 1 ? '%ED%A0%80' : encodeURIComponent(sign),
    )
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
        escaped(oneOf(roll, nastyTexts)),
      ]);
    const own = name === 'key' || name === 'id' ? (roll(3) ? row?.id : row?.slug) : undefined;
    const value = own ?? knownValue(roll, name ?? 'path', known) ?? 1 + roll(60);
    return escaped(typeof value === 'object' ? '1' : String(value)) || '1';
  });
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
  return Array.from({ length: roll(4) }, (): [string, string] => {
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
    return value === undefined || typeof value === 'object' || roll(4) === 0
      ? oneOf(roll, ['1', 'a', 'true', '2026-03-01', '7', oneOf(roll, nastyTexts)])
      : String(value);
  };
  if (key === 'search' && searched.length > 0)
    return Array.from({ length: 1 + roll(3) }, () => oneOf(roll, searched))
      .map((name) => `${name}:${word(name)}`)
      .join(';');
  if (key === 'orderBy') return oneOf(roll, [...sorts, 'name', 'nonsense']);
  if (key === 'sortedBy') return oneOf(roll, ['asc', 'desc', 'ASC', 'x']);
  if (key === 'page' || key === 'limit')
    return oneOf(roll, ['1', '2', '3', '30', '0', '-1', '1000000', '1.5', 'x']);
  if (key === 'language') return oneOf(roll, ['ru', 'en', 'ar', 'xx', '__proto__']);
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
  const kind = roll(12);
  const isRead = draft.method === 'GET';
  const keys = [...(known.lessons.get(nameOf(endpoint))?.bodyKeys ?? [])];
  if (kind < 7 && draft.body && !Array.isArray(draft.body)) {
    const allKeys = [...known.values.keys()];
    mutate(roll, draft.body, {
      keys,
      value: () => knownValue(roll, oneOf(roll, allKeys), known) ?? nasty(roll),
    });
  } else if (kind < 9 || isRead) {
    spoilQuery(roll, draft, known);
  } else if (kind === 9) {
    draft.path = pathOf(roll, endpoint.path, known);
  } else if (kind === 10) {
    spoilHeaders(roll, draft);
  } else if (roll(3)) {
    draft.raw = oneOf(roll, raws)();
  } else {
    Object.assign(draft, formOf(roll, known));
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

/** An upload, whole or broken in one of the ways in which they break. */
function formOf(roll: Dice, known: Knowledge): Pick<Draft, 'raw' | 'headers' | 'body'> {
  const shop = String(knownValue(roll, 'shop_id', known) ?? 1);
  const field = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = (name: string, fileName: string, content: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: text/csv\r\n\r\n${content}\r\n`;
  const content = oneOf(roll, [
    'name,slug\r\na,b',
    'name;price;sku\r\nа;1;х',
    '',
    '\u0000',
    'PK\u0003\u0004broken',
    '"',
    'a'.repeat(3000),
  ]);
  const name = oneOf(roll, ['a.csv', 'a.xlsx', 'a.png', 'a.zip', '', '../../x', '\u0000']);
  const whole =
    field(
      oneOf(roll, ['shop_id', 'shop_id', 'dry_run', '__proto__', 'toString']),
      roll(4) ? shop : oneOf(roll, nastyTexts),
    ) + file(oneOf(roll, ['csv', 'file', 'attachment[]', 'zip', '__proto__']), name, content);
  const form = `${whole}--b--\r\n`;
  const broken = [
    form,
    form,
    form,
    whole,
    form.slice(0, roll(form.length)),
    form.replaceAll('--b', '--c'),
    form.replace('content-disposition', 'content-nothing'),
    form.replace('form-data; name', 'form-data; nome'),
    `--b\r\n${'x-header: 1\r\n'.repeat(3000)}\r\n`,
    field('a'.repeat(2000), 'b') + form,
    Array.from({ length: 30 }, (_, index) => field(`f${index}`, 'x')).join('') + form,
    '',
    '--b--',
  ];
  const type = roll(8)
    ? 'multipart/form-data; boundary=b'
    : oneOf(roll, [
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=b; boundary=c',
        'multipart/mixed; boundary=b',
      ]);
  return { raw: oneOf(roll, broken), headers: { 'content-type': type }, body: undefined };
}
