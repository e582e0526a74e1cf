import { AppError } from '@/server/core/errors';
import { ServiceError } from '@/server/integrations/service-error';
import { ask } from './outgoing';

/** Default timeout. A form waits for the response, and after this time it is filled in by hand. */
const defaultTimeoutMs = 3000;

/**
 * Fetches JSON from an external service. Every failure throws UNAVAILABLE with a ServiceError as its cause: error statuses,
 * timeouts, malformed or oversized responses. The result is untrusted: callers validate every value.
 */
export async function fetchJson(
  url: string,
  request: { method?: 'POST'; headers?: Record<string, string>; body?: object; timeoutMs?: number } = {},
): Promise<unknown> {
  try {
    const { status, body } = await ask(url, {
      method: request.method ?? 'GET',
      headers: { accept: 'application/json', ...request.headers },
      ...(request.body && { body: JSON.stringify(request.body) }),
      totalMs: request.timeoutMs ?? defaultTimeoutMs,
    });
    if (status < 200 || status > 299) throw ServiceError.ofStatus(status);
    return parse(body.toString('utf8'));
  } catch (error) {
    throw new AppError('UNAVAILABLE', { cause: ServiceError.of(error) });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError('unreadable');
  }
}
