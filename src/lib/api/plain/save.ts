import { isJson, type Json } from './values';

interface Write {
  method: string;
  path: string;
  body: unknown;
}

type Read = (path: string) => Promise<unknown>;

/**
 * The body as such servers take it. Settings replace the whole record, so what other pages and other programs keep there goes
 * along unchanged.
 */
export async function bodyFor({ method, path, body }: Write, read: Read): Promise<unknown> {
  if (method !== 'post' || path !== 'settings' || !isJson(body)) return body;
  const stored = await read(path);
  const options = isJson(stored) ? stored.options : undefined;
  return { ...body, options: merged(options, body.options) };
}

/** Objects are merged at any depth; lists and values are replaced. */
function merged(stored: unknown, mine: unknown): unknown {
  if (!isJson(stored) || !isJson(mine)) return mine;
  const changed = Object.entries(mine).filter(([, value]) => value !== undefined);
  return {
    ...stored,
    ...Object.fromEntries(changed.map(([key, value]) => [key, merged(stored[key], value)])),
  };
}

/** Answers of an update are a row, a truth value or a sentence, and a row comes without its relations: it is read again. */
export async function savedRow({ method, path, body }: Write, answer: unknown, read: Read): Promise<unknown> {
  if (method === 'post')
    return isJson(answer) || Array.isArray(answer) ? answer : { ...(isJson(body) ? body : ({} as Json)) };
  return read(path).catch(() => (isJson(answer) ? answer : body));
}

/** An empty answer to an update is a refusal without words (reference endpoints §20, 43). */
export const isRefused = (answer: unknown) => answer === '' || answer === null || answer === undefined;
