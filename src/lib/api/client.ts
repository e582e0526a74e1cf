import type { Method } from '@/contract/core/action';
import type { PaginatorInfo } from '@/contract/core/paging';
import type {
  AnswerTo,
  KnownFile,
  KnownList,
  KnownOne,
  KnownPath,
  RowIn,
  SentBody,
} from '@/contract/endpoint-types';
import { assertAnnounced } from '@/lib/api/capabilities';
import { ClientError, clientCodes } from '@/lib/api/client-error';
import { isKnownPlain, isPerShop, isPlainServer, learnServer } from '@/lib/api/plain/known';
import { type EarlyAnswer, hasPreloaded, takePreloaded } from '@/lib/api/preload';
import { env } from '@/lib/env';
import type { Request } from './http';

type Query = object;

/**
 * The request library. A page does not wait for these 17 kB: `public/early.js` requests its first rows. A failed load
 * counts as a network error and is retried.
 */
export const loadHttp = () => loadPart(() => import(/* webpackChunkName: "http" */ './http'));

export function startClient(): void {
  // The first request reports the error.
  loadHttp().catch(() => undefined);
}

/** A page of a list. */
export interface Rows<Row> {
  rows: Row[];
  paginator: PaginatorInfo;
}

type Written<Asked extends Method> = <Path extends string>(
  path: KnownPath<Asked, Path>,
  ...sent: SentBody<Asked, Path, [query?: Query]>
) => Promise<AnswerTo<Asked, Path>>;

/** A request with more than an address: upload progress, a signal, a response other than JSON. */
export interface KnownRequest<Path extends string, Verb extends Lowercase<Method>> extends Request {
  method?: Verb;
  url: KnownPath<Uppercase<Verb>, Path>;
}

/** Calls whose answers follow from their addresses: an unknown address or another type does not compile. */
interface Api extends Pick<typeof calls, 'address'> {
  page<Path extends string>(
    path: KnownList<Path>,
    query?: Query,
  ): Promise<Rows<RowIn<AnswerTo<'GET', Path>>>>;
  list<Path extends string>(path: KnownList<Path>, query?: Query): Promise<RowIn<AnswerTo<'GET', Path>>[]>;
  one<Path extends string>(
    path: KnownOne<Path>,
    key: string | number,
    query?: { language?: string | undefined },
  ): Promise<AnswerTo<'GET', `${Path}/:`>>;
  get<Path extends string>(path: KnownPath<'GET', Path>, query?: Query): Promise<AnswerTo<'GET', Path>>;
  post<Path extends string>(
    path: KnownPath<'POST', Path>,
    ...sent: SentBody<'POST', Path, [query?: Query, headers?: Record<string, string>]>
  ): Promise<AnswerTo<'POST', Path>>;
  put: Written<'PUT'>;
  patch: Written<'PATCH'>;
  remove<Path extends string>(path: KnownPath<'DELETE', Path>): Promise<void>;
  file<Path extends string>(path: KnownFile<Path>, query?: Query): ReturnType<typeof calls.file>;
  call<Path extends string, Verb extends Lowercase<Method> = 'get'>(
    config: KnownRequest<Path, Verb>,
  ): Promise<AnswerTo<Uppercase<Verb>, Path>>;
  early<Path extends string, Verb extends Lowercase<Method> = 'get'>(
    config: KnownRequest<Path, Verb>,
    answer: EarlyAnswer,
  ): Promise<AnswerTo<Uppercase<Verb>, Path>>;
}

/**
 * The same calls for code whose address is a parameter, such as the engine, which serves every family: it names the
 * answer by that parameter or by the declaration.
 */
type ApiAs = Pick<typeof calls, 'page' | 'list' | 'one' | 'get' | 'post' | 'put' | 'patch' | 'call' | 'file'>;

/** Every failure is a ClientError. */
const calls = {
  /** One page of a list, from any response envelope. */
  async page<Row>(endpoint: string, query?: Query): Promise<Rows<Row>> {
    const answer = await send({ url: endpoint, params: query });
    return { rows: unwrapRows<Row>(answer), paginator: paginatorOf(answer) };
  },

  /** A list without paging. */
  async list<T>(endpoint: string, query?: Query): Promise<T[]> {
    return unwrapRows<T>(await send({ url: endpoint, params: query }));
  },

  /** One row by slug, id or code. NOT_FOUND, too, are a text, a list or an empty body with 200, as some servers send. */
  async one<T>(
    endpoint: string,
    key: string | number,
    query?: { language?: string | undefined },
  ): Promise<T> {
    const row = await send<T>({ url: `${endpoint}/${encodeURIComponent(key)}`, params: query });
    if (!isObject(row) || Array.isArray(row.data ?? row)) throw new ClientError('NOT_FOUND', { status: 404 });
    return row;
  },

  /** For upload progress and responses other than JSON (`files.ts`, `upload.ts`). */
  call: <T>(config: Request) => send<T>(config),

  /** The answer to a request that `public/early.js` has sent. */
  early: <T>(config: Request, answer: EarlyAnswer) => answerTo<T>(config, answer),

  get: <T>(path: string, query?: Query) => send<T>({ url: path, params: query }),
  /** Absolute URL that `get` and `page` request. */
  address: addressOf,
  post: <T>(path: string, body?: unknown, query?: Query, headers: Record<string, string> = {}) =>
    write<T>({ method: 'post', url: path, data: body, params: query, headers }),
  put: <T>(path: string, body?: unknown, query?: Query) =>
    write<T>({ method: 'put', url: path, data: body, params: query }),
  patch: <T>(path: string, body?: unknown, query?: Query) =>
    write<T>({ method: 'patch', url: path, data: body, params: query }),

  /** Deletes. The response is ignored: servers return the row, `true`, `1` or a text. */
  async remove(path: string): Promise<void> {
    await send({ method: 'delete', url: path });
  },

  /** A file generated by the API, with its file name. */
  async file(
    path: string,
    query?: Query,
  ): Promise<{ content: Blob; name: string | undefined; isEmpty: boolean }> {
    assertAnnounced('get', path);
    return (await loadHttp()).requestFile(path, query);
  },
};

