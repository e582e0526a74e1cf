import { AppError } from '../errors';

/** Unless said otherwise. A form waits for the answer: after so long it is better filled in by hand. */
const patienceMs = 3000;
const longest = 5 * 1024 * 1024;

/**
 * JSON of a service outside. Throws UNAVAILABLE whatever goes wrong there: refusals, slowness, an answer that is none or
 * endless. What it says is not trusted: the caller reads it value by value.
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
    if (!answer.ok || !answer.body) throw new Error(`Status ${answer.status}`);
    return JSON.parse(await readText(answer.body));
  } catch {
    throw new AppError('UNAVAILABLE');
  }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > longest) throw new Error('Too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
