import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyRequest } from 'fastify';
import * as yup from 'yup';
import type { Endpoint } from '../support/endpoints';
import type { Draft } from './requests';
import { baseOf, type Send } from './send';
import type { Dice, Json } from './values';
import type { World } from './world';

/** Knowledge about one endpoint, learned from its responses, so that a new one needs no description here. */
export interface Lesson {
  /** Schemas that validated its bodies. */
  schemas: yup.Schema[];
  queryKeys: Set<string>;
  bodyKeys: Set<string>;
  /** True when it reads an uploaded file. */
  wantsForm: boolean;
  /** Accepted bodies, to start from. */
  good: Draft[];
  /** Bodies that were accepted except for these fields. */
  nearly?: { draft: Draft; fields: string[] } | undefined;
}

export interface Knowledge {
  lessons: Map<string, Lesson>;
  /** Listed rows, by the path of the list. */
  rows: Map<string, { [key: string]: Json }[]>;
  /** Values seen under a key in any response. */
  values: Map<string, Json[]>;
}

const maxValues = 40;
const maxSchemas = 4;

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Calls every endpoint once or twice as administrator and owner, and records what it reads and returns. */
export async function learn(
  endpoints: readonly Endpoint[],
  world: World,
  send: Send,
  roll: Dice,
): Promise<Knowledge> {
  const known: Knowledge = { lessons: new Map(), rows: new Map(), values: new Map() };
  const watch = startWatching(known);
  const ordered = endpoints.toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'));
  for (const endpoint of ordered) {
    known.lessons.set(nameOf(endpoint), {
      schemas: [],
      queryKeys: new Set<string>(),
      bodyKeys: new Set<string>(),
      wantsForm: false,
      good: [],
    });
    // Nothing is removed before it was seen.
    if (endpoint.method === 'DELETE') continue;
    watch.begin(endpoint);
    for (const role of ['super_admin', 'owner'] as const) {
      const path = endpoint.path.replace(/:\w+|\*/g, () =>
        encodeURIComponent(String(idFor(known, endpoint.path, roll))),
      );
      const authorization = `Bearer ${world.token(role)}`;
      const body = endpoint.method === 'GET' ? undefined : '{}';
      const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
      const answer = await send({ method: endpoint.method, url: path, headers, body });
      if (endpoint.method === 'GET') collect(known, endpoint.path, JSON.parse(unmarked(answer.text)));
      if (answer.status === 400 && answer.code() === 'BAD_REQUEST') watch.lesson().wantsForm = true;
    }
    await world.restore();
  }
  watch.stop();
  return known;
}

/** Without the marked texts, which requests must not spread. Null for anything but JSON. */
function unmarked(text: string): string {
  try {
    JSON.parse(text);
    return text.replace(/zq-[\w-]+-qz/g, 'x');
  } catch {
    return 'null';
  }
}

function idFor(known: Knowledge, path: string, roll: Dice): Json {
  const rows = known.rows.get(baseOf(path)) ?? [];
  return rows[roll(Math.max(1, rows.length))]?.id ?? 1;
}

/** Records the schemas, and the keys of query and body, that an endpoint reads. */
function startWatching(known: Knowledge) {
  let current = '';
  const lesson = () => known.lessons.get(current) as Lesson;
  const original = Reflect.get(yup.Schema.prototype, 'validate') as (...given: unknown[]) => Promise<unknown>;
  Reflect.set(yup.Schema.prototype, 'validate', function watched(this: yup.Schema, ...given: unknown[]) {
    const schemas = known.lessons.get(current)?.schemas ?? [];
    if (this.type === 'object' && schemas.length < maxSchemas && !schemas.includes(this)) schemas.push(this);
    return original.apply(this, given);
  });
  const onStart = (message: unknown) => {
    const { request } = message as { request: FastifyRequest };
    const { queryKeys, bodyKeys } = lesson();
    request.query = noting(request.query, queryKeys);
    request.body = noting(request.body, bodyKeys);
  };
  subscribe(channel, onStart);
  return {
    lesson,
    begin: (endpoint: Endpoint) => {
      current = nameOf(endpoint);
    },
    stop() {
      unsubscribe(channel, onStart);
      Reflect.set(yup.Schema.prototype, 'validate', original);
    },
  };
}

const channel = 'tracing:fastify.request.handler:start';

function noting(value: unknown, keys: Set<string>): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const note = (key: string | symbol) => {
    if (typeof key === 'string' && key !== 'toJSON' && key !== 'then') keys.add(key);
  };
  return new Proxy(value, {
    get: (target, key) => {
      note(key);
      return Reflect.get(target, key);
    },
    has: (target, key) => {
      note(key);
      return Reflect.has(target, key);
    },
  });
}

const maxGood = 6;

/** Records the response to a valid request: accepted, or the rejected fields. */
export function remember(lesson: Lesson, draft: Draft, status: number, answer: Json): void {
  if (status >= 200 && status < 300) {
    lesson.good.push(structuredClone(draft));
    if (lesson.good.length > maxGood) lesson.good.shift();
    lesson.nearly = undefined;
  } else if (status === 422 && answer !== null && typeof answer === 'object' && !Array.isArray(answer)) {
    const { errors } = answer;
    const fields = errors !== null && typeof errors === 'object' ? Object.keys(errors) : [];
    // The fewer fields were rejected, the closer it is.
    if (fields.length > 0 && fields.length <= (lesson.nearly?.fields.length ?? 99))
      lesson.nearly = { draft: structuredClone(draft), fields };
  }
}

/** Records input for later requests: ids of created and removed rows, and one-time links. */
export function follow(known: Knowledge, { method, path }: Endpoint, url: string, answer: Json): void {
  const note = (key: string, value: Json) =>
    known.values.set(key, [...(known.values.get(key) ?? []), value].slice(-maxValues));
  const base = baseOf(path);
  if (method === 'DELETE') note(`removed ${base}`, decodeURIComponent(url.split('/').at(-1) ?? ''));
  else if (method === 'POST' && answer !== null && typeof answer === 'object' && !Array.isArray(answer))
    note(/\/bulk\//.test(path) ? `operation ${path.split('/bulk/')[0]}` : `made ${base}`, answer.id ?? 1);
  if (typeof answer === 'string' && answer.includes('/token/'))
    note('token', answer.split('/token/')[1] ?? '');
}

/** Stores rows and values of a response. */
function collect(known: Knowledge, path: string, answer: Json): void {
  const data = answer !== null && typeof answer === 'object' && !Array.isArray(answer) ? answer.data : answer;
  const rows = Array.isArray(data) ? data : [answer];
  const objects = rows.filter(
    (row): row is { [key: string]: Json } => row !== null && typeof row === 'object' && !Array.isArray(row),
  );
  const base = path.replace(/\/:\w+$/, '');
  if (!base.includes(':'))
    known.rows.set(base, [...(known.rows.get(base) ?? []), ...objects].slice(0, maxValues));
  for (const row of objects.slice(0, 15)) collectValues(known, row);
}

function collectValues(known: Knowledge, value: Json): void {
  if (value === null || typeof value !== 'object') return;
  for (const [key, part] of Object.entries(value)) {
    if (!Array.isArray(value)) {
      const values = known.values.get(key) ?? [];
      if (values.length < maxValues && part !== null && !values.includes(part)) values.push(part);
      known.values.set(key, values);
    }
    collectValues(known, part);
  }
}
