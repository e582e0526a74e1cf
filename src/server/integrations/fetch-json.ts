import { AppError } from '@/server/core/errors';
import { ServiceError } from './service-error';

/** Unless said otherwise. A form waits for the answer: after so long it is better filled in by hand. */
const patienceMs = 3000;
const longest = 5 * 1024 * 1024;

/**
 * JSON of a service outside. Throws UNAVAILABLE whatever goes wrong there: refusals, slowness, an answer that is none or
 * endless; why is its cause, a ServiceError. What the service says is not trusted: the caller reads it value by value.
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
      signal: AbortSignal.timeout(request.timeoutMs ?? patienceMs),
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
    if (length > longest) throw new ServiceError('unreadable');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
