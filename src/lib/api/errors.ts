import { type ErrorCode, isErrorCode, type LastChange } from '@/contract/core/errors';

/** Failures without a response. */
export const clientCodes = {
  network: 'NETWORK_ERROR',
  timeout: 'TIMEOUT',
  cancelled: 'CANCELLED',
  unknown: 'UNKNOWN',
};

interface Details {
  message?: string;
  status?: number | undefined;
  fields?: Record<string, string[]>;
  requestId?: string | undefined;
  current?: unknown;
  changed?: LastChange | undefined;
  retryAfter?: number | undefined;
  uses?: Record<string, number>;
  names?: Record<string, string>;
  attemptsLeft?: number | undefined;
}

/** Any failure in the form that screens use: code without prefix, and details of the server (specification §8). */
export class ClientError extends Error {
  readonly code: string;
  /** Undefined without a response. */
  readonly status: number | undefined;
  /** Field → translation keys or texts, for forms. */
  readonly fields: Record<string, string[]>;
  readonly requestId: string | undefined;
  /** CONFLICT: the current row. */
  readonly current: unknown;
  /** CONFLICT: who saved last, and when. */
  readonly changed: LastChange | undefined;
  /** TOO_MANY_REQUESTS: seconds to wait. */
  readonly retryAfter: number | undefined;
  /** IN_USE: number of referring rows by family. */
  readonly uses: Record<string, number>;
  /** Values for the placeholders of the error's text. */
  readonly names: Record<string, string>;
  /** INVALID_CODE: attempts left. */
  readonly attemptsLeft: number | undefined;

  constructor(code: string, details: Details = {}) {
    super(details.message ?? code);
    this.name = 'ClientError';
    this.code = code;
    this.status = details.status;
    this.fields = details.fields ?? {};
    this.requestId = details.requestId;
    this.current = details.current;
    this.changed = details.changed;
    this.retryAfter = details.retryAfter;
    this.uses = details.uses ?? {};
    this.names = details.names ?? {};
    this.attemptsLeft = details.attemptsLeft;
  }
}

/** Converts anything thrown. Errors of the request library are recognised by their shape, since only `client.ts` imports it. */
export function toClientError(error: unknown): ClientError {
  if (error instanceof ClientError) return error;
  if (!isRequestError(error)) {
    return new ClientError(clientCodes.unknown, {
      message: error instanceof Error ? error.message : String(error),
    });
  }
  if (error.response) return fromResponse(error.response);
  if (error.code === 'ERR_CANCELED')
    return new ClientError(clientCodes.cancelled, { message: error.message });
  const isTimeout = error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT';
  return new ClientError(isTimeout ? clientCodes.timeout : clientCodes.network, { message: error.message });
}

const ownTexts = new Map([
  ['NOT_AUTHORIZED', 'NOT_AUTHENTICATED'],
  [clientCodes.network, 'network'],
  [clientCodes.timeout, 'network'],
]);

/** Codes with a text that an administrator has written, in the namespace `errors`. */
let written: ReadonlySet<string> = new Set();

/** Lets messages use the texts of the error-codes family; they are in i18next's namespace `errors`. */
export function keepWrittenCodes(codes: readonly string[]): void {
  written = new Set(codes);
}

/** Translation key of an error: what an administrator has written, else `common:errors.<CODE>`, or `common:errors.unknown` for codes without a text. */
export function messageKey(error: ClientError): string {
  if (written.has(error.code)) return `errors:${error.code}`;
  const known = isErrorCode(error.code) ? error.code : ownTexts.get(error.code);
  return `common:errors.${known ?? 'unknown'}`;
}

type Translate = (key: string, options: Record<string, string | number>) => string;

/** Message of an error; for IN_USE with the referring families, for codes that we do not know as the server says it. */
export function errorText(t: Translate, error: ClientError): string {
  const uses = usesText(t, error.uses);
  if (uses !== '') return t('common:in-use', { uses });
  return ownMessage(t, error) ?? t(messageKey(error), error.names);
}

/** The server's own words when they are no code of the catalogue (specification §8); undefined without any. */
function ownMessage(t: Translate, { status, code, message }: ClientError): string | undefined {
  if (status === undefined || message === '' || isErrorCode(codeOf(message))) return undefined;
  if (codeOf(message) === undefined) return message;
  return written.has(code) || ownTexts.has(code) ? undefined : `${t('common:errors.unknown', {})} (${code})`;
}

/** `товары: 12, категории: 3` */
export function usesText(t: Translate, uses: Record<string, number>): string {
  return Object.entries(uses)
    .filter(([, count]) => count > 0)
    .map(([family, count]) => t(`common:uses.${family}`, { count, defaultValue: `${family}: ${count}` }))
    .join(', ');
}

