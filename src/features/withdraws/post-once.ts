import { api } from '@/lib/api';

/** Sends what must not be done twice: the server knows the same request by its key (design §5). */
export const postOnce: <T>(
  path: string,
  body: unknown,
  query: undefined,
  headers: { 'Idempotency-Key': string },
) => Promise<T> = api.post;

/** A key that nobody else has. `randomUUID` is missing where the page did not come by https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
