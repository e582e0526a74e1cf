import type { ErrorCode, LastChange } from '@/contract/core/errors';
import { isRecord } from '@/contract/core/own-value';
import { ClientError, clientCodes, stripCodePrefix, toClientError } from './errors';

/** Converts what the request library throws; recognised by its shape. */
export function toRefusal(error: unknown): ClientError {
  if (!isRequestError(error)) return toClientError(error);
  if (error.response) return fromResponse(error.response);
  if (error.code === 'ERR_CANCELED')
    return new ClientError(clientCodes.cancelled, { message: error.message });
  const isTimeout = error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT';
  return new ClientError(isTimeout ? clientCodes.timeout : clientCodes.network, { message: error.message });
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

/** Parses error bodies of all servers of the dialect. */
function fromResponse({ status, data, headers }: Response): ClientError {
  const body = toBody(data);
  const fields = fieldsOf(status, body);
  const text = textOf(body) ?? Object.values(fields)[0]?.[0];
  return new ClientError(stripCodePrefix(text) ?? codeOfStatus(status), {
    message: text,
    status,
    fields,
    requestId: headerOf(headers, 'x-request-id') ?? stringOf(body.request_id),
    current: body.current,
    changed: toLastChange(body.changed),
    retryAfter: Number(headerOf(headers, 'retry-after')) || undefined,
    uses: toUses(body.uses),
    names: toNames(body.names),
    needs: toTexts(body.needs),
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
  if (isRecord(body.errors)) return toFields(body.errors);
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
  if (!isRecord(value) || !isRecord(value.by) || typeof value.at !== 'string') return undefined;
  return { by: { id: Number(value.by.id), name: String(value.by.name) }, at: value.at };
}

function toUses(map: unknown): Record<string, number> {
  if (!isRecord(map)) return {};
  return Object.fromEntries(Object.entries(map).map(([family, count]) => [family, Number(count) || 0]));
}

function toNames(map: unknown): Record<string, string> {
  if (!isRecord(map)) return {};
  return Object.fromEntries(Object.entries(map).map(([key, name]) => [key, String(name)]));
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

function toTexts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function headerOf(headers: unknown, name: string): string | undefined {
  return isRecord(headers) ? stringOf(headers[name]) : undefined;
}