/** True when a retry may help: no response, or a server error other than a missing function. */
export function isPassing(error: ClientError): boolean {
  if (error.code === clientCodes.cancelled || error.code === clientCodes.unknown) return false;
  return error.status === undefined || (error.status >= 500 && error.status !== 501);
}

interface Response {
  status: number;
  data?: unknown;
  headers?: unknown;
}

interface RequestError extends Error {
  isAxiosError: true;
  code?: string;
  response?: Response;
}

function isRequestError(error: unknown): error is RequestError {
  return error instanceof Error && 'isAxiosError' in error && error.isAxiosError === true;
}

/** Parses error bodies of all servers of the dialect (reference endpoints §2 and §20, rows 13 and 14). */
function fromResponse({ status, data, headers }: Response): ClientError {
  const body = toBody(data);
  const fields = fieldsOf(status, body);
  const text = textOf(body) ?? Object.values(fields)[0]?.[0];
  return new ClientError(codeOf(text) ?? codeOfStatus(status), {
    message: text,
    status,
    fields,
    requestId: headerOf(headers, 'x-request-id') ?? stringOf(body.request_id),
    current: body.current,
    changed: toLastChange(body.changed),
    retryAfter: Number(headerOf(headers, 'retry-after')) || undefined,
    uses: toUses(body.uses),
    names: toNames(body.names),
    attemptsLeft: typeof body.attempts_left === 'number' ? body.attempts_left : undefined,
  });
}

function toBody(data: unknown): Record<string, unknown> {
  if (typeof data === 'string') return { message: data };
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return {};
  return data as Record<string, unknown>;
}

/** `{message}`, `{message: [text]}` or `{error}`; never an HTML page. */
function textOf({ message, error }: Record<string, unknown>): string | undefined {
  const text = stringOf(Array.isArray(message) ? message[0] : message) ?? stringOf(error);
  return text?.trimStart().startsWith('<') ? undefined : text;
}

/** `{errors: {field: [text]}}`, or with 422 the bare map. */
function fieldsOf(status: number, body: Record<string, unknown>): Record<string, string[]> {
  if (isMap(body.errors)) return toFields(body.errors);
  return status === 422 && !('message' in body) ? toFields(body) : {};
}

function toFields(map: Record<string, unknown>): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const [field, value] of Object.entries(map)) {
    const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string');
    if (texts.length > 0) fields[field] = texts;
  }
  return fields;
}

function toLastChange(value: unknown): LastChange | undefined {
  if (!isMap(value) || !isMap(value.by) || typeof value.at !== 'string') return undefined;
  return { by: { id: Number(value.by.id), name: String(value.by.name) }, at: value.at };
}

function toUses(map: unknown): Record<string, number> {
  if (!isMap(map)) return {};
  return Object.fromEntries(Object.entries(map).map(([family, count]) => [family, Number(count) || 0]));
}

function toNames(map: unknown): Record<string, string> {
  if (!isMap(map)) return {};
  return Object.fromEntries(Object.entries(map).map(([key, name]) => [key, String(name)]));
}

/** Strips the prefix that servers put before codes: `WORD_ERROR.NOT_FOUND` is `NOT_FOUND`. */
function codeOf(text: string | undefined): string | undefined {
  const tail = text?.slice(text.lastIndexOf('.') + 1);
  return tail && /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(tail) ? tail : undefined;
}

const codesOfStatus: Record<number, ErrorCode> = {
  401: 'NOT_AUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  // Not derived from status 409: CONFLICT promises the current row, so only the code itself counts.
  409: 'ACTION_NOT_VALID',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_FILE',
  422: 'VALIDATION_FAILED',
  429: 'TOO_MANY_REQUESTS',
  501: 'NOT_SUPPORTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
  507: 'INSUFFICIENT_STORAGE',
};

function codeOfStatus(status: number): ErrorCode {
  return codesOfStatus[status] ?? (status >= 500 ? 'INTERNAL' : 'BAD_REQUEST');
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function headerOf(headers: unknown, name: string): string | undefined {
  return isMap(headers) ? stringOf(headers[name]) : undefined;
}

/** Translation key and count of the waiting time after too many attempts. */
export function waitWords(seconds: number) {
  return seconds < 60
    ? (['common:text-too-many-attempts-seconds', { count: Math.max(1, Math.ceil(seconds)) }] as const)
    : (['common:text-too-many-attempts', { count: Math.ceil(seconds / 60) }] as const);
}