export const api: Api = calls;
export const apiAs: ApiAs = calls;

/** Displayable URL of an upload; a path is resolved against the API's host. Empty when it is unsafe. */
export function fileUrl(path: string): string {
  if (/^(https?:|blob:|data:image\/(png|jpeg|webp);)/i.test(path)) return path;
  if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) return '';
  const host = /^https?:\/\/[^/]+/i.exec(env.apiUrl)?.[0] ?? '';
  return path.startsWith('/') ? host + path : `${env.apiUrl}/${path}`;
}

/** Other servers of this dialect are met by code that our own server does not load. */
async function send<T>(config: Request): Promise<T> {
  const { method, url = '' } = config;
  assertAnnounced(method ?? 'get', url);
  // Until the settings have arrived, requests are sent as to our own server; another may end the session for a list of
  // staff without a shop.
  const sent = isKnownPlain() || isPerShop(url) ? undefined : ask<T>(config);
  if (sent && method === undefined && url === 'settings') learnServer(sent);
  // By its response the settings have been requested. Its error is thrown below, unless the request is repeated.
  await sent?.catch(() => undefined);
  if (!(await isPlainServer())) return sent ?? ask(config);
  const { exchange } = await loadPart(() => import('./plain/exchange'));
  // After completion any response matches the contract.
  return exchange(config, ask, sent) as T;
}

async function write<T>(config: Request & { method: string; url: string }): Promise<T> {
  if (!(await isPlainServer())) return send<T>(config);
  const { save } = await loadPart(() => import('./plain/save'));
  return save(config, ask, send) as T;
}

/** A part of the client; a failed load counts as a network error. */
export function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch((error: Error) => {
    throw new ClientError(clientCodes.network, { message: error.message });
  });
}

async function ask<T>(config: Request): Promise<T> {
  const isPreloaded = config.method === undefined && hasPreloaded();
  return answerTo(
    config,
    isPreloaded ? await takePreloaded(addressOf(config.url ?? '', config.params)) : undefined,
  );
}

/** Sends a request, unless `public/early.js` has sent it: then its answer, also an error, is the first attempt's. */
async function answerTo<T>(config: Request, early: EarlyAnswer | undefined): Promise<T> {
  if (early?.status === 200 && typeof early.data === 'object') return early.data as T;
  const { http, repeat } = await loadHttp();
  const response = await http.request<T>(early ? { ...config, adapter: repeat(early) } : config);
  return response.data;
}

/** Query string of our client; values are texts, numbers and flags. */
function addressOf(path: string, query: Query = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${written(key)}=${written(String(value))}`);
  return `${env.apiUrl}/${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

const plainSigns: Record<string, string> = { '%3A': ':', '%24': '$', '%2C': ',', '%20': '+' };

const written = (text: string) =>
  encodeURIComponent(text).replace(/%(3A|24|2C|20)/g, (sign) => plainSigns[sign] ?? sign);

/** Parsers of list responses of this dialect. */

/** Rows of a bare list, of `{data: […]}`, or of a list serialised as an object with numeric keys. */
export function unwrapRows<Row>(answer: unknown): Row[] {
  if (Array.isArray(answer)) return answer;
  if (!isObject(answer)) return [];
  if (Array.isArray(answer.data)) return answer.data;
  if (isObject(answer.data)) return unwrapRows(answer.data);
  const keys = Object.keys(answer);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? (Object.values(answer) as Row[]) : [];
}

/**
 * Page information in camelCase: `hasMorePages` is true when the last page differs from the current one. Page fields
 * are at the top level or under `meta` and `links`; any may be missing or a text. Some servers return page 0 of 0 for
 * an empty list. Page URLs are passed through unused: some servers return wrong ones.
 */
export function paginatorOf(answer: unknown): PaginatorInfo {
  const rows = unwrapRows(answer).length;
  const top = isObject(answer) ? answer : {};
  const meta = isObject(top.meta) && !('current_page' in top) ? top.meta : top;
  const links = isObject(top.links) && !Array.isArray(top.links) ? top.links : {};
  const currentPage = Math.max(1, numberOf(meta.current_page) ?? 1);
  const lastPage = Math.max(1, numberOf(meta.last_page) ?? currentPage);
  const perPage = numberOf(meta.per_page) ?? rows;
  const first = (currentPage - 1) * perPage + 1;
  return {
    currentPage,
    lastPage,
    perPage,
    from: numberOf(meta.from) || (rows > 0 ? first : null),
    to: numberOf(meta.to) || (rows > 0 ? first + rows - 1 : null),
    total: numberOf(meta.total) ?? rows,
    totalIsEstimate: meta.total_is_estimate === true,
    hasMorePages: lastPage !== currentPage,
    firstPageUrl: textOf(top.first_page_url ?? links.first),
    lastPageUrl: textOf(top.last_page_url ?? links.last),
    nextPageUrl: textOf(top.next_page_url ?? links.next),
    prevPageUrl: textOf(top.prev_page_url ?? links.prev),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function numberOf(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
