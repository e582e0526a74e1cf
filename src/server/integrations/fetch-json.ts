import { AppError } from '@/server/core/errors';
import { ServiceError } from './service-error';

/** Default timeout. A form waits for the response, and after this time it is filled in by hand. */
const defaultTimeoutMs = 3000;
const maxBytes = 5 * 1024 * 1024;

/**
 * Fetches JSON from an external service. Every failure throws UNAVAILABLE with a ServiceError as its cause: error statuses,
 * timeouts, malformed or oversized responses. The result is untrusted: callers validate every value.
 */
export async function fetchJson(
  url: string,
  request: { method?: 'POST'; headers?: Record<string, string>; body?: object; timeoutMs?: number } = {},
): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      method: request.method ?? 'GET',
      headers: { accept: 'application/json', ...request.headers },
      ...(request.body && { body: JSON.stringify(request.body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs ?? defaultTimeoutMs),
    });
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel();
      throw ServiceError.ofStatus(answer.status);
    }
    return parse(await readText(answer.body));
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

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > maxBytes) throw new ServiceError('unreadable');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
