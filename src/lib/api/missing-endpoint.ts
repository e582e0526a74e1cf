import { isExtended } from './capabilities';
import { ClientError } from './errors';

interface Answer {
  status: number;
  data: unknown;
  config: { method?: string | undefined };
}

interface Failure {
  config?: { url?: string | undefined } | undefined;
  response?: Answer | undefined;
}

/** An endpoint that the server lacks is NOT_SUPPORTED; NOT_FOUND is reserved for missing records. */
export function nameMissing(error: ClientError, { config, response }: Failure): ClientError {
  if (!response || !isMissing(response, config?.url ?? '')) return error;
  return notSupported(response.status, error.requestId);
}

/** An HTML page instead of data, as servers return for unknown addresses. */
export function assertData(response: Answer): void {
  const { data } = response;
  const isPage =
    typeof data === 'string'
      ? /^\s*<(!doctype|html)/i.test(data)
      : data instanceof Blob && data.type.startsWith('text/html');
  if (isPage) throw notSupported(response.status);
}

function isMissing({ status, data, config }: Answer, path: string): boolean {
  if (status === 405 || status === 501) return true;
  if (status !== 404) return false;
  if (isRouteText(data)) return true;
  // Our server has every endpoint: its 404 means a list of a missing shop, or an action on a missing record.
  if (isExtended()) return false;
  // Other servers describe in the body what an action did not find.
  return isCollection(path) && (config.method === 'get' || !hasText(data));
}

const routeText =
  /\bCannot (GET|POST|PUT|PATCH|DELETE) |\broute\b.*\bnot (be )?found|not found on this server/i;

/** Messages of web frameworks for an unknown address; missing records are reported as JSON. */
function isRouteText(data: unknown): boolean {
  if (data instanceof Blob) return data.type.startsWith('text/html');
  const body = typeof data === 'object' && data !== null ? data : { message: data };
  const texts = Object.values(body).filter((value) => typeof value === 'string');
  return texts.some((text) => text.trimStart().startsWith('<') || routeText.test(text));
}

function hasText(data: unknown): boolean {
  if (typeof data === 'string') return data !== '';
  return typeof data === 'object' && data !== null && Object.values(data).some(Boolean);
}

const fixedEnds =
  /\/(list|info|members|verify|payment|read|read-all|accept|reject|getStoreNoticeType|getUsersToNotify)$/;

/** True for an address without the key of a record: `tags`, `api/admin/boxes`, `vendors/list`, not `tags/5`. */
function isCollection(path: string): boolean {
  const own = path.replace(/^api\/admin\//, '');
  return !own.includes('/') || fixedEnds.test(own);
}

function notSupported(status: number, requestId?: string): ClientError {
  return new ClientError('NOT_SUPPORTED', { status, requestId });
}
