import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import type { Attachment } from '@/contract/core/define';
import type { PaginatorInfo } from '@/contract/core/paging';
import { ClientError, clientCodes, toClientError } from '@/lib/api/errors';
import { hasPreloaded, takePreloaded } from '@/lib/api/preload';
import { env } from '@/lib/env';
import { loseSession, readCredentials } from '@/lib/session/session';

type Query = object;

/**
 * The request library, made once. It comes after the first rows, whose answers `public/early.js` brings: 14 kB that a page
 * need not wait for. One that does not come is a network that fails, and is asked for again.
 */
async function loadClient(): Promise<AxiosInstance> {
  if (made) return made;
  const { default: axios, isAxiosError } = await import('axios').catch((error: Error) => {
    throw new ClientError(clientCodes.network, { message: error.message });
  });
  if (made) return made;
  const client = axios.create({
    baseURL: env.apiUrl,
    // Long on purpose (specification §9): exports and imports answer when they are done.
    timeout: 600_000,
    // Without it some servers answer a refusal with a redirect.
    headers: { Accept: 'application/json' },
  });
  client.interceptors.request.use((config) => {
    // Sent always, also without a token (specification §9).
    config.headers.setAuthorization(`Bearer ${readCredentials()?.token ?? ''}`);
    return config;
  });
  client.interceptors.response.use(undefined, (reason: unknown) => {
    const error = toClientError(reason);
    if (isSessionLost(error) && isAxiosError(reason))
      loseSession(tokenOf(reason.config?.headers.Authorization));
    throw error;
  });
  made = client;
  return client;
}

let made: AxiosInstance | undefined;

/** Fetches what requests need, ahead of the first one. */
export function startClient(): void {
  // The first request will say what is wrong.
  loadClient().catch(() => undefined);
}

/** Typed calls to the API (specification §7). Every failure is a ClientError. */
export const api = {
  /** One page of a list, whatever envelope it came in. */
  async page<Row>(endpoint: string, query?: Query): Promise<{ rows: Row[]; paginator: PaginatorInfo }> {
    const answer = await send({ url: endpoint, params: query });
    return { rows: rowsOf<Row>(answer), paginator: paginatorOf(answer) };
  },

  /** A list that is not paged, or whose paging does not matter. */
  async list<T>(endpoint: string, query?: Query): Promise<T[]> {
    return rowsOf<T>(await send({ url: endpoint, params: query }));
  },

  /** One row by slug, id or code. Some servers answer an unknown one with 200 and an empty body: that is NOT_FOUND too. */
  async one<T>(
    endpoint: string,
    key: string | number,
    query?: { language?: string | undefined },
  ): Promise<T> {
    const row = await send<T | '' | null>({ url: `${endpoint}/${encodeURIComponent(key)}`, params: query });
    if (row === '' || row === null || row === undefined) throw new ClientError('NOT_FOUND', { status: 404 });
    return row;
  },

  /** What the others do not: progress of an upload, an answer that is no JSON (`files.ts`). */
  call: <T>(config: AxiosRequestConfig) => send<T>(config),

  get: <T>(path: string, query?: Query) => send<T>({ url: path, params: query }),
  /** The whole address that `get` and `page` ask. */
  address: addressOf,
  post: <T>(path: string, body?: unknown, query?: Query, headers: Record<string, string> = {}) =>
    send<T>({ method: 'post', url: path, data: body, params: query, headers }),
  put: <T>(path: string, body: unknown, query?: Query) =>
    send<T>({ method: 'put', url: path, data: body, params: query }),
  patch: <T>(path: string, body: unknown, query?: Query) =>
    send<T>({ method: 'patch', url: path, data: body, params: query }),

  /** Deletes; servers answer with the row, `true`, `1` or a text, so the answer is not read. */
  async remove(path: string): Promise<void> {
    await send({ method: 'delete', url: path });
  },

  /** A file that the API makes, with the name that it gives it. */
  async file(path: string, query?: Query): Promise<{ content: Blob; name: string | undefined }> {
    const client = await loadClient();
    const answer = await client.request<string>({ url: path, params: query });
    const disposition = String(answer.headers['content-disposition'] ?? '');
    const type = String(answer.headers['content-type'] ?? '');
    // Read as text, so that a refusal can be read too; that takes away the mark which spreadsheets know UTF-8 by.
    return {
      content: new Blob(['\uFEFF', answer.data.replace(/^\uFEFF/, '')], { type }),
      name: /filename="?([^";]+)/.exec(disposition)?.[1],
    };
  },

  /** Uploads files as `attachment[]` and answers them in the order given. */
  async upload(files: File[], onProgress?: (percent: number) => void): Promise<Attachment[]> {
    const form = new FormData();
    for (const file of files) form.append('attachment[]', file);
    const answer = await send<unknown>({
      method: 'post',
      url: 'attachments',
      data: form,
      onUploadProgress: ({ loaded, total }) => onProgress?.(total ? Math.round((loaded / total) * 100) : 0),
    });
    const isOne = typeof answer === 'object' && answer !== null && 'original' in answer;
    return isOne ? [answer as Attachment] : rowsOf<Attachment>(answer);
  },
};

/** Address of an upload as a page can show it; a path is resolved against the API's host. Empty when it is not safe. */
export function fileUrl(path: string): string {
  if (/^(https?:|blob:|data:image\/(png|jpeg|webp);)/i.test(path)) return path;
  if (path === '' || /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) return '';
  const host = /^https?:\/\/[^/]+/i.exec(env.apiUrl)?.[0] ?? '';
  return path.startsWith('/') ? host + path : `${env.apiUrl}/${path}`;
}

async function send<T>(config: AxiosRequestConfig): Promise<T> {
  if (config.method === undefined && hasPreloaded()) {
    const preloaded = await takePreloaded(addressOf(config.url ?? '', config.params));
    if (preloaded !== undefined) return preloaded as T;
  }
  const client = await loadClient();
  const response = await client.request<T>(config);
  return response.data;
}

/** As the client writes it; values are texts, numbers and flags. */
function addressOf(path: string, query: Query = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${written(key)}=${written(String(value))}`);
  return `${env.apiUrl}/${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

const plainSigns: Record<string, string> = { '%3A': ':', '%24': '$', '%2C': ',', '%20': '+' };

const written = (text: string) =>
  encodeURIComponent(text).replace(/%(3A|24|2C|20)/g, (sign) => plainSigns[sign] ?? sign);

function isSessionLost(error: ClientError): boolean {
  return error.status === 401 || error.code === 'NOT_AUTHORIZED';
}

function tokenOf(header: unknown): string {
  return typeof header === 'string' ? header.replace(/^Bearer /, '') : '';
}

/** Readers of the answers that servers of this dialect give to a list (reference endpoints §1 and §20). */

/** The rows of a bare list, of `{data: […]}`, or of a list that lost its order and became an object with number keys. */
function rowsOf<Row>(answer: unknown): Row[] {
  if (Array.isArray(answer)) return answer;
  if (!isObject(answer)) return [];
  if (Array.isArray(answer.data)) return answer.data;
  if (isObject(answer.data)) return rowsOf(answer.data);
  const keys = Object.keys(answer);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? (Object.values(answer) as Row[]) : [];
}

/**
 * Page information in camelCase (specification §3): `hasMorePages` is true when the last page differs from the current
 * one. Page fields stand at the top, or under `meta` and `links`; any may be missing or arrive as text. An empty list
 * of some servers is page 0 of 0. Page addresses are only handed through: some servers write wrong ones.
 */
function paginatorOf(answer: unknown): PaginatorInfo {
  const rows = rowsOf(answer).length;
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
