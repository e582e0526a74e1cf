/** An `Idempotency-Key` that nobody else has: the server does once what comes twice under it (design §5). `randomUUID` is missing where the page did not come by https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
